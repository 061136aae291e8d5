// OpTree's reference vectors: constructed schedules, exact plans, bounds.
#include <set>

#include "kernels/wdm/broadcast_bound.hpp"
#include "solvers/optree/gather_program.hpp"
#include "solvers/optree/held_constructions.hpp"
#include "solvers/optree/trees/broadcast_construction.hpp"
#include "solvers/optree/trees/tree_schedule.hpp"
#include "solvers/optree/windows/general_windows.hpp"
#include "solvers/optree/windows/radix_program.hpp"
#include "tests/support/optree_checks.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(optree_schedule_vectors)

using namespace solvers::optree;
using Numbers = std::vector<std::int64_t>;

std::vector<Json> optree_cases(const std::string& kind) {
    auto found = cases("optree.json", kind);
    BOOST_TEST_REQUIRE(!found.empty(), kind);
    return found;
}

const Json& optimal_vectors() {
    static const Json all = Json::parse(
        std::ifstream(std::string(LIGHTSWEEP_SOURCE_DIR) + "/tests/vectors/optree_optimal.json"));
    return all;
}

BOOST_AUTO_TEST_CASE(trees) {
    for (const auto& c : optree_cases("tree_schedule")) {
        const auto radices = c["input"]["radices"].get<Numbers>();
        const auto& out = c["expected"];
        RingTask task{c["input"]["N"]};
        BOOST_TEST(tree_colours(task, radices) == out["colours_per_stage"].get<Numbers>(),
                   boost::test_tools::per_element());
        for (const auto& [w, steps] : out["steps_by_w"].items()) {
            task.wavelengths = std::stoll(w);
            const auto schedule = tree_schedule(task, radices);
            check_gather(schedule, steps.get<std::int64_t>(), c["id"]);
            check_reverse(schedule, c["id"]);
            const auto figures = kernels::figures_of(schedule);
            BOOST_TEST(figures.lightpaths == out["deliveries"].get<std::int64_t>(), c["id"]);
            BOOST_TEST(figures.longest == out["longest_lightpath"].get<kernels::Node>(), c["id"]);
        }
    }
    for (const auto& c : optree_cases("tree_colours_only"))
        BOOST_TEST(tree_colours({c["input"]["N"]}, c["input"]["radices"].get<Numbers>()) ==
                       c["expected"]["colours"].get<Numbers>(),
                   boost::test_tools::per_element());
}

/// The reference's plan costs what ours does; where several do, they need not be the same.
void check_radices(const Json& c, RadixFamily family, const char* name) {
    const RingTask task{c["input"]["N"], c["input"]["w"]};
    const auto& out = c["expected"];
    std::vector<WindowStage> stages;
    if (family == RadixFamily::windowed)
        for (const auto& stage : out["windowed_plan"]) stages.push_back({stage[0], stage[1]});
    else
        for (const auto& radix : out[std::string(name) + "_radices"]) stages.push_back({radix, {}});
    const auto steps = out[std::string(name) + "_steps"].get<std::int64_t>();
    const auto plan = best_radices(task, family);
    BOOST_TEST(plan.cost.steps == steps, c["id"] << " " << name);
    BOOST_TEST(priced(task, family, stages).cost.steps == steps, c["id"] << " " << name);
    if (task.nodes > 1024) return;
    check_gather(family == RadixFamily::tree ? tree_schedule(task, plan.radices())
                                             : windowed_schedule(task, plan),
                 steps, c["id"]);
}

BOOST_AUTO_TEST_CASE(exact_plans) {
    for (const auto& c : optree_cases("dp")) {
        check_radices(c, RadixFamily::tree, "tree");
        check_radices(c, RadixFamily::lifted, "lift");
        check_radices(c, RadixFamily::windowed, "windowed");
    }
}

BOOST_AUTO_TEST_CASE(windows_on_any_ring) {
    for (const auto& c : optree_cases("general_windows")) {
        const RingTask task{c["input"]["N"], c["input"]["w"]};
        const auto plan = general_windows(task, c["input"]["strides"].get<Numbers>());
        BOOST_TEST(plan.steps == c["expected"]["steps"].get<std::int64_t>(), c["id"]);
        BOOST_TEST(plan.rounds.size() == c["expected"]["rounds"].get<std::size_t>(), c["id"]);
        check_gather(general_schedule(task, plan), plan.steps, c["id"]);
        BOOST_TEST(best_general_windows(task).steps <= plan.steps, c["id"]);
    }
}

