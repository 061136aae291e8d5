#include "sweeps/farm/search_preparations.hpp"

#include "solvers/contract/scheduler_row.hpp"
#include "sweeps/farm/structure_preparations.hpp"

namespace lightsweep::sweeps {

SearchPreparations::SearchPreparations(const AllPoints& points, const GridOptions& options)
    : points_(points), options_(options) {
    for (std::size_t g = 0; g < points.size(); ++g) {
        const GridSpec& grid = points[g]->grid();
        if (!grid.study.empty()) continue;
        for (const auto& scheduler : scheduler_table(grid.rules)) {
            if (!scheduler.search || !options[g].contains(std::string(scheduler.name))) continue;
            for (std::uint64_t s = 0; s < grid.structures(); ++s) add({g, s, &scheduler});
        }
    }
}

std::optional<solvers::Problem> SearchPreparations::problem(const Place& place) const {
    const GridPoints& points = *points_[place.grid];
    const auto parametric = points.grid().points() / points.grid().structures();
    return usable_problem(points, place.structure * parametric, *place.scheduler, options(place));
}

void SearchPreparations::add(const Place& place) {
    const auto of_place = problem(place);
    if (!of_place) return;
    const auto name = place.scheduler->search->key(*of_place, options(place));
    if (name.empty()) return;
    const auto [known, is_new] =
        by_key_.emplace(std::string(place.scheduler->name) + ": " + name, places_.size());
    by_structure_[{place.grid, place.scheduler->name}][place.structure] = known->second;
    if (!is_new) return;
    places_.push_back(place);
    keys_.push_back(known->first);
}

double SearchPreparations::estimate(std::size_t preparation) const {
    return places_[preparation].scheduler->prepare_seconds(1);
}

std::set<std::size_t> SearchPreparations::needs(const FileGroup& plan,
                                                std::uint64_t structure) const {
    std::set<std::size_t> needed;
    for (const auto& [whose, list] : by_structure_) {
        if (whose.first != plan.grid) continue;
        if (plan.scheduler && plan.scheduler->name != whose.second) continue;
        if (const auto one = list.find(structure); one != list.end()) needed.insert(one->second);
    }
    return needed;
}

std::string SearchPreparations::prepare(std::size_t preparation) const {
    const Place& place = places_[preparation];
    return place.scheduler->search->lines(problem(place).value(), options(place));
}

void SearchPreparations::adopt(std::size_t preparation, const engine::Preparation& result) const {
    if (!result.failure.empty()) return;  // searched again for its row, which reports the fault
    places_[preparation].scheduler->search->keep(result.bytes);
}

}  // namespace lightsweep::sweeps
