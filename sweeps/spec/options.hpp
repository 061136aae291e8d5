#pragma once
// Values of scheduler options, as set by a sweep or by one of its grids.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

/// Value of one scheduler option: a number in SI (flags are 1 or 0), a text, or a tuple.
struct OptionValue {
    Kind kind = Kind::count;
    double number = 0.0;
    std::string text;
    std::vector<std::int64_t> tuple;

    bool operator==(const OptionValue&) const = default;
};
using Options = std::map<std::string, OptionValue>;
/// Options by the name of their scheduler.
using SchedulerTables = std::map<std::string, Options>;

}  // namespace lightsweep::sweeps
