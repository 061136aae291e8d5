// BRIDGE's reference vectors: costs of schedules, optima, baselines.
#include <numeric>

#include "kernels/collectives/bruck.hpp"
#include "solvers/bridge/subring_space.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "solvers/walks/walk_envelope.hpp"
#include "tests/vectors/bridge_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(bridge_optima_vectors)

using namespace lightsweep::solvers;

std::shared_ptr<const Problem> structure_of(const Json& in, const std::string& name,
                                            Node block = 1) {
    const Node n = in["n"];
    auto collective = bruck(name, n, in.value("ports", 1));
    if (in.value("mode", "exact") == "paper")
        collective = kernels::with_bridge_volumes(std::move(collective));
    auto structure = make_problem(std::move(collective),
                                  kernels::Topology::ring(n, kernels::LinkBandwidth::full), {}, 0,
                                  measures::routed);
    structure.subrings = {in.value("initial", "free") == "free", in.value("restore", false),
                          in.value("block", block)};
    return std::make_shared<const Problem>(std::move(structure));
}

kernels::DelayRow row_of(const Json& in, const std::vector<double>& delays, double m, Node ports) {
    return {in["alpha_s"], in["alpha_h"], m * in["beta"].get<double>() / ports, delays};
}

/// Lengths of the runs of equal states.
Segments runs(const std::vector<std::size_t>& states) {
    Segments lengths;
    for (std::size_t k = 0; k < states.size(); ++k) {
        if (k == 0 || states[k] != states[k - 1]) lengths.push_back(0);
        ++lengths.back();
    }
    return lengths;
}

std::vector<std::size_t> states_of_segments(const std::string& name, const Segments& segments) {
    const Segments mirrored(segments.rbegin(), segments.rend());
    const std::size_t s = std::accumulate(segments.begin(), segments.end(), std::size_t{0});
    if (name == "ag") return bridge::falling_states(segments, s);
    auto states = bridge::rising_states(segments, s);
    if (name != "ar_rsag") return states;
    const auto back = bridge::falling_states(mirrored, s);
    states.insert(states.end(), back.begin(), back.end());
    return states;
}

BOOST_AUTO_TEST_CASE(costs_of_given_schedules) {
    for (const auto& c : bridge_cases("schedule_cost")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        const std::string name = in["collective"];
        const auto structure = structure_of(in, name);
        const auto space = bridge::subring_space(structure);
        const auto plane =
            schedule_of(space, states_of_segments(name, in["segments"].get<Segments>()));
        const Node ports = in.value("ports", 1);
        const double sent = in["m"].get<double>() * in["beta"].get<double>() / ports;
        BOOST_TEST(space.steps() == out["steps"].get<std::size_t>(), c["id"]);
        BOOST_TEST(plane.reconfigurations == out["R"].get<int>(), c["id"]);
        check_close(c, "hops", plane.hops, out["hop_sum"]);
        check_close(c, "transmission", sent * structure->costs.volume, out["transmission"]);
        check_close(c, "congestion", sent * plane.congestion, out["congestion"]);
        check_close(c, "reconfig", in["delta"].get<double>() * plane.reconfigurations,
                    out["reconfig"]);
        const std::vector<double> delays{in["delta"]};
        const auto table = kernels::Envelope(space.steps(), structure->costs.volume, {plane},
                                             bridge::subring_bits);
        const double total = in["alpha_s"].get<double>() * static_cast<double>(space.steps()) +
                             in["alpha_h"].get<double>() * plane.hops +
                             sent * (table.volume() + plane.congestion) +
                             delays[0] * plane.reconfigurations;
        check_close(c, "total", total, out["total"]);
    }
}

struct Answer {
    double total;
    std::vector<std::size_t> states;
    int reconfigurations;
};

Answer solve(const Json& in, const std::string& scheduler, const std::string& name, double m,
             SchedulerOptions options = {}, Node block = 1) {
    const auto structure = structure_of(in, name, block);
    const auto plan = prepare(*find_scheduler(scheduler), structure, options);
    const std::vector<double> delays{in["delta"]};
    ResultRow row;
    row.want_decisions = true;
    plan->evaluate(row_of(in, delays, m, in.value("ports", 1)), row);
    Answer answer{row.completion[0], {}, row.n_reconfigurations[0]};
    for (std::size_t k = 0; k < structure->steps(); ++k)
        answer.states.push_back(kernels::state_at(row.decision, k, bridge::subring_bits));
    return answer;
}

