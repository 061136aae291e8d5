#include "sweeps/farm/sweep_layout.hpp"

#include <algorithm>
#include <numeric>

#include "sweeps/events/lightpath_events.hpp"
#include "sweeps/events/plane_events.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/points/grid_points.hpp"
#include "sweeps/rows/candidates.hpp"
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
std::size_t tile_points(double steps, std::span<const solvers::SchedulerRow* const> rows) {
    double seconds = 0;
    for (const auto* row : rows) seconds += row->point_seconds(steps);
    const double wanted = longest_tile_s / seconds;
    return static_cast<std::size_t>(std::clamp(wanted, least_tile_points, most_tile_points));
}

/// Whether a key that some schedulers ignore changes this scheduler's results.
bool reads(const GridSpec& grid, const solvers::SchedulerRow& scheduler, const std::string& key) {
    const bool rings = scheduler.traits.runs_on(true), others = scheduler.traits.runs_on(false);
    const bool own_delay = rings && grid.find("wdm_reconfiguration_delay");
    if (key == "reconfiguration_delay") return scheduler.reads_delay && (others || !own_delay);
    if (key == "wdm_reconfiguration_delay") return own_delay;
    if (scheduler.traits.shares_lanes() && key == "planes") return others;
    if (scheduler.traits.shares_lanes() && key == "wavelengths") return rings;
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
        if (std::ranges::any_of(
                axes, [&](const AxisValues& axis) { return reads(grid, scheduler, axis.key); }))
            result.push_back(d);
    }
    return result;
}

/// Words of the longest decision among structures of at most so many steps.
std::size_t most_decision_words(double steps, const solvers::SchedulerRow& scheduler) {
    if (scheduler.traits.ring() != nullptr || scheduler.traits.lists_plans) return 1;
    const auto entries =
        static_cast<std::size_t>(steps) + (scheduler.traits.chooses_algorithm ? 1 : 0);
    return kernels::decision_words(entries, scheduler.traits.decision_bits);
}

/// Whether a candidate's schedules are known as linear costs, and can be carried out.
bool lists_schedules(const GridSpec& grid, const solvers::SchedulerRow& scheduler) {
    return lists_envelope(grid, scheduler) && !scheduler.traits.is_formula;
}

/// Folder for lists of one kind.
const char* folder_of(FileGroup::Kind kind) {
    if (kind == FileGroup::Kind::steps) return "steps/";
    if (kind == FileGroup::Kind::searches) return searches_folder;
    return kind == FileGroup::Kind::regions ? "regions/" : "envelopes/";
}

std::vector<engine::Column> list_columns(double steps, const solvers::SchedulerRow& scheduler,
                                         FileGroup::Kind kind) {
    if (kind == FileGroup::Kind::steps) return step_columns();
    if (kind == FileGroup::Kind::regions) return region_columns();
    if (kind == FileGroup::Kind::searches) return search_columns();
    return envelope_columns(most_decision_words(steps, scheduler), scheduler);
}

/// Points of a tile for a study; the last point is usually the most expensive.
std::size_t tile_points(const GridSpec& grid, const Study& study) {
    const double wanted = longest_tile_s / study.seconds(grid.at(grid.indices(grid.points() - 1)));
    return static_cast<std::size_t>(std::clamp(wanted, 1.0, most_tile_points));
}

/// The groups of one grid, added to the layout.
class GridGroups {
  public:
    GridGroups(const Sweep& sweep, std::size_t g, SweepLayout& result,
               std::vector<FileGroup>& ragged_plans)
        : sweep_(sweep),
          g_(g),
          grid_(sweep.grids[g]),
          minimised_(minimised_dimensions(sweep, grid_)),
          result_(result),
          ragged_plans_(ragged_plans) {}

    void add() {
        if (!grid_.study.empty()) return add_studies();
        for (const auto& name : sweep_.schedulers)
            add_scheduler(find_scheduler(name, sweep_.rules));
        if (sweep_.best) add_best();
        if (!sweep_.best && !sweep_.results) add_points();
        if (sweep_.best && sweep_.envelopes) add_portfolio();
        if (sweep_.envelopes && (sweep_.best || !sweep_.results))
            add_candidate_list({"unlisted/" + grid_.name,
                                {},
                                {unlisted_column(candidates(sweep_, grid_))},
                                constants_of(sweep_, grid_)},
                               Content::unlisted);
    }

  private:
    using Content = FileGroup::Kind;

    /// Steps of the longest collective; asked for where the grid has no study.
    double steps() {
        if (!steps_) steps_ = most_steps(grid_);
        return *steps_;
    }

    /// A group over the given dimensions, with chunks of about so many points.
    engine::ArrayGroup array_group(const std::string& path,
                                   const std::vector<std::size_t>& dimensions,
                                   std::size_t target) const {
        engine::ArrayGroup group;
        group.path = path;
        std::size_t structural = 0;
        for (const std::size_t d : dimensions) {
            group.axes.push_back(axis_of(grid_.dimensions[d]));
            structural += grid_.dimensions[d].structural;
        }
        group.chunk = engine::choose_chunk(group.shape(), structural, target);
        group.attributes = constants_of(sweep_, grid_);
        return group;
    }

