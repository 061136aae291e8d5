#include "analysis/read/grid_view.hpp"

#include <algorithm>
#include <utility>

#include "analysis/read/quantity_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

const std::string prefix = "grids/", point_prefix = "points/", list_prefix = "envelopes/";
// Numbers that are kept in memory: of a whole column, of a part of one, of all parts.
constexpr std::size_t most_whole = 1 << 20, most_of_part = 1 << 22, most_of_parts = 1 << 26;
constexpr const char* order_of_ties[] = {"static", "every-step", "threshold", "addanki",
                                         "addanki-milp"};

std::size_t rank_of(const std::string& scheduler) {
    const auto* found = std::ranges::find(order_of_ties, scheduler);
    return static_cast<std::size_t>(found - std::begin(order_of_ties));
}

/// {"ring", "addanki"} for "grids/ring/addanki".
std::pair<std::string, std::string> split_path(const std::string& path) {
    if (path.rfind(prefix, 0) != 0) return {};
    const std::size_t slash = path.find('/', prefix.size());
    if (slash == std::string::npos) return {};
    return {path.substr(prefix.size(), slash - prefix.size()), path.substr(slash + 1)};
}

/// Adds the missing axes, each after the axis that precedes it in its group.
void unite(std::vector<engine::Axis>& all, const std::vector<engine::Axis>& more) {
    std::size_t at = 0;
    for (const auto& axis : more) {
        const auto found = std::ranges::find_if(
            all, [&](const engine::Axis& known) { return known.index.name == axis.index.name; });
        if (found == all.end())
            all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), axis);
        else
            at = static_cast<std::size_t>(found - all.begin());
        ++at;
    }
}

/// The axes without the axis of length 1 that a grid without structural axes has for its list.
std::vector<engine::Axis> real_axes(const engine::RaggedGroup& group) {
    auto axes = group.axes;
    std::erase_if(axes, [](const engine::Axis& one) { return one.index.name == "structure"; });
    return axes;
}

/// The coordinate of that key on the axis, or null.
const engine::Coordinate* coordinate_of(const engine::Axis& axis, const std::string& key) {
    if (axis.index.name == key) return &axis.index;
    for (const auto& one : axis.auxiliary)
        if (one.name == key) return &one;
    return nullptr;
}

bool covers(const engine::Slab& kept, const engine::Slab& slab) {
    for (std::size_t a = 0; a < slab.start.size(); ++a)
        if (slab.start[a] < kept.start[a] ||
            slab.start[a] + slab.count[a] > kept.start[a] + kept.count[a])
            return false;
    return true;
}

/// All of a small column. Of others everything along the axes from the first on along which the
/// slab extends: the next panels ask for it, and chunks hold it together.
engine::Slab wider_slab(const std::vector<std::size_t>& shape, const engine::Slab& slab) {
    auto wider = slab;
    bool is_whole = engine::product(shape) <= most_whole;
    for (std::size_t a = 0; a < shape.size(); ++a) {
        is_whole = is_whole || slab.count[a] > 1;
        if (is_whole) wider.start[a] = 0, wider.count[a] = shape[a];
    }
    return wider;
}

std::string name_and_value(const engine::Coordinate& coordinate, std::size_t i) {
    const std::string value = label(coordinate, i);
    return number_at(coordinate, i) ? coordinate.name + " " + value : value;
}

std::string unit_of_constant(const std::string& key) {
    if (key.find("latency") != std::string::npos || key.find("delay") != std::string::npos ||
        key == "compute_time")
        return "s";
    if (key == "message" || key == "item") return "B";
    return key.find("bandwidth") != std::string::npos || key == "link_rate" ? "B/s" : "1";
}

}  // namespace

bool is_parametric(const engine::Axis& axis) {
    const auto physical = [](const engine::Coordinate& one) {
        return one.units == "s" || one.units == "B" || one.units == "B/s";
    };
    if (axis.auxiliary.empty()) return physical(axis.index);
    return std::ranges::all_of(axis.auxiliary, physical);
}

