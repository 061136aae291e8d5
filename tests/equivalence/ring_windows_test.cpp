// bridge-hybrid against enumeration in closed form, against the ring and BRIDGE, and its windows
// against moving blocks.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/bruck.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/windowed_ring.hpp"
#include "kernels/routes/routed_flow.hpp"
#include "solvers/bridge/subring_space.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(ring_windows)

using kernels::Node;
using namespace lightsweep::solvers;

struct WindowProblem {
    Node n;
    double per_step, per_hop, message_time, delay;

    int s() const { return kernels::bruck_steps(n); }
    double volume(int k) const { return message_time * kernels::bruck_share(n, 1 << k); }
};

/// A segment of steps a .. a + r - 1 in rising order; a mode per step where segments are mixed.
double by_bruck(const WindowProblem& p, int a, int first, int end) {
    double sum = 0;
    for (int k = first; k < end; ++k)
        sum += p.per_step + (1 << (k - a)) * (p.per_hop + p.volume(k));
    return sum;
}
double by_ring(const WindowProblem& p, int a, int end) {
    const int stride = 1 << a, passes = std::min(1 << (end - a), (p.n + stride - 1) / stride) - 1;
    double sum = passes * (p.per_step + p.per_hop);
    for (int k = a; k < end; ++k) sum += p.volume(k);
    return sum;
}

/// Least time of a reduce-scatter, delays included, per subring of its last segment.
std::vector<double> enumerated(const WindowProblem& p, bool mixed) {
    const int s = p.s();
    std::vector<double> least(static_cast<std::size_t>(std::max(s, 1)),
                              std::numeric_limits<double>::infinity());
    if (s == 0) least[0] = 0;
    // Bit k: a new segment begins at step k.
    for (int cuts = 0; s > 0 && cuts < 1 << (s - 1); ++cuts) {
        double sum = 0;
        int begin = 0;
        for (int k = 1; k <= s; ++k) {
            if (k < s && !(cuts >> (k - 1) & 1)) continue;
            double segment = std::min(by_bruck(p, begin, begin, k), by_ring(p, begin, k));
            for (int turn = begin + 1; mixed && turn < k; ++turn)
                segment = std::min(segment, by_ring(p, begin, turn) + by_bruck(p, begin, turn, k));
            sum += segment + (begin > 0 ? p.delay : 0);
            if (k == s) least[begin] = std::min(least[begin], sum);
            begin = k;
        }
    }
    return least;
}

/// The gather is the scatter backwards: its first subring is free alone, and in an all-reduce where
/// the scatter left it.
double expected(const WindowProblem& p, const std::string& name, bool mixed) {
    const auto least = enumerated(p, mixed);
    const double best = *std::min_element(least.begin(), least.end());
    if (name != "allreduce/bruck-near") return best;
    double pair = 2 * best + p.delay;
    for (const double one : least) pair = std::min(pair, 2 * one);
    return pair;
}

std::shared_ptr<const Problem> on_ring(const std::string& name, Node n) {
    auto structure = make_problem(kernels::build_collective(name, n),
                                  kernels::Topology::ring(n, kernels::LinkBandwidth::full), {}, 0,
                                  measures::routed);
    structure.subrings.free_start = true;
    return std::make_shared<const Problem>(std::move(structure));
}

ResultRow solved(const char* scheduler, const std::shared_ptr<const Problem>& structure,
                 const WindowProblem& p, bool mixed = false) {
    SchedulerOptions options;
    options.mixed = mixed;
    const auto plan = prepare(*find_scheduler(scheduler), structure, options);
    const std::vector<double> delays{p.delay};
    ResultRow row;
    row.want_decisions = true;
    plan->evaluate({p.per_step, p.per_hop, p.message_time, delays}, row);
    return row;
}

WindowProblem draw_problem(Generator& g) {
    const auto power = [&g](double low, double high) {
        return std::pow(10.0, low + (high - low) * draw(g, 0, 1000) / 1000.0);
    };
    const auto n = static_cast<Node>(draw(g, 0, 1) ? 1 << draw(g, 0, 6) : draw(g, 1, 70));
    return {n, power(-7, -5), power(-7, -5), power(-8, -3), power(-6, -3)};
}

