// Every case of the reference vectors that lives on a ring or on a small edge list.
#include <boost/test/unit_test.hpp>

#include "solvers/addanki/two_state.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/registry/registry.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/problem.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/two_state_oracles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(addanki_values)

using kernels::Node;
using kernels::Topology;

std::vector<Json> addanki(const std::string& kind) {
    auto found = cases("addanki.json", kind);
    BOOST_TEST_REQUIRE(!found.empty(), "no case of kind " << kind);
    return found;
}

void check_close(const std::string& id, const std::string& what, double value, double expected,
                 double tolerance = 1e-9) {
    BOOST_TEST(close(value, expected, tolerance),
               id << " " << what << ": " << value << ", expected " << expected);
}

BOOST_AUTO_TEST_CASE(collective_steps) {
    for (const auto& c : addanki("collective_steps")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        const auto collective = collective_named(in["collective"], in["n"]);
        BOOST_TEST(collective.steps.size() == out["steps"].get<std::size_t>());
        for (std::size_t k = 0; k < collective.steps.size(); ++k) {
            for (Node j = 0; j < collective.n; ++j)
                BOOST_TEST(collective.steps[k].peer(j) == out["destinations"][k][j].get<Node>());
            check_close(c["id"], "volume", collective.steps[k].share * number(in["message_bytes"]),
                        out["volumes"][k]);
        }
    }
}

BOOST_AUTO_TEST_CASE(ring_theta) {
    for (const auto& c : addanki("ring_theta")) {
        const auto p = kernels::Permutation::list(c["inputs"]["dest"].get<std::vector<Node>>());
        for (const char* ring : {"uni", "bidir_full", "bidir_split"}) {
            const auto flow = solvers::flow::concurrent_flow(ring_named(ring, p.size()), p);
            const auto& out = c["expected"][ring];
            check_close(c["id"], ring, flow.theta, number(out["theta_raw"]));
            check_close(c["id"], ring, 1 / flow.stretch(), number(out["theta_used"]));
            BOOST_TEST(flow.hops == out["ell"].get<Node>());
        }
    }
}

Topology edge_list(const Json& in) {
    std::vector<kernels::Edge> edges;
    for (const auto& e : in["edges"])
        edges.push_back({e[0].get<Node>(), e[1].get<Node>(), e[2].get<double>()});
    return Topology::edges(in["n"], edges, kernels::LinkBandwidth::full);
}

/// A proven interval and another one of the same number overlap.
void check_bracket(const std::string& id, const kernels::StepFlow& flow, double low, double high) {
    BOOST_TEST(flow.theta <= high * (1 + 1e-12), id << ": " << flow.theta << " > " << high);
    BOOST_TEST(flow.theta_high >= low * (1 - 1e-12), id << ": " << flow.theta_high << " < " << low);
}

BOOST_AUTO_TEST_CASE(edge_list_theta) {
    for (const auto& c : addanki("theta_lp")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        const auto p = kernels::Permutation::list(in["dest"].get<std::vector<Node>>());
        const auto flow = solvers::flow::concurrent_flow(edge_list(in), p);
        check_close(c["id"], in["note"], flow.theta, std::abs(number(out["theta_raw"])));
        BOOST_TEST(flow.is_exact(), c["id"]);
        const auto& ell = out["ell"];
        BOOST_TEST(flow.hops == (ell.is_string() ? -1 : ell.get<Node>()), c["id"] << " hops");
        check_bracket(c["id"], flow, out["lower_single_path"], out["upper_volumetric"]);
        check_bracket(c["id"], flow, 0, out["upper_degree"]);
        const auto rough = solvers::flow::FlowSolver(edge_list(in), {0.05})(p);
        check_bracket(c["id"], rough, std::abs(number(out["theta_raw"])), out["theta_raw"]);
        BOOST_TEST(rough.gap() <= 0.05, c["id"]);
        if (!out.contains("fptas_5pct")) continue;
        const auto& printed = out["fptas_5pct"];
        check_bracket(c["id"], flow, printed["lo"], printed["hi"]);
        check_bracket(c["id"], rough, printed["lo"], printed["hi"]);
    }
}

BOOST_AUTO_TEST_CASE(circulant_theta) {
    for (const auto& c : addanki("theta_cayley")) {
        const auto& in = c["inputs"];
        const auto topology = Topology::circulant(
            in["n"], in["offsets"].get<std::vector<std::int64_t>>(), kernels::LinkBandwidth::full,
            in["caps"].get<std::vector<double>>());
        const auto flow = solvers::flow::concurrent_flow(
            topology, kernels::Permutation::shift(in["n"], in["shift"].get<std::int64_t>()));
        check_close(c["id"], topology.describe(), flow.theta, c["expected"]["theta_raw"]);
    }
}

BOOST_AUTO_TEST_CASE(torus_theta) {
    for (const auto& c : addanki("theta_torus_shift")) {
        const auto& in = c["inputs"];
        BOOST_TEST_REQUIRE((in["bidirectional"].get<bool>() && in["cap"] == 1.0));
        const auto dims = in["dims"].get<std::vector<Node>>();
        const auto flow = solvers::flow::concurrent_flow(
            Topology::torus(dims, kernels::LinkBandwidth::full),
            kernels::Permutation::translation(dims, in["shift"].get<std::vector<std::int64_t>>()));
        check_close(c["id"], "theta", flow.theta, c["expected"]["theta_raw"]);
    }
}

