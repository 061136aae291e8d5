// How tolls are found: the linear program against another solver, its equations, and the table.
#include <boost/test/unit_test.hpp>

#include <numeric>
#include <random>
#include <span>
#include <tuple>
#include <vector>

#include "kernels/cost/layered_system.hpp"
#include "kernels/cost/path_tolls.hpp"
#include "kernels/cost/toll_program.hpp"
#include "kernels/cost/toll_table.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(toll_programs)

using kernels::Node;

/// Lines of the table are found again where that takes a moment.
BOOST_AUTO_TEST_CASE(the_table_has_what_is_found) {
    const Node most = is_campaign() ? 16 : 8;
    int found = 0;
    for (Node n = 4; n <= most; ++n)
        for (const bool directed : {true, false}) {
            const auto bounds = kernels::find_tolls({n}, directed, kernels::TollEffort::hops);
            const auto table = kernels::tabled_tolls({n}, directed);
            BOOST_TEST_REQUIRE(table.has_value());
            BOOST_TEST(kernels::toll_line({n}, directed, bounds) ==
                       kernels::toll_line({n}, directed, *table));
            found += int(bounds.by_hops.size());
        }
    BOOST_TEST(found > 20);
    BOOST_TEST(kernels::toll_key({8, 6}, false) == "torus 6 8");
    BOOST_TEST(!kernels::tabled_tolls({3, 3, 3}, false).has_value());
}

/// Both ways around a ring, with the optima of another solver.
BOOST_AUTO_TEST_CASE(best_tolls_of_larger_rings) {
    for (const auto& [n, steps, optimum] :
         {std::tuple(16, 6, 48. / 17), std::tuple(48, 8, 178.5 / 48), std::tuple(48, 13, 254. / 87),
          std::tuple(64, 16, 184.6560075 / 64)}) {
        const double best = kernels::best_tolls(
            {{{n}, false, {{n / 2}}}, std::vector<kernels::TollLimits>(std::size_t(steps))});
        BOOST_TEST(best <= optimum * (1 + 1e-9), n << " nodes, " << steps << " steps");
        BOOST_TEST(best >= 0.998 * optimum, n << " nodes, " << steps << " steps");
    }
}

BOOST_AUTO_TEST_CASE(layers_are_solved) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-1, 1);
    const std::vector<std::size_t> sizes{3, 5, 1, 4};
    kernels::LayeredSystem system(sizes);
    std::vector<std::vector<double>> matrix(13, std::vector<double>(13));
    const auto add = [&](std::size_t first, const std::vector<double>& row, double weight) {
        for (std::size_t i = 0; i < row.size(); ++i)
            for (std::size_t j = 0; j < row.size(); ++j)
                matrix[first + i][first + j] += weight * row[i] * row[j];
    };
    system.clear();
    for (std::size_t layer = 0, first = 0; layer < sizes.size(); ++layer) {
        const auto before = layer == 0 ? 0 : sizes[layer - 1];
        for (int square = 0; square < 8; ++square) {
            std::vector<double> row(before + sizes[layer]);
            for (double& one : row) one = any(random);
            system.add_square(layer, 0.5, std::span(row).first(before),
                              std::span(row).subspan(before));
            add(first, row, 0.5);
        }
        for (std::size_t i = 0; i < before; ++i) {
            std::vector<double> row(before + sizes[layer]);
            row[i] = -1;
            row[before] = 1;
            system.add_difference(layer, 2, i, 0);
            add(first, row, 2);
        }
        first += before;
    }
    system.add_single(3, 1.5, 2);
    matrix[11][11] += 1.5;
    std::vector<double> wanted(13), right(13);
    for (double& one : wanted) one = any(random);
    for (std::size_t i = 0; i < 13; ++i)
        right[i] = std::inner_product(wanted.begin(), wanted.end(), matrix[i].begin(), 0.0);
    BOOST_TEST_REQUIRE(system.factor());
    system.solve(right);
    for (std::size_t i = 0; i < 13; ++i)
        BOOST_TEST(right[i] == wanted[i], boost::test_tools::tolerance(1e-9));
    system.clear();
    BOOST_TEST(!system.factor());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
