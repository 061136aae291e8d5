// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see circulant_pivot_vector.hpp.
#include "kernels/vector/circulant_pivot_vector.hpp"

#include <limits>

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

#if defined(__AVX__)
constexpr std::size_t register_bytes = 32;
#else
constexpr std::size_t register_bytes = 16;
#endif
// Rows begin where the allocator puts them.
using Doubles __attribute__((vector_size(register_bytes), may_alias, aligned(8))) = double;
constexpr std::size_t width = register_bytes / sizeof(double);

inline Doubles& at(double* first) {
    return *reinterpret_cast<Doubles*>(first);
}

}  // namespace

void face_column(const PivotTask& task, const double* column) {
    for (std::size_t slot = 0; slot < task.slots; slot += width) {
        Doubles sum{};
        for (std::size_t i = 0; i < task.rows; ++i)
            sum += column[i] * at(task.inverse + i * task.slots + slot);
        const Doubles value = at(task.inverse + (task.rows - 1) * task.slots + slot);
        const Doubles share = value > 0 ? value : Doubles{};
        at(task.direction + slot) = sum;
        at(task.ratio + slot) =
            sum > least_pivot ? share / sum : Doubles{} + std::numeric_limits<double>::infinity();
    }
}

void exchange_column(const PivotTask& task, std::size_t leaving) {
    const double pivot = task.direction[leaving];
    for (std::size_t i = 0; i < task.rows; ++i) {
        double* const row = task.inverse + i * task.slots;
        const double entering = row[leaving] / pivot;
        for (std::size_t slot = 0; slot < task.slots; slot += width)
            at(row + slot) -= entering * at(task.direction + slot);
        row[leaving] = entering;
    }
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
