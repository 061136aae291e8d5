#pragma once
// Reads the table of one grid into a GridSpec. Each part of the work has a file of its own.

#include <map>
#include <optional>
#include <string>

#include "sweeps/spec/axis_reader.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// The grid's members, completed by those of [fabric] (may be null), each with its path in
/// messages. If a grid spells the bandwidth, the size or the collective in its own way, the
/// fabric's spelling is dropped.
///
///   path  path of the grid, "grid.ring"; empty for a single problem
Value merged_grid(const Value& grid, const Value* fabric, const std::string& path);

/// Reads and checks a merged grid; nullopt after at least one fault.
std::optional<GridSpec> read_grid(const Value& given, const ReadContext& context);

/// Takes `groups` out of a table: size and stride become group_size and group_stride; lists of
/// nodes are returned (groups_reader.cpp).
Groups spread_groups(Value& table, Faults& faults);
/// The same for a grid, which keeps the lists.
Value read_groups(Value grid, GridSpec& out, const ReadContext& context);

/// Reads the traces under `trace` (trace_reader.cpp): returns the grid with a name for every one.
Value read_traces(Value grid, GridSpec& out, const ReadContext& context);

/// Whether the text names traces of Chakra: a folder, or the prefix of PREFIX.0.et
/// (chakra_traces.cpp).
bool is_chakra(const Value& trace, const ReadContext& context);
/// Their entries. The grid gets nodes, and by_rank where ranks have orders of their own. groups:
/// the file that the grid names, or null; algorithm: of all collectives, or empty.
Trace read_chakra(const Value& trace, const Value* groups, const std::string& algorithm,
                  Value& grid, const ReadContext& context);
inline constexpr std::size_t most_trace_entries = 100'000;

/// Reads the entries of `parallel`: returns the grid with collective = "custom", whose steps they
/// have.
Value read_parallel(Value grid, GridSpec& out, const ReadContext& context);

/// Reads the files under `matrix` and the table under `generator` (matrix_reader.cpp): returns the
/// grid with a name for every matrix, and with the keys generator, generator_seed, ... in the place
/// of the table.
Value read_matrices(Value grid, GridSpec& out, const ReadContext& context);

// Studies (study_reader.cpp)

/// Whether a grid needs its schedulers' results: it has no study, or a study that uses schedulers.
/// An unknown study counts as one that does not.
bool asks_for_plans(const Value& grid, const Vocabulary& vocabulary);

/// Reads a grid with the key `study`; nullopt after at least one fault. Keys of [fabric] apply if
/// the study uses schedulers.
///
///   path  path of the grid, as for merged_grid
std::optional<GridSpec> read_study(const Value& grid, const Value* fabric, const std::string& path,
                                   const ReadContext& context);

// Options of schedulers (options_reader.cpp)

/// The options of one scheduler: [swot] max_nodes = 10000, or [grid.swot] after a [[grid]] for that
/// grid only. Unknown names and bad values are faults.
Options read_options(const Value& table, const SchedulerEntry& scheduler, Faults& faults);

/// The options of all schedulers that have a table below `root`, except those named after one of
/// these keys.
SchedulerTables read_tables(const Value& root, const ReadContext& context,
                            const std::vector<std::string>& other_keys = {});

// Axes (presets.cpp, grid_dimensions.cpp)

/// Axes by key, as read; keys without a valid value are absent.
using Axes = std::map<std::string, AxisValues>;

/// The row of that name of a preset: a key whose words stand for values of other keys, such as
/// technology for the delay and ports of a switch. Null if the table has none.
const PresetEntry* entry_of(const PresetKey& preset, const std::string& name);

/// Adds the axes that a preset key stands for, value by value, and reports words that are not known
/// and keys that are given as well.
void expand_presets(const Value& merged, Axes& axes, const ReadContext& context);

/// The keys, and those that a preset key among them stands for, because they vary with it.
std::vector<std::string> with_presets(std::vector<std::string> keys, const Vocabulary& vocabulary);

/// Sorts the axes into dimensions and constants: zips axes, splits collectives, and finds repeated
/// values. Adds faults; the grid is complete only if it adds none.
void build_dimensions(GridSpec& grid, Axes axes, const Value& merged, const ReadContext& context);

// Custom steps and edges (steps_reader.cpp)

/// Reads `steps` or `file` of a grid with collective = "custom"; every bad step is a fault. A grid
/// with another collective must have neither. Members of the table carry their paths.
void read_custom_steps(const Value& grid, bool custom, GridSpec& out, const ReadContext& context);

/// The text of a file that a grid names; nullopt after a fault.
std::optional<std::string> read_named_file(const Value& name, const ReadContext& context);

/// Reads the file under `edges`, which topology = "edges" needs and any other topology forbids.
void read_edges(const Value& grid, bool needed, GridSpec& out, const ReadContext& context);

/// Adds faults for steps that cannot run on the nodes of the grid: a peer list of another length,
/// an XOR partner beyond the last node.
void check_custom_steps(const GridSpec& grid, const ReadContext& context);

// Other parts (pool_reader.cpp, where.cpp, key_checks.cpp, value_checks.cpp)

/// Reads `pool` and `switching`. Faults: a pool that a scheduler needs and the grid lacks, or that
/// no scheduler reads, or that is empty or repeats a member; a matrix that is not square, has a
/// non-zero diagonal or a negative factor; a price that a scheduler of the sweep cannot take.
void read_pool(const Value& grid, GridSpec& out, const ReadContext& context);

/// Compiles `where`: one text, or a list of texts that must all hold.
void read_where(GridSpec& grid, const Value& merged, const ReadContext& context);

/// Checks which keys are given: required keys, exactly one bandwidth, no size with custom steps, no
/// axis that is never read.
void check_keys(const Value& merged, const Axes& axes, const ReadContext& context);

/// Checks the values together: number of points, nodes that a collective or topology refuses, dims
/// that do not multiply to the nodes.
void check_values(const GridSpec& grid, const Value& merged, const ReadContext& context);

}  // namespace lightsweep::sweeps
