// A set of rules of a test's own, in this one file: nothing else has to know it.
#include <boost/test/unit_test.hpp>

#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "sweeps/rules/base_rules.hpp"
#include "sweeps/spec/problem.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(added_rules)

/// Links that nobody shares: a step costs its farthest pair's links and its bytes at full rate.
kernels::FlowOracle without_congestion(kernels::Node, const solvers::flow::FlowOptions&) {
    return [](const kernels::Topology& topology, const kernels::Demand& demand) {
        const auto measured = solvers::measures::concurrent_flow.oracle(1)(topology, demand);
        return kernels::StepFlow{1.0, measured.hops};
    };
}

class TollPoints : public BasePoints {
  public:
    using BasePoints::BasePoints;
    solvers::StepMeasure measure(const Indices&) const override {
        return {.make = without_congestion};
    }
};

void check(const GridSpec& grid, Faults& faults) {
    const AxisValues* nodes = grid.find("nodes");
    for (std::size_t i = 0; nodes && i < nodes->size(); ++i)
        if (nodes->numbers[i] > 64)
            faults.add(nodes->place(i), nodes->name(i), nodes->text(i),
                       "is more than these rules allow", "at most 64");
}

constexpr Rules toll{.name = "toll",
                     .summary = "links that nobody shares",
                     .knows = is_on_a_base,
                     .keys = keys_on_a_base,
                     .check = check,
                     .points = make_points<TollPoints>};

ProblemResult read(int nodes, const Vocabulary& vocabulary) {
    return read_problem(
        R"({"rules":"toll","scheduler":"static","collective":"allreduce/ring","nodes":)" +
            std::to_string(nodes) +
            R"(,"message":"8MB","topology":"ring","bandwidth":1e9,
        "per_step_latency":"1us","per_hop_latency":"1us","reconfiguration_delay":"1ms"})",
        vocabulary);
}

BOOST_AUTO_TEST_CASE(a_problem_is_solved_by_them) {
    BOOST_TEST(!read(8, make_vocabulary()).error.empty());  // nobody knows them yet
    const AddedRules added(toll);
    const auto found = read(8, make_vocabulary());
    BOOST_REQUIRE_MESSAGE(found.problem, found.error);
    // 14 steps of 1 MB to the next node: 14 (1 us + 1 us + 1 ms).
    BOOST_TEST(solve(*found.problem).row.completion[0] == 14 * (1e-6 + 1e-6 + 1e-3),
               boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(their_own_faults_are_reported) {
    const AddedRules added(toll);
    const auto found = read(128, make_vocabulary());
    BOOST_REQUIRE_MESSAGE(found.problem, found.error);
    BOOST_CHECK_EXCEPTION(solve(*found.problem), std::invalid_argument, [](const auto& fault) {
        return std::string(fault.what()).find("more than these rules allow") != std::string::npos;
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
