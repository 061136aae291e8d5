// Lower bounds under one accounting against enumeration, and against what schedules cost.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/cost/common_bounds.hpp"
#include "kernels/cost/exchange_bounds.hpp"
#include "kernels/cost/gather_bounds.hpp"

namespace lightsweep::tests {
namespace {

using kernels::BoundParameters;
using kernels::CommonBounds;
using kernels::Node;
using kernels::PathLengths;
using kernels::Permutation;
using kernels::Primitive;
using kernels::Topology;

using Peers = std::vector<Node>;
constexpr std::int64_t far_away = 1000;

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
std::int64_t choose(std::int64_t n, std::int64_t r) {
    return r == 0 ? 1 : r > n ? 0 : choose(n - 1, r - 1) * n / r;
}

/// The least sum of r x_r, sum of x_r = left, x_r <= room_r, over all ways to choose x_r.
std::int64_t least_sum(const std::vector<std::int64_t>& room, std::size_t r, std::int64_t left) {
    if (left == 0) return 0;
    if (r == room.size()) return far_away;
    std::int64_t best = far_away;
    for (std::int64_t x = 0; x <= std::min(room[r], left); ++x)
        best =
            std::min(best, static_cast<std::int64_t>(r + 1) * x + least_sum(room, r + 1, left - x));
    return best;
}

std::vector<Peers> all_permutations(Node n) {
    Peers to(static_cast<std::size_t>(n));
    std::iota(to.begin(), to.end(), 0);
    std::vector<Peers> all;
    do all.push_back(to);
    while (std::next_permutation(to.begin(), to.end()));
    return all;
}

/// Calls `use` with every sequence of `length` of them.
void for_each_sequence(const std::vector<Peers>& all, std::size_t length,
                       const std::function<void(const std::vector<const Peers*>&)>& use) {
    std::vector<const Peers*> chosen;
    const std::function<void()> extend = [&] {
        if (chosen.size() == length) return use(chosen);
        for (const auto& one : all) {
            chosen.push_back(&one);
            extend();
            chosen.pop_back();
        }
    };
    extend();
}

struct Distances {
    std::int64_t sum = 0, farthest = 0;
};

/// From every node to every other, walking along the permutations in their order: each at most
/// `times` times.
Distances walked(const std::vector<const Peers*>& sequence, Node n, int times) {
    Distances found;
    for (Node from = 0; from < n; ++from) {
        std::vector<std::int64_t> moves(static_cast<std::size_t>(n), far_away);
        moves[from] = 0;
        for (const auto* to : sequence)
            for (int k = 0; k < times; ++k) {
                auto next = moves;
                for (Node j = 0; j < n; ++j)
                    next[(*to)[j]] = std::min(next[(*to)[j]], moves[j] + 1);
                moves = std::move(next);
            }
        for (const auto one : moves) {
            found.sum += one;
            found.farthest = std::max(found.farthest, one);
        }
    }
    return found;
}

BOOST_AUTO_TEST_SUITE(common_bounds)

BOOST_AUTO_TEST_CASE(logarithms_are_exact) {
    for (std::int64_t radix = 2; radix <= 7; ++radix)
        for (std::int64_t exponent = 0, value = 1; value < std::int64_t{1} << 40;
             ++exponent, value *= radix) {
            BOOST_TEST(kernels::ceil_log(value, radix) == exponent);
            BOOST_TEST(kernels::ceil_log(value + 1, radix) == exponent + 1);
            if (value > radix) BOOST_TEST(kernels::ceil_log(value - 1, radix) == exponent);
        }
}

BOOST_AUTO_TEST_CASE(filling_the_shortest_first_is_best) {
    for (std::int64_t n = 2; n <= 14; ++n)
        for (std::int64_t p = 1; p <= 4; ++p) {
            for (auto steps = kernels::ceil_log(n, p + 1); steps <= n; ++steps) {
                std::vector<std::int64_t> room;
                for (std::int64_t r = 1; r <= std::min<std::int64_t>(steps, 5); ++r)
                    room.push_back(choose(steps, r) * power(p, r));
                BOOST_TEST(kernels::fewest_moves(n, p, steps) == least_sum(room, 0, n - 1),
                           "n " << n << " p " << p << " steps " << steps);
            }
            for (std::int64_t changes = 1; changes <= 4; ++changes) {
                std::vector<std::int64_t> room;
                for (std::int64_t h = 1; h <= 6; ++h)
                    room.push_back(choose(h + changes, changes) * power(p, h));
                BOOST_TEST(kernels::reach_of(n, p, changes).sum == least_sum(room, 0, n - 1),
                           "n " << n << " p " << p << " changes " << changes);
            }
            BOOST_CHECK_THROW(kernels::fewest_moves(n, p, kernels::ceil_log(n, p + 1) - 1),
                              std::invalid_argument);
        }
    // The directed ring; Bruck on a power of two; shifts in turn.
    BOOST_TEST(kernels::reach_of(9, 1, 0).sum == 36);
    BOOST_TEST(kernels::reach_of(9, 1, 0).farthest == 8);
    BOOST_TEST(kernels::fewest_moves(64, 1, 6) == 64 * 6 / 2);
    BOOST_TEST(kernels::fewest_moves(64, 1, 63) == 63);
    BOOST_TEST(kernels::fewest_moves(std::int64_t{1} << 30, 3, 15) > 0);
}

BOOST_AUTO_TEST_CASE(no_sequence_of_permutations_has_fewer_moves_or_hops) {
    for (const auto& [n, most] : {std::pair{Node{4}, std::size_t{3}}, {Node{5}, std::size_t{2}}}) {
        const auto all = all_permutations(n);
        for (std::size_t length = 1; length <= most; ++length) {
            std::int64_t least_moves = far_away, least_walk = far_away, least_hops = far_away;
            for_each_sequence(all, length, [&](const auto& sequence) {
                least_moves = std::min(least_moves, walked(sequence, n, 1).sum);
                const auto walks = walked(sequence, n, n - 1);
                least_walk = std::min(least_walk, walks.sum);
                least_hops = std::min(least_hops, walks.farthest);
            });
            const auto reach = kernels::reach_of(n, 1, static_cast<std::int64_t>(length) - 1);
            BOOST_TEST(least_walk >= n * reach.sum, "n " << n << " length " << length);
            BOOST_TEST(least_hops >= reach.farthest, "n " << n << " length " << length);
            if (length == 1) BOOST_TEST(least_walk == n * reach.sum);
            const auto steps = static_cast<std::int64_t>(length);
            if (steps < kernels::ceil_log(n, 2)) {
                BOOST_TEST(least_moves >= far_away);
                continue;
            }
            BOOST_TEST(least_moves >= n * kernels::fewest_moves(n, 1, steps));
            if (n == 4) BOOST_TEST(least_moves == n * kernels::fewest_moves(n, 1, steps));
        }
    }
}

/// The least length of a broadcast by sorting all digit sums.
double sorted_length(const PathLengths& base, std::int64_t peers, std::int64_t nodes,
                     std::int64_t steps) {
    const bool one_way = base.shape == PathLengths::Shape::directed_ring;
    std::vector<std::int64_t> digits{0};
    for (std::int64_t digit = 1; digit <= (one_way ? peers : peers + peers % 2); ++digit)
        digits.push_back(one_way ? digit : (digit + 1) / 2);
    std::vector<std::int64_t> sums{0};
    for (std::int64_t step = 0; step < steps; ++step) {
        std::vector<std::int64_t> next;
        for (const auto sum : sums)
            for (const auto digit : digits) next.push_back(sum + digit);
        std::ranges::sort(next);
        next.resize(std::min(next.size(), static_cast<std::size_t>(nodes)));
        sums = std::move(next);
    }
    if (std::ssize(sums) < nodes) return INFINITY;
    return static_cast<double>(std::accumulate(sums.begin(), sums.end(), std::int64_t{0}));
}

/// The bounds of one problem, with every number of steps, hops, changes and blocks there is.
class Unpruned {
  public:
    Unpruned(Primitive primitive, Node n, Node lanes, const PathLengths& base,
             const BoundParameters& p)
        : primitive_(primitive),
          n_(n),
          k_(lanes),
          peers_(std::min(n - 1, lanes)),
          least_steps_(kernels::ceil_log(n, peers_ + 1)),
          base_(base),
          p_(p) {}

