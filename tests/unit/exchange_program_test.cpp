// Bounds of all-to-alls whose lanes change one by one against linear programs: schedules of given
// steps, planes and permutations, whose times and routes are free. And walks on digraphs, whose
// loads are counted again by the numbers of walks.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "kernels/cost/common_bounds.hpp"
#include "kernels/topologies/topology.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/milp/linear_program.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

namespace frontier = solvers::frontier;
using kernels::BoundParameters;
using kernels::Node;
using solvers::milp::LinearProgram;
using solvers::milp::unbounded;

BOOST_AUTO_TEST_SUITE(exchange_programs)

/// Per plane and step the nodes that circuits lead to; empty: the plane sits the step out.
struct Schedule {
    Node n;
    std::vector<std::vector<std::vector<Node>>> planes;
    std::size_t steps() const { return planes[0].size(); }
};

Schedule random_schedule(Node n, std::size_t k, std::size_t steps, std::mt19937& g) {
    Schedule all{n, std::vector(k, std::vector<std::vector<Node>>(steps))};
    for (auto& plane : all.planes) {
        std::vector<Node> circuits;
        for (Node node = 0; node < n; ++node) circuits.push_back((node + 1) % n);
        for (auto& step : plane) {
            if (g() % 3 == 0) std::ranges::shuffle(circuits, g);
            if (g() % 5 != 0) step = circuits;
        }
    }
    return all;
}

/// The least completion time of any routes and times, single hops per step.
class ExchangeProgram {
  public:
    ExchangeProgram(const Schedule& schedule, const BoundParameters& p)
        : schedule_(schedule), p_(p), end_(time(1)) {
        add_times();
        for (Node source = 0; source < schedule.n; ++source)
            for (Node target = 0; target < schedule.n; ++target)
                if (source != target) add_routes(source, target);
    }
    double least() const {
        const auto solution = solvers::milp::solve_relaxation(program_);
        return solution.outcome == solvers::milp::Outcome::optimal ? solution.x[std::size_t(end_)]
                                                                   : INFINITY;
    }

  private:
    int time(double objective = 0) { return program_.add_column(objective, 0, unbounded); }
    /// later >= earlier + by
    void at_least(int later, int earlier, double by) {
        const int row = program_.add_row(by, unbounded);
        program_.set(row, later, 1);
        program_.set(row, earlier, -1);
    }
    void add_times() {
        const int zero = program_.add_column(0, 0, 0);
        const std::size_t k = schedule_.planes.size();
        std::vector<int> finished(k, zero);
        std::vector<std::vector<Node>> held(k);
        for (Node node = 0; node < schedule_.n; ++node)
            for (auto& circuits : held) circuits.push_back((node + 1) % schedule_.n);
        int barrier = zero;
        loads_.assign(schedule_.steps(), std::vector<std::vector<int>>(k));
        for (std::size_t t = 0; t < schedule_.steps(); ++t) {
            const int end = time();
            at_least(end, barrier, 0);
            for (std::size_t q = 0; q < k; ++q) {
                const auto& circuits = schedule_.planes[q][t];
                if (circuits.empty()) continue;
                const int start = time(), done = time();
                at_least(start, barrier, 0);
                at_least(start, finished[q], circuits == held[q] ? 0 : p_.delay);
                at_least(end, done, 0);
                held[q] = circuits;
                finished[q] = done;
                for (Node node = 0; node < schedule_.n; ++node) {
                    const int row = program_.add_row(p_.unit(), unbounded);  // minus the load
                    program_.set(row, done, 1);
                    program_.set(row, start, -1);
                    loads_[t][q].push_back(row);
                }
            }
            barrier = end;
        }
        at_least(end_, barrier, 0);
    }
    void add_routes(Node source, Node target) {
        const auto rows = [&](double at_target) {
            std::vector<int> all;
            for (Node node = 0; node < schedule_.n; ++node)
                all.push_back(program_.add_row(node == target ? at_target : 0,
                                               node == target ? at_target : 0));
            return all;
        };
        const double share = p_.transmission * double(schedule_.planes.size()) / schedule_.n;
        std::vector<int> from = rows(0);
        const int start = program_.add_column(0, 1, 1);
        program_.set(from[std::size_t(source)], start, 1);
        for (std::size_t t = 0; t < schedule_.steps(); ++t) {
            const auto to = rows(t + 1 == schedule_.steps() ? 1 : 0);
            for (Node node = 0; node < schedule_.n; ++node) {
                const auto move = [&](Node next) {
                    const int column = program_.add_column(0, 0, unbounded);
                    program_.set(from[std::size_t(node)], column, -1);
                    program_.set(to[std::size_t(next)], column, 1);
                    return column;
                };
                move(node);
                for (std::size_t q = 0; q < schedule_.planes.size(); ++q)
                    if (const auto& circuits = schedule_.planes[q][t]; !circuits.empty())
                        program_.set(loads_[t][q][std::size_t(node)],
                                     move(circuits[std::size_t(node)]), -share);
            }
            from = to;
        }
    }

