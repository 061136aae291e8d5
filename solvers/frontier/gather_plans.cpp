#include "solvers/frontier/gather_plans.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>

#include "solvers/frontier/cayley.hpp"
#include "solvers/frontier/ring_levels.hpp"
#include "solvers/frontier/torus_sets.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

Node product_of(const Digits& digits) {
    return std::accumulate(digits.begin(), digits.end(), Node{1}, std::multiplies<>());
}

void append(Plans& plans, Plans more) {
    std::ranges::move(more, std::back_inserter(plans));
}

/// All lists of `length` digits of 2..most whose product is at least n and would be less than n
/// with any digit one smaller.
void for_each_digits(Node n, Node most, std::int64_t length,
                     const std::function<void(const Digits&)>& use) {
    Digits digits;
    const std::function<void(std::int64_t)> extend = [&](std::int64_t product) {
        if (std::ssize(digits) == length) {
            for (const Node digit : digits)
                if (product / digit * (digit - 1) >= n) return;
            if (product >= n) use(digits);
            return;
        }
        for (Node digit = 2; digit <= most; ++digit) {
            digits.push_back(digit);
            extend(product * digit);
            digits.pop_back();
        }
    };
    extend(1);
}

// --- all-gathers that stay ---

Plans ring_plans(Node n, Node peers, bool both_ways) {
    Plans plans;
    for (const auto& plan : level_plans(n, peers, both_ways)) {
        FrontierPlan one{"static levels", listed(plan.levels), {}};
        const auto lengths = level_lengths(plan.levels, n, both_ways);
        for (std::size_t i = 0; i < lengths.size(); ++i)
            one.steps.push_back(
                {double(plan.levels[i].back()), static_cast<double>(lengths[i]) / n});
        plans.push_back(std::move(one));
    }
    return plans;
}

/// Step t brings all blocks at distance t. A node's in-links lie in four directions of k/4 lanes.
FrontierPlan balls(const FrontierBase& base) {
    const Node rows = base.rows, columns = base.columns;
    // From which directions a block d positions around a ring of that size can come.
    const auto sides = [](Node d, Node size) {
        if (d == 0) return 0;
        return 2 * d == size ? 3 : 2 * d < size ? 1 : 2;
    };
    std::vector<std::vector<int>> blocks(static_cast<std::size_t>(base.diameter()),
                                         std::vector<int>(16));
    for (Node r = 0; r < rows; ++r)
        for (Node c = 0; c < columns; ++c)
            if (const Node far = std::min(r, rows - r) + std::min(c, columns - c); far > 0)
                ++blocks[far - 1][sides(r, rows) + 4 * sides(c, columns)];
    FrontierPlan plan{"static balls", std::to_string(rows) + " x " + std::to_string(columns), {}};
    for (const auto& step : blocks) {
        double most = 0;
        for (int set = 1; set < 16; ++set) {
            int within = 0;
            for (int from = 1; from < 16; ++from)
                if ((from & set) == from) within += step[from];
            most = std::max(most, 4.0 * within / std::popcount(unsigned(set)) / base.nodes());
        }
        plan.steps.push_back({1, most});
    }
    return plan;
}

/// Half the block through the rows first, half through the columns first, k/4 lanes a direction.
Plans halves(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes(), each = base.lanes / 4;
    for (const auto& across : level_plans(base.columns, each, true))
        for (const auto& down : level_plans(base.rows, each, true)) {
            const auto x = level_lengths(across.levels, base.columns, true);
            const auto y = level_lengths(down.levels, base.rows, true);
            FrontierPlan plan{
                "static halves", listed(across.levels) + "; " + listed(down.levels), {}};
            for (std::size_t t = 0; t < x.size() + y.size(); ++t) {
                // The second dimension of a half is passed by every head of the first.
                double along_x = 0, along_y = 0, hops = 0;
                const auto use_x = [&](std::size_t i, Node heads) {
                    along_x += static_cast<double>(x[i]) * heads / n;
                    hops = std::max<double>(hops, across.levels[i].back());
                };
                const auto use_y = [&](std::size_t i, Node heads) {
                    along_y += static_cast<double>(y[i]) * heads / n;
                    hops = std::max<double>(hops, down.levels[i].back());
                };
                t < x.size() ? use_x(t, 1) : use_y(t - x.size(), base.columns);
                t < y.size() ? use_y(t, 1) : use_x(t - y.size(), base.rows);
                plan.steps.push_back({hops, std::max(along_x, along_y)});
            }
            plans.push_back(std::move(plan));
        }
    return plans;
}