    double any() const {
        double best = INFINITY;
        for (auto s = least_steps_; s <= last(); ++s) best = std::min(best, time(s, s, 0));
        return best;
    }
    double on_base() const {
        double best = INFINITY;
        for (auto s = least_steps_; s <= last(); ++s)
            for (std::int64_t hops = std::max<std::int64_t>(s, base_.diameter); hops <= 2 * n_;
                 ++hops)
                best =
                    std::min(best, time(s, hops, std::max(static_distances(s), crossings(hops))));
        return best;
    }
    /// Gathers alone.
    double sync() const {
        double best = on_base();
        for (std::int64_t changes = 1; changes <= 6; ++changes)
            for (auto s = least_steps_; s <= last(); ++s)
                best = std::min(best, time(s,
                                           std::max(kernels::reach_of(n_, peers_, changes).farthest,
                                                    stretches(changes, 1, true)),
                                           0) +
                                          static_cast<double>(changes) * p_.delay);
        return best;
    }
    double reconfigured() const {
        if (k_ == 1) return any() + p_.delay;
        return primitive_ == Primitive::all_to_all ? exchanges_one_by_one() : gathers_one_by_one();
    }

  private:
    double blocks(std::int64_t s) const {
        const double once = n_ - 1;
        if (primitive_ == Primitive::all_to_all)
            return static_cast<double>(kernels::fewest_moves(n_, peers_, s));
        if (primitive_ != Primitive::all_reduce) return once;
        return std::max(2 * once, n_ * kernels::all_reduce_volume(n_, peers_, s));
    }
    double static_distances(std::int64_t s) const {
        if (primitive_ == Primitive::all_to_all) return base_.busiest_sum();
        return sorted_length(base_, peers_, n_, s) +
               (primitive_ == Primitive::all_reduce ? n_ - 1 : 0);
    }
    double crossings(std::int64_t hops) const {
        if (primitive_ != Primitive::all_reduce || base_.shape == PathLengths::Shape::other)
            return 0;
        return static_cast<double>(kernels::all_reduce_crossings(
            base_.shape == PathLengths::Shape::directed_ring, n_, hops));
    }
    std::int64_t last() const { return n_ + 2; }
    double time(std::int64_t s, std::int64_t hops, double distances) const {
        return static_cast<double>(s) * p_.per_step +
               static_cast<double>(std::max(s, hops)) * p_.per_hop +
               std::max(blocks(s), distances) / n_ * p_.transmission;
    }
    /// The least sum of hops of the stretches left that multiply `reached` to n.
    std::int64_t stretches(std::int64_t left, std::int64_t reached, bool on_base) const {
        if (reached >= n_) return 0;
        if (left < 0) return far_away;
        std::int64_t best = far_away;
        for (std::int64_t l = 0; l < std::min<std::int64_t>(best, n_); ++l) {
            std::int64_t grown = on_base ? std::min<std::int64_t>(n_, base_.ball(l)) : 1;
            for (std::int64_t h = 1, each = 1; !on_base && h <= l && grown < n_; ++h)
                grown += each *= k_;
            best = std::min(
                best, l + stretches(left - 1, std::min<std::int64_t>(n_, reached * grown), false));
        }
        return best;
    }
    std::int64_t spread(std::int64_t s) const {
        std::int64_t reached = 1;
        for (; s > 0 && reached < n_; --s) reached *= peers_ + 1;
        return std::min<std::int64_t>(n_, reached);
    }
    double gathers_one_by_one() const {
        double best = INFINITY;
        for (std::int64_t s0 = 0; s0 <= last(); ++s0)
            for (std::int64_t s1 = 1; s1 <= least_steps_ + 4; ++s1)
                for (std::int64_t h0 = s0;
                     h0 <= (s0 == 0 ? 0 : std::max<std::int64_t>(s0, base_.diameter)); ++h0)
                    best = std::min(best, gather_leaving(s0, s1, h0));
        return best;
    }
    double gather_leaving(std::int64_t s0, std::int64_t s1, std::int64_t h0) const {
        const auto reach = std::min<std::int64_t>({n_, base_.ball(h0), spread(s0)});
        if (reach * spread(s1) < n_) return INFINITY;
        const double u = p_.unit(), z = p_.transmission, d = p_.delay, k = k_;
        const auto latency = [&](std::int64_t s, std::int64_t h) {
            return static_cast<double>(s) * p_.per_step + static_cast<double>(h) * p_.per_hop;
        };
        const auto lost = [&](double lat) { return lat + std::max(0.0, d - lat) / k; };
        const double lat0 = latency(s0, h0), s1u = static_cast<double>(s1) * u;
        const double early =
            std::max(std::max(d, lat0) + s1u,
                     (s0 + s1 < least_steps_ ? 0 : blocks(s0 + s1)) / n_ * z + lost(lat0) + s1u);
        if (primitive_ != Primitive::all_gather) return early;
        double late = INFINITY;
        const auto left = [&](std::int64_t g, std::int64_t cap) {
            return static_cast<double>(n_ - std::min(g + 1, cap)) * z / n_;
        };
        for (std::int64_t g = 1; g <= reach; ++g)
            late = std::min(
                late,
                std::max(lost(lat0) + sorted_length(base_, peers_, g, s0) * z / n_ + u, d + u / k) +
                    s1u - u + left(g, reach));
        for (std::int64_t h1 = h0 + 1; h1 <= std::max<std::int64_t>(h0 + 1, base_.diameter); ++h1) {
            const double lat1 = latency(s0 + 1, h1);
            const auto cap = std::min<std::int64_t>({n_, base_.ball(h1), spread(s0 + 1)});
            for (std::int64_t g = 1; g <= cap; ++g)
                late = std::min(
                    late,
                    std::max(lost(lat1) + sorted_length(base_, peers_, g, s0 + 1) * z / n_, d) +
                        s1u - u + u / k + left(g, cap));
        }
        return std::max(early, late);
    }
    /// Words of l circuits of which the first is new and the newest is number e.
    double words(std::int64_t l, std::int64_t e) const {
        if (l == 1) return 1;
        const auto near = std::min<std::int64_t>(n_, base_.ball(1)) - 1;
        double sum = static_cast<double>(std::min<std::int64_t>(k_, near + e)) * words(l - 1, e);
        for (std::int64_t before = 1; before < e; ++before) sum += words(l - 1, before);
        return std::min(4.0 * n_, sum);
    }
    double exchanges_one_by_one() const {
        double best = INFINITY;
        for (std::int64_t q = 1; q <= std::max<std::int64_t>(n_ - 1, k_); ++q) {
            std::vector<std::tuple<std::int64_t, std::int64_t, double>> types;  // j, l, ends
            double all = 0;
            for (std::int64_t l = 0; l <= 5; ++l) {
                double ends = l == 0;
                for (std::int64_t e = 1; l > 0 && e <= q; ++e)
                    ends = std::min(4.0 * n_, ends + words(l, e));
                for (std::int64_t j = l == 0; j <= base_.diameter; ++j)
                    types.emplace_back(j, l, ends * static_cast<double>(at(j)));
                if (l > 0 && (all += ends) >= n_) break;
            }
            for (auto s = least_steps_; s <= n_; ++s) best = std::min(best, exchange(q, s, types));
        }
        return best;
    }
    std::int64_t at(std::int64_t j) const {
        const auto within = [&](std::int64_t h) {
            return std::min<std::int64_t>(n_, base_.ball(h));
        };
        return j == 0 ? 1 : within(j) - within(j - 1);
    }
    double exchange(std::int64_t q, std::int64_t s, const auto& types) const {
        const double u = p_.unit(), z = p_.transmission / n_, d = p_.delay;
        double loss = 0;
        for (std::int64_t plane = 0; plane < k_; ++plane)
            loss += std::max(static_cast<double>(s) * u,
                             static_cast<double>(q / k_ + (plane < q % k_)) * d) /
                    k_;
        double most = loss + static_cast<double>(kernels::fewest_moves(n_, peers_, s)) * z;
        for (int a = 0; a <= 6; ++a)
            for (int b = 0; a + b <= 6; ++b) {
                const double alpha = a / 6.0, beta = b / 6.0, gamma = (6 - a - b) / 6.0;
                std::vector<std::pair<double, double>> costs;
                for (const auto& [j, l, ends] : types)
                    costs.emplace_back(alpha * static_cast<double>(l) +
                                           beta * static_cast<double>(j + l) +
                                           (l > 0) * gamma * k_ /
                                               static_cast<double>(std::min<std::int64_t>(k_, q)),
                                       ends);
                std::ranges::sort(costs);
                double left = n_ - 1, fill = 0;
                for (const auto& [cost, ends] : costs) {
                    fill += cost * std::min(left, ends);
                    left -= std::min(left, ends);
                }
                most = std::max(most, (alpha + gamma) * (d + u) + beta * loss + z * fill);
            }
        return most;
    }

