// Plans of the frontier: blocks and contributions are moved, and no plan is below a bound.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "kernels/cost/common_bounds.hpp"
#include "solvers/frontier/exchange_plans.hpp"
#include "solvers/frontier/gather_plans.hpp"
#include "solvers/frontier/ring_levels.hpp"
#include "solvers/frontier/torus_sets.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(frontier_plans)

namespace frontier = solvers::frontier;
using frontier::FrontierBase;
using frontier::FrontierPlan;
using kernels::Node;
using kernels::Primitive;
using Digits = std::vector<Node>;
using Levels = std::vector<Digits>;

struct Transfer {
    std::size_t level;
    Node from, shift;
};

/// The offsets [from, to) of one head at `from`, level by level on a directed ring.
void expand(const Levels& levels, std::size_t level, Node from, Node to,
            std::vector<Transfer>& transfers) {
    if (level == levels.size()) {
        BOOST_TEST(to == from + 1);
        return;
    }
    Node head = from;
    for (const Node shift : levels[level]) {
        if (from + shift >= to) break;
        transfers.push_back({level, from, shift});
        expand(levels, level + 1, head, from + shift, transfers);
        head = from + shift;
    }
    expand(levels, level + 1, head, to, transfers);
}

/// Every node sends the block of the node `from` behind it to the node `shift` ahead.
void check_blocks(const Levels& levels, Node n, Node peers) {
    std::vector<Transfer> transfers;
    expand(levels, 0, 0, n, transfers);
    const auto lengths = frontier::level_lengths(levels, n, false);
    std::vector<std::set<Node>> held(static_cast<std::size_t>(n));
    for (Node v = 0; v < n; ++v) held[v].insert(v);
    for (std::size_t level = 0; level < levels.size(); ++level) {
        auto next = held;
        std::set<Node> shifts;
        std::int64_t links = 0;
        for (const auto& one : transfers) {
            if (one.level != level) continue;
            shifts.insert(one.shift);
            links += one.shift;
            for (Node v = 0; v < n; ++v) {
                const Node block = (v - one.from + n) % n;
                BOOST_TEST_REQUIRE(held[v].count(block) == 1);
                next[(v + one.shift) % n].insert(block);
            }
        }
        BOOST_TEST(links == lengths[level]);
        BOOST_TEST(std::ssize(shifts) <= peers);
        held = std::move(next);
    }
    for (const auto& blocks : held) BOOST_TEST(std::ssize(blocks) == n);
}

BOOST_AUTO_TEST_CASE(levels_move_every_block) {
    for (const Node n : {2, 3, 5, 12, 16, 23, 48, 64})
        for (const Node peers : {1, 2, 4, 8}) {
            const auto plans = frontier::level_plans(n, peers, false);
            BOOST_TEST(!plans.empty());
            for (const auto& plan : plans) {
                check_blocks(plan.levels, n, peers);
                BOOST_TEST(plan.hops == n - 1);
            }
        }
}

/// All offsets of a ring both ways are sums of at most one signed shift per level.
BOOST_AUTO_TEST_CASE(levels_both_ways_reach_every_offset) {
    for (const Node n : {3, 5, 12, 16, 23, 48})
        for (const Node each : {1, 2, 4})
            for (const auto& plan : frontier::level_plans(n, each, true)) {
                std::set<Node> reached{0};
                for (const auto& shifts : plan.levels) {
                    auto next = reached;
                    for (const Node from : reached)
                        for (const Node shift : shifts) {
                            next.insert((from + shift) % n);
                            next.insert((from + n - shift) % n);
                        }
                    reached = std::move(next);
                }
                BOOST_TEST(std::ssize(reached) == n);
                BOOST_TEST(plan.hops == n / 2);
                // Every transfer takes at least one link, and brings the block to one more node.
                BOOST_TEST(plan.length >= n - 1);
            }
}

using Window = std::vector<int>;  // contributions by node

Window moved(const Window& window, Node by) {
    Window result(window.size());
    const auto n = static_cast<Node>(window.size());
    for (Node v = 0; v < n; ++v) result[(v + by) % n] = window[v];
    return result;
}

void add(Window& to, const Window& from) {
    for (std::size_t v = 0; v < to.size(); ++v) to[v] += from[v];
}

/// n = sum c_i w_i from the top, c_i < r_i; empty if there is none.
Digits coefficients(Node n, const Digits& digits) {
    Digits weights{1}, counts(digits.size());
    for (const Node digit : digits) weights.push_back(weights.back() * digit);
    for (auto i = digits.size(); i-- > 0;) {
        counts[i] = std::min(digits[i] - 1, n / weights[i]);
        n -= counts[i] * weights[i];
    }
    return n == 0 ? counts : Digits{};
}

