#pragma once
// Faults of an input: they are collected, never thrown, and reported together.

#include <cstddef>
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

    /// Text of the place: "line 14", "steps.toml:3", "--set nodes=12"; empty if nothing is known.
    std::string text() const;
};

/// The text with every control character but the end of a line as \u001b is written, so that it
/// does nothing to a terminal, cut after 4,000 letters.
std::string readable(const std::string& text);

/// The text, readable and on one line, cut after so many bytes, not inside a character of UTF-8.
std::string shortened(std::string text, std::size_t most);

/// One fault, and its remedy.
struct Fault {
    int line = 0;         ///< 1-based, 0 = no line
    std::string key;      ///< "grid.ring.nodes[2]"
    std::string value;    ///< "12", empty if there is none to quote
    std::string problem;  ///< "allreduce/halving-doubling needs a power of two"
    std::string remedy;   ///< "8, 16, ..." or "did you mean nodes"; may be empty
    std::string source;   ///< as in Place

    /// The whole fault as text: "line 14: grid.ring.nodes[2] = 12: allreduce/halving-doubling needs
    /// a power of two (8, 16)"
    std::string text() const;
};

/// The faults of one input, in the order of their lines.
class Faults {
  public:
    /// Adds a fault. An equal fault is kept only once, such as one in [fabric] that is found again
    /// for every grid.
    void add(const Place& place, std::string key, std::string value, std::string problem,
             std::string remedy = "");

    bool empty() const { return faults_.empty(); }
    std::size_t size() const { return faults_.size(); }

    /// Removes faults that are no more once another one is mended: a missing key that is only
    /// misspelt, what unknown schedulers or rules would read.
    void drop_consequences();

    /// Sorted by source, then by line; equal places keep the order in which they were found.
    std::vector<Fault> sorted() const;

    /// One line per fault, each with a newline; after 200 lines only the number of further faults.
    ///
    ///   file  stands where a fault has no source ("mine.toml:14: ..."); may be empty
    std::string text(const std::string& file = "") const;
    /// All faults in one line, separated by "; ".
    std::string line() const;

  private:
    std::vector<Fault> faults_;
    std::unordered_set<std::string> seen_;
};

}  // namespace lightsweep::sweeps
