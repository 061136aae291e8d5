#include "analysis/reports/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/envelopes/regimes.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

std::string primitive_of(const std::string& collective) {
    return collective.substr(0, collective.find('/'));
}

/// The axis along which only the algorithm differs: "algorithm", or collectives of one primitive.
const engine::Axis* algorithm_axis(const std::vector<engine::Axis>& axes) {
    for (const auto& axis : axes) {
        if (axis.index.name == "algorithm") return &axis;
        if (axis.index.name != "collective") continue;
        std::set<std::string> primitives;
        for (std::size_t i = 0; i < axis.size(); ++i)
            primitives.insert(primitive_of(label(axis.index, i)));
        if (primitives.size() == 1) return &axis;
    }
    return nullptr;
}

/// Whether some primitive has times for several algorithms, or lists of schedules.
bool has_several(const GridView& grid, const std::string& algorithm) {
    const bool by_lists = grid.is_of_lists() && !grid.has("best");
    if (by_lists && grid.listed_schedulers().empty()) return false;
    const auto group = by_lists           ? grid.listed_schedulers().front()
                       : grid.has("best") ? "best"
                                          : grid.schedulers().front();
    const auto path = (by_lists ? "envelopes/" : "grids/") + grid.name() + "/" + group;
    const auto& axes = by_lists ? grid.file().ragged(path)->axes : grid.group(group)->axes;
    const auto values = grid.file().read_f64(path, by_lists ? "count" : "completion_time");
    std::map<std::size_t, std::set<std::size_t>> algorithms;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!(std::isfinite(values[i]) && values[i] > 0)) continue;
        std::size_t rest = i, primitive = 0, at = 0;
        for (auto axis = axes.rbegin(); axis != axes.rend(); rest /= axis->size(), ++axis) {
            if (axis->index.name == "primitive") primitive = rest % axis->size();
            if (axis->index.name == algorithm) at = rest % axis->size();
        }
        algorithms[primitive].insert(at);
    }
    return std::ranges::any_of(algorithms, [](const auto& one) { return one.second.size() > 1; });
}

std::set<std::string> default_over(const GridView& grid) {
    std::set<std::string> names;
    if (const auto* best = grid.group("best"))
        for (const auto& axis : grid.axes())
            if (std::ranges::find(best->axes, axis.index.name, [](const auto& one) {
                    return one.index.name;
                }) == best->axes.end())
                names.insert(axis.index.name);
    const auto* algorithm = algorithm_axis(grid.axes());
    if (algorithm && has_several(grid, algorithm->index.name)) names.insert(algorithm->index.name);
    return names;
}

std::string names_of_axes(const GridView& grid) {
    std::vector<std::string> names;
    for (const auto& axis : grid.axes()) names.push_back(axis.index.name);
    return joined(names);
}

std::set<std::string> asked_over(const GridView& grid, const std::vector<std::string>& asked) {
    std::set<std::string> names;
    for (const auto& one : asked) {
        if (one == "scheduler") continue;
        std::string found;
        for (const auto& axis : grid.axes())
            if (axis.index.name == one) found = one;
        const auto* algorithm = algorithm_axis(grid.axes());
        if ((one == "collective" || one == "algorithm") && algorithm)
            found = algorithm->index.name;
        else if (one == "collective" && !found.empty())
            throw engine::BadInput("--best-over collective: grid '" + grid.name() +
                                   "' has several primitives, whose times answer different "
                                   "questions; choose one: --where collective=NAME");
        const bool is_constant = grid.number({}, one) || !grid.text({}, one).empty();
        if (found.empty() && is_constant) continue;
        if (found.empty())
            throw engine::BadInput("--best-over " + one + ": grid '" + grid.name() +
                                   "' has no such axis; its axes are scheduler, " +
                                   names_of_axes(grid));
        names.insert(found);
    }
    return names;
}

/// The index that the conditions choose along the axis; nothing if they do not speak of it.
std::optional<std::size_t> chosen(const engine::Axis& axis, const ComparisonOptions& options,
                                  std::set<std::string>& met) {
    std::optional<std::size_t> found;
    for (const auto& condition : options.where)
        for (const auto& one : coordinates_of(axis)) {
            if (one.name != condition.key) continue;
            std::string known;
            for (std::size_t i = 0; i < axis.size(); ++i) {
                if (!found && meets(condition, one, i)) found = i;
                known += (i ? ", " : "") + label(one, i);
            }
            if (!found)
                throw engine::BadInput("--where " + condition.key + "=" + condition.text +
                                       ": the grid has no such value; it has " + known);
            met.insert(condition.key);
        }
    return found;
}

}  // namespace

std::vector<engine::Coordinate> coordinates_of(const engine::Axis& axis) {
    return axis.auxiliary.empty() ? std::vector{axis.index} : axis.auxiliary;
}

bool meets(const RowCondition& condition, const engine::Coordinate& coordinate, std::size_t i) {
    const auto number = number_at(coordinate, i);
    if (!number) return label(coordinate, i) == condition.text;
    if (!condition.number) return false;
    const double scale = std::max(std::abs(*number), std::abs(*condition.number));
    return std::abs(*number - *condition.number) <= 1e-9 * scale;
}

Comparison::Comparison(const GridView& grid, const ComparisonOptions& options) {
    const auto names =
        options.best_over.empty() ? default_over(grid) : asked_over(grid, options.best_over);
    std::set<std::string> met;
    for (const auto& axis : grid.axes())
        if (const auto at = chosen(axis, options, met))
            fixed[axis.index.name] = *at;
        else if (axis.index.name != options.solved_for)
            (names.contains(axis.index.name) ? over : shown).push_back(axis);
    for (const auto& condition : options.where)
        if (!met.contains(condition.key))
            throw engine::BadInput("--where " + condition.key + "=" + condition.text + ": grid '" +
                                   grid.name() + "' has no such axis; its axes are " +
                                   names_of_axes(grid));
}

std::vector<Panel> Comparison::panels() const {
    return with_fixed(GridView::panels(shown));
}

std::vector<Panel> Comparison::tables() const {
    return with_fixed(GridView::panels(shown, row_axis(shown), nullptr));
}

std::vector<Panel> Comparison::with_fixed(std::vector<Panel> panels) const {
    for (auto& panel : panels) panel.outer.insert(fixed.begin(), fixed.end());
    return panels;
}

std::vector<Panel> Comparison::parts(const Panel& panel) const {
    auto all = GridView::panels(over, nullptr, nullptr);
    for (auto& part : all) {
        part.outer.insert(panel.outer.begin(), panel.outer.end());
        part.rows = panel.rows;
        part.columns = panel.columns;
    }
    return all;
}

std::string Comparison::name_of(const Panel& part) const {
    std::vector<std::string> names;
    for (const auto& axis : over)
        names.push_back(label(coordinates_of(axis).front(), part.outer.at(axis.index.name)));
    return joined(names);
}

std::string Comparison::text() const {
    std::string result;
    for (const auto& axis : over)
        result += (result.empty() ? ", best over " : " and ") +
                  (axis.index.name == "collective" ? "algorithm" : axis.index.name);
    return result;
}

}  // namespace lightsweep::analysis
