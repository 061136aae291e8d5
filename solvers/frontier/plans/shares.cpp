#include "solvers/frontier/plans/shares.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::frontier {

namespace {

constexpr int none = -1;

/// Rows of one layer: what comes into an element leaves it again.
using Rows = std::vector<int>;

/// The elements that are reached before each step, and after the last.
std::vector<std::vector<char>> reached_elements(const Group& group,
                                                const std::vector<std::vector<Offer>>& steps) {
    std::vector<std::vector<char>> reached(
        1, std::vector<char>(static_cast<std::size_t>(group.size())));
    reached[0][0] = 1;
    for (const auto& offers : steps) {
        auto next = reached.back();
        for (Node x = 0; x < group.size(); ++x)
            for (const auto& offer : offers)
                if (reached.back()[x]) next[group.multiply(x, offer.element)] = 1;
        reached.push_back(std::move(next));
    }
    return reached;
}

/// Ways to an element as counts of generators, over the fewest of at most `most` hops.
std::vector<std::map<Node, int>> shortest_ways(const Group& group, const std::set<Node>& generators,
                                               Node element, int most) {
    std::vector<std::map<Node, int>> ways;
    std::map<Node, int> way;
    const std::function<void(Node, std::set<Node>::const_iterator, int)> extend =
        [&](Node at, std::set<Node>::const_iterator first, int left) {
            if (left == 0 && at == element && ways.size() < 6) ways.push_back(way);
            if (left == 0) return;
            for (auto g = first; g != generators.end(); ++g) {
                ++way[*g];
                extend(group.multiply(at, *g), g, left - 1);
                if (--way[*g] == 0) way.erase(*g);
            }
        };
    for (int hops = 1; hops <= most && ways.empty(); ++hops) extend(0, generators.begin(), hops);
    return ways;
}

}  // namespace

Flow balanced_flow(const Group& group, const std::vector<std::vector<Offer>>& steps,
                   const std::vector<double>& most) {
    const auto reached = reached_elements(group, steps);
    if (!std::ranges::all_of(reached.back(), [](char one) { return one != 0; })) return {};
    milp::LinearProgram program;
    const auto rows_of = [&](const std::vector<char>& elements, bool last) {
        Rows rows(elements.size(), none);
        for (std::size_t x = 0; x < rows.size(); ++x)
            if (elements[x]) rows[x] = program.add_row(last && x > 0, last && x > 0);
        return rows;
    };
    // The source sends one block to every other element.
    Rows from(reached[0].size(), none);
    from[0] = program.add_row(-(group.size() - 1.0), -(group.size() - 1.0));
    std::vector<int> tops;
    Flow flow;
    for (std::size_t t = 0; t < steps.size(); ++t) {
        tops.push_back(program.add_column(1, 0, most.empty() ? milp::unbounded : most[t]));
        const auto to = rows_of(reached[t + 1], t + 1 == steps.size());
        std::map<int, int> loads;  // resource -> row: load <= top
        const auto load = [&](int resource) {
            auto& row = loads.try_emplace(resource, none).first->second;
            if (row == none) {
                row = program.add_row(-milp::unbounded, 0);
                program.set(row, tops.back(), -1);
            }
            return row;
        };
        const auto send = [&](std::size_t x, const Offer* offer) {
            const int column = program.add_column(0, 0, milp::unbounded);
            const Node next =
                offer ? group.multiply(static_cast<Node>(x), offer->element) : static_cast<Node>(x);
            program.set(from[x], column, -1);
            program.set(to[next], column, 1);
            flow.arcs.push_back({t, static_cast<Node>(x), next, offer, double(column)});
            return column;
        };
        for (std::size_t x = 0; x < from.size(); ++x) {
            if (from[x] == none) continue;
            send(x, nullptr);
            for (const auto& offer : steps[t]) {
                const int column = send(x, &offer);
                for (const auto& use : offer.uses)
                    program.set(load(use.resource), column, use.load);
            }
        }
        from = to;
    }
    const auto solution = milp::solve_relaxation(program);
    if (solution.outcome != milp::Outcome::optimal) return {};
    for (const int top : tops) flow.x.push_back(solution.x[static_cast<std::size_t>(top)]);
    for (auto& arc : flow.arcs) arc.amount = solution.x[static_cast<std::size_t>(arc.amount)];
    return flow;
}

std::vector<double> balanced(const Group& group, const std::vector<std::vector<Offer>>& steps,
                             const std::vector<double>& most) {
    return balanced_flow(group, steps, most).x;
}

std::vector<Offer> over_lanes(const Group& group, const MovementStep& step, Node k, double& hops,
                              int most) {
    std::map<Node, int> lanes;
    std::set<Node> generators;
    for (const Node g : step.lanes)
        if (g != 0) generators.insert(g), ++lanes[g];
    std::vector<Offer> offers;
    hops = 0;
    for (const Node peer : step.peers)
        for (const auto& way : shortest_ways(group, generators, peer, most)) {
            offers.push_back({peer, {}});
            int far = 0;
            for (const auto& [g, count] : way) {
                offers.back().uses.push_back({g, double(k) * count / lanes[g] / group.size()});
                offers.back().way.insert(offers.back().way.end(), std::size_t(count), g);
                far += count;
            }
            hops = std::max<double>(hops, far);
        }
    return offers;
}

std::vector<Offer> circuits(const std::vector<Node>& lanes, const Group& group) {
    double hops = 0;
    const std::set<Node> peers(lanes.begin(), lanes.end());
    return over_lanes(group, {lanes, {peers.begin(), peers.end()}},
                      static_cast<Node>(std::ssize(lanes)), hops);
}

std::vector<Offer> on_base(const FrontierBase& base, const std::vector<Node>& offsets,
                           double& hops) {
    std::vector<Offer> offers;
    const Node n = base.nodes();
    const double directions = base.kind == FrontierBase::Kind::ring_uni ? 1
                              : base.kind == FrontierBase::Kind::ring   ? 2
                                                                        : 4;
    hops = 0;
    for (const Node offset : offsets) {
        // Each part of the way goes ahead (even resource) or back (odd); half way round, either.
        std::vector<Offer> ways{{offset, {}}};
        double far = 0;
        const auto walk = [&](int first, Node shift, Node size) {
            if (shift == 0) return;
            const bool turned = directions > 1 && 2 * shift > size;
            const double length = turned ? size - shift : shift;
            far += length;
            const auto before = ways;
            for (auto& way : ways) way.uses.push_back({first + turned, length * directions / n});
            if (directions == 1 || 2 * shift != size) return;
            for (auto way : before) {
                way.uses.push_back({first + 1, length * directions / n});
                ways.push_back(std::move(way));
            }
        };
        walk(0, offset % base.columns, base.columns);
        walk(2, offset / base.columns, base.rows);
        hops = std::max(hops, far);
        std::ranges::move(ways, std::back_inserter(offers));
    }
    return offers;
}

}  // namespace lightsweep::solvers::frontier
