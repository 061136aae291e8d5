#include "analysis/reports/gap_report.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <ostream>

#include "analysis/read/grid_view.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

/// Axes by whose values the points are divided, in this order.
constexpr const char* regions[] = {"primitive", "nodes",   "planes",
                                   "topology",  "message", "reconfiguration_delay"};

using Panels = std::vector<Panel>;

/// Of every point, panel by panel; NaN where the scheduler has no finite time or no positive bound.
std::vector<double> ratios_of(const GridView& grid, const Panels& panels,
                              const std::string& scheduler) {
    std::vector<double> ratios;
    for (const auto& panel : panels) {
        const auto times = grid.read(panel, scheduler, "completion_time");
        const auto bounds = grid.read(panel, scheduler, "lower_bound");
        for (std::size_t i = 0; i < times.size(); ++i)
            ratios.push_back(std::isfinite(times[i]) && bounds[i] > 0
                                 ? times[i] / bounds[i]
                                 : std::numeric_limits<double>::quiet_NaN());
    }
    return ratios;
}

/// Adds what is said of these ratios, if there are any.
void add(std::vector<Gap>& gaps, const std::string& key, const std::string& value,
         std::vector<double> ratios) {
    if (ratios.empty()) return;
    std::ranges::sort(ratios);
    const auto count = static_cast<double>(ratios.size());
    const auto quantile = [&](double share) {
        return ratios[static_cast<std::size_t>(std::lround(share * (count - 1)))];
    };
    const auto within = [&](double limit) {
        return static_cast<double>(std::ranges::upper_bound(ratios, limit) - ratios.begin()) /
               count;
    };
    gaps.push_back({key, value, ratios.size(), quantile(0.5), quantile(0.9), ratios.back(),
                    within(1.05), within(1.1)});
}

/// One part per value of a coordinate of the axis.
void add_parts(std::vector<Gap>& gaps, const engine::Axis& axis, const engine::Coordinate& by,
               const Panels& panels, const std::vector<double>& ratios) {
    std::vector<std::string> values;
    std::vector<std::size_t> part_of;  // index along the axis -> place in `values`
    for (std::size_t i = 0; i < axis.size(); ++i) {
        const auto found = std::ranges::find(values, label(by, i));
        part_of.push_back(static_cast<std::size_t>(found - values.begin()));
        if (found == values.end()) values.push_back(label(by, i));
    }
    std::vector<std::vector<double>> parts(values.size());
    auto ratio = ratios.begin();
    for (const auto& panel : panels)
        for (std::size_t cell = 0; cell < panel.size(); ++cell, ++ratio) {
            if (std::isnan(*ratio)) continue;
            const auto index = &axis == panel.columns ? cell % panel.n_columns()
                               : &axis == panel.rows  ? cell / panel.n_columns()
                                                      : panel.outer.at(axis.index.name);
            parts[part_of[index]].push_back(*ratio);
        }
    for (std::size_t i = 0; i < values.size(); ++i)
        add(gaps, by.name, values[i], std::move(parts[i]));
}

/// All points, then the parts, over the axes of the scheduler's own group; axes of one value are
/// left out.
SchedulerGaps gaps_of(const GridView& grid, const std::string& scheduler) {
    const auto& group = *grid.group(scheduler);
    const auto* bound = column_called(group.columns, "lower_bound");
    if (bound == nullptr) return {};
    const auto panels = GridView::panels(group.axes);
    const auto ratios = ratios_of(grid, panels, scheduler);
    auto known = ratios;
    std::erase_if(known, [](double ratio) { return std::isnan(ratio); });
    SchedulerGaps found{grid.name(), scheduler, bound->long_name, ratios.size() - known.size(), {}};
    add(found.gaps, "", "all points", std::move(known));
    for (const auto* key : regions)
        for (const auto& axis : group.axes) {
            if (axis.size() < 2) continue;
            if (axis.index.name == key) add_parts(found.gaps, axis, axis.index, panels, ratios);
            for (const auto& one : axis.auxiliary)
                if (one.name == key) add_parts(found.gaps, axis, one, panels, ratios);
        }
    return found;
}

void print(const Gap& gap, std::ostream& out) {
    const auto percent = [](double share) {  // "100 %" means all
        return std::to_string(share < 1 ? std::min(99L, std::lround(100 * share)) : 100) + " %";
    };
    out << std::left << std::setw(34) << gap.key + (gap.key.empty() ? "" : " ") + gap.value
        << std::right << std::setw(9) << gap.points << std::fixed << std::setprecision(3)
        << std::setw(9) << gap.median << std::setw(9) << gap.p90 << std::setw(10) << gap.worst
        << std::setw(8) << percent(gap.within_5) << std::setw(8) << percent(gap.within_10) << '\n';
}

void print(const SchedulerGaps& one, std::ostream& out) {
    out << '\n'
        << std::left << std::setw(34) << one.scheduler << std::right
        << "   points   median      p90     worst  <= 5 % <= 10 %\n";
    for (const auto& gap : one.gaps) print(gap, out);
    if (one.left_out > 0)
        out << "left out: " << one.left_out << " points without a schedule or a bound\n";
}

}  // namespace

std::vector<SchedulerGaps> gaps_of(const engine::ResultFile& file, const std::string& only) {
    std::vector<SchedulerGaps> all;
    for (const auto& name : only.empty() ? grid_names(file) : std::vector{only}) {
        const GridView grid(file, name);
        for (const auto& scheduler :
             grid.group("best") ? std::vector<std::string>{"best"} : grid.schedulers())
            if (auto found = gaps_of(grid, scheduler); !found.gaps.empty())
                all.push_back(std::move(found));
    }
    return all;
}

void report_gaps(const engine::ResultFile& file, const std::string& only, std::ostream& out) {
    need_grids(file, only);  // tells what a file of studies holds
    const auto all = gaps_of(file, only);
    if (all.empty())
        throw engine::BadInput(file.path() +
                               ": no point has a completion time and a lower bound; `lightsweep "
                               "table` shows the status of each point");
    out << "Completion time over the lower bound: 1 is a proven optimum\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == 0 || all[i].grid != all[i - 1].grid) {
            out << '\n';
            print_paragraph("grid " + all[i].grid + ": " + GridView(file, all[i].grid).constants(),
                            2, out);
        }
        print(all[i], out);
    }
}

}  // namespace lightsweep::analysis
