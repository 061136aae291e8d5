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

/// Weights under which every class, filled, counts the same.
std::vector<double> equal_load(const std::vector<double>& capacities) {
    std::vector<double> weights;
    for (const double c : capacities) weights.push_back(1 / c);
    return weights;
}

class Batch {
  public:
    Batch(const Topology& topology, std::span<const Node> shifts)
        : capacities_(topology.offset_capacities()),
          distances_(topology.size(), topology.offsets()),
          search_(topology.size(), topology.offsets(), equal_load(capacities_)),
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
        weights_ = equal_load(capacities_);
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
        for (const Batch batch(topology, wanted); const auto& target : batch.targets()) {
            const double theta = 1 / target.program.certified_value();
            flows[target.shift] = {theta, hops[target.shift], std::max(theta, 1 / target.bound)};
        }
    std::vector<StepFlow> result;
    for (const Node t : shifts) result.push_back(flows[solved_as(t)]);
    return result;
}

}  // namespace lightsweep::kernels
