// Plans whose lanes change one by one, and bound 6, against linear programs and enumeration.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "kernels/cost/gather_bounds.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/found_plans.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"
#include "solvers/frontier/plans/shares.hpp"
#include "solvers/milp/linear_program.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(frontier_mixed)

namespace frontier = solvers::frontier;
using frontier::FrontierBase;
using kernels::Node;

/// The least load of the busiest in-circuit, by a linear program over the shares of every block.
double least_load(const std::vector<std::vector<std::size_t>>& circuits_of_block, std::size_t k) {
    solvers::milp::LinearProgram program;
    const int top = program.add_column(1, 0, solvers::milp::unbounded);
    std::vector<int> loads;
    for (std::size_t circuit = 0; circuit < k; ++circuit) {
        loads.push_back(program.add_row(-solvers::milp::unbounded, 0));
        program.set(loads.back(), top, -1);
    }
    for (const auto& circuits : circuits_of_block) {
        const int whole = program.add_row(1, 1);
        for (const auto circuit : circuits) {
            const int share = program.add_column(0, 0, 1);
            program.set(whole, share, 1);
            program.set(loads[circuit], share, 1);
        }
    }
    return solvers::milp::solve_relaxation(program).x[std::size_t(top)];
}

/// An all-gather over stretches of generators, block by block at the identity's node: what it holds
/// after every step, and the least load of its in-circuits.
BOOST_AUTO_TEST_CASE(stretches_bring_every_block) {
    std::mt19937_64 random(22);
    const auto draw = [&](std::size_t below) { return Node(random() % below); };
    int ended = 0;
    for (int round = 0; round < 200; ++round) {
        const auto groups = frontier::groups_of(4 + draw(13));
        const auto& group = groups[std::size_t(draw(groups.size()))];
        const Node n = group.size(), lanes = 2 + draw(3);
        std::vector<frontier::Stretch> stretches(2);
        for (auto& one : stretches) {
            for (Node g = 1 + draw(std::size_t(lanes)); g > 0; --g)
                one.generators.push_back(1 + draw(std::size_t(n - 1)));
            one.steps = 1 + draw(4);
        }
        const auto x = frontier::breadth_first(group, stretches, lanes);
        // Node v holds the blocks of v times the inverse of every known offset.
        std::set<Node> known{0};
        std::vector<double> loads;
        for (const auto& [generators, steps] : stretches)
            for (int step = 0; step < steps && std::ssize(known) < n; ++step) {
                std::map<Node, std::vector<std::size_t>> fresh;
                for (Node offset = 0; offset < n; ++offset)
                    for (std::size_t g = 0; g < generators.size() && !known.count(offset); ++g)
                        if (known.count(group.multiply(offset, group.inverse(generators[g]))))
                            fresh[offset].push_back(g);
                std::vector<std::vector<std::size_t>> circuits;
                for (const auto& [offset, over] : fresh) {
                    circuits.push_back(over);
                    known.insert(offset);
                }
                loads.push_back(least_load(circuits, generators.size()) * lanes / n);
            }
        const bool ends = std::ssize(known) == n && std::ranges::min(loads) > 0;
        BOOST_TEST(ends == x.has_value(), group.name() << " round " << round);
        if (!x) continue;
        ++ended;
        BOOST_TEST_REQUIRE(x->size() == loads.size());
        for (std::size_t t = 0; t < loads.size(); ++t)
            BOOST_TEST(std::abs((*x)[t] - loads[t]) < 1e-7);
    }
    BOOST_TEST(ended > 50);
}

