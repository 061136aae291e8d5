#include <algorithm>
#include <iomanip>
#include <ostream>
#include <set>

#include "analysis/envelopes/regimes.hpp"
#include "analysis/envelopes/robust.hpp"
#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/quantity_text.hpp"
#include "analysis/reports/comparison.hpp"
#include "analysis/reports/grid_reports.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

/// The schedules of all lists at a panel, over the parts of the comparison; equal costs once.
struct ListedSchedules {
    std::vector<ScheduleCost> costs;
    std::vector<std::string> names, unlisted;
};

ListedSchedules schedules_of(const GridView& grid, const Comparison& comparison,
                             const Panel& panel) {
    ListedSchedules found;
    const auto parts = comparison.parts(panel);
    for (const auto& scheduler : grid.listed_schedulers())
        for (const auto& part : parts)
            for (const auto& cost : read_schedule_costs(grid, part, scheduler)) {
                if (std::ranges::find(found.costs, cost) != found.costs.end()) continue;
                const auto place = comparison.name_of(part);
                found.costs.push_back(cost);
                found.names.push_back(place.empty() ? scheduler : scheduler + "@" + place);
            }
    std::set<std::string> names;
    for (const auto& part : parts)
        for (const auto& name : unlisted_candidates(grid, part)) names.insert(name);
    found.unlisted.assign(names.begin(), names.end());
    return found;
}

std::string name_of(const ListedSchedules& all, const WorstCase& one) {
    return all.names[one.schedule] + ", " + readable(all.costs[one.schedule].reconfigurations, "1");
}

void print_robust_line(std::ostream& out, const std::string& row, const std::string& schedule,
                       const std::string& loss, const std::string& least,
                       const std::string& price) {
    out << "  " << std::left << std::setw(18) << row << std::setw(38) << schedule << std::right
        << std::setw(20) << loss << std::setw(10) << least << std::setw(12) << price << '\n';
}

void print_robust_table(const GridView& grid, const Panel& panel, const ListedSchedules& all,
                        const UncertainDelay& delay, std::ostream& out) {
    const bool is_interval = delay.shares.empty();
    print_robust_line(out, panel.rows ? panel.rows->index.name : "", "schedule, reconfigurations",
                      is_interval ? "regret" : "expected", "least", "price");
    for (std::size_t row = 0; row < panel.n_rows(); ++row) {
        const auto choice = robust_choice(at(all.costs, point_of(grid, panel, row)), delay);
        std::string loss = seconds(choice.chosen.loss);
        if (is_interval) loss += " (" + percent(choice.chosen.relative) + ")";
        print_robust_line(out, panel.rows ? label(panel.rows->index, row) : "",
                          name_of(all, choice.chosen), loss, seconds(choice.least),
                          seconds(std::max(0.0, choice.nominal.loss - choice.chosen.loss)));
    }
}

void require_own_axis(const GridView& grid) {
    for (const auto& axis : grid.axes())
        if (!axis.auxiliary.empty() && has_key(axis, "reconfiguration_delay"))
            throw engine::BadInput("grid '" + grid.name() +
                                   "': reconfiguration_delay is zipped with other keys; give it as "
                                   "an axis of its own");
}

[[noreturn]] void refuse_without_lists(const engine::ResultFile& file) {
    throw engine::BadInput(file.path() +
                           ": no schedules in /envelopes; set envelopes = true in the sweep and "
                           "run again");
}

void explain(const UncertainDelay& delay, std::ostream& out) {
    const std::string nominal = seconds(delay.nominal());
    if (delay.shares.empty())
        return print_paragraph(
            "The delay lies between " + seconds(delay.values.front()) + " and " +
                seconds(delay.values.back()) +
                ". Regret: what a schedule loses at worst against the best one for the delay that "
                "comes. Least: no listed schedule can be below. Price: what the schedule that is "
                "best at " +
                nominal + " loses beyond that.",
            2, out);
    print_paragraph("The mean delay is " + seconds(delay.mean()) +
                        ". Price: what the schedule that "
                        "is best at the median, " +
                        nominal + ", takes beyond the expected time.",
                    2, out);
}

}  // namespace

void report_robust(const engine::ResultFile& file, const ComparisonOptions& asked,
                   const UncertainDelay& delay, std::ostream& out) {
    auto options = asked;
    options.solved_for = "reconfiguration_delay";
    std::size_t printed = 0;
    explain(delay, out);
    for (const auto& name : need_grids(file, options.grid)) {
        const GridView grid(file, name);
        require_own_axis(grid);
        const Comparison comparison(grid, options);
        out << '\n';
        print_paragraph("grid " + name + ": " + grid.constants(), 2, out);
        for (const auto& panel : comparison.tables()) {
            const auto all = schedules_of(grid, comparison, panel);
            if (all.costs.empty()) continue;
            out << '\n';
            print_paragraph(grid.title(panel) + comparison.text(), 2, out);
            print_left_out(grid, all.unlisted, out);
            print_robust_table(grid, panel, all, delay, out);
            ++printed;
        }
    }
    if (printed == 0) refuse_without_lists(file);
}

NamedLookup make_lookup(const engine::ResultFile& file, const ComparisonOptions& asked,
                        std::vector<double> delays, std::vector<double> messages) {
    auto options = asked;
    options.solved_for = "reconfiguration_delay";
    const auto grids = need_grids(file, options.grid);
    if (grids.size() != 1)
        throw engine::BadInput(file.path() + ": has several grids; choose one of " + joined(grids) +
                               " with --grid");
    const GridView grid(file, grids.front());
    require_own_axis(grid);
    const Comparison comparison(grid, options);
    NamedLookup found;
    std::vector<std::string> places;
    for (auto panel : comparison.tables()) {
        const bool by_message = panel.rows && has_key(*panel.rows, "message");
        if (panel.rows && !by_message && panel.rows->size() > 1)
            throw engine::BadInput("lookup: choose a value of " + panel.rows->index.name +
                                   " with --where");
        if (grid.text(panel, "collective") == "custom")
            throw engine::BadInput(
                "lookup: the steps of a custom collective carry their bytes, "
                "there is no message to look up");
        const auto all = schedules_of(grid, comparison, panel);
        if (all.costs.empty()) continue;
        places.push_back(grid.title(panel));
        found = {grid.name(),
                 places.back() + comparison.text(),
                 all.costs,
                 all.names,
                 all.unlisted,
                 lookup_table(all.costs, point_of(grid, panel, 0), bandwidth_of(grid, panel, 0),
                              delays, messages)};
    }
    if (places.empty()) refuse_without_lists(file);
    if (places.size() > 1)
        throw engine::BadInput("lookup: the grid has " + std::to_string(places.size()) +
                               " structures (" + places[0] + "; " + places[1] +
                               " ...); choose one with --where key=value");
    return found;
}

}  // namespace lightsweep::analysis
