// Planes that form two groups and change in turn.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include "solvers/frontier/gather_plans.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

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

/// Whether the first group's lanes run both ways round a ring; one lane runs one way.
bool runs_both_ways(const FrontierBase& base) {
    return base.kind == Kind::ring && base.lanes > 2;
}

/// Growth on the base's own lanes of the first group: hops and the load of the busiest direction.
std::vector<Growth> base_growths(const FrontierBase& base) {
    const double planes = runs_both_ways(base) ? base.lanes / 4 * 2 : base.lanes / 2;
    std::vector<Growth> all;
    for (Node radix = 2; radix <= base.lanes + 1 && radix <= base.nodes(); ++radix) {
        // One lane of a ring runs one way; two and more run both ways.
        if (!runs_both_ways(base)) {
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

/// Peers of one step, in units of its stride, and the lanes to them. The second half of a block
/// takes the mirror image where the peers are `mirrored`.
struct Reach {
    Node unit, behind, ahead;
    bool mirrored;
    Digits lanes;
};

Reach reach_on_base(const FrontierBase& base, Node radix) {
    const Node n = base.nodes();
    if (!runs_both_ways(base))
        return {1, 0, radix - 1, false, Digits(std::size_t(base.lanes / 2), 1)};
    const Node ahead = radix / 2;
    Digits lanes(std::size_t(base.lanes / 4), 1);
    lanes.insert(lanes.end(), std::size_t(base.lanes / 4), n - 1);
    return {1, radix - 1 - ahead, ahead, 2 * ahead <= base.lanes, std::move(lanes)};
}

Reach reach_off_base(Node n, Node planes, Node unit, Node radix) {
    const auto at = [&](Node j) { return static_cast<Node>((j * unit % n + n) % n); };
    Reach reach{unit, 0, radix - 1, false, {}};
    if (planes == 1 && radix == 3) {
        reach.lanes = {at(1)};
    } else if (radix <= planes + 1) {
        for (Node j = 1; j < radix; ++j) reach.lanes.push_back(at(j));
    } else {
        reach = {unit, (radix - 1) / 2, radix / 2, true, {at(1), at(-1)}};
        if (const Node far = radix > 7 ? 3 : 2; planes == 4)
            reach.lanes.insert(reach.lanes.end(), {at(far), at(-far)});
    }
    return reach;
}

/// In the order of an all-gather: off the base after it, or before it (`backwards`), where the
/// windows are those of every radix-th node.
Movement alternating_movement(const FrontierBase& base, bool backwards, bool whole, Node radix,
                              const Digits& digits) {
    const Node n = base.nodes(), planes = base.lanes / 2;
    std::vector<Reach> reaches{reach_on_base(base, radix)};
    for (Node unit = radix; const Node digit : digits) {
        reaches.push_back(reach_off_base(n, planes, unit, digit));
        unit *= digit;
    }
    const Node apart = backwards ? radix : 1, most = (n + apart - 1) / apart * apart;
    if (backwards) std::rotate(reaches.begin(), reaches.begin() + 1, reaches.end());
    Movement movement{Group(n), {}, planes > 1 ? std::vector{0.5, 0.5} : std::vector{1.0}};
    if (whole) movement.chunks = 1;
    for (const auto& one : reaches)
        movement.steps.push_back({one.lanes,
                                  {},
                                  whole ? MovementStep::Kind::whole : MovementStep::Kind::copy,
                                  std::vector<Digits>(movement.parts.size())});
    std::vector<std::set<Node>> peers(reaches.size());
    for (std::size_t part = 0; part < movement.parts.size(); ++part) {
        const auto behind = [&](const Reach& one) {
            return part == 1 && one.mirrored ? one.ahead : one.behind;
        };
        // The windows lie in so many positions, which begin as far back as they reach.
        Node low = 0;
        for (const auto& one : reaches)
            if (!backwards || one.unit > 1) low -= behind(one) * one.unit;
        Digits known{0};
        std::vector<char> has(std::size_t(n), 0);
        has[0] = 1;
        for (std::size_t t = 0; t < reaches.size(); ++t) {
            const auto& one = reaches[t];
            const auto before = known;
            for (Node j = -behind(one); j < one.behind + one.ahead + 1 - behind(one); ++j) {
                if (j == 0) continue;
                const Node by = ((j * one.unit) % n + n) % n;
                peers[t].insert(by);
                if (whole) movement.steps[t].fresh[part].push_back(by);
                for (const Node head : before) {
                    const Node to = head + j * one.unit;
                    auto& there = has[std::size_t((to % n + n) % n)];
                    const bool last = backwards && t + 1 == reaches.size();
                    if (whole || there || (!last && (to < low || to >= low + most))) continue;
                    there = 1;
                    known.push_back(to);
                    movement.steps[t].fresh[part].push_back((to % n + n) % n);
                }
            }
        }
    }
    for (std::size_t t = 0; t < reaches.size(); ++t)
        movement.steps[t].peers.assign(peers[t].begin(), peers[t].end());
    return backwards ? frontier::backwards(std::move(movement), true) : movement;
}

/// Vectors on the busiest of these planes, if the node at j units ahead sends vectors[j]: each over
/// a plane of its own, or over sums of two units, the planes' or twice the largest.
double busiest_ahead(Node planes, const std::vector<int>& vectors) {
    const auto most = static_cast<std::size_t>(planes);
    std::vector<double> loads(most + 1);
    for (std::size_t j = 1; j < vectors.size(); ++j) {
        loads[std::min(j, most)] += vectors[j];
        if (j > most) loads[j - most] += vectors[j];
    }
    return std::ranges::max(loads);
}

/// Per digit the vectors on the busiest plane of windows that need not fill the nodes exactly: of
/// the last digit, too, the peers lie at multiples of the window, and the farthest sends its part
/// V. Empty if the digits cannot make the nodes.
std::vector<double> window_loads(Node n, Node planes, const Digits& digits) {
    std::vector<double> loads;
    for (const auto& step : windows_ahead(n, digits))
        loads.push_back(busiest_ahead(planes, step.vectors));
    return loads;
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

}  // namespace

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
                    const bool exact = product * first.radix == n;
                    std::vector<double> windows;
                    if (whole && !exact) {
                        Digits all{first.radix};
                        all.insert(all.end(), digits.begin(), digits.end());
                        windows = window_loads(n, base.lanes / 2, all);
                        if (windows.empty()) return;
                    }
                    FrontierPlan plan{whole ? "alternating whole vectors" : "alternating",
                                      std::to_string(first.radix) + " | " + listed(digits),
                                      {},
                                      SetUp::in_turn};
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
                        if (whole) load = n * (exact ? way.load : windows[plan.steps.size() + 1]);
                        plan.steps.push_back(
                            {way.hops, load * k / n, static_cast<int>(plan.steps.size()) + 1});
                        known = std::min(known * digit, last);
                    }
                    if (backwards) std::ranges::reverse(plan.steps);
                    plan.steps.insert(plan.steps.begin(),
                                      {first.hops, first.load * k * heads / n, 0});
                    plan.moves =
                        whole && !exact
                            ? without_movement(several_sums)
                            : moving([base, backwards, whole, radix = first.radix, digits] {
                                  return alternating_movement(base, backwards, whole, radix,
                                                              digits);
                              });
                    plans.push_back(std::move(plan));
                });
    return without_slower(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