BOOST_AUTO_TEST_CASE(ring_profiles) {
    for (const auto& c : addanki("ring_profile_64")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        const auto s = solvers::make_problem(collective_named(in["collective"], in["n"]),
                                             ring_named(in["ring"], in["n"]));
        double hops = 0, congested = 0;
        for (std::size_t k = 0; k < s.steps(); ++k) {
            hops += s.costs.hops[k];
            congested += s.costs.share[k] * s.costs.stretch[k];
            check_close(c["id"], "1/theta", s.costs.stretch[k], out["inverse_theta"][k]);
            check_close(c["id"], "ell", s.costs.hops[k], out["ell"][k]);
        }
        BOOST_TEST(s.steps() == out["steps"].get<std::size_t>());
        check_close(c["id"], "sum of ell", hops, out["sum_ell"]);
        check_close(c["id"], "volume", s.costs.volume, out["sum_volume_fraction"]);
        check_close(c["id"], "volume / theta", congested, out["sum_fraction_over_theta"]);
    }
}

/// One scheduler at one point.
solvers::ResultRow at_point(const char* scheduler, const solvers::Problem& structure,
                            const Json& in) {
    const double delay = number(in["alpha_r_s"]);
    const auto plan = solvers::find_scheduler(scheduler)->prepare(
        std::make_shared<const solvers::Problem>(structure), {});
    solvers::ResultRow row;
    row.want_decisions = true;
    plan->evaluate({number(in["alpha_s"]),
                    number(in["delta_s"]),
                    number(in["message_bytes"]) / number(in["bandwidth_Bps"]),
                    {&delay, 1}},
                   row);
    return row;
}

BOOST_AUTO_TEST_CASE(ring_optima) {
    for (const auto& c : addanki("opt_ring")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        const auto s = solvers::make_problem(collective_named(in["collective"], in["n"]),
                                             ring_named(in["ring"], in["n"]));
        const auto optimum = at_point("addanki", s, in);
        check_close(c["id"], "optimum", optimum.completion[0], out["t_opt_s"]);
        check_close(c["id"], "every step", at_point("every-step", s, in).completion[0],
                    out["t_bvn_s"]);
        check_close(c["id"], "static", at_point("static", s, in).completion[0], out["t_static_s"]);
        check_close(c["id"], "threshold", at_point("threshold", s, in).completion[0],
                    out["greedy_s"]);
        if (out["schedule_unique"] != true) continue;
        BOOST_TEST(optimum.n_reconfigurations[0] == out["reconfigurations"].get<int>());
        for (std::size_t k = 0; k < s.steps(); ++k)
            BOOST_TEST(((optimum.decision[k / 64] >> (k % 64)) & 1) == (out["x"][k] == 1 ? 0u : 1u),
                       c["id"] << " step " << k);
    }
}

BOOST_AUTO_TEST_CASE(two_state_program) {
    for (const auto& c : addanki("two_state_dp")) {
        const auto& in = c["inputs"];
        const auto& out = c["expected"];
        std::vector<double> matched, base;
        for (const auto& v : in["A"]) matched.push_back(number(v));
        for (const auto& v : in["B"]) base.push_back(number(v));
        const auto plan = solvers::addanki::solve_two_state(matched, base, number(in["alpha_r"]));
        check_close(c["id"], "cost", plan.cost, number(out["cost"]));
        BOOST_TEST(plan.reconfigurations == out["reconfigurations"].get<int>());
        for (std::size_t k = 0; k < matched.size(); ++k)
            BOOST_TEST(((plan.decision[0] >> k) & 1) == (out["x"][k] == 1 ? 0u : 1u),
                       c["id"] << " step " << k);
        const auto costs = cost_by_count(matched, base);
        for (std::size_t r = 0; r < costs.size(); ++r)
            check_close(c["id"], "W", costs[r], number(out["cost_by_count"][r]));
    }
}

/// One heat map: the largest value with its place, smallest value, share of cells above a limit.
struct Panel {
    double largest = 0, message = 0, delay = 0, smallest = 1e300;
    void take(double value, double m, double d) {
        smallest = std::min(smallest, value);
        if (!(value > largest)) return;
        largest = value;
        message = m;
        delay = d;
    }
};

void check_panel(const Json& c, const char* name, const Panel& panel) {
    const auto& out = c["expected"][name];
    check_close(c["id"], name, panel.largest, out["value"]);
    check_close(c["id"], name, panel.message, out["m"]);
    check_close(c["id"], name, panel.delay, out["ar"], 1e-12);
}