BOOST_AUTO_TEST_CASE(programs) {
    for (const auto& c : optree_cases("milp_optimum")) {
        const auto plan = fewest_steps({c["input"]["N"], c["input"]["w"]});
        BOOST_TEST((plan.status == FewestSteps::Status::optimal), c["id"]);
        BOOST_TEST(plan.steps == c["expected"]["min_steps"].get<std::int64_t>(), c["id"]);
    }
}

BOOST_AUTO_TEST_CASE(tori) {
    const std::map<std::string, Method> methods{
        {"tree", Method::tree}, {"lift", Method::lifted}, {"windowed", Method::windowed}};
    for (const auto& c : optree_cases("torus"))
        for (const auto& [name, method] : methods) {
            const kernels::TorusShape shape{c["input"]["rows"], c["input"]["cols"]};
            const std::int64_t w = c["input"]["w"];
            const auto& out = c["expected"][name];
            for (const auto order : {TorusOrder::rows_first, TorusOrder::columns_first}) {
                const auto plan = plan_torus(shape, w, method, order);
                const auto steps =
                    out[order == TorusOrder::rows_first ? "row_then_col" : "col_then_row"];
                // Rows hold `cols` nodes. Ragged trees and strides may only be better.
                const bool rows_first = order == TorusOrder::rows_first;
                const std::int64_t a = rows_first ? shape.columns : shape.rows,
                                   b = shape.nodes() / a;
                const auto first = plan_gather({a, w}, method),
                           second = plan_gather({b, w, a}, method);
                BOOST_TEST(first.steps <= steps[0].get<std::int64_t>(), c["id"] << name);
                BOOST_TEST(second.steps <= steps[1].get<std::int64_t>(), c["id"] << name);
                BOOST_TEST(plan.steps == first.steps + second.steps, c["id"] << name);
                check_gather(plan.schedule, plan.steps, std::string(c["id"]) + name);
            }
            BOOST_TEST(plan_torus(shape, w, method).steps == out["best"].get<std::int64_t>(),
                       c["id"] << name);
        }
}

BOOST_AUTO_TEST_CASE(shells_and_bounds) {
    for (const auto& row : optimal_vectors()["shell"])
        BOOST_TEST(kernels::shell_size(row[0], row[1], 1 << 30) == row[2].get<std::int64_t>());
    for (const auto& row : optimal_vectors()["norm_sum"])
        BOOST_TEST(kernels::fill_shells(row[1], row[0]).sum == row[2].get<std::int64_t>());
    for (const auto& row : optimal_vectors()["bound"])
        BOOST_TEST(kernels::gather_lower_bound(row[0], row[1]) == row[2].get<std::int64_t>());
}

void check_broadcast(const Json& c, const BroadcastConstruction& plan) {
    BOOST_TEST(plan.virtual_nodes == c["V"].get<std::int64_t>());
    BOOST_TEST(plan.transmitters() == c["tx_max"].get<std::int64_t>());
    BOOST_TEST(plan.longest() == c["hop_max"].get<std::int64_t>());
    for (std::size_t t = 0; t < c["loads"].size(); ++t)
        for (const int direction : {0, 1})
            BOOST_TEST(plan.load(t, direction) == c["loads"][t][direction].get<std::int64_t>());
    if (c["edges"].is_null()) return;
    std::set<std::vector<std::int32_t>> edges, wanted;
    for (const auto& edge : plan.trees[0].edges) edges.insert({edge.from, edge.to, edge.step + 1});
    for (const auto& edge : c["edges"]) wanted.insert(edge.get<std::vector<std::int32_t>>());
    BOOST_TEST((edges == wanted));
}

BOOST_AUTO_TEST_CASE(broadcast_plans) {
    for (const auto& c : optimal_vectors()["cases"]) {
        const RingTask task{c["N"], c["w"]};
        BOOST_TEST_CONTEXT(text_of(task)) {
            const auto gather = plan_gather(task, Method::optimal);
            BOOST_TEST(gather.steps == c["built"].get<std::int64_t>());
            BOOST_TEST(gather.lower_bound == c["lb"].get<std::int64_t>());
            check_plan(gather, "wdm-optimal");
            if (gather.steps > 1) check_broadcast(c, plan_broadcast(task));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
