// Tolls on the paths of contributions: the bound of an all-reduce on a ring or torus against the
// linear program that it approaches, against every schedule of few nodes, and against trees.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>

#include "kernels/cost/broadcast_length.hpp"
#include "kernels/cost/gather_bounds.hpp"
#include "kernels/cost/hop_tolls.hpp"
#include "kernels/cost/path_tolls.hpp"
#include "kernels/cost/toll_program.hpp"
#include "kernels/topologies/topology.hpp"
#include "solvers/milp/linear_program.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

using kernels::Node;
using kernels::PathLengths;
using solvers::milp::LinearProgram;

BOOST_AUTO_TEST_SUITE(path_tolls)

struct Base {
    std::vector<Node> dims;
    bool directed;

    Node nodes() const {
        return std::accumulate(dims.begin(), dims.end(), Node{1}, std::multiplies{});
    }
    std::vector<Node> place(Node x) const {
        std::vector<Node> at(dims.size());
        for (std::size_t d = dims.size(); d-- > 0; x /= dims[d]) at[d] = x % dims[d];
        return at;
    }
    /// Links from displacement x to y; one way past the source if y < x.
    int links(Node x, Node y) const {
        const auto from = place(x), to = place(y);
        int sum = 0;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const Node by = (to[d] - from[d] + dims[d]) % dims[d];
            sum += directed ? by : std::min(by, dims[d] - by);
        }
        return sum;
    }
    Node move(Node x, Node y) const {
        const auto from = place(x), to = place(y);
        Node by = 0;
        for (std::size_t d = 0; d < dims.size(); ++d)
            by = by * dims[d] + (to[d] - from[d] + dims[d]) % dims[d];
        return by;
    }
    Node farthest() const {
        Node end = 0;
        for (const Node size : dims) end = end * size + (directed ? size - 1 : size / 2);
        return end;
    }
    /// All that are as far away.
    std::vector<Node> all_farthest() const {
        std::vector<Node> ends;
        for (Node x = 0; x < nodes(); ++x)
            if (links(0, x) == links(0, farthest())) ends.push_back(x);
        return ends;
    }
    double tolls(std::int64_t steps) const {
        PathLengths lengths{};
        lengths.dims = dims;
        lengths.shape = directed ? PathLengths::Shape::directed_ring : PathLengths::Shape::other;
        return kernels::tolls_of_all_reduce(lengths).of(steps);
    }
};

std::ostream& operator<<(std::ostream& out, const Base& base) {
    out << (base.directed ? "one way" : "both ways");
    for (const Node size : base.dims) out << ' ' << size;
    return out;
}

/// min n sum_t sum_j |j| max_x,a P_t(x, j, a) over all distributions P of the paths to each end a;
/// infinite if there are none. hops: most links of a move per step, if any.
double least_of_all_paths(const Base& base, const std::vector<Node>& ends, int steps,
                          const std::vector<int>& hops = {}) {
    const Node n = base.nodes();
    LinearProgram program;
    std::vector<std::vector<int>> messages(std::size_t(steps),
                                           std::vector<int>(std::size_t(n), -1));
    for (const Node end : ends) {
        std::vector<int> conserved(std::size_t(n), -1), arriving;
        conserved[0] = program.add_row(-1, -1);
        for (int t = 1; t <= steps; ++t) {
            arriving.assign(std::size_t(n), -1);
            for (Node x = 0; x < n; ++x)
                for (Node y = 0; y < n && conserved[x] >= 0; ++y) {
                    const int links = base.links(x, y);
                    if (t == steps && y != end) continue;
                    if (!hops.empty() && links > hops[std::size_t(t - 1)]) continue;
                    const int path = program.add_column(0, 0, 1);
                    if (arriving[y] < 0)
                        arriving[y] =
                            y == end && t == steps ? program.add_row(1, 1) : program.add_row(0, 0);
                    program.set(conserved[x], path, -1);
                    program.set(arriving[y], path, 1);
                    if (links == 0) continue;
                    auto& message = messages[std::size_t(t - 1)][base.move(x, y)];
                    if (message < 0) message = program.add_column(n * links, 0, 1);
                    const int row = program.add_row(0, solvers::milp::unbounded);
                    program.set(row, message, 1);
                    program.set(row, path, -1);
                }
            conserved = arriving;
        }
        if (conserved[end] < 0) return INFINITY;
    }
    const auto solution = solvers::milp::solve_relaxation(program);
    if (solution.outcome == solvers::milp::Outcome::infeasible) return INFINITY;
    BOOST_TEST_REQUIRE((solution.outcome == solvers::milp::Outcome::optimal));
    return solution.bound;
}

