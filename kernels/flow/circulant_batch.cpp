#include "kernels/flow/circulant_batch.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/flow/circulant_program.hpp"
#include "kernels/flow/residue_distances.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

namespace {

/// Whether every offset has its opposite with the same capacity.
bool is_symmetric(const Topology& topology) {
    const auto& offsets = topology.offsets();
    const auto& capacities = topology.offset_capacities();
    for (std::size_t g = 0; g < offsets.size(); ++g) {
        const auto back = std::ranges::find(offsets, topology.size() - offsets[g]);
        if (back == offsets.end()) return false;
        if (capacities[back - offsets.begin()] != capacities[g]) return false;
    }
    return true;
}

/// A program takes a few rounds; the limit only stops endless rounding.
constexpr int most_rounds = 1000;
constexpr double bound_tolerance = 1e-13;
/// Of the mean: a class of less weight is walked too long to be of use.
constexpr double least_weight = 0.05;
/// Shifts that are solved at the same time should be far apart: a near shift has no walks to lend
/// yet.
constexpr std::size_t stride = 37;

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
    CirculantBatch(const Topology& topology, std::span<const Node> shifts, bool mirrored)
        : topology_(topology),
          mirrored_(mirrored),
          offsets_(topology.offsets()),
          capacities_(topology.offset_capacities()),
          distances_(topology.size(), topology.offsets()),
          walks_(topology.size(), topology.offsets().size()),
          lanes_(std::min(shifts.size(), ResidueDistances::lanes),
                 Lane{CirculantProgram(capacities_)}),
          weights_(offsets_.size()),
          counts_(offsets_.size()) {
        for (std::size_t g = 0; g < offsets_.size(); ++g) own_.push_back(g);
        for (const Node a : offsets_) opposite_.push_back(class_of(topology.size() - a));
        enlist(shifts);
        while (fill_lanes()) advance();
    }

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

