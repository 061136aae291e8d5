// Windows of whole vectors: no contribution to a sum is added twice, and none is missing.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/uneven_hybrids.hpp"
#include "solvers/frontier/gathers/windows.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(frontier_windows)

namespace frontier = solvers::frontier;
using frontier::FrontierBase;
using kernels::Node;
using Digits = std::vector<Node>;
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
                    if (product > n && !frontier::coefficients(n, digits).empty()) use(digits);
                }
}

/// The rule of windows.hpp for windows of whole vectors, as contributions of node 0: no
/// contribution is added twice, and none is missing.
BOOST_AUTO_TEST_CASE(windows_add_every_contribution_once) {
    int checked = 0;
    for (const Node n : {5, 12, 16, 23, 48, 64})
        for_each_digits(n, 5, [&](const Digits& digits) {
            ++checked;
            const auto counts = frontier::coefficients(n, digits);
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
            const auto counts = frontier::coefficients(n, digits);
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

/// Carries out a hybrid for the chunk at place 0: every contribution is added once, and every node
/// has the whole sum in the end.
void check_sums(Node n, const frontier::UnevenHybrid& hybrid, const std::string& where) {
    std::vector<Window> sums(static_cast<std::size_t>(n), Window(static_cast<std::size_t>(n)));
    for (Node v = 0; v < n; ++v) sums[v][v] = 1;
    const auto carry = [&](const frontier::ChunkSteps& steps, bool adds) {
        for (const auto& sends : steps) {
            const auto before = sums;
            for (const auto& [from, to] : sends)
                adds ? add(sums[to], before[from]) : void(sums[to] = before[from]);
        }
    };
    carry(hybrid.scatter, true);
    carry(hybrid.exchange, true);
    carry(hybrid.gather, false);
    const Window all(sums.size(), 1);
    const bool whole = std::ranges::all_of(sums, [&](const Window& sum) { return sum == all; });
    BOOST_TEST(whole, where);
}

/// A step of all chunks on the base, link by link: the busiest link, in vectors over b.
double carried(const FrontierBase& base, const std::vector<frontier::ChunkSend>& sends) {
    const Node n = base.nodes();
    const bool both_ways = base.kind == FrontierBase::Kind::ring;
    std::map<std::pair<Node, int>, double> links;  // where it begins, and its direction
    std::set<Node> peers;
    const auto walk = [&](Node from, Node to, double share) {
        const Node ahead = (to - from + n) % n;
        const bool forth = !both_ways || 2 * ahead <= n;
        if (from == 0) peers.insert(to);
        for (Node at = from; at != to; at = (at + (forth ? 1 : n - 1)) % n)
            links[{at, forth ? 1 : -1}] += share / n;
    };
    for (Node chunk = 0; chunk < n; ++chunk)
        for (const auto& [from, to] : sends)
            if (!both_ways) {
                walk((chunk + from) % n, (chunk + to) % n, 1);
            } else {
                walk((chunk + from) % n, (chunk + to) % n, 0.5);
                walk((chunk - from + n) % n, (chunk - to + n) % n, 0.5);
            }
    BOOST_TEST(std::ssize(peers) <= base.lanes);
    double most = 0;
    for (const auto& [link, load] : links) most = std::max(most, load);
    return both_ways ? 2 * most : most;
}

/// Lanes that the shifts of a step need to carry their sends in x.
Node lanes_within(const FrontierBase& base, const std::vector<frontier::ChunkSend>& sends,
                  double x) {
    std::map<Node, Node> by_shift;
    for (const auto& [from, to] : sends) ++by_shift[(to - from + base.nodes()) % base.nodes()];
    Node lanes = 0;
    for (const auto& [shift, count] : by_shift)
        lanes += static_cast<Node>(std::ceil(base.lanes * count / (base.nodes() * x)));
    return lanes;
}

BOOST_AUTO_TEST_CASE(hybrids_of_uneven_windows_add_every_contribution_once) {
    int checked = 0;
    for (const Node n : {5, 7, 11, 12, 16, 23})
        for (const Node k : {1, 2, 4, 8})
            for (const auto kind : {FrontierBase::Kind::ring_uni, FrontierBase::Kind::ring})
                for (const bool direct : {false, true}) {
                    const FrontierBase base{kind, 1, n, k};
                    if (kind == FrontierBase::Kind::ring && (direct || k == 1)) continue;
                    for (const auto& hybrid : frontier::uneven_hybrids_of(base, direct)) {
                        const auto where =
                            std::to_string(n) + " " + std::to_string(k) + " " + hybrid.text;
                        check_sums(n, hybrid, where);
                        for (const auto& sends : hybrid.all()) {
                            const auto step = frontier::step_of(base, sends, direct);
                            if (!step) continue;
                            ++checked;
                            if (direct) {
                                BOOST_TEST(lanes_within(base, sends, step->x * (1 + 1e-9)) <= k,
                                           where);
                                BOOST_TEST(lanes_within(base, sends, step->x * (1 - 1e-9)) > k,
                                           where);
                            } else if (2 * step->hops < n || kind == FrontierBase::Kind::ring_uni) {
                                BOOST_TEST(std::abs(carried(base, sends) - step->x) < 1e-9, where);
                            }
                        }
                    }
                }
    BOOST_TEST(checked > 2000);
}

/// Circuits of a stretch lead +w, the product of the lengths before it; a step of as many hops as
/// the one before it, in the same stretch, passes on what came last.
BOOST_AUTO_TEST_CASE(stretches_of_whole_vectors_add_every_contribution_once) {
    int checked = 0;
    for (const Node n : {6, 12, 15, 18, 48, 60, 64})
        for (const auto& plan : frontier::whole_vectors({FrontierBase::Kind::ring_uni, 1, n, 1})) {
            if (plan.family != "whole vectors in stretches") continue;
            const auto where = std::to_string(n) + " " + plan.text;
            std::istringstream words(plan.text.substr(1));
            Digits weights{1};
            for (Node length = 0; words >> length; words.get())
                weights.push_back(weights.back() * length);
            Window sum(std::size_t(n), 0), last;
            sum[0] = 1;
            const frontier::PlanStep* before = nullptr;
            for (const auto& step : plan.steps) {
                const bool on =
                    before && before->topology == step.topology && before->hops == step.hops;
                last = moved(on ? last : sum,
                             static_cast<Node>(step.hops) * weights[std::size_t(step.topology)]);
                add(sum, last);
                BOOST_TEST(step.x == step.hops, where);
                before = &step;
            }
            BOOST_TEST(std::ranges::all_of(sum, [](int times) { return times == 1; }), where);
            BOOST_TEST(weights.back() == n, where);
            ++checked;
        }
    BOOST_TEST(checked > 15);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
