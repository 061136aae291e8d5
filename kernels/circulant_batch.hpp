#pragma once
// The programs of many shifts of a circulant (kernels/circulant_flow.hpp), solved together.

#include <array>
#include <span>

#include "kernels/circulant_program.hpp"
#include "kernels/circulant_walks.hpp"
#include "kernels/residue_distances.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// The program of one shift, the best bound seen, and whether they meet.
struct CirculantTarget {
    Node shift;
    CirculantProgram program;
    double bound;
    bool done = false;
    double priced = 0;    ///< value when its weights were priced last
    bool moved = false;   ///< since then
    bool lifted = false;  ///< priced under weights that are not quite its own
    bool exact = false;   ///< to be priced under its own
    int rounds = 0;
};

/// One shift per lane at a time. Each round prices every lane's own weights; what a lane finds is
/// offered to all other shifts as long as that settles many of them.
class CirculantBatch {
  public:
    /// mirrored: the shifts by t and by n - t are equal, and one of both is given. The topology
    /// must outlive this.
    CirculantBatch(const Topology& topology, std::span<const Node> shifts, bool mirrored);

    const std::vector<CirculantTarget>& targets() const { return targets_; }

  private:
    using Target = CirculantTarget;
    static constexpr std::size_t lanes = ResidueDistances::lanes;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// Weights under which a class, filled, counts as much as any other, and class `favoured` half.
    void set_equal(std::size_t lane, std::size_t favoured);
    void set_weights(std::size_t lane);
    /// The program's weights, for the next lane.
    void weigh(const Target& target);
    /// Raises weights near zero; whether there were any.
    bool lift();
    /// Walks of many kinds to begin with: equal weights, and those that favour one class each.
    void start(std::span<const Node> shifts);
    std::size_t class_of(Node offset) const;
    Node on(Node t, Node offset) const {
        return t < topology_.size() - offset ? t + offset : t - (topology_.size() - offset);
    }
    Node back(Node t, Node offset) const {
        return t >= offset ? t - offset : t + (topology_.size() - offset);
    }
    void enlist(std::span<const Node> shifts);
    void settle(Target& target);
    void finish(Target& target);
    /// A lane's shortest walk to the target.
    void offer(std::size_t lane, Target& target);
    /// The shortest walks by each last step, under the target's own weights.
    void offer_detours(std::size_t lane, Target& target);
    /// Walks of solved shifts nearby, a step added, dropped or replaced: mostly near the optimum.
    void borrow(Target& target);
    /// Those of the shift by `from`, with a step of class `added` and without one of `dropped`, or
    /// `none` of either.
    void borrow(Target& target, Node from, std::size_t added, std::size_t dropped);
    /// Gives every lane an open shift with its own weights; false if there is none left.
    bool fill_lanes();
    /// If no walk is shorter than the program's value under its own weights, both are optimal.
    void advance();

    const Topology& topology_;
    const bool mirrored_;
    const std::vector<Node>& offsets_;
    const std::vector<double>& capacities_;
    std::vector<std::size_t> own_, opposite_;  ///< class of the offset, of its negative or none
    ResidueDistances distances_;
    CirculantWalks walks_;
    std::vector<Target> targets_;
    std::array<Target*, lanes> in_lane_{};
    std::size_t used_ = 0;
    std::vector<double> weights_;
    std::vector<Node> counts_;
};

}  // namespace lightsweep::kernels
