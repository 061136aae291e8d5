// The reference vectors of the schedulers beyond base and matching: reuse, ports, overlap, pools.
#include <boost/test/unit_test.hpp>

#include "kernels/cost/timeline.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(addanki_extensions)

using Subject = std::shared_ptr<const solvers::Problem>;

std::vector<Json> addanki(const std::string& kind) {
    auto found = cases("addanki.json", kind);
    BOOST_TEST_REQUIRE(!found.empty(), "no case of kind " << kind);
    return found;
}

void check_close(const Json& c, const char* what, double value, double expected) {
    BOOST_TEST(close(value, expected),
               c["id"] << " " << what << ": " << value << ", expected " << expected);
}

kernels::Parameters parameters_of(const Json& in) {
    const double delay = number(in.contains("alpha_r_s") ? in["alpha_r_s"] : in["fixed_s"]);
    kernels::Parameters p{number(in["alpha_s"]), number(in["delta_s"]), number(in["message_bytes"]),
                          number(in["bandwidth_Bps"]), delay};
    if (in.contains("per_port_s")) p.port_delay = number(in["per_port_s"]);
    return p;
}

struct Answer {
    double completion, replayed;
    std::vector<std::size_t> states;
};

Answer answer(const char* scheduler, const Subject& s, const kernels::Parameters& p) {
    const auto plan = solvers::find_scheduler(scheduler)->prepare(s, {});
    solvers::ResultRow row;
    row.want_decisions = true;
    plan->evaluate(kernels::row_at(p), row);
    Answer result{row.completion[0], 0, {}};
    for (std::size_t i = 0; i < s->steps(); ++i)
        result.states.push_back(kernels::state_at(row.decision, i, plan->space().bits));
    const auto carried = plan->space().decode(row.decision);
    result.replayed = kernels::replay(carried.schedule, carried.collective, p,
                                      solvers::flow::concurrent_flow, plan->space().rules)
                          .end();
    return result;
}

Subject on_ring(const Json& in) {
    return std::make_shared<const solvers::Problem>(solvers::make_problem(
        collective_named(in["collective"], in["n"]), ring_named(in["ring"], in["n"])));
}

BOOST_AUTO_TEST_CASE(reuse) {
    for (const auto& c : addanki("reuse_dp")) {
        const auto s = on_ring(c["inputs"]);
        const auto p = parameters_of(c["inputs"]);
        const auto found = answer("addanki-reuse", s, p);
        check_close(c, "cost", found.completion, c["expected"]["cost_s"]);
        check_close(c, "replay", found.replayed, c["expected"]["cost_s"]);
        check_close(c, "literal", answer("addanki", s, p).completion,
                    c["expected"]["literal_eq7_s"]);
        for (std::size_t i = 0; i < s->steps(); ++i)
            BOOST_TEST(found.states[i] == c["expected"]["states"][i].get<std::size_t>(),
                       c["id"] << " step " << i);
    }
}

BOOST_AUTO_TEST_CASE(ports) {
    for (const auto& c : addanki("ports_dp")) {
        const auto found =
            answer("addanki-ports", on_ring(c["inputs"]), parameters_of(c["inputs"]));
        check_close(c, "cost", found.completion, c["expected"]["cost_s"]);
        check_close(c, "replay", found.replayed, c["expected"]["cost_s"]);
    }
}

/// The vectors compute differently long before every step.
BOOST_AUTO_TEST_CASE(overlap) {
    for (const auto& c : addanki("overlap_dp")) {
        const auto s = on_ring(c["inputs"]);
        const auto p = parameters_of(c["inputs"]);
        std::vector<double> matched, base, exposed;
        double computation = 0;
        for (std::size_t i = 0; i < s->steps(); ++i) {
            const double compute = number(c["inputs"]["compute_s"][i]);
            matched.push_back(s->costs.matched_time(i, p));
            base.push_back(matched.back() + s->costs.extra_time(i, p));
            exposed.push_back(std::max(0.0, p.reconfiguration_delay - compute));
            computation += compute;
        }
        const auto plan = solvers::addanki::solve_two_state(matched, base, exposed);
        check_close(c, "cost", plan.cost + computation, c["expected"]["cost_s"]);
        double of_expected = computation;
        for (std::size_t i = 0; i < s->steps(); ++i) {
            const auto on_base = [&](std::size_t k) { return c["expected"]["x"][k] == 1; };
            of_expected += on_base(i) ? base[i] : matched[i];
            if (!on_base(i) || (i > 0 && !on_base(i - 1))) of_expected += exposed[i];
        }
        check_close(c, "cost of the expected schedule", of_expected, plan.cost + computation);
    }
}

BOOST_AUTO_TEST_CASE(pools) {
    for (const auto& c : addanki("pool_dp")) {
        const auto& in = c["inputs"];
        const kernels::Node n = in["n"];
        solvers::Pool pool;
        std::vector<kernels::Topology> bases;
        for (const auto& offset : in["pool_offsets"])
            bases.push_back(
                kernels::Topology::circulant(n, {offset.get<int>()}, kernels::LinkBandwidth::full));
        pool.others.assign(bases.begin() + 1, bases.end());
        const auto s = std::make_shared<const solvers::Problem>(
            solvers::make_problem(collective_named(in["collective"], n), bases.front(), pool));
        const auto p = parameters_of(in);
        for (std::size_t i = 0; i < s->steps(); ++i)
            for (std::size_t k = 0; k < bases.size(); ++k) {
                const auto& step = s->collective.steps[i];
                const auto flow = solvers::flow::concurrent_flow(bases[k], step.peer);
                check_close(c, "cost of a step",
                            p.per_step_latency + p.per_hop_latency * flow.hops +
                                step.share * p.message_time() * flow.stretch(),
                            c["expected"]["cost_matrix_s"][i][k]);
            }
        const auto found = answer("addanki-pool", s, p);
        check_close(c, "cost", found.completion, c["expected"]["cost_s"]);
        check_close(c, "replay", found.replayed, c["expected"]["cost_s"]);
        for (std::size_t i = 0; i < s->steps(); ++i)
            BOOST_TEST(found.states[i] == c["expected"]["states"][i].get<std::size_t>(),
                       c["id"] << " step " << i);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
