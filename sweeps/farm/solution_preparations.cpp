#include "sweeps/farm/solution_preparations.hpp"

#include <algorithm>
#include <cmath>

#include "engine/journal/archive.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "sweeps/farm/structure_preparations.hpp"

namespace lightsweep::kernels {

inline auto fields(PlaneUse& use) {
    return std::tie(use.plane, use.bytes, use.peer);
}
inline auto fields(PlaneSchedule& schedule) {
    return std::tie(schedule.steps);
}

}  // namespace lightsweep::kernels

namespace lightsweep::solvers::swot {

inline auto fields(Solution& solution) {
    return std::tie(solution.schedule, solution.value, solution.lower_bound, solution.proven,
                    solution.exhausted, solution.nodes, solution.effort, solution.orders,
                    solution.changes);
}

}  // namespace lightsweep::solvers::swot

namespace lightsweep::sweeps {

namespace {

/// Measured with `eval`, where searches end by their budget, and as a mean over planes and delays
/// where every step has circuits of its own; per step and step.
constexpr double transition_seconds = 2e-8, all_different_seconds = 5e-4;

/// Steps of several peers: programs of shares where the sets of planes are few enough to be
/// searched. Measured as a mean over delays, Bruck of radix 3 and 5.
double programs_seconds(const solvers::ProblemSize& size, double transitions) {
    constexpr double seconds_of_one = 3e-5;
    constexpr double few = 6, most = 24;  // digits of the choices, if every step had most peers
    const double digits = size.steps * size.planes * std::log10(1 + size.peers);
    if (size.peers < 2 || size.planes < 3 || digits > most) return 0;
    const double share = digits < few ? 0.1 : 1;  // that is searched before all sets are known
    const double programs = transitions / solvers::swot::program_effort;
    return share * programs * seconds_of_one / (size.peers * size.peers);
}

}  // namespace

SolutionPreparations::SolutionPreparations(const AllPoints& points, const GridOptions& options)
    : points_(points), options_(options), store_(std::make_shared<solvers::swot::SolutionStore>()) {
    for (std::size_t g = 0; g < points.size(); ++g) {
        const GridSpec& grid = points[g]->grid();
        if (!grid.study.empty()) continue;
        for (const auto& scheduler : scheduler_table(grid.rules)) {
            const bool asked = options[g].contains(std::string(scheduler.name));
            if (!asked || !scheduler.traits.shares_solutions) continue;
            by_point_[{g, scheduler.name}].resize(grid.points());
            for (std::uint64_t s = 0; s < grid.structures(); ++s) add_structure(g, scheduler, s);
        }
    }
}

SolutionPreparations::Ready SolutionPreparations::ready(const Place& place) const {
    const auto& options = options_[place.grid].at(std::string(place.scheduler->name));
    auto problem = usable_problem(*points_[place.grid], place.point, *place.scheduler, options);
    if (!problem) return nullptr;
    problem->planes.known = store_;
    try {
        return solvers::prepare(*place.scheduler,
                                std::make_shared<const solvers::Problem>(*std::move(problem)),
                                options);
    } catch (const std::exception&) {
        return nullptr;  // the rows give the reason
    }
}

template <class Use>
void SolutionPreparations::at_point(const Place& place, const solvers::PreparedScheduler& plan,
                                    Use use) const {
    const auto at = points_[place.grid]->grid().indices(place.point);
    const auto p = points_[place.grid]->parameters(at, *plan.space().structure);
    use(kernels::row_at(p));
}

void SolutionPreparations::add_structure(std::size_t g, const solvers::SchedulerRow& scheduler,
                                         std::uint64_t structure) {
    const GridSpec& grid = points_[g]->grid();
    const std::uint64_t parametric = grid.points() / grid.structures();
    Place place{g, structure * parametric, &scheduler};
    const auto plan = ready(place);
    if (!plan) return;
    for (const std::uint64_t end = place.point + parametric; place.point < end; ++place.point)
        if (grid.selected(grid.indices(place.point))) add(place, *plan);
}

void SolutionPreparations::add(const Place& place, const solvers::PreparedScheduler& plan) {
    std::vector<std::string> keys;
    at_point(place, plan, [&](const kernels::DelayRow& row) { keys = plan.solution_keys(row, 0); });
    auto& of_point = by_point_[{place.grid, place.scheduler->name}][place.point];
    for (std::size_t part = 0; part < keys.size(); ++part) {
        const auto [known, is_new] = by_key_.emplace(std::move(keys[part]), places_.size());
        of_point.push_back(static_cast<std::uint32_t>(known->second));
        if (!is_new) continue;
        places_.push_back({place.grid, place.point, place.scheduler, part});
        keys_.push_back(known->first);
    }
}

double SolutionPreparations::estimate(std::size_t preparation) const {
    const Place& place = places_[preparation];
    const auto& points = *points_[place.grid];
    const auto at = points.grid().indices(place.point);
    const auto size = points.size(at);
    const double seconds = place.scheduler->point_seconds(n_runs(points, at));
    if (!place.scheduler->traits.shares_lanes())
        return seconds;  // all of these end by their budget
    const auto& options = options_[place.grid].at(std::string(place.scheduler->name));
    const double transitions = 1000.0 * options.transitions;
    const double search =
        std::max({seconds, all_different_seconds * size.matchings * (size.matchings - 1),
                  programs_seconds(size, transitions)});
    return std::min(search, transition_seconds * transitions);
}

std::set<std::size_t> SolutionPreparations::needs(const FileGroup& plan,
                                                  const std::vector<std::size_t>& at,
                                                  const std::vector<std::size_t>& extent) const {
    std::set<std::size_t> needed;
    if (places_.empty()) return needed;
    const auto points = flat_points(points_[plan.grid]->grid(), plan, at, extent);
    for (const auto& [whose, list] : by_point_) {
        if (whose.first != plan.grid) continue;
        if (plan.scheduler && plan.scheduler->name != whose.second) continue;
        for (const std::uint64_t point : points)
            needed.insert(list[point].begin(), list[point].end());
    }
    return needed;
}

std::string SolutionPreparations::prepare(std::size_t preparation) const {
    const Place& place = places_[preparation];
    const auto plan = ready(place);
    at_point(place, *plan,
             [&](const kernels::DelayRow& row) { plan->solve_part(row, 0, place.part); });
    return engine::packed(store_->find(keys_[preparation]).value());
}

void SolutionPreparations::adopt(std::size_t preparation, const engine::Preparation& result) {
    if (!result.failure.empty()) return;  // solved again for its row, which reports the fault
    store_->put(keys_[preparation], engine::unpacked<solvers::swot::Solution>(result.bytes));
}

}  // namespace lightsweep::sweeps
