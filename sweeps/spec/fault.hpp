// Faults of an input: collected, never thrown, reported all together.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

namespace lightsweep::sweeps {

/// Where a value was written.
///
/// line    line in the sweep file, 1-based; 0 if there is none
/// source  empty for the sweep file itself; else another file ("steps.toml") or an option
///         ("--set nodes=12")
struct Place {
    int line = 0;
    std::string source;

    /// "line 14", "steps.toml line 3", "--set nodes=12"; empty if nothing is known.
    std::string text() const;
};

/// One thing that is wrong, and what to do about it.
struct Fault {
    int line = 0;         ///< 1-based, 0 = no line
    std::string key;      ///< "grid.ring.nodes[2]"
    std::string value;    ///< "12", empty if there is none to quote
    std::string problem;  ///< "allreduce/halving-doubling needs a power of two"
    std::string remedy;   ///< "8, 16, ..." or "did you mean nodes"; may be empty
    std::string source;   ///< as in Place

    /// "line 14: grid.ring.nodes[2] = 12: allreduce/halving-doubling needs a power of two (8, 16)"
    std::string text() const;
};

/// The faults of one input, in the order of their lines.
class Faults {
  public:
    /// A fault that was added before (a default of [fabric] read for every grid) is kept once.
    void add(const Place& place, std::string key, std::string value, std::string problem,
             std::string remedy = "");

    bool empty() const { return faults_.empty(); }
    std::size_t size() const { return faults_.size(); }

    /// Sorted by source, then line; equal places keep the order in which they were found.
    std::vector<Fault> sorted() const;

    /// One fault per line, each ending in a newline; after 200 only how many more there are.
    std::string text() const;
    /// All of them in one line, "; " between.
    std::string line() const;

  private:
    std::vector<Fault> faults_;
    std::unordered_set<std::string> seen_;
};

}  // namespace lightsweep::sweeps
