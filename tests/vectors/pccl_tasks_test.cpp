// The reference vectors of PCCL's training iteration: task graphs and the transformer.
#include <boost/test/unit_test.hpp>
#include <limits>

#include "kernels/training/transformer_tasks.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_tasks)

BOOST_AUTO_TEST_CASE(list_scheduling) {
    const auto found = cases("pccl.json", "tasks");
    BOOST_TEST_REQUIRE(found.size() == 1u);
    std::vector<kernels::Task> tasks;
    for (const auto& task : found[0]["inputs"]["tasks"])
        tasks.push_back(
            {task[0] == "comp" ? 0 : 1, task[1], task[2].get<std::vector<std::size_t>>(), task[3]});
    const auto times = kernels::simulate_tasks(tasks);
    BOOST_TEST(times.makespan == found[0]["expected"]["makespan"].get<double>());
    BOOST_TEST(times.finish == found[0]["expected"]["finish"].get<std::vector<double>>(),
               boost::test_tools::per_element());
}

/// Of the all-reduces' cost on a fixed topology: alpha * dilation + beta * congestion * bytes.
struct FixedCost {
    double start_up, congestion;
};

/// The vectors give a reduce-scatter's cost at full and at split links, whose beta is `degree`
/// times as large: two equations for the two parts.
FixedCost fixed_cost(const Json& one, const std::string& algorithm, double degree) {
    const auto& cost = one["expected"][algorithm];
    const double full = cost["link_dor"], split = cost["split_dor"];
    const double transmission = (split - full) / (degree - 1);
    return {full - transmission, transmission / one["inputs"]["bytes"].get<double>()};
}

/// Reduce-scatter by halving, the far partner first, on a grid of n = rows * columns nodes where
/// reconfigurations to a round's circuits and back are allowed. On the grid a partner d away in its
/// dimension costs d links and d transfers per link, by its circuits 1 and 1.
double reconfigured_halving(double bytes, int n, int columns, double delay, double alpha,
                            double beta) {
    double on_grid = 0, on_circuits = std::numeric_limits<double>::infinity();
    for (int partner = n / 2; partner >= 1; partner /= 2) {
        bytes /= 2;
        const int d = partner >= columns ? partner / columns : partner;
        const double matched = alpha + beta * bytes;
        const double to_grid = std::min(on_grid, on_circuits + delay) + d * matched;
        on_circuits = std::min(on_grid, on_circuits) + delay + matched;
        on_grid = to_grid;
    }
    return std::min(on_grid, on_circuits);
}

double makespan(const Json& in, const std::function<double(double)>& reduce_scatter) {
    kernels::Transformer model;
    model.stages = in["stages"];
    model.overlap = in["overlap"];
    const auto all_reduce = [&](double bytes) { return 2 * reduce_scatter(bytes); };
    return kernels::simulate_tasks(kernels::transformer_tasks(model, {in["flops"], all_reduce, {}}))
        .makespan;
}

Json fixed_costs_on(const std::string& topology, int n) {
    for (const auto& one : cases("pccl.json", "fixed_cost"))
        if (one["inputs"]["topology"] == topology && one["inputs"]["n"] == n) return one;
    BOOST_FAIL("no fixed costs of " << topology << " " << n);
    return {};
}

BOOST_AUTO_TEST_CASE(end_to_end) {
    const auto found = cases("pccl.json", "end_to_end");
    BOOST_TEST_REQUIRE(found.size() == 3u);
    for (const auto& c : found) {
        const auto& in = c["inputs"];
        BOOST_TEST_REQUIRE((in["topology"] == "grid2d" && in["stages"] == 1));
        const int n = in["n"], columns = n == 128 ? 16 : 8;
        const double alpha = 3e-6, beta = 1 / 450e9;
        const auto costs = fixed_costs_on("grid2d", n);
        for (const std::string algorithm : {"swing2d", "bucket2d", "ring"}) {
            const auto cost = fixed_cost(costs, algorithm, 4);
            const double time =
                makespan(in, [&](double bytes) { return cost.start_up + cost.congestion * bytes; });
            const double expected = c["expected"][algorithm];
            BOOST_TEST(close(time, expected),
                       c["id"] << " " << algorithm << ": " << time << ", expected " << expected);
        }
        const double never = reconfigured_halving(1e6, n, columns, 1.0, alpha, beta);
        BOOST_TEST(close(never, costs["expected"]["rhd_far"]["link_dor"]), "case " << c["id"]);
        const double time = makespan(in, [&](double bytes) {
            return reconfigured_halving(bytes, n, columns, in["r"], alpha, beta);
        });
        const double expected = c["expected"]["rhd_far"];
        BOOST_TEST(close(time, expected), c["id"] << ": " << time << ", expected " << expected);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