void for_each_digits(Node n, Node most, const std::function<void(const Digits&)>& use) {
    for (Node a = 2; a <= most; ++a)
        for (Node b = 2; b <= most; ++b)
            for (Node c = 1; c <= most; ++c)
                for (Node d = 1; d <= most; ++d) {
                    Digits digits{a, b};
                    if (c > 1) digits.push_back(c);
                    if (c > 1 && d > 1) digits.push_back(d);
                    if (c == 1 && d > 1) continue;
                    const auto product =
                        std::accumulate(digits.begin(), digits.end(), Node{1}, std::multiplies<>());
                    if (product > n && !coefficients(n, digits).empty()) use(digits);
                }
}

/// The rule of gather_plans.hpp for windows of whole vectors, as contributions of node 0: no
/// contribution is added twice, and none is missing.
BOOST_AUTO_TEST_CASE(windows_add_every_contribution_once) {
    int checked = 0;
    for (const Node n : {5, 12, 16, 23, 48, 64})
        for_each_digits(n, 5, [&](const Digits& digits) {
            ++checked;
            const auto counts = coefficients(n, digits);
            Window w(static_cast<std::size_t>(n)), v(w.size());
            w[0] = 1;
            Node weight = 1, held = 0;
            for (std::size_t i = 0; i < digits.size(); weight *= digits[i++]) {
                const bool last = i + 1 == digits.size();
                Window next_v = v, next_w = w;
                const Node ahead = counts[i], behind = digits[i] - 1 - counts[i];
                // Windows start at the node's own position less what was taken from behind.
                for (Node j = 1; j <= ahead; ++j) add(next_v, moved(w, j * weight));
                for (Node j = -behind; j <= ahead; ++j)
                    if (j != 0 && !last) add(next_w, moved(w, (j * weight % n + n) % n));
                if (last && held == 0) {
                    next_v = w;
                    for (Node j = 1; j < counts[i]; ++j) add(next_v, moved(w, j * weight));
                }
                held += counts[i] * weight;
                v = std::move(next_v);
                w = std::move(next_w);
            }
            BOOST_TEST(std::ranges::all_of(v, [](int count) { return count == 1; }),
                       "n " << n << " digits " << frontier::listed(digits));
        });
    BOOST_TEST(checked > 200);
}

/// The same where windows lie ahead alone, from what windows_ahead says.
BOOST_AUTO_TEST_CASE(windows_ahead_add_every_contribution_once) {
    for (const Node n : {5, 12, 16, 23, 48, 64})
        for_each_digits(n, 5, [&](const Digits& digits) {
            const auto counts = coefficients(n, digits);
            Window w(static_cast<std::size_t>(n)), v(w.size());
            w[0] = 1;
            Node held = 0;
            const auto steps = frontier::windows_ahead(n, digits);
            BOOST_TEST_REQUIRE(steps.size() == digits.size());
            for (std::size_t i = 0; i < steps.size(); ++i) {
                const Node weight = steps[i].weight, count = counts[i];
                const bool last = i + 1 == steps.size();
                Window next_w = w, next_v = v;
                for (Node j = 1; j < digits[i]; ++j) add(next_w, moved(w, j * weight));
                if (last && held > 0) {
                    for (Node j = 0; j < count; ++j) add(next_v, moved(w, held + j * weight));
                } else if (count > 0) {
                    next_v.assign(v.size(), 0);
                    for (Node j = 0; j < count; ++j) add(next_v, moved(w, j * weight));
                    add(next_v, moved(v, count * weight));
                    // One more vector comes from the peer at `count`, if it has one to give.
                    if (!last && held > 0)
                        BOOST_TEST(steps[i].vectors[static_cast<std::size_t>(count)] == 2);
                }
                held += count * weight;
                v = std::move(next_v);
                w = std::move(next_w);
            }
            BOOST_TEST(std::ranges::all_of(v, [](int one) { return one == 1; }),
                       "n " << n << " digits " << frontier::listed(digits));
        });
}

