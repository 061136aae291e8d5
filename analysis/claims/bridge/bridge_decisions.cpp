#include "analysis/claims/bridge/bridge_decisions.hpp"

#include <algorithm>
#include <cstdlib>

#include "kernels/envelopes/decision_mask.hpp"

namespace lightsweep::analysis::bridge_points {

namespace {

/// Whether a scheduler has a plan there: a decision without one reads as the ring throughout.
bool has_plan(const engine::ResultFile& file, const engine::ArrayGroup& group,
              const engine::Slab& cell) {
    const auto code = static_cast<double>(file.read_i64(group.path, "status", cell).front());
    return code >= 0 &&
           (code == status_code(group, "optimal") || code == status_code(group, "feasible"));
}

}  // namespace

int bits_per_step(const engine::Attributes& attributes,
                  const std::vector<engine::Column>& columns) {
    if (const auto found = attributes.find("bits_per_step"); found != attributes.end())
        return static_cast<int>(std::get<std::int64_t>(found->second));
    // Files from before the attribute say it in a sentence: "8 bits per step, ...".
    const auto* decision = column_called(columns, "decision");
    return decision ? std::max(1, std::atoi(decision->long_name.c_str())) : 1;
}

States states_of(const std::vector<std::uint64_t>& words, int bits, std::size_t n_steps) {
    States states;
    const std::size_t held = words.size() * static_cast<std::size_t>(64 / bits);
    for (std::size_t k = 0; k < std::min(n_steps, held); ++k)
        states.push_back(static_cast<int>(kernels::state_at(words, k, bits)));
    return states;
}

std::string change_vector(const States& states) {
    std::string text;
    for (std::size_t k = 0; k < states.size(); ++k)
        text += k > 0 && states[k] != states[k - 1] ? '1' : '0';
    return text;
}

States stored_states(const FigurePanel& panel, const std::string& scheduler) {
    const auto& file = panel.grid->file();
    const std::string path = "schedules/" + panel.grid->name() + "/" + scheduler;
    const auto* group = file.array(path);
    if (!group || !panel.has(scheduler, "n_steps")) return {};
    const double steps = panel.read(scheduler, "n_steps").front();
    if (!(steps > 0)) return {};
    engine::Slab slab;
    for (const auto& axis : group->axes) {
        const auto place = panel.cells.outer.find(axis.index.name);
        slab.start.push_back(place == panel.cells.outer.end() ? 0 : place->second);
        slab.count.push_back(1);
    }
    if (!has_plan(file, *group, slab)) return {};
    slab.start.push_back(0);
    slab.count.push_back(file.shape(path, "decision").back());
    return states_of(file.read_u64(path, "decision", slab),
                     bits_per_step(group->attributes, group->columns),
                     static_cast<std::size_t>(steps));
}

std::vector<ListedSchedule> listed_schedules(const FigurePanel& panel,
                                             const std::string& scheduler) {
    const auto& file = panel.grid->file();
    const std::string path = "envelopes/" + panel.grid->name() + "/" + scheduler;
    const auto* group = file.ragged(path);
    if (!group) return {};
    const int bits = bits_per_step(group->attributes, group->columns);
    const auto costs = read_schedule_costs(*panel.grid, panel.cells, scheduler);
    const auto first = first_plane(*panel.grid, panel.cells, scheduler);
    const std::size_t width = file.shape(path, "decision").back();
    std::vector<ListedSchedule> listed;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const auto words = file.read_u64(path, "decision", {{first + i, 0}, {1, width}});
        listed.push_back(
            {costs[i], states_of(words, bits, static_cast<std::size_t>(costs[i].steps))});
    }
    return listed;
}

}  // namespace lightsweep::analysis::bridge_points