Plans static_plans(const FrontierBase& base, double effort) {
    if (base.kind == Kind::ring) return ring_plans(base.nodes(), base.lanes / 2, true);
    Plans plans;
    if (base.kind == Kind::torus) {
        plans = halves(base);
        plans.push_back(balls(base));
        append(plans, torus_set_plans(base.rows, base.columns, base.lanes, effort));
        return plans;
    }
    for (Node peers = 1; peers <= std::min(base.lanes, base.nodes() - 1); ++peers)
        std::ranges::move(ring_plans(base.nodes(), peers, false), std::back_inserter(plans));
    return without_dominated(std::move(plans));
}

// --- all-gathers that reconfigure ---

Plans leave_once(Node n, Node lanes, double effort) {
    Plans plans;
    if (lanes < 2 || n < 3) return plans;
    for (const auto& found : good_digraphs(n, std::min(lanes, n - 1), effort)) {
        FrontierPlan plan{"leave once", found.name, {}};
        for (const double x : found.x)
            plan.steps.push_back({1, x * lanes / std::min(lanes, n - 1), 1});
        plans.push_back(std::move(plan));
    }
    return plans;
}

/// Ordered lists of factors >= 2 whose product is n, at least two of them.
void for_each_factors(Node n, const std::function<void(const Digits&)>& use) {
    Digits factors;
    const std::function<void(Node)> extend = [&](Node left) {
        if (left == 1) {
            if (factors.size() > 1) use(factors);
            return;
        }
        for (Node factor = 2; factor <= left; ++factor) {
            if (left % factor != 0) continue;
            factors.push_back(factor);
            extend(left / factor);
            factors.pop_back();
        }
    };
    extend(n);
}

/// All-gathers on one lane, stretch by stretch in the order of time; of a stretch of l positions
/// that run over `stride` nodes each, l - 1 steps of one hop or fewer of several. The base is the
/// stretch of stride 1: the first one, or the last one for a reduce-scatter, which passes the
/// stretches backwards.
Plans strides(Node n, bool base_last) {
    Plans plans;
    const auto topology = [&](const Digits& lengths, std::size_t i) {
        return i == (base_last ? lengths.size() - 1 : 0) ? 0 : static_cast<int>(i) + 1;
    };
    for_each_factors(n, [&](const Digits& lengths) {
        if (lengths.size() > 6) return;
        Plans open{{"strides", "(" + listed(lengths) + ")", {}}};
        double known = 1;
        for (std::size_t i = 0; i < lengths.size(); known *= lengths[i++]) {
            Plans longer;
            for (const auto& way : level_plans(lengths[i], 1, false)) {
                const auto links = level_lengths(way.levels, lengths[i], false);
                for (auto plan : open) {
                    for (std::size_t j = 0; j < links.size(); ++j)
                        plan.steps.push_back({double(way.levels[j].back()),
                                              known * static_cast<double>(links[j]) / n,
                                              topology(lengths, i)});
                    longer.push_back(std::move(plan));
                }
            }
            open = without_dominated(std::move(longer));
        }
        std::ranges::move(open, std::back_inserter(plans));
    });
    // Any n: lengths whose product is at least n; the last steps leave out what is there.
    const auto bits = kernels::ceil_log(n, 2);
    for (std::int64_t parts = 2; parts <= bits; ++parts) {
        Digits lengths(static_cast<std::size_t>(parts), 1);
        for (std::int64_t product = 1; product < n;) {
            auto& least = *std::ranges::min_element(lengths);
            product = product / least * (least + 1);
            ++least;
        }
        FrontierPlan plan{"strides", "(" + listed(lengths) + ")", {}};
        double known = 1;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            const double next = std::min<double>(n, known * lengths[i]);
            for (Node step = 1; step < lengths[i]; ++step)
                plan.steps.push_back(
                    {1, std::clamp(next - known * step, 0.0, known) / n, topology(lengths, i)});
            known = next;
        }
        plans.push_back(std::move(plan));
    }
    return plans;
}

/// The window of known offsets grows from g to next: shares of the busiest lane, times k/n.
double direct_x(Node n, Node lanes, Node g, Node next) {
    const Node fresh = next - g;
    // Equal parts of the new offsets, split at the borders, lie in a window g behind each lane.
    if (fresh % lanes == 0 || (fresh > lanes && fresh <= lanes * (g - 1))) return double(fresh) / n;
    if (fresh < lanes) return double(lanes) / std::floor(double(lanes) / fresh) / n;
    return std::ceil(double(fresh) / lanes) * lanes / n;
}

