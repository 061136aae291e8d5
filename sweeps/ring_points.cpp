// The points of grids under rules = optree: rings of wavelengths instead of steps on a topology.
#include "kernels/gather_time.hpp"
#include "sweeps/grid_points.hpp"

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

kernels::Conversion conversion_of(const std::string& word) {
    if (word == "per-flit") return kernels::Conversion::per_flit;
    return word == "pipelined" ? kernels::Conversion::pipelined : kernels::Conversion::none;
}

}  // namespace

bool GridPoints::has_rings(const Indices& indices) const {
    return grid_->rules == "optree" ||
           (is_common() && text_at(*grid_, "topology", indices, "") == "wdm-ring");
}

LightpathRings GridPoints::rings(const Indices& indices) const {
    const auto whole = [&](const Source& source, double otherwise) {
        return static_cast<std::int64_t>(value(source, indices, otherwise));
    };
    LightpathRings rings;
    rings.shape = {1, nodes(indices)};
    const auto dims = tuple_at(*grid_, "dims", indices);
    if (text_at(*grid_, "topology", indices, "") == "wdm-torus" && dims.size() == 2)
        rings.shape = {static_cast<kernels::Node>(dims[0]), static_cast<kernels::Node>(dims[1])};
    rings.wavelengths = whole(wavelengths_, 1);
    rings.items_per_node = whole(items_per_node_, 1);
    rings.transmitters = whole(transmitters_, 0);
    rings.stages = whole(stages_, 0);
    rings.held = text_at(*grid_, "standing", indices, "charged") == "held";
    rings.half = half_of(grid_->collective(indices));
    rings.common = is_common();
    return rings;
}

solvers::Structure GridPoints::ring_structure(const Indices& indices) const {
    const auto n = nodes(indices);
    const auto on = rings(indices);
    solvers::Structure structure{{primitive_of(on.half), "any", n, {}, {}},
                                 kernels::Topology::ring(n, kernels::LinkBandwidth::full),
                                 {}};
    structure.rings = on;
    if (!is_common()) return structure;
    // Under rules = common the algorithm belongs to the scheduler: primitive/any.
    const std::string name(grid_->collective(indices));
    if (!name.ends_with("/any")) throw NotApplicable{solvers::Reason::no_such_algorithm};
    structure.accounting = accounting(indices);
    return structure;
}

/// The conversion is the per-step latency, whole packets are the message.
kernels::Parameters GridPoints::ring_parameters(const Indices& indices,
                                                const LightpathRings& rings) const {
    kernels::GatherTiming timing;
    const double parts = rings.parts();
    timing.item = item_.values
                      ? value(item_, indices, 0) / static_cast<double>(rings.items_per_node)
                      : value(message_, indices, 0) / parts;
    timing.bandwidth = value(wavelength_bandwidth_, indices, 1);
    timing.conversion = conversion_of(text_at(*grid_, "conversion", indices, "none"));
    timing.flit = value(flit_, indices, timing.flit);
    timing.clock = 1 / value(cycle_, indices, 1 / timing.clock);
    timing.packet = value(packet_, indices, 0);
    kernels::Parameters p{};
    p.per_step_latency = kernels::overhead(timing);
    p.message = kernels::item_on_air(timing) * parts;
    p.bandwidth = timing.bandwidth;
    p.reconfiguration_delay = delay(indices);
    return p;
}

}  // namespace lightsweep::sweeps