    std::size_t class_of(Node offset) const {
        const auto found = std::ranges::find(offsets_, offset);
        return found == offsets_.end() ? none : static_cast<std::size_t>(found - offsets_.begin());
    }
    Node on(Node t, Node offset) const { return back(t, topology_.size() - offset); }
    Node back(Node t, Node offset) const {
        return t >= offset ? t - offset : t + (topology_.size() - offset);
    }
    /// Enters every shift with a walk that is shortest when a filled class counts as much as any
    /// other. In further lanes one class counts half, for shifts without solved shifts nearby.
    void enlist(std::span<const Node> shifts) {
        const auto classes = static_cast<double>(offsets_.size());
        favouring_ = std::min(offsets_.size(), ResidueDistances::lanes - 1);
        for (std::size_t k = 0; k <= favouring_; ++k) {
            const double total = k == 0 ? classes : classes - 0.5;
            for (std::size_t g = 0; g < offsets_.size(); ++g)
                distances_.set_weight(g, k, (g + 1 == k ? 0.5 : 1) / (total * capacities_[g]));
        }
        distances_.price();
        for (std::size_t first = 0; first < stride; ++first)
            for (std::size_t k = first; k < shifts.size(); k += stride) {
                targets_.push_back({shifts[k]});
                distances_.counts(shifts[k], 0, counts_);
                first_walks_.insert(first_walks_.end(), counts_.begin(), counts_.end());
            }
    }
    /// Gives every lane an open shift with its weights; false if there is none left.
    bool fill_lanes() {
        bool any = false;
        for (std::size_t k = 0; k < lanes_.size(); ++k) {
            Lane& lane = lanes_[k];
            settle(lane);
            while (lane.target == nullptr && next_ < targets_.size()) begin(lane);
            if (lane.target == nullptr) continue;
            set_weights(k);
            any = true;
        }
        favouring_ = 0;
        return any;
    }
    /// Takes the next shift, with its first walk and those of shifts nearby.
    void begin(Lane& lane) {
        const auto first =
            first_walks_.begin() + static_cast<std::ptrdiff_t>(next_ * offsets_.size());
        std::copy_n(first, offsets_.size(), counts_.begin());
        lane.program.start(counts_);
        lane.target = &targets_[next_++];
        lane.exact = false;
        lane.rounds = 0;
        borrow(lane);
        settle(lane);
        for (std::size_t k = 1; lane.target && k <= favouring_; ++k) {
            distances_.counts(lane.target->shift, k, counts_);
            lane.program.enter(counts_);
            settle(lane);
        }
    }
    void settle(Lane& lane) {
        if (lane.target == nullptr) return;
        if (distances_.bound(lane.target->shift) >= lane.program.value() * (1 - bound_tolerance))
            finish(lane);
    }
    void finish(Lane& lane) {
        const Node t = lane.target->shift;
        lane.target->bound = distances_.bound(t);
        lane.target->achieved = lane.program.certified_value();
        walks_.keep(t, lane.program, own_);
        if (mirrored_ && 2 * t != topology_.size())
            walks_.keep(topology_.size() - t, lane.program, opposite_);
        lane.target = nullptr;
    }
    /// Enters walks of solved shifts nearby, with one step added, dropped or replaced.
    void borrow(Lane& lane) {
        walks_.set_weights(lane.program);
        const Node t = lane.target->shift;
        for (std::size_t g = 0; g < offsets_.size(); ++g) {
            borrow(lane, back(t, offsets_[g]), g, none);
            borrow(lane, on(t, offsets_[g]), none, g);
        }
        for (std::size_t g = 0; g < offsets_.size(); ++g)
            for (std::size_t h = 0; h < offsets_.size(); ++h)
                if (h != g) borrow(lane, on(back(t, offsets_[g]), offsets_[h]), g, h);
    }
    /// Enters the walks to `from` with a step of class `added` and without one of class `dropped`;
    /// `none` means no such step.
    void borrow(Lane& lane, Node from, std::size_t added, std::size_t dropped) {
        if (!walks_.known(from)) return;
        const auto weight = [&](std::size_t g) { return g == none ? 0 : lane.program.weight(g); };
        const double limit = lane.program.value() - weight(added) + weight(dropped);
        walks_.for_each_below(from, limit, [&](const auto& count) {
            if (dropped != none && count(dropped) == 0) return;
            for (std::size_t g = 0; g < offsets_.size(); ++g)
                counts_[g] = count(g) + (g == added) - (g == dropped);
            if (lane.program.enter(counts_)) walks_.set_weights(lane.program);
        });
    }
    /// Sets the weights that price lane k: its own, at first with those near zero raised.
    void set_weights(std::size_t k) {
        Lane& lane = lanes_[k];
        const auto classes = static_cast<double>(offsets_.size());
        lane.priced = lane.program.value();
        lane.lifted = false;
        double sum = 0;
        for (std::size_t g = 0; g < weights_.size(); ++g) {
            const double least = lane.exact ? 0 : least_weight / (capacities_[g] * classes);
            lane.lifted = lane.lifted || (!lane.exact && lane.program.weight(g) < least);
            weights_[g] = std::max(least, lane.program.weight(g));
            sum += capacities_[g] * weights_[g];
        }
        for (std::size_t g = 0; g < weights_.size(); ++g)
            distances_.set_weight(g, k, weights_[g] / sum);
    }
    /// One pricing round over all lanes.
    void advance() {
        distances_.price();
        for (std::size_t k = 0; k < lanes_.size(); ++k) {
            Lane& lane = lanes_[k];
            settle(lane);
            if (lane.target == nullptr) continue;
            const bool moved = search(k);
            const bool optimal = !moved && !lane.lifted;
            lane.exact = !moved;
            if (optimal || ++lane.rounds == most_rounds) finish(lane);
        }
    }
    /// Finds a lane's shortest walks to its shift, overall and for each last step; false if none
    /// improves the program.
    bool search(std::size_t k) {
        Lane& lane = lanes_[k];
        const Node t = lane.target->shift;
        distances_.counts(t, k, counts_);
        bool moved = lane.program.enter(counts_);
        const double least = distances_.distance(t, k) * (1 + bound_tolerance);
        for (std::size_t g = 0; g < offsets_.size(); ++g) {
            const Node before = back(t, offsets_[g]);
            const double length = distances_.distance(before, k) + distances_.weight(g, k);
            // A walk as short as the shortest is mostly the same walk.
            if (length <= least || length >= lane.priced) continue;
            distances_.counts(before, k, counts_);
            ++counts_[g];
            moved = lane.program.enter(counts_) || moved;
        }
        return moved;
    }

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

}  // namespace

std::vector<StepFlow> circulant_flows(const Topology& topology, std::span<const Node> shifts) {
    if (topology.kind() != Topology::Kind::circulant)
        throw std::invalid_argument(topology.describe() + " is no circulant");
    const Node n = topology.size();
    const bool symmetric = is_symmetric(topology);
    // A reflection maps the shift by t to the shift by n - t.
    const auto solved_as = [&](Node t) { return symmetric ? std::min(t, (n - t) % n) : t; };
    std::vector<Node> wanted;
    for (const Node t : shifts)
        if (t != 0) wanted.push_back(solved_as(t));
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::vector<StepFlow> flows(static_cast<std::size_t>(n));
    const auto hops = hops_from(0, n, topology.links());
    if (!wanted.empty())
        for (const CirculantBatch batch(topology, wanted, symmetric);
             const auto& target : batch.targets()) {
            const double theta = 1 / target.achieved;
            flows[target.shift] = {theta, hops[target.shift], std::max(theta, 1 / target.bound)};
        }
    std::vector<StepFlow> result;
    for (const Node t : shifts) result.push_back(flows[solved_as(t)]);
    return result;
}

}  // namespace lightsweep::kernels
