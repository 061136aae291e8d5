#include "sweeps/rules/ring_points.hpp"

namespace lightsweep::sweeps {

namespace {

using solvers::LightpathRings;

LightpathRings::Half half_of(std::string_view collective) {
    if (collective.starts_with("reduce-scatter/")) return LightpathRings::Half::scatter;
    if (collective.starts_with("alltoall/")) return LightpathRings::Half::exchange;
    return collective.starts_with("allreduce/") ? LightpathRings::Half::both
                                                : LightpathRings::Half::gather;
}

kernels::Primitive primitive_of(LightpathRings::Half half) {
    if (half == LightpathRings::Half::scatter) return kernels::Primitive::reduce_scatter;
    if (half == LightpathRings::Half::exchange) return kernels::Primitive::all_to_all;
    return half == LightpathRings::Half::both ? kernels::Primitive::all_reduce
                                              : kernels::Primitive::all_gather;
}

std::int64_t whole_at(const GridSpec& grid, const char* key, const Indices& indices,
                      std::int64_t otherwise) {
    const AxisValues* axis = grid.find(key);
    if (!axis) return otherwise;
    const std::size_t i = grid.value_index(key, indices);
    return i == open_index ? otherwise : static_cast<std::int64_t>(axis->numbers[i]);
}

}  // namespace

LightpathRings rings_at(const GridSpec& grid, const Indices& indices, kernels::Node n,
                        bool shares_lanes) {
    LightpathRings rings;
    rings.shape = {1, n};
    const auto dims = tuple_at(grid, "dims", indices);
    if (text_at(grid, "topology", indices, "") == "wdm-torus" && dims.size() == 2)
        rings.shape = {static_cast<kernels::Node>(dims[0]), static_cast<kernels::Node>(dims[1])};
    rings.wavelengths = whole_at(grid, "wavelengths", indices, 1);
    rings.items_per_node = whole_at(grid, "items_per_node", indices, 1);
    rings.transmitters = whole_at(grid, "transmitters", indices, 0);
    rings.stages = whole_at(grid, "stages", indices, 0);
    rings.held = text_at(grid, "standing", indices, "charged") == "held";
    rings.half = half_of(grid.collective(indices));
    rings.shares_lanes = shares_lanes;
    return rings;
}

solvers::Problem ring_structure(const LightpathRings& rings, kernels::Node n) {
    solvers::Problem structure{{primitive_of(rings.half), "any", n, {}, {}},
                               kernels::Topology::ring(n, kernels::LinkBandwidth::full),
                               {}};
    structure.rings = rings;
    return structure;
}

}  // namespace lightsweep::sweeps
