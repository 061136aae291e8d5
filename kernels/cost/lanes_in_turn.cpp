#include "kernels/cost/lanes_in_turn.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/cost/lane_spreading.hpp"
#include "kernels/cost/nearest_ends.hpp"

namespace lightsweep::kernels {

namespace {

/// More steps or lanes than these are taken to need no further hops, more choices of lanes and
/// steps no further links.
constexpr std::int64_t most_steps_in_turn = 12, most_lanes_in_turn = 64;
constexpr double most_choices = 1e5;
constexpr std::int64_t most_late_by_hops = 10;  ///< lanes, or k
/// Of an all-to-all, beyond the fewest.
constexpr std::int64_t most_further_steps = 2;

/// Steps in which no lane is set up between two in a row.
struct StepsInTurn {
    std::int64_t n, lanes, peers, steps;
    const PathLengths& base;
    bool backwards;

    /// The most nodes that know an atom in the end. before, now: after the steps so far; far: the
    /// last of them had more than one hop; left: hops beyond one per step.
    std::int64_t most(std::int64_t step, std::int64_t before, std::int64_t now, bool far,
                      std::int64_t left) const {
        if (step == steps || now >= n) return now;
        const bool on_base = backwards ? step + 1 == steps : step == 0;
        std::int64_t best = now;
        for (std::int64_t extra = 0; extra <= (on_base ? left : std::min<std::int64_t>(left, 1));
             ++extra) {
            auto next = at_most(n, now, peers + 1);
            if (on_base) next = std::min(next, at_most(n, now, base.ball(1 + extra)));
            if (step > 0 && extra == 0 && !far)
                next = std::min(next, at_most(n, now, lanes) + before);
            best = std::max(best, most(step + 1, now, next, extra > 0, left - extra));
        }
        return best;
    }
    std::int64_t fewest_extra_hops() const {
        std::int64_t extra = 0;
        while (most(0, 0, 1, false, extra) < n) ++extra;
        return extra;
    }
};

/// All choices of changes; late: lanes are set up between steps too.
std::vector<LaneChanges> all_changes(std::int64_t lanes, std::int64_t steps, bool late) {
    std::vector<LaneChanges> all;
    LaneChanges changes{LaneCounts(std::size_t(steps)), LaneCounts(std::size_t(steps))};
    const std::function<void(std::size_t)> choose = [&](std::size_t t) {
        if (t == changes.aside.size()) return all.push_back(changes);
        auto &aside = changes.aside[t], &between = changes.between[t];
        const auto sending = t == 0 ? 0 : lanes - changes.aside[t - 1] - changes.between[t - 1];
        for (aside = 0; aside <= (t == 0 ? 0 : std::min(lanes - 1, sending)); ++aside)
            for (between = 0; between <= (late ? lanes - aside : 0); ++between) choose(t + 1);
        aside = between = 0;
    };
    choose(0);
    return all;
}

/// The least links by lanes and hops.
class Least {
  public:
    /// Of at most so many lanes and hops.
    double up_to(std::int64_t lanes, std::int64_t hops) const {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& one : all_)
            if (one.lanes <= lanes && one.hops <= hops) least = std::min(least, one.links);
        return least;
    }
    void add(const LanesInTurn::Links& links) {
        std::erase_if(all_, [&](const LanesInTurn::Links& one) {
            return one.lanes >= links.lanes && one.hops >= links.hops && one.links >= links.links;
        });
        all_.push_back(links);
    }
    std::vector<LanesInTurn::Links> take() { return std::move(all_); }

  private:
    std::vector<LanesInTurn::Links> all_{};
};

/// The greatest over the trees that the primitive has, forwards or backwards in time.
template <typename OfTree>
auto of_trees(Primitive primitive, const OfTree& of_tree) {
    if (primitive == Primitive::all_reduce) return std::max(of_tree(false), of_tree(true));
    return of_tree(primitive == Primitive::reduce_scatter);
}

/// The list of one number of steps.
class Choices {
  public:
    Choices(Primitive primitive, std::int64_t n, std::int64_t lanes, std::int64_t steps,
            const PathLengths& base)
        : primitive_(primitive), n_(n), lanes_(lanes), steps_(steps), base_(base) {}

    std::vector<LanesInTurn::Links> take() {
        const double near_and_far = std::pow(2, steps_ - 1) * double(spreading_.farthest()),
                     aside = choices(lanes_) * near_and_far,
                     late = choices((lanes_ + 1) * (lanes_ + 2) / 2) * double(lanes_ + 1);
        if (aside > most_choices)
            return {{0, exchanges() ? 0 : fewest_extra_hops(), receipts()}, {1, 0, receipts()}};
        if (late > most_choices) least_.add({1, 0, receipts()});
        auto all =
            listed(late <= most_choices, late / double(lanes_ + 1) * near_and_far <= most_choices);
        std::ranges::stable_sort(all, {},
                                 [](const Choice& one) { return std::pair(one.lanes, one.hops); });
        for (const auto& one : all) add(one);
        return least_.take();
    }

