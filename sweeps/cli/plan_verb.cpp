#include <iomanip>
#include <iostream>

#include "engine/errors.hpp"
#include "sweeps/cli/load_sweep.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/spec/units.hpp"
#include "sweeps/sweep_workload.hpp"

namespace lightsweep::sweeps {

namespace {

/// Seconds for people: "0.4 s", "12 min", "3.1 core-hours".
std::string core_time(double seconds) {
    std::ostringstream text;
    text << std::setprecision(3);
    if (seconds < 120)
        text << seconds << " core-seconds";
    else
        text << seconds / 3600 << " core-hours";
    return text.str();
}

struct Totals {
    double tasks = 0, seconds = 0, points = 0;
};

Totals sum_tasks(const SweepWorkload& workload, std::uint32_t group, double count) {
    Totals totals;
    for (std::uint64_t index = 0; index < static_cast<std::uint64_t>(count); ++index) {
        totals.seconds += workload.estimate({group, index});
        totals.points += static_cast<double>(workload.points({group, index}));
        ++totals.tasks;
    }
    return totals;
}

}  // namespace

int plan_verb(const std::string& path, const std::vector<std::string>& overrides) {
    auto result = load_sweep(path, overrides);
    if (!result.sweep) {
        std::cerr << result.faults.text();
        return engine::exit_bad_input;
    }
    const SweepWorkload workload(std::move(*result.sweep));
    const auto& layout = workload.layout();
    Totals all;
    std::cout << std::left << std::setw(44) << "group" << std::right << std::setw(18) << "rows"
              << std::setw(10) << "tasks" << std::setw(22) << "estimated time" << '\n';
    const auto add = [&](const std::string& name, std::uint32_t group, double tasks) {
        const Totals one = sum_tasks(workload, group, tasks);
        std::cout << std::left << std::setw(44) << name << std::right << std::setw(18)
                  << with_thousands_separators(static_cast<unsigned long long>(one.points))
                  << std::setw(10) << one.tasks << std::setw(22) << core_time(one.seconds) << '\n';
        all.tasks += one.tasks;
        all.seconds += one.seconds;
        all.points += one.points;
    };
    std::uint32_t group = 0;
    for (const auto& array : layout.arrays)
        add(array.path, group++, static_cast<double>(engine::product(array.chunk_grid())));
    for (const auto& list : layout.ragged)
        add(list.path, group++, static_cast<double>(engine::product(list.shape())));
    std::size_t largest = 0;
    for (const auto& array : layout.arrays) {
        std::size_t bytes = 0;
        for (const auto& column : array.columns) bytes += column.point_bytes();
        largest = std::max(largest, bytes * engine::product(array.chunk));
    }
    const double raw = engine::raw_bytes(layout);
    std::cout << "\nrows            "
              << with_thousands_separators(static_cast<unsigned long long>(all.points)) << " in "
              << with_thousands_separators(static_cast<unsigned long long>(all.tasks)) << " tasks\n"
              << "estimated time  " << core_time(all.seconds) << "\n"
              << "file            at most " << format_quantity(raw, Kind::bytes)
              << ", usually a tenth to a third of that\n"
              << "memory          about "
              << format_quantity(static_cast<double>(64 << 20) +
                                     8.0 * static_cast<double>(largest) + 64 * all.tasks,
                                 Kind::bytes)
              << " per rank, and up to 256 MiB of cached structures\n";
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps
