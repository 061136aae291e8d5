#pragma once
// The best ways of a shift on a circulant, a graph of n ranks in which offset o leads from every
// rank r to r + o at the rate c_o.
//
// By symmetry it is enough to choose walks w from 0 to the shift, each with a flow f_w:
//     maximise sum f_w,   for every offset o: sum f_w (times that w takes o) <= c_o
// Columns are generated: the next walk is the cheapest under the prices of the offsets, and nothing
// is better once the cheapest costs 1. Cost: rows^2 + n log n per walk, few walks.
// Limit case: a two-way ring gives the shares (n - x) / n and x / n.

#include <utility>
#include <vector>

namespace lightsweep::sweeps::simulation {

struct CirculantWalk {
    std::vector<int> offsets;  ///< of its links, in order; no rank is visited twice
    double share;              ///< of the bytes
};

/// links: offset and rate, offsets 1 .. n - 1, each once. The shift, 1 .. n - 1, can be reached.
std::vector<CirculantWalk> best_walks(int n, const std::vector<std::pair<int, double>>& links,
                                      int shift);

}  // namespace lightsweep::sweeps::simulation