  private:
    struct Choice {
        std::size_t changes;
        FarSteps far;
        std::int64_t lanes, hops;
    };

    double choices(std::int64_t of_step) const {
        return std::pow(static_cast<double>(of_step), static_cast<double>(steps_ - 1));
    }
    bool exchanges() const { return primitive_ == Primitive::all_to_all; }
    double receipts() const {
        if (exchanges())
            return static_cast<double>(fewest_moves(n_, std::min(n_ - 1, lanes_), steps_));
        return static_cast<double>(primitive_ == Primitive::all_reduce ? 2 * (n_ - 1) : n_ - 1);
    }
    /// Where no lane is set up between.
    std::int64_t fewest_extra_hops() const {
        return of_trees(primitive_, [&](bool backwards) {
            return StepsInTurn{n_, lanes_, std::min(n_ - 1, lanes_), steps_, base_, backwards}
                .fewest_extra_hops();
        });
    }
    /// late: with lanes that are set up between, at any number of hops, or with the steps that have
    /// more than one (`by_hops`, of few lanes).
    std::vector<Choice> listed(bool late, bool by_hops) {
        std::vector<Choice> all;
        changes_ = all_changes(lanes_, steps_, late);
        for (std::size_t i = 0; i < changes_.size(); ++i) {
            const auto& [aside, between] = changes_[i];
            const auto lanes = std::accumulate(between.begin(), between.end(), std::int64_t{0});
            if (lanes == 0 && std::ranges::count(aside, 0) == steps_) continue;  // on the base
            if (lanes > (by_hops ? std::max(lanes_, most_late_by_hops) : 0)) {
                all.push_back({i, {~std::uint64_t{0}, 0}, lanes, 0});
                continue;
            }
            const bool base_first = between[0] == 0;
            for (std::uint64_t far = 0; far < std::uint64_t{1} << steps_; far += base_first ? 2 : 1)
                for (std::int64_t j = base_first; j <= (base_first ? spreading_.farthest() : 0);
                     ++j)
                    all.push_back({i,
                                   {far, j},
                                   lanes,
                                   std::max<std::int64_t>(j - 1, 0) + std::popcount(far)});
        }
        return all;
    }
    /// Its links, unless others with as few lanes and hops have no more.
    void add(const Choice& one) {
        const double enough = least_.up_to(one.lanes, one.hops);
        if (enough <= receipts()) return;
        const auto& changes = changes_[one.changes];
        const double links =
            exchanges() ? spreading_.routes(changes, one.far) : of_atoms(changes, one.far, enough);
        if (links < enough) least_.add({one.lanes, one.hops, links});
    }
    /// Of trees and paths of atoms, which others pass on; at least `enough` stands for more.
    double of_atoms(const LaneChanges& changes, const FarSteps& far, double enough) {
        const bool both = primitive_ == Primitive::all_reduce;
        std::vector<PathStep> paths;
        if (both) paths = spreading_.paths(changes, far);
        if (both ? paths.empty() || entropy_.known_cost(paths, enough) >= enough
                 : !spreading_.reaches_all(changes, far, primitive_ == Primitive::reduce_scatter))
            return enough;
        const double again = receipts() - static_cast<double>(n_ - 1);
        double links = again + of_trees(primitive_, [&](bool backwards) {
                           return spreading_.links(changes, far, backwards, enough - again);
                       });
        if (both && links < enough) links = std::max(links, entropy_.least_cost(paths));
        return links;
    }

    Primitive primitive_;
    std::int64_t n_, lanes_, steps_;
    const PathLengths& base_;
    LaneSpreading spreading_{n_, lanes_, base_};
    std::vector<LaneChanges> changes_{};
    Least least_{};
    PathEntropy entropy_{n_};
};

}  // namespace

LanesInTurn::LanesInTurn(Primitive primitive, std::int64_t n, std::int64_t lanes,
                         const PathLengths& base)
    : least_steps_(ceil_log(n, std::min(n - 1, lanes) + 1)) {
    const bool exchange = primitive == Primitive::all_to_all;
    const auto receipts =
        static_cast<double>(primitive == Primitive::all_reduce ? 2 * (n - 1) : n - 1);
    beyond_ = {{0, 0, receipts}};
    if (lanes < 2 || lanes > most_lanes_in_turn) return;
    const auto last = exchange ? least_steps_ + most_further_steps : most_steps_in_turn;
    for (auto steps = least_steps_; steps <= std::min(last, most_steps_in_turn); ++steps) {
        lists_.push_back(Choices(primitive, n, lanes, steps, base).take());
        // Beyond, nothing is known but that no hops are needed.
        if (!exchange && std::ranges::any_of(lists_.back(), [&](const Links& one) {
                return one.lanes == 0 && one.hops == 0 && one.links <= receipts;
            }))
            break;
    }
}

const std::vector<LanesInTurn::Links>& LanesInTurn::links(std::int64_t steps) const {
    const auto row = static_cast<std::size_t>(std::max<std::int64_t>(0, steps - least_steps_));
    return row < lists_.size() ? lists_[row] : beyond_;
}

}  // namespace lightsweep::kernels