/// Contributions on a directed ring of few nodes, each by every choice of the moments at which it
/// crosses its gaps: bound 6 is the least number of crossings; both ways it is at most that.
std::size_t fewest_crossings(Node n, const std::vector<Node>& gaps, Node hops) {
    std::size_t best = 1000;
    const std::function<void(Node, std::set<std::pair<Node, Node>>)> extend =
        [&](Node source, std::set<std::pair<Node, Node>> crossed) {
            if (crossed.size() >= best) return;
            if (source == n) {
                best = crossed.size();
                return;
            }
            const auto cross = [&](auto& self, Node gap, Node moment, auto now) -> void {
                if (gap == gaps[std::size_t(source)]) return extend(source + 1, now);
                for (; moment < hops; ++moment) {
                    auto next = now;
                    next.insert({(source + gap) % n, moment});
                    self(self, gap + 1, moment + 1, next);
                }
            };
            cross(cross, 0, 0, std::move(crossed));
        };
    extend(0, {});
    return best;
}

BOOST_AUTO_TEST_CASE(contributions_cross_every_gap) {
    for (const Node n : {2, 3, 4})
        for (Node hops = n - 1; hops <= 2 * (n - 1); ++hops)
            BOOST_TEST(
                std::int64_t(fewest_crossings(n, std::vector(std::size_t(n), n - 1), hops)) ==
                kernels::all_reduce_crossings(true, n, hops));
    for (const Node n : {3, 4, 5})
        for (Node hops = n / 2; hops < n - 1; ++hops) {
            // What every contribution crosses to the right; the rest to the left.
            std::size_t least = 1000;
            std::vector<Node> right(static_cast<std::size_t>(n));
            const std::function<void(std::size_t)> choose = [&](std::size_t at) {
                if (at < right.size()) {
                    for (right[at] = n - 1 - hops; right[at] <= hops; ++right[at]) choose(at + 1);
                    return;
                }
                auto left = right;
                for (auto& one : left) one = n - 1 - one;
                std::ranges::reverse(left);
                least = std::min(
                    least, fewest_crossings(n, right, hops) + fewest_crossings(n, left, hops));
            };
            choose(0);
            const auto bound = kernels::all_reduce_crossings(false, n, hops);
            BOOST_TEST(bound <= std::int64_t(least),
                       "n " << n << " hops " << hops << ": " << least);
            BOOST_TEST(bound >= std::int64_t(least) - 1);
        }
}

/// Blocks flow within the stated x of every step, and no step has more lanes, peers or hops than
/// stated: a linear program of its own.
void check_flow(const FrontierBase& base, const frontier::FrontierPlan& plan) {
    const auto [group, steps, parts, chunks] = (*plan.moves)();
    BOOST_TEST_REQUIRE(steps.size() == plan.steps.size());
    std::vector<std::vector<frontier::Offer>> offers;
    std::vector<double> most;
    for (std::size_t t = 0; t < steps.size(); ++t) {
        BOOST_TEST(std::ssize(steps[t].lanes) <= base.lanes);
        const std::set<Node> peers(steps[t].peers.begin(), steps[t].peers.end());
        BOOST_TEST(std::ssize(peers) <= base.lanes);
        double hops = 0;
        offers.push_back(frontier::over_lanes(group, {steps[t].lanes, {peers.begin(), peers.end()}},
                                              base.lanes, hops, base.nodes()));
        BOOST_TEST(hops == plan.steps[t].hops);
        most.push_back(plan.steps[t].x + 1e-7);
        // Before the first change all lanes are the base's.
        if (plan.steps[t].topology == 0)
            for (const Node lane : steps[t].lanes)
                BOOST_TEST(std::ranges::count(frontier::generators_of(base), lane) > 0);
    }
    BOOST_TEST(!frontier::balanced(group, offers, most).empty(),
               plan.family << " " << plan.text << " n " << base.nodes());
}

BOOST_AUTO_TEST_CASE(exchanges_flow_within_their_x) {
    std::map<std::string, int> checked;
    std::vector<FrontierBase> bases{{FrontierBase::Kind::ring_uni, 1, 12, 2},
                                    {FrontierBase::Kind::ring_uni, 1, 16, 4},
                                    {FrontierBase::Kind::torus, 4, 4, 8}};
    if (is_campaign())
        bases.insert(bases.end(), {{FrontierBase::Kind::ring, 1, 23, 2},
                                   {FrontierBase::Kind::ring, 1, 16, 8},
                                   {FrontierBase::Kind::torus, 4, 6, 4}});
    for (const auto& base : bases)
        for (const auto& plan : frontier::exchange_plans(base, 1e6)) {
            if (plan.family == "walks") continue;  // exchange_program_test.cpp
            check_flow(base, plan);
            ++checked[plan.family];
        }
    for (const auto* family : {"together", "prefix", "late groups"})
        BOOST_TEST(checked[family] > 20, family << ": " << checked[family]);
}

