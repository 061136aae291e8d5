#include "sweeps/farm/structure_preparations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "engine/journal/archive.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::kernels {

inline auto fields(StepCosts& costs) {
    return std::tie(costs.share, costs.hops, costs.stretch, costs.least_stretch, costs.active,
                    costs.matched_stretch, costs.rounds, costs.least_rounds, costs.volume);
}

}  // namespace lightsweep::kernels

namespace lightsweep::sweeps {

namespace {

constexpr double expensive_s = 0.05;

std::string exact_text(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

/// Key of the data on which flows depend: the collective (with the grid if its name does not
/// identify it), and the links of the base.
std::string key_of(const GridPoints& points, const Indices& indices,
                   const kernels::Topology& base) {
    const Point point = points.grid().at(indices);
    std::string key = (carries_bytes(point.collective) ? points.grid().name + ": " : "") +
                      points.collective(indices);
    for (const char* name :
         {"nodes", "ports", "radix", "mirrored", "degree", "transmitters", "flow_gap"})
        if (const auto found = point.numbers.find(name); found != point.numbers.end())
            key += std::string(" ") + name + "=" + exact_text(found->second);
    for (const char* name : {"order", "volumes", "split"})
        if (const auto found = point.texts.find(name); found != point.texts.end())
            key += std::string(" ") + name + "=" + found->second;
    return key + " on " + base.describe() + ", links " + fingerprint(base.links());
}

/// The base, with the pool if its bases can be built.
std::vector<kernels::Topology> bases_of(const GridPoints& points, const Indices& indices,
                                        bool with_pool) {
    std::vector<kernels::Topology> bases{points.make_topology(indices)};
    if (!with_pool) return bases;
    try {
        const auto pool = points.make_pool(indices);
        bases.insert(bases.end(), pool.others.begin(), pool.others.end());
    } catch (const NotApplicable&) {
        // too few ports for a base of the pool: the rows report it
    }
    return bases;
}

/// Flat numbers over the grid's first `count` dimensions.
std::vector<std::uint64_t> flat_numbers(const GridSpec& grid, std::size_t count,
                                        const FileGroup& plan, const std::vector<std::size_t>& at,
                                        const std::vector<std::size_t>& extent) {
    std::vector<std::uint64_t> numbers{0};
    for (std::size_t d = 0; d < count; ++d) {
        std::size_t first = 0, length = grid.dimensions[d].size();
        for (std::size_t i = 0; i < plan.dimensions.size(); ++i) {
            if (plan.dimensions[i] != d) continue;
            first = at[i];
            length = extent[i];
        }
        std::vector<std::uint64_t> next;
        for (const std::uint64_t number : numbers)
            for (std::size_t i = 0; i < length; ++i)
                next.push_back(number * grid.dimensions[d].size() + first + i);
        numbers = std::move(next);
    }
    return numbers;
}

}  // namespace

std::optional<solvers::Problem> usable_problem(const GridPoints& points, std::uint64_t point,
                                               const solvers::SchedulerRow& scheduler,
                                               const solvers::SchedulerOptions& options) {
    const GridSpec& grid = points.grid();
    const Indices at = structural_part(grid, grid.indices(point));
    if (!grid.applicable(at) || grid.verdict(at) == Verdict::no) return std::nullopt;
    try {
        auto problem = points.make_problem(at, false);
        if (solvers::why_not_applicable(scheduler, problem, options)) return std::nullopt;
        return problem;
    } catch (const NotApplicable&) {
        return std::nullopt;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

Indices structural_part(const GridSpec& grid, Indices indices) {
    for (std::size_t d = grid.n_structural_dimensions(); d < indices.size(); ++d)
        indices[d] = open_index;
    return indices;
}

StructurePreparations::StructurePreparations(const AllPoints& points, bool with_pools)
    : points_(points) {
    for (std::size_t g = 0; g < points.size(); ++g) {
        const auto& study = points[g]->grid().study;
        if (study.empty() || find_study(study).entry.uses_schedulers)
            add_grid(g, with_pools && !points[g]->grid().pool.empty());
    }
}

void StructurePreparations::add_grid(std::size_t g, bool with_pool) {
    const GridSpec& grid = points_[g]->grid();
    const std::uint64_t parametric = grid.points() / grid.structures();
    for (std::uint64_t s = 0; s < grid.structures(); ++s) {
        const Indices indices = structural_part(grid, grid.indices(s * parametric));
        if (!with_pool && points_[g]->build_seconds(indices) < expensive_s) continue;
        if (!grid.applicable(indices) || grid.verdict(indices) == Verdict::no) continue;
        try {
            Parts parts;
            for (const auto& base : bases_of(*points_[g], indices, with_pool))
                parts.push_back(add(g, indices, parts.size(), base));
            while (!parts.empty() && !parts.back()) parts.pop_back();
            if (!parts.empty()) by_structure_[{g, s}] = std::move(parts);
        } catch (const NotApplicable&) {
            continue;
        }
    }
}

std::optional<std::size_t> StructurePreparations::add(std::size_t grid, const Indices& indices,
                                                      std::size_t base,
                                                      const kernels::Topology& topology) {
    const double seconds = points_[grid]->build_seconds(indices, topology);
    if (seconds < expensive_s) return std::nullopt;
    const auto [place, is_new] =
        by_key_.emplace(key_of(*points_[grid], indices, topology), places_.size());
    if (is_new) {
        places_.push_back({grid, indices, base, seconds});
        keys_.push_back(place->first);
    }
    return place->second;
}

const StructurePreparations::Parts& StructurePreparations::of(std::size_t grid,
                                                              std::uint64_t structure) const {
    static const Parts none;
    const auto found = by_structure_.find({grid, structure});
    return found == by_structure_.end() ? none : found->second;
}

std::string StructurePreparations::prepare(std::size_t preparation) const {
    const Place& place = places_[preparation];
    const GridPoints& points = *points_[place.grid];
    const bool of_pool = place.base > 0;
    const auto base = bases_of(points, place.indices, of_pool).at(place.base);
    return engine::packed(points.make_costs(place.indices, base));
}

void StructurePreparations::adopt(std::size_t preparation, const engine::Preparation& result) {
    const std::scoped_lock lock(mutex_);
    adopted_[preparation] = result;
}

kernels::StepCosts StructurePreparations::costs(std::size_t preparation) const {
    engine::Preparation result;
    {
        const std::scoped_lock lock(mutex_);
        const auto adopted = adopted_.find(preparation);
        if (adopted != adopted_.end()) result = adopted->second;
    }
    if (!result.failure.empty()) throw std::runtime_error(result.failure);
    if (result.bytes.empty()) result.bytes = prepare(preparation);
    return engine::unpacked<kernels::StepCosts>(result.bytes);
}

std::set<std::uint64_t> structures_of(const GridSpec& grid, const FileGroup& plan,
                                      const std::vector<std::size_t>& at,
                                      const std::vector<std::size_t>& extent) {
    const auto numbers = flat_numbers(grid, grid.n_structural_dimensions(), plan, at, extent);
    return {numbers.begin(), numbers.end()};
}

std::vector<std::uint64_t> flat_points(const GridSpec& grid, const FileGroup& plan,
                                       const std::vector<std::size_t>& at,
                                       const std::vector<std::size_t>& extent) {
    return flat_numbers(grid, grid.dimensions.size(), plan, at, extent);
}

double n_runs(const GridPoints& points, const Indices& indices) {
    const double steps = points.n_steps(indices);
    const auto one = points.size(indices);
    const bool named = kernels::find_collective(points.collective(indices)).row != nullptr;
    const bool differs = one.matchings > 1 || steps > one.steps || !named;
    // A logarithm of the nodes for halving and doubling, and for Bruck, in both halves.
    const double few = 4 * std::log2(2 + one.nodes);
    return differs ? steps : std::min(steps, few);
}

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
    return {true,
            points.on_wdm_rings(at),
            points.collective(at).ends_with("/any"),
            points.collective(at) == matrix_collective,
            points.n_steps(at),
            n_runs(points, at),
            points.build_seconds(at)};
}

bool StructureEstimates::open_to(const solvers::SchedulerRow& scheduler, std::size_t grid,
                                 std::uint64_t structure) const {
    const One& one = of(grid, structure);
    if (!one.open || !scheduler.traits.shares_lanes()) return one.open;
    const auto& traits = scheduler.traits;
    if (traits.never != solvers::Reason::none) return false;
    if (one.any && !one.rings && !traits.chooses_algorithm && !traits.lists_plans) return false;
    return traits.runs_on(one.rings);
}

}  // namespace lightsweep::sweeps
