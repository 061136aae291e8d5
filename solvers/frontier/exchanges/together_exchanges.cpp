// All-to-alls whose lanes change together.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <utility>

#include "kernels/parallel/kept_once.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/found_plans.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"
#include "solvers/frontier/plans/shares.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Elements = std::vector<Node>;

// Products of a set of group elements with one element, on sets as words of bits: the fastest way
// to count the hops that blocks need.

__extension__ using Bits128 = unsigned __int128;

/// Bit x of a set is element x; Word has at least as many bits as the group has elements. Times an
/// element, bit x moves to bit x * element; bits that move equally far are moved together, round
/// the word, which takes one rotation in a cyclic group and a few in the others.
template <typename Word>
class SetProducts {
  public:
    explicit SetProducts(const Group& group) : n_(group.size()), turns_(std::size_t(n_)) {
        for (Node element = 1; element < n_; ++element) {
            std::map<int, Word> masks;
            for (Node x = 0; x < n_; ++x)
                masks[(group.multiply(x, element) - x + n_) % n_] |= Word{1} << x;
            turns_[std::size_t(element)].assign(masks.begin(), masks.end());
        }
        for (Node x = 0; x < n_; ++x) all_ |= Word{1} << x;
    }

    /// Adds set i times each of the elements, none of which is the identity, to set i + 1 of the
    /// products.
    void multiply(const std::vector<Word>& sets, const Elements& elements,
                  std::vector<Word>& products) const {
        for (std::size_t i = 0; i + 1 < sets.size() && products[i + 1] != all_; ++i) {
            Word product = 0;
            for (const Node element : elements)
                for (const auto& [turn, mask] : turns_[std::size_t(element)]) {
                    const Word moved = sets[i] & mask;
                    product |= moved << turn | moved >> (n_ - turn);
                }
            products[i + 1] |= product & all_;
        }
    }
    int size() const { return n_; }
    static int count(Word set) {
        int bits = 0;
        for (; set != 0; set >>= 63, set >>= 1)
            bits += __builtin_popcountll(static_cast<std::uint64_t>(set));
        return bits;
    }

  private:
    Node n_;
    Word all_ = 0;
    std::vector<std::vector<std::pair<int, Word>>> turns_;
};

/// Single-hop steps: the topology of every step.
struct Together {
    Group group;
    Elements base;                     ///< generators of the base, for the first steps
    std::vector<Elements> topologies;  ///< generators of the others
    std::vector<int> of_step;          ///< 0: the base, i: topologies[i - 1]

    const Elements& generators(std::size_t step) const {
        return of_step[step] == 0 ? base : topologies[static_cast<std::size_t>(of_step[step]) - 1];
    }
};

/// The elements within 0, 1, ... hops after every step, of a plan of which the search changes some
/// steps: those before them are not computed again.
template <typename Word>
class Within {
  public:
    Within(const SetProducts<Word>& products, std::size_t steps)
        : products_(products), kept_(steps + 1), tried_(steps + 1), first_(steps) {
        kept_[0] = {1, 1};
    }
    /// Hops of all blocks of a node; each that does not arrive counts for more than any. Steps
    /// before `first` are as in the plan that was kept.
    int hops(const Together& plan, std::size_t first) {
        first_ = first;
        for (auto t = first; t < plan.of_step.size(); ++t) {
            const auto& before = t == first ? kept_[t] : tried_[t];
            auto& after = tried_[t + 1];
            after = before;
            products_.multiply(before, plan.generators(t), after);
            after.push_back(after.back());  // for one more hop in the next step
        }
        const auto& sets = tried_.back();
        int hops = 2 * missing(sets.back());
        for (std::size_t i = 0; i + 1 < sets.size(); ++i) hops += missing(sets[i]);
        return hops;
    }
    bool everywhere() const { return missing(tried_.back().back()) == 0; }
    /// The last plan is kept: the next one differs from it.
    void keep() {
        for (auto t = first_; t + 1 < kept_.size(); ++t) kept_[t + 1].swap(tried_[t + 1]);
        forget();
    }
    void forget() { first_ = kept_.size() - 1; }

  private:
    int missing(Word set) const { return products_.size() - products_.count(set); }

    const SetProducts<Word>& products_;
    std::vector<std::vector<Word>> kept_, tried_;
    std::size_t first_;  ///< the first step that was tried anew
};

