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

/// Of every point, in the order of the file; NaN where the scheduler has no finite time or no
/// positive bound.
std::vector<double> ratios_of(const engine::ResultFile& file, const engine::ArrayGroup& group) {
    auto ratios = file.read_f64(group.path, "completion_time");
    const auto bounds = file.read_f64(group.path, "lower_bound");
    for (std::size_t i = 0; i < ratios.size(); ++i)
        ratios[i] = std::isfinite(ratios[i]) && bounds[i] > 0
                        ? ratios[i] / bounds[i]
                        : std::numeric_limits<double>::quiet_NaN();
    return ratios;
}

/// Ratios of some points without an order. Those of 1, proven optima, are often most of them: they
/// are counted only.
struct Part {
    std::size_t ones = 0;
    std::vector<double> others{};

    void add(double ratio) {
        if (ratio == 1)
            ++ones;
        else if (!std::isnan(ratio))
            others.push_back(ratio);
    }
    std::size_t size() const { return ones + others.size(); }

    /// The one at that place if they were sorted; moves the others about.
    double at(std::size_t place) {
        const auto less = static_cast<std::size_t>(
            std::ranges::count_if(others, [](double ratio) { return ratio < 1; }));
        if (place >= less && place < less + ones) return 1;
        const auto found =
            others.begin() + static_cast<std::ptrdiff_t>(place < less ? place : place - ones);
        std::ranges::nth_element(others, found);
        return *found;
    }
};

/// Adds what is said of a part, if it has points.
void add(std::vector<Gap>& gaps, const std::string& key, const std::string& value, Part part) {
    if (part.size() == 0) return;
    const auto count = static_cast<double>(part.size());
    const auto quantile = [&](double share) {
        return part.at(static_cast<std::size_t>(std::lround(share * (count - 1))));
    };
    const auto within = [&](double limit) {
        const auto near = std::ranges::count_if(part.others, [&](double r) { return r <= limit; });
        return (static_cast<double>(part.ones) + static_cast<double>(near)) / count;
    };
    gaps.push_back({key, value, part.size(), quantile(0.5), quantile(0.9), quantile(1),
                    within(1.05), within(1.1)});
}

/// One part per value of a coordinate of an axis; stride: points between its neighbours.
void add_parts(std::vector<Gap>& gaps, const engine::Coordinate& by, std::size_t stride,
               const std::vector<double>& ratios) {
    std::vector<std::string> values;
    std::vector<std::size_t> part_of;  // index along the axis -> place in `values`
    for (std::size_t i = 0; i < by.size(); ++i) {
        const auto found = std::ranges::find(values, label(by, i));
        part_of.push_back(static_cast<std::size_t>(found - values.begin()));
        if (found == values.end()) values.push_back(label(by, i));
    }
    std::vector<Part> parts(values.size());
    for (auto ratio = ratios.begin(); ratio != ratios.end();)
        for (const std::size_t place : part_of)
            for (std::size_t i = 0; i < stride; ++i, ++ratio) parts[place].add(*ratio);
    for (std::size_t i = 0; i < values.size(); ++i)
        add(gaps, by.name, values[i], std::move(parts[i]));
}

/// All points, then the parts, over the axes of the scheduler's own group; axes of one value are
/// left out.
SchedulerGaps gaps_of(const GridView& grid, const std::string& scheduler) {
    const auto& group = *grid.group(scheduler);
    const auto* bound = column_called(group.columns, "lower_bound");
    if (bound == nullptr || engine::product(group.shape()) == 0) return {};
    const auto ratios = ratios_of(grid.file(), group);
    Part all;
    for (const double ratio : ratios) all.add(ratio);
    SchedulerGaps found{grid.name(), scheduler, bound->long_name, ratios.size() - all.size(), {}};
    add(found.gaps, "", "all points", std::move(all));
    for (const auto* key : regions) {
        std::size_t stride = ratios.size();
        for (const auto& axis : group.axes) {
            stride /= axis.size();
            if (axis.size() < 2) continue;
            if (axis.index.name == key) add_parts(found.gaps, axis.index, stride, ratios);
            for (const auto& one : axis.auxiliary)
                if (one.name == key) add_parts(found.gaps, one, stride, ratios);
        }
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
