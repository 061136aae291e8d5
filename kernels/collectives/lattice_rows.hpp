#pragma once
// Rows of the algorithms along the dimensions of a torus, for the table of collectives
// (collective_algorithms.cpp): bucket and Swing, on one port or on all (multiport_collectives.hpp).

#include <bit>
#include <functional>
#include <numeric>

#include "kernels/collectives/all_to_all.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/multiport_collectives.hpp"
#include "kernels/topologies/topology_table.hpp"

namespace lightsweep::kernels {

inline int log2_of(Node n) {
    return std::bit_width(static_cast<std::uint32_t>(n)) - 1;
}
inline Node product_of(const std::vector<Node>& dims) {
    return std::accumulate(dims.begin(), dims.end(), Node{1}, std::multiplies<>());
}
inline Collective swing_scatter_on(const std::vector<Node>& dims) {
    return exchange_scatter(product_of(dims), swing_exchanges(dims));
}
inline Collective swing_gather_on(const std::vector<Node>& dims) {
    return exchange_gather(product_of(dims), swing_exchanges(dims));
}
inline std::int64_t swing_steps(const std::vector<Node>& dims) {
    return log2_of(product_of(dims));
}

using OnDims = Collective (*)(const std::vector<Node>&);
using StepsOnDims = std::int64_t (*)(const std::vector<Node>&);

template <OnDims Scatter, OnDims Gather>
Collective all_reduce_on(const std::vector<Node>& dims) {
    return all_reduce_of(Scatter(dims), Gather(dims));
}
template <StepsOnDims Steps>
std::int64_t twice(const std::vector<Node>& dims) {
    return 2 * Steps(dims);
}
template <int Dimensions, OnDims Build>
Collective usual_dims(Node n, Order) {
    return Build(default_dims(n, Dimensions));
}
/// Number of steps on the usual sizes; 0 if there are none.
template <int Dimensions, StepsOnDims Steps>
std::int64_t usual_steps(std::int64_t n) {
    if (!is_power_of_two(n)) return 0;
    return Steps(default_dims(static_cast<Node>(n), Dimensions));
}

enum class Needs { powers_of_two, any_sizes };

template <int Dimensions, Needs Sizes, OnDims Build, StepsOnDims Steps>
constexpr CollectiveRow lattice_row(std::string_view name, std::string_view summary) {
    constexpr bool is_swing = Sizes == Needs::powers_of_two;
    CollectiveRow row{name,
                      summary,
                      true,
                      false,
                      usual_steps<Dimensions, Steps>,
                      usual_dims<Dimensions, Build>,
                      nullptr,
                      nullptr,
                      Order::near,
                      {Dimensions, is_swing, Build, Steps}};
    row.facts.lists = is_swing;
    return row;
}
template <int Dimensions>
constexpr auto swing_scatter_row =
    lattice_row<Dimensions, Needs::powers_of_two, swing_scatter_on, swing_steps>;
template <int Dimensions>
constexpr auto swing_gather_row =
    lattice_row<Dimensions, Needs::powers_of_two, swing_gather_on, swing_steps>;
template <int Dimensions>
constexpr auto swing_reduce_row =
    lattice_row<Dimensions, Needs::powers_of_two, all_reduce_on<swing_scatter_on, swing_gather_on>,
                twice<swing_steps>>;
template <int Dimensions>
constexpr auto bucket_scatter_row =
    lattice_row<Dimensions, Needs::any_sizes, bucket_reduce_scatter, bucket_steps>;
template <int Dimensions>
constexpr auto bucket_gather_row =
    lattice_row<Dimensions, Needs::any_sizes, bucket_all_gather, bucket_steps>;
template <int Dimensions>
constexpr auto bucket_reduce_row =
    lattice_row<Dimensions, Needs::any_sizes,
                all_reduce_on<bucket_reduce_scatter, bucket_all_gather>, twice<bucket_steps>>;

template <Primitive Kind, Collective (*Build)(const std::vector<Node>&, Primitive)>
Collective ports_of(const std::vector<Node>& dims) {
    if (Kind != Primitive::all_reduce) return Build(dims, Kind);
    return all_reduce_of(Build(dims, Primitive::reduce_scatter),
                         Build(dims, Primitive::all_gather));
}
inline Collective bucket_in_equal_shares(const std::vector<Node>& dims, Primitive primitive) {
    return bucket_on_all_ports(dims, primitive, {});
}
template <Primitive Kind>
constexpr CollectiveRow swing_multiport_row(std::string_view name) {
    constexpr bool both = Kind == Primitive::all_reduce;
    CollectiveRow row{
        name,
        "a Swing of m/(2d) per dimension and direction of a torus, (4x4x8) for example",
        true,
        false,
        usual_steps < 2,
        both ? twice<swing_steps> : swing_steps >,
        usual_dims<2, ports_of<Kind, swing_on_all_ports>>};
    row.lattice = {any_dimensions, true, ports_of<Kind, swing_on_all_ports>,
                   both ? twice<swing_steps> : swing_steps};
    row.facts = {.lists = true, .peers = 4};
    return row;
}
template <Primitive Kind>
constexpr CollectiveRow multiport_row(std::string_view name, std::int64_t (*steps)(std::int64_t),
                                      Collective (*build)(Node, Order)) {
    CollectiveRow row{
        name,  "a bucket of m/(2d) per dimension and direction of a torus: square, or (4x4x8)",
        false, false,
        steps, build};
    row.lattice = {any_dimensions, false, ports_of<Kind, bucket_in_equal_shares>,
                   Kind == Primitive::all_reduce ? twice<bucket_steps> : bucket_steps};
    row.square = true;
    row.facts.peers = 4;
    return row;
}

}  // namespace lightsweep::kernels
