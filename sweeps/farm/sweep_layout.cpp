#include "sweeps/farm/sweep_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sweeps/events/lightpath_events.hpp"
#include "sweeps/events/plane_events.hpp"
#include "sweeps/farm/build_record.hpp"
#include "sweeps/points/grid_points.hpp"
#include "sweeps/rows/candidates.hpp"
#include "sweeps/rows/group_axes.hpp"
#include "sweeps/rows/group_columns.hpp"
#include "sweeps/rows/result_columns.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr double most_tile_points = 32768;
constexpr double least_tile_points = 64;
constexpr double longest_tile_s = 0.2;

bool is_delay_alone(const GridDimension& dimension) {
    return dimension.axes.size() == 1 && dimension.axes.front().key == "reconfiguration_delay";
}

/// "[4, 4]"
std::string list_text(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const auto number : numbers) text += (text.empty() ? "[" : ", ") + std::to_string(number);
    return text + "]";
}

/// Options that are set for the scheduler, each an attribute of its groups.
void add_options(const Sweep& sweep, const GridSpec& grid, const std::string& scheduler,
                 engine::Attributes& attributes) {
    for (const auto& [option, value] : sweep.options_of(grid, scheduler)) {
        if (value.kind == Kind::count || value.kind == Kind::flag)
            attributes[option] = static_cast<std::int64_t>(value.number);
        else if (is_numeric(value.kind))
            attributes[option] = value.number;
        else
            attributes[option] = value.kind == Kind::tuple ? list_text(value.tuple) : value.text;
    }
}

/// Steps of the longest collective of the grid.
double most_steps(const GridSpec& grid) {
    const auto points = points_of(grid);
    const auto per_structure = grid.points() / std::max<std::uint64_t>(1, grid.structures());
    double most = 1;
    for (std::uint64_t s = 0; s < grid.structures(); ++s)
        most = std::max(most, points->n_steps(grid.indices(s * per_structure)));
    return most;
}

/// Points of a tile: few enough to distribute well, many enough to compress well.
std::size_t tile_points(const GridSpec& grid, std::span<const solvers::SchedulerRow* const> rows) {
    double seconds = 0;
    for (const auto* row : rows) seconds += row->point_seconds(most_steps(grid));
    const double wanted = longest_tile_s / seconds;
    return static_cast<std::size_t>(std::clamp(wanted, least_tile_points, most_tile_points));
}

/// A group over the given dimensions, with chunks of about so many points.
engine::ArrayGroup array_group(const Sweep& sweep, const GridSpec& grid, const std::string& path,
                               const std::vector<std::size_t>& dimensions, std::size_t target) {
    engine::ArrayGroup group;
    group.path = path;
    std::size_t structural = 0;
    for (const std::size_t d : dimensions) {
        group.axes.push_back(axis_of(grid.dimensions[d]));
        structural += grid.dimensions[d].structural;
    }
    group.chunk = engine::choose_chunk(group.shape(), structural, target);
    group.attributes = constants_of(sweep, grid);
    return group;
}

/// Whether a key that some schedulers ignore changes this scheduler's results.
bool reads(const GridSpec& grid, const solvers::SchedulerRow& scheduler, const std::string& key) {
    const bool rings = scheduler.traits.ring() != nullptr;
    const bool own_delay = rings && grid.find("wdm_reconfiguration_delay");
    if (key == "reconfiguration_delay") return scheduler.reads_delay && !own_delay;
    if (key == "wdm_reconfiguration_delay") return own_delay;
    if (scheduler.traits.shares_lanes() && (key == "planes" || key == "wavelengths"))
        return (key == "planes") == !rings;
    if (key == "port_delay") return scheduler.traits.base().reads_port_delay;
    if (key == "pool_size") return scheduler.traits.base().reads_pool_size;
    if (key == "stages") return (scheduler.traits.ring() && scheduler.traits.ring()->reads_stages);
    if (key == "standing") return (scheduler.traits.ring() && scheduler.traits.ring()->is_built);
    return true;
}

/// Dimensions that the scheduler's results depend on.
std::vector<std::size_t> dimensions_read(const GridSpec& grid,
                                         const solvers::SchedulerRow& scheduler) {
    std::vector<std::size_t> result;
    for (std::size_t d = 0; d < grid.dimensions.size(); ++d) {
        const auto& axes = grid.dimensions[d].axes;
        if (std::any_of(axes.begin(), axes.end(),
                        [&](const AxisValues& axis) { return reads(grid, scheduler, axis.key); }))
            result.push_back(d);
    }
    return result;
}

bool ends_with_delay(const GridSpec& grid, const std::vector<std::size_t>& dimensions) {
    return !dimensions.empty() && is_delay_alone(grid.dimensions[dimensions.back()]);
}

