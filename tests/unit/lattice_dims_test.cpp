// Bucket and Swing on sizes of their own: in the name, by the key dims, and what is refused.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(lattice_dims)

using kernels::build_collective;
using kernels::Node;

std::string problem_text(const std::string& collective, int nodes, const std::string& more) {
    return R"({"scheduler":"static","rules":"pccl","nodes":)" + std::to_string(nodes) +
           R"(,"collective":")" + collective +
           R"(","message":"256MB","bandwidth":"450GB/s","per_step_latency":"0s",)"
           R"("per_hop_latency":"3us")" +
           more + "}";
}

/// The time [s], or the fault.
std::pair<double, std::string> answer(const std::string& collective, int nodes,
                                      const std::string& more) {
    const auto read =
        sweeps::read_problem(problem_text(collective, nodes, more), sweeps::domain_vocabulary());
    if (!read.problem) return {0, read.error};
    double seconds = 0;
    const auto why = refusal([&] { seconds = sweeps::solve(*read.problem).row.completion[0]; });
    return {seconds, why};
}

BOOST_AUTO_TEST_CASE(the_usual_sizes_are_ascending_powers_of_two) {
    const std::pair<Node, std::pair<const char*, const char*>> usual[] = {
        {32, {"4x8", "2x4x4"}}, {64, {"8x8", "4x4x4"}}, {128, {"8x16", "4x4x8"}}};
    for (const auto& [n, sizes] : usual)
        for (const std::string name : {"reduce-scatter/bucket", "allreduce/swing"})
            for (const auto& [form, text] :
                 {std::pair{"-2d", sizes.first}, std::pair{"-3d", sizes.second}}) {
                const auto plain = build_collective(name + form, n);
                const auto sized = build_collective(name + form + "(" + text + ")", n);
                BOOST_TEST_REQUIRE(plain.steps.size() == sized.steps.size());
                for (std::size_t k = 0; k < plain.steps.size(); ++k)
                    BOOST_TEST((plain.steps[k].sends_like(sized.steps[k]) &&
                                plain.steps[k].share == sized.steps[k].share));
            }
}

BOOST_AUTO_TEST_CASE(any_sizes_keep_the_promise_of_their_primitive) {
    for (const std::string primitive : {"reduce-scatter", "allgather", "allreduce"})
        for (const auto& [algorithm, n] : {std::pair{"/bucket-2d(3x5)", 15},
                                           {"/bucket-2d(5x3)", 15},
                                           {"/bucket-2d(16x2)", 32},
                                           {"/bucket-3d(2x1x6)", 12},
                                           {"/swing-2d(2x16)", 32},
                                           {"/swing-2d(32x1)", 32},
                                           {"/swing-3d(8x2x2)", 32},
                                           {"/bucket-2d(1x1)", 1},
                                           {"/swing-2d(1x1)", 1}}) {
            const auto made = build_collective(primitive + algorithm, n);
            BOOST_TEST(made.name() == primitive + algorithm);
            const auto fault = kernels::broken_promise(made);
            BOOST_TEST(!fault, made.name() << ": " << fault.value_or(""));
            BOOST_TEST(kernels::count_steps(made.name(), n) ==
                       static_cast<std::int64_t>(made.steps.size()));
        }
    // 2 + 4 rounds of a third, then of a fifteenth.
    const auto rounds = build_collective("reduce-scatter/bucket-2d(3x5)", 15).steps;
    BOOST_TEST_REQUIRE(rounds.size() == 6u);
    BOOST_TEST(rounds[1].share == 5.0 / 15);
    BOOST_TEST(rounds[2].share == 1.0 / 15);
}

BOOST_AUTO_TEST_CASE(names_that_are_none) {
    for (const char* name :
         {"reduce-scatter/bucket-2d(8)", "reduce-scatter/bucket-2d(2x4x8)", "allreduce/ring(8)",
          "reduce-scatter/bucket-2d(8x)", "reduce-scatter/bucket-2d()", "allreduce/swing-3d(2x4)",
          "reduce-scatter/bucket-2d(8x0)", "reduce-scatter/bucket-2d(8x8"})
        BOOST_TEST(!kernels::find_collective(name).row, name);
    const std::int64_t dims[] = {8, 16};
    BOOST_TEST(kernels::on_dims("allreduce/swing-2d+alltoall/shift", dims) ==
               "allreduce/swing-2d(8x16)+alltoall/shift");
    BOOST_TEST(kernels::on_dims("allreduce/swing-2d(2x64)", dims) == "allreduce/swing-2d(2x64)");
    BOOST_TEST(kernels::on_dims("allreduce/swing-3d", dims) == "allreduce/swing-3d");
}

