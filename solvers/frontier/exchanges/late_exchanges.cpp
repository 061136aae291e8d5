// All-to-alls of small messages: the first step goes over several hops of the base's lanes that
// stay while the others are set up, the next steps over several hops of the mixed topology. A step
// has up to k peers, which need not be neighbours: a peer is a word of generators.
//
// The search changes generators and words and takes the completion time itself as its cost, at a
// few ratios of delay and transmission to the latency of a step. Every block takes the shortest way
// through the steps; at the end a linear program shares the blocks over all ways (balanced()).
#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <span>
#include <utility>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/found_plans.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"
#include "solvers/frontier/plans/rows_behind.hpp"
#include "solvers/frontier/plans/shares.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Elements = std::vector<Node>;
/// Up to eight indices of generators.
struct Word {
    std::array<std::uint8_t, 8> generators;
    std::uint8_t hops;

    std::span<const std::uint8_t> all() const { return {generators.data(), hops}; }
};

/// Steps of words; the first step has the generators that stay alone.
struct Late {
    Elements generators;  ///< those that stay, then those that are set up; one of each lane
    std::size_t staying;  ///< lanes that stay
    std::vector<std::vector<Word>> steps;

    std::size_t on_offer(std::size_t step) const { return step == 0 ? staying : generators.size(); }
};

/// The completion time of words, every block by its shortest way.
class Timed {
  public:
    Timed(const FrontierBase& base, BoundParameters point)
        : sums_(translations(base)),
          rows_(base),
          n_(std::size_t(base.nodes())),
          k_(base.lanes),
          p_(point) {}

    double time(const Late& plan) {
        const int missing = route(plan);
        loads_.resize(plan.steps.size());
        for (auto& loads : loads_) loads.assign(plan.generators.size(), 0);
        add_loads(plan);
        double now = 0;
        for (std::size_t t = 0; t < plan.steps.size(); ++t) {
            std::size_t hops = 1;
            for (const auto& word : plan.steps[t]) hops = std::max<std::size_t>(hops, word.hops);
            const double x = *std::ranges::max_element(loads_[t]) * k_ / double(n_);
            if (t == 1) now = std::max(now, p_.delay);
            now += p_.per_step + double(hops) * p_.per_hop + x * p_.transmission;
        }
        return now + missing * (p_.per_step + p_.transmission / double(n_));
    }
    int missing() const { return static_cast<int>(std::ranges::count(length_, far)); }
    Node element_of(const Late& plan, const Word& word) const {
        Node at = 0;
        for (const auto g : word.all()) at = sums_(at, plan.generators[g]);
        return at;
    }

  private:
    static constexpr int far = 1 << 20;

    /// Shortest ways; returns the number of elements that are not reached.
    int route(const Late& plan) {
        length_.assign(n_, far);
        length_[0] = 0;
        by_.assign(plan.steps.size() * n_, -1);
        elements_.resize(plan.steps.size());
        for (std::size_t t = 0; t < plan.steps.size(); ++t) {
            rows_.repeat(length_, before_);
            elements_[t].clear();
            for (const auto& word : plan.steps[t]) {
                elements_[t].push_back(element_of(plan, word));
                extend(t, word.hops);
            }
        }
        return missing();
    }
    /// Ways whose step t is the last word so far; of those that are equally short the first stays.
    void extend(std::size_t t, int cost) {
        const int index = static_cast<int>(elements_[t].size()) - 1;
        rows_.for_each_row(
            elements_[t].back(), [&](std::size_t first, std::size_t behind, std::size_t columns) {
                int *const length = length_.data() + first, *const by = by_.data() + t * n_ + first;
                const int* const before = before_.data() + behind;
                for (std::size_t i = 0; i < columns; ++i) {
                    by[i] = before[i] + cost < length[i] ? index : by[i];
                    length[i] = std::min(before[i] + cost, length[i]);
                }
            });
    }

    /// Step by step from the last one: how many blocks are at each element, and take each word.
    void add_loads(const Late& plan) {
        blocks_.resize(n_);
        for (std::size_t at = 0; at < n_; ++at) blocks_[at] = length_[at] < far;
        for (auto t = plan.steps.size(); t-- > 0;) {
            blocks_before_.assign(n_, 0);
            taken_.assign(plan.steps[t].size(), 0);
            for (std::size_t at = 0; at < n_; ++at) {
                const int index = by_[t * n_ + at];
                if (index >= 0) taken_[std::size_t(index)] += blocks_[at];
                const auto before =
                    index < 0 ? Node(at)
                              : sums_.difference(Node(at), elements_[t][std::size_t(index)]);
                blocks_before_[std::size_t(before)] += blocks_[at];
            }
            for (std::size_t i = 0; i < taken_.size(); ++i)
                for (const auto g : plan.steps[t][i].all()) loads_[t][g] += taken_[i];
            blocks_.swap(blocks_before_);
        }
    }

    Sums sums_;
    RowsBehind rows_;
    std::size_t n_;
    double k_;
    BoundParameters p_;
    std::vector<int> length_, before_;
    std::vector<int> by_;  ///< per step and element the word that comes to it, or -1
    std::vector<Elements> elements_;
    std::vector<int> blocks_{}, blocks_before_{}, taken_{};
    std::vector<std::vector<int>> loads_;
};