/// Words of the longest decision of any structure of the grid.
std::size_t most_decision_words(const GridSpec& grid, const solvers::SchedulerRow& scheduler) {
    if (scheduler.traits.ring() != nullptr) return 1;
    const auto entries =
        static_cast<std::size_t>(most_steps(grid)) + (scheduler.traits.chooses_algorithm ? 1 : 0);
    return kernels::decision_words(entries, scheduler.traits.decision_bits);
}

/// Adds a list; it needs an axis, if necessary one of length 1.
void add_list(engine::RaggedGroup group, FileGroup plan, SweepLayout& result,
              std::vector<FileGroup>& ragged_plans) {
    if (group.axes.empty())
        group.axes.push_back(
            {{"structure", "1", "the only structure of this grid", std::vector<std::int64_t>{0}},
             {}});
    result.layout.ragged.push_back(std::move(group));
    ragged_plans.push_back(std::move(plan));
}

/// Whether a candidate's schedules are known as linear costs, and can be carried out.
bool lists_schedules(const GridSpec& grid, const solvers::SchedulerRow& scheduler) {
    return lists_envelope(grid, scheduler) && !scheduler.traits.is_formula;
}

/// Folder for lists of one kind.
const char* folder_of(FileGroup::Kind kind) {
    if (kind == FileGroup::Kind::steps) return "steps/";
    return kind == FileGroup::Kind::regions ? "regions/" : "envelopes/";
}

std::vector<engine::Column> list_columns(const GridSpec& grid,
                                         const solvers::SchedulerRow& scheduler,
                                         FileGroup::Kind kind) {
    if (kind == FileGroup::Kind::steps) return step_columns();
    if (kind == FileGroup::Kind::regions) return region_columns();
    return envelope_columns(most_decision_words(grid, scheduler), scheduler);
}

/// Adds a list per structure with the schedules of a scheduler, their steps or their regions.
void add_list_group(const Sweep& sweep, std::size_t g, const solvers::SchedulerRow& scheduler,
                    FileGroup::Kind kind, SweepLayout& result,
                    std::vector<FileGroup>& ragged_plans) {
    const GridSpec& grid = sweep.grids[g];
    engine::RaggedGroup envelope{folder_of(kind) + grid.name + "/" + std::string(scheduler.name),
                                 {},
                                 list_columns(grid, scheduler, kind),
                                 constants_of(sweep, grid)};
    add_options(sweep, grid, std::string(scheduler.name), envelope.attributes);
    if (kind == FileGroup::Kind::envelope)
        envelope.attributes.merge(decision_attributes(grid, scheduler));
    if (scheduler.traits.lists_regions)
        envelope.attributes["empty_lists"] =
            "not applicable there, or with too many schedules to list: solved at every point";
    if (scheduler.traits.is_formula) envelope.attributes["formula"] = "nobody can carry it out";
    FileGroup plan{kind, g, &scheduler, {}, false};
    for (std::size_t d = 0; d < grid.n_structural_dimensions(); ++d) {
        envelope.axes.push_back(axis_of(grid.dimensions[d]));
        plan.dimensions.push_back(d);
    }
    add_list(std::move(envelope), std::move(plan), result, ragged_plans);
}

/// Adds a list of events per point of a scheduler's results.
void add_event_group(const engine::ArrayGroup& results, FileGroup plan, SweepLayout& result,
                     std::vector<FileGroup>& ragged_plans) {
    const bool planes = plan.scheduler->traits.plane_scheduler();
    const std::string path = "schedules" + results.path.substr(results.path.find('/'));
    engine::RaggedGroup events{path, results.axes,
                               planes ? plane_event_columns() : lightpath_columns(),
                               results.attributes};
    if (events.axes.empty())  // a list needs an axis, if necessary one of length 1
        events.axes.push_back(
            {{"point", "1", "the only point of this grid", std::vector<std::int64_t>{0}}, {}});
    result.layout.ragged.push_back(std::move(events));
    ragged_plans.push_back(std::move(plan));
}

