// Gathers over chords, from the words of each plan: who sends to whom, which blocks arrive, and the
// load of the busiest lane by a linear program.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <map>
#include <regex>
#include <set>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/milp/linear_program.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(chord_gathers)

using kernels::Node;
using solvers::frontier::FrontierBase;
using solvers::frontier::FrontierPlan;
namespace frontier = solvers::frontier;
namespace milp = solvers::milp;
using Kind = FrontierBase::Kind;
using Numbers = std::vector<Node>;

Numbers numbers_in(const std::string& text) {
    static const std::regex number("[0-9]+");
    Numbers all;
    for (std::sregex_iterator one(text.begin(), text.end(), number), end; one != end; ++one)
        all.push_back(static_cast<Node>(std::stol(one->str())));
    return all;
}

/// Every lane as whom each node sends to.
struct Lanes {
    std::vector<Numbers> staying, all;
    Numbers strides;
};

/// "lanes that stay 1, 63, by 4, 4, 2; chords 33 v + 16, 1 v + 2"
Lanes lanes_of(const FrontierPlan& plan, const FrontierBase& base) {
    static const std::regex words("lanes that stay (.*), by (.*); chords (.*)");
    std::smatch found;
    BOOST_TEST_REQUIRE(std::regex_match(plan.text, found, words), plan.text);
    const Node n = base.nodes();
    const auto group = frontier::translations(base);
    Lanes lanes;
    lanes.strides = numbers_in(found[2]);
    for (const Node lane : numbers_in(found[1])) {
        lanes.staying.emplace_back();
        for (Node v = 0; v < n; ++v) lanes.staying.back().push_back(group.multiply(v, lane));
    }
    lanes.all = lanes.staying;
    const auto chords = numbers_in(found[3]);
    for (std::size_t i = 0; i < chords.size(); i += 2) {
        lanes.all.emplace_back();
        for (Node v = 0; v < n; ++v)
            lanes.all.back().push_back((chords[i] * v + chords[i + 1]) % n);
        BOOST_TEST(std::set(lanes.all.back().begin(), lanes.all.back().end()).size() ==
                   std::size_t(n));
    }
    BOOST_TEST(std::ssize(lanes.all) == base.lanes);
    return lanes;
}

/// The least load of the busiest lane, if every block comes over those that have it.
double busiest(const std::vector<std::set<std::size_t>>& blocks, std::size_t lanes) {
    milp::LinearProgram program;
    const int most = program.add_column(1, 0, milp::unbounded);
    std::vector<int> rows;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        rows.push_back(program.add_row(-milp::unbounded, 0));
        program.set(rows.back(), most, -1);
    }
    for (const auto& ways : blocks) {
        const int whole = program.add_row(1, 1);
        for (const std::size_t lane : ways) {
            const int share = program.add_column(0, 0, milp::unbounded);
            program.set(whole, share, 1);
            program.set(rows[lane], share, 1);
        }
    }
    return milp::solve_relaxation(program).x[std::size_t(most)];
}

/// All blocks to everyone over these steps, each with its lanes, stride and stated x.
class AllGather {
  public:
    AllGather(Node n, bool backwards) : backwards_(backwards), known_(static_cast<std::size_t>(n)) {
        for (Node v = 0; v < n; ++v) known_[std::size_t(v)].insert(v);
    }
    /// Returns the blocks over the busiest lane, in all links that it takes.
    double step(const std::vector<Numbers>& lanes, Node stride) {
        const auto before = known_;
        double most = 0;
        for (std::size_t v = 0; v < known_.size(); ++v) {
            std::map<Node, std::set<std::size_t>> fresh;
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                for (const Node block : before[sender(lanes[lane], v, stride)])
                    if (!before[v].contains(block)) fresh[block].insert(lane);
            std::vector<std::set<std::size_t>> ways;
            for (const auto& [block, over] : fresh) {
                known_[v].insert(block);
                ways.push_back(over);
            }
            if (!ways.empty()) most = std::max(most, busiest(ways, lanes.size()));
        }
        return most * stride;
    }
    bool everywhere() const {
        return std::ranges::all_of(known_,
                                   [&](const auto& one) { return one.size() == known_.size(); });
    }

  private:
    std::size_t sender(const Numbers& lane, std::size_t receiver, Node stride) const {
        for (Node link = 0; link < stride; ++link)
            receiver = backwards_
                           ? std::size_t(lane[receiver])
                           : std::size_t(std::ranges::find(lane, Node(receiver)) - lane.begin());
        return receiver;
    }

    bool backwards_;
    std::vector<std::set<Node>> known_;
};

/// The steps [first, last) of a plan as an all-gather, from the last one back if it is backwards.
/// Whether all blocks arrive, with the stated loads.
bool arrives(const FrontierPlan& plan, const FrontierBase& base, std::size_t first,
             std::size_t last, bool backwards) {
    const auto lanes = lanes_of(plan, base);
    AllGather gather(base.nodes(), backwards);
    bool as_stated = true;
    for (std::size_t i = 0; i < last - first; ++i) {
        const auto& step = plan.steps[backwards ? last - 1 - i : first + i];
        const Node stride = static_cast<Node>(step.hops);
        if (step.topology == 0 && !backwards) BOOST_TEST(stride == lanes.strides[i]);
        const double blocks = gather.step(step.topology == 0 ? lanes.staying : lanes.all, stride);
        as_stated &= std::abs(step.x - blocks * base.lanes / base.nodes()) < 1e-6;
    }
    return as_stated && gather.everywhere();
}

std::vector<FrontierBase> bases() {
    std::vector<FrontierBase> all{{Kind::ring_uni, 1, 12, 2},
                                  {Kind::ring, 1, 13, 2},
                                  {Kind::ring_uni, 1, 9, 3},
                                  {Kind::ring, 1, 16, 4},
                                  {Kind::torus, 3, 4, 4}};
    if (is_campaign()) all.insert(all.end(), {{Kind::ring_uni, 1, 48, 2}, {Kind::ring, 1, 64, 4}});
    return all;
}

BOOST_AUTO_TEST_CASE(every_block_arrives_within_the_stated_load) {
    std::size_t checked = 0;
    for (const auto& base : bases())
        for (const bool backwards : {false, true})
            for (const auto& plan : frontier::chord_gathers(base, backwards, 1e5)) {
                BOOST_TEST(plan.changes() == 1);
                BOOST_TEST(arrives(plan, base, 0, plan.steps.size(), backwards),
                           plan.text << " on " << base.nodes() << " nodes");
                ++checked;
            }
    BOOST_TEST(checked > 50u);
}

BOOST_AUTO_TEST_CASE(all_reduces_end_over_the_same_chords) {
    std::size_t checked = 0;
    for (const auto& base : bases())
        for (const auto& plan : frontier::chord_all_reduces(base, 1e5)) {
            std::size_t half = 1;
            while (half < plan.steps.size() && !arrives(plan, base, 0, half, true)) ++half;
            BOOST_TEST(arrives(plan, base, half, plan.steps.size(), false),
                       plan.text << " on " << base.nodes() << " nodes");
            ++checked;
        }
    BOOST_TEST(checked > 15u);
}

BOOST_AUTO_TEST_CASE(chords_of_few_nodes_or_many_lanes_are_left_out) {
    for (const auto& base : {FrontierBase{Kind::ring_uni, 1, 7, 2},
                             {Kind::ring_uni, 1, 129, 2},
                             {Kind::ring, 1, 16, 6},
                             {Kind::ring_uni, 1, 16, 1}})
        BOOST_TEST(frontier::chord_gathers(base, false, 1e5).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
