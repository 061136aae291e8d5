#include "kernels/circulant_flow.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "kernels/circulant_program.hpp"
#include "kernels/hop_distance.hpp"
#include "kernels/residue_distances.hpp"

namespace lightsweep::kernels {

namespace {

/// A program takes a few rounds; the limit only keeps rounding from going on for ever.
constexpr int most_rounds = 1000;
constexpr double tolerance = 1e-13;

/// The program of one shift, the best bound seen, and whether they meet.
struct Target {
    Node shift;
    CirculantProgram program;
    double bound;
    bool done = false;
    bool moved = false;  ///< since its weights were priced
    int rounds = 0;
};

/// Solves the programs of many shifts, one per lane at a time. Each round prices every lane's own
/// weights; what a lane finds is offered to all other shifts as long as that settles many of them.
class Batch {
  public:
    /// mirrored: the shifts by t and by n - t are equal, and one of both is given.
    Batch(const Topology& topology, std::span<const Node> shifts, bool mirrored)
        : topology_(topology),
          mirrored_(mirrored),
          offsets_(topology.offsets()),
          capacities_(topology.offset_capacities()),
          place_(static_cast<std::size_t>(topology.size()), -1),
          distances_(topology.size(), topology.offsets()) {
        for (const Node a : offsets_) opposite_.push_back(class_of(topology.size() - a));
        start(shifts);
        while (fill_lanes()) advance();
    }

    const std::vector<Target>& targets() const { return targets_; }

  private:
    static constexpr std::size_t lanes = ResidueDistances::lanes;
    /// Offering a walk to a shift costs about this part of solving it.
    static constexpr double cost_of_offer = 0.05;

    /// Weights under which a class, filled, counts as much as any other, and class `favoured` half.
    void set_equal(std::size_t lane, std::size_t favoured) {
        for (std::size_t g = 0; g < capacities_.size(); ++g)
            weights_[g] = (g == favoured ? 0.5 : 1.0) / capacities_[g];
        set_weights(lane);
    }

    void set_weights(std::size_t lane) {
        double sum = 0;
        for (std::size_t g = 0; g < weights_.size(); ++g) sum += capacities_[g] * weights_[g];
        for (std::size_t g = 0; g < weights_.size(); ++g)
            distances_.set_weight(g, lane, weights_[g] / sum);
    }

    /// Walks of many kinds to begin with: equal weights, and those that favour one class each.
    void start(std::span<const Node> shifts) {
        weights_.resize(capacities_.size());
        const std::size_t sets = capacities_.size() > 1 ? capacities_.size() + 1 : 1;
        for (std::size_t first = 0; first < sets; first += lanes) {
            const std::size_t used = std::min(lanes, sets - first);
            for (std::size_t lane = 0; lane < used; ++lane)
                set_equal(lane, first + lane == 0 ? sets : first + lane - 1);
            distances_.price();
            if (first == 0) enlist(shifts);
            for (std::size_t lane = first == 0 ? 1 : 0; lane < used; ++lane) offer(lane);
        }
    }

    int class_of(Node offset) const {
        const auto found = std::find(offsets_.begin(), offsets_.end(), offset);
        return found == offsets_.end() ? -1 : static_cast<int>(found - offsets_.begin());
    }

    void enlist(std::span<const Node> shifts) {
        targets_.reserve(shifts.size());
        for (const Node t : shifts) {
            distances_.counts(t, 0, counts_);
            place_[t] = static_cast<int>(targets_.size());
            targets_.push_back({t, {capacities_, counts_}, distances_.distance(t, 0)});
            settle(targets_.back());
        }
    }

    void settle(Target& target) {
        target.done = target.done || target.bound >= target.program.value() * (1 - tolerance);
    }

    /// A lane's shortest walk to the target; false if it is none that shortens.
    bool offer(std::size_t lane, Target& target) {
        const double length = distances_.distance(target.shift, lane);
        target.bound = std::max(target.bound, length);
        distances_.counts(target.shift, lane, counts_);
        const bool shortens = target.program.enter(counts_);
        target.moved = target.moved || shortens;
        settle(target);
        return shortens;
    }

    /// The same to all that are open; how many that settled.
    std::size_t offer(std::size_t lane) {
        std::size_t settled = 0;
        for (auto& target : targets_) {
            if (target.done) continue;
            offer(lane, target);
            settled += target.done;
        }
        return settled;
    }