void add_scheduler_groups(const Sweep& sweep, std::size_t g, SweepLayout& result,
                          std::vector<FileGroup>& ragged_plans) {
    const GridSpec& grid = sweep.grids[g];
    for (const auto& name : sweep.schedulers) {
        const auto* scheduler = solvers::find_scheduler(name, sweep.rules);
        const auto dimensions = dimensions_read(grid, *scheduler);
        const bool delays = ends_with_delay(grid, dimensions);
        auto group = array_group(sweep, grid, "grids/" + grid.name + "/" + name, dimensions,
                                 tile_points(grid, std::span(&scheduler, 1)));
        add_options(sweep, grid, name, group.attributes);
        group.columns = chosen_columns(sweep.columns, grid.find("compute_time") != nullptr);
        if (scheduler->traits.chooses_algorithm)
            group.columns.push_back(
                algorithm_column(algorithms_of(grid), grid.dimension_of("algorithm").has_value()));
        if (sweep.results) {
            result.layout.arrays.push_back(group);
            result.plans.push_back({FileGroup::Kind::results, g, scheduler, dimensions, delays});
        }
        const auto& traits = scheduler->traits;
        const bool is_ring = traits.ring() != nullptr;
        const bool lists_events = traits.plane_scheduler() || is_ring;
        if (sweep.schedules && lists_events) {
            if (traits.is_formula) continue;
            add_event_group(group, {FileGroup::Kind::events, g, scheduler, dimensions, false},
                            result, ragged_plans);
        } else if (sweep.schedules) {
            group.path = "schedules/" + grid.name + "/" + name;
            group.columns = decision_columns(most_decision_words(grid, *scheduler), *scheduler);
            group.attributes.merge(decision_attributes(grid, *scheduler));
            result.layout.arrays.push_back(group);
            result.plans.push_back({FileGroup::Kind::decisions, g, scheduler, dimensions, delays});
        }
        using Kind = FileGroup::Kind;
        if (sweep.envelopes && lists_envelope(grid, *scheduler))
            add_list_group(sweep, g, *scheduler, Kind::envelope, result, ragged_plans);
        if (sweep.envelopes && lists_schedules(grid, *scheduler) && (is_ring || sweep.schedules))
            add_list_group(sweep, g, *scheduler, Kind::steps, result, ragged_plans);
        if (sweep.envelopes && scheduler->traits.lists_regions)
            add_list_group(sweep, g, *scheduler, Kind::regions, result, ragged_plans);
    }
}

void add_best_group(const Sweep& sweep, std::size_t g, SweepLayout& result) {
    const GridSpec& grid = sweep.grids[g];
    const auto minimised = minimised_dimensions(sweep, grid);
    std::vector<std::size_t> dimensions;
    for (std::size_t d = 0; d < grid.dimensions.size(); ++d)
        if (std::find(minimised.begin(), minimised.end(), d) == minimised.end())
            dimensions.push_back(d);
    const auto compared = candidates(sweep, grid);
    std::vector<const solvers::SchedulerRow*> rows;
    for (const auto& one : compared) rows.push_back(one.scheduler);
    auto group = array_group(sweep, grid, "grids/" + grid.name + "/best", dimensions,
                             tile_points(grid, rows));
    group.columns = best_columns(compared, find_rules(sweep.rules).bounds_all_schedulers);
    result.layout.arrays.push_back(std::move(group));
    result.plans.push_back(
        {FileGroup::Kind::best, g, nullptr, dimensions, ends_with_delay(grid, dimensions)});
}

/// Adds a list per structure without the minimised axes.
void add_candidate_list(const Sweep& sweep, engine::RaggedGroup group, FileGroup plan,
                        SweepLayout& result, std::vector<FileGroup>& ragged_plans) {
    const GridSpec& grid = sweep.grids[plan.grid];
    const auto minimised = minimised_dimensions(sweep, grid);
    for (std::size_t d = 0; d < grid.n_structural_dimensions(); ++d) {
        if (std::find(minimised.begin(), minimised.end(), d) != minimised.end()) continue;
        group.axes.push_back(axis_of(grid.dimensions[d]));
        plan.dimensions.push_back(d);
    }
    add_list(std::move(group), std::move(plan), result, ragged_plans);
}

/// Adds the list of the schedules of all candidates.
void add_portfolio_group(const Sweep& sweep, std::size_t g, SweepLayout& result,
                         std::vector<FileGroup>& ragged_plans) {
    const GridSpec& grid = sweep.grids[g];
    const auto compared = candidates(sweep, grid);
    std::string left_out;
    for (const auto& name : sweep.schedulers)
        if (!lists_schedules(grid, *solvers::find_scheduler(name, sweep.rules)))
            left_out += (left_out.empty() ? "" : ", ") + name;
    engine::RaggedGroup group{"envelopes/" + grid.name + "/best",
                              {},
                              portfolio_columns(compared),
                              constants_of(sweep, grid)};
    if (!left_out.empty()) group.attributes["left_out"] = left_out;
    group.attributes["empty_lists"] =
        "candidates that are left out because they have no list, or none there, are those of "
        "/unlisted/" +
        grid.name;
    add_candidate_list(sweep, std::move(group), {FileGroup::Kind::portfolio, g, nullptr, {}, false},
                       result, ragged_plans);
}