/// On one lane topologies are added until no block needs more than two hops: with one for each of R
/// steps, R blocks take one.
BOOST_AUTO_TEST_CASE(topologies_are_added_until_two_hops_are_enough) {
    for (const int n : {24, 32, 40}) {
        int met = 0;
        for (const auto& plan : frontier::together({FrontierBase::Kind::ring_uni, 1, n, 1}, 3e6)) {
            const auto steps = static_cast<int>(std::ssize(plan.steps));
            const int hops = 2 * (n - 1) - steps;
            if (plan.changes() < steps) continue;
            BOOST_TEST(plan.x() * n > hops - 1e-6, n << ": " << plan.text);
            met += plan.x() * n < hops + 1e-6;
        }
        BOOST_TEST(met > 0, n << " nodes");
    }
}

FrontierBase base_of_line(const std::string& line) {
    std::istringstream in(line);
    std::string primitive, kind;
    FrontierBase base{};
    in >> primitive >> kind >> base.rows >> base.columns >> base.lanes;
    base.kind = kind == "ring-uni" ? FrontierBase::Kind::ring_uni
                : kind == "ring"   ? FrontierBase::Kind::ring
                                   : FrontierBase::Kind::torus;
    return base;
}

using Plans = std::vector<frontier::FrontierPlan>;

/// The least times of a list, at points of all kinds.
std::vector<double> least_times(const Plans& plans) {
    const auto least = [&](const kernels::BoundParameters& p) {
        double time = INFINITY;
        for (const auto& plan : plans) time = std::min(time, plan.time(p));
        return time;
    };
    std::vector<double> times;
    for (const double transmission : {0.01, 1.0, 30.0, 1e4})
        for (const double delay : {0.01, 1.0, 20.0, 1e5}) {
            const kernels::BoundParameters p{1, 0.1, transmission, delay};
            times.push_back(least(p));
        }
    return times;
}

/// Every line of the shipped table is a plan of its structure and reads as it was written. Blocks
/// flow as the all-to-alls say: some of them, or all (LIGHTSWEEP_CAMPAIGN=1: minutes).
BOOST_AUTO_TEST_CASE(every_line_of_the_table_fits) {
    const bool all = is_campaign();
    std::set<std::string> lines(frontier::table_lines().begin() + 1, frontier::table_lines().end());
    BOOST_TEST(lines.size() + 1 == frontier::table_lines().size());
    std::map<std::string, FrontierBase> structures;
    for (const auto& line : lines)
        structures.emplace(line.substr(0, line.find('|')), base_of_line(line));
    std::size_t read = 0, flows = 0;
    for (const auto& [key, base] : structures)
        for (const auto& one : frontier::found_plans(key.substr(0, key.find(' ')), base)) {
            BOOST_TEST(lines.contains(key + "|" + one.line()), key << "|" << one.line());
            ++read;
            const bool small = base.nodes() <= 16 && one.steps.size() <= 6;
            if (!key.starts_with("alltoall") || !(all || (small && read % 32 == 0))) continue;
            check_flow(base, one.exchange());
            ++flows;
        }
    BOOST_TEST(read == lines.size());
    BOOST_TEST(flows >= 20u);
    BOOST_TEST(frontier::found_plans("alltoall", {FrontierBase::Kind::ring, 1, 17, 3}).empty());
}

