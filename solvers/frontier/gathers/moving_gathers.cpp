// All-gathers that reconfigure all lanes together.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/ring_levels.hpp"
#include "solvers/frontier/gathers/windows.hpp"
#include "solvers/frontier/plans/cayley.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// The window of known offsets grows from g to next: shares of the busiest lane, times k/n.
double direct_x(Node n, Node lanes, Node g, Node next) {
    const Node fresh = next - g;
    // Equal parts of the new offsets, split at the borders, lie in a window g behind each lane.
    if (fresh % lanes == 0 || (fresh > lanes && fresh <= lanes * (g - 1))) return double(fresh) / n;
    if (fresh < lanes) return double(lanes) / std::floor(double(lanes) / fresh) / n;
    return std::ceil(double(fresh) / lanes) * lanes / n;
}

/// The lanes' circuits, as direct_x counts them: each leads from the known window to its part.
Digits direct_lanes(Node lanes, Node g, Node next) {
    const Node fresh = next - g;
    const bool in_parts =
        fresh % lanes == 0 || (fresh > lanes && fresh <= lanes * (g - 1)) || fresh < lanes;
    Digits shifts;
    for (Node lane = 0; lane < lanes; ++lane) {
        const Node part = fresh < lanes ? lane % fresh
                          : in_parts    ? static_cast<Node>(std::int64_t{lane} * fresh / lanes)
                                        : lane * ((fresh + lanes - 1) / lanes);
        if (g + part < next) shifts.push_back(g + part);
    }
    return shifts;
}

/// Windows that grow from 1 on, as steps on circuits of their own.
FrontierPlan growing(Node n, const Digits& windows, Node lanes) {
    FrontierPlan plan{"direct", "windows " + listed(windows), {}};
    for (std::size_t i = 1; i < windows.size(); ++i)
        plan.steps.push_back(
            {1, direct_x(windows.back(), lanes, windows[i - 1], windows[i]), static_cast<int>(i)});
    plan.moves = moving([=] {
        Movement movement{Group(n), {}, {1}, windows.back()};
        for (std::size_t i = 1; i < windows.size(); ++i) {
            const auto shifts = direct_lanes(lanes, windows[i - 1], windows[i]);
            Digits fresh(std::size_t(windows[i] - windows[i - 1]));
            std::iota(fresh.begin(), fresh.end(), windows[i - 1]);
            movement.copy(shifts, shifts, {std::move(fresh)});
        }
        return movement;
    });
    return plan;
}

}  // namespace

Plans leave_once(Node n, Node lanes, double effort) {
    Plans plans;
    if (lanes < 2 || n < 3) return plans;
    const double scale = double(lanes) / std::min(lanes, n - 1);
    for (const auto& found : good_digraphs(n, std::min(lanes, n - 1), effort)) {
        FrontierPlan plan{"leave once", found.name, {}};
        for (const double x : found.x) plan.steps.push_back({1, x * scale, 1});
        for (const double x : found.x_backwards) plan.x_backwards.push_back(x * scale);
        plan.moves = found.generators.empty()
                         ? without_movement(differing_circuits)
                         : moving([n, group = found.group, lanes = found.generators] {
                               return breadth_first_movement(group, {{lanes, n}});
                           });
        plans.push_back(std::move(plan));
    }
    return plans;
}

/// The stretches so far, and one more on circuits +stride.
Moving and_stretch(Moving forth, Node stride, Node positions, std::vector<Digits> levels) {
    return moving([forth = std::move(forth), stride, positions, levels = std::move(levels)] {
        auto movement = (*forth)();
        Digits known{0};
        for (const auto& step : movement.steps)
            known.insert(known.end(), step.fresh[0].begin(), step.fresh[0].end());
        add_levels(movement, {stride}, levels, positions, stride, known);
        return movement;
    });
}

Plans strides(Node n, bool base_last) {
    Plans plans;
    const auto topology = [&](const Digits& lengths, std::size_t i) {
        return i == (base_last ? lengths.size() - 1 : 0) ? 0 : static_cast<int>(i) + 1;
    };
    const auto stride = [&](const Digits& lengths, std::size_t i) {
        if (base_last && i + 1 == lengths.size()) return Node{1};
        return product_of({lengths.begin(), lengths.begin() + std::ptrdiff_t(i)}) *
               (base_last ? lengths.back() : 1);
    };
    for_each_factors(n, [&](const Digits& lengths) {
        Plans open{{"strides", "(" + listed(lengths) + ")", {}}};
        open[0].moves = moving([n] { return Movement{Group(n)}; });
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
                    plan.moves =
                        and_stretch(plan.moves, stride(lengths, i), lengths[i], way.levels);
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
        plan.moves = moving([n] { return Movement{Group(n)}; });
        double known = 1;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            const double next = std::min<double>(n, known * lengths[i]);
            for (Node step = 1; step < lengths[i]; ++step)
                plan.steps.push_back(
                    {1, std::clamp(next - known * step, 0.0, known) / n, topology(lengths, i)});
            plan.moves = and_stretch(plan.moves, stride(lengths, i), lengths[i],
                                     std::vector(std::size_t(lengths[i] - 1), Digits{1}));
            known = next;
        }
        plans.push_back(std::move(plan));
    }
    return plans;
}

Plans direct(Node n, Node positions, Node lanes) {
    const Node peers = std::min(lanes, positions - 1);
    // Full growth until the end, or from the end backwards.
    Digits early{1}, late{positions};
    while (early.back() < positions)
        early.push_back(static_cast<Node>(
            std::min<std::int64_t>(positions, std::int64_t{early.back()} * (peers + 1))));
    while (late.back() > 1) late.push_back((late.back() + peers) / (peers + 1));
    std::ranges::reverse(late);
    return {growing(n, early, lanes), growing(n, late, lanes)};
}

}  // namespace lightsweep::solvers::frontier
