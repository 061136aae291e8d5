#pragma once
// A line of JSON cut into the numbers that vary from line to line and the text around them: lines
// with the same text differ in parameters alone.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sweeps/spec/problem.hpp"

namespace lightsweep::sweeps {

struct LineShape {
    /// The members without the values of numeric parameters. Empty where it names a file, which may
    /// change, and where the line is no object of distinct parameters.
    std::string text;
    std::vector<std::pair<const KeyEntry*, std::string_view>> values;  ///< views into the line
};

LineShape shape_of(std::string_view line);

/// Whether the shape's values are all that a later line of this shape has to give the checked
/// problem. Not where its scheduler is a program, which may be gone by then.
bool takes_values(const SingleProblem& problem, const LineShape& shape);

/// Gives a problem of the same shape these values; false if one of them is no value of its key.
bool set_values(SingleProblem& problem, const LineShape& shape);

}  // namespace lightsweep::sweeps