    /// Options that are set for the scheduler, each an attribute of its groups.
    void add_options(const solvers::SchedulerRow& scheduler, engine::Attributes& attributes) const {
        for (const auto& [option, value] : sweep_.options_of(grid_, std::string(scheduler.name))) {
            if (value.kind == Kind::count || value.kind == Kind::flag)
                attributes[option] = static_cast<std::int64_t>(value.number);
            else if (is_numeric(value.kind))
                attributes[option] = value.number;
            else
                attributes[option] =
                    value.kind == Kind::tuple ? list_text(value.tuple) : value.text;
        }
    }

    void add_array(engine::ArrayGroup group, Content kind, const solvers::SchedulerRow* scheduler,
                   const std::vector<std::size_t>& dimensions) {
        result_.layout.arrays.push_back(std::move(group));
        const bool delay =
            !dimensions.empty() && is_delay_alone(grid_.dimensions[dimensions.back()]);
        const bool is_study = kind == Content::study || kind == Content::study_timing;
        result_.plans.push_back({kind, g_, scheduler, dimensions, delay && !is_study});
    }

    /// Adds a list; it needs an axis, if necessary one of length 1.
    void add_list(engine::RaggedGroup group, FileGroup plan, const char* only = "structure") {
        if (group.axes.empty())
            group.axes.push_back({{only, "1", std::string("the only ") + only + " of this grid",
                                   std::vector<std::int64_t>{0}},
                                  {}});
        result_.layout.ragged.push_back(std::move(group));
        ragged_plans_.push_back(std::move(plan));
    }

    void add_scheduler(const solvers::SchedulerRow& scheduler) {
        const std::string name(scheduler.name);
        const auto& traits = scheduler.traits;
        const auto dimensions = dimensions_read(grid_, scheduler);
        const auto* row = &scheduler;
        auto group = array_group("grids/" + grid_.name + "/" + name, dimensions,
                                 tile_points(steps(), std::span(&row, 1)));
        add_options(scheduler, group.attributes);
        group.columns = chosen_columns(sweep_.columns, grid_.find("compute_time") != nullptr);
        if (traits.chooses_algorithm)
            group.columns.push_back(algorithm_column(algorithms_of(grid_),
                                                     grid_.dimension_of("algorithm").has_value()));
        if (traits.planes() && traits.planes()->takes_entries && !grid_.parallel.empty())
            std::ranges::move(way_columns(), std::back_inserter(group.columns));
        if (sweep_.results) add_array(group, Content::results, row, dimensions);
        const bool is_ring = traits.ring() != nullptr;
        const bool lists_events = traits.plane_scheduler() || is_ring;
        if (sweep_.schedules && lists_events) {
            if (traits.is_formula) return;
            add_events(group, {Content::events, g_, row, dimensions, false});
        } else if (sweep_.schedules) {
            group.path = "schedules/" + grid_.name + "/" + name;
            group.columns = decision_columns(most_decision_words(steps(), scheduler), scheduler);
            group.attributes.merge(decision_attributes(grid_, scheduler));
            add_array(group, Content::decisions, row, dimensions);
        }
        if (scheduler.search) add_structure_list(scheduler, Content::searches);
        if (!sweep_.envelopes) return;
        if (lists_envelope(grid_, scheduler)) add_structure_list(scheduler, Content::envelope);
        if (lists_schedules(grid_, scheduler) && (is_ring || sweep_.schedules))
            add_structure_list(scheduler, Content::steps);
        if (traits.lists_regions) add_structure_list(scheduler, Content::regions);
    }

    /// Adds a list of events per point of a scheduler's results.
    void add_events(const engine::ArrayGroup& results, FileGroup plan) {
        const auto& traits = plan.scheduler->traits;
        const bool planes = traits.plane_scheduler();
        auto attributes = results.attributes;
        if (traits.planes() && traits.planes()->cuts_matrix)
            attributes["slices"] =
                "step is a slice of the matrix, from 0; `eval` prints the peers of each";
        add_list({"schedules" + results.path.substr(results.path.find('/')), results.axes,
                  planes ? plane_event_columns() : lightpath_columns(), std::move(attributes)},
                 std::move(plan), "point");
    }

    /// Adds a list per structure with the schedules of a scheduler, their steps or their regions.
    void add_structure_list(const solvers::SchedulerRow& scheduler, Content kind) {
        engine::RaggedGroup list{folder_of(kind) + grid_.name + "/" + std::string(scheduler.name),
                                 {},
                                 list_columns(steps(), scheduler, kind),
                                 constants_of(sweep_, grid_)};
        add_options(scheduler, list.attributes);
        if (kind == Content::envelope) list.attributes.merge(decision_attributes(grid_, scheduler));
        if (scheduler.traits.lists_regions)
            list.attributes["empty_lists"] =
                "not applicable there, or with too many schedules to list: solved at every point";
        if (scheduler.traits.is_formula) list.attributes["formula"] = "nobody can carry it out";
        add_over_structures(std::move(list), {kind, g_, &scheduler, {}, false}, {});
    }