    const Schedule& schedule_;
    BoundParameters p_;
    LinearProgram program_;
    int end_;
    std::vector<std::vector<std::vector<int>>> loads_{};
};

// Random schedules at 30 random points of six kinds.
BOOST_AUTO_TEST_CASE(no_schedule_is_below_the_bound) {
    std::mt19937 g(20261128);
    const auto draw = [&] { return std::pow(10.0, std::uniform_real_distribution(-1.5, 1.5)(g)); };
    const int attempts = trials(6, 400);
    double nearest = INFINITY;
    int solved = 0;
    for (const auto& [n, k] : {std::pair<Node, Node>{3, 2}, {4, 2}, {4, 3}, {5, 2}, {5, 3}, {5, 4}})
        for (int instance = 0; instance < 30; ++instance) {
            const BoundParameters p{1, 0.1 * draw(), draw(), draw()};
            const kernels::CommonBounds bounds(
                kernels::Primitive::all_to_all, n, k,
                kernels::path_lengths(kernels::Topology::ring_uni(n)));
            const double bound = bounds.on_switch(p);
            for (int attempt = 0; attempt < attempts; ++attempt) {
                const auto schedule = random_schedule(n, std::size_t(k), 1 + g() % 3, g);
                const double time = ExchangeProgram(schedule, p).least();
                if (time == INFINITY) continue;
                ++solved;
                nearest = std::min(nearest, time / bound);
                BOOST_TEST(time >= bound * (1 - 1e-7),
                           "seed 20261128 n " << n << " k " << k << " instance " << instance << ": "
                                              << time << " against " << bound << ", z "
                                              << p.transmission << ", D " << p.delay);
            }
        }
    BOOST_TEST(solved >= 50 * attempts);
    BOOST_TEST(nearest <= 1.1);
}

/// How many walks of so many arcs lead from each node to each.
std::vector<std::vector<double>> walks(const std::vector<std::vector<Node>>& arcs, int length) {
    const auto n = arcs.size();
    std::vector<std::vector<double>> counts(n, std::vector<double>(n));
    for (std::size_t node = 0; node < n; ++node) counts[node][node] = 1;
    for (int i = 0; i < length; ++i) {
        auto next = counts;
        for (auto& row : next) std::ranges::fill(row, 0);
        for (std::size_t from = 0; from < n; ++from)
            for (std::size_t at = 0; at < n; ++at)
                for (const Node to : arcs[at]) next[from][std::size_t(to)] += counts[from][at];
        counts = std::move(next);
    }
    return counts;
}

// Blocks over all walks of a digraph in equal shares: every pair has a walk, and x is the load of
// the busiest arc, a loop's apart, by the walks before and after it.
BOOST_AUTO_TEST_CASE(walks_bring_every_block) {
    for (const Node n : {5, 12, 16, 23, 48, 64})
        for (const Node k : {2, 4}) {
            const auto plans = frontier::walk_exchanges(n, k);
            BOOST_TEST_REQUIRE(!plans.empty());
            for (const auto& plan : plans) {
                const bool kautz = plan.text.starts_with("Kautz");
                const auto length = int(std::ssize(plan.steps));
                std::vector<std::vector<Node>> arcs(static_cast<std::size_t>(n));
                for (Node v = 0; v < n; ++v)
                    for (Node j = 0; j < k; ++j)
                        arcs[std::size_t(v)].push_back(kautz ? (2 * k * n - k * v - j - 1) % n
                                                             : (k * v + j) % n);
                const auto all = walks(arcs, length);
                for (const auto& row : all) BOOST_TEST(std::ranges::min(row) >= 1);
                double sum = 0;
                for (int t = 0; t < length; ++t) {
                    const auto before = walks(arcs, t), after = walks(arcs, length - t - 1);
                    double busiest = 0;
                    for (std::size_t at = 0; at < arcs.size(); ++at)
                        for (const Node to : arcs[at]) {
                            double load = 0;
                            for (std::size_t s = 0; s < arcs.size(); ++s)
                                for (std::size_t d = 0; d < arcs.size(); ++d)
                                    if (s != d)
                                        load +=
                                            before[s][at] * after[std::size_t(to)][d] / all[s][d];
                            if (std::size_t(to) != at) busiest = std::max(busiest, load);
                        }
                    const double x = busiest * k / n;
                    BOOST_TEST(std::abs(plan.steps[std::size_t(t)].x - x) <= 1e-9 * x, plan.text);
                    sum += x;
                }
                BOOST_TEST(sum <= 1.5 * length + 1, "n " << n << " k " << k << ": " << sum);
                BOOST_TEST(plan.changes() == 1);
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
