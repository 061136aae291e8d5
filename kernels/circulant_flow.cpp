#include "kernels/circulant_flow.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "kernels/circulant_program.hpp"
#include "kernels/circulant_search.hpp"
#include "kernels/hop_distance.hpp"

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
};

class Batch {
  public:
    Batch(const Topology& topology, std::span<const Node> shifts)
        : capacities_(topology.offset_capacities()),
          distances_(topology.size(), topology.offsets()),
          search_(topology.size(), topology.offsets()),
          all_effort_(0.5 * topology.size() * static_cast<double>(capacities_.size())),
          weights_(capacities_.size()) {
        start(shifts);
        // Starting weights that favour one class each: walks of many kinds at little cost.
        for (std::size_t g = 0; g < capacities_.size() && capacities_.size() > 1; ++g) {
            for (std::size_t i = 0; i < weights_.size(); ++i)
                weights_[i] = (i == g ? 0.5 : 1.0) / capacities_[i];
            advance();
        }
        for (auto& target : targets_)
            for (int rounds = 0; !target.done && rounds < most_rounds; ++rounds) refine(target);
    }

    const std::vector<Target>& targets() const { return targets_; }

  private:
    void normalise() {
        double sum = 0;
        for (std::size_t g = 0; g < weights_.size(); ++g) sum += capacities_[g] * weights_[g];
        for (auto& weight : weights_) weight /= sum;
    }

    void start(std::span<const Node> shifts) {
        for (std::size_t g = 0; g < weights_.size(); ++g) weights_[g] = 1 / capacities_[g];
        normalise();
        distances_.price(weights_);
        open_ = shifts.size();
        targets_.reserve(open_);
        for (const Node t : shifts) {
            distances_.counts(t, counts_);
            targets_.push_back({t, {capacities_, counts_}, distances_.distance(t)});
        }
    }

    /// Prices under the present weights and hands every open program its shortest walk.
    void advance() {
        normalise();
        distances_.price(weights_);
        for (auto& target : targets_) {
            if (target.done) continue;
            target.bound = std::max(target.bound, distances_.distance(target.shift));
            distances_.counts(target.shift, counts_);
            target.program.enter(counts_);
            target.done = target.bound >= target.program.value() * (1 - tolerance);
            open_ -= target.done;
        }
    }

    /// Prices under this program's own weights: if no walk is shorter, they are optimal. All shifts
    /// at once as long as that settles enough of them, this shift alone otherwise.
    void refine(Target& target) {
        for (std::size_t g = 0; g < weights_.size(); ++g)
            weights_[g] = std::max(0.0, target.program.weight(g));
        normalise();
        const double value = target.program.value();
        const double effort = search_.effort(weights_, value) * std::max(1.0, settled_);
        if (effort < all_effort_) return search(target, value);
        const auto open_before = open_;
        advance();
        settled_ = (settled_ + static_cast<double>(open_before - open_)) / 2;
    }

    void search(Target& target, double value) {
        const double length = search_.shortest(target.shift, weights_, value);
        target.bound = std::max(target.bound, length);
        if (length < value * (1 - tolerance) && target.program.enter(search_.counts())) return;
        target.done = true;
        --open_;
    }

    const std::vector<double>& capacities_;
    ResidueDistances distances_;
    CirculantSearch search_;
    double all_effort_;     ///< of pricing all residues at once, in combinations of a search
    double settled_ = 1e9;  ///< shifts that pricing all at once has settled lately
    std::size_t open_ = 0;
    std::vector<double> weights_;
    std::vector<Node> counts_;
    std::vector<Target> targets_;
};

}  // namespace

std::vector<StepFlow> circulant_flows(const Topology& topology, std::span<const Node> shifts) {
    if (topology.kind() != Topology::Kind::circulant)
        throw std::invalid_argument(topology.describe() + " is no circulant");
    const auto hops = hops_from(0, topology.size(), topology.links());
    std::vector<Node> moved;
    std::copy_if(shifts.begin(), shifts.end(), std::back_inserter(moved),
                 [](Node t) { return t != 0; });
    const Batch batch(topology, moved);
    std::vector<StepFlow> flows;
    auto next = batch.targets().begin();
    for (const Node t : shifts) {
        if (t == 0) {
            flows.emplace_back();
            continue;
        }
        const double theta = 1 / next->program.certified_value();
        flows.push_back({theta, hops[t], std::max(theta, 1 / next->bound)});
        ++next;
    }
    return flows;
}

}  // namespace lightsweep::kernels
