#pragma once
// Groups: the same collective in several disjoint groups of a fabric's nodes at once, and different
// collectives side by side.
//
// A permutation pi of the members' ranks becomes one permutation of the fabric, which moves member
// r of every group to member pi(r). Steps, bytes and the number of permutations are those of one
// group; message and blocks are one group's. A group's shift is a shift of the fabric only if the
// groups' members are spread over the whole of it.

#include <optional>
#include <string>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// Nodes by group and rank. Nodes in no group are idle.
using GroupLists = std::vector<std::vector<std::int64_t>>;

/// Node v is in group (v div size stride) stride + v mod stride, with rank (v div stride) mod size.
/// size stride must divide n.
GroupLists even_groups(Node n, std::int64_t size, std::int64_t stride);

struct GroupFault {
    std::string problem, remedy;
};
/// A node that does not exist or is named twice, groups of different sizes, a size below 2.
std::optional<GroupFault> fault_of_groups(const GroupLists& groups, Node n);

/// The members' collective in all groups of n nodes at once; itself if they are one group in the
/// order of the nodes. Its blocks are not known any more. Throws std::invalid_argument if the
/// groups have a fault, or another size than the collective.
Collective in_groups(Collective members, const GroupLists& groups, Node n);

/// Collectives on the same nodes side by side, bytes as shares: step i has the permutations of
/// every entry's step i. A permutation without a node in common with an earlier one of other
/// entries is glued to it, and the bytes are the larger ones.
Collective glued(const std::vector<Collective>& entries);

}  // namespace lightsweep::kernels
