// The points of grids under rules = common: a node's lanes in the place of links.
#include <map>
#include <mutex>

#include "solvers/common/common_structure.hpp"
#include "solvers/common/lane_pool.hpp"
#include "sweeps/grid_points.hpp"

namespace lightsweep::sweeps {

using kernels::Node;
using kernels::Topology;

struct GridPoints::KnownBounds {
    using Key = std::tuple<kernels::Primitive, Node, std::int64_t, std::string>;
    std::mutex guard;
    std::map<Key, std::shared_ptr<const kernels::CommonBounds>> all;
};

std::shared_ptr<GridPoints::KnownBounds> GridPoints::no_bounds() {
    return std::make_shared<KnownBounds>();
}

Topology GridPoints::lane_topology(const Indices& indices) const {
    std::vector<Node> dims;
    for (const auto size : tuple_at(*grid_, "dims", indices))
        dims.push_back(static_cast<Node>(size));
    auto base = solvers::common::base_topology(text_at(*grid_, "topology", indices, "ring-uni"),
                                               nodes(indices), lanes(indices), dims);
    if (!base) throw NotApplicable{solvers::Reason::too_few_lanes};
    return std::move(*base);
}

Node GridPoints::lanes(const Indices& indices) const {
    return static_cast<Node>(value(planes_, indices, 1));
}

std::optional<double> GridPoints::own_delay(const Indices& indices,
                                            const solvers::Structure& structure) const {
    if (!structure.rings || !wdm_delay_.values) return std::nullopt;
    return value(wdm_delay_, indices, 0);
}

bool GridPoints::has_topology_of(const solvers::SchedulerRow& scheduler,
                                 const Indices& indices) const {
    const bool on_rings = scheduler.traits.on_rings != solvers::OnRings::no;
    return !is_common() || has_rings(indices) == on_rings;
}

solvers::Structure GridPoints::lane_structure(const Indices& indices) const {
    auto structure = has_rings(indices) ? ring_structure(indices) : [&] {
        auto base = make_topology(indices);
        return solvers::common::make_structure(make_collective(indices, nodes(indices)),
                                               std::move(base), lanes(indices),
                                               accounting(indices));
    }();
    structure.subrings.restore = value(restore_, indices, 0) != 0;
    structure.planes.leave_if_stopped = leave_if_stopped;
    structure.bounds = common_bounds(indices, structure);
    return structure;
}

namespace {

/// The base as far as distances go.
Topology distances_of(const Topology& base) {
    if (base.kind() != Topology::Kind::lanes) return base;
    const bool both_ways = base.lane_list().size() > 1;
    return both_ways ? Topology::ring(base.size(), kernels::LinkBandwidth::split)
                     : Topology::ring_uni(base.size());
}

}  // namespace

std::shared_ptr<const kernels::CommonBounds> GridPoints::common_bounds(
    const Indices& indices, const solvers::Structure& structure) const {
    const auto primitive = structure.collective.primitive;
    if (primitive == kernels::Primitive::custom || primitive == kernels::Primitive::sequence)
        return nullptr;
    const auto n = structure.collective.n;
    const std::int64_t count =
        structure.rings ? 2 * structure.rings->wavelengths : std::int64_t{lanes(indices)};
    const KnownBounds::Key key{primitive, n, count, structure.base.describe()};
    const std::scoped_lock lock(known_bounds_->guard);
    auto& known = known_bounds_->all[key];
    if (!known)
        known = std::make_shared<const kernels::CommonBounds>(
            primitive, n, static_cast<Node>(count),
            kernels::path_lengths(distances_of(structure.base)));
    return known;
}

}  // namespace lightsweep::sweeps
