#include "sweeps/farm/fingerprint.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdio>
#include <sstream>

#include "solvers/external/external_scheduler.hpp"
#include "sweeps/revision.hpp"

namespace lightsweep::sweeps {

namespace {

/// FNV-1a, 64 bits. Every text and list is hashed with its length, so that neighbours cannot merge.
class Hash {
  public:
    void add(std::string_view text) {
        add(text.size());
        for (const char c : text) byte(static_cast<unsigned char>(c));
    }
    void add(const char* text) { add(std::string_view(text)); }
    void add(const std::string& text) { add(std::string_view(text)); }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(std::integral auto number) {
        auto rest = static_cast<std::uint64_t>(number);
        for (int i = 0; i < 8; ++i, rest >>= 8) byte(static_cast<unsigned char>(rest));
    }
    template <class T>
    void add(const std::vector<T>& list) {
        add(list.size());
        for (const auto& one : list) add(one);
    }

    void add(const AxisValues& axis) {
        add(axis.key);
        add(static_cast<int>(axis.kind));
        add(axis.numbers);
        add(axis.labels);
        add(axis.tuples);
    }
    void add(const GridDimension& dimension) { add(dimension.axes); }
    void add(const CustomStep& step) {
        add(static_cast<int>(step.form));
        add(step.amount);
        add(step.peers);
        add(step.bytes);
        add(step.other_peers);
    }
    void add(const TraceEntry& entry) {
        add(entry.name);
        add(entry.compute_time);
        add(entry.collective);
        add(entry.steps);
        if (entry.overlap) add("overlap");
        add(entry.message);
        add(entry.groups.size);
        add(entry.groups.stride);
        if (!entry.groups.lists.empty()) add(entry.groups.lists);
    }
    void add(const TaskGraph::Task& task) {
        add(static_cast<int>(task.sort));
        add(task.compute_time);
        for (const std::size_t whole : {task.group, task.entry, std::size_t{task.id}}) add(whole);
        add(task.waits);
    }
    void add(const Filter::Instruction& one) {
        add(static_cast<int>(one.op));
        for (const std::size_t index : {one.left, one.right, one.variable}) add(index);
        add(one.number);
        add(one.label);
    }
    void add(const OptionValue& value) {
        add(static_cast<int>(value.kind));
        add(value.number);
        add(value.text);
        add(value.tuple);
    }

    std::string hex() const {
        char text[17];
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value_));
        return text;
    }

  private:
    void byte(unsigned char c) { value_ = (value_ ^ c) * 0x100000001B3ULL; }
    std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

/// The words of an edge list without comments and blanks.
std::vector<std::string> words_of(const TextFile& file) {
    std::vector<std::string> words;
    for (const auto& line : file.lines) {
        std::istringstream stream(line.text.substr(0, line.text.find('#')));
        const std::size_t before = words.size();
        for (std::string word; stream >> word;) words.push_back(word);
        if (words.size() > before) words.emplace_back("\n");
    }
    return words;
}

/// Sorts lists whose order has no meaning.
std::vector<std::string> sorted(std::vector<std::string> names) {
    std::ranges::sort(names);
    return names;
}

/// Grids without a pool keep the hash that they had before pools existed.
void add_pool(Hash& hash, const GridSpec& grid) {
    if (grid.pool.empty()) return;
    for (const auto& member : grid.pool) hash.add(member.text);
    hash.add(grid.switching.word);
    hash.add(grid.switching.factors);
}

/// Grids without such options keep their earlier hash, as for pools.
void add_options(Hash& hash, const GridSpec& grid) {
    for (const auto& [scheduler, options] : grid.scheduler_options)
        for (const auto& [option, value] : options) {
            hash.add(scheduler);
            hash.add(option);
            hash.add(value);
        }
}

void add_grid(Hash& hash, const GridSpec& grid) {
    hash.add(grid.name);
    if (!grid.study.empty()) hash.add(grid.study);
    hash.add(grid.dimensions);
    hash.add(grid.constants.size());
    for (const auto& constant : grid.constants) hash.add(constant.second);
    hash.add(grid.pairs);
    hash.add(grid.steps);
    hash.add(grid.edges ? words_of(*grid.edges) : std::vector<std::string>{});
    for (const auto& matrix : grid.matrices) hash.add(words_of(matrix));
    for (const auto& trace : grid.traces) {
        hash.add<TraceEntry>(*trace);
        if (trace->graph.tasks.empty()) continue;
        hash.add(trace->graph.groups);
        hash.add(trace->graph.tasks);
    }
    if (!grid.parallel.empty()) hash.add(grid.parallel);
    add_pool(hash, grid);
    add_options(hash, grid);
    if (!grid.where) return hash.add("all points");
    hash.add(grid.where->variables());
    hash.add(grid.where->program());
}

void add_scheduler(Hash& hash, const Sweep& sweep, const std::string& name) {
    hash.add(name);
    if (name.starts_with(solvers::external::prefix)) hash.add(solvers::external::content_of(name));
    const auto given = sweep.scheduler_options.find(name);
    if (given == sweep.scheduler_options.end()) return hash.add("defaults");
    for (const auto& [option, value] : given->second) {
        hash.add(option);
        hash.add(value);
    }
}

}  // namespace

std::string fingerprint(const Sweep& sweep) {
    Hash hash;
    hash.add(results_version());
    hash.add(sweep.rules);
    hash.add(sweep.schedulers.size());
    for (const auto& name : sweep.schedulers) add_scheduler(hash, sweep, name);
    hash.add(sorted(sweep.columns));
    hash.add(sweep.seed);
    for (const bool wanted : {sweep.schedules, sweep.envelopes, sweep.best, sweep.results})
        hash.add(wanted);
    hash.add(sorted(sweep.minimise));
    hash.add(sweep.grids.size());
    for (const auto& grid : sweep.grids) add_grid(hash, grid);
    return hash.hex();
}

std::string fingerprint(const std::vector<kernels::Edge>& links) {
    Hash hash;
    hash.add(links.size());
    for (const auto& link : links) {
        hash.add(link.from);
        hash.add(link.to);
        hash.add(link.capacity);
    }
    return hash.hex();
}

engine::Attributes build_record() {
    return {{"program", std::string("lightsweep " LIGHTSWEEP_VERSION)},
            {"revision", std::string(LIGHTSWEEP_REVISION)},
            {"dirty", std::int64_t{LIGHTSWEEP_DIRTY}},
            {"compiler", std::string(LIGHTSWEEP_COMPILER)},
            {"flags", std::string(LIGHTSWEEP_FLAGS)},
            {"solver_libraries", std::string(LIGHTSWEEP_LIBRARIES)},
            {"results_version", std::string(results_version())}};
}

const char* results_version() {
    return "1";
}

std::string version_line() {
    return "lightsweep " LIGHTSWEEP_VERSION " (revision " LIGHTSWEEP_REVISION +
           std::string(LIGHTSWEEP_DIRTY ? ", changed" : "") + ")";
}

}  // namespace lightsweep::sweeps