/// Windows that grow from 1 to n, as steps on circuits of their own.
FrontierPlan growing(const Digits& windows, Node lanes) {
    FrontierPlan plan{"direct", "windows " + listed(windows), {}};
    for (std::size_t i = 1; i < windows.size(); ++i)
        plan.steps.push_back(
            {1, direct_x(windows.back(), lanes, windows[i - 1], windows[i]), static_cast<int>(i)});
    return plan;
}

Plans direct(Node n, Node lanes) {
    const Node peers = std::min(lanes, n - 1);
    // Full growth until the end, or from the end backwards.
    Digits early{1}, late{n};
    while (early.back() < n)
        early.push_back(
            static_cast<Node>(std::min<std::int64_t>(n, std::int64_t{early.back()} * (peers + 1))));
    while (late.back() > 1) late.push_back((late.back() + peers) / (peers + 1));
    std::ranges::reverse(late);
    return {growing(early, lanes), growing(late, lanes)};
}

// --- planes that change in turn ---

/// Growth of one step on k/2 planes: peers -a .. r-1-a around a node, hops, and the blocks on the
/// busiest plane per block that every peer is sent.
struct Growth {
    Node radix;
    double hops, load;
};

/// With circuits of one lane per peer; one plane serves two peers over one and two hops. Otherwise
/// over two hops of circuits +-1 (two planes), +-1 and +-2 (four planes, up to 7), +-1 and +-3:
/// each half of a block by the peers and by their mirror image, so that the farthest peer of an
/// even radix is on either side.
std::vector<Growth> growths(Node planes) {
    std::vector<Growth> all;
    for (Node radix = 2; radix <= planes + 1; ++radix) all.push_back({radix, 1, 1});
    if (planes == 1) all.push_back({3, 2, 3});
    if (planes == 2) all.insert(all.end(), {{4, 2, 2}, {5, 2, 3}});
    if (planes == 4) all.insert(all.end(), {{6, 2, 1.5}, {7, 2, 2}, {8, 2, 2.5}, {9, 2, 3}});
    return all;
}

/// Growth on the base's own lanes of the first group: hops and the load of the busiest direction.
std::vector<Growth> base_growths(const FrontierBase& base) {
    const double planes = base.lanes / 2;
    std::vector<Growth> all;
    for (Node radix = 2; radix <= base.lanes + 1 && radix <= base.nodes(); ++radix) {
        // One lane of a ring runs one way; two and more run both ways.
        if (base.kind == Kind::ring_uni || planes == 1) {
            all.push_back({radix, radix - 1.0, radix * (radix - 1) / 2.0 / planes});
        } else {
            const Node ahead = radix / 2, behind = radix - 1 - ahead;
            const double sum = (ahead * (ahead + 1) + behind * (behind + 1)) / 2.0;
            const bool mirrored = 2 * ahead <= base.lanes;
            all.push_back(
                {radix, double(ahead), mirrored ? sum / planes : ahead * (ahead + 1) / planes});
        }
    }
    return all;
}

/// Adds a plan for every list of digits of `count` steps; x of a step by its growth and the windows
/// known before it.
Plans alternating(const FrontierBase& base, bool backwards, bool whole) {
    Plans plans;
    if (base.lanes % 2 != 0 || base.kind == Kind::torus || base.nodes() < 4) return plans;
    const Node n = base.nodes();
    const double k = base.lanes;
    const auto off_base = growths(base.lanes / 2), on_base = base_growths(base);
    const Node most = std::max(off_base.back().radix, Node{2});
    const auto count = kernels::ceil_log(n, most);
    for (auto steps = count; steps <= count + 1; ++steps)
        for (const auto& first : on_base)
            for_each_digits(
                (n + first.radix - 1) / first.radix, most, steps - 1, [&](const Digits& digits) {
                    const double product =
                        std::accumulate(digits.begin(), digits.end(), 1.0, std::multiplies<>());
                    if (whole && product * first.radix != n) return;
                    FrontierPlan plan{whole ? "alternating whole vectors" : "alternating",
                                      std::to_string(first.radix) + " | " + listed(digits),
                                      {},
                                      true};
                    // The base digit comes first in time; backwards, that is after all others, with
                    // the heads that it needs.
                    const double last = whole       ? n
                                        : backwards ? std::ceil(double(n) / first.radix)
                                                    : n;
                    const double heads = whole ? n : backwards ? last : 1;
                    double known = backwards ? 1 : first.radix;
                    for (const Node digit : digits) {
                        const auto way = *std::ranges::find(off_base, digit, &Growth::radix);
                        // Peers beyond the last window are left out.
                        double load = way.load * known;
                        if (base.lanes == 2 && known * digit > last)
                            for (Node j = digit - 1; j > 0; --j)
                                load -= j * std::clamp(known * (j + 1) - last, 0.0, known);
                        plan.steps.push_back({way.hops, (whole ? way.load * n : load) * k / n,
                                              static_cast<int>(plan.steps.size()) + 1});
                        known = std::min(known * digit, last);
                    }
                    if (backwards) std::ranges::reverse(plan.steps);
                    plan.steps.insert(plan.steps.begin(),
                                      {first.hops, first.load * k * heads / n, 0});
                    plans.push_back(std::move(plan));
                });
    return plans;
}