/// Draws words and generators.
class Draw {
  public:
    Draw(std::uint64_t seed, Node n) : random_(seed), n_(n) {}
    std::size_t below(std::size_t most) { return std::size_t(random_() % most); }
    Node element() { return 1 + static_cast<Node>(below(std::size_t(n_ - 1))); }
    /// Of up to eight hops on the base, up to three over the mixed topology; mostly few.
    Word word(const Late& plan, std::size_t step) {
        Word word{{}, 1};
        while (word.hops < (step == 0 ? 8 : 3) && below(2) == 0) ++word.hops;
        for (std::size_t i = 0; i < word.hops; ++i)
            word.generators[i] = static_cast<std::uint8_t>(below(plan.on_offer(step)));
        return word;
    }
    std::mt19937_64& random() { return random_; }

  private:
    std::mt19937_64 random_;
    Node n_;
};

/// Takes back a change of a generator or of a word.
struct Undo {
    Node* generator;
    Node former;
    Word* word;
    Word former_word;

    void operator()() const {
        if (generator) *generator = former;
        if (word) *word = former_word;
    }
};

Late searched(const FrontierBase& base, const StayingLanes& lanes, std::size_t steps,
              BoundParameters point, double effort, Draw& draw) {
    Late plan{lanes.generators, lanes.generators.size(), {}}, best;
    for (Node i = 0; i < lanes.fresh; ++i) plan.generators.push_back(draw.element());
    plan.steps.resize(steps);
    for (std::size_t t = 0; t < steps; ++t)
        for (Node peer = 0; peer < base.lanes; ++peer) plan.steps[t].push_back(draw.word(plan, t));
    Timed timed(base, point);
    const double visits = double(base.nodes()) * base.lanes * double(steps);
    anneal(
        draw.random(), static_cast<int>(std::max(effort / visits, 50.0)), 0.5 * point.per_step,
        [&]() -> Undo {
            if (draw.below(5) == 0) {
                auto& one = plan.generators[plan.staying + draw.below(std::size_t(lanes.fresh))];
                return {&one, std::exchange(one, draw.element()), nullptr, {}};
            }
            const auto t = draw.below(steps);
            auto& one = plan.steps[t][draw.below(plan.steps[t].size())];
            return {nullptr, 0, &one, std::exchange(one, draw.word(plan, t))};
        },
        [&] { return timed.time(plan); },
        [&] {
            timed.time(plan);
            if (timed.missing() == 0) best = plan;
        });
    return best;
}

/// The lanes and peers of every step.
Movement movement_of(const FrontierBase& base, const Late& late) {
    Movement movement{translations(base)};
    const Sums sums(movement.group);
    for (std::size_t t = 0; t < late.steps.size(); ++t) {
        std::set<Node> elements;
        for (const auto& word : late.steps[t]) {
            Node element = 0;
            for (const auto g : word.all()) element = sums(element, late.generators[g]);
            if (element != 0) elements.insert(element);
        }
        movement.steps.push_back(
            {{late.generators.begin(), late.generators.begin() + std::ptrdiff_t(late.on_offer(t))},
             {elements.begin(), elements.end()}});
    }
    return movement;
}

/// Adds the plan with the best shares over all shortest words.
void append_measured(Plans& plans, const FrontierBase& base, Movement movement) {
    FrontierPlan plan{"late groups", "", {}, SetUp::at_start};
    std::vector<std::vector<Offer>> offers;
    for (const auto& step : movement.steps) {
        plan.steps.push_back({1, 0, plan.steps.empty() ? 0 : 1});
        offers.push_back(over_lanes(movement.group, step, base.lanes, plan.steps.back().hops));
    }
    plan.text = in_words(plan.family, movement, plan.steps);
    const auto x = balanced(movement.group, offers);
    if (x.empty()) return;
    for (std::size_t t = 0; t < x.size(); ++t) plan.steps[t].x = x[t];
    plan.moves = moving([movement = std::move(movement)] { return movement; });
    plans.push_back(std::move(plan));
}

}  // namespace

Plans late_exchanges(const FrontierBase& base, double effort) {
    Plans plans;
    const Node n = base.nodes(), k = base.lanes;
    if (n > 128 || n < 4 || k < 2) return plans;
    Draw draw(static_cast<std::uint64_t>(n) * 8192 + static_cast<std::uint64_t>(k), n);
    const auto splits = staying_lanes(base);
    const auto least = static_cast<std::size_t>(kernels::ceil_log(n, std::min(k, n - 1) + 1));
    // Delay and transmission of the whole message in steps of one hop.
    constexpr std::array<double, 2> ratios[] = {{1, 0.01}, {1, 0.3}, {2, 1}, {8, 0.3}, {8, 3}};
    for (const auto& lanes : splits)
        for (auto steps = least; steps <= least + 1; ++steps)
            for (const auto& [delay, transmission] : ratios) {
                const auto late = searched(base, lanes, std::max<std::size_t>(steps, 2),
                                           {1, 0.1, 1.1 * transmission, 1.1 * delay},
                                           effort / (2.0 * double(splits.size())), draw);
                if (late.steps.empty()) continue;
                append_measured(plans, base, movement_of(base, late));
            }
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
