#include "sweeps/spec/axis.hpp"

#include <cmath>

namespace lightsweep::sweeps {

bool AxisValues::sound(std::size_t i) const {
    return is_numeric(kind) ? !std::isnan(numbers[i]) : !labels[i].empty();
}

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