/// Alternating plans that another has no more steps, hops and x than.
Plans without_slower(Plans plans) {
    std::ranges::stable_sort(plans, {}, [](const FrontierPlan& one) {
        return std::tuple(one.steps.size(), one.hops(), one.x());
    });
    Plans kept;
    for (auto& plan : plans) {
        const auto no_slower = [&](const FrontierPlan& one) {
            if (one.steps.size() != plan.steps.size()) return false;
            for (std::size_t i = 0; i < one.steps.size(); ++i)
                if (one.steps[i].hops > plan.steps[i].hops || one.steps[i].x > plan.steps[i].x)
                    return false;
            return true;
        };
        if (std::ranges::none_of(kept, no_slower)) kept.push_back(std::move(plan));
    }
    return kept;
}

// --- all-reduces ---

/// The reduce-scatter of a plan, then its all-gather, which starts on the circuits on which the
/// reduce-scatter ends.
FrontierPlan both_halves(const FrontierPlan& gather) {
    auto plan = reversed(gather);
    plan.text += ", both ways";
    plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
    return plan;
}

/// Whole vectors that a node receives in one step from an offset on the ring.
struct Received {
    Node offset;
    double vectors;
};

PlanStep over_ring(const FrontierBase& base, const std::vector<Received>& all) {
    const Node n = base.nodes();
    PlanStep step{0, 0};
    double forth = 0, back = 0, either = 0;
    for (const auto& one : all) {
        const Node ahead = (one.offset % n + n) % n;
        const bool turned = base.kind == Kind::ring && 2 * ahead > n;
        const Node distance = turned ? n - ahead : ahead;
        step.hops = std::max<double>(step.hops, distance);
        (base.kind == Kind::ring && 2 * ahead == n ? either
         : turned                                  ? back
                                                   : forth) += one.vectors * distance;
    }
    // What is half way round goes either way, in any shares.
    step.x = base.kind == Kind::ring_uni ? forth
                                         : std::max({2 * forth, 2 * back, forth + back + either});
    return step;
}

/// n = sum c_i w_i from the top, c_i < r_i.
Digits coefficients(Node n, const Digits& digits) {
    Digits weights{1}, counts(digits.size());
    for (const Node digit : digits) weights.push_back(weights.back() * digit);
    for (auto i = digits.size(); i-- > 0;) {
        counts[i] = std::min(digits[i] - 1, n / weights[i]);
        n -= counts[i] * weights[i];
    }
    if (n > 0) counts.clear();
    return counts;
}

