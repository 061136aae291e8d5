#pragma once
// Planes one by one: some lanes of a base are set up to new circuits at time 0, while the others
// send on the base. From D on all of them send: the mixed topology.
//
// The base's translations are an abelian group, so that a block's way is a count of every generator
// and the order of its hops is free.

#include <cstdint>
#include <string>
#include <vector>

#include "solvers/frontier/plans/base.hpp"

namespace lightsweep::solvers::frontier {

/// Lanes of a base that stay while `fresh` others are set up.
struct StayingLanes {
    std::vector<Node> generators;
    Node fresh;
};

/// A few ways to choose the lanes that stay, up to the symmetries of the base: for one, a quarter,
/// half and three quarters of the lanes set up, from directions that are as equal as possible, and
/// from few directions.
std::vector<StayingLanes> staying_lanes(const FrontierBase& base);

/// "lanes that stay 1, 63; set up 20, 57"
std::string in_words(const std::vector<Node>& staying, const std::vector<Node>& fresh);

/// The sums of a group's elements, for all of them by a table.
class Sums {
  public:
    explicit Sums(const Group& group);
    Node operator()(Node one, Node other) const {
        return table_[std::size_t(one) * n_ + std::size_t(other)];
    }
    /// one minus other
    Node difference(Node one, Node other) const {
        return (*this)(one, inverse_[std::size_t(other)]);
    }

  private:
    std::size_t n_;
    std::vector<std::int16_t> table_, inverse_;
};

}  // namespace lightsweep::solvers::frontier
