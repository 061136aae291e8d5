#pragma once
// Lower bounds of an all-reduce that stays on a ring or a torus, by tolls on the paths of its
// contributions.
//
// Fix an element. For every source s take transfers that bring its contribution to the node at the
// farthest displacement a: n - 1 links on one way, half of every dimension both ways. Let P_t(x, j)
// be the share of the sources whose path is x from its source before step t and goes on by j in it.
// The sources on one message from u to u + j have different displacements x = u - s. So step t has
// at least n max_x P_t(x, j) messages by j, of |j| links at least:
//
//     n X >= n sum_t sum_j |j| max_x P_t(x, j).
//
// Let tolls c_t(x, j) >= 0 satisfy sum_x c_t(x, j) <= |j| for each t and j. Then
// |j| max_x P_t(x, j) >= sum_x c_t(x, j) P_t(x, j), so that X is at least the toll of the cheapest
// path from 0 to a in S steps. Every choice of tolls is a proof. One way, a message may pass the
// source, from x to x + j - n; such moves have no toll here.
//
// The same messages bring the contributions to other displacements a' too, so that the paths to
// each of several ends may have tolls of their own, which share |j|: X is at least the sum over the
// ends of the cheapest path's toll. Both ways this is more with few steps, for half and three
// quarters of the farthest displacement on either side. The best tolls are the dual of a linear
// program (toll_program.hpp). On a directed ring, a gather of every element to one node and a
// broadcast from it attain the program up to a few percent where lanes are many; on 16 nodes both
// ways 14 % remain, in 8 steps. Where the hops of all steps are limited too, there are fewer paths,
// and their tolls prove more (hop_tolls.hpp).

#include <cstdint>
#include <vector>

#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// Blocks n X that an all-reduce needs in at most so many steps: a whole number, as the links of
/// all transfers of one element are.
struct StepsBlocks {
    std::int64_t steps, blocks;  ///< blocks in units of m/n
    bool operator==(const StepsBlocks&) const = default;
};
/// The same in exactly so many steps, of at most so many hops in all.
struct HopsBlocks {
    std::int64_t steps, hops, blocks;
    bool operator==(const HopsBlocks&) const = default;
};

struct TollBounds {
    /// For growing numbers of steps, up to 64 steps or until 2 (n - 1) blocks are no less. An entry
    /// holds for all step counts up to its own.
    std::vector<StepsBlocks> by_steps{};
    /// For few steps, in order of steps and hops (hop_tolls.hpp).
    std::vector<HopsBlocks> by_hops{};

    /// 0 where nothing is known.
    double of(std::int64_t steps) const;
    double of(std::int64_t steps, std::int64_t hops) const;
};

enum class TollEffort : std::uint8_t {
    at_once,  ///< by_steps, up to a number of steps that takes a tenth of a second
    steps,    ///< by_steps, which takes a minute on a directed ring of 128 nodes
    hops      ///< by_hops too, which takes minutes on 64 nodes
};

/// Of a ring or torus with these dimensions.
TollBounds find_tolls(const std::vector<Node>& dims, bool directed, TollEffort effort);

/// From the table (toll_table.hpp). A ring that it does not have takes its bounds from the largest
/// smaller one, n' of n nodes: contract n - n' links. What is left of a schedule is one on n'
/// nodes, in as many steps and no more hops. Over all rotations a link is left n' times of n, so
/// that n X >= n/n' times the blocks of n' nodes. Tori of up to 128 nodes are found at once. Empty
/// for other bases. Kept for the process.
const TollBounds& tolls_of_all_reduce(const PathLengths& base);

}  // namespace lightsweep::kernels