BOOST_AUTO_TEST_CASE(figure_peaks) {
    std::vector<double> delays;
    for (int i = 0; i <= 56; ++i) delays.push_back(std::pow(10.0, -9 + i / 8.0));
    for (const auto& c : addanki("figure_peaks")) {
        const auto& in = c["inputs"];
        const auto s = std::make_shared<const solvers::Problem>(solvers::make_problem(
            collective_named(in["collective"], in["n"]), ring_named(in["ring"], in["n"])));
        std::map<std::string, std::unique_ptr<solvers::PreparedScheduler>> plans;
        for (const char* name : {"static", "every-step", "addanki"})
            plans[name] = solvers::find_scheduler(name)->prepare(s, {});
        Panel bvn, fixed, best;
        int above = 0, cells = 0;
        for (int k = 10; k <= 32; ++k) {
            const double m = std::pow(2.0, k);
            const kernels::DelayRow row{number(in["alpha_s"]), number(in["delta_s"]),
                                        m / number(in["bandwidth_Bps"]), delays};
            solvers::ResultRow optimum, every, never;
            plans["addanki"]->evaluate(row, optimum);
            plans["every-step"]->evaluate(row, every);
            plans["static"]->evaluate(row, never);
            for (std::size_t d = 0; d < delays.size(); ++d, ++cells) {
                const double a = every.completion[d] / optimum.completion[d],
                             b = never.completion[d] / optimum.completion[d];
                bvn.take(a, m, delays[d]);
                fixed.take(b, m, delays[d]);
                best.take(std::min(a, b), m, delays[d]);
                above += std::min(a, b) > 1.01;
            }
        }
        check_panel(c, "vs_bvn", bvn);
        check_panel(c, "vs_static", fixed);
        check_panel(c, "vs_best", best);
        BOOST_TEST(best.smallest >= 1 - 1e-12);
        check_close(c["id"], "share above 1.01", static_cast<double>(above) / cells,
                    c["expected"]["frac_best_gt_1pct"]);
    }
}

/// The message of a sound problem with other values; empty if it is accepted.
std::string refusal_of(const std::map<std::string, std::string>& values) {
    std::map<std::string, std::string> flags{{"scheduler", "addanki"},
                                             {"rules", "addanki"},
                                             {"collective", "alltoall/shift"},
                                             {"topology", "ring-uni"},
                                             {"nodes", "3"},
                                             {"message", "1MiB"},
                                             {"bandwidth", "800Gbps"},
                                             {"per_step_latency", "0"},
                                             {"per_hop_latency", "0"},
                                             {"reconfiguration_delay", "0"}};
    for (const auto& [key, value] : values) flags[key] = value;
    if (flags["collective"] == "custom") flags.erase("message");
    const std::vector<std::pair<std::string, std::string>> list(flags.begin(), flags.end());
    return sweeps::problem_from_flags(list, sweeps::domain_vocabulary()).error;
}

/// What one invalid case is called, the inputs that stand for it and the words that must be said.
struct Invalid {
    std::vector<std::map<std::string, std::string>> inputs;
    std::string message;
};

const std::map<std::string, Invalid>& invalid_cases() {
    const auto peers = [](const char* list) {
        return std::map<std::string, std::string>{
            {"collective", "custom"}, {"steps", std::string("[{peer=") + list + ",bytes=1}]"}};
    };
    static const std::map<std::string, Invalid> cases{
        {"n=0", {{{{"nodes", "0"}}}, "nodes = 0: must be an integer >= 1"}},
        {"negative message", {{{{"message", "-1"}}}, "message = -1: must be >= 0"}},
        {"bandwidth<=0", {{{{"bandwidth", "0"}}, {{"bandwidth", "\"-1Gbps\""}}}, ": must be > 0"}},
        {"destination >= n", {{peers("[1,2,3]"), peers("[3,-1,-1]")}, "steps[0].peer"}}};
    return cases;
}

BOOST_AUTO_TEST_CASE(invalid_cases_are_refused_with_a_message) {
    BOOST_TEST_REQUIRE(refusal_of({}).empty(), refusal_of({}));
    for (const auto& c : addanki("invalid")) {
        BOOST_TEST_REQUIRE(c["expected"]["result"] == "reject");
        const std::string what = c["inputs"]["what"];
        BOOST_TEST_REQUIRE(invalid_cases().contains(what), c["id"] << " " << what);
        const auto& [inputs, message] = invalid_cases().at(what);
        for (const auto& values : inputs) {
            const auto said = refusal_of(values);
            BOOST_TEST(said.find(message) != std::string::npos,
                       c["id"] << " " << what << ": " << said);
        }
    }
}

BOOST_AUTO_TEST_CASE(kernels_refuse_what_no_sweep_would_pass_on) {
    BOOST_CHECK_THROW(kernels::build_collective("alltoall/shift", 0), std::invalid_argument);
    BOOST_CHECK_THROW(kernels::Permutation::list({0, 7, 1}), std::invalid_argument);
    BOOST_CHECK_THROW(kernels::Permutation::list({1, -2}), std::invalid_argument);
    BOOST_CHECK_THROW(kernels::Permutation::list({1, 2, 1}), std::invalid_argument);
    for (const char* name : {"allreduce/halving-doubling", "allreduce/swing", "alltoall/xor",
                             "allreduce/recursive-doubling"})
        BOOST_CHECK_THROW(kernels::build_collective(name, 12), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