std::string text_of(const WindowProblem& p, const std::string& name, int number) {
    return "seed 47 instance " + std::to_string(number) + ": " + name + " n " +
           std::to_string(p.n) + " delay " + std::to_string(p.delay);
}

const std::string names[] = {"reduce-scatter/bruck-near", "allgather/bruck-near",
                             "allreduce/bruck-near"};

void check_windows(const PreparedScheduler& plan, const kernels::DelayRow& row,
                   const ResultRow& result, const std::string& where) {
    const std::size_t words = plan.space().words();
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        const auto [collective, schedule] =
            plan.space().decode({result.decision.data() + i * words, words});
        const auto fault = kernels::broken_promise(collective);
        BOOST_TEST(!fault, where << ": " << fault.value_or(""));
        const auto line = kernels::replay(
            schedule, collective,
            {row.per_step_latency, row.per_hop_latency, row.message_time, 1, row.delays[i]},
            kernels::routed_oracle(1), plan.space().rules);
        BOOST_TEST(line.violation == "", where);
        BOOST_TEST(close(line.cost.total(), result.completion[i], 1e-12), where);
    }
}

BOOST_AUTO_TEST_CASE(the_optimum_is_enumeration_in_closed_form) {
    Generator g(47);
    int both_better = 0;
    for (int number = 0; number < 300; ++number) {
        const auto p = draw_problem(g);
        for (const auto& name : names) {
            const auto structure = on_ring(name, p.n);
            const auto where = text_of(p, name, number);
            const double plain = solved("bridge-hybrid", structure, p).completion[0],
                         mixed = solved("bridge-hybrid", structure, p, true).completion[0],
                         bruck = solved("bridge", structure, p).completion[0];
            const double wanted = expected(p, name, false);
            BOOST_TEST(std::abs(plain - wanted) <= 1e-12 * wanted,
                       where << ": " << plain << " != " << wanted);
            const double wanted_mixed = expected(p, name, true);
            BOOST_TEST(std::abs(mixed - wanted_mixed) <= 1e-12 * wanted_mixed,
                       where << ": mixed " << mixed << " != " << wanted_mixed);
            BOOST_TEST(mixed <= plain * (1 + 1e-12), where);
            BOOST_TEST(plain <= bruck * (1 + 1e-12), where);
            const auto ring_name = name.substr(0, name.find('/')) + "/ring";
            const double ring =
                solved("ring-hamiltonian", on_ring(ring_name, p.n), p).completion[0];
            BOOST_TEST(plain <= ring * (1 + 1e-12), where);
            both_better += plain < 0.99 * std::min(bruck, ring);
        }
    }
    BOOST_TEST(both_better > 50);
}

BOOST_AUTO_TEST_CASE(windows_move_the_blocks_and_replay) {
    Generator g(53);
    int windows = 0;
    for (int number = 0; number < 200; ++number) {
        const auto p = draw_problem(g);
        const auto& name = names[draw(g, 0, 2)];
        const auto structure = on_ring(name, p.n);
        const auto plan = [&] {
            SchedulerOptions options;
            options.mixed = draw(g, 0, 1);
            return prepare(*find_scheduler("bridge-hybrid"), structure, options);
        }();
        const std::vector<double> delays{p.delay};
        ResultRow row;
        row.want_decisions = true;
        plan->evaluate({p.per_step, p.per_hop, p.message_time, delays}, row);
        const auto [collective, schedule] = plan->space().decode(row.decision);
        const auto where = text_of(p, name, number);
        const auto fault = kernels::broken_promise(collective);
        BOOST_TEST(!fault, where << ": " << fault.value_or(""));
        const int more = row.more_steps.empty() ? 0 : row.more_steps[0];
        BOOST_TEST(collective.steps.size() == structure->steps() + more, where);
        windows += more > 0;
        const auto line = kernels::replay(schedule, collective,
                                          {p.per_step, p.per_hop, p.message_time, 1, p.delay},
                                          kernels::routed_oracle(1), plan->space().rules);
        BOOST_TEST(line.violation == "", where);
        BOOST_TEST(close(line.cost.total(), row.completion[0], 1e-12), where);
    }
    BOOST_TEST(windows > 50);
}

