#include "sweeps/spec/axis.hpp"

namespace lightsweep::sweeps {

Place AxisValues::place(std::size_t i) const {
    return {i < lines.size() ? lines[i] : line, source};
}

std::string AxisValues::text(std::size_t i) const {
    return is_numeric(kind) ? format_quantity(numbers.at(i), kind) : labels.at(i);
}

std::string AxisValues::name(std::size_t i) const {
    return listed ? path + "[" + std::to_string(i) + "]" : path;
}

}  // namespace lightsweep::sweeps
