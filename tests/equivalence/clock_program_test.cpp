// Programs of clocks (solvers/milp/clock_program.hpp) against the same programs with every row
// written out, solved by Clp.

#include <boost/test/unit_test.hpp>

#include <random>
#include <string>

#include "solvers/milp/clock_program.hpp"

using namespace lightsweep::solvers::milp;

BOOST_AUTO_TEST_SUITE(clock_programs)

namespace {

struct Use {
    int plane;
    double slowness, latency;
    bool changes;
};
struct Step {
    double wait, work;
    std::vector<Use> uses;
};
struct Drawn {
    int planes;
    double delay;
    std::vector<Step> steps;
    std::string text;
};

Drawn draw(std::mt19937_64& g, int most_steps) {
    const auto number = [&g](double low, double high) {
        return std::uniform_real_distribution(low, high)(g);
    };
    const auto whole = [&g](int low, int high) {
        return std::uniform_int_distribution(low, high)(g);
    };
    Drawn drawn{whole(1, 6), number(0, 1), {}, {}};
    drawn.text = "delay " + std::to_string(drawn.delay);
    for (int i = whole(1, most_steps); i > 0; --i) {
        Step step{whole(0, 3) == 0 ? number(0, 0.5) : 0.0, number(1e-6, 1), {}};
        const int sure = whole(0, drawn.planes - 1);
        drawn.text += "; work " + std::to_string(step.work);
        for (int plane = 0; plane < drawn.planes; ++plane) {
            if (plane != sure && whole(0, 1) == 0) continue;
            step.uses.push_back({plane, number(1, 20), number(0.01, 0.1), whole(0, 2) > 0});
            drawn.text += " plane " + std::to_string(plane);
        }
        drawn.steps.push_back(std::move(step));
    }
    return drawn;
}

ClockProgram::Optimum by_clocks(const Drawn& drawn) {
    ClockProgram program;
    std::vector<std::optional<ClockProgram::End>> last(std::size_t(drawn.planes));
    double horizon = 1;
    for (const auto& step : drawn.steps) {
        program.add_step(step.wait);
        const int work = program.add_work(step.work);
        horizon += step.wait + 21 * step.work + 0.1 + drawn.delay;
        for (const auto& use : step.uses) {
            const auto sender = program.add_sender(work, 1, use.slowness, use.latency);
            auto& before = last[std::size_t(use.plane)];
            if (use.changes) program.begin_after(sender, before, drawn.delay);
            before = sender.end;
        }
    }
    return program.solve(horizon);
}

/// E_last, with a column for every end and rows for every plane, whether it changes or not.
double by_all_rows(const Drawn& drawn) {
    LinearProgram program;
    std::vector<int> last(std::size_t(drawn.planes), -1);
    int before = -1, end = -1;
    for (const auto& step : drawn.steps) {
        end = program.add_column(0, 0, unbounded);
        const int work = program.add_row(step.work, step.work);
        for (const auto& use : step.uses) {
            const int finish = program.add_column(0, 0, unbounded),
                      share = program.add_column(0, 0, unbounded);
            program.set(work, share, 1);
            const auto after = [&](int earlier, double wait) {
                const int row = program.add_row(use.latency + wait, unbounded);
                program.set(row, finish, 1);
                program.set(row, share, -use.slowness);
                if (earlier >= 0) program.set(row, earlier, -1);
            };
            after(before, step.wait);
            auto& plane = last[std::size_t(use.plane)];
            after(plane, use.changes ? drawn.delay : 0);
            const int row = program.add_row(0, unbounded);
            program.set(row, end, 1);
            program.set(row, finish, -1);
            plane = finish;
        }
        before = end;
    }
    program.objective_[std::size_t(end)] = 1;
    return solve_relaxation(program).x[std::size_t(end)];
}

/// A program's value with all rows, and its optimum by clocks.
struct Compared {
    double value;
    ClockProgram::Optimum found;
    std::string where;
};

std::vector<Compared> compared(std::uint64_t seed, int rounds, int most_steps) {
    std::mt19937_64 g(seed);
    std::vector<Compared> all;
    for (int i = 0; i < rounds; ++i) {
        const auto drawn = draw(g, most_steps);
        all.push_back(
            {by_all_rows(drawn), by_clocks(drawn),
             "seed " + std::to_string(seed) + " program " + std::to_string(i) + ": " + drawn.text});
    }
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(small_programs_have_the_optimum_of_all_rows) {
    for (const auto& [value, found, where] : compared(71, 300, 8)) {
        BOOST_TEST(found.bound <= value * (1 + 1e-9), where);
        BOOST_TEST(found.bound >= value * (1 - 1e-8), where);
    }
}

// Those of more than 100,000 entries go to Clp: sure from 448 columns on, of which there are at
// most twice as many as rows, and never up to 200, than which there are no more rows.
BOOST_AUTO_TEST_CASE(programs_on_both_sides_of_the_dense_limit_too) {
    int dense = 0, sparse = 0;
    for (const auto& [value, found, where] : compared(72, 12, 120)) {
        BOOST_TEST(found.bound <= value * (1 + 1e-9), where);
        BOOST_TEST(found.bound >= value * (1 - 1e-8), where);
        dense += found.x.size() <= 200;
        sparse += found.x.size() >= 448;
    }
    BOOST_TEST(dense > 0);
    BOOST_TEST(sparse > 0);
}

BOOST_AUTO_TEST_SUITE_END()
