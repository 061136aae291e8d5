#pragma once
// Random unions of permutations, and the least time over every sequence of base and matchings.

#include <limits>

#include "solvers/flow/concurrent_flow.hpp"
#include "tests/support/random_structures.hpp"

namespace lightsweep::tests {

using kernels::LinkBandwidth;
using kernels::Node;
using kernels::Permutation;
using kernels::Step;
using kernels::Topology;
using solvers::flow::concurrent_flow;

inline Step draw_union(Generator& g, Node n, int most) {
    const int count = draw(g, 1, most);
    const bool shifts = draw(g, 0, 2) == 0;
    std::vector<Permutation> all;
    for (int k = 0; k < count; ++k)
        all.push_back(shifts ? Permutation::shift(n, draw(g, 1, n - 1)) : draw_permutation(g, n));
    Step step{all.front(), draw(g, 0, 8) * 1e5, {}};
    step.other_peers.assign(all.begin() + 1, all.end());
    return step;
}

inline Topology draw_base(Generator& g, Node n) {
    const int kind = draw(g, 0, 4);
    if (kind < 2) return draw_ring(g, n);
    if (kind == 2) return Topology::circulant(n, {1, draw(g, 1, n - 2) + 1}, LinkBandwidth::split);
    if (kind == 3) return Topology::torus({2, n / 2}, LinkBandwidth::split);
    std::vector<kernels::Edge> links;
    for (Node j = 0; j < n; ++j) links.push_back({j, (j + 1) % n, draw(g, 1, 8) / 4.0});
    for (int k = draw(g, 0, 2 * n); k > 0; --k) {
        const Node from = draw(g, 0, n - 1), to = draw(g, 0, n - 1);
        if (from != to) links.push_back({from, to, draw(g, 1, 8) / 4.0});
    }
    return Topology::edges(n, links, LinkBandwidth::full);
}

/// Problem on a random base, ports 0 (as many as needed) to 4.
inline std::shared_ptr<const solvers::Problem> draw_union_structure(Generator& g, int most_steps) {
    const auto n = static_cast<Node>(2 * draw(g, 2, 4));
    std::vector<Step> steps;
    for (int k = draw(g, 1, most_steps); k > 0; --k) steps.push_back(draw_union(g, n, 4));
    auto collective = kernels::custom_collective(std::move(steps));
    collective.ports = draw(g, 0, 4);
    return std::make_shared<const solvers::Problem>(
        solvers::make_problem(std::move(collective), draw_base(g, n)));
}

inline kernels::Parameters draw_balanced(Generator& g) {
    const auto about = [&g](double size) {
        return draw(g, 0, 7) == 0 ? 0.0 : size * draw(g, 1, 16) / 8.0;
    };
    kernels::Parameters p{about(1e-6), about(1e-6), 1, 1e11, about(1e-5)};
    return p;
}

inline std::vector<Permutation> active(const Step& step) {
    std::vector<Permutation> found;
    for (std::size_t i = 0; i < step.demand().size(); ++i)
        if (!step.demand()[i].is_identity()) found.push_back(step.demand()[i]);
    return found;
}

struct Choice {
    double time;  ///< delays not counted [s]
    int delays;
};

inline double round_time(std::size_t permutations, int ports, const Step& step,
                         const kernels::Parameters& p) {
    const int each = ports / static_cast<int>(permutations);
    return p.per_hop_latency + step.share * p.message_time() * ports / each;
}

/// What the rules say: d permutations per configuration in turn.
inline Choice in_order(const Step& step, int ports, const kernels::Parameters& p) {
    const std::size_t k = active(step).size();
    if (k == 0) return {p.per_step_latency, 1};
    Choice choice{p.per_step_latency, 0};
    for (std::size_t first = 0; first < k; first += static_cast<std::size_t>(ports)) {
        choice.time +=
            round_time(std::min(k - first, static_cast<std::size_t>(ports)), ports, step, p);
        ++choice.delays;
    }
    return choice;
}

/// Every way to put k permutations into configurations of at most `ports`, by sizes.
inline void group(std::size_t left, std::size_t most, Choice so_far, const Step& step, int ports,
                  const kernels::Parameters& p, std::vector<Choice>& all) {
    if (left == 0) all.push_back(so_far);
    for (std::size_t size = std::min(left, most); size > 0; --size)
        group(left - size, size,
              {so_far.time + round_time(size, ports, step, p), so_far.delays + 1}, step, ports, p,
              all);
}

inline std::vector<Choice> every_grouping(const Step& step, int ports,
                                          const kernels::Parameters& p) {
    const std::size_t k = active(step).size();
    std::vector<Choice> all;
    if (k == 0) return {{p.per_step_latency, 1}};
    group(k, static_cast<std::size_t>(ports), {p.per_step_latency, 0}, step, ports, p, all);
    return all;
}

inline double base_of(const Topology& base, const Step& step, const kernels::Parameters& p) {
    if (step.demand().is_idle()) return p.per_step_latency;
    const auto flow = concurrent_flow(base, step.demand());
    if (!flow.reachable()) return std::numeric_limits<double>::infinity();
    // A node's bytes leave it at b at most.
    const auto width = static_cast<double>(step.demand().width());
    return p.per_step_latency + p.per_hop_latency * flow.hops +
           step.share * p.message_time() * std::max(width, 1 / flow.theta);
}

/// The least time over base or one of the step's choices, every sequence tried.
inline double enumerate(const std::vector<double>& base,
                        const std::vector<std::vector<Choice>>& matched, double delay,
                        std::size_t i = 0, bool on_base = true) {
    if (i == base.size()) return 0;
    double best = base[i] + (on_base ? 0 : delay) + enumerate(base, matched, delay, i + 1, true);
    for (const auto& choice : matched[i])
        best = std::min(best, choice.time + choice.delays * delay +
                                  enumerate(base, matched, delay, i + 1, false));
    return best;
}

struct Enumerated {
    double in_order = 0, any_grouping = 0;
    bool splits = false;
};

inline Enumerated enumerate(const solvers::Problem& s, const kernels::Parameters& p) {
    const int ports = s.collective.matching_ports();
    std::vector<double> base;
    std::vector<std::vector<Choice>> fixed, any;
    Enumerated found;
    for (const auto& step : s.collective.steps) {
        base.push_back(base_of(s.base, step, p));
        fixed.push_back({in_order(step, ports, p)});
        any.push_back(every_grouping(step, ports, p));
        found.splits = found.splits || fixed.back().front().delays > 1;
    }
    found.in_order = enumerate(base, fixed, p.reconfiguration_delay);
    found.any_grouping = enumerate(base, any, p.reconfiguration_delay);
    return found;
}

}  // namespace lightsweep::tests
