#pragma once
// The collective algorithms, as a table: one row each, looked up by "primitive/algorithm".
//
// Sources: ring and halving-doubling (Rabenseifner 2004; Thakur, Rabenseifner, Gropp 2005), Swing
// (De Sensi et al., NSDI 2024), Bruck (Bruck et al. 1997), all-to-all by pairwise exchange.
// Multi-ported: both ways round the ring and four buckets on a torus (multiport_collectives.hpp),
// several shifts of an all-to-all at once (the ports of Bruck et al. 1997).

#include <span>
#include <string_view>

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// An algorithm along the dimensions of a torus or grid.
struct LatticeForm {
    int dimensions = 0;          ///< 0: the algorithm is none
    bool powers_of_two = false;  ///< every size is one
    Collective (*build)(const std::vector<Node>& dims) = nullptr;
    std::int64_t (*n_steps)(const std::vector<Node>& dims) = nullptr;
};

struct CollectiveRow {
    std::string_view name;                    ///< "allreduce/halving-doubling"
    std::string_view summary;                 ///< steps and volume, for people
    bool power_of_two;                        ///< needs n = 2^k
    bool ordered;                             ///< obeys Order
    std::int64_t (*n_steps)(std::int64_t n);  ///< for n >= 1, without building the list
    Collective (*build)(Node n, Order order);
    /// Obeys the key ports: sends to so many nodes at once, for 1 <= ports <= n - 1; else null. Of
    /// ordered algorithms, those of order near.
    Collective (*build_ported)(Node n, Node ports) = nullptr;
    std::int64_t (*n_ported_steps)(std::int64_t n, std::int64_t ports) = nullptr;
    Order usual = Order::near;  ///< where nothing is said
    /// Its own sizes may stand behind the name, "reduce-scatter/bucket-2d(8x16)", whatever the
    /// topology's are; else default_dims.
    LatticeForm lattice{};
    bool square = false;        ///< needs n = q^2, q >= 3: a square torus
    bool chosen_by_any = true;  ///< among what "reduce-scatter/any" stands for
};

std::span<const CollectiveRow> collective_table();

/// The row of that name; aliases "...-near" and "...-far" of ordered algorithms pin the order,
/// sizes behind the name those of a lattice.
struct NamedCollective {
    const CollectiveRow* row = nullptr;
    std::optional<Order> pinned;
    std::vector<Node> dims{};
};
NamedCollective find_collective(std::string_view name);

/// Why the algorithm cannot run on n nodes ("... needs a power of two"), or nothing.
std::optional<std::string> refuse_nodes(const CollectiveRow& row, std::int64_t n);

/// What a name stands for that leaves algorithms open: "reduce-scatter/any" is every row of its
/// primitive whose name fixes no number of ports, in the order of the table, near before far, with
/// the sizes of "any(8x16)" where they apply; a sequence is every combination of its parts, the
/// first part slowest. Other names stand for themselves. Whatever the nodes.
std::vector<std::string> concrete_names(std::string_view name);

/// "a/b+c/d" -> {"a/b", "c/d"}: the collectives of a sequence, one after the other.
std::vector<std::string_view> sequence_parts(std::string_view name);

/// The name with these sizes behind every part that has as many dimensions and no sizes yet:
/// "reduce-scatter/swing-2d" on {8, 16} is "reduce-scatter/swing-2d(8x16)".
std::string on_dims(std::string_view name, std::span<const std::int64_t> dims);

/// Why one of the parts cannot run on n nodes, or nothing; unknown names are not refused.
std::optional<std::string> refuse_nodes(std::string_view name, std::int64_t n);

/// Why no part can send to so many nodes at once (fewer than 1, more than n - 1), or nothing.
std::optional<std::string> refuse_ports(std::string_view name, std::int64_t n, std::int64_t ports);

/// Steps of all parts for n >= 1, without building the lists; 0 for unknown names. Where an
/// algorithm is open, the most.
std::int64_t count_steps(std::string_view name, std::int64_t n, std::int64_t ports = 1);

/// Builds by name, sequences too; throws std::invalid_argument with the reason when refused or
/// unknown. The order is that of every part that has one (each row's usual one if none is given),
/// ports those of every part that obeys them. An open algorithm has all that run on n nodes as
/// alternatives, with one port.
Collective build_collective(std::string_view name, Node n, std::optional<Order> order = {},
                            Node ports = 1);

/// A list of steps with shares in bytes; every permutation on the same n nodes.
Collective custom_collective(std::vector<Step> steps);

}  // namespace lightsweep::kernels
