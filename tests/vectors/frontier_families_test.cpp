// Families of the frontier against the reference values of their constructions.
#include <boost/test/unit_test.hpp>

#include <numeric>

#include "kernels/cost/gather_bounds.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/ring_levels.hpp"
#include "solvers/frontier/gathers/torus_sets.hpp"
#include "solvers/frontier/gathers/windows.hpp"
#include "solvers/frontier/plans/cayley.hpp"
#include "solvers/frontier/plans/found_plans.hpp"
#include "solvers/frontier/plans/shares.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(frontier_families)

using kernels::Node;
namespace frontier = solvers::frontier;
using Levels = std::vector<std::vector<Node>>;

void check_levels(const std::string& kind, bool both_ways) {
    for (const auto& one : cases("frontier_gathers.json", kind)) {
        const auto& in = one["inputs"];
        const Node n = in["nodes"], k = in["planes"];
        const auto given = in["levels"].get<Levels>();
        const auto lengths = frontier::level_lengths(given, n, both_ways);
        const double x =
            static_cast<double>(std::accumulate(lengths.begin(), lengths.end(), 0)) / n;
        BOOST_TEST(close(x, one["expected"]["X"].get<double>()), one["id"] << ": " << x);
        // Our own plan of as many levels takes no more.
        double own = INFINITY;
        for (const auto& plan : frontier::level_plans(n, both_ways ? k / 2 : k, both_ways))
            if (plan.levels.size() <= given.size())
                own = std::min(own, static_cast<double>(plan.length) / n);
        BOOST_TEST(own <= x + 1e-9, one["id"] << ": " << own << " against " << x);
    }
}

BOOST_AUTO_TEST_CASE(levels_one_way) {
    check_levels("levels_ring_uni", false);
}
BOOST_AUTO_TEST_CASE(levels_both_ways) {
    check_levels("levels_ring", true);
}

BOOST_AUTO_TEST_CASE(windows) {
    for (const auto& one : cases("frontier_gathers.json", "windows")) {
        const auto steps = frontier::windows_ahead(one["inputs"]["nodes"], one["inputs"]["digits"]);
        const auto& expected = one["expected"]["steps"];
        BOOST_REQUIRE_EQUAL(steps.size(), expected.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
            BOOST_TEST(steps[i].weight == expected[i]["weight"].get<Node>());
            const auto vectors = expected[i]["vectors"].get<std::vector<int>>();
            BOOST_TEST(steps[i].vectors == vectors, one["id"] << " step " << i);
        }
    }
}

BOOST_AUTO_TEST_CASE(digraphs) {
    for (const auto& one : cases("frontier_gathers.json", "digraph")) {
        const auto group = one["inputs"]["group"].get<std::vector<Node>>();
        const auto x = frontier::breadth_first(frontier::Group(group[0], group[1], group[2]),
                                               one["inputs"]["generators"]);
        BOOST_REQUIRE(x);
        BOOST_TEST(x->size() == one["expected"]["steps"].get<std::size_t>());
        BOOST_TEST(
            close(std::accumulate(x->begin(), x->end(), 0.0), one["expected"]["X"].get<double>()));
    }
}

frontier::FrontierBase base_of(const Json& in) {
    using Kind = frontier::FrontierBase::Kind;
    const Node n = in["nodes"], k = in["planes"];
    if (in["topology"] == "ring-uni") return {Kind::ring_uni, 1, n, k};
    if (in["topology"] == "ring") return {Kind::ring, 1, n, k};
    Node rows = 2;
    for (Node r = 2; r * r <= n; ++r)
        if (n % r == 0) rows = r;
    return {Kind::torus, rows, n / rows, k};
}

BOOST_AUTO_TEST_CASE(sets_on_tori) {
    for (const auto& one : cases("frontier_gathers.json", "torus_sets")) {
        const Node n = one["inputs"]["nodes"], columns = 8 - 4 * (n == 16), rows = n / columns;
        frontier::TorusSets plan{rows, columns, {}};
        for (const auto& set : one["inputs"]["sets"]) {
            plan.sets.emplace_back();
            for (const auto& shift : set) plan.sets.back().push_back({shift[0], shift[1]});
        }
        const auto steps = frontier::steps_of(plan);
        BOOST_REQUIRE(!steps.empty());
        double hops = 0, x = 0;
        for (const auto& step : steps) {
            hops += step.hops;
            x += step.x;
        }
        BOOST_TEST(hops <= one["expected"]["hops"].get<double>());
        // Heads are chosen greedily: up to 4 % more than the reference.
        BOOST_TEST(x <= one["expected"]["X_at_most"].get<double>() * 1.04, one["id"] << ": " << x);
    }
}

/// Time of the fastest plan, and the plan.
std::pair<double, const frontier::FrontierPlan*> fastest(
    const std::vector<frontier::FrontierPlan>& plans, const Json& in) {
    const kernels::BoundParameters p{in["per_step_latency"], in["per_hop_latency"],
                                     in["message"].get<double>() / in["bandwidth"].get<double>(),
                                     in["reconfiguration_delay"]};
    const frontier::FrontierPlan* best = nullptr;
    for (const auto& plan : plans)
        if (!best || plan.time(p) < best->time(p)) best = &plan;
    return {best->time(p), best};
}

std::string structure_of(const Json& in) {
    return in["primitive"].get<std::string>() + " " + in["topology"].get<std::string>() + " " +
           in["nodes"].dump() + " nodes " + in["planes"].dump() + " lanes";
}

/// With the table, all points are as fast as the reference or faster (48 nodes: in campaigns).
BOOST_AUTO_TEST_CASE(best_gathers) {
    std::map<std::string, std::vector<frontier::FrontierPlan>> known;
    constexpr double effort = frontier::effort_of_gathers(frontier::default_effort);
    for (const auto& one : cases("frontier_gathers.json", "best")) {
        const auto& in = one["inputs"];
        if (in["nodes"] == 48 && !is_campaign()) continue;
        const std::string primitive = in["primitive"];
        auto& plans = known[structure_of(in)];
        if (plans.empty())
            plans =
                primitive == "allreduce"
                    ? frontier::all_reduce_plans(base_of(in), effort)
                    : frontier::gather_plans(base_of(in), primitive == "reduce-scatter", effort);
        const auto [time, plan] = fastest(plans, in);
        const double expected = one["expected"]["time_at_most"];
        BOOST_TEST(time <= expected * (1 + 1e-9), structure_of(in)
                                                      << " " << one["id"] << ": " << time / expected
                                                      << " " << plan->family << " " << plan->text);
        BOOST_TEST(time >= one["expected"]["lower_bound"].get<double>() * (1 - 1e-9), one["id"]);
    }
}

BOOST_AUTO_TEST_CASE(exchanges_by_words) {
    for (const auto& one : cases("frontier_alltoall.json", "words")) {
        const auto& in = one["input"];
        const auto numbers = in["group"].get<std::vector<Node>>();
        const frontier::Group group(numbers[0], numbers[1], numbers[2]);
        std::vector<std::vector<frontier::Offer>> steps;
        for (std::size_t i = 0; i < in["configurations"].size(); ++i)
            for (int step = 0; step < in["steps_of_configuration"][i].get<int>(); ++step)
                steps.push_back(frontier::circuits(in["configurations"][i], group));
        const auto x = frontier::balanced(group, steps);
        const double sum = std::accumulate(x.begin(), x.end(), 0.0);
        BOOST_TEST(sum <= one["expected"]["X"].get<double>() * (1 + 1e-6), in << ": " << sum);
        BOOST_TEST(x.size() == one["expected"]["steps"].get<std::size_t>());
    }
}

BOOST_AUTO_TEST_CASE(exchanges_on_the_base) {
    for (const auto& one : cases("frontier_alltoall.json", "static_sets")) {
        const auto base = base_of(one["input"]);
        std::vector<std::vector<frontier::Offer>> steps;
        double hops = 0;
        for (const auto& set : one["input"]["sets"]) {
            double farthest = 0;
            steps.push_back(frontier::on_base(base, set.get<std::vector<Node>>(), farthest));
            hops += farthest;
        }
        const auto x = frontier::balanced(frontier::translations(base), steps);
        const double sum = std::accumulate(x.begin(), x.end(), 0.0);
        BOOST_TEST(sum <= one["expected"]["X"].get<double>() * (1 + 1e-6),
                   one["input"] << ": " << sum);
        BOOST_TEST(hops == one["expected"]["hops"].get<double>());
    }
    for (const auto& one : cases("frontier_alltoall.json", "static_ring_uni")) {
        const auto plan = frontier::exchange_plans(base_of([&] {
                                                       auto in = one["input"];
                                                       in["topology"] = "ring-uni";
                                                       return in;
                                                   }()),
                                                   0)
                              .front();
        BOOST_TEST(plan.steps.size() == one["expected"]["steps"].get<std::size_t>());
        BOOST_TEST(plan.hops() == one["expected"]["hops"].get<double>());
        BOOST_TEST(close(plan.x(), one["expected"]["X"].get<double>()));
    }
}

/// As fast as the reference's to 1 %; schedules of other schedulers are not in this list.
BOOST_AUTO_TEST_CASE(best_exchanges) {
    std::map<std::string, std::vector<frontier::FrontierPlan>> known;
    int compared = 0;
    for (const auto& one : cases("frontier_alltoall.json", "point")) {
        const auto& in = one["input"];
        const auto& expected = one["expected"];
        auto& plans = known[structure_of(in)];
        if (plans.empty()) plans = frontier::exchange_plans(base_of(in), frontier::default_effort);
        const auto [time, plan] = fastest(plans, in);
        BOOST_TEST(time >= expected["bound"].get<double>() * (1 - 1e-9));
        if (expected["family"] == "an existing scheduler") continue;
        const double ratio = time / expected["time_at_most"].get<double>();
        ++compared;
        BOOST_TEST(ratio <= 1.01, structure_of(in) << " m " << in["message"] << " D "
                                                   << in["reconfiguration_delay"] << ": " << ratio
                                                   << " " << plan->family << " " << plan->text);
    }
    BOOST_TEST(compared == 97);
}

/// Around the neighbour ring of WDM rings, no slower than the reference.
BOOST_AUTO_TEST_CASE(exchanges_on_wdm_rings) {
    for (const auto& one : cases("frontier_alltoall.json", "wdm")) {
        const auto& in = one["input"];
        const auto& expected = one["expected"];
        const Node n = in["nodes"], lanes = std::min(2 * in["wavelengths"].get<Node>(), n - n % 2);
        const kernels::BoundParameters p{1e-6, 1e-7, in["message"].get<double>() / 1e11, 1e-6};
        const double wanted = expected["steps"].get<double>() * p.per_step +
                              expected["hops"].get<double>() * p.per_hop +
                              expected["X"].get<double>() * p.transmission;
        double least = INFINITY;
        for (const auto& plan : frontier::exchange_plans(
                 {frontier::FrontierBase::Kind::ring, 1, n, lanes, true}, 3e6)) {
            BOOST_TEST(plan.changes() == 0);
            BOOST_TEST(plan.x() >= expected["X"].get<double>() - 1e-6);
            least = std::min(least, plan.time(p));
        }
        BOOST_TEST(least <= wanted * (1 + 1e-9), in << ": " << least / wanted);
        BOOST_TEST(least >= expected["bound"].get<double>());
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
