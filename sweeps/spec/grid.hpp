#pragma once
// One grid of a sweep: its dimensions, constants and conditions, and the points that they span.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/axis.hpp"
#include "sweeps/spec/filters/filter.hpp"
#include "sweeps/spec/groups.hpp"
#include "sweeps/spec/text_file.hpp"
#include "sweeps/spec/trace.hpp"

namespace lightsweep::sweeps {

/// One step of `collective = "custom"`.
///
///   shift        node i sends to (i + amount) mod n; amount may be negative
///   xor_mask     node i sends to i XOR amount
///   peer         node i sends to peers[i], -1 for no transfer; no node receives twice
///   label        a permutation known by its number only: equal labels are equal permutations
///   bytes        data per sending node and peer [B], >= 0; of several peers that of the first
///   other_peers  sent at the same time: of shift = [1, -1] the shift by -1
struct CustomStep {
    enum class Form { shift, xor_mask, peer, label };
    Form form = Form::shift;
    std::int64_t amount = 0;
    std::vector<std::int64_t> peers;
    double bytes = 0.0;
    std::vector<CustomStep> other_peers{};
    int line = 0;
    std::string source;  ///< as in Place: the file that holds the step, empty for the sweep file

    bool operator==(const CustomStep&) const = default;
};

/// One member of `pool`: "ring", "circulant(1,9)".
struct PoolMember {
    std::string text;
    Place place;
    std::string path;  ///< "grid.ring.pool[1]"
};

/// The key `switching`: "whole", "links", or one factor on the delay per pair of pool members.
struct SwitchingText {
    std::string word = "whole";
    std::vector<double> factors;  ///< at [from * members + to]; empty unless a matrix was given
    Place place;
    std::string path;
};

/// Value of one scheduler option: a number in SI (flags are 1 or 0), a text, or a tuple.
struct OptionValue {
    Kind kind = Kind::count;
    double number = 0.0;
    std::string text;
    std::vector<std::int64_t> tuple;

    bool operator==(const OptionValue&) const = default;
};
using Options = std::map<std::string, OptionValue>;
/// Options by the name of their scheduler.
using SchedulerTables = std::map<std::string, Options>;

/// One dimension of the result: one axis, or several zipped axes that share the index.
///
///   name        the key, or the zipped keys joined by "_" (for many: the first one and "_number")
///   structural  true if any of its axes is structural
struct GridDimension {
    std::string name;
    std::vector<AxisValues> axes;
    bool structural = true;

    std::size_t size() const { return axes.empty() ? 0 : axes.front().size(); }
};

/// All values at one point, or at one structure (open keys are absent).
struct Point {
    std::string collective;  ///< registry name or "custom"
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> texts;
    std::map<std::string, std::vector<std::int64_t>> tuples;
    std::shared_ptr<const Trace> trace{};  ///< of the study trace

    /// The number under the key, or the fallback if it is absent.
    double number(const std::string& key, double fallback) const;
    std::string text(const std::string& key, const std::string& fallback) const;
};

/// Index of a dimension that is left open.
inline constexpr std::size_t open_index = static_cast<std::size_t>(-1);

/// The place of one variable's value in a condition; made by GridSpec::bind_where.
struct WhereSlot {
    enum class Role { value, collective, primitive, algorithm };
    Role role = Role::value;
    std::size_t dimension = open_index;  ///< open_index for a constant
    bool known = false;                  ///< true: the constant is in number or label
    std::size_t axis = 0;
    double number = 0.0;
    std::string label;
};

/// A validated grid.
///
///   dimensions  listed keys only, in canonical order: structural ones first, row-major, the last
///               one (reconfiguration_delay if it varies) fastest
///   constants   all other given keys, one value each
///
/// A list under `collective` becomes the two dimensions `primitive` and `algorithm` if both vary.
/// Pairs that the list does not name, or that do not exist, are not applicable.
struct GridSpec {
    std::string name;
    std::string rules;  ///< rules of the whole sweep: "addanki", "bridge"
    std::string study;  ///< study asked at its points; empty: the schedulers' results
    std::vector<GridDimension> dimensions;
    std::map<std::string, AxisValues> constants;
    std::optional<Filter> where;
    std::vector<WhereSlot> where_slots;                ///< one per variable of where
    std::vector<CustomStep> steps;                     ///< steps of collective = "custom"
    std::optional<TextFile> edges;                     ///< links of topology = "edges"
    std::vector<TextFile> matrices;                    ///< one for every value of the key matrix
    std::vector<std::shared_ptr<const Trace>> traces;  ///< one for every value of the key trace
    Trace parallel;  ///< collectives side by side: the entries of the key parallel
    Place parallel_place;
    std::vector<std::vector<std::int64_t>> group_lists;  ///< of the key groups, if they are lists
    std::vector<PoolMember> pool;                        ///< bases that the switches can take
    SwitchingText switching;
    SchedulerTables scheduler_options;  ///< options of this grid, which override those of the sweep

    /// Registry name per (primitive, algorithm), row-major; empty means not applicable. Used only
    /// if the two are keys of the grid.
    std::vector<std::string> pairs;

    /// Product of the dimensions, at most 2^64 - 1.
    std::uint64_t points() const;
    /// Product of the structural dimensions; each structure has points() / structures() points.
    std::uint64_t structures() const;
    std::size_t n_structural_dimensions() const;

    /// Converts a flat row-major index to one index per dimension, and back.
    std::vector<std::size_t> indices(std::uint64_t point) const;
    std::uint64_t flat(std::span<const std::size_t> indices) const;

    /// The axis or constant of a key, or null. Aliases such as item are keys of their own.
    const AxisValues* find(std::string_view key) const;
    /// The dimension that holds the key; nullopt if it is a constant or absent.
    std::optional<std::size_t> dimension_of(std::string_view key) const;
    /// The groups at these indices.
    Groups groups(std::span<const std::size_t> indices) const;
    /// Nodes of one group there: what a collective runs on.
    std::int64_t members(std::span<const std::size_t> indices) const;
    /// The key that says how many nodes a collective runs on: groups, group_size or nodes.
    const char* members_key() const;
    /// Index of the key's value at these indices: 0 for constants, open_index where left open.
    std::size_t value_index(std::string_view key, std::span<const std::size_t> indices) const;

    /// Names of the collectives of all its points.
    std::vector<std::string> collectives() const;
    /// Registry name of the collective; empty if the pair is not applicable or still open.
    std::string_view collective(std::span<const std::size_t> indices) const;

    /// False for a (primitive, algorithm) pair that this grid does not have.
    bool applicable(std::span<const std::size_t> indices) const;

    /// Fills where_slots. Call it after every change of where, dimensions or constants.
    void bind_where();

    /// Result of `where`; open dimensions may leave it unknown. Without a condition it is yes.
    Verdict verdict(std::span<const std::size_t> indices) const;
    /// Whether the point is to be computed: verdict() != no.
    bool selected(std::span<const std::size_t> indices) const;

    /// The values at these indices; open dimensions are left out.
    Point at(std::span<const std::size_t> indices) const;
};

/// Largest number of combinations that a check visits one by one.
inline constexpr std::uint64_t most_combinations = 1'000'000;

/// Calls visit for the combinations of the dimensions that hold these keys, with the others open.
/// Stops after most_combinations, or when visit returns false.
void for_each_combination(const GridSpec& grid, const std::vector<std::string>& keys,
                          const std::function<bool(const std::vector<std::size_t>&)>& visit);

}  // namespace lightsweep::sweeps
