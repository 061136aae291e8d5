// Trees, chains, roots and collectives on all ports of a torus keep their promises.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "kernels/collectives/trees.hpp"
#include "solvers/pccl/bucket_shares.hpp"

namespace lightsweep::kernels {
namespace {

BOOST_AUTO_TEST_SUITE(collectives)

BOOST_AUTO_TEST_CASE(chunks_keep_their_promises) {
    for (const auto& row : collective_table()) {
        if (!row.build_chunked) continue;
        for (Node n : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 64})
            for (Node chunks : {1, 2, 3}) {
                if (n == 64 && chunks == 3) continue;
                const auto name = in_chunks(row.name, chunks);
                const auto collective = build_collective(name, n);
                BOOST_TEST(collective.steps.size() ==
                           static_cast<std::size_t>(count_steps(name, n)));
                for (const auto& c : {collective, in_rounds(collective, 2)}) {
                    const auto fault = broken_promise(c);
                    BOOST_TEST(!fault, name << " n = " << n << ": " << fault.value_or(""));
                }
                for (const auto& step : collective.steps)
                    BOOST_TEST(step.demand().size() <= static_cast<std::size_t>(row.facts.peers));
            }
    }
    BOOST_TEST(build_collective("allreduce/double-binary-tree(16)", 256).steps.size() == 31u);
}

BOOST_AUTO_TEST_CASE(all_ports_of_a_torus_keep_their_promises) {
    for (const char* primitive : {"reduce-scatter", "allgather", "allreduce"}) {
        const auto holds = [&](const std::string& name, Node n) {
            const auto collective = build_collective(name, n);
            const auto fault = broken_promise(collective);
            BOOST_TEST(!fault, name << ": " << fault.value_or(""));
            BOOST_TEST(collective.steps.size() == static_cast<std::size_t>(count_steps(name, n)));
        };
        for (const auto& [dims, n] :
             {std::pair("3x5", 15), std::pair("6x8", 48), std::pair("4x4", 16),
              std::pair("2x3x4", 24), std::pair("4x6x2", 48), std::pair("3x3x3", 27),
              std::pair("2x2x2", 8), std::pair("5", 5), std::pair("4x4x4", 64),
              std::pair("1x4x3", 12)})
            holds(std::string(primitive) + "/bucket-multiport(" + dims + ")", n);
        for (const auto& [dims, n] :
             {std::pair("4x4", 16), std::pair("8x8", 64), std::pair("4x8", 32),
              std::pair("4x4x4", 64), std::pair("2x4x8", 64), std::pair("16", 16)})
            holds(std::string(primitive) + "/swing-multiport(" + dims + ")", n);
    }
    const auto fault =
        broken_promise(build_collective("reduce-scatter/bucket-multiport(4x4x8)", 128));
    BOOST_TEST(!fault, fault.value_or(""));
}

BOOST_AUTO_TEST_CASE(every_root_keeps_its_promise) {
    std::size_t rooted = 0;
    for (const auto& row : collective_table())
        for (Node n : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 64}) {
            const auto name = row.build_chunked ? in_chunks(row.name, 2) : std::string(row.name);
            const auto plain =
                build_collective(name, row.square || row.lattice.dimensions ? 16 : n);
            if (plain.primitive < Primitive::broadcast) break;
            for (const Node root : {Node{0}, Node{1}, n - 1}) {
                ++rooted;
                const auto moved = with_root(plain, root);
                BOOST_TEST(moved.root == root);
                BOOST_TEST(moved.steps.size() == plain.steps.size());
                const auto fault = broken_promise(moved);
                BOOST_TEST(!fault,
                           name << " n = " << n << " root " << root << ": " << fault.value_or(""));
            }
            auto wrong = with_root(plain, 1);
            wrong.root = 0;
            BOOST_TEST(broken_promise(wrong).has_value(), name);
        }
    BOOST_TEST(rooted > 600u);
    const auto both = build_collective("reduce/binomial+broadcast/chain(3)", 7);
    const auto fault = broken_promise(with_root(both, 4));
    BOOST_TEST(!fault, fault.value_or(""));
    const auto chosen = with_root(build_collective("broadcast/chain", 6), 2);
    BOOST_TEST(chosen.pipeline->build(3).root == 2);
    BOOST_TEST(!broken_promise(chosen.pipeline->build(3)));
}

BOOST_AUTO_TEST_CASE(best_shares_of_all_ports_keep_their_promises) {
    using solvers::pccl::best_pieces;
    const std::vector<Node> on_3x5{3, 5}, on_6x8{3, 4}, equal{1, 1, 1};
    BOOST_TEST(best_pieces({3, 5}) == on_3x5, boost::test_tools::per_element());
    BOOST_TEST(best_pieces({6, 8}) == on_6x8, boost::test_tools::per_element());
    BOOST_TEST(best_pieces({4, 4, 4}) == equal, boost::test_tools::per_element());
    for (const char* primitive : {"reduce-scatter", "allgather", "allreduce"})
        for (const auto& [dims, n] :
             {std::pair("3x5", 15), std::pair("6x8", 48), std::pair("2x4", 8),
              std::pair("2x3x4", 24), std::pair("4x6x2", 48), std::pair("5", 5),
              std::pair("1x4x3", 12)}) {
            const auto name = std::string(primitive) + "/bucket-multiport(" + dims + ")";
            const auto one = solvers::pccl::with_best_shares(build_collective(name, n));
            BOOST_TEST(one.name() == name);
            const auto fault = broken_promise(one);
            BOOST_TEST(!fault, name << ": " << fault.value_or(""));
        }
}

BOOST_AUTO_TEST_CASE(a_broken_tree_is_caught) {
    auto missing = build_collective("allreduce/double-binary-tree(2)", 9);
    missing.steps.pop_back();
    BOOST_TEST(broken_promise(missing).has_value());
    auto large = build_collective("allreduce/double-binary-tree(2)", 9);
    large.steps[3].share *= 2;
    BOOST_TEST(broken_promise(large).has_value());
    auto uneven = build_collective("reduce-scatter/bucket-multiport(3x5)", 15);
    uneven.steps[0].weights[1] /= 2;
    BOOST_TEST(broken_promise(uneven).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::kernels