/// The least over all divisions of the hops among the steps that are left.
double least_of_divisions(const Base& base, const std::vector<Node>& ends, int steps, int hops,
                          std::vector<int> division = {}) {
    const int left = steps - int(division.size());
    if (left == 0) return least_of_all_paths(base, ends, steps, division);
    double least = INFINITY;
    division.push_back(0);
    for (int one = left == 1 ? hops : 1; one <= hops - (left - 1); ++one) {
        division.back() = one;
        least = std::min(least, least_of_divisions(base, ends, steps, hops - one, division));
    }
    return least;
}

BOOST_AUTO_TEST_CASE(close_to_the_linear_program) {
    int above = 0;
    for (const Base& base : {Base{{5}, true}, Base{{8}, true}, Base{{6}, false}, Base{{9}, false},
                             Base{{2, 4}, false}, Base{{3, 3}, false}})
        for (int steps = 1; steps <= 7; ++steps) {
            std::vector<Node> all(std::size_t(base.nodes() - 1));
            std::iota(all.begin(), all.end(), 1);
            const double bound = base.tolls(steps),
                         farthest = least_of_all_paths(base, base.all_farthest(), steps);
            BOOST_TEST_CONTEXT(base << ", steps = " << steps << ", program " << farthest) {
                if (!base.directed && (steps <= 3 || base.nodes() == 6))
                    BOOST_TEST(bound <= std::ceil(least_of_all_paths(base, all, steps) - 1e-6));
                if (base.directed || steps > 6) BOOST_TEST(bound <= std::ceil(farthest - 1e-6));
                BOOST_TEST((bound >= 0.998 * farthest || bound <= 2 * (base.nodes() - 1)));
                above += bound > 1.05 * farthest;
            }
        }
    BOOST_TEST(above >= 3);
}

// States of all nodes of at most 4: four bits for the contributions that each node has.

std::size_t own_contributions(Node n) {
    std::size_t own = 0;
    for (Node node = 0; node < n; ++node) own |= std::size_t{1} << (4 * node + node);
    return own;
}
std::size_t all_contributions(Node n) {
    std::size_t all = 0;
    for (Node node = 0; node < n; ++node) all |= ((std::size_t{1} << n) - 1) << (4 * node);
    return all;
}

/// Total links of the cheapest schedule after which every node has all contributions to an element.
/// A message may repeat what its receiver has, as if the operation were a union.
class CheapestSchedule {
  public:
    explicit CheapestSchedule(const Base& base) : base_(base), n_(base.nodes()) {
        costs_[own_contributions(n_)] = 0;
    }
    /// Adds a step; returns the cost by now.
    int step() {
        std::vector<int> next(costs_.size(), never);
        for (std::size_t state = 0; state < costs_.size(); ++state)
            if (costs_[state] < never) extend(state, 0, 0, costs_[state], next);
        costs_ = std::move(next);
        return costs_[all_contributions(n_)];
    }

