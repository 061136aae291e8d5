#pragma once
// The programs of many shifts of a circulant (kernels/circulant_flow.hpp), solved together.

#include <array>
#include <span>

#include "kernels/circulant_program.hpp"
#include "kernels/residue_distances.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// The program of one shift, the best bound seen, and whether they meet.
struct CirculantTarget {
    Node shift;
    CirculantProgram program;
    double bound;
    bool done = false;
    bool moved = false;  ///< since its weights were priced
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

    /// Weights under which a class, filled, counts as much as any other, and class `favoured` half.
    void set_equal(std::size_t lane, std::size_t favoured);
    void set_weights(std::size_t lane);
    /// Walks of many kinds to begin with: equal weights, and those that favour one class each.
    void start(std::span<const Node> shifts);
    int class_of(Node offset) const;
    void enlist(std::span<const Node> shifts);
    void settle(Target& target);
    /// A lane's shortest walk to the target; false if it is none that shortens.
    bool offer(std::size_t lane, Target& target);
    /// Where shifts are mirrored: the shortest walk to the opposite shift, walked backwards.
    void offer_mirrored(std::size_t lane, Target& target);
    /// What a lane found for the targets in all lanes.
    void share(std::size_t lane);
    /// The same to all that are open; how many that settled.
    std::size_t offer(std::size_t lane);
    /// The solved shift of a residue, or of its mirror image where only one of both is solved.
    const Target* solved(Node residue) const;
    /// Walks of solved shifts one step away, made one step longer: mostly near the optimum.
    void borrow(Target& target);
    /// Gives every lane an open shift with its own weights; false if there is none left.
    bool fill_lanes();
    /// If no walk is shorter than the program's value under its own weights, both are optimal.
    void advance();

    const Topology& topology_;
    const bool mirrored_;
    const std::vector<Node>& offsets_;
    const std::vector<double>& capacities_;
    std::vector<int> opposite_;  ///< class of the offset's negative, or -1
    std::vector<int> place_;     ///< of a shift among the targets, or -1
    ResidueDistances distances_;
    std::vector<Target> targets_;
    std::array<Target*, lanes> in_lane_{};
    std::size_t used_ = 0, open_ = 0;
    double settled_ = 1e9;  ///< shifts that an offer to all has settled lately
    std::vector<double> weights_;
    std::vector<Node> counts_, backwards_;
};

}  // namespace lightsweep::kernels