/// A chain of cut windows of random widths: every node holds the sums that it sends, what it gets
/// fills the next window once, and no sum crosses a cut.
BOOST_AUTO_TEST_CASE(cut_windows_add_every_contribution_once) {
    std::mt19937 random(5);
    int sums_sent = 0, cuts_needed = 0;
    for (int number = 0; number < 2000; ++number) {
        const Node n = 2 + Node(random() % 63);
        const bool one_way = random() % 2 == 0;
        const auto window = [&](Node size) {
            const Node back = one_way ? 0 : (size - 1) / 2;
            return frontier::CutWindow{back, size - 1 - back, {}};
        };
        // From the whole ring back; every window is cut where the one after it needs it.
        std::vector<frontier::CutWindow> windows{window(n)};
        std::vector<std::vector<frontier::WindowPart>> parts;
        while (windows.back().size() > 1) {
            auto before = window(1 + Node(random() % std::uint64_t(windows.back().size())));
            parts.push_back(frontier::parts_of(windows.back(), before));
            cuts_needed += int(before.cuts.size());
            windows.push_back(std::move(before));
        }
        std::set<std::pair<Node, Node>> held{{0, 0}};
        for (auto t = parts.size(); t-- > 0;) {
            std::set<Node> begins;
            for (const auto& [first, last] : held) begins.insert({first, last + 1});
            auto next = held;
            for (const auto& part : parts[t])
                for (const auto& [first, last] : part.sums) {
                    BOOST_TEST((begins.contains(first - part.peer) &&
                                begins.contains(last + 1 - part.peer)),
                               "instance " << number << ", step " << parts.size() - t);
                    next.insert({first, last});
                    ++sums_sent;
                }
            Node at = -windows[t].back;
            for (const auto& [first, last] : next) {
                BOOST_TEST(first == at, "instance " << number << ", step " << parts.size() - t);
                at = last + 1;
                for (const Node cut : windows[t].cuts)
                    BOOST_TEST((cut <= first || cut > last), "instance " << number);
            }
            BOOST_TEST(at == windows[t].ahead + 1, "instance " << number);
            held = std::move(next);
        }
    }
    BOOST_TEST(sums_sent > 10000);
    BOOST_TEST(cuts_needed > 5000);
}

/// On a torus every peer sends a box of sums, and each of them is one that it holds.
BOOST_AUTO_TEST_CASE(boxes_of_cut_windows_are_held) {
    std::mt19937 random(6);
    int divided_own = 0;
    for (int number = 0; number < 1000; ++number) {
        const auto window = [](Node size) {
            return frontier::CutWindow{(size - 1) / 2, size / 2, {}};
        };
        using Range = std::pair<Node, Node>;
        struct Side {
            std::vector<frontier::CutWindow> windows;
            std::vector<std::vector<frontier::WindowPart>> parts{};  // the own one is the last
            std::set<Range> held{{0, 0}};
        };
        Side sides[2] = {{{window(2 + Node(random() % 11))}}, {{window(2 + Node(random() % 11))}}};
        const auto is_one = [](const Side& side) { return side.windows.back().size() == 1; };
        while (!is_one(sides[0]) || !is_one(sides[1]))
            for (auto& side : sides) {
                const auto& whole = side.windows.back();
                auto before = window(1 + Node(random() % std::uint64_t(whole.size())));
                auto parts = frontier::parts_of(whole, before);
                parts.push_back(frontier::own_part(whole, before));
                divided_own += parts.back().sums.size() > 1;
                side.parts.push_back(std::move(parts));
                side.windows.push_back(std::move(before));
            }
        // Sums of boxes that every node holds, by both ranges.
        std::set<std::pair<Range, Range>> held{{{0, 0}, {0, 0}}};
        for (auto t = sides[0].parts.size(); t-- > 0;) {
            std::map<std::pair<Range, Range>, int> next;
            for (const auto& x : sides[0].parts[t])
                for (const auto& y : sides[1].parts[t])
                    for (const auto& [x0, x1] : x.sums)
                        for (const auto& [y0, y1] : y.sums) {
                            // The nodes of the box in those that the peer holds, whole ones alone.
                            int nodes = 0;
                            for (const auto& [by_x, by_y] : held)
                                if (by_x.first + x.peer >= x0 && by_x.second + x.peer <= x1 &&
                                    by_y.first + y.peer >= y0 && by_y.second + y.peer <= y1)
                                    nodes += (by_x.second - by_x.first + 1) *
                                             (by_y.second - by_y.first + 1);
                            BOOST_TEST(nodes == (x1 - x0 + 1) * (y1 - y0 + 1),
                                       "instance " << number << ", step " << t);
                            ++next[{{x0, x1}, {y0, y1}}];
                        }
            held.clear();
            int nodes = 0;
            for (const auto& [box, times] : next) {
                BOOST_TEST(times == 1);
                const auto& [by_x, by_y] = box;
                nodes += (by_x.second - by_x.first + 1) * (by_y.second - by_y.first + 1);
                held.insert(box);
            }
            BOOST_TEST(nodes == sides[0].windows[t].size() * sides[1].windows[t].size());
        }
    }
    BOOST_TEST(divided_own > 300);
}

