#pragma once
// A plan of the frontier: the steps of one collective by their figures, and its family in words.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "solvers/frontier/plans/cayley.hpp"

namespace lightsweep::solvers::frontier {

using kernels::BoundParameters;

/// One step: latency per_step + hops per_hop, then x m/b.
struct PlanStep {
    double hops, x;
    int topology = 0;  ///< 0: the base; a step on another one than the step before pays D
};

/// When the circuits of another topology are set up.
enum class SetUp : std::uint8_t {
    between_steps,  ///< on all lanes: the first step there starts D after the step before
    in_turn,        ///< the planes form two groups; while one sends, the other is set up, so that
                    ///< step i starts at least D after step i - 2 has ended; step 0 is on the base
    at_start        ///< on some lanes from time 0 on, while the others send on the base: the first
                    ///< step on the other topology starts at D or later
};

/// A send of a block or of its sum, by offsets from the block's node.
struct ChunkSend {
    Node from, to;
};

/// One step of a movement. At every node the same happens.
struct MovementStep {
    enum class Kind : std::uint8_t {
        exchange,  ///< blocks of an all-to-all, to the node at any peer
        copy,      ///< an all-gather: the offsets `fresh` from a block's node get the block
        add,       ///< backwards in time: the nodes at those offsets behind give their sums away
        whole,     ///< every node sends what it has summed up to all peers, which add it
        sum        ///< `sends`: the nodes at these offsets add what those at others have summed up
    };
    std::vector<Node> lanes;  ///< generators of the lanes that send, one of each
    std::vector<Node> peers;  ///< at most k, each over the fewest hops of those lanes
    Kind kind = Kind::exchange;
    /// Per part of a block; of whole vectors the peers of each part, or none: all of them.
    std::vector<std::vector<Node>> fresh = {};
    /// Of sums, and of copies without `fresh`: per part of a block who sends to whom, by offsets
    /// from the block's node.
    std::vector<std::vector<ChunkSend>> sends = {};
};

/// How the blocks of a plan move. Nodes are the elements of a group; the circuit of generator a
/// leads from g to g a, and a peer e of node g is g e. The shares of blocks between peers and lanes
/// follow from this by linear programs (movement.hpp).
struct Movement {
    Group group;
    std::vector<MovementStep> steps{};
    std::vector<double> parts{1};  ///< shares of a block that move apart from each other
    Node chunks = 0;               ///< blocks of the vector, which repeat around; 0: one per node

    /// Adds a step of copies.
    void copy(std::vector<Node> lanes, std::vector<Node> peers,
              std::vector<std::vector<Node>> fresh) {
        steps.push_back(
            {std::move(lanes), std::move(peers), MovementStep::Kind::copy, std::move(fresh)});
    }
};

/// Finds a plan's movement when it is asked for; throws std::invalid_argument with the reason where
/// the plan has none.
using Moving = std::shared_ptr<const std::function<Movement()>>;
template <typename Find>
Moving moving(Find find) {
    return std::make_shared<const std::function<Movement()>>(std::move(find));
}
Moving without_movement(std::string reason);

/// Why plans on Kautz and de Bruijn digraphs and over chords have no movement.
inline constexpr const char* differing_circuits =
    "execution plan: the circuits of arithmetic digraphs (Kautz, de Bruijn) and chords differ from "
    "node to node";

/// The same steps backwards in time; `turned`: over the circuits the other way round, in a group
/// that is not abelian (in the others both are alike).
Movement backwards(Movement movement, bool turned);

struct FrontierPlan {
    std::string family;  ///< "static levels", "leave once", ...
    std::string text;    ///< its numbers: shifts, generators, digits
    std::vector<PlanStep> steps;
    SetUp set_up = SetUp::between_steps;
    Moving moves = {};
    std::vector<double> x_backwards = {};  ///< backwards over the same circuits, where it differs

    double hops() const;
    double x() const;     ///< in units of m/b
    int changes() const;  ///< of all lanes, or of some of them
    /// Completion time [s].
    double time(const BoundParameters& p) const;
};

/// "1, 2, 3"; lists of lists "1, 2 | 3".
std::string listed(const std::vector<Node>& numbers);
std::string listed(const std::vector<std::vector<Node>>& lists);

/// Moves all of `more` behind `plans`.
void append(std::vector<FrontierPlan>& plans, std::vector<FrontierPlan> more);

/// The same steps backwards in time.
FrontierPlan reversed(FrontierPlan plan);

/// The same plan where each of its lanes is a group of so many: it takes the same time.
FrontierPlan in_groups(FrontierPlan plan, Node copies);

/// The plans that no other of the same kind undercuts in steps, hops, x and changes (those set up
/// at the start: before and after the change; those set up in turn: step by step).
std::vector<FrontierPlan> without_dominated(std::vector<FrontierPlan> plans);

}  // namespace lightsweep::solvers::frontier
