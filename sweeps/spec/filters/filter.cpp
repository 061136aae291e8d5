#include "sweeps/spec/filters/filter.hpp"

#include <array>
#include <cassert>

namespace lightsweep::sweeps {
namespace {

using Op = Filter::Operator;

/// Result of one instruction: a number, a text, or a verdict.
struct Cell {
    bool known = false;
    double number = 0.0;
    std::string_view label;
    Verdict verdict = Verdict::unknown;
};

Cell verdict_cell(Verdict verdict) {
    return {verdict != Verdict::unknown, 0.0, {}, verdict};
}

Cell number_cell(double number) {
    return {true, number, {}, Verdict::unknown};
}

template <class T>
bool compare(Op op, const T& a, const T& b) {
    if (op == Op::equal || op == Op::not_equal) return (a == b) == (op == Op::equal);
    if (op == Op::less || op == Op::less_equal) return op == Op::less ? a < b : a <= b;
    return op == Op::greater ? a > b : a >= b;
}

Verdict inverted(Verdict verdict) {
    if (verdict == Verdict::unknown) return verdict;
    return verdict == Verdict::yes ? Verdict::no : Verdict::yes;
}

/// `decisive` decides alone: `no` in a conjunction, `yes` in a disjunction.
Verdict combined(Verdict a, Verdict b, Verdict decisive) {
    if (a == decisive || b == decisive) return decisive;
    if (a == Verdict::unknown || b == Verdict::unknown) return Verdict::unknown;
    return inverted(decisive);
}

Cell binary(const Filter::Instruction& instruction, const Cell& a, const Cell& b) {
    const Op op = instruction.op;
    if (op == Op::conjunction) return verdict_cell(combined(a.verdict, b.verdict, Verdict::no));
    if (op == Op::disjunction) return verdict_cell(combined(a.verdict, b.verdict, Verdict::yes));
    if (!a.known || !b.known) return {};
    if (op <= Op::divide) return number_cell(arithmetic(op, a.number, b.number));
    const bool holds =
        instruction.is_text ? compare(op, a.label, b.label) : compare(op, a.number, b.number);
    return verdict_cell(holds ? Verdict::yes : Verdict::no);
}

Cell execute(const Filter::Instruction& instruction, std::span<const Cell> cells,
             std::span<const Operand> values) {
    const Cell& left = cells[instruction.left];
    switch (instruction.op) {
        case Op::number:
            return number_cell(instruction.number);
        case Op::label:
            return {true, 0.0, instruction.label, Verdict::unknown};
        case Op::variable: {
            const Operand& value = values[instruction.variable];
            return {value.known, value.number, value.label, Verdict::unknown};
        }
        case Op::negate:
            return {left.known, -left.number, {}, Verdict::unknown};
        case Op::inversion:
            return verdict_cell(inverted(left.verdict));
        default:
            return binary(instruction, left, cells[instruction.right]);
    }
}

template <std::size_t capacity>
Verdict run(std::span<const Filter::Instruction> program, std::span<const Operand> values) {
    std::array<Cell, capacity> cells;
    for (std::size_t i = 0; i < program.size(); ++i) {
        cells[i] = execute(program[i], std::span(cells.data(), i + 1), values);
    }
    return cells[program.size() - 1].verdict;
}

}  // namespace

double arithmetic(Op op, double a, double b) {
    if (op == Op::add) return a + b;
    if (op == Op::subtract) return a - b;
    return op == Op::multiply ? a * b : a / b;
}

Filter::Filter(std::string text, std::vector<std::string> variables,
               std::vector<Instruction> program)
    : text_(std::move(text)), variables_(std::move(variables)), program_(std::move(program)) {
    assert(!program_.empty() && program_.size() <= max_instructions);
}

Verdict Filter::evaluate(std::span<const Operand> values) const {
    assert(values.size() == variables_.size());
    // Clearing cells for the longest program would cost more than running a usual one.
    if (program_.size() <= 16) return run<16>(program_, values);
    return run<max_instructions>(program_, values);
}

}  // namespace lightsweep::sweeps