/// The circulant +-1 and others of alternating plans: every peer is a sum of at most two lanes, and
/// no lane carries more than stated.
BOOST_AUTO_TEST_CASE(halves_of_planes_serve_their_peers) {
    struct Case {
        std::vector<Node> lanes;  ///< positive ones
        Node ahead;
        bool halved;  ///< the farthest peer is on either side with one half each
        double load;
    };
    const Case cases[] = {{{1}, 2, true, 2},     {{1}, 2, false, 3},     {{1, 2}, 3, true, 1.5},
                          {{1, 2}, 3, false, 2}, {{1, 3}, 4, true, 2.5}, {{1, 3}, 4, false, 3}};
    for (const auto& one : cases) {
        // Shares of words go to the least loaded lane, in small pieces.
        std::map<Node, double> load;
        for (int piece = 0; piece < 1000; ++piece)
            for (Node peer = one.ahead; peer >= 1; --peer) {
                const double size = (one.halved && peer == one.ahead ? 0.5 : 1) / 1000;
                std::vector<std::vector<Node>> words;
                for (const Node a : one.lanes) {
                    if (a == peer) words.push_back({a});
                    for (const Node b : one.lanes) {
                        if (a + b == peer) words.push_back({a, b});
                        if (a - b == peer) words.push_back({a, b});
                    }
                }
                BOOST_TEST_REQUIRE(!words.empty());
                const auto cost = [&](const std::vector<Node>& word) {
                    double most = 0;
                    for (const Node lane : word)
                        most = std::max(most,
                                        load[lane] + size * double(std::ranges::count(word, lane)));
                    return most;
                };
                const auto& word = *std::ranges::min_element(words, {}, cost);
                for (const Node lane : word) load[lane] += size;
            }
        // The mirror image of every word uses the lane that runs the other way.
        for (const auto& [lane, sum] : load) BOOST_TEST(sum <= one.load + 0.01);
    }
}

kernels::PathLengths lengths_of(const FrontierBase& base) {
    using enum kernels::LinkBandwidth;
    if (base.kind == FrontierBase::Kind::ring_uni)
        return kernels::path_lengths(kernels::Topology::ring_uni(base.nodes()));
    if (base.kind == FrontierBase::Kind::ring)
        return kernels::path_lengths(kernels::Topology::ring(base.nodes(), split));
    return kernels::path_lengths(kernels::Topology::torus({base.rows, base.columns}, split));
}

/// No plan is faster than any schedule can be; on the base, not in any single term either.
BOOST_AUTO_TEST_CASE(no_plan_is_below_a_bound) {
    std::vector<FrontierBase> bases;
    for (const Node n : {2, 3, 5, 12, 16, 23})
        for (const Node k : {1, 2, 4, 8, 16}) {
            bases.push_back({FrontierBase::Kind::ring_uni, 1, n, k});
            if (k % 2 == 0 && n > 2) bases.push_back({FrontierBase::Kind::ring, 1, n, k});
        }
    for (const Node k : {4, 8}) {
        bases.push_back({FrontierBase::Kind::torus, 3, 4, k});
        bases.push_back({FrontierBase::Kind::torus, 4, 4, k});
        bases.push_back({FrontierBase::Kind::torus, 3, 7, k});
    }
    for (const auto& base : bases)
        for (const auto primitive : {Primitive::reduce_scatter, Primitive::all_gather,
                                     Primitive::all_reduce, Primitive::all_to_all}) {
            const auto plans =
                primitive == Primitive::all_to_all ? frontier::exchange_plans(base, 2e5)
                : primitive == Primitive::all_reduce
                    ? frontier::all_reduce_plans(base, 1e5)
                    : frontier::gather_plans(base, primitive == Primitive::reduce_scatter, 1e5);
            BOOST_TEST(!plans.empty());
            const kernels::CommonBounds bounds(primitive, base.nodes(), base.lanes,
                                               lengths_of(base));
            for (const double message : {1e3, 3e4, 1e6, 3e7, 1e9})
                for (const double delay : {1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 2e-2}) {
                    const kernels::BoundParameters p{1e-6, 1e-7, message / 1e11, delay};
                    const double bound = bounds.on_switch(p);
                    for (const auto& plan : plans)
                        BOOST_TEST(plan.time(p) >= bound * (1 - 1e-9),
                                   kernels::name_of(primitive)
                                       << " n " << base.nodes() << " k " << base.lanes << " kind "
                                       << int(base.kind) << " " << plan.family << " " << plan.text
                                       << ": " << plan.time(p) << " below " << bound);
                }
            for (const auto& plan : plans)
                if (plan.changes() == 0 && plan.set_up == frontier::SetUp::between_steps &&
                    base.nodes() > 2)
                    BOOST_TEST(plan.hops() >= base.diameter());
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
