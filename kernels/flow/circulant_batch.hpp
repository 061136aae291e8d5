#pragma once
// Exact concurrent flow of many shifts on a circulant (co-prime rings and their unions).
//
// Averaging an optimal flow over all rotations leaves an optimal flow, so one commodity 0 -> t is
// enough: its flow over links j -> j + a_g, summed over j, is the load of every link of class g. A
// walk with k_g steps of class g reaches t iff sum of k_g a_g = t (mod n), in any order of its
// steps. Let K_t be the counts k >= 0 that reach t, and c_g the capacities:
//
//   1 / theta = min over x in conv(K_t) of max over g of x_g / c_g                        (primal)
//             = max over y >= 0, sum of c_g y_g = 1, of min over k in K_t of y k          (dual)
//
// This is a linear program with one row per class. A simplex method that generates its columns
// solves it. Because the classes commute, min y k for every t follows from one pass over the
// residues per class, O(n classes). Sixteen shifts are priced at a time, each under its own
// weights.
//
// Two heuristics save most of the work. A shift begins with the walks of solved shifts that are one
// step or one swap of steps away, and the weights of any shift bound all others. In a young program
// some weights are zero and would be answered by walks of a thousand useless steps; until nothing
// more is found, such weights are raised a little. Both sides of the program are certificates:
// counts that were found, and the best weights seen.
//
// Check by hand: with the one offset 1, the only walk of shift t has t steps, so theta = c / t.

#include <span>
#include <vector>

#include "kernels/flow/circulant_program.hpp"
#include "kernels/flow/residue_distances.hpp"
#include "kernels/flow/step_flow.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Flows of j -> j + t for every t in `shifts`, 0 <= t < n. The certificates are computed from the
/// counts and the weights themselves and agree to about 1e-13. Only the last digits of the results
/// depend on the set of shifts. Throws std::invalid_argument if the topology is not a circulant.
std::vector<StepFlow> circulant_flows(const Topology& topology, std::span<const Node> shifts);

/// One shift and the load of its fullest links: `achieved` by walks, and bounded from below by
/// weights.
struct CirculantTarget {
    Node shift;
    double bound = 0, achieved = 0;
};

/// Solves one shift per lane. A shift begins with the walks of solved shifts nearby, which are
/// mostly close to its optimum. Often the weights of another shift prove it optimal already.
/// Otherwise it is priced under its own weights, until no walk is shorter than its program's value.
class CirculantBatch {
  public:
    /// mirrored: the shifts by t and by n - t have equal flows, and only one of them is listed. The
    /// topology must outlive this object.
    CirculantBatch(const Topology& topology, std::span<const Node> shifts, bool mirrored);

    const std::vector<CirculantTarget>& targets() const { return targets_; }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Lane {
        CirculantProgram program;
        CirculantTarget* target = nullptr;
        double priced = 0;    ///< value when its weights were last priced
        bool lifted = false;  ///< priced under weights that were raised a little above zero
        bool exact = false;   ///< to be priced under its own weights
        int rounds = 0;
    };

    std::size_t class_of(Node offset) const;
    Node on(Node t, Node offset) const { return back(t, topology_.size() - offset); }
    Node back(Node t, Node offset) const {
        return t >= offset ? t - offset : t + (topology_.size() - offset);
    }
    /// Enters every shift with a walk that is shortest when a filled class counts as much as any
    /// other. In further lanes one class counts half, for shifts without solved shifts nearby.
    void enlist(std::span<const Node> shifts);
    /// Gives every lane an open shift with its weights; false if there is none left.
    bool fill_lanes();
    /// Takes the next shift, with its first walk and those of shifts nearby.
    void begin(Lane& lane);
    void settle(Lane& lane);
    void finish(Lane& lane);
    /// Enters walks of solved shifts nearby, with one step added, dropped or replaced.
    void borrow(Lane& lane);
    /// Enters the walks to `from` with a step of class `added` and without one of class `dropped`;
    /// `none` means no such step.
    void borrow(Lane& lane, Node from, std::size_t added, std::size_t dropped);
    /// Sets the weights that price lane k: its own, at first with those near zero raised.
    void set_weights(std::size_t k);
    /// One pricing round over all lanes.
    void advance();
    /// Finds a lane's shortest walks to its shift, overall and for each last step; false if none
    /// improves the program.
    bool search(std::size_t k);

    const Topology& topology_;
    const bool mirrored_;
    const std::vector<Node>& offsets_;
    const std::vector<double>& capacities_;
    /// Class of the offset; class of its negative, or none.
    std::vector<std::size_t> own_, opposite_;
    ResidueDistances distances_;
    CirculantWalks walks_;
    std::vector<CirculantTarget> targets_;
    std::vector<Node> first_walks_;  ///< [target][class]
    std::size_t next_ = 0;           ///< index of the next target
    std::size_t favouring_ = 0;      ///< lanes that favour one class, until the next round
    std::vector<Lane> lanes_;
    std::vector<double> weights_;
    std::vector<Node> counts_;
};

}  // namespace lightsweep::kernels
