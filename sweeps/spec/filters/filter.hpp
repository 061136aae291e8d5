#pragma once
// Filter: a condition on the points of a grid, `where = "message >= 1MiB and nodes <= 64"`.
//
//     expression := conjunction { "or" conjunction }
//     conjunction := negation { "and" negation }
//     negation   := "not" negation | comparison
//     comparison := sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=") sum ]
//     sum        := product { ("+" | "-") product }
//     product    := factor { ("*" | "/") factor }
//     factor     := "-" factor | number [unit] | 'text' | name | "(" expression ")"
//
// Units are checked when the expression is compiled: `message / bandwidth < 1us` is legal, `message
// < 1us` is not. A bare number is in SI units and can be compared with everything.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

/// Result of a condition at a point where some axes may be unknown.
enum class Verdict { no, yes, unknown };

/// The value of one variable; known = false while its axis is open.
struct Operand {
    bool known = false;
    double number = 0.0;
    std::string_view label;
};

/// A compiled condition. Evaluation allocates no memory and is safe from many threads at once.
class Filter {
  public:
    /// A name that may occur in the condition, and its kind.
    struct Name {
        std::string name;
        Kind kind;
    };

    /// The compiled condition, or the problem and remedy for a fault.
    struct Compiled;
    static Compiled compile(std::string_view text, std::span<const Name> names);

    /// The names that occur, in the order of evaluate()'s values.
    const std::vector<std::string>& variables() const { return variables_; }

    /// Three-valued logic: an unknown operand makes the result unknown only if it could change it
    /// (unknown and no = no).
    Verdict evaluate(std::span<const Operand> values) const;

    const std::string& text() const { return text_; }

    enum class Operator : unsigned char {
        number,
        label,
        variable,
        negate,
        add,
        subtract,
        multiply,
        divide,
        equal,
        not_equal,
        less,
        less_equal,
        greater,
        greater_equal,
        conjunction,
        disjunction,
        inversion
    };

    /// Longest program; evaluation keeps its values on the stack.
    static constexpr std::size_t max_instructions = 256;
    /// Largest number of different names in one condition.
    static constexpr std::size_t max_variables = 32;

    /// One instruction. left and right are indices of earlier instructions, variable is an index
    /// into variables(). The last instruction is the result.
    struct Instruction {
        Operator op = Operator::number;
        std::size_t left = 0;
        std::size_t right = 0;
        std::size_t variable = 0;
        double number = 0.0;
        std::string label{};
        bool is_text = false;
    };

    Filter(std::string text, std::vector<std::string> variables, std::vector<Instruction> program);

    /// The program; equal for two conditions that differ only in blanks.
    const std::vector<Instruction>& program() const { return program_; }

  private:
    std::string text_;
    std::vector<std::string> variables_;
    std::vector<Instruction> program_;
};

/// a op b for one of the four arithmetic operators.
double arithmetic(Filter::Operator op, double a, double b);

struct Filter::Compiled {
    std::optional<Filter> filter;
    std::string problem;
    std::string remedy;
};

}  // namespace lightsweep::sweeps