    /// The solved shift of a residue, or of its mirror image where only one of both is solved.
    const Target* solved(Node residue) const {
        const int place = place_[residue];
        return place < 0 || !targets_[place].done ? nullptr : &targets_[place];
    }

    /// Walks of solved shifts one step away, made one step longer: mostly near the optimum.
    void borrow(Target& target) {
        const Node n = topology_.size();
        for (std::size_t g = 0; g < offsets_.size(); ++g) {
            const Node from = (target.shift + n - offsets_[g]) % n;
            const Target* near = solved(from);
            const Target* image = near || !mirrored_ || from == 0 ? nullptr : solved(n - from);
            const auto enter = [&](const std::vector<Node>& walk) {
                counts_ = walk;
                for (std::size_t i = 0; image && i < walk.size(); ++i)
                    counts_[opposite_[i]] = walk[i];
                const int back = opposite_[g];
                if (back >= 0 && counts_[back] > 0)
                    --counts_[back];
                else
                    ++counts_[g];
                target.program.enter(counts_);
            };
            if (near || image) (near ? near : image)->program.for_each_walk(enter);
        }
    }

    /// Gives every lane an open shift with its own weights; false if there is none left.
    bool fill_lanes() {
        used_ = 0;
        std::size_t open = 0;
        for (auto& target : targets_) {
            if (target.done) continue;
            ++open;
            if (used_ == lanes) continue;
            // A walk that does not pay at first may do beside another one.
            for (int k = 0; target.rounds == 0 && k < 2; ++k) borrow(target);
            for (std::size_t g = 0; g < weights_.size(); ++g)
                weights_[g] = std::max(0.0, target.program.weight(g));
            set_weights(used_);
            target.moved = false;
            in_lane_[used_++] = &target;
        }
        open_ = open;
        return used_ > 0;
    }

    /// If no walk is shorter than the program's value under its own weights, both are optimal.
    void advance() {
        distances_.price();
        for (std::size_t lane = 0; lane < used_; ++lane) {
            Target& target = *in_lane_[lane];
            if (target.done) continue;
            const bool last = ++target.rounds == most_rounds;
            const bool moved_before = target.moved;
            if ((!offer(lane, target) && !moved_before) || last) target.done = true;
            if (settled_ < cost_of_offer * static_cast<double>(open_)) continue;
            settled_ = (settled_ + static_cast<double>(offer(lane))) / 2;
        }
    }

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
    std::vector<Node> counts_;
};

/// Every offset has its opposite, of the same capacity.
bool is_symmetric(const Topology& topology) {
    const auto& offsets = topology.offsets();
    const auto& capacities = topology.offset_capacities();
    for (std::size_t g = 0; g < offsets.size(); ++g) {
        const auto back = std::find(offsets.begin(), offsets.end(), topology.size() - offsets[g]);
        if (back == offsets.end()) return false;
        if (capacities[static_cast<std::size_t>(back - offsets.begin())] != capacities[g])
            return false;
    }
    return true;
}

}  // namespace

std::vector<StepFlow> circulant_flows(const Topology& topology, std::span<const Node> shifts) {
    if (topology.kind() != Topology::Kind::circulant)
        throw std::invalid_argument(topology.describe() + " is no circulant");
    const Node n = topology.size();
    const bool symmetric = is_symmetric(topology);
    // A reflection takes the shift by t to the one by n - t.
    const auto solved_as = [&](Node t) { return symmetric ? std::min(t, (n - t) % n) : t; };
    std::vector<Node> wanted;
    for (const Node t : shifts)
        if (t != 0) wanted.push_back(solved_as(t));
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::vector<StepFlow> flows(static_cast<std::size_t>(n));
    const auto hops = hops_from(0, n, topology.links());
    if (!wanted.empty())
        for (const Batch batch(topology, wanted, symmetric); const auto& target : batch.targets()) {
            const double theta = 1 / target.program.certified_value();
            flows[target.shift] = {theta, hops[target.shift], std::max(theta, 1 / target.bound)};
        }
    std::vector<StepFlow> result;
    for (const Node t : shifts) result.push_back(flows[solved_as(t)]);
    return result;
}

}  // namespace lightsweep::kernels
