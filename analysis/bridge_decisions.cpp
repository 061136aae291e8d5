#include "analysis/bridge_decisions.hpp"

namespace lightsweep::analysis::bridge_points {

namespace {

constexpr std::size_t bits = 8, steps_per_word = 64 / bits;

/// Whether a scheduler has a plan there: a decision without one reads as the ring throughout.
bool has_plan(const engine::ResultFile& file, const engine::ArrayGroup& group,
              const engine::Slab& cell) {
    const auto code = file.read_i64(group.path, "status", cell).front();
    for (const auto& column : group.columns)
        for (const auto& [flag, name] : column.flags)
            if (column.name == "status" && flag == code)
                return name == "optimal" || name == "feasible";
    return false;
}

}  // namespace

States states_of(const std::vector<std::uint64_t>& words, std::size_t n_steps) {
    States states;
    for (std::size_t k = 0; k < n_steps && k / steps_per_word < words.size(); ++k)
        states.push_back(
            static_cast<int>(words[k / steps_per_word] >> (k % steps_per_word * bits) & 0xFF));
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
    return states_of(file.read_u64(path, "decision", slab), static_cast<std::size_t>(steps));
}

std::vector<ListedSchedule> listed_schedules(const FigurePanel& panel,
                                             const std::string& scheduler) {
    const auto& file = panel.grid->file();
    const std::string path = "envelopes/" + panel.grid->name() + "/" + scheduler;
    if (!file.ragged(path)) return {};
    const auto planes = read_planes(*panel.grid, panel.cells, scheduler);
    const auto first = first_plane(*panel.grid, panel.cells, scheduler);
    const std::size_t width = file.shape(path, "decision").back();
    std::vector<ListedSchedule> listed;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const auto words = file.read_u64(path, "decision", {{first + i, 0}, {1, width}});
        listed.push_back(
            {planes[i], states_of(words, static_cast<std::size_t>(planes[i].n_steps))});
    }
    return listed;
}

}  // namespace lightsweep::analysis::bridge_points