std::optional<double> number_at(const engine::Coordinate& coordinate, std::size_t i) {
    if (const auto* reals = std::get_if<std::vector<double>>(&coordinate.values))
        return (*reals)[i];
    if (const auto* counts = std::get_if<std::vector<std::int64_t>>(&coordinate.values))
        return static_cast<double>((*counts)[i]);
    return std::nullopt;
}

std::string label(const engine::Coordinate& coordinate, std::size_t i) {
    if (const auto* reals = std::get_if<std::vector<double>>(&coordinate.values))
        return readable((*reals)[i], unit_for(coordinate));
    if (const auto* counts = std::get_if<std::vector<std::int64_t>>(&coordinate.values))
        return std::to_string((*counts)[i]);
    return std::get<std::vector<std::string>>(coordinate.values)[i];
}

std::string unit_for(const engine::Coordinate& coordinate) {
    const auto* reals = std::get_if<std::vector<double>>(&coordinate.values);
    const bool decimal =
        coordinate.units == "B" && reals && std::ranges::any_of(*reals, is_decimal_size);
    return decimal ? "kB" : coordinate.units;
}

std::optional<double> number_in(const engine::Attributes& attributes, const std::string& key) {
    const auto found = attributes.find(key);
    if (found == attributes.end()) return std::nullopt;
    if (const auto* real = std::get_if<double>(&found->second)) return *real;
    if (const auto* count = std::get_if<std::int64_t>(&found->second))
        return static_cast<double>(*count);
    return std::nullopt;
}