  private:
    static constexpr int never = 1 << 20;
    /// Adds what nodes from `to` on receive.
    void extend(std::size_t state, Node to, std::size_t after, int cost, std::vector<int>& next) {
        if (to == n_) {
            next[after] = std::min(next[after], cost);
            return;
        }
        std::array<int, 16> links;  // per knowledge afterwards
        links.fill(never);
        for (std::size_t senders = 0; senders < std::size_t{1} << n_; ++senders) {
            if (senders >> to & 1U) continue;
            std::size_t known = state >> (4 * to) & 15U;
            int sum = 0;
            for (Node from = 0; from < n_; ++from)
                if (senders >> from & 1U) {
                    known |= state >> (4 * from) & 15U;
                    sum += base_.links(from, to);
                }
            links[known] = std::min(links[known], sum);
        }
        for (std::size_t known = 0; known < links.size(); ++known)
            if (links[known] < never)
                extend(state, to + 1, after | known << (4 * to), cost + links[known], next);
    }
    Base base_;
    Node n_;
    std::vector<int> costs_ = std::vector<int>(std::size_t{1} << 16, never);
};

BOOST_AUTO_TEST_CASE(no_schedule_is_cheaper) {
    for (const Base& base : {Base{{3}, true}, Base{{4}, true}, Base{{3}, false}, Base{{4}, false},
                             Base{{2, 2}, false}}) {
        CheapestSchedule schedule(base);
        for (int steps = 1; steps <= 4; ++steps)
            BOOST_TEST(base.tolls(steps) <= schedule.step(), base << ", steps = " << steps);
    }
    // Bound 10, which more steps meet.
    for (const Node n : {3, 4}) {
        CheapestSchedule schedule({{n}, true});
        for (int steps = 1; steps <= 2 * n - 2; ++steps) {
            const std::int64_t least = schedule.step(),
                               bound = kernels::all_reduce_around_ring(n, steps);
            BOOST_TEST(bound <= least, "n = " << n << ", steps = " << steps);
            BOOST_TEST((steps < 2 * n - 2 || bound == least), "n = " << n);
        }
    }
}

/// The same for at most so many peers of a node in a step, every schedule of 3 and 4 nodes.
class CheapestWithPeers {
  public:
    CheapestWithPeers(const Base& base, int peers)
        : base_(base), n_(base.nodes()), peers_(peers), sends_(std::size_t(n_)) {
        costs_[own_contributions(n_)] = 0;
    }
    /// Adds a step; returns the cost by now.
    int step() {
        next_.assign(costs_.size(), never);
        for (std::size_t state = 0; state < costs_.size(); ++state)
            if (costs_[state] < never) receive(state, 0, state, costs_[state]);
        costs_ = next_;
        return costs_[all_contributions(n_)];
    }

    static constexpr int never = 1 << 20;

  private:
    void receive(std::size_t state, Node to, std::size_t after, int cost) {
        if (to == n_) {
            next_[after] = std::min(next_[after], cost);
            return;
        }
        for (std::size_t senders = 0; senders < std::size_t{1} << n_; ++senders) {
            if ((senders >> to & 1U) || std::popcount(senders) > peers_) continue;
            std::size_t known = 0;
            int links = 0;
            bool fits = true;
            for (Node from = 0; from < n_; ++from)
                if (senders >> from & 1U) {
                    known |= state >> (4 * from) & 15U;
                    links += base_.links(from, to);
                    fits &= ++sends_[std::size_t(from)] <= peers_;
                }
            if (fits) receive(state, to + 1, after | known << (4 * to), cost + links);
            for (Node from = 0; from < n_; ++from)
                sends_[std::size_t(from)] -= int(senders >> from & 1U);
        }
    }
    Base base_;
    Node n_;
    int peers_;
    std::vector<int> sends_, costs_ = std::vector<int>(std::size_t{1} << 16, never), next_{};
};

BOOST_AUTO_TEST_CASE(no_schedule_is_cheaper_than_distances_over_pairs) {
    int met = 0;
    for (const bool directed : {true, false})
        for (const Node n : {3, 4})
            for (int peers = 1; peers <= 2; ++peers) {
                if (!directed && n == 4 && peers == 2 && !is_campaign()) continue;
                const auto lengths = kernels::path_lengths(
                    directed ? kernels::Topology::ring_uni(n)
                             : kernels::Topology::ring(n, kernels::LinkBandwidth::split));
                CheapestWithPeers schedule({{n}, directed}, peers);
                for (int steps = 1; steps <= 3; ++steps) {
                    const int least = schedule.step();
                    if (least >= CheapestWithPeers::never) continue;
                    const double bound =
                        n * kernels::all_reduce_distances(lengths, n, peers, steps);
                    BOOST_TEST(bound <= least + 1e-9, "n " << n << ", peers " << peers << ", steps "
                                                           << steps << ": " << bound << " against "
                                                           << least);
                    BOOST_TEST(n * kernels::all_reduce_pairs(n, peers, steps) <= least + 1e-9);
                    BOOST_TEST(kernels::all_reduce_transfers(n, peers, steps) <= least);
                    met += bound == least;
                }
            }
    BOOST_TEST(met >= 4);
}