/// Adds the list of candidates without a list of schedules.
void add_unlisted_group(const Sweep& sweep, std::size_t g, SweepLayout& result,
                        std::vector<FileGroup>& ragged_plans) {
    const GridSpec& grid = sweep.grids[g];
    engine::RaggedGroup group{"unlisted/" + grid.name,
                              {},
                              {unlisted_column(candidates(sweep, grid))},
                              constants_of(sweep, grid)};
    add_candidate_list(sweep, std::move(group), {FileGroup::Kind::unlisted, g, nullptr, {}, false},
                       result, ragged_plans);
}

/// Adds the axes of a grid without values at its points.
void add_points_group(const Sweep& sweep, std::size_t g, SweepLayout& result) {
    const GridSpec& grid = sweep.grids[g];
    std::vector<std::size_t> dimensions(grid.dimensions.size());
    std::iota(dimensions.begin(), dimensions.end(), 0);
    auto group = array_group(sweep, grid, "points/" + grid.name, dimensions,
                             static_cast<std::size_t>(most_tile_points));
    group.columns = {selected_column()};
    result.layout.arrays.push_back(std::move(group));
    result.plans.push_back(
        {FileGroup::Kind::points, g, nullptr, dimensions, ends_with_delay(grid, dimensions)});
}

/// Points of a tile for a study; the last point is usually the most expensive.
std::size_t tile_points(const GridSpec& grid, const Study& study) {
    const double wanted = longest_tile_s / study.seconds(grid.at(grid.indices(grid.points() - 1)));
    return static_cast<std::size_t>(std::clamp(wanted, 1.0, most_tile_points));
}

/// Adds a study without schedulers, or the study of one scheduler.
void add_study_group(const Sweep& sweep, std::size_t g, const solvers::SchedulerRow* scheduler,
                     SweepLayout& result) {
    const GridSpec& grid = sweep.grids[g];
    const Study& study = find_study(grid.study);
    std::vector<std::size_t> dimensions(grid.dimensions.size());
    std::iota(dimensions.begin(), dimensions.end(), 0);
    std::string name = grid.name;
    if (scheduler != nullptr) {
        dimensions = dimensions_read(grid, *scheduler);
        name += "/" + std::string(scheduler->name);
    }
    auto group = array_group(sweep, grid, "studies/" + name, dimensions, tile_points(grid, study));
    group.attributes["study"] = study.entry.name;
    if (scheduler != nullptr)
        add_options(sweep, grid, std::string(scheduler->name), group.attributes);
    group.columns = study_columns(study);
    result.layout.arrays.push_back(group);
    result.plans.push_back({FileGroup::Kind::study, g, scheduler, dimensions});
    const AxisValues* timed = grid.find("running_times");
    if (study.timing.empty() || timed == nullptr || timed->numbers.front() == 0) return;
    group.path = "timing/" + name;
    group.columns = {study_number("running_time", "s", study.timing.c_str())};
    result.layout.arrays.push_back(std::move(group));
    result.plans.push_back({FileGroup::Kind::study_timing, g, scheduler, dimensions});
}

void add_study_groups(const Sweep& sweep, std::size_t g, SweepLayout& result) {
    if (!find_study(sweep.grids[g].study).entry.uses_schedulers)
        return add_study_group(sweep, g, nullptr, result);
    for (const auto& name : sweep.schedulers)
        add_study_group(sweep, g, solvers::find_scheduler(name, sweep.rules), result);
}

}  // namespace

SweepLayout make_layout(const Sweep& sweep) {
    SweepLayout result;
    std::vector<FileGroup> ragged_plans;
    for (std::size_t g = 0; g < sweep.grids.size(); ++g) {
        if (!sweep.grids[g].study.empty()) {
            add_study_groups(sweep, g, result);
            continue;
        }
        add_scheduler_groups(sweep, g, result, ragged_plans);
        if (sweep.best) add_best_group(sweep, g, result);
        if (!sweep.best && !sweep.results) add_points_group(sweep, g, result);
        if (sweep.best && sweep.envelopes) add_portfolio_group(sweep, g, result, ragged_plans);
        if (sweep.envelopes && (sweep.best || !sweep.results))
            add_unlisted_group(sweep, g, result, ragged_plans);
    }
    result.plans.insert(result.plans.end(), ragged_plans.begin(), ragged_plans.end());
    auto& root = result.layout.attributes;
    root = build_record();
    root["title"] = sweep.title;
    root["sweep"] = sweep.text;
    if (!sweep.rules.empty()) root["rules"] = sweep.rules;
    root["seed"] = static_cast<std::int64_t>(sweep.seed);
    std::string overrides;
    for (const auto& one : sweep.overrides) overrides += one + "\n";
    if (!overrides.empty()) root["overrides"] = overrides;
    return result;
}

}  // namespace lightsweep::sweeps
