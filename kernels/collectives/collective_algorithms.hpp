#pragma once
// The collective algorithms, as a table: one row each, looked up by "primitive/algorithm".
//
// Sources: ring and halving-doubling (Rabenseifner 2004; Thakur, Rabenseifner, Gropp 2005), Swing
// (De Sensi et al., NSDI 2024), Bruck (Bruck et al. 1997), all-to-all by pairwise exchange.
// Trees and chains: trees.hpp.
// Multi-port algorithms: both directions of the ring and four buckets on a torus
// (multiport_collectives.hpp), several shifts of an all-to-all at once (the ports of Bruck et al.
// 1997).

#include <span>
#include <string_view>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// Sizes behind the name may be as many as wanted; the key dims is not read.
inline constexpr int any_dimensions = -1;

/// How to build an algorithm along the dimensions of a torus or grid.
struct LatticeForm {
    int dimensions = 0;          ///< 0: the algorithm does not run on a lattice
    bool powers_of_two = false;  ///< every size must be a power of two
    Collective (*build)(const std::vector<Node>& dims) = nullptr;
    std::int64_t (*n_steps)(const std::vector<Node>& dims) = nullptr;
};

/// Which steps of an algorithm may change places (kernels/collectives/free_orders.hpp).
enum class FreeOrder : std::int8_t { none, all_steps, second_half };

/// Facts about an algorithm's steps that other code reads.
struct StepFacts {
    bool shifts = false;         ///< every step is a shift, or several
    bool lists = false;          ///< every step's peers are a list of all nodes
    bool mirrors = false;        ///< half of the bytes may go the other way round a duplex ring
    bool reads_radix = false;    ///< Bruck's: the key radix is ports + 1
    bool reads_volumes = false;  ///< a paper counts its volumes in a way of its own
    FreeOrder free_order = FreeOrder::none;
    Node peers = 1;  ///< receivers of a node in one step, without the key ports
};

struct CollectiveRow {
    std::string_view name;     ///< "allreduce/halving-doubling"
    std::string_view summary;  ///< steps and volume, for people
    bool power_of_two;         ///< needs n = 2^k
    bool ordered;              ///< obeys Order
    /// Number of steps for n >= 1, computed without building them.
    std::int64_t (*n_steps)(std::int64_t n);
    Collective (*build)(Node n, Order order);
    /// Builds the variant that sends to `ports` nodes at once, 1 <= ports <= n - 1; null if the
    /// algorithm ignores the key `ports`. Ordered algorithms use Order::near here.
    Collective (*build_ported)(Node n, Node ports) = nullptr;
    std::int64_t (*n_ported_steps)(std::int64_t n, std::int64_t ports) = nullptr;
    Order usual = Order::near;  ///< order used when the sweep names none
    /// Lattice sizes may stand behind the name, "reduce-scatter/bucket-2d(8x16)", independent of
    /// the topology's sizes; without them default_dims() decides.
    LatticeForm lattice{};
    bool square = false;  ///< needs n = q^2, q >= 3: a square torus
    /// Builds the variant with so many chunks, which may stand behind the name:
    /// "allreduce/double-binary-tree(16)". Null if the algorithm has none. Such algorithms are not
    /// among those of an open name.
    Collective (*build_chunked)(Node n, Node chunks) = nullptr;
    std::int64_t (*n_chunked_steps)(std::int64_t n, std::int64_t chunks) = nullptr;
    StepFacts facts{};
};

std::span<const CollectiveRow> collective_table();
/// Its last rows: trees and chains (rooted_algorithms.cpp).
std::span<const CollectiveRow> tree_table();

/// The row of a name. The aliases "...-near" and "...-far" of an ordered algorithm fix the order;
/// sizes behind the name fix the lattice.
struct NamedCollective {
    const CollectiveRow* row = nullptr;
    std::optional<Order> pinned;
    std::vector<Node> dims{};
};
NamedCollective find_collective(std::string_view name);

/// The reason why the algorithm cannot run on n nodes ("... needs a power of two"), or nothing.
std::optional<std::string> refuse_nodes(const CollectiveRow& row, std::int64_t n);

/// All algorithms that an open name stands for. "reduce-scatter/any" gives every row of its
/// primitive: in table order, near before far, with the sizes of "any(8x16)" where they apply. A
/// sequence gives every combination of its parts; the first part varies slowest. Any other name
/// gives itself. The number of nodes plays no role.
std::vector<std::string> concrete_names(std::string_view name);

/// Splits "a/b+c/d" into {"a/b", "c/d"}: the collectives of a sequence, in order.
std::vector<std::string_view> sequence_parts(std::string_view name);

/// Appends these sizes to every part that has as many dimensions and no sizes yet:
/// "reduce-scatter/swing-2d" on {8, 16} becomes "reduce-scatter/swing-2d(8x16)".
std::string on_dims(std::string_view name, std::span<const std::int64_t> dims);

/// Appends the number of chunks to every part that has chunks and no number yet.
std::string in_chunks(std::string_view name, std::int64_t chunks);

/// The reason why one of the parts cannot run on n nodes, or nothing. Unknown names are not refused
/// here.
std::optional<std::string> refuse_nodes(std::string_view name, std::int64_t n);

/// The reason why no part can send to `ports` nodes at once (fewer than 1, more than n - 1), or
/// nothing.
std::optional<std::string> refuse_ports(std::string_view name, std::int64_t n, std::int64_t ports);

/// Number of steps of all parts for n >= 1, computed without building them; 0 for unknown names.
/// For an open name: the largest number among its algorithms.
std::int64_t count_steps(std::string_view name, std::int64_t n, std::int64_t ports = 1);

/// Builds a collective or sequence by name. `order` applies to every part that has an order
/// (default: the usual one of each row), `ports` to every part that reads it. For an open name, the
/// result lists all algorithms that run on n nodes as alternatives, with one port. Throws
/// std::invalid_argument with the reason if the name is unknown or refused.
Collective build_collective(std::string_view name, Node n, std::optional<Order> order = {},
                            Node ports = 1);

/// A collective from a list of steps with shares in bytes; every permutation must have the same n.
Collective custom_collective(std::vector<Step> steps);

}  // namespace lightsweep::kernels
