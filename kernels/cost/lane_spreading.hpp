#pragma once
// One choice of lanes that change in turn: the links of a tree, the nodes that it reaches, and what
// paths of an all-reduce cost (lanes_in_turn.hpp has the method).

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/cost/nearest_ends.hpp"
#include "kernels/cost/path_entropy.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

using LaneCounts = std::vector<std::int64_t>;

/// Which lanes change when: per step from 1 on, lanes that sat the step before out, and lanes that
/// are set up between the two steps.
struct LaneChanges {
    LaneCounts aside, between;
};
/// Which steps may have more hops than one: bits from step 2 on; on_base: links that sends of step
/// 1 take at most, or 0 where it is a step like all others.
struct FarSteps {
    std::uint64_t steps;
    std::int64_t on_base;
};

class LaneSpreading {
  public:
    LaneSpreading(std::int64_t n, std::int64_t lanes, const PathLengths& base)
        : n_(n), lanes_(lanes), peers_(std::min(n - 1, lanes)), base_(base) {
        while (base.ball(farthest_) - 1 < peers_) ++farthest_;
        beyond_ = peers_ == n - 1 ? n : farthest_ + (base.ball(farthest_) - 1 == peers_);
    }
    /// Step 1 need not go farther: to the nearest node that is not among the p nearest, if there is
    /// one.
    std::int64_t farthest() const { return peers_ == n_ - 1 ? farthest_ : beyond_; }

    /// At least the links of a tree, or `enough`.
    double links(const LaneChanges& changes, const FarSteps& far, bool backwards, double enough) {
        lay_out(changes, far, backwards);
        double most = static_cast<double>(n_ - 1);
        for (auto price = prices.begin(); price != prices.end() && most < enough; ++price)
            most = std::max(most, *price * static_cast<double>(n_) - gain(*price));
        return most;
    }
    /// Whether a tree can have all nodes.
    bool reaches_all(const LaneChanges& changes, const FarSteps& far, bool backwards) {
        lay_out(changes, far, backwards);
        return from_start(reached()) >= n_;
    }
    /// The steps for all paths of an all-reduce; none if some pair has no path.
    std::vector<PathStep> paths(const LaneChanges& changes, const FarSteps& far) {
        lay_out(changes, far, true);
        const auto sources = reached();
        lay_out(changes, far, false);
        const auto ends = reached();
        std::vector<PathStep> steps;
        if (from_start(ends) < n_) return steps;
        const auto count = steps_.size();
        for (std::size_t t = 0; t < count; ++t) {
            steps.push_back({link_costs(steps_[t]), sources[count - 1 - t], ends[t + 1]});
            if (at_most(n_, steps.back().sources, steps.back().ends) < n_) return {};
        }
        return steps;
    }

    /// At least the links of routes to all others that share nothing; infinite if they do not reach
    /// all.
    double routes(const LaneChanges& changes, const FarSteps& far) {
        lay_out(changes, far, false);
        std::vector<Ends> informed(steps_.size() + 1);  // by the step of the last move
        informed[0] = {{0, 1}};
        Ends all;
        for (std::size_t i = 0; i <= steps_.size(); ++i) {
            keep_cheapest(informed[i], double(n_ - 1));
            if (i > 0) all.insert(all.end(), informed[i].begin(), informed[i].end());
            double unused = double(lanes_), dearest = 0;
            for (auto s = i; s < steps_.size(); ++s) {
                unused += steps_[s].fresh;
                const auto sends = new_sends(s, steps_[s].cost < dearest ? double(lanes_) : unused);
                for (const auto& [cost, nodes] : informed[i])
                    for (const auto& [more, peers] : sends)
                        informed[s + 1].push_back({cost + more, nodes * peers});
                if (is_far(steps_[s])) continue;
                unused = 0;
                dearest = std::max(dearest, steps_[s].cost);
            }
        }
        return keep_cheapest(all, double(n_ - 1));
    }

  private:
    using Ends = std::vector<EndsOfCost>;