/// Whole vectors on a ring: what a node receives in every step from multiples of `span`; nothing if
/// the digits do not make `nodes`.
std::optional<std::vector<PlanStep>> whole_on_ring(const FrontierBase& base, const Digits& digits,
                                                   Node nodes, Node span) {
    std::vector<PlanStep> steps;
    if (base.kind == Kind::ring_uni) {
        for (const auto& step : windows_ahead(nodes, digits)) {
            std::vector<Received> received;
            for (std::size_t j = 1; j < step.vectors.size(); ++j)
                received.push_back(
                    {static_cast<Node>(j) * step.weight * span, double(step.vectors[j])});
            // The last step adds whole windows to its own part: they begin nearer.
            if (step.held > 0)
                for (auto& one : received) one.offset -= (step.weight - step.held) * span;
            steps.push_back(over_ring(base, received));
        }
        return steps.empty() ? std::nullopt : std::optional(steps);
    }
    const auto product = product_of(digits);
    const auto counts = product == nodes ? Digits{} : coefficients(nodes, digits);
    if (product != nodes && counts.empty()) return std::nullopt;
    Node weight = 1, held = 0;
    for (std::size_t i = 0; i < digits.size(); weight *= digits[i++]) {
        Node ahead = digits[i] / 2, behind = digits[i] - 1 - ahead;
        if (!counts.empty()) {
            const bool last = i + 1 == digits.size();
            ahead = last && held == 0 ? counts[i] - 1 : counts[i];
            behind = last ? 0 : digits[i] - 1 - counts[i];
            held += counts[i] * weight;
        }
        std::vector<Received> received;
        for (Node j = -behind; j <= ahead; ++j)
            if (j != 0) received.push_back({j * weight * span, 1});
        steps.push_back(over_ring(base, received));
    }
    return steps;
}

/// New circuits for every step: every peer has an equal number of lanes; x in whole vectors.
std::optional<std::vector<PlanStep>> whole_direct(Node lanes, const Digits& digits, Node nodes) {
    if (product_of(digits) != nodes && coefficients(nodes, digits).empty()) return std::nullopt;
    std::vector<PlanStep> steps;
    for (const Node digit : digits)
        steps.push_back({1, lanes / std::floor(double(lanes) / (digit - 1)),
                         static_cast<int>(steps.size()) + 1});
    return steps;
}

/// On a torus: boxes of windows, r_x r_y <= k + 1, that fill rows and columns exactly.
Plans whole_on_torus(const FrontierBase& base) {
    Plans plans;
    FrontierPlan plan{"static whole vectors", "", {}};
    const auto most = kernels::ceil_log(base.nodes(), base.lanes + 1) + 2;
    const auto step_of = [&](Node rx, Node ry, Node wx, Node wy) {
        PlanStep step{0, 0};
        double x[3] = {}, y[3] = {};  // ahead, back, either way
        const auto walk = [](double(&loads)[3], Node steps, Node size) {
            const Node ahead = (steps % size + size) % size, far = std::min(ahead, size - ahead);
            loads[2 * ahead == size ? 2 : ahead == far ? 0 : 1] += far;
            return far;
        };
        for (Node i = -((rx - 1) / 2); i <= rx / 2; ++i)
            for (Node j = -((ry - 1) / 2); j <= ry / 2; ++j)
                step.hops = std::max<double>(
                    step.hops, walk(x, i * wx, base.columns) + walk(y, j * wy, base.rows));
        for (const auto& one : {x, y})
            step.x = std::max({step.x, 4 * one[0], 4 * one[1], 2 * (one[0] + one[1] + one[2])});
        return step;
    };
    const std::function<void(Node, Node)> extend = [&](Node wx, Node wy) {
        if (wx == base.columns && wy == base.rows) plans.push_back(plan);
        if (std::ssize(plan.steps) == most) return;
        for (Node rx = 1; rx <= base.lanes + 1; ++rx)
            for (Node ry = 1; rx * ry <= base.lanes + 1; ++ry) {
                if (rx * ry == 1 || base.columns % (wx * rx) != 0 || base.rows % (wy * ry) != 0)
                    continue;
                const auto text = plan.text;
                plan.text +=
                    (text.empty() ? "" : ", ") + std::to_string(rx) + " x " + std::to_string(ry);
                plan.steps.push_back(step_of(rx, ry, wx, wy));
                extend(wx * rx, wy * ry);
                plan.steps.pop_back();
                plan.text = text;
            }
    };
    extend(1, 1);
    return without_dominated(std::move(plans));
}

Plans whole_vectors(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes(), most = std::min(base.lanes + 1, n);
    const auto least = kernels::ceil_log(n, most);
    const auto add = [&](const char* family, const Digits& digits, const auto& steps) {
        if (steps) plans.push_back({family, "(" + listed(digits) + ")", *steps});
    };
    for (auto count = least; count <= least + 1; ++count)
        for_each_digits(n, most, count, [&](const Digits& digits) {
            if (base.kind != Kind::torus)
                add("static whole vectors", digits, whole_on_ring(base, digits, n, 1));
            add("direct whole vectors", digits, whole_direct(base.lanes, digits, n));
        });
    if (base.kind == Kind::torus) append(plans, whole_on_torus(base));
    return without_dominated(std::move(plans));
}