    /// Adds a list per structure, over the structural dimensions but those left out.
    void add_over_structures(engine::RaggedGroup list, FileGroup plan,
                             const std::vector<std::size_t>& left_out) {
        for (std::size_t d = 0; d < grid_.n_structural_dimensions(); ++d) {
            if (std::ranges::find(left_out, d) != left_out.end()) continue;
            list.axes.push_back(axis_of(grid_.dimensions[d]));
            plan.dimensions.push_back(d);
        }
        add_list(std::move(list), std::move(plan));
    }

    void add_candidate_list(engine::RaggedGroup list, Content kind) {
        add_over_structures(std::move(list), {kind, g_, nullptr, {}, false}, minimised_);
    }

    void add_best() {
        std::vector<std::size_t> dimensions;
        for (std::size_t d = 0; d < grid_.dimensions.size(); ++d)
            if (std::ranges::find(minimised_, d) == minimised_.end()) dimensions.push_back(d);
        const auto compared = candidates(sweep_, grid_);
        std::vector<const solvers::SchedulerRow*> rows;
        for (const auto& one : compared) rows.push_back(one.scheduler);
        auto group =
            array_group("grids/" + grid_.name + "/best", dimensions, tile_points(steps(), rows));
        group.columns = best_columns(compared, find_rules(sweep_.rules).bounds_all_schedulers);
        add_array(std::move(group), Content::best, nullptr, dimensions);
    }

    /// Adds the list of the schedules of all candidates.
    void add_portfolio() {
        std::string left_out;
        for (const auto& name : sweep_.schedulers)
            if (!lists_schedules(grid_, find_scheduler(name, sweep_.rules)))
                left_out += (left_out.empty() ? "" : ", ") + name;
        engine::RaggedGroup list{"envelopes/" + grid_.name + "/best",
                                 {},
                                 portfolio_columns(candidates(sweep_, grid_)),
                                 constants_of(sweep_, grid_)};
        if (!left_out.empty()) list.attributes["left_out"] = left_out;
        list.attributes["empty_lists"] =
            "candidates that are left out because they have no list, or none there, are those of "
            "/unlisted/" +
            grid_.name;
        add_candidate_list(std::move(list), Content::portfolio);
    }

    std::vector<std::size_t> all_dimensions() const {
        std::vector<std::size_t> dimensions(grid_.dimensions.size());
        std::iota(dimensions.begin(), dimensions.end(), 0);
        return dimensions;
    }

    /// Adds the axes of the grid without values at its points.
    void add_points() {
        auto group = array_group("points/" + grid_.name, all_dimensions(),
                                 static_cast<std::size_t>(most_tile_points));
        group.columns = {selected_column()};
        add_array(std::move(group), Content::points, nullptr, all_dimensions());
    }

    void add_studies() {
        const Study& study = find_study(grid_.study);
        if (!study.entry.uses_schedulers) return add_study(study, nullptr);
        for (const auto& name : sweep_.schedulers)
            add_study(study, &find_scheduler(name, sweep_.rules));
    }

    /// Adds a study without schedulers, or the study of one scheduler.
    void add_study(const Study& study, const solvers::SchedulerRow* scheduler) {
        const auto dimensions =
            scheduler != nullptr ? dimensions_read(grid_, *scheduler) : all_dimensions();
        const std::string name =
            grid_.name + (scheduler != nullptr ? "/" + std::string(scheduler->name) : "");
        auto group = array_group("studies/" + name, dimensions, tile_points(grid_, study));
        group.attributes["study"] = study.entry.name;
        if (scheduler != nullptr) add_options(*scheduler, group.attributes);
        group.columns = study_columns(study);
        add_array(group, Content::study, scheduler, dimensions);
        const AxisValues* timed = grid_.find("running_times");
        if (study.timing.empty() || timed == nullptr || timed->numbers.front() == 0) return;
        group.path = "timing/" + name;
        group.columns = {number_column("running_time", "s", study.timing.c_str())};
        add_array(std::move(group), Content::study_timing, scheduler, dimensions);
    }

    const Sweep& sweep_;
    const std::size_t g_;
    const GridSpec& grid_;
    const std::vector<std::size_t> minimised_;
    SweepLayout& result_;
    std::vector<FileGroup>& ragged_plans_;
    std::optional<double> steps_;
};

}  // namespace

SweepLayout make_layout(const Sweep& sweep) {
    SweepLayout result;
    std::vector<FileGroup> ragged_plans;
    for (std::size_t g = 0; g < sweep.grids.size(); ++g)
        GridGroups(sweep, g, result, ragged_plans).add();
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
