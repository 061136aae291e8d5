#pragma once
// Values of one key of a grid: a constant or an axis.

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

/// One key and its values: one for a constant, any number for an axis.
///
///   numbers  SI values, for count, bytes, seconds, rate and flag (1 or 0)
///   labels   for text (registry names, with aliases resolved) and for tuple ("8x16")
///   tuples   for tuple only, besides the labels
///   listed   written as a list or range, hence a dimension of the result even with one value
///   lines    line of each value of a list; empty for scalars and ranges
///   faulty   some values of the list are faults, stored as NaN or empty; the others still take
///            part in later checks. Never true in an accepted sweep
struct AxisValues {
    std::string key;
    Kind kind = Kind::count;
    std::vector<double> numbers;
    std::vector<std::string> labels;
    std::vector<std::vector<std::int64_t>> tuples;
    bool listed = false;
    int line = 0;
    std::string source;  ///< as in Place: empty for the sweep file, else the option
    std::string path;    ///< name in messages: "grid.ring.nodes", "fabric.nodes", "nodes"
    std::vector<int> lines;
    bool faulty = false;

    std::size_t size() const { return is_numeric(kind) ? numbers.size() : labels.size(); }

    /// False if value i is a fault.
    bool sound(std::size_t i) const {
        return is_numeric(kind) ? !std::isnan(numbers[i]) : !labels[i].empty();
    }

    /// Place where value i was written.
    Place place(std::size_t i) const { return {i < lines.size() ? lines[i] : line, source}; }

    /// Text of value i for messages and tables: "8 MiB", "ring", "8x16", "true".
    std::string text(std::size_t i) const {
        return is_numeric(kind) ? format_quantity(numbers.at(i), kind) : labels.at(i);
    }

    /// Value i as a sweep file writes it: a tuple is "[8, 16]".
    std::string written(std::size_t i) const {
        if (kind != Kind::tuple) return text(i);
        std::string list;
        for (const char c : text(i)) list += c == 'x' ? std::string(", ") : std::string(1, c);
        return "[" + list + "]";
    }

    /// Name of value i in messages: "grid.ring.nodes[2]", without an index for a scalar.
    std::string name(std::size_t i) const {
        return listed ? path + "[" + std::to_string(i) + "]" : path;
    }

    /// Adds a fault of value i, or of the whole key: its value is named if there is only one.
    void refuse(std::size_t i, std::string problem, std::string remedy, Faults& faults) const {
        faults.add(place(i), name(i), written(i), std::move(problem), std::move(remedy));
    }
    void refuse(std::string problem, std::string remedy, Faults& faults) const {
        faults.add(place(0), path, size() == 1 ? written(0) : "", std::move(problem),
                   std::move(remedy));
    }
};

}  // namespace lightsweep::sweeps