/// Gather to a node and broadcast from it: 3 % above the bound one way, 17 % both ways.
BOOST_AUTO_TEST_CASE(two_trees_come_near) {
    const std::int64_t steps = 8, n = 16;
    for (const bool directed : {true, false}) {
        using enum kernels::BroadcastLength::Base;
        const kernels::BroadcastLength length(directed ? directed_ring : ring, n, n);
        const double trees = 2 * length.of(n, steps / 2), bound = Base{{16}, directed}.tolls(steps);
        BOOST_TEST(bound <= trees);
        BOOST_TEST(bound >= (directed ? 0.97 : 0.85) * trees);
    }
}

BOOST_AUTO_TEST_CASE(hops_against_all_their_divisions) {
    for (const auto& [base, others] : {std::pair(Base{{7}, true}, std::vector<Node>{4}),
                                       std::pair(Base{{8}, false}, std::vector<Node>{3, 5}),
                                       std::pair(Base{{2, 4}, false}, std::vector<Node>{1, 3})}) {
        std::vector<Node> ends = base.all_farthest();
        ends.insert(ends.end(), others.begin(), others.end());
        std::vector<std::vector<Node>> places;
        for (const Node end : ends) places.push_back(base.place(end));
        const kernels::TollPattern pattern(base.dims, base.directed, places);
        const int diameter = base.links(0, base.farthest());
        for (int steps = 2; steps <= 3; ++steps)
            for (int hops = std::max(steps, diameter); hops <= diameter + 3; ++hops) {
                const double best = least_of_divisions(base, ends, steps, hops),
                             bound = base.nodes() *
                                     kernels::tolls_within_hops(pattern, steps, hops, 1000);
                BOOST_TEST_CONTEXT(base << ", steps " << steps << ", hops " << hops) {
                    BOOST_TEST(bound <= best + 1e-6);
                    BOOST_TEST(bound >= 0.99 * best);
                    // With one search all divisions are in one box.
                    BOOST_TEST(base.nodes() * kernels::tolls_within_hops(pattern, steps, hops, 1) <=
                               bound + 1e-6);
                }
            }
    }
}

/// A larger ring takes its bounds from a smaller one; its own tolls prove more.
BOOST_AUTO_TEST_CASE(larger_rings_need_more) {
    for (const bool directed : {true, false})
        for (const int steps : {3, 4}) {
            const Node n = 150;
            const Node end = directed ? n - 1 : n / 2;
            const double own = n * kernels::best_tolls(
                                       {{{n}, directed, {{end}}},
                                        std::vector<kernels::TollLimits>(std::size_t(steps))}),
                         taken = Base{{n}, directed}.tolls(steps);
            BOOST_TEST(taken <= std::ceil(own * 1.01));
            BOOST_TEST(taken >= 0.8 * own);
            BOOST_TEST((Base{{2 * n}, directed}.tolls(steps)) >= 2 * taken - 3);
        }
}

BOOST_AUTO_TEST_CASE(other_bases_have_no_tolls) {
    PathLengths lengths{};
    BOOST_TEST(kernels::tolls_of_all_reduce(lengths).of(3) == 0);
    lengths.dims = {2, 65};
    BOOST_TEST(kernels::tolls_of_all_reduce(lengths).of(3) == 0);
    const auto ring = kernels::path_lengths(kernels::Topology::ring_uni(8));
    BOOST_TEST(kernels::tolls_of_all_reduce(ring).of(3) > 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