/// What a search has found is kept as lines: they give the times of the search to the last bit,
/// here and in a process that takes them over.
BOOST_AUTO_TEST_CASE(lines_of_a_search_stand_for_it) {
    const double effort = 3e5, other = 2e5;
    for (const auto& base : {FrontierBase{FrontierBase::Kind::ring, 1, 13, 4},
                             FrontierBase{FrontierBase::Kind::torus, 3, 5, 8}}) {
        const auto found = frontier::exchange_plans(base, effort);
        auto fresh = frontier::static_digit_exchanges(base);
        fresh.push_back(frontier::shifts_in_turn(base.nodes(), base.lanes));
        append(fresh, frontier::walk_exchanges(base.nodes(), base.lanes));
        append(fresh, frontier::searched_exchanges(base, effort));
        const auto times = least_times(found), searched = least_times(fresh);
        std::size_t equal = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            BOOST_TEST(times[i] <= searched[i]);  // lines leave out steps that move nothing
            equal += times[i] == searched[i];
        }
        BOOST_TEST(4 * equal >= 3 * times.size());

        const frontier::SearchTask mine{"alltoall", base, effort}, theirs{"alltoall", base, other};
        auto lines = frontier::kept_lines(mine);
        BOOST_TEST_REQUIRE(!lines.empty());
        for (std::size_t at = 0; (at = lines.find(mine.key(), at)) != lines.npos; ++at)
            lines.replace(at, mine.key().size(), theirs.key());
        BOOST_TEST(frontier::kept_lines(theirs).empty());
        frontier::keep_lines(lines);
        BOOST_TEST(least_times(frontier::exchange_plans(base, other)) == times,
                   boost::test_tools::per_element());
    }
}

/// Lines that are none, or none of their structure: all are left out, the sound ones between them
/// are kept.
BOOST_AUTO_TEST_CASE(odd_lines_of_a_table_are_left_out) {
    constexpr std::string_view sound[] = {
        "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,4=1:1/1:1,2,3,4=1:1",
        "alltoall ring-uni 1 8 4|prefix|8 1 1|2*0:1,1=1:0.5/1:1,1,3,5=1:1"};
    std::vector<std::string_view> lines(std::begin(sound), std::end(sound));
    for (const char* odd :
         {"alltoall ring-uni 1 8 4|", "alltoall ring-uni 1 8 4|together",
          "alltoall ring-uni 1 8 4|together||1:1=1:1",
          "alltoall ring-uni 1 8 4|together|8 1|1:1=1:1",
          "alltoall ring-uni 1 8 4|together|2000000000 2000000000 1|1:1=1:1",
          "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,4",      // no figures
          "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,4=1:0",  // moves nothing
          "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,4=nan:-5",
          "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,4=1:inf",
          "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,8=1:1",    // no element
          "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,4,5=1:1",  // five lanes
          "alltoall ring-uni 1 8 4|together|8 1 1|2:1,2,3,4=1:1",    // no topology 1
          "alltoall ring-uni 1 8 4|together|8 1 1|1:1,2,3,4=1:1/1:1,2,3,5=1:1",
          "alltoall ring-uni 1 8 4|together|8 1 1|0:2=1:1/1:1,2,3,4=1:1",  // no lane of the base
          "alltoall ring-uni 1 8 4|together|4 2 3|0:1=1:1/1:1,2,3,4=1:1",  // nor of its group
          "alltoall ring-uni 1 8 4|together|8 1 1|999999999*1:1,2,3,4=1:1",
          "alltoall ring-uni 1 8 4|prefix|8 1 1|0:1=1:1/1:1,2=1:1/2:1,2=1:1",
          "alltoall ring-uni 1 8 4|late groups|8 1 1|0:1,1,1=1:1/1:1,2=1:1",
          "alltoall ring-uni 1 8 4|unheard of|8 1 1|1:1,2,3,4=1:1"})
        lines.insert(lines.begin() + 1, odd);
    const auto found =
        frontier::found_plans("alltoall", {FrontierBase::Kind::ring_uni, 1, 8, 4}, lines);
    BOOST_TEST_REQUIRE(found.size() == 2u);
    BOOST_TEST(found[0].family == "together");
    BOOST_TEST(found[1].exchange().changes() == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
