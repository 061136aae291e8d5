// Pools of bases against every sequence of states, and best pools against all pools.
#include <boost/test/unit_test.hpp>

#include "solvers/addanki/best_pool.hpp"
#include "solvers/addanki/state_space.hpp"
#include "tests/equivalence/walk_problems.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pool_choice)

using solvers::Problem;
using solvers::Switching;

BOOST_AUTO_TEST_CASE(pools_equal_enumeration_whatever_switching_costs) {
    Generator g(502);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 5);
        const auto p = draw_close_parameters(g);
        const auto bases = s->bases();
        auto problem = pool_problem(*s, p, bases);
        const auto& switching = s->pool.switching;
        const auto whole = problem.charge;
        problem.charge = [&](std::size_t i, std::size_t from, std::size_t to) {
            if (switching.price == Switching::Price::whole) return whole(i, from, to);
            double factor = 1;
            if (switching.price == Switching::Price::by_links) {
                const auto before = topology_of(*s, bases, i == 0 ? 0 : i - 1, from);
                factor = counted_link_share(before, topology_of(*s, bases, i, to));
            } else if (from < bases.size() && to < bases.size()) {
                factor = switching.factors[from * bases.size() + to];
            }
            return Charged{factor * p.reconfiguration_delay, factor > 0};
        };
        check_optimum(evaluate_at(*prepared("addanki-pool", s), p), enumerate_walks(problem),
                      place("502", k, *s));
    }
}

/// A structure with the bases at these places of the pool only (0 is the start).
Subject with_bases(const Problem& s, const std::vector<std::size_t>& kept) {
    Problem part = s;
    part.pool = {};
    for (const std::size_t k : kept)
        if (k > 0) part.pool.others.push_back(s.pool.others[k - 1]);
    return std::make_shared<const Problem>(std::move(part));
}

/// Least time over every pool of that size, each prepared by itself.
double best_of_all_pools(const Problem& s, std::size_t size, const kernels::Parameters& p) {
    double best = std::numeric_limits<double>::infinity();
    const std::size_t others = s.pool.others.size();
    for (std::uint32_t mask = 0; mask < (1u << others); ++mask) {
        std::vector<std::size_t> kept{0};
        for (std::size_t k = 0; k < others; ++k)
            if ((mask >> k) & 1) kept.push_back(k + 1);
        if (kept.size() != size) continue;
        const auto part = with_bases(s, kept);
        best = std::min(best, enumerate_walks(pool_problem(*part, p, part->bases())).cost);
    }
    return best;
}

Subject with_size(const Problem& s, int size) {
    Problem sized = s;
    sized.pool.size = size;
    sized.pool.switching = {};
    return std::make_shared<const Problem>(std::move(sized));
}

BOOST_AUTO_TEST_CASE(best_pools_equal_all_pools_and_greedy_ones_keep_their_bound) {
    Generator g(505);
    int inexact = 0;
    for (int k = 0; k < 300; ++k) {
        const auto drawn = draw_small_structure(g, 4);
        const auto p = draw_close_parameters(g);
        const auto size = draw(g, 1, static_cast<int>(drawn->pool.others.size()) + 1);
        const auto s = with_size(*drawn, size);
        const auto where = place("505", k, *s) + " size " + std::to_string(size);
        const double best = best_of_all_pools(*s, static_cast<std::size_t>(size), p);
        const auto tried = evaluate_at(*prepared("addanki-best-pool", s), p);
        BOOST_TEST(close(tried.completion[0], best, 1e-12), where);
        BOOST_TEST((tried.status[0] == solvers::Status::optimal), where);
        const solvers::addanki::PreparedBestPool one_by_one(solvers::addanki::pool_states(s),
                                                            static_cast<std::size_t>(size), 0);
        BOOST_TEST(!one_by_one.is_exhaustive());
        const auto greedy = evaluate_at(one_by_one, p);
        BOOST_TEST(greedy.completion[0] >= best * (1 - 1e-12), where);
        BOOST_TEST(greedy.lower_bound[0] <= best * (1 + 1e-12), where);
        if (greedy.status[0] == solvers::Status::optimal)
            BOOST_TEST(close(greedy.completion[0], best, 1e-11), where);
        inexact += greedy.status[0] == solvers::Status::feasible;
    }
    BOOST_TEST(inexact > 0, "no instance where a smaller pool costs more than all candidates");
}

BOOST_AUTO_TEST_CASE(more_bases_never_cost_more) {
    Generator g(507);
    for (int k = 0; k < 300; ++k) {
        const auto drawn = draw_small_structure(g, 8);
        const auto s = with_size(*drawn, 0);
        const auto p = draw_close_parameters(g);
        const auto where = place("507", k, *s);
        const double all = evaluate_at(*prepared("addanki-pool", s), p).completion[0];
        const double start = evaluate_at(*prepared("addanki", s), p).completion[0];
        BOOST_TEST(all <= start * (1 + 1e-12), where);
        for (const auto& other : s->pool.others) {
            // The other base alone is in force from the start, here after one delay at most.
            const auto alone =
                std::make_shared<const Problem>(solvers::make_problem(s->collective, other));
            const double time = evaluate_at(*prepared("addanki", alone), p).completion[0];
            BOOST_TEST(all <= (time + p.reconfiguration_delay) * (1 + 1e-12), where);
        }
    }
}

BOOST_AUTO_TEST_CASE(pools_are_counted) {
    using solvers::addanki::count_pools;
    BOOST_TEST(count_pools(4, 1, 100) == 1u);
    BOOST_TEST(count_pools(4, 2, 100) == 3u);
    BOOST_TEST(count_pools(4, 4, 100) == 1u);
    BOOST_TEST(count_pools(21, 3, 20000) == 190u);
    BOOST_TEST(count_pools(65, 33, 20000) == 20001u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
