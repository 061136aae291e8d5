#include <cmath>
#include <iomanip>
#include <iostream>

#include "engine/farm/progress.hpp"
#include "engine/io/errors.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/cli/file_estimate.hpp"
#include "sweeps/cli/load_sweep.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/farm/sweep_workload.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

namespace {

// Memory of an idle rank; what it caches of problems is in sweep_workload.cpp.
constexpr double idle_bytes = 64 << 20;

/// An estimate for people, rounded to the two significant digits that it deserves.
double two_digits(double value) {
    if (value <= 0) return 0;
    const double step = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::round(value / step) * step;
}

std::string rough_seconds(double value) {
    const double rounded = two_digits(value);
    return rounded < 60 ? format_quantity(rounded, Kind::seconds) : engine::duration_text(rounded);
}

std::string rough_bytes(double value) {
    return format_decimal_bytes(two_digits(value));
}

std::string with_separators(double value) {
    return with_thousands_separators(static_cast<unsigned long long>(value));
}

struct Totals {
    double tasks = 0, seconds = 0, points = 0;

    void add(const Totals& other) {
        tasks += other.tasks;
        seconds += other.seconds;
        points += other.points;
    }
};

Totals sum_tasks(const SweepWorkload& workload, std::uint32_t group, std::uint64_t count,
                 SweepWorkload::Planned& planned) {
    Totals totals;
    for (std::uint64_t index = 0; index < count; ++index) {
        totals.seconds += workload.estimate({group, index}, planned);
        totals.points += static_cast<double>(workload.points({group, index}));
        ++totals.tasks;
    }
    return totals;
}

void print_head() {
    std::cout << std::left << std::setw(44) << "group" << std::right << std::setw(18) << "rows"
              << std::setw(10) << "tasks" << std::setw(18) << "core time" << '\n';
}

void print_group(const std::string& path, const Totals& totals) {
    std::cout << std::left << std::setw(44) << path << std::right << std::setw(18)
              << with_separators(totals.points) << std::setw(10) << with_separators(totals.tasks)
              << std::setw(18) << rough_seconds(totals.seconds) << '\n';
}

Totals print_groups(const SweepWorkload& workload) {
    Totals all;
    std::uint32_t group = 0;
    SweepWorkload::Planned planned;
    const auto print = [&](const std::string& path, std::size_t tasks) {
        const Totals one = sum_tasks(workload, group++, tasks, planned);
        print_group(path, one);
        all.add(one);
    };
    print_head();
    for (const auto& array : workload.layout().arrays)
        print(array.path, engine::product(array.chunk_grid()));
    for (const auto& list : workload.layout().ragged)
        print(list.path, engine::product(list.shape()));
    Totals shared;
    for (std::size_t k = 0; k < workload.n_preparations(); ++k, ++shared.tasks)
        shared.seconds += workload.preparation_estimate(k);
    if (shared.tasks > 0) print_group("(flows and solutions, shared)", shared);
    all.add(shared);
    return all;
}

/// Bytes of the largest tile.
double largest_tile(const engine::Layout& layout) {
    std::size_t largest = 0;
    for (const auto& array : layout.arrays) {
        std::size_t bytes = 0;
        for (const auto& column : array.columns) bytes += column.point_bytes();
        largest = std::max(largest, bytes * engine::product(array.chunk));
    }
    return static_cast<double>(largest);
}

double file_bytes(const SweepWorkload& workload) {
    std::vector<double> list_bytes;
    for (std::size_t i = 0; i < workload.layout().ragged.size(); ++i)
        list_bytes.push_back(workload.list_bytes(i));
    return estimate_file(workload.layout(), list_bytes);
}

void print_totals(const Totals& all, const SweepWorkload& workload) {
    const engine::Layout& layout = workload.layout();
    const double memory = idle_bytes + 8 * largest_tile(layout) + 64 * all.tasks;
    std::cout << "\nrows            " << with_separators(all.points) << " in "
              << with_separators(all.tasks) << " tasks\n"
              << "estimated time  about " << rough_seconds(all.seconds) << " of one core\n"
              << "file            about " << rough_bytes(file_bytes(workload)) << '\n'
              << "memory          about " << rough_bytes(memory) << " per rank, "
              << rough_bytes(memory + most_cached_bytes)
              << " including the structures that it caches\n";
}

}  // namespace

int plan_verb(const std::string& path, const std::vector<std::string>& overrides) {
    auto result = load_sweep(path, overrides);
    if (!result.sweep) {
        std::cerr << result.faults.text();
        return engine::exit_bad_input;
    }
    std::vector<std::string> notes;
    for (const auto& grid : result.sweep->grids)
        for (auto& note : notes_on(grid)) notes.push_back(std::move(note));
    const SweepWorkload workload(std::move(*result.sweep));
    const Totals all = print_groups(workload);
    print_totals(all, workload);
    for (const auto& note : notes) std::cout << "note            " << note << '\n';
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps
