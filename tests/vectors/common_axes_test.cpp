// Reference vectors of the common accounting (common.json): the best of all schedulers at a point,
// and the plans that are best along the delay, along the message and anywhere.
#include <boost/test/unit_test.hpp>

#include "kernels/envelopes/axis_pieces.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/one_accounting/wdm/wdm_envelopes.hpp"
#include "solvers/registry/registry.hpp"
#include "sweeps/rows/best_row.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_axes_vectors)

using kernels::Node;
using kernels::ScheduleCost;
using solvers::StepMeasure;
namespace measures = solvers::measures;

std::shared_ptr<const solvers::Problem> on_lanes(const std::string& collective, const Json& in) {
    const auto n = in["nodes"].get<Node>(), k = in["planes"].get<Node>();
    return std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
        kernels::build_collective(collective, n, kernels::Order::near),
        *solvers::one_accounting::base_topology(in["topology"].get<std::string>(), n, k), k,
        in["route"] == "path" ? measures::lanes_path : measures::lanes_flow));
}

kernels::Parameters point_of(const Json& in) {
    return {in["per_step_latency"], in["per_hop_latency"], in["message"], in["bandwidth"],
            in["reconfiguration_delay"]};
}

struct Candidate {
    std::string scheduler, algorithm;
    double time;
};

void add_on_lanes(const Json& in, const solvers::SchedulerRow& row, std::vector<Candidate>& all) {
    const std::string primitive = in["primitive"];
    for (const auto& one : kernels::collective_table()) {
        const std::string name(one.name);
        if (!name.starts_with(primitive + "/") || one.lattice.dimensions > 0 ||
            kernels::refuse_nodes(one, in["nodes"].get<int>()))
            continue;
        const auto structure = on_lanes(name, in);
        if (solvers::why_not_applicable(row, *structure)) continue;
        solvers::ResultRow result;
        solvers::prepare(row, structure, {})->evaluate(kernels::row_at(point_of(in)), result);
        all.push_back(
            {std::string(row.name), name.substr(primitive.size() + 1), result.completion[0]});
    }
}

void add_on_ring(const Json& in, const std::string& scheduler, std::vector<Candidate>& all) {
    const Node n = in["nodes"];
    const std::int64_t w = in["wavelengths"];
    const auto p = point_of(in);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& plan :
         solvers::one_accounting::wdm_envelopes(scheduler, kernels::Primitive::all_gather, n, w)
             .plans) {
        const auto figures =
            solvers::one_accounting::figures_of(plan, kernels::Primitive::all_gather, n, w);
        least = std::min(
            least, static_cast<double>(figures.steps) * (p.per_step_latency + p.per_hop_latency) +
                       figures.transmission * p.message_time() +
                       static_cast<double>(figures.reconfigurations) * p.reconfiguration_delay);
    }
    all.push_back({scheduler, "tree", least});
}

/// Not in the vectors: the same optimum, found at length.
bool is_witness(const solvers::SchedulerRow& row) {
    return row.name.ends_with("-milp") || row.name.ends_with("-ilp");
}

/// In the order of ties. On one plane SWOT's search is every-step, which comes first.
std::vector<Candidate> candidates_of(const Json& in) {
    std::vector<Candidate> all;
    for (const auto& row : solvers::common_scheduler_table()) {
        if (row.name == "swot" || row.name == "wdm-optimal" || row.traits.is_formula) continue;
        if (row.traits.never != solvers::Reason::none || is_witness(row)) continue;
        if (row.traits.ring() == nullptr)
            add_on_lanes(in, row, all);
        else
            add_on_ring(in, std::string(row.name), all);
    }
    return all;
}

BOOST_AUTO_TEST_CASE(best_of_all_candidates) {
    const auto all = cases("common.json", "best");
    BOOST_TEST(all.size() == 18u);
    for (const auto& one : all) {
        const auto &in = one["inputs"], &expected = one["expected"];
        BOOST_TEST_REQUIRE(in["primitive"] == "allgather");
        BOOST_TEST_REQUIRE(in["planes"] == 1);
        const auto candidates = candidates_of(in);
        const Candidate* best = &candidates.front();
        for (const auto& candidate : candidates)
            if (candidate.time < best->time * (1 - sweeps::winner_tie)) best = &candidate;
        double next = std::numeric_limits<double>::infinity();
        for (const auto& candidate : candidates)
            if (candidate.time > best->time * (1 + sweeps::winner_tie))
                next = std::min(next, candidate.time);
        const auto what = one["id"].get<std::string>() + ": " + best->scheduler + " with " +
                          best->algorithm + " " + std::to_string(best->time * 1e6) + " us";
        BOOST_TEST(best->scheduler == expected["scheduler"].get<std::string>(), what);
        BOOST_TEST(best->algorithm == expected["algorithm"].get<std::string>(), what);
        BOOST_TEST(close(best->time, expected["completion_time"]), what);
        BOOST_TEST(close(next, expected["next_distinct_time"]), what << ", next " << next);
    }
}

/// Plans of `segments` on every collective of a case, and whose they are.
struct Plans {
    std::vector<ScheduleCost> planes;
    std::vector<std::string> collective;
};

Plans plans_of(const Json& in) {
    Plans all;
    const auto& segments = *solvers::find_scheduler("segments", solvers::common_scheduler_table());
    for (const auto& name : in["collectives"]) {
        const auto structure = on_lanes(name, in);
        const auto plan = solvers::prepare(segments, structure, {});
        BOOST_TEST_REQUIRE(plan->envelope());
        const auto& table = *plan->envelope();
        for (std::size_t i = 0; i < table.size(); ++i) {
            if (!std::isfinite(table[i].congestion)) continue;  // some topology cannot carry it
            all.planes.push_back({table.startups()[i], table[i].hops,
                                  static_cast<double>(table[i].reconfigurations),
                                  table.volume() + table[i].congestion});
            all.collective.push_back(name);
        }
    }
    return all;
}

kernels::AxisParameters axis_of(const Json& in) {
    return {in["per_step_latency"], in["per_hop_latency"], in["bandwidth"]};
}

double intercept_of(const ScheduleCost& plane, const Json& in) {
    const auto p = point_of(in);
    return plane.steps * p.per_step_latency + plane.hops * p.per_hop_latency;
}

BOOST_AUTO_TEST_CASE(along_the_delay) {
    const auto all = cases("common.json", "delay_axis");
    BOOST_TEST(all.size() == 2u);
    for (const auto& one : all) {
        const auto& in = one["inputs"];
        const auto plans = plans_of(in);
        const auto pieces = kernels::delay_pieces(plans.planes, axis_of(in), in["message"]);
        const auto& expected = one["expected"]["pieces"];
        BOOST_TEST_REQUIRE(pieces.size() == expected.size());
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto& plane = plans.planes[pieces[i].schedule];
            const auto what = one["id"].get<std::string>() + " piece " + std::to_string(i);
            BOOST_TEST(plans.collective[pieces[i].schedule] ==
                           expected[i]["collective"].get<std::string>(),
                       what);
            BOOST_TEST(plane.reconfigurations == expected[i]["reconfigurations"].get<int>(), what);
            BOOST_TEST(close(pieces[i].from, expected[i]["delay_from"]), what);
            BOOST_TEST(
                close(intercept_of(plane, in) + plane.transmission * point_of(in).message_time(),
                      expected[i]["intercept"]),
                what);
        }
    }
}

BOOST_AUTO_TEST_CASE(along_the_message) {
    const auto all = cases("common.json", "message_axis");
    BOOST_TEST(all.size() == 2u);
    for (const auto& one : all) {
        const auto& in = one["inputs"];
        const auto pieces =
            kernels::message_pieces(plans_of(in).planes, axis_of(in), in["reconfiguration_delay"],
                                    in["message_from"], in["message_to"]);
        const auto& expected = one["expected"]["breakpoints"];
        BOOST_TEST_REQUIRE(pieces.size() == expected.size() + 1);
        for (std::size_t i = 0; i < expected.size(); ++i)
            BOOST_TEST(close(pieces[i + 1].from, expected[i]),
                       one["id"] << ": " << pieces[i + 1].from << ", not " << expected[i]);
    }
}

/// Those that are least somewhere between the messages: every expected one is among the plans, and
/// at every point the expected are as good as all.
BOOST_AUTO_TEST_CASE(plans_over_both) {
    const auto all = cases("common.json", "planes");
    BOOST_TEST(all.size() == 1u);
    for (const auto& one : all) {
        const auto& in = one["inputs"];
        const auto plans = plans_of(in);
        const auto time = [&](double intercept, double transmission, double changes, double m,
                              double delay) {
            return intercept + transmission * m / in["bandwidth"].get<double>() + changes * delay;
        };
        for (const auto& plane : one["expected"]["planes"]) {
            bool found = false;
            for (std::size_t i = 0; i < plans.planes.size(); ++i)
                found |= plans.collective[i] == plane["collective"].get<std::string>() &&
                         plans.planes[i].reconfigurations == plane["reconfigurations"].get<int>() &&
                         close(plans.planes[i].transmission, plane["transmission"]) &&
                         close(intercept_of(plans.planes[i], in), plane["intercept"]);
            BOOST_TEST(found, plane.dump());
        }
        for (double m = 1024; m <= 1073741824.0; m *= 4)
            for (double delay = 1e-9; delay < 1; delay *= 3) {
                double least = std::numeric_limits<double>::infinity(), expected = least;
                for (const auto& plane : plans.planes)
                    least = std::min(least,
                                     time(intercept_of(plane, in), plane.transmission,
                                          static_cast<double>(plane.reconfigurations), m, delay));
                for (const auto& plane : one["expected"]["planes"])
                    expected =
                        std::min(expected, time(plane["intercept"], plane["transmission"],
                                                plane["reconfigurations"].get<double>(), m, delay));
                BOOST_TEST(close(least, expected), m << " B, " << delay << " s");
            }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