/// Totals always; segments where nothing else is within 1e-9.
void check_optimum(const Json& c, const std::string& what, const Answer& answer,
                   const Json& expected, bool is_all_reduce) {
    check_close(c, what, answer.total, expected["total"]);
    const auto gap = expected.find("gap");
    if (gap != expected.end() && (gap->is_null() || gap->get<double>() <= 1e-9)) return;
    BOOST_TEST(answer.reconfigurations == expected["R"].get<int>(), c["id"] << " " << what);
    auto states = answer.states;
    if (is_all_reduce) states.resize(states.size() / 2);
    BOOST_TEST(runs(states) == expected["segments"].get<Segments>(), c["id"] << " " << what);
}

std::string exchange(const std::string& name) {
    const std::map<std::string, std::string> names{{"a2a", "alltoall/hypercube"},
                                                   {"rs", "reduce-scatter/halving-doubling"},
                                                   {"ag", "allgather/halving-doubling"},
                                                   {"ar_rsag", "allreduce/halving-doubling"},
                                                   {"ar_lat", "allreduce/recursive-doubling"}};
    return names.at(name);
}

std::string ring(const std::string& name) {
    const std::map<std::string, std::string> names{
        {"rs", "reduce-scatter/ring"}, {"ag", "allgather/ring"}, {"ar_rsag", "allreduce/ring"}};
    return names.at(name);
}

/// A baseline on another algorithm of the same primitive.
double other(const Json& in, const std::string& scheduler, const std::string& collective) {
    const Node n = in["n"];
    auto structure = make_problem(kernels::build_collective(collective, n),
                                  kernels::Topology::ring(n, kernels::LinkBandwidth::full), {}, 0,
                                  measures::routed);
    structure.subrings.free_start = true;
    const auto plan = prepare(*find_scheduler(scheduler),
                              std::make_shared<const Problem>(std::move(structure)), {});
    const std::vector<double> delays{in["delta"]};
    ResultRow row;
    plan->evaluate(row_of(in, delays, in["m"], 1), row);
    return row.completion[0];
}

BOOST_AUTO_TEST_CASE(optima_and_baselines) {
    for (const auto& c : bridge_cases("optimum")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        const std::string name = in["collective"];
        const double m = in["m"];
        const bool all_reduce = name == "ar_rsag";
        check_optimum(c, "joint", solve(in, "bridge", name, m), out["joint"], all_reduce);
        check_optimum(c, "paper", solve(in, "bridge-paper", name, m), out["paper"], all_reduce);
        check_close(c, "program", solve(in, "bridge-ilp", name, m).total, out["joint"]["total"]);
        if (out.contains("s_bruck"))
            check_close(c, "s_bruck", solve(in, "s-bruck", name, m).total, out["s_bruck"]);
        if (out.contains("g_bruck_s_minus_1"))
            check_close(c, "g_bruck", solve(in, "g-bruck", name, m).total,
                        out["g_bruck_s_minus_1"]);
        SchedulerOptions charged;
        charged.charge_first = 1;
        if (out.contains("g_bruck_s"))
            check_close(c, "g_bruck_s", solve(in, "g-bruck", name, m, charged).total,
                        out["g_bruck_s"]);
        if (out.contains("r_hd_total"))
            check_close(c, "r_hd", other(in, "r-hd", exchange(name)), out["r_hd_total"]);
        if (out.contains("ring"))
            check_close(c, "ring", other(in, "ring-hamiltonian", ring(name)), out["ring"]);
    }
}

/// Segments with the way each is carried out: states of windows lie beyond those of Bruck.
BOOST_AUTO_TEST_CASE(bruck_or_a_windowed_ring_per_segment) {
    int compared = 0;
    for (const auto& c : bridge_cases("optimum")) {
        const auto& out = c["expected"];
        if (!out.contains("hybrid_total")) continue;
        const auto answer =
            solve(c["inputs"], "bridge-hybrid", c["inputs"]["collective"], c["inputs"]["m"]);
        check_close(c, "hybrid", answer.total, out["hybrid_total"]);
        const auto lengths = runs(answer.states);
        BOOST_TEST_REQUIRE(lengths.size() == out["hybrid_segments"].size(), c["id"]);
        std::size_t first = 0;
        for (std::size_t i = 0; i < lengths.size(); first += lengths[i++]) {
            const bool ring = answer.states[first] >= answer.states.size();
            BOOST_TEST(lengths[i] == out["hybrid_segments"][i][0].get<std::size_t>(), c["id"]);
            BOOST_TEST((ring ? "ring" : "bruck") == out["hybrid_segments"][i][1], c["id"]);
        }
        ++compared;
    }
    BOOST_TEST(compared == 6);
}