FrontierPlan plan_of(const Together& together) {
    FrontierPlan plan{"together", "", {}};
    Movement movement{together.group};
    std::vector<std::vector<Offer>> offers;
    for (std::size_t t = 0; t < together.of_step.size(); ++t) {
        offers.push_back(circuits(together.generators(t), together.group));
        plan.steps.push_back({1, 0, together.of_step[t]});
        movement.steps.push_back({together.generators(t), together.generators(t)});
    }
    plan.text = in_words(plan.family, movement, plan.steps);
    const auto x = balanced(together.group, offers);
    if (x.empty()) plan.steps.clear();
    for (std::size_t t = 0; t < x.size(); ++t) plan.steps[t].x = x[t];
    plan.moves = moving([movement = std::move(movement)] { return movement; });
    return plan;
}

/// A group with the products of its sets.
template <typename Word>
struct Translated {
    Group group;
    SetProducts<Word> products;

    static std::vector<Translated> all_of(const std::vector<Group>& groups) {
        std::vector<Translated> all;
        for (const auto& group : groups) all.push_back({group, SetProducts<Word>(group)});
        return all;
    }
};

/// One search: generators for these steps by annealing, with the hops of all blocks; 0 hops if some
/// do not arrive.
template <typename Word>
std::pair<int, Together> annealed(Together state, const SetProducts<Word>& products, int moves,
                                  std::mt19937_64& random) {
    const auto draw = [&](std::size_t below) { return std::size_t(random() % below); };
    const auto others = std::size_t(products.size() - 1);
    std::pair<int, Together> best{0, state};
    Within<Word> within(products, state.of_step.size());
    std::size_t first = 0;
    int hops = 0;
    anneal(
        random, moves, 1.0,
        [&] {
            within.keep();
            const auto topology = draw(state.topologies.size());
            auto& generators = state.topologies[topology];
            auto& generator = generators[draw(generators.size())];
            const Node before = std::exchange(generator, 1 + static_cast<Node>(draw(others)));
            first = std::size_t(std::ranges::find(state.of_step, int(topology) + 1) -
                                state.of_step.begin());
            return [&within, &generator, before] {
                generator = before;
                within.forget();
            };
        },
        [&] { return double(hops = within.hops(state, first)); },
        [&] {
            if (within.everywhere()) best = {hops, state};
        });
    return best;
}

/// The best of many short searches for so many steps, of which the first stay on the base, over so
/// many topologies: those within 4 % of the best, six at most. Several groups share the effort. The
/// searches end early where as many again as led to the best one, and 20 (more for more effort),
/// were no better.
template <typename Word>
std::vector<std::pair<int, Together>> found_together(const std::vector<Translated<Word>>& groups,
                                                     const FrontierBase& base, int steps, int first,
                                                     int changes, double effort,
                                                     std::mt19937_64& random) {
    constexpr int moves = 1000;
    const Node n = base.nodes(), k = base.lanes;
    const auto draw = [&](std::size_t below) { return std::size_t(random() % below); };
    const double visits = double(moves) * n * steps * k;
    std::vector<std::pair<int, Together>> found;
    const int patience = static_cast<int>(std::max(20.0, effort / 4.5e6));
    int last_better = 0, least = INT_MAX;
    for (int restart = 0;
         restart < std::max(6.0, effort / visits) && restart <= 2 * last_better + patience;
         ++restart) {
        const auto& [group, products] = groups[restart == 0 ? 0 : draw(groups.size())];
        Together state{group, generators_of(base), {}, {}};
        for (int t = 0; t < steps; ++t)
            state.of_step.push_back(t < first ? 0 : 1 + (t - first) * changes / (steps - first));
        for (int i = 0; i < changes; ++i) {
            state.topologies.emplace_back();
            for (Node lane = 0; lane < k; ++lane)
                state.topologies.back().push_back(1 + static_cast<Node>(draw(n - 1)));
        }
        // Topologies for a step each: the first search begins with the digits of radix k + 1.
        if (restart == 0 && changes == steps - first)
            for (std::int64_t i = 0, weight = 1; i < changes && weight < n; ++i, weight *= k + 1)
                for (Node lane = 0; lane < k && (lane + 1) * weight < n; ++lane)
                    state.topologies[std::size_t(i)][std::size_t(lane)] =
                        static_cast<Node>((lane + 1) * weight);
        auto best = annealed(std::move(state), products, moves, random);
        if (best.first == 0) continue;
        if (best.first < least) {
            least = best.first;
            last_better = restart;
        }
        found.push_back(std::move(best));
    }
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
    std::erase_if(found, [&](const auto& one) { return one.first > least * 1.04; });
    if (found.size() > 6) found.erase(found.begin() + 6, found.end());
    return found;
}

