#include "sweeps/farm/structure_estimates.hpp"

#include "sweeps/farm/structure_preparations.hpp"

namespace lightsweep::sweeps {

StructureEstimates::StructureEstimates(const AllPoints& points) {
    for (const auto& of_grid : points) {
        auto& found = all_.emplace_back();
        for (std::uint64_t s = 0; s < of_grid->grid().structures(); ++s)
            found.push_back(look_at(*of_grid, s));
    }
}

StructureEstimates::One StructureEstimates::look_at(const GridPoints& points,
                                                    std::uint64_t structure) {
    const GridSpec& grid = points.grid();
    const Indices at = grid.indices(structure * (grid.points() / grid.structures()));
    if (!grid.applicable(at) || grid.verdict(structural_part(grid, at)) == Verdict::no ||
        !points.has_structure(at))
        return {};
    return {true, points.on_wdm_rings(at), points.collective(at).ends_with("/any"),
            points.n_steps(at), points.build_seconds(at)};
}

bool StructureEstimates::open_to(const solvers::SchedulerRow& scheduler, std::size_t grid,
                                 std::uint64_t structure) const {
    const One& one = of(grid, structure);
    if (!one.open || !scheduler.traits.shares_lanes()) return one.open;
    const auto& traits = scheduler.traits;
    if (traits.never != solvers::Reason::none) return false;
    if (one.any && !one.rings && !traits.chooses_algorithm) return false;
    return one.rings == (traits.ring() != nullptr);
}

}  // namespace lightsweep::sweeps
