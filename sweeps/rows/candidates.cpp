#include "sweeps/rows/candidates.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/collectives/collective_algorithms.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

bool lists_envelope(const GridSpec& grid, const solvers::SchedulerRow& scheduler) {
    const bool own_delay =
        scheduler.traits.ring() != nullptr && grid.find("wdm_reconfiguration_delay") != nullptr;
    return scheduler.traits.lists_envelope && !own_delay;
}

std::vector<std::size_t> minimised_dimensions(const Sweep& sweep, const GridSpec& grid) {
    std::vector<std::size_t> result;
    for (std::size_t d = 0; d < grid.dimensions.size(); ++d)
        for (const auto& axis : grid.dimensions[d].axes) {
            const bool part =
                std::ranges::find(sweep.minimise, "collective") != sweep.minimise.end() &&
                axis.key == "algorithm";
            const bool named = std::ranges::find(sweep.minimise, axis.key) != sweep.minimise.end();
            if ((part || named) && (result.empty() || result.back() != d)) result.push_back(d);
        }
    return result;
}

std::vector<std::string> algorithms_of(const GridSpec& grid) {
    std::vector<std::string> names;
    const AxisValues* dims = grid.find("dims");
    const std::vector<std::vector<std::int64_t>> none(1);
    for (const auto& collective : grid.collectives())
        for (const auto& sizes : dims ? dims->tuples : none)
            for (const auto& name : kernels::concrete_names(kernels::on_dims(collective, sizes)))
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
}

std::vector<Candidate> candidates(const Sweep& sweep, const GridSpec& grid) {
    const auto minimised = minimised_dimensions(sweep, grid);
    std::vector<Candidate> all;
    for (const auto& row : scheduler_table(sweep.rules)) {
        if (std::ranges::find(sweep.schedulers, row.name) == sweep.schedulers.end()) continue;
        std::vector<Candidate> settings{{&row, {}, std::string(row.name)}};
        for (const std::size_t d : minimised) {
            std::vector<Candidate> next;
            for (const auto& one : settings)
                for (std::size_t i = 0; i < grid.dimensions[d].size(); ++i) {
                    next.push_back(one);
                    next.back().settings.push_back(i);
                    next.back().name += (one.settings.empty() ? "@" : ",") +
                                        grid.dimensions[d].axes.front().text(i);
                }
            settings = std::move(next);
        }
        all.insert(all.end(), settings.begin(), settings.end());
    }
    return all;
}

namespace {

using engine::Coordinate;

std::string meaning_of(const std::string& key) {
    for (const auto& entry : standard_keys())
        if (entry.name == key) return entry.description;
    for (const auto& study : study_table())
        for (const auto& entry : study.entry.keys)
            if (entry.name == key) return entry.description;
    return key;
}

/// Whether a count is stored as an integer; a few counts are fractions.
bool is_whole(const AxisValues& axis) {
    if (axis.kind != Kind::count && axis.kind != Kind::flag) return false;
    return std::ranges::all_of(axis.numbers,
                               [](double value) { return value == std::trunc(value); });
}

Coordinate coordinate(const AxisValues& axis) {
    Coordinate result{axis.key, std::string(texts_of(axis.kind).unit), meaning_of(axis.key), {}};
    if (!is_numeric(axis.kind))
        result.values = axis.labels;
    else if (is_whole(axis))
        result.values = std::vector<std::int64_t>(axis.numbers.begin(), axis.numbers.end());
    else
        result.values = axis.numbers;
    return result;
}

}  // namespace

engine::Axis axis_of(const GridDimension& dimension) {
    if (dimension.axes.size() == 1) return {coordinate(dimension.axes.front()), {}};
    engine::Axis axis;
    std::vector<std::int64_t> index(dimension.size());
    for (std::size_t i = 0; i < index.size(); ++i) index[i] = static_cast<std::int64_t>(i);
    axis.index = {dimension.name, "1", "index of keys that vary together", std::move(index)};
    for (const auto& zipped : dimension.axes) axis.auxiliary.push_back(coordinate(zipped));
    return axis;
}

engine::Attributes constants_of(const Sweep& sweep, const GridSpec& grid) {
    engine::Attributes attributes;
    if (!sweep.rules.empty()) attributes["rules"] = sweep.rules;
    for (const auto& [key, axis] : grid.constants) {
        if (is_whole(axis))
            attributes[key] = static_cast<std::int64_t>(axis.numbers.front());
        else if (is_numeric(axis.kind))
            attributes[key] = axis.numbers.front();
        else
            attributes[key] = axis.labels.front();
    }
    std::string pool;
    for (const auto& member : grid.pool) pool += (pool.empty() ? "" : ", ") + member.text;
    if (!pool.empty()) attributes["pool"] = pool;
    if (!pool.empty()) attributes["switching"] = grid.switching.word;
    if (grid.where) attributes["where"] = grid.where->text();
    return attributes;
}

}  // namespace lightsweep::sweeps