/// A schedule by its segments, R and z alike; an x-vector is no input here.
BOOST_AUTO_TEST_CASE(invalid_inputs) {
    for (const auto& c : bridge_cases("invalid")) {
        const auto& in = c["inputs"];
        if (in.contains("segments"))
            BOOST_CHECK_THROW(bridge::rising_states(in["segments"].get<Segments>(),
                                                    kernels::bruck_steps(in["n"].get<int>())),
                              std::invalid_argument);
        if (in.contains("R"))
            BOOST_CHECK_THROW(bridge::balanced_segments(in["s"], in["R"]), std::invalid_argument);
        if (in.contains("a")) {
            const auto space = bridge::subring_space(structure_of(Json{{"n", 64}}, "a2a"));
            BOOST_TEST(!space.on[in["a"].get<int>()].reachable(in["k"].get<int>()));
        }
    }
}

/// T_(R-1) - T_R, from the fewest hops and bytes with at most R reconfigurations.
BOOST_AUTO_TEST_CASE(critical_delays) {
    for (const auto& c : bridge_cases("optimum")) {
        if (!c["expected"].contains("critical_delays")) continue;
        const auto& in = c["inputs"];
        const auto structure = structure_of(in, in["collective"]);
        const auto table = *walk_envelope(bridge::subring_space(structure));
        const double sent = in["m"].get<double>() * in["beta"].get<double>();
        std::vector<double> least(structure->steps(), std::numeric_limits<double>::infinity());
        for (const auto& plane : table.schedules())
            for (std::size_t r = plane.reconfigurations; r < least.size(); ++r)
                least[r] = std::min(
                    least[r], in["alpha_h"].get<double>() * plane.hops + sent * plane.congestion);
        const auto& expected = c["expected"]["critical_delays"];
        BOOST_TEST_REQUIRE(expected.size() + 1 >= least.size(), c["id"]);
        for (std::size_t r = 1; r < least.size(); ++r)
            BOOST_TEST(close(least[r - 1] - least[r], expected[r - 1].get<double>(), 1e-8),
                       c["id"] << " R " << r);
    }
}

BOOST_AUTO_TEST_CASE(nondominated_schedules) {
    for (const auto& c : bridge_cases("rs_nondominated")) {
        const std::size_t s = c["inputs"]["s"];
        const auto structure = structure_of(Json{{"n", 1 << s}}, "rs");
        const auto table = *walk_envelope(bridge::subring_space(structure));
        const auto& points = c["expected"]["points"];
        BOOST_TEST_REQUIRE(table.size() == points.size(), c["id"]);
        std::vector<bool> found(table.size(), false);
        for (const auto& point : points)
            for (std::size_t i = 0; i < table.size(); ++i) {
                std::vector<std::size_t> states;
                for (std::size_t k = 0; k < s; ++k)
                    states.push_back(kernels::state_at(table[i].decision, k, bridge::subring_bits));
                if (runs(states) != point["segments"].get<Segments>()) continue;
                found[i] = true;
                check_close(c, "hops", table[i].hops, point["hop_sum"]);
                // W = sum of h m_k / (m / 2).
                check_close(c, "W", 2 * (table[i].congestion + table.volume()), point["W"]);
                BOOST_TEST(table[i].reconfigurations == point["R"].get<int>());
            }
        BOOST_TEST(std::count(found.begin(), found.end(), true) ==
                   static_cast<std::ptrdiff_t>(points.size()));
    }
}

BOOST_AUTO_TEST_CASE(blocks_with_fewer_switch_ports) {
    for (const auto& c : bridge_cases("blocks")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        const Node n = in["n"], z = in["z"], block = out["block"];
        BOOST_TEST((2 * n + z - 1) / z == block);
        const auto space = bridge::subring_space(structure_of(in, "rs", block));
        for (std::size_t t = 0; t < space.states(); ++t)
            for (std::size_t k = t; k < space.steps(); ++k)
                BOOST_TEST(space.on[t].hops[k] == out["hops_a_k"][t][k].get<double>(),
                           c["id"] << " subring " << t << " step " << k);
        check_optimum(c, "a2a", solve(in, "bridge", "a2a", in["m_a2a"], {}, block),
                      out["a2a_joint"], false);
        check_optimum(c, "rs", solve(in, "bridge", "rs", in["m_rs"], {}, block), out["rs_joint"],
                      false);
    }
}

BOOST_AUTO_TEST_CASE(optima_on_several_ports) {
    for (const auto& c : bridge_cases("multiport_optimum")) {
        const auto& in = c["inputs"];
        const auto answer = solve(in, "bridge", in["collective"], in["m"]);
        check_optimum(c, "joint", answer, c["expected"], false);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