/// Reduce-scatter by a plan over near windows, whole sub-vectors between them, and back.
FrontierPlan hybrid(std::string family, const FrontierPlan& gather, Node near,
                    const std::vector<PlanStep>& middle, const Digits& digits) {
    auto plan = reversed(gather);
    plan.family = std::move(family);
    plan.text =
        "near " + std::to_string(near) + " by " + gather.text + ", far (" + listed(digits) + ")";
    for (auto step : middle) {
        step.x /= near;
        if (step.topology > 0) step.topology += static_cast<int>(gather.steps.size());
        plan.steps.push_back(step);
    }
    plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
    return plan;
}

Plans hybrids(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes();
    const bool both_ways = base.kind == Kind::ring;
    for (Node near = 2; near < n; ++near) {
        if (n % near != 0) continue;
        const Node far = n / near, most = std::min(base.lanes + 1, far);
        const auto least = kernels::ceil_log(far, most);
        const auto ring =
            base.kind == Kind::torus
                ? Plans{}
                : ring_plans(near, both_ways ? base.lanes / 2 : base.lanes, both_ways);
        const auto circuits = direct(near, base.lanes);
        for (auto count = least; count <= least + 1; ++count)
            for_each_digits(far, most, count, [&](const Digits& digits) {
                if (const auto middle =
                        ring.empty() ? std::nullopt : whole_on_ring(base, digits, far, near))
                    for (const auto& gather : ring)
                        plans.push_back(hybrid("static hybrid", gather, near, *middle, digits));
                if (const auto middle = whole_direct(base.lanes, digits, far))
                    for (const auto& gather : circuits)
                        plans.push_back(hybrid("direct hybrid", gather, near, *middle, digits));
            });
        plans = without_dominated(std::move(plans));
    }
    return plans;
}

}  // namespace

std::vector<WindowStep> windows_ahead(Node n, const std::vector<Node>& digits) {
    const auto product = product_of(digits);
    const auto counts = product == n ? Digits{} : coefficients(n, digits);
    std::vector<WindowStep> steps;
    if (product != n && counts.empty()) return steps;
    Node weight = 1, held = 0;
    for (std::size_t i = 0; i < digits.size(); weight *= digits[i++]) {
        std::vector<int> vectors(static_cast<std::size_t>(digits[i]), 1);
        const Node before = held;
        if (!counts.empty()) {
            const auto count = static_cast<std::size_t>(counts[i]);
            if (i + 1 == digits.size())
                vectors.resize(held > 0 ? count + 1 : count);
            else if (held > 0)
                ++vectors[count];
            held += counts[i] * weight;
        }
        const bool last = i + 1 == digits.size();
        steps.push_back({weight, std::move(vectors), last ? before : 0});
    }
    return steps;
}

Node FrontierBase::diameter() const {
    if (kind == Kind::ring_uni) return nodes() - 1;
    return rows / 2 + columns / 2;
}

namespace {

const Plans& nothing_to_do() {
    static const Plans one{{"static levels", "one node", {}}};
    return one;
}

}  // namespace

Plans gather_plans(const FrontierBase& base, bool backwards, double effort) {
    const Node n = base.nodes();
    if (n == 1) return nothing_to_do();
    auto plans = static_plans(base, effort);
    append(plans, leave_once(n, base.lanes, effort));
    append(plans, direct(n, base.lanes));
    if (base.lanes == 1) append(plans, strides(n, backwards));
    if (backwards)
        for (auto& plan : plans) plan = reversed(std::move(plan));
    plans = without_dominated(std::move(plans));
    append(plans, without_slower(alternating(base, backwards, false)));
    return plans;
}

Plans all_reduce_plans(const FrontierBase& base, double effort) {
    const Node n = base.nodes();
    if (n == 1) return nothing_to_do();
    Plans gathers = static_plans(base, effort), plans;
    append(gathers, leave_once(n, base.lanes, effort));
    append(gathers, direct(n, base.lanes));
    if (base.lanes == 1) append(gathers, strides(n, true));
    for (const auto& gather : gathers) plans.push_back(both_halves(gather));
    append(plans, whole_vectors(base));
    append(plans, hybrids(base));
    plans = without_dominated(std::move(plans));
    append(plans, without_slower(alternating(base, false, true)));
    return plans;
}

}  // namespace lightsweep::solvers::frontier
