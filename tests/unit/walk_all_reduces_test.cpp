// All-reduces over the walks of a de Bruijn digraph: every contribution counts once, and the
// busiest arc carries what the plan says.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "solvers/frontier/gathers/gather_plans.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(walk_all_reduces)

using kernels::Node;
using Sum = std::vector<int>;  // how often each node's contribution is in it; empty: no sum

void add(Sum& to, const Sum& from) {
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t v = 0; v < from.size(); ++v) to[v] += from[v];
}

bool has_all_once(const Sum& sum, Node n) {
    return std::ssize(sum) == n && std::ranges::all_of(sum, [](int one) { return one == 1; });
}

std::vector<Sum> own_contributions(Node n) {
    const auto nodes = static_cast<std::size_t>(n);
    std::vector<Sum> own(nodes, Sum(nodes));
    for (std::size_t v = 0; v < nodes; ++v) own[v][v] = 1;
    return own;
}

/// Vectors on the busiest arc in each step; all: sums over all walks so far, first: over those with
/// the first digits of n.
std::vector<double> whole_vectors(Node n, Node degree, const std::string& where) {
    const auto steps = kernels::ceil_log(n, degree);
    const bool is_power = std::pow(degree, steps) == n;
    const auto nodes = static_cast<std::size_t>(n);
    std::vector<Sum> all(nodes), first = own_contributions(n);
    if (is_power) all.swap(first);
    std::vector<double> busiest;
    Node left = n;
    for (auto t = steps; t-- > 0;) {
        const auto weight = static_cast<Node>(std::pow(degree, t));
        const Node digit = left / weight;
        left %= weight;
        std::vector<Sum> next_all(nodes), next_first(nodes);
        busiest.push_back(0);
        for (Node v = 0; v < n; ++v)
            for (Node j = 0; j < degree; ++j) {
                const Node to = (degree * v + j) % n;
                const bool takes_all = !all[v].empty();
                const bool takes_first = !is_power && !first[v].empty() && j <= digit;
                const bool apart = takes_first && j == digit;
                if (takes_all) add(next_all[to], all[v]);
                if (takes_first && !apart) add(next_all[to], first[v]);
                if (apart && left > 0) add(next_first[to], first[v]);
                const double vectors = apart ? takes_all + (left > 0) : takes_all || takes_first;
                busiest.back() = std::max(busiest.back(), vectors);
            }
        all.swap(next_all);
        first.swap(next_first);
    }
    for (const auto& sum : all) BOOST_TEST(has_all_once(sum, n), where);
    return busiest;
}

/// Vectors on every arc in each step, of parts c_1 .. c_i by their digits.
std::vector<double> hybrid(Node n, Node degree, Node i, const std::string& where) {
    const auto length = kernels::ceil_log(n, degree);
    const auto parts = static_cast<std::size_t>(std::pow(degree, i));
    std::vector<std::vector<Sum>> held;  // [node][part]
    for (const auto& own : own_contributions(n)) held.emplace_back(parts, own);
    std::vector<double> busiest;
    for (std::int64_t t = 1; t <= length + i; ++t) {
        std::vector<std::vector<Sum>> next(held.size(), std::vector<Sum>(parts));
        busiest.push_back(0);
        for (Node v = 0; v < n; ++v)
            for (Node j = 0; j < degree; ++j) {
                double sent = 0;
                for (std::size_t part = 0; part < parts; ++part) {
                    const auto weight = static_cast<Node>(std::pow(degree, i - t));
                    if (held[v][part].empty()) continue;
                    if (t <= i && static_cast<Node>(part) / weight % degree != j) continue;
                    auto& to = next[(degree * v + j) % n][part];
                    if (t > length)
                        BOOST_TEST((has_all_once(held[v][part], n) && to.empty()), where);
                    add(to, held[v][part]);
                    ++sent;
                }
                busiest.back() = std::max(busiest.back(), sent / double(parts));
            }
        held.swap(next);
    }
    for (const auto& of_node : held)
        for (const auto& sum : of_node) BOOST_TEST(has_all_once(sum, n), where);
    return busiest;
}

BOOST_AUTO_TEST_CASE(every_contribution_counts_once) {
    int hybrids = 0;
    for (const Node n : {3, 4, 5, 8, 9, 12, 16, 23, 27, 48, 64, 100})
        for (const Node lanes : {2, 3, 4, 8})
            for (const auto& plan : solvers::frontier::walk_all_reduces(n, lanes)) {
                const auto where = std::to_string(n) + " nodes: " + plan.text;
                const auto number = [&](const char* before) {
                    const auto at = plan.text.find(before);
                    return at == plan.text.npos
                               ? 0
                               : std::stoi(plan.text.substr(at + std::string(before).size()));
                };
                const Node degree = number("of degree "), power = number("^-");
                const auto busiest =
                    power > 0 ? hybrid(n, degree, power, where) : whole_vectors(n, degree, where);
                BOOST_TEST_REQUIRE(busiest.size() == plan.steps.size(), where);
                for (std::size_t t = 0; t < busiest.size(); ++t)
                    BOOST_TEST(plan.steps[t].x == busiest[t] * lanes / (lanes / degree),
                               boost::test_tools::tolerance(1e-12));
                hybrids += power > 0;
            }
    BOOST_TEST(hybrids > 20);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
