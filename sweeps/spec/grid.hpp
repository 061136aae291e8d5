#pragma once
// One grid of a sweep: its dimensions, constants and conditions, and the points that they span.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/axis.hpp"
#include "sweeps/spec/custom_steps.hpp"
#include "sweeps/spec/filters/filter.hpp"
#include "sweeps/spec/options.hpp"
#include "sweeps/spec/pool.hpp"

namespace lightsweep::sweeps {

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

    bool has(const std::string& key) const;
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
    int line = 0;
    std::string rules;  ///< rules of the whole sweep: "addanki", "bridge"
    std::string study;  ///< study asked at its points; empty: the schedulers' results
    std::vector<GridDimension> dimensions;
    std::map<std::string, AxisValues> constants;
    std::optional<Filter> where;
    std::vector<WhereSlot> where_slots;  ///< one per variable of where
    std::vector<CustomStep> steps;       ///< steps of collective = "custom"
    std::optional<TextFile> edges;       ///< links of topology = "edges"
    std::vector<PoolMember> pool;        ///< bases that the switches can take
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

}  // namespace lightsweep::sweeps
