// Plans on flows that are known between two certificates: the exact optimum lies between bound and
// time, and nothing is called optimal that is not.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(prepared_with_bound)

using namespace lightsweep::solvers;

std::shared_ptr<const Problem> structure(double gap) {
    kernels::TopologyParameters p;
    p.n = 128;
    p.degree = 4;
    p.seed = 11;
    p.link_bandwidth = kernels::LinkBandwidth::split;
    return std::make_shared<const Problem>(
        make_problem(kernels::build_collective("reduce-scatter/halving-doubling", 128),
                     kernels::make_topology("random-regular", p), {}, gap));
}

BOOST_AUTO_TEST_CASE(the_exact_optimum_lies_between_bound_and_time) {
    const auto exact = structure(0), within = structure(0.05);
    BOOST_TEST_REQUIRE(exact->costs.is_exact());
    BOOST_TEST_REQUIRE(!within->costs.is_exact());
    const std::vector<double> delays{0, 1e-8, 1e-6, 1e-5, 1e-4, 1e-2};
    std::size_t feasible = 0;
    for (const char* name : {"static", "every-step", "threshold", "addanki"}) {
        const auto* row = find_scheduler(name);
        const auto truth = prepare(*row, exact, {}), certified = prepare(*row, within, {});
        for (const double time : {1e-8, 1e-5, 1e-2}) {
            const kernels::DelayRow delay_row{1e-7, 1e-7, time, delays, 0, 3e-6};
            ResultRow a, b;
            truth->evaluate(delay_row, a);
            certified->evaluate(delay_row, b);
            for (std::size_t i = 0; i < delays.size(); ++i) {
                const std::string where = std::string(name) + ", " + std::to_string(time) + ", " +
                                          std::to_string(delays[i]);
                const double slack = 1 + 1e-9;
                BOOST_TEST(b.lower_bound[i] <= a.completion[i] * slack, where);
                if (std::string(name) != "threshold")
                    BOOST_TEST(a.completion[i] <= b.completion[i] * slack, where);
                BOOST_TEST((b.gap(i) <= 0.05 + 1e-9 || std::string(name) == "threshold"), where);
                BOOST_TEST(b.lower_bound[i] <= b.completion[i], where);
                if (b.status[i] == Status::optimal) BOOST_TEST(b.gap(i) <= 1e-9, where);
                feasible += b.status[i] == Status::feasible ? 1 : 0;
            }
        }
    }
    BOOST_TEST(feasible > 20u);
}

/// The least of the planes, in steps of latency, message time and delay.
double least_plane(const kernels::Envelope& table, const kernels::DelayRow& row, double delay) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& plane : table.schedules())
        least = std::min(least, static_cast<double>(table.steps()) * row.per_step_latency +
                                    row.per_hop_latency * plane.hops +
                                    row.message_time * (table.volume() + plane.congestion) +
                                    delay * plane.reconfigurations);
    return least;
}

BOOST_AUTO_TEST_CASE(the_envelope_is_that_of_the_schedules_as_achieved) {
    const auto plan = prepare(*find_scheduler("addanki"), structure(0.05), {});
    BOOST_TEST_REQUIRE(plan->envelope() != nullptr);
    const std::vector<double> delays{0, 1e-8, 1e-6, 1e-5, 1e-4, 1e-2};
    for (const double time : {1e-8, 1e-5, 1e-2}) {
        const kernels::DelayRow row{1e-7, 1e-7, time, delays};
        ResultRow result;
        plan->evaluate(row, result);
        for (std::size_t i = 0; i < delays.size(); ++i) {
            const double least = least_plane(*plan->envelope(), row, delays[i]);
            BOOST_TEST(std::abs(least - result.completion[i]) <= 1e-12 * least,
                       time << " " << delays[i]);
        }
    }
}

BOOST_AUTO_TEST_CASE(flows_of_a_pool_are_certified_too) {
    kernels::TopologyParameters p;
    p.n = 128;
    p.degree = 4;
    p.seed = 3;
    p.link_bandwidth = kernels::LinkBandwidth::split;
    const auto with_pool = [&](double gap) {
        Pool pool;
        pool.others.push_back(kernels::make_topology("random-regular", p));
        return std::make_shared<const Problem>(make_problem(
            kernels::build_collective("reduce-scatter/halving-doubling", 128),
            kernels::Topology::ring(128, kernels::LinkBandwidth::split), std::move(pool), gap));
    };
    const auto exact = with_pool(0), within = with_pool(0.05);
    BOOST_TEST(exact->is_exact());
    BOOST_TEST(within->costs.is_exact());
    BOOST_TEST_REQUIRE(!within->is_exact());
    const auto truth = prepare(*find_scheduler("addanki-pool"), exact, {}),
               certified = prepare(*find_scheduler("addanki-pool"), within, {});
    const std::vector<double> delays{1e-8, 1e-6, 1e-5, 1e-4};
    std::size_t wider = 0;
    for (const double time : {1e-6, 1e-5, 1e-4, 1e-3}) {
        ResultRow a, b;
        truth->evaluate({1e-7, 1e-7, time, delays}, a);
        certified->evaluate({1e-7, 1e-7, time, delays}, b);
        for (std::size_t i = 0; i < delays.size(); ++i) {
            BOOST_TEST(b.lower_bound[i] <= a.completion[i] * (1 + 1e-9));
            BOOST_TEST(a.completion[i] <= b.completion[i] * (1 + 1e-9));
            wider += b.status[i] == Status::feasible;
        }
    }
    BOOST_TEST(wider > 0u);
}

BOOST_AUTO_TEST_CASE(exact_flows_need_no_second_plan) {
    const auto ring = std::make_shared<const Problem>(
        make_problem(kernels::build_collective("alltoall/shift", 16),
                     kernels::Topology::ring(16, kernels::LinkBandwidth::full), {}, 0.1));
    const auto plan = prepare(*find_scheduler("addanki"), ring, {});
    BOOST_TEST(plan->envelope() != nullptr);
    const std::vector<double> delays{1e-6};
    ResultRow result;
    plan->evaluate({1e-7, 1e-7, 1e-5, delays}, result);
    BOOST_TEST((result.status[0] == Status::optimal));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