/// On few nodes other algorithms send Bruck's shifts and shares, some in another order: what is
/// taken for Bruck's must move the blocks and take the time of its row, listed or not.
BOOST_AUTO_TEST_CASE(other_algorithms_on_few_nodes) {
    const auto& hybrid = *find_scheduler("bridge-hybrid");
    const std::vector<double> delays{0, 1e-6, 1e-4};
    std::vector<std::string> all;
    for (const char* open : {"reduce-scatter/any", "allgather/any", "allreduce/any"})
        for (auto& name : kernels::concrete_names(open)) all.push_back(std::move(name));
    for (const auto& name : all)
        for (int instance = 0; instance < 16; ++instance) {
            const Node n = 2 + instance % 4;
            SchedulerOptions options;
            options.mixed = instance / 4 % 2;
            if (kernels::refuse_nodes(name, n)) continue;
            auto problem = *on_ring(name, n);
            problem.subrings.free_start = instance < 8;
            const auto shared = std::make_shared<const Problem>(problem);
            if (why_not_applicable(hybrid, problem, options)) continue;
            const auto plan = prepare(hybrid, shared, options);
            const auto where = name + " n " + std::to_string(n);
            for (const double message_time : {0.0, 1e-6, 1e-3}) {
                const kernels::DelayRow row{1e-7, 1e-6, message_time, delays};
                ResultRow result;
                result.want_decisions = true;
                plan->evaluate(row, result);
                check_windows(*plan, row, result, where);
            }
            const auto& table = *plan->envelope();
            for (std::size_t k = 0; k < table.size(); ++k) {
                double hops = 0, changes = 0;
                for (const auto& run : plan->step_runs({table.words(k), table.n_words()})) {
                    hops += static_cast<double>(run.steps) * run.hops;
                    changes += static_cast<double>(run.steps) * run.reconfigurations;
                }
                BOOST_TEST(hops == table[k].hops, where);
                BOOST_TEST(changes == table[k].reconfigurations, where);
            }
        }
}

BOOST_AUTO_TEST_CASE(every_window_keeps_the_promise) {
    for (const auto& name : names)
        for (Node n : {2, 3, 5, 8, 11, 16, 21, 32}) {
            const auto bruck = kernels::build_collective(name, n);
            const auto own = bridge::bruck_exponents(bruck).value();
            const std::size_t turn = name == names[2] ? own.size() / 2 : own.size();
            for (std::size_t first = 0; first < own.size(); ++first)
                for (std::size_t end = first + 1; end <= (first < turn ? turn : own.size());
                     ++end) {
                    const auto carried =
                        kernels::with_ring_windows(bruck, own, {{first, end - first}});
                    const auto fault = kernels::broken_promise(carried);
                    BOOST_TEST(!fault, name << " n " << n << " steps " << first << " to " << end
                                            << ": " << fault.value_or(""));
                }
        }
}

BOOST_AUTO_TEST_CASE(where_there_is_no_window) {
    const auto& hybrid = *find_scheduler("bridge-hybrid");
    const auto refused = [&](const kernels::Collective& c) {
        return why_not_applicable(
            hybrid, make_problem(c, kernels::Topology::ring(c.n, kernels::LinkBandwidth::full), {},
                                 0, measures::routed));
    };
    using kernels::build_collective;
    BOOST_TEST((refused(build_collective("alltoall/bruck", 16)) == Reason::no_ring_windows));
    BOOST_TEST(
        (refused(build_collective("allreduce/bruck-latency", 16)) == Reason::no_ring_windows));
    BOOST_TEST((refused(build_collective("reduce-scatter/bruck-near", 9, {}, 2)) ==
                Reason::no_ring_windows));
    BOOST_TEST((refused(kernels::with_bridge_volumes(
                    build_collective("reduce-scatter/bruck-near", 9))) == Reason::no_ring_windows));
    BOOST_TEST(!refused(build_collective("allreduce/bruck-near+alltoall/bruck", 16)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
