#include <cmath>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <variant>

#include "analysis/reports/wrapped_text.hpp"
#include "engine/farm/progress.hpp"
#include "engine/io/errors.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/cli/arguments.hpp"
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
                 const std::function<double(engine::Task)>& estimate) {
    Totals totals;
    for (std::uint64_t index = 0; index < count; ++index) {
        totals.seconds += estimate({group, index});
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
    const auto estimate = workload.estimates_in_order();
    const auto print = [&](const std::string& path, std::size_t tasks) {
        const Totals one = sum_tasks(workload, group++, tasks, estimate);
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
    if (shared.tasks > 0) print_group("(flows, solutions and searches, shared)", shared);
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

constexpr double fixed_bytes = 20e3;  // root, timing, intermediate groups
constexpr double group_bytes = 3e3, dataset_bytes = 0.9e3;
constexpr double compression = 0.2, wide_compression = 0.03;
// Nodes of the tree are rarely full, because a new chunk splits the last one.
constexpr double children = 64, filled = 48;

double count_of(const std::vector<std::size_t>& shape) {
    return static_cast<double>(engine::product(shape));
}

double index_bytes(double chunks, double rank) {
    const double node = 24 + 8 * children + (children + 1) * 8 * (rank + 2);
    return node * std::ceil(chunks / filled);
}

double text_bytes(const engine::Attributes& attributes) {
    double bytes = 0;
    for (const auto& [name, value] : attributes)
        if (const auto* text = std::get_if<std::string>(&value))
            bytes += static_cast<double>(text->size());
    return bytes;
}

double axis_bytes(const std::vector<engine::Axis>& axes) {
    double bytes = 0;
    for (const auto& axis : axes) {
        const double scales = 1 + static_cast<double>(axis.auxiliary.size());
        bytes += scales * (dataset_bytes + 8 * static_cast<double>(axis.size()));
    }
    return bytes;
}

double bytes_of(const engine::ArrayGroup& group) {
    double bytes = group_bytes + axis_bytes(group.axes);
    const double chunks = count_of(group.chunk_grid());
    for (const auto& column : group.columns) {
        const bool wide = column.has_width_dimension();
        const double rank = static_cast<double>(group.axes.size()) + (wide ? 1 : 0);
        bytes += dataset_bytes + (rank > 0 ? index_bytes(chunks, rank) : 0) +
                 (wide ? wide_compression : compression) * count_of(group.shape()) *
                     static_cast<double>(column.point_bytes());
    }
    return bytes;
}

/// Bytes of a ragged group without the content of its lists.
double bytes_of(const engine::RaggedGroup& group) {
    double bytes = group_bytes + axis_bytes(group.axes);
    for (const auto& column : group.columns)
        bytes += dataset_bytes + index_bytes(1, column.has_width_dimension() ? 2 : 1);
    return bytes + 2 * (dataset_bytes + 8 * count_of(group.shape()));
}

/// Estimated size of a sweep's result file [B]: the bytes that HDF5 adds, which are most of a small
/// file, and the data at the compression seen on the sweeps of this repository (numbers to a fifth,
/// decisions to a thirtieth). On all of them it is within a factor of 4
/// (tests/python/test_plan.py).
///
///   list_bytes  compressed bytes of the lists, per ragged group of the layout
///
/// HDF5 1.10 adds (by its file format specification, and measured): 3 kB per group (symbol table,
/// names), 0.9 kB per dataset (header, attributes), and per chunked dataset the nodes of a B-tree
/// of 64 children with keys of 8 * (rank + 2) bytes.
double estimate_file(const engine::Layout& layout, const std::vector<double>& list_bytes) {
    double bytes = fixed_bytes + text_bytes(layout.attributes);
    for (const auto& group : layout.arrays) bytes += bytes_of(group);
    for (const auto& group : layout.ragged) bytes += bytes_of(group);
    return std::accumulate(list_bytes.begin(), list_bytes.end(), bytes);
}

double file_bytes(const SweepWorkload& workload) {
    std::vector<double> list_bytes;
    for (std::size_t i = 0; i < workload.layout().ragged.size(); ++i)
        list_bytes.push_back(workload.list_bytes(i));
    return estimate_file(workload.layout(), list_bytes);
}

void print_totals(const Totals& all, const SweepWorkload& workload,
                  const SweepWorkload::Memory& problems) {
    // Of one rank of one thread.
    const double memory = idle_bytes + 8 * largest_tile(workload.layout()) + 64 * all.tasks;
    std::cout << "\nrows            " << with_separators(all.points) << " in "
              << with_separators(all.tasks) << " tasks\n"
              << "estimated time  about " << rough_seconds(all.seconds) << " of one core\n"
              << "file            about " << rough_bytes(file_bytes(workload)) << '\n'
              << "memory          about " << rough_bytes(memory + problems.largest) << " per rank, "
              << rough_bytes(memory + problems.kept)
              << " including the structures that it caches\n";
}

}  // namespace

int plan_verb(const std::string& path, const std::vector<std::string>& overrides,
              const std::string& memory) {
    set_memory_limit(memory);
    auto result = load_sweep(path, overrides);
    if (!result.sweep) {
        std::cerr << result.faults.text(path);
        return engine::exit_bad_input;
    }
    auto notes = notes_on(*result.sweep);
    const SweepWorkload workload(std::move(*result.sweep));
    engine::check(workload.layout());
    const auto problems = workload.memory();
    if (problems.largest > solvers::memory_limit())
        notes.push_back("the largest problem needs about " + rough_bytes(problems.largest) +
                        ", and --memory allows " + rough_bytes(solvers::memory_limit()) +
                        ": its points will have status error");
    const Totals all = print_groups(workload);
    print_totals(all, workload, problems);
    for (const auto& note : notes)
        analysis::print_paragraph(note, 16, std::cout << "note            ");
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps
