// Plans on flows that are known between two certificates: the exact optimum lies between bound and
// time, and nothing is called optimal that is not.
#include <boost/test/unit_test.hpp>

#include "kernels/collective_algorithms.hpp"
#include "kernels/topology_table.hpp"
#include "solvers/certified_plan.hpp"
#include "solvers/registry.hpp"

namespace lightsweep::tests {
namespace {

using namespace lightsweep::solvers;

std::shared_ptr<const Structure> structure(double gap) {
    kernels::TopologyParameters p;
    p.n = 128;
    p.degree = 4;
    p.seed = 11;
    p.link_bandwidth = kernels::LinkBandwidth::split;
    return std::make_shared<const Structure>(
        make_structure(kernels::build_collective("reduce-scatter/halving-doubling", 128),
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

BOOST_AUTO_TEST_CASE(exact_flows_need_no_second_plan) {
    const auto ring = std::make_shared<const Structure>(
        make_structure(kernels::build_collective("alltoall/shift", 16),
                       kernels::Topology::ring(16, kernels::LinkBandwidth::full), {}, 0.1));
    const auto plan = prepare(*find_scheduler("addanki"), ring, {});
    BOOST_TEST(plan->envelope() != nullptr);
    const std::vector<double> delays{1e-6};
    ResultRow result;
    plan->evaluate({1e-7, 1e-7, 1e-5, delays}, result);
    BOOST_TEST((result.status[0] == Status::optimal));
}

}  // namespace
}  // namespace lightsweep::tests