/// 256 MB on 128 GPUs, 3 us per link: Bucket2D on the ring, on the 3D torus, Swing1D on the grid.
BOOST_AUTO_TEST_CASE(sizes_do_not_depend_on_the_topology) {
    const std::tuple<const char*, const char*, double> known[] = {
        {"reduce-scatter/bucket-2d(8x16)", "ring", 9042.1e-6},
        {"reduce-scatter/bucket-2d(8x16)", "torus3d", 1215.2e-6},
        {"reduce-scatter/bucket-3d(4x4x8)", "torus2d", 1983.8e-6},
        {"reduce-scatter/swing", "grid2d", 1503.2e-6},
        {"reduce-scatter/swing-2d(8x16)", "grid3d", 1096.0e-6}};
    for (const auto& [name, topology, seconds] : known) {
        const auto [time, why] =
            answer(name, 128, R"(,"topology":")" + std::string(topology) + R"(")");
        BOOST_TEST(why == "");
        BOOST_TEST(std::abs(time - seconds) < 0.06e-6, name << " on " << topology << ": " << time);
    }
    // The key serves both; sizes behind the name are the algorithm's alone.
    const auto
        both =
            answer("reduce-scatter/bucket-2d", 128, R"(,"topology":"torus2d","dims":[2,64])").first,
        named =
            answer("reduce-scatter/bucket-2d(2x64)", 128, R"(,"topology":"torus2d","dims":[2,64])")
                .first,
        other =
            answer("reduce-scatter/bucket-2d(8x16)", 128, R"(,"topology":"torus2d","dims":[2,64])")
                .first,
        on_ring =
            answer("reduce-scatter/bucket-2d", 128, R"(,"topology":"ring","dims":[16,8])").first,
        as_named = answer("reduce-scatter/bucket-2d(16x8)", 128, R"(,"topology":"ring")").first;
    BOOST_TEST(both > 0);
    BOOST_TEST(both == named);
    BOOST_TEST(both < other);
    BOOST_TEST(on_ring == as_named);
    BOOST_TEST(answer("reduce-scatter/bucket-2d", 15, R"(,"topology":"ring","dims":[3,5])").first >
               0);
}

BOOST_AUTO_TEST_CASE(sizes_that_do_not_fit) {
    const std::string ring = R"(,"topology":"ring")";
    BOOST_TEST(answer("reduce-scatter/bucket-2d(8x16)", 64, ring).second ==
               "nodes = 64: reduce-scatter/bucket-2d(8x16) needs sizes whose product is the number "
               "of nodes");
    BOOST_TEST(answer("allreduce/swing-2d(3x5)", 15, ring).second ==
               "nodes = 15: allreduce/swing-2d(3x5) needs sizes that are powers of two");
    BOOST_TEST(answer("reduce-scatter/bucket-2d", 15, ring).second ==
               "nodes = 15: reduce-scatter/bucket-2d needs a power of two, or dims");
    BOOST_TEST(answer("reduce-scatter/bucket-2d", 64, ring + R"(,"dims":[8,16])")
                   .second.starts_with("dims = [8, 16]: has 128 nodes, not 64"));
    BOOST_TEST(answer("reduce-scatter/bucket-2d", 64, ring + R"(,"dims":[4,4,4])").second ==
               "dims = [4, 4, 4]: no algorithm here has 3 dimensions: "
               "reduce-scatter/bucket-2d (give as many sizes as one of them has)");
    BOOST_TEST(answer("reduce-scatter/ring", 64, ring + R"(,"dims":[8,8])")
                   .second.starts_with("dims = [8, 8]: nothing here reads it"));
    BOOST_TEST(answer("reduce-scatter/bucket-2d(8x8x1)", 64, ring).second.find("is not known") !=
               std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
