#include "solvers/milp/linear_program.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <optional>
#include <random>

namespace lightsweep::tests {
BOOST_AUTO_TEST_SUITE(linear_programs)
namespace {

using solvers::milp::LinearProgram, solvers::milp::Outcome, solvers::milp::unbounded;

/// Minimise x + y with x + 2 y >= 3: y = 1.5. The 2 is set in two entries; an entry of 0 and two
/// entries that cancel say nothing.
BOOST_AUTO_TEST_CASE(entries_of_one_place_add_up) {
    LinearProgram program;
    const int y = program.add_column(1, 0, unbounded), x = program.add_column(1, 0, unbounded);
    const int other = program.add_row(-unbounded, -1), row = program.add_row(3, unbounded);
    program.set(row, x, 1);
    program.set(row, y, 0.5);
    program.set(other, x, 4);
    program.set(other, y, 0);
    program.set(row, y, 1.5);
    program.set(other, x, -4);
    // The row `other` says 0 <= -1: its entries are 0 or cancel.
    BOOST_TEST((solve_relaxation(program).outcome == Outcome::infeasible));
    program.row_upper_[static_cast<std::size_t>(other)] = 0;
    const auto solution = solve_relaxation(program);
    BOOST_TEST((solution.outcome == Outcome::optimal));
    BOOST_TEST(solution.x[static_cast<std::size_t>(y)] == 1.5, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(solution.bound == 1.5, boost::test_tools::tolerance(1e-9));
}

/// The least value of a 0-1 program over all points of its cube; nothing if none is feasible.
std::optional<double> least_of_all(const LinearProgram& program) {
    std::optional<double> least;
    const auto n = static_cast<std::size_t>(program.n_columns());
    for (unsigned point = 0; point < 1u << n; ++point) {
        std::vector<double> rows(static_cast<std::size_t>(program.n_rows()));
        double value = 0;
        for (std::size_t j = 0; j < n; ++j) value += (point >> j & 1) * program.objective_[j];
        for (std::size_t e = 0; e < program.entry_row_.size(); ++e)
            rows[std::size_t(program.entry_row_[e])] +=
                (point >> program.entry_column_[e] & 1) * program.entry_value_[e];
        bool holds = true;
        for (std::size_t i = 0; i < rows.size(); ++i)
            holds = holds && rows[i] >= program.row_lower_[i] && rows[i] <= program.row_upper_[i];
        if (holds) least = std::min(least.value_or(value), value);
    }
    return least;
}

/// Random programs of 7 columns and 4 rows of whole numbers, entries in any order, some twice.
BOOST_AUTO_TEST_CASE(small_programs_are_solved_as_by_enumeration) {
    std::mt19937 random(20261129);
    const auto number = [&](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    int infeasible = 0;
    for (int instance = 0; instance < 60; ++instance) {
        LinearProgram program;
        for (int j = 0; j < 7; ++j) program.add_column(number(-4, 6), 0, 1, true);
        for (int i = 0; i < 4; ++i) program.add_row(number(-3, 5), number(5, 9));
        for (int e = 0; e < 24; ++e) program.set(number(0, 3), number(0, 6), number(-3, 4));
        const auto solution = solve_integer(program, 10'000);
        const auto least = least_of_all(program);
        BOOST_TEST((solution.outcome == Outcome::optimal) == least.has_value(),
                   "instance " << instance);
        infeasible += !least;
        if (!least || solution.x.empty()) continue;
        double value = 0;
        for (std::size_t j = 0; j < 7; ++j) value += program.objective_[j] * solution.x[j];
        BOOST_TEST(std::abs(value - *least) < 1e-6, "instance " << instance);
        BOOST_TEST(solution.bound <= *least + 1e-9, "instance " << instance);
    }
    BOOST_TEST((0 < infeasible && infeasible < 55));
}

}  // namespace
BOOST_AUTO_TEST_SUITE_END()
}  // namespace lightsweep::tests
