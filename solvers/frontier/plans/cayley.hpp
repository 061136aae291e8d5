#pragma once
// Digraphs on which all nodes look alike, and all-gathers along their breadth-first trees.
//
// Nodes are the elements of a group; the circuit of generator g leads from x to x g. The groups are
// the semidirect products of Z_a and Z_b: (x, y)(x', y') = (x + rho^y x' mod a, y + y' mod b) with
// rho^b = 1 mod a. The element (x, y) has the number x b + y. rho = 1 and b = 1 is the cyclic
// group.
//
// In an all-gather on a k-regular digraph of diameter d, a node receives in step t the blocks of
// all nodes at distance t, each over the circuits from nodes at distance t - 1 in any shares. The
// receivers are independent, so by Hall's theorem
//
//   X = (k / n) sum over t of max over sets T of in-circuits of
//       |blocks of step t that can come in over T alone| / |T|.

#include <optional>
#include <string>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::solvers::frontier {

using kernels::Node;

class Group {
  public:
    explicit Group(Node a, Node b = 1, Node rho = 1);

    Node size() const { return a_ * b_; }
    /// Both are elements, 0..size()-1. Searches spend much time here.
    Node multiply(Node one, Node other) const {
        if (b_ == 1) return one + other < a_ ? one + other : one + other - a_;
        const Node x = one / b_, y = one % b_;
        return (x + turns_[y] * (other / b_)) % a_ * b_ + (y + other % b_) % b_;
    }
    Node inverse(Node element) const;
    bool is_abelian() const { return rho_ % a_ == 1 % a_; }
    /// "8 2 7": a, b and rho.
    std::string numbers() const;
    /// "Z8:7:Z2"; "Z16" for a cyclic group.
    std::string name() const;

  private:
    Node a_, b_, rho_;
    std::vector<Node> turns_;  ///< rho^y mod a for y = 0..b-1
};

/// All groups of that form with n elements, the cyclic group first.
std::vector<Group> groups_of(Node n);

/// At most so many steps over the circuits of these generators.
struct Stretch {
    std::vector<Node> generators;  ///< 12 at most, one of each lane
    int steps;
};

/// x of every step of an all-gather that runs through the stretches, in each step from all nodes
/// that hold a block; nothing if it does not end, if a step brings nothing, or beyond 12
/// generators. Lanes of b / lanes each, of which a stretch may use some alone. backwards: over the
/// circuits the other way round.
std::optional<std::vector<double>> breadth_first(const Group& group,
                                                 const std::vector<Stretch>& stretches, Node lanes,
                                                 bool backwards = false);

/// The same on one digraph with as many lanes as generators.
std::optional<std::vector<double>> breadth_first(const Group& group,
                                                 const std::vector<Node>& generators,
                                                 bool backwards = false);

/// The blocks that arrive in every step of such an all-gather.
std::vector<std::vector<Node>> breadth_first_layers(const Group& group,
                                                    const std::vector<Stretch>& stretches);

/// A digraph with the x of every step of the all-gather on it.
struct GatherDigraph {
    std::string name;
    std::vector<double> x;
    /// The same for the digraph backwards, in the same order: what a reduce-scatter on this digraph
    /// carries.
    std::vector<double> x_backwards;
    Group group{1};  ///< and generators; none of arithmetic digraphs
    std::vector<Node> generators{};
};

/// Arcs v -> k v + j (de Bruijn) and v -> -(k v + j) (Kautz), j = 1..k: the least diameters known
/// for any n, but unequal loads.
std::vector<GatherDigraph> arithmetic_digraphs(Node n, Node k);

/// Digraphs of n nodes and k >= 2 generators, of those families or found by a seeded search that
/// visits about `effort` nodes; none has both more steps and more x than another, in order of
/// steps. The result depends on the arguments alone.
std::vector<GatherDigraph> good_digraphs(Node n, Node k, double effort);

}  // namespace lightsweep::solvers::frontier