    /// To different peers, of which at most `unused` over one link; step 1 goes to the nearest.
    Ends new_sends(std::size_t s, double unused) const {
        const auto& step = steps_[s];
        Ends sends;
        if (s == 0) {
            double before = 0;
            for (const double sum : link_costs(step)) {
                sends.push_back({sum - before, 1});
                before = sum;
            }
            return sends;
        }
        const double near = std::min(step.circuits, unused), most = double(most_sends(step));
        sends.push_back({step.cost, near});
        if (step.far) sends.push_back({2 * step.cost, std::max(0.0, most - near)});
        return sends;
    }

    /// Of a node; any of them proves a bound.
    static constexpr std::array prices{1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4,  1.5,
                                       1.6,  1.7, 1.8,  1.9, 2.,   2.1, 2.2,  2.35, 2.5,
                                       2.75, 3.,  3.5,  4.,  5.,   6.,  8.,   12.,  16.};
    /// A step in the order of the tree.
    struct Step {
        double cost;             ///< of a link
        double circuits, fresh;  ///< different ones, and those that no earlier step had
        bool far;
        std::int64_t on_base;
        bool standing;  ///< all lanes are those of the base
    };

    /// A node chooses its peers among more than its circuits lead to.
    static bool is_far(const Step& step) { return step.far || step.on_base > 1; }
    /// The farthest peer that a step on the base may have; 0 for others.
    std::int64_t farthest_on_base(const Step& step) const {
        return step.on_base > 0 ? step.on_base : !step.standing ? 0 : step.far ? beyond_ : 1;
    }
    /// To different peers.
    std::int64_t most_sends(const Step& step) const {
        const auto reach = farthest_on_base(step);
        if (reach > 1) return std::min(peers_, base_.ball(reach) - 1);
        return step.far ? peers_ : static_cast<std::int64_t>(step.circuits);
    }
    /// What one, two, .. of them cost.
    std::vector<double> link_costs(const Step& step) const {
        std::vector<double> costs;
        const auto most = most_sends(step), circuits = static_cast<std::int64_t>(step.circuits),
                   reach = farthest_on_base(step);
        const auto add = [&](std::int64_t sends, double links) {
            for (; sends > 0 && std::ssize(costs) < most; --sends)
                costs.push_back((costs.empty() ? 0 : costs.back()) + links * step.cost);
        };
        add(circuits, 1);
        add(reach > 1 ? at_distance(1) - circuits : most, 2);
        for (std::int64_t j = 2; std::ssize(costs) < most; ++j) add(at_distance(j), double(j));
        return costs;
    }
    /// Nodes that a node informs from the step on, and itself, at most n. Before circuits change,
    /// none is farther away than the hops of all steps.
    std::vector<std::int64_t> reached() const {
        std::vector<std::int64_t> all(steps_.size() + 1, 1), sends;
        for (const auto& step : steps_) sends.push_back(most_sends(step));
        bool standing = true;
        std::int64_t hops = 0;
        for (auto informed = steps_.size(); informed-- > 0;) {
            // Of the circuits in a near step, those that another one had before it led to nodes
            // that are informed by now; far steps may choose others.
            auto unused = static_cast<double>(lanes_);
            for (auto s = informed; s < steps_.size(); ++s) {
                const bool far = is_far(steps_[s]);
                unused += steps_[s].fresh;
                const auto most =
                    far ? sends[s] : std::min(sends[s], static_cast<std::int64_t>(unused));
                if (!far) unused = 0;
                all[informed] = std::min(n_, all[informed] + at_most(n_, most, all[s + 1]));
            }
            standing = standing && stays_near(steps_[informed], hops);
            if (standing) all[informed] = std::min(all[informed], base_.ball(hops));
        }
        return all;
    }
    /// The same over all steps, of which the first ones may be on the base.
    std::int64_t from_start(const std::vector<std::int64_t>& reached) const {
        auto most = reached.front();
        std::int64_t hops = 0;
        for (std::size_t t = 0; t < steps_.size() && stays_near(steps_[t], hops); ++t)
            most = std::min(most, at_most(n_, base_.ball(hops), reached[t + 1]));
        return most;
    }
    /// On the base over a known number of hops, which is added.
    static bool stays_near(const Step& step, std::int64_t& hops) {
        if (!step.standing || (step.far && step.on_base == 0)) return false;
        hops += std::max<std::int64_t>(1, step.on_base);
        return true;
    }

