#include "analysis/reports/grid_reports.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>

#include "analysis/read/grid_view.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

/// Axes by whose values the points are divided, in this order.
constexpr const char* regions[] = {"primitive", "nodes",   "planes",
                                   "topology",  "message", "reconfiguration_delay"};

/// Ratios of the points with one label.
struct Part {
    std::string label;
    std::vector<double> ratios{};
};

void add(std::vector<Part>& parts, const std::string& label, double ratio) {
    auto part = std::ranges::find(parts, label, &Part::label);
    if (part == parts.end()) part = parts.insert(parts.end(), {label});
    part->ratios.push_back(ratio);
}

void print(Part& part, std::ostream& out) {
    auto& ratios = part.ratios;
    std::ranges::sort(ratios);
    const auto count = static_cast<double>(ratios.size());
    const auto quantile = [&](double share) {
        return ratios[static_cast<std::size_t>(std::lround(share * (count - 1)))];
    };
    const auto within = [&](double limit) {
        const auto inside = std::ranges::upper_bound(ratios, limit) - ratios.begin();
        return std::to_string(std::lround(100 * static_cast<double>(inside) / count)) + " %";
    };
    out << std::left << std::setw(34) << part.label << std::right << std::setw(9) << ratios.size()
        << std::fixed << std::setprecision(3) << std::setw(9) << quantile(0.5) << std::setw(9)
        << quantile(0.9) << std::setw(10) << ratios.back() << std::setw(8) << within(1.05)
        << std::setw(8) << within(1.1) << '\n';
}

/// Reads the ratios of one scheduler; the first part is all points.
struct Ratios {
    std::vector<Part> parts{{"all points"}};
    std::size_t left_out = 0;

    void read(const GridView& grid, const std::string& scheduler) {
        const auto& axes = grid.axes();
        for (const auto& panel : GridView::panels(axes)) {
            const auto times = grid.read(panel, scheduler, "completion_time");
            const auto bounds = grid.read(panel, scheduler, "lower_bound");
            for (std::size_t i = 0; i < times.size(); ++i) {
                if (!std::isfinite(times[i]) || !(bounds[i] > 0)) {
                    ++left_out;
                    continue;
                }
                const double ratio = times[i] / bounds[i];
                parts.front().ratios.push_back(ratio);
                for (const auto& text : labels(axes, panel, i)) add(parts, text, ratio);
            }
        }
    }

  private:
    /// "nodes 64", "message 1 MiB", ... of one cell; axes of one value are left out.
    static std::vector<std::string> labels(const std::vector<engine::Axis>& axes,
                                           const Panel& panel, std::size_t cell) {
        std::vector<std::string> found;
        for (const auto* key : regions)
            for (const auto& axis : axes) {
                if (axis.size() < 2) continue;
                const auto index = &axis == panel.columns ? cell % panel.n_columns()
                                   : &axis == panel.rows  ? cell / panel.n_columns()
                                                          : panel.outer.at(axis.index.name);
                if (axis.index.name == key)
                    found.push_back(std::string(key) + " " + label(axis.index, index));
                for (const auto& coordinate : axis.auxiliary)
                    if (coordinate.name == key)
                        found.push_back(std::string(key) + " " + label(coordinate, index));
            }
        return found;
    }
};

}  // namespace

void report_gaps(const engine::ResultFile& file, const std::string& only, std::ostream& out) {
    std::size_t printed = 0;
    out << "Completion time over the lower bound: 1 is a proven optimum\n";
    for (const auto& name : need_grids(file, only)) {
        const GridView grid(file, name);
        out << '\n';
        print_paragraph("grid " + name + ": " + grid.constants(), 2, out);
        const auto schedulers =
            grid.group("best") ? std::vector<std::string>{"best"} : grid.schedulers();
        for (const auto& scheduler : schedulers) {
            Ratios ratios;
            ratios.read(grid, scheduler);
            if (ratios.parts.front().ratios.empty()) continue;
            out << '\n'
                << std::left << std::setw(34) << scheduler << std::right
                << "   points   median      p90     worst  <= 5 % <= 10 %\n";
            const auto axis_of = [](const Part& part) {
                return std::ranges::find_if(regions, [&](const std::string key) {
                    return part.label.starts_with(key + " ");
                });
            };
            // Parts of one axis stand together, all points first.
            std::ranges::stable_sort(ratios.parts, {}, [&](const Part& part) {
                return part.label == "all points" ? std::begin(regions) - 1 : axis_of(part);
            });
            for (auto& part : ratios.parts) print(part, out);
            if (ratios.left_out > 0)
                out << ratios.left_out << " points have no schedule, or no bound\n";
            ++printed;
        }
    }
    if (printed == 0)
        throw engine::BadInput(file.path() +
                               ": no point has a completion time and a lower bound; `lightsweep "
                               "table` shows the status of each point");
}

}  // namespace lightsweep::analysis