    Primitive primitive_;
    Node n_, k_;
    std::int64_t peers_, least_steps_;
    PathLengths base_;
    BoundParameters p_;
};

constexpr Primitive primitives[] = {Primitive::reduce_scatter, Primitive::all_gather,
                                    Primitive::all_reduce, Primitive::all_to_all};

BOOST_AUTO_TEST_CASE(pruning_loses_nothing) {
    std::mt19937 g(97);
    std::uniform_real_distribution<double> exponent(-9, -2);
    const auto draw = [&] { return g() % 8 == 0 ? 0.0 : std::pow(10.0, exponent(g)); };
    for (int number = 0; number < 300; ++number) {
        const Node n = 2 + static_cast<Node>(g() % 15), lanes = 1 + static_cast<Node>(g() % 5);
        const auto primitive = primitives[g() % 4];
        const auto lengths = kernels::path_lengths(
            lanes % 2 ? Topology::ring_uni(n) : Topology::ring(n, kernels::LinkBandwidth::split));
        const BoundParameters p{draw(), draw(), draw(), draw()};
        const CommonBounds bounds(primitive, n, lanes, lengths);
        const Unpruned expected(primitive, n, lanes, lengths, p);
        const auto where = "seed 97 instance " + std::to_string(number) + ": " +
                           kernels::name_of(primitive) + " n " + std::to_string(n) + " lanes " +
                           std::to_string(lanes);
        const auto equal = [](double a, double b) {
            return std::abs(a - b) <= 1e-12 * std::max(a, b);
        };
        BOOST_TEST(equal(bounds.any(p), expected.any()),
                   where << " any " << bounds.any(p) << " " << expected.any());
        BOOST_TEST(equal(bounds.on_base(p), expected.on_base()),
                   where << " base " << bounds.on_base(p) << " " << expected.on_base());
        if (primitive != Primitive::all_to_all)
            BOOST_TEST(equal(bounds.sync(p), expected.sync()),
                       where << " sync " << bounds.sync(p) << " " << expected.sync());
        BOOST_TEST(equal(bounds.reconfigured(p), expected.reconfigured()),
                   where << " reconfigured " << bounds.reconfigured(p) << " "
                         << expected.reconfigured() << " " << p.per_step << " " << p.per_hop << " "
                         << p.transmission << " " << p.delay);
        BOOST_TEST(bounds.any(p) * (1 - 1e-12) <= bounds.on_switch(p), where);
        BOOST_TEST(bounds.any(p) * (1 - 1e-12) <= bounds.on_wdm_ring(p), where);
        // More lanes, or less of anything, never raise a bound.
        const CommonBounds wider(primitive, n, 2 * lanes, lengths);
        const double factor = 1 - 1e-12;
        BOOST_TEST(wider.any(p) * factor <= bounds.any(p), where);
        BOOST_TEST(wider.sync(p) * factor <= bounds.sync(p), where);
        for (int which = 0; which < 4; ++which) {
            auto more = p;
            (which == 0   ? more.per_step
             : which == 1 ? more.per_hop
             : which == 2 ? more.transmission
                          : more.delay) *= 2;
            BOOST_TEST(bounds.on_switch(p) * factor <= bounds.on_switch(more), where);
            BOOST_TEST(bounds.on_wdm_ring(p) * factor <= bounds.on_wdm_ring(more), where);
        }
    }
}

/// Every algorithm of shifts alone on one plane: staying on the directed ring, and in every step on
/// its own circuits.
BOOST_AUTO_TEST_CASE(schedules_on_one_plane_are_no_faster) {
    std::mt19937 g(101);
    std::uniform_real_distribution<double> exponent(-8, -3);
    const auto draw = [&] { return std::pow(10.0, exponent(g)); };
    int checked = 0;
    for (const auto& row : kernels::collective_table())
        for (const Node n : {2, 3, 8, 13, 16, 27}) {
            if (kernels::refuse_nodes(row, n)) continue;
            const auto c = kernels::build_collective(row.name, n, kernels::Order::near);
            std::int64_t ring_hops = 0, changes = 0;
            double on_ring = 0, direct = 0;
            auto standing = Permutation::shift(n, 1);
            bool shifts = true;
            for (const auto& step : c.steps) {
                const auto shift = step.peer.as_shift();
                shifts = shifts && shift && step.other_peers.empty();
                if (!shifts) break;
                ring_hops += *shift;
                on_ring += step.share * *shift;
                direct += step.share;
                changes += !(step.peer == standing);
                standing = step.peer;
            }
            if (!shifts) continue;
            const CommonBounds bounds(c.primitive, n, 1,
                                      kernels::path_lengths(Topology::ring_uni(n)));
            const auto steps = static_cast<double>(c.steps.size());
            for (int k = 0; k < 20; ++k, ++checked) {
                const BoundParameters p{draw(), draw(), draw(), draw()};
                const double stays = steps * p.per_step +
                                     static_cast<double>(ring_hops) * p.per_hop +
                                     on_ring * p.transmission,
                             changing = steps * (p.per_step + p.per_hop) + direct * p.transmission +
                                        static_cast<double>(changes) * p.delay;
                const double least = std::min(stays, changing) * (1 + 1e-12);
                BOOST_TEST(bounds.on_base(p) <= stays * (1 + 1e-12), row.name << " n " << n);
                BOOST_TEST(bounds.sync(p) <= least, row.name << " n " << n);
                BOOST_TEST(bounds.any(p) <= least, row.name << " n " << n);
            }
            // What the directed ring carries of an all-to-all is exactly this bound.
            if (row.name == "alltoall/shift" || (row.name == "alltoall/bruck" && n != 1))
                BOOST_TEST(std::abs(bounds.on_base({0, 0, 1, 0}) - on_ring) < 1e-12);
        }
    BOOST_TEST(checked > 500);
}

BOOST_AUTO_TEST_CASE(lengths_of_bases) {
    using enum kernels::LinkBandwidth;
    for (const auto& base :
         {Topology::ring_uni(7), Topology::ring_uni(8), Topology::ring(9, split),
          Topology::ring(2, split), Topology::ring(12, full), Topology::torus({3, 5}, split),
          Topology::torus({2, 4, 3}, full), Topology::torus({1, 6}, full)}) {
        std::vector<kernels::Edge> links = base.links();
        const auto closed = kernels::path_lengths(base),
                   searched = kernels::path_lengths(Topology::edges(base.size(), links, full));
        BOOST_TEST(closed.diameter == searched.diameter, base.describe());
        BOOST_TEST(std::abs(closed.mean_sum - searched.mean_sum) < 1e-9, base.describe());
    }
    BOOST_TEST(kernels::path_lengths(Topology::torus({8, 8}, split)).mean_sum == 256.0);
    BOOST_CHECK_THROW(kernels::path_lengths(Topology::edges(3, {{0, 1, 1}, {1, 0, 1}}, full)),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(one_node_costs_nothing_and_others_are_refused) {
    const CommonBounds one(Primitive::all_to_all, 1, 4, {0, 0});
    const BoundParameters p{1, 1, 1, 1};
    for (const double value : {one.any(p), one.on_base(p), one.sync(p), one.reconfigured(p),
                               one.on_switch(p), one.on_wdm_ring(p)})
        BOOST_TEST(value == 0);
    BOOST_CHECK_THROW(CommonBounds(Primitive::custom, 4, 1, {3, 6}), std::invalid_argument);
    BOOST_CHECK_THROW(CommonBounds(Primitive::all_to_all, 4, 0, {3, 6}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(planes_are_few) {
    const CommonBounds bounds(Primitive::all_to_all, 4096, 1,
                              kernels::path_lengths(Topology::ring_uni(4096)));
    BOOST_TEST(bounds.sync_costs().size() < 400u);
    BOOST_TEST(bounds.sync_costs().size() > 10u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
