#pragma once
// The programs of many shifts of a circulant (kernels/circulant_flow.hpp), solved together.

#include <span>
#include <vector>

#include "kernels/circulant_program.hpp"
#include "kernels/circulant_walks.hpp"
#include "kernels/residue_distances.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// One shift: the load on its fullest links, as achieved by walks and as bounded by weights.
struct CirculantTarget {
    Node shift;
    double bound = 0, achieved = 0;
};

/// One shift per lane at a time. Each begins with the walks of shifts nearby that are solved, which
/// are mostly near its optimum; often the weights of another shift prove it already. Else it is
/// priced under its own weights, until no walk is shorter than its program's value.
class CirculantBatch {
  public:
    /// mirrored: the shifts by t and by n - t are equal, and one of both is given. The topology
    /// must outlive this.
    CirculantBatch(const Topology& topology, std::span<const Node> shifts, bool mirrored);

    const std::vector<CirculantTarget>& targets() const { return targets_; }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Lane {
        CirculantProgram program;
        CirculantTarget* target = nullptr;
        double priced = 0;    ///< value when its weights were priced last
        bool lifted = false;  ///< priced under weights that are not quite its own
        bool exact = false;   ///< to be priced under its own
        int rounds = 0;
    };

    std::size_t class_of(Node offset) const;
    Node on(Node t, Node offset) const { return back(t, topology_.size() - offset); }
    Node back(Node t, Node offset) const {
        return t >= offset ? t - offset : t + (topology_.size() - offset);
    }
    /// Every shift with a walk that is shortest where a class, filled, counts as much as any other;
    /// in further lanes one class counts half, for those that find no solved shifts nearby.
    void enlist(std::span<const Node> shifts);
    /// Gives every lane an open shift with its weights; false if there is none left.
    bool fill_lanes();
    /// The next shift, from its first walk and those nearby.
    void begin(Lane& lane);
    void settle(Lane& lane);
    void finish(Lane& lane);
    /// Walks of solved shifts nearby, a step added, dropped or replaced.
    void borrow(Lane& lane);
    /// Those to `from`, with a step of class `added` and without one of `dropped`, or `none`.
    void borrow(Lane& lane, Node from, std::size_t added, std::size_t dropped);
    /// The weights that price a lane: its own, at first without those near zero.
    void set_weights(std::size_t k);
    /// One round.
    void advance();
    /// A lane's shortest walks to its shift, at all and by each last step; false if none shortens.
    bool search(std::size_t k);

    const Topology& topology_;
    const bool mirrored_;
    const std::vector<Node>& offsets_;
    const std::vector<double>& capacities_;
    std::vector<std::size_t> own_, opposite_;  ///< class of the offset, of its negative or none
    ResidueDistances distances_;
    CirculantWalks walks_;
    std::vector<CirculantTarget> targets_;
    std::vector<Node> first_walks_;  ///< [target][class]
    std::size_t next_ = 0;           ///< target
    std::size_t favouring_ = 0;      ///< lanes that favour a class, until the next round
    std::vector<Lane> lanes_;
    std::vector<double> weights_;
    std::vector<Node> counts_;
};

}  // namespace lightsweep::kernels
