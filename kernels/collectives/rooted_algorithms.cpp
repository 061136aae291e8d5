// The rows of trees and chains: the double binary tree, and collectives with a root (trees.hpp).
#include <array>
#include <bit>

#include "kernels/collectives/bruck.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/trees.hpp"
#include "kernels/collectives/windowed_ring.hpp"

namespace lightsweep::kernels {

namespace {

template <Collective (*Build)(Node, Node)>
Collective in_two_chunks(Node n, Order) {
    return Build(n, 2);
}
template <Collective (*Build)(Node, Node)>
Collective reversed_in_chunks(Node n, Node chunks) {
    return reversed(Build(n, chunks));
}
template <std::int64_t (*Steps)(std::int64_t, std::int64_t)>
std::int64_t usual_chunked_steps(std::int64_t n) {
    return Steps(n, 16);
}
template <Collective (*Build)(Node, Node), std::int64_t (*Steps)(std::int64_t, std::int64_t)>
constexpr CollectiveRow chunked_row(std::string_view name, std::string_view summary, Node peers) {
    CollectiveRow row{
        name, summary, false, false, usual_chunked_steps<Steps>, in_two_chunks<Build>};
    row.build_chunked = Build;
    row.n_chunked_steps = Steps;
    row.facts = {.lists = peers > 1, .peers = peers};
    return row;
}
template <Collective (*Build)(Node)>
Collective of_root(Node n, Order) {
    return Build(n);
}
template <Collective (*Build)(Node)>
Collective to_root(Node n, Order) {
    return reversed(Build(n));
}
Collective gather_in_ring(Node n, Order) {
    return ring_pass(n, Primitive::all_gather);
}
Collective gather_by_bruck(Node n, Order) {
    return bruck_all_gather(n, 1);
}
Collective scatter_in_ring(Node n, Order) {
    return ring_pass(n, Primitive::reduce_scatter);
}
Collective scatter_by_bruck(Node n, Order) {
    return bruck_reduce_scatter(n, 1);
}
template <Collective (*Gather)(Node, Order)>
Collective scatter_then_gather(Node n, Order order) {
    return one_after_other(Primitive::broadcast, binomial_scatter(n), Gather(n, order));
}
template <Collective (*Scatter)(Node, Order)>
Collective reduce_then_gather(Node n, Order order) {
    return one_after_other(Primitive::reduce, Scatter(n, order), reversed(binomial_scatter(n)));
}
std::int64_t binomial_steps(std::int64_t n) {
    return std::bit_width(static_cast<std::uint64_t>(n - 1));
}
std::int64_t twice_binomial_steps(std::int64_t n) {
    return 2 * binomial_steps(n);
}
std::int64_t log_and_ring_steps(std::int64_t n) {
    return binomial_steps(n) + n - 1;
}
constexpr CollectiveRow rooted_row(std::string_view name, std::string_view summary,
                                   std::int64_t (*steps)(std::int64_t),
                                   Collective (*build)(Node, Order)) {
    CollectiveRow row{name, summary, false, false, steps, build};
    row.facts = {.lists = true};
    return row;
}

constexpr std::array table_of_trees{
    chunked_row<double_binary_tree, double_tree_steps>(
        "allreduce/double-binary-tree",
        "two binary trees of m/2 each: 2 ceil(log2 n) + chunks - 1 steps to at most 4 nodes", 4),
    rooted_row("broadcast/binomial", "ceil(log2 n) steps of the whole message", binomial_steps,
               of_root<binomial_broadcast>),
    rooted_row("broadcast/scatter-allgather-ring",
               "binomial scatter, then the all-gather of a ring", log_and_ring_steps,
               scatter_then_gather<gather_in_ring>),
    rooted_row("broadcast/scatter-allgather-bruck", "binomial scatter, then Bruck's all-gather",
               twice_binomial_steps, scatter_then_gather<gather_by_bruck>),
    chunked_row<chain_broadcast, chain_steps>(
        "broadcast/chain", "every node hands chunks on to the next: n - 2 + chunks steps", 1),
    chunked_row<broadcast_by_two_trees, broadcast_tree_steps>(
        "broadcast/double-binary-tree",
        "two binary trees of m/2 each: ceil(log2 (n-1)) + chunks steps to 2 nodes", 2),
    rooted_row("reduce/binomial", "ceil(log2 n) steps of the whole message", binomial_steps,
               to_root<binomial_broadcast>),
    rooted_row("reduce/scatter-gather-ring", "the reduce-scatter of a ring, then a binomial gather",
               log_and_ring_steps, reduce_then_gather<scatter_in_ring>),
    rooted_row("reduce/scatter-gather-bruck", "Bruck's reduce-scatter, then a binomial gather",
               twice_binomial_steps, reduce_then_gather<scatter_by_bruck>),
    chunked_row<reversed_in_chunks<chain_broadcast>, chain_steps>(
        "reduce/chain", "every node adds its own and hands on: n - 2 + chunks steps", 1),
    chunked_row<reversed_in_chunks<broadcast_by_two_trees>, broadcast_tree_steps>(
        "reduce/double-binary-tree",
        "two binary trees of m/2 each: ceil(log2 (n-1)) + chunks steps from 2 nodes", 2),
    rooted_row("gather/binomial", "ceil(log2 n) steps of 1, 2, 4, ... blocks", binomial_steps,
               to_root<binomial_scatter>),
    rooted_row("scatter/binomial", "ceil(log2 n) steps of ..., 4, 2, 1 blocks", binomial_steps,
               of_root<binomial_scatter>),
};

}  // namespace

std::span<const CollectiveRow> tree_table() {
    return table_of_trees;
}

}  // namespace lightsweep::kernels