/// The plan of least x, which no plan has below its hops over the nodes.
FrontierPlan best_of(const std::vector<std::pair<int, Together>>& found) {
    FrontierPlan best;
    for (const auto& [hops, one] : found) {
        const double floor = double(hops) / one.group.size();
        if (!best.steps.empty() && best.x() <= floor + 1e-9) break;
        if (auto next = plan_of(one);
            !next.steps.empty() && (best.steps.empty() || next.x() < best.x()))
            best = std::move(next);
    }
    return best;
}

/// One plan per number of steps over so many topologies, after `first` steps on the base, while
/// more steps save x; the fewest hops of all blocks.
template <typename Word>
int append_plans(Plans& plans, const std::vector<Translated<Word>>& groups,
                 const FrontierBase& base, int first, int changes, double effort,
                 std::mt19937_64& random) {
    const Node n = base.nodes();
    const auto least = static_cast<int>(kernels::ceil_log(n, std::min(base.lanes, n - 1) + 1));
    const int begin = std::max(least, first + changes);
    int hops = INT_MAX;
    double before = INFINITY;
    for (int steps = begin; steps <= std::max(least + 7, begin + 3); ++steps) {
        const auto found = found_together(groups, base, steps, first, changes, 3 * effort, random);
        if (!found.empty() && found.front().first > (before - 1e-6) * n) break;
        auto plan = best_of(found);
        if (plan.steps.empty()) continue;
        if (plan.x() > before - 1e-6) break;
        hops = found.front().first;
        before = plan.x();
        plans.push_back(std::move(plan));
    }
    return hops;
}

std::mt19937_64 random_of(Node n, Node lanes, std::uint64_t part) {
    return std::mt19937_64((part * 8192 + static_cast<std::uint64_t>(n)) * 4096 +
                           static_cast<std::uint64_t>(lanes));
}

/// Plans that never send on the base: every base has the same, so that they are searched once.
template <typename Word>
Plans off_base(Node n, Node lanes, double effort) {
    static kernels::parallel::KeptOnce<std::tuple<Node, Node, double>, Plans> kept;
    return kept.get({n, lanes, effort}, [&] {
        auto random = random_of(n, lanes, 0);
        Plans plans;
        const auto groups = Translated<Word>::all_of(groups_of(n));
        // Once two hops are enough, one more topology saves `lanes` hops, however many there are.
        int hops = INT_MAX;
        for (int changes = 1;
             changes <= 6 || (hops > 2 * (n - 1) - lanes * (changes - 1) && lanes * changes < n);
             ++changes)
            hops = append_plans(plans, groups, {Kind::ring_uni, 1, n, lanes}, 0, changes, effort,
                                random);
        return plans;
    });
}

template <typename Word>
Plans searched(const FrontierBase& base, double effort) {
    auto plans = off_base<Word>(base.nodes(), base.lanes, effort);
    auto random = random_of(base.nodes(), base.lanes, 1);
    const auto own = Translated<Word>::all_of({translations(base)});
    for (int first = 1; first <= 3; ++first)
        for (int changes = 1; changes <= 3; ++changes)
            append_plans(plans, own, base, first, changes, effort, random);
    return plans;
}

}  // namespace

FrontierPlan shifts_in_turn(Node n, Node lanes) {
    FrontierPlan plan{"together", "shifts in turn", {}};
    Movement movement{Group(n)};
    for (Node served = 0; served < n - 1;) {
        const Node peers = std::min(lanes, n - 1 - served);
        auto& step = movement.steps.emplace_back();
        for (Node lane = 0; lane < lanes / peers * peers; ++lane)
            step.lanes.push_back(served + 1 + lane % peers);
        step.peers.assign(step.lanes.begin(), step.lanes.begin() + peers);
        plan.steps.push_back({1, lanes / std::floor(double(lanes) / peers) / n,
                              static_cast<int>(plan.steps.size()) + 1});
        served += peers;
    }
    plan.moves = moving([movement = std::move(movement)] { return movement; });
    return plan;
}

Plans together(const FrontierBase& base, double effort) {
    const Node n = base.nodes();
    if (n > 128 || n < 4) return {};  // the linear programs take minutes beyond
    return n <= 64 ? searched<std::uint64_t>(base, effort) : searched<Bits128>(base, effort);
}

}  // namespace lightsweep::solvers::frontier
