// PCCL's all-reduce as a reduce-scatter and an all-gather planned together (2 x ReduceScatter in
// the paper is an upper bound: the topology of the turn is kept).
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_sequences)

using namespace lightsweep::solvers;

struct Optimum {
    double seconds;
    std::int32_t changes;
};

/// On a ring of 128 GPUs, 3 us per link, 450 GB/s on every link.
Optimum optimum(const std::string& collective, double bytes, double delay) {
    const auto structure = std::make_shared<const Problem>(make_problem(
        kernels::build_collective(collective, 128),
        kernels::Topology::ring(128, kernels::LinkBandwidth::full), {}, 0, measures::paths_dor));
    const std::vector<double> delays{delay};
    ResultRow row;
    prepare(*find_scheduler("pccl"), structure, {})
        ->evaluate({0, 3e-6, bytes / 450e9, delays}, row);
    return {row.completion[0], row.n_reconfigurations[0]};
}

BOOST_AUTO_TEST_CASE(one_change_less_than_twice_the_reduce_scatter) {
    const std::string scatter = "reduce-scatter/halving-doubling-far",
                      gather = "allgather/halving-doubling-far";
    const struct {
        double bytes, delay;
        std::int32_t changes;
        double seconds, twice, tolerance;
    } known[] = {{256e6, 5e-6, 13, 1235.89e-6, 1240.89e-6, 0.005e-6},
                 {1e9, 1e-3, 7, 13.948e-3, 14.948e-3, 0.0005e-3}};
    for (const auto& one : known) {
        const auto half = optimum(scatter, one.bytes, one.delay);
        BOOST_TEST(std::abs(2 * half.seconds - one.twice) < one.tolerance, 2 * half.seconds);
        BOOST_TEST(2 * half.changes == one.changes + 1);
        for (const auto& name :
             {scatter + "+" + gather, std::string("allreduce/halving-doubling-far")}) {
            const auto joint = optimum(name, one.bytes, one.delay);
            BOOST_TEST(std::abs(joint.seconds - one.seconds) < one.tolerance,
                       name << ": " << joint.seconds);
            BOOST_TEST(joint.changes == one.changes, name);
        }
    }
}

/// The same collective twice, as a sequence of four: a plan of the whole is no worse than its
/// parts.
BOOST_AUTO_TEST_CASE(longer_sequences) {
    const std::string pair = "reduce-scatter/halving-doubling-far+allgather/halving-doubling-far";
    const auto one = optimum(pair, 256e6, 5e-6), two = optimum(pair + "+" + pair, 256e6, 5e-6);
    BOOST_TEST(two.seconds <= 2 * one.seconds + 5e-6);
    BOOST_TEST(two.changes <= 2 * one.changes + 1);
    const auto mixed = optimum("alltoall/hypercube+allreduce/ring", 1e9, 1e-3);
    BOOST_TEST(mixed.seconds <= optimum("alltoall/hypercube", 1e9, 1e-3).seconds +
                                    optimum("allreduce/ring", 1e9, 1e-3).seconds + 1e-3);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
