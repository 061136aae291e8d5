#include "kernels/collectives/collective_algorithms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "kernels/collectives/all_to_all.hpp"
#include "kernels/collectives/bruck.hpp"
#include "kernels/collectives/lattice_rows.hpp"
#include "kernels/collectives/multiport_collectives.hpp"
#include "kernels/collectives/windowed_ring.hpp"

namespace lightsweep::kernels {

namespace {

using Blocks = std::vector<std::int64_t>;
using Peers = std::vector<Permutation>;

// ---- recursive exchange: halving-doubling and Swing ------------------------------------------

Peers halving_doubling_peers(Node n, Order order) {
    Peers peers;
    for (int k = 0; k < log2_of(n); ++k)
        peers.push_back(Permutation::exclusive_or(n, Node{1} << k));
    if (order == Order::far) std::ranges::reverse(peers);
    return peers;
}

/// Swing in one dimension; n = 1 has no exchange.
Peers swing_peers(Node n, Order) {
    return swing_exchanges({n});
}

using PeerRule = Peers (*)(Node, Order);

template <PeerRule Rule>
Collective exchange_reduce_scatter(Node n, Order order) {
    return exchange_scatter(n, Rule(n, order));
}
template <PeerRule Rule>
Collective exchange_all_gather(Node n, Order order) {
    return exchange_gather(n, Rule(n, order));
}

// ---- ring and several ports (windowed_ring.hpp, multiport_collectives.hpp, bruck.hpp) --------

template <Primitive Kind>
Collective ring_rounds(Node n, Order) {
    return ring_pass(n, Kind);
}
template <Primitive Kind>
Collective two_ways(Node n, Order) {
    return two_way_ring(n, Kind);
}
template <Primitive Kind>
Collective four_buckets(Node n, Order) {
    return multiport_bucket(n, Kind);
}
/// Bruck of a given radix: on radix - 1 ports, or on as many ports as a node has peers.
template <Collective (*Build)(Node n, Node ports), Node Radix>
Collective of_radix(Node n, Order) {
    return Build(n, Radix - 1);
}

// ---- Bruck, either order (bruck.hpp) --------------------------------------------------------

Collective bruck_scatter(Node n, Order order) {
    return order == Order::near ? bruck_reduce_scatter(n, 1) : far_bruck_reduce_scatter(n);
}
Collective bruck_gather(Node n, Order order) {
    return order == Order::near ? bruck_all_gather(n, 1) : far_bruck_all_gather(n);
}

// ---- all-reduce ------------------------------------------------------------------------------

template <Collective (*Scatter)(Node, Order), Collective (*Gather)(Node, Order)>
Collective all_reduce(Node n, Order order) {
    return all_reduce_of(Scatter(n, order), Gather(n, order));
}

Collective recursive_doubling(Node n, Order order) {
    Collective result{Primitive::all_reduce, {}, n, {}, {}};
    for (auto& peer : halving_doubling_peers(n, order)) result.steps.push_back({peer, 1.0});
    result.blocks = [n](std::size_t, Node) {
        Blocks all(static_cast<std::size_t>(n));
        std::iota(all.begin(), all.end(), 0);
        return BlockTransfer{std::move(all), true};
    };
    return result;
}

// ---- all-to-all (all_to_all.hpp) ------------------------------------------------------------

Collective one_port_bruck_all_to_all(Node n, Order order) {
    return bruck_all_to_all(n, 1, order);
}
Collective near_bruck_all_to_all(Node n, Node ports) {
    return bruck_all_to_all(n, ports);
}
Collective latency_all_reduce(Node n, Order) {
    return bruck_latency_all_reduce(n);
}
Collective shifts_in_turn(Node n, Order) {
    return all_to_all_shift(n);
}
Collective exchanges_in_turn(Node n, Order) {
    return all_to_all_xor(n);
}

// ---- step counts -----------------------------------------------------------------------------

std::int64_t log_steps(std::int64_t n) {
    return std::bit_width(static_cast<std::uint64_t>(n - 1));
}
std::int64_t ported_log_steps(std::int64_t n, std::int64_t ports) {
    return bruck_steps(n, ports);
}
std::int64_t two_ported_log_steps(std::int64_t n, std::int64_t ports) {
    return 2 * ported_log_steps(n, ports);
}
std::int64_t ported_peer_steps(std::int64_t n, std::int64_t ports) {
    return (n - 1 + ports - 1) / ports;
}
template <Node Radix>
std::int64_t radix_steps(std::int64_t n) {
    return bruck_steps(n, Radix - 1);
}
std::int64_t peer_steps(std::int64_t n) {
    return n - 1;
}

template <std::int64_t (*Steps)(std::int64_t n)>
std::int64_t two_times(std::int64_t n) {
    return 2 * Steps(n);
}

constexpr auto hd_scatter = exchange_reduce_scatter<halving_doubling_peers>;
constexpr auto hd_gather = exchange_all_gather<halving_doubling_peers>;
constexpr auto swing_scatter = exchange_reduce_scatter<swing_peers>;
constexpr auto swing_gather = exchange_all_gather<swing_peers>;

template <Collective (*Build)(Node, Node), Node Radix>
constexpr CollectiveRow radix_row(std::string_view name) {
    CollectiveRow row{name,
                      Radix == 3 ? "ceil(log3 n) steps to 2 nodes at once: near Bruck of radix 3"
                                 : "ceil(log5 n) steps to 4 nodes at once: near Bruck of radix 5",
                      false,
                      false,
                      radix_steps<Radix>,
                      of_radix<Build, Radix>};
    row.facts = {.shifts = true, .peers = Radix - 1};
    return row;
}
template <Node Radix>
constexpr CollectiveRow radix_reduce_row(std::string_view name) {
    CollectiveRow row = radix_row<bruck_all_reduce, Radix>(name);
    row.n_steps = two_times<radix_steps<Radix>>;
    return row;
}

constexpr CollectiveRow with_facts(CollectiveRow row, StepFacts facts) {
    row.facts = facts;
    return row;
}

constexpr std::array table{
    with_facts(CollectiveRow{"reduce-scatter/ring", "n-1 steps to the next node, m/n each", false,
                             false, peer_steps, ring_rounds<Primitive::reduce_scatter>},
               {.shifts = true, .mirrors = true}),
    CollectiveRow{"reduce-scatter/halving-doubling", "log2 n exchanges, m/2, m/4, ..., m/n", true,
                  true, log_steps, hd_scatter},
    with_facts(CollectiveRow{"reduce-scatter/swing",
                             "log2 n exchanges over 1, -1, 3, -5, ..., m/2, m/4, ...", true, false,
                             log_steps, swing_scatter},
               {.lists = true}),
    swing_scatter_row<2>("reduce-scatter/swing-2d",
                         "Swing in two dimensions in turn, as the torus2d unless given"),
    bucket_scatter_row<2>(
        "reduce-scatter/bucket-2d",
        "rings in two dimensions one after the other, as the torus2d unless given"),
    swing_scatter_row<3>("reduce-scatter/swing-3d",
                         "Swing in three dimensions in turn, as the torus3d unless given"),
    bucket_scatter_row<3>(
        "reduce-scatter/bucket-3d",
        "rings in three dimensions one after the other, as the torus3d unless given"),
    with_facts(
        CollectiveRow{
            "reduce-scatter/bruck",
            "ceil(log2 n) shifts, the all-gather backwards; near: by 1, 2, 4, ..., m/2, m/4", false,
            true, log_steps, bruck_scatter, bruck_reduce_scatter, ported_log_steps, Order::far},
        {.shifts = true, .mirrors = true, .reads_radix = true, .reads_volumes = true}),
    with_facts(CollectiveRow{"reduce-scatter/ring-bidirectional",
                             "ceil((n-1)/2) steps to both neighbours at once, m/n to each", false,
                             false, two_way_ring_steps, two_ways<Primitive::reduce_scatter>},
               {.shifts = true, .peers = 2}),
    multiport_row<Primitive::reduce_scatter>("reduce-scatter/bucket-multiport",
                                             multiport_bucket_steps,
                                             four_buckets<Primitive::reduce_scatter>),
    radix_row<bruck_reduce_scatter, 3>("reduce-scatter/bruck-radix3"),
    radix_row<bruck_reduce_scatter, 5>("reduce-scatter/bruck-radix5"),
    with_facts(CollectiveRow{"allgather/ring", "n-1 steps to the next node, m/n each", false, false,
                             peer_steps, ring_rounds<Primitive::all_gather>},
               {.shifts = true, .mirrors = true}),
    CollectiveRow{"allgather/halving-doubling", "log2 n exchanges, m/n, ..., m/4, m/2", true, true,
                  log_steps, hd_gather},
    with_facts(
        CollectiveRow{"allgather/swing", "log2 n exchanges over ..., -5, 3, -1, 1, ..., m/4, m/2",
                      true, false, log_steps, swing_gather},
        {.lists = true}),
    swing_gather_row<2>("allgather/swing-2d", "Swing in two dimensions, backwards"),
    bucket_gather_row<2>("allgather/bucket-2d", "rings in two dimensions, the last one first"),
    swing_gather_row<3>("allgather/swing-3d", "Swing in three dimensions, backwards"),
    bucket_gather_row<3>("allgather/bucket-3d", "rings in three dimensions, the last one first"),
    with_facts(
        CollectiveRow{
            "allgather/bruck",
            "ceil(log2 n) shifts by -1, -2, -4, ...; near: by ..., 4, 2, 1, ..., m/4, m/2", false,
            true, log_steps, bruck_gather, bruck_all_gather, ported_log_steps, Order::far},
        {.shifts = true, .mirrors = true, .reads_radix = true, .reads_volumes = true}),
    with_facts(CollectiveRow{"allgather/ring-bidirectional",
                             "ceil((n-1)/2) steps to both neighbours at once, m/n to each", false,
                             false, two_way_ring_steps, two_ways<Primitive::all_gather>},
               {.shifts = true, .peers = 2}),
    multiport_row<Primitive::all_gather>("allgather/bucket-multiport", multiport_bucket_steps,
                                         four_buckets<Primitive::all_gather>),
    radix_row<bruck_all_gather, 3>("allgather/bruck-radix3"),
    radix_row<bruck_all_gather, 5>("allgather/bruck-radix5"),
    with_facts(
        CollectiveRow{
            "allreduce/ring", "2(n-1) steps to the next node, m/n each", false, false,
            two_times<peer_steps>,
            all_reduce<ring_rounds<Primitive::reduce_scatter>, ring_rounds<Primitive::all_gather>>},
        {.shifts = true, .mirrors = true, .reads_volumes = true}),
    with_facts(CollectiveRow{"allreduce/halving-doubling", "2 log2 n exchanges, bandwidth-optimal",
                             true, true, two_times<log_steps>, all_reduce<hd_scatter, hd_gather>},
               {.free_order = FreeOrder::second_half}),
    with_facts(CollectiveRow{"allreduce/swing", "2 log2 n exchanges over 1, -1, 3, -5, ...", true,
                             false, two_times<log_steps>, all_reduce<swing_scatter, swing_gather>},
               {.lists = true}),
    swing_reduce_row<2>("allreduce/swing-2d", "2 log2 n exchanges in two dimensions"),
    bucket_reduce_row<2>("allreduce/bucket-2d", "rings in two dimensions there and back"),
    swing_reduce_row<3>("allreduce/swing-3d", "2 log2 n exchanges in three dimensions"),
    bucket_reduce_row<3>("allreduce/bucket-3d", "rings in three dimensions there and back"),
    with_facts(CollectiveRow{"allreduce/bruck", "2 ceil(log2 n) shifts", false, true,
                             two_times<log_steps>, all_reduce<bruck_scatter, bruck_gather>,
                             bruck_all_reduce, two_ported_log_steps, Order::far},
               {.shifts = true, .mirrors = true, .reads_radix = true, .reads_volumes = true}),
    with_facts(CollectiveRow{"allreduce/bruck-latency", "log2 n shifts of the whole vector", true,
                             false, log_steps, latency_all_reduce},
               {.shifts = true, .mirrors = true}),
    CollectiveRow{"allreduce/recursive-doubling", "log2 n exchanges of the whole vector", true,
                  true, log_steps, recursive_doubling},
    with_facts(
        CollectiveRow{
            "allreduce/ring-bidirectional",
            "2 ceil((n-1)/2) steps to both neighbours at once, m/n to each", false, false,
            two_times<two_way_ring_steps>,
            all_reduce<two_ways<Primitive::reduce_scatter>, two_ways<Primitive::all_gather>>},
        {.shifts = true, .peers = 2}),
    multiport_row<Primitive::all_reduce>(
        "allreduce/bucket-multiport", two_times<multiport_bucket_steps>,
        all_reduce<four_buckets<Primitive::reduce_scatter>, four_buckets<Primitive::all_gather>>),
    radix_reduce_row<3>("allreduce/bruck-radix3"),
    radix_reduce_row<5>("allreduce/bruck-radix5"),
    with_facts(CollectiveRow{"alltoall/shift", "n-1 shifts by 1, 2, ..., m/n each", false, false,
                             peer_steps, shifts_in_turn, all_to_all_ported, ported_peer_steps},
               {.shifts = true, .reads_volumes = true, .free_order = FreeOrder::all_steps}),
    with_facts(CollectiveRow{"alltoall/xor", "n-1 exchanges with j xor 1, 2, ..., m/n each", true,
                             false, peer_steps, exchanges_in_turn},
               {.free_order = FreeOrder::all_steps}),
    with_facts(
        CollectiveRow{"alltoall/bruck",
                      "ceil(log2 n) shifts by 1, 2, 4, ..., about m/2 each; far: by ..., 4, 2, 1",
                      false, true, log_steps, one_port_bruck_all_to_all, near_bruck_all_to_all,
                      ported_log_steps},
        {.shifts = true,
         .mirrors = true,
         .reads_radix = true,
         .reads_volumes = true,
         .free_order = FreeOrder::all_steps}),
    with_facts(
        CollectiveRow{"alltoall/hypercube", "log2 n exchanges with j xor 1, 2, 4, ..., m/2 each",
                      true, true, log_steps, all_to_all_hypercube},
        {.free_order = FreeOrder::all_steps}),
    radix_row<near_bruck_all_to_all, 3>("alltoall/bruck-radix3"),
    radix_row<near_bruck_all_to_all, 5>("alltoall/bruck-radix5"),
    swing_multiport_row<Primitive::reduce_scatter>("reduce-scatter/swing-multiport"),
    swing_multiport_row<Primitive::all_gather>("allgather/swing-multiport"),
    swing_multiport_row<Primitive::all_reduce>("allreduce/swing-multiport"),
};

}  // namespace

std::span<const CollectiveRow> collective_table() {
    static const auto all = [] {
        std::vector<CollectiveRow> rows(table.begin(), table.end());
        const auto rooted = tree_table();
        rows.insert(rows.end(), rooted.begin(), rooted.end());
        return rows;
    }();
    return all;
}

}  // namespace lightsweep::kernels