std::string text_in(const engine::Attributes& attributes, const std::string& key) {
    const auto found = attributes.find(key);
    const auto* text =
        found == attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text ? *text : "";
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

const engine::Column* column_called(const std::vector<engine::Column>& columns,
                                    const std::string& name) {
    const auto found = std::ranges::find(columns, name, &engine::Column::name);
    return found == columns.end() ? nullptr : &*found;
}

double status_code(const engine::ArrayGroup& group, const std::string& name) {
    if (const auto* status = column_called(group.columns, "status"))
        for (const auto& [code, meaning] : status->flags)
            if (meaning == name) return code;
    return -1;
}

std::vector<std::string> grid_names(const engine::ResultFile& file) {
    std::vector<std::string> names;
    for (const auto& group : file.layout().arrays) {
        auto grid = split_path(group.path).first;
        if (group.path.rfind(point_prefix, 0) == 0) grid = group.path.substr(point_prefix.size());
        if (!grid.empty() && std::ranges::find(names, grid) == names.end()) names.push_back(grid);
    }
    return names;
}

std::vector<std::string> need_grids(const engine::ResultFile& file, const std::string& only) {
    const auto names = grid_names(file);
    if (names.empty())
        throw engine::BadInput(file.path() +
                               ": holds studies and no schedulers' times; `lightsweep table` shows "
                               "its groups");
    return only.empty() ? names : std::vector{only};
}

GridView::GridView(const engine::ResultFile& file, const std::string& name)
    : file_(&file), name_(name) {
    for (const auto& group : file.layout().arrays) {
        const auto [grid, scheduler] = split_path(group.path);
        if (grid != name || scheduler == "best") continue;
        schedulers_.push_back(scheduler);
        unite(axes_, group.axes);
    }
    const auto* best = group("best");
    const auto* points = file.array(point_prefix + name);
    if (is_of_lists() && best) unite(axes_, best->axes);
    if (is_of_lists() && points) unite(axes_, points->axes);
    if (is_of_lists())
        for (const auto& list : listed_schedulers())
            unite(axes_, real_axes(*file.ragged(list_prefix + name + "/" + list)));
    if (is_of_lists() && !best && !points)
        throw engine::BadInput(file.path() + ": no grid '" + name +
                               "'; give one of those it has: " +
                               (grid_names(file).empty() ? "none" : joined(grid_names(file))));
    std::ranges::stable_sort(schedulers_,
                             [](const auto& a, const auto& b) { return rank_of(a) < rank_of(b); });
}

bool GridView::has(const std::string& scheduler) const {
    return group(scheduler) != nullptr;
}

const engine::ArrayGroup* GridView::group(const std::string& scheduler) const {
    return file_->array(prefix + name_ + "/" + scheduler);
}

std::vector<std::string> GridView::listed_schedulers() const {
    const std::string path = list_prefix + name_ + "/";
    std::vector<std::string> names;
    for (const auto& group : file_->layout().ragged)
        if (group.path.rfind(path, 0) == 0 && group.path != path + "best" &&
            !group.attributes.contains("formula"))
            names.push_back(group.path.substr(path.size()));
    std::ranges::stable_sort(names,
                             [](const auto& a, const auto& b) { return rank_of(a) < rank_of(b); });
    return names;
}

std::vector<Panel> GridView::panels(const std::vector<engine::Axis>& axes, const engine::Axis* rows,
                                    const engine::Axis* columns) {
    std::vector<Panel> all{{{}, rows, columns}};
    for (const auto& axis : axes) {
        if (&axis == rows || &axis == columns) continue;
        std::vector<Panel> next;
        for (const auto& panel : all)
            for (std::size_t i = 0; i < axis.size(); ++i) {
                next.push_back(panel);
                next.back().outer[axis.index.name] = i;
            }
        all = std::move(next);
    }
    return all;
}

std::vector<Panel> GridView::panels(const std::vector<engine::Axis>& axes) {
    const engine::Axis* rows = nullptr;
    const engine::Axis* columns = nullptr;
    const engine::Axis* size = nullptr;
    for (const auto& axis : axes) {
        if (!is_parametric(axis) || axis.size() < 2) continue;
        rows = columns;
        columns = &axis;
        if (coordinate_of(axis, "message") || coordinate_of(axis, "item")) size = &axis;
    }
    if (size && columns != size) rows = size;
    return panels(axes, rows, columns);
}

std::vector<double> GridView::read(const Panel& panel, const std::string& scheduler,
                                   const std::string& column) const {
    const auto* source = group(scheduler);
    if (!source)
        throw engine::BadInput(file_->path() + ": grid '" + name_ + "' has no results of '" +
                               scheduler + "'; add it to schedulers in the sweep and run again");
    return read(panel, *source, column);
}

std::vector<double> GridView::selected(const Panel& panel) const {
    const auto* points = file_->array(point_prefix + name_);
    return points ? read(panel, *points, "selected") : std::vector<double>{};
}

std::vector<double> GridView::read(const Panel& panel, const engine::ArrayGroup& source,
                                   const std::string& column) const {
    engine::Slab slab;
    bool has_rows = false, has_columns = false, turned = false;
    for (const auto& axis : source.axes) {
        const bool is_row = panel.rows && axis.index.name == panel.rows->index.name;
        const bool is_column = panel.columns && axis.index.name == panel.columns->index.name;
        turned |= is_row && has_columns;  // the file has the columns as the outer axis
        has_rows |= is_row;
        has_columns |= is_column;
        const bool whole = is_row || is_column;
        slab.start.push_back(whole ? 0 : panel.outer.at(axis.index.name));
        slab.count.push_back(whole ? axis.size() : 1);
    }
    auto stored = read_kept(source.path, column, source.shape(), slab);
    const std::size_t n_rows = panel.n_rows(), n_columns = panel.n_columns();
    if (!turned && stored.size() == n_rows * n_columns) return stored;
    std::vector<double> values;
    values.reserve(n_rows * n_columns);
    const std::size_t by_row = turned ? 1 : has_rows ? stored.size() / n_rows : 0;
    const std::size_t by_column = turned ? n_rows : has_columns ? 1 : 0;
    for (std::size_t row = 0; row < n_rows; ++row)
        for (std::size_t i = 0; i < n_columns; ++i)
            values.push_back(stored[row * by_row + i * by_column]);
    return values;
}

std::vector<double> GridView::read_list(const std::string& path, const std::string& column,
                                        const engine::Slab& slab) const {
    const auto kept = kept_.find({path, column});
    const bool is_kept = kept != kept_.end() && covers(kept->second.slab, slab);
    return read_kept(path, column,
                     is_kept ? std::vector<std::size_t>{} : file_->shape(path, column), slab);
}

std::vector<double> GridView::read_kept(const std::string& path, const std::string& column,
                                        const std::vector<std::size_t>& shape,
                                        const engine::Slab& slab) const {
    if (engine::product(slab.count) == 0) return {};
    auto& [kept, values] = kept_[{path, column}];
    if (values.empty() || !covers(kept, slab)) {
        auto wider = wider_slab(shape, slab);
        const auto more = engine::product(wider.count);
        kept_numbers_ -= std::exchange(values, {}).size();
        if (more > most_of_part || kept_numbers_ + more > most_of_parts)
            return file_->read_f64(path, column, slab);
        values = file_->read_f64(path, column, wider);
        kept = std::move(wider);
        kept_numbers_ += values.size();
    }
    std::vector<std::size_t> places{0};  // of runs along the last axis
    for (std::size_t a = 0; a < slab.start.size(); ++a) {
        std::vector<std::size_t> next;
        for (const std::size_t place : places)
            for (std::size_t i = 0; i < (a + 1 < slab.start.size() ? slab.count[a] : 1); ++i)
                next.push_back(place * kept.count[a] + slab.start[a] - kept.start[a] + i);
        places = std::move(next);
    }
    const std::size_t run = slab.count.empty() ? 1 : slab.count.back();
    std::vector<double> block;
    block.reserve(places.size() * run);
    for (const std::size_t place : places)
        block.insert(block.end(), &values.at(place), &values.at(place + run - 1) + 1);
    return block;
}

std::optional<double> GridView::number(const Panel& panel, const std::string& key, std::size_t row,
                                       std::size_t column) const {
    for (const auto& axis : axes_) {
        const auto* found = coordinate_of(axis, key);
        if (!found) continue;
        const auto& name = axis.index.name;
        if (panel.rows && panel.rows->index.name == name) return number_at(*found, row);
        if (panel.columns && panel.columns->index.name == name) return number_at(*found, column);
        const auto at = panel.outer.find(name);
        return at == panel.outer.end() ? std::nullopt : number_at(*found, at->second);
    }
    return number_in(any_group().attributes, key);
}

std::string GridView::text(const Panel& panel, const std::string& key) const {
    for (const auto& axis : axes_) {
        const auto* found = coordinate_of(axis, key);
        const auto at = panel.outer.find(axis.index.name);
        if (found && at != panel.outer.end()) return label(*found, at->second);
    }
    return text_in(any_group().attributes, key);
}

std::string GridView::title(const Panel& panel) const {
    const std::string primitive = panel.outer.contains("primitive") ? text(panel, "primitive") : "";
    // With an algorithm the two make one name: allreduce/swing.
    std::string result = panel.outer.contains("algorithm") ? "" : primitive;
    for (const auto& axis : axes_) {
        const auto at = panel.outer.find(axis.index.name);
        if (at == panel.outer.end() || axis.index.name == "primitive") continue;
        const auto add = [&](const engine::Coordinate& one) {
            result += result.empty() ? "" : ", ";
            if (one.name == "algorithm" && !primitive.empty()) result += primitive + "/";
            result += name_and_value(one, at->second);
        };
        if (axis.auxiliary.empty()) add(axis.index);
        for (const auto& one : axis.auxiliary) add(one);
    }
    return result.empty() ? "grid " + name_ : result;
}

const engine::ArrayGroup& GridView::any_group() const {
    if (!is_of_lists()) return *group(schedulers_.front());
    const auto* best = group("best");
    return best ? *best : *file_->array(point_prefix + name_);
}

std::string GridView::constants() const {
    std::string result;
    for (const auto& [key, value] : any_group().attributes) {
        std::string one;
        if (const auto* real = std::get_if<double>(&value))
            one = readable(*real, unit_of_constant(key));
        if (const auto* count = std::get_if<std::int64_t>(&value)) one = std::to_string(*count);
        if (const auto* name = std::get_if<std::string>(&value)) one = *name;
        result += (result.empty() ? "" : ", ") + key + " " + one;
    }
    return result;
}

}  // namespace lightsweep::analysis
