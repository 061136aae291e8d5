// Lengths of broadcasts on one lane that changes, against all permutations and all transfers.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/cost/stretch_lengths.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(stretch_lengths)

using kernels::StretchLengths;

/// [from][to]: least length that takes the nodes that know an atom from one set to another.
using Table = std::vector<std::vector<double>>;

Table nothing_moves(std::size_t sets) {
    Table table(sets, std::vector<double>(sets, INFINITY));
    for (std::size_t set = 0; set < sets; ++set) table[set][set] = 0;
    return table;
}

Table then(const Table& first, const Table& second) {
    Table both(first.size(), std::vector<double>(first.size(), INFINITY));
    for (std::size_t i = 0; i < first.size(); ++i)
        for (std::size_t j = 0; j < first.size(); ++j)
            for (std::size_t k = 0; first[i][j] < INFINITY && k < first.size(); ++k)
                both[i][k] = std::min(both[i][k], first[i][j] + second[j][k]);
    return both;
}

/// One step: every node that knows the atom sends it over 0 .. n - 1 circuits.
Table one_step(const std::vector<int>& to) {
    const auto n = static_cast<int>(to.size());
    Table table = nothing_moves(std::size_t{1} << n);
    for (std::size_t set = 0; set < table.size(); ++set) {
        auto& row = table[set];
        for (int node = 0; node < n; ++node) {
            if (!(set >> node & 1)) continue;
            auto next = row;
            for (std::size_t known = 0; known < row.size(); ++known)
                for (int hops = 1, at = to[node]; row[known] < INFINITY && hops < n;
                     ++hops, at = to[at]) {
                    auto& least = next[known | std::size_t{1} << at];
                    least = std::min(least, row[known] + hops);
                }
            row = std::move(next);
        }
    }
    return table;
}

BOOST_AUTO_TEST_CASE(equal_to_all_permutations_and_transfers) {
    for (const int n : {2, 3, 4, 5}) {
        const int most = 5;
        std::vector<int> to(static_cast<std::size_t>(n));
        std::iota(to.begin(), to.end(), 0);
        const std::size_t sets = std::size_t{1} << n;
        // The best of all permutations for a stretch of so many steps.
        std::vector<Table> stretch(most + 1, nothing_moves(sets));
        do {
            const auto step = one_step(to);
            auto steps = nothing_moves(sets);
            for (int s = 1; s <= most; ++s) {
                steps = then(steps, step);
                for (std::size_t i = 0; i < sets; ++i)
                    for (std::size_t j = 0; j < sets; ++j)
                        stretch[s][i][j] = std::min(stretch[s][i][j], steps[i][j]);
            }
        } while (std::ranges::next_permutation(to).found);
        auto least = stretch;  // [steps] after the first stretch
        for (int changes = 1; changes <= kernels::ceil_log(n, 2); ++changes) {
            auto next = least;
            for (int steps = 1; steps <= most; ++steps)
                for (int own = 1; own <= steps; ++own) {
                    const auto both = then(least[steps - own], stretch[own]);
                    for (std::size_t j = 0; j < sets; ++j)
                        next[steps][1][j] = std::min(next[steps][1][j], both[1][j]);
                }
            least = std::move(next);
            for (int steps = 1; steps <= most; ++steps)
                BOOST_TEST(StretchLengths(n).of(steps, changes) == least[steps][1][sets - 1],
                           n << " nodes, " << steps << " steps, " << changes << " changes");
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