    std::int64_t at_distance(std::int64_t j) const {
        return std::min(n_, base_.ball(j)) - std::min(n_, base_.ball(j - 1));
    }
    void lay_out(const LaneChanges& changes, const FarSteps& far, bool backwards) {
        const auto count = std::ssize(changes.aside);
        const auto active = [&](std::ptrdiff_t t) {
            return lanes_ - (t + 1 < count ? changes.aside[std::size_t(t + 1)] : 0);
        };
        const auto new_ones = [&](std::ptrdiff_t t) {
            return changes.aside[std::size_t(t)] + changes.between[std::size_t(t)];
        };
        steps_.clear();
        std::int64_t known = at_distance(1);  // different circuits that there were so far
        bool standing = true;
        for (std::ptrdiff_t t = 0; t < count; ++t) {
            standing = standing && new_ones(t) == 0;
            const auto different =
                std::min(peers_, new_ones(t) + std::min(active(t) - new_ones(t), known));
            known += new_ones(t);
            auto fresh = std::min(different, new_ones(t));
            if (backwards && t + 1 < count)
                fresh = std::min(different, active(t) - (active(t + 1) - new_ones(t + 1)));
            steps_.push_back({static_cast<double>(lanes_) / static_cast<double>(active(t)),
                              static_cast<double>(different), static_cast<double>(fresh),
                              (far.steps >> t & 1U) != 0, t == 0 ? far.on_base : 0, standing});
        }
        if (backwards) std::ranges::reverse(steps_);
    }
    /// Phi_0.
    double gain(double price) {
        phi_.assign(steps_.size() + 1, price);
        for (auto informed = steps_.size(); informed-- > 0;)
            phi_[informed] = price + std::min(sends_of(informed, true), sends_of(informed, false));
        return phi_[0];
    }
    /// What the sends of a node that is informed before this step gain; on the base by distances,
    /// or over its circuits and farther like all others.
    double sends_of(std::size_t informed, bool by_distance) const {
        double sum = 0, least_use = 0;  // of a circuit, over the steps so far
        for (auto s = informed; s < steps_.size(); ++s) {
            const auto& step = steps_[s];
            const bool distances = by_distance && step.on_base > 0, first = s == informed;
            const double far = is_far(step) ? of_send(s, 2) : 0,
                         use = of_send(s, 1) - (distances ? 0 : far);
            sum += distances ? over_base(step, phi_[s + 1])
                             : peers() * far + (first ? step.circuits : step.fresh) * use +
                                   (first ? 0 : step.circuits - step.fresh) *
                                       std::max(0.0, use - least_use);
            const double kept_for_later = distances ? use_on_base(s) : use;
            least_use = first ? kept_for_later : std::min(least_use, kept_for_later);
        }
        return sum;
    }
    /// What a near send of step 1 gains: a node that keeps the circuit for later sends to the
    /// nearest node beyond its peers instead, if step 1 may go so far.
    double use_on_base(std::size_t step) const {
        const double use = of_send(step, 1);
        return steps_[step].on_base < beyond_
                   ? use
                   : std::min(use, double(beyond_ - 1) * steps_[step].cost);
    }
    double peers() const { return static_cast<double>(peers_); }
    /// What a send over so many links gains in a step.
    double of_send(std::size_t step, double links) const {
        return std::max(0.0, phi_[step + 1] - links * steps_[step].cost);
    }
    double over_base(const Step& step, double phi) const {
        double sum = 0;
        auto left = peers_;
        for (std::int64_t j = 1; j <= step.on_base && left > 0; ++j) {
            const auto sends = std::min(left, at_distance(j));
            sum += static_cast<double>(sends) *
                   std::max(0.0, phi - static_cast<double>(j) * step.cost);
            left -= sends;
        }
        return sum;
    }

    std::int64_t n_, lanes_, peers_;
    const PathLengths& base_;
    std::int64_t farthest_ = 1;  ///< links to the last of the p nearest nodes
    std::int64_t beyond_ = 0;    ///< to the next one; n if there is none
    std::vector<Step> steps_{};
    std::vector<double> phi_{};
};

}  // namespace lightsweep::kernels
