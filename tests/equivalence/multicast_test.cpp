// Tapped lightpaths (drop and continue): the closed form meets its bound on every ring, segment by
// segment, and an exhaustive search finds nothing shorter on tiny rings.
#include <set>

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/one_stage_colours.hpp"
#include "solvers/optree/held_constructions.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(multicast)

using namespace solvers::optree;
using kernels::Direction;

BOOST_AUTO_TEST_CASE(every_ring_meets_its_bound) {
    for (std::int64_t n = 1; n <= 128; ++n)
        for (const std::int64_t w : {1, 2, 4, 16, 64})
            for (const std::int64_t items : {1, 2, 3}) {
                if (items > 1 && n > 40) continue;
                const auto plan = plan_gather({n, w, items}, Method::multicast);
                check_plan(plan, "wdm-multicast");
                BOOST_TEST(plan.optimal(), text_of(plan.task));
                BOOST_TEST(plan.steps == ceil_div(items * (n - 1), 2 * w), text_of(plan.task));
                BOOST_TEST(kernels::figures_of(plan.schedule).most_sent <= items);
            }
}

BOOST_AUTO_TEST_CASE(large_rings) {
    const auto steps = [](const RingTask& task) {
        const auto plan = plan_gather(task, Method::multicast);
        check_plan(plan, "wdm-multicast");
        return plan.steps;
    };
    BOOST_TEST(steps({1024, 64}) == 8);
    if (!is_campaign()) return;
    BOOST_TEST(steps({1021, 51}) == 10);  // 1020 = 10 * 2 * 51: no slot is idle
    BOOST_TEST(steps({1021, 51, 3}) == 30);
    BOOST_TEST(steps({1024, 3, 2}) == 341);
}

/// A second validator: sets of slots and of items, one segment at a time.
void walk(const kernels::LightpathSchedule& schedule, const std::string& where) {
    const auto n = schedule.shape.nodes();
    std::set<std::tuple<std::int32_t, Direction, kernels::Node, std::int16_t>> slots;
    std::set<std::pair<kernels::Node, std::int32_t>> received;
    for (const auto& path : kernels::lightpaths_of(schedule.stages[0], 0)) {
        BOOST_TEST(path.source == path.item / schedule.items_per_node, where);  // no relays
        BOOST_TEST(path.wavelength < schedule.wavelengths, where);
        for (auto at = path.source; at != path.destination;) {
            const bool ahead = path.direction == Direction::clockwise;
            const auto next = (at + (ahead ? 1 : n - 1)) % n;
            const auto segment = ahead ? at : next;
            BOOST_TEST(slots.insert({path.step, path.direction, segment, path.wavelength}).second,
                       where);
            BOOST_TEST(received.insert({next, path.item}).second, where);
            at = next;
        }
    }
    BOOST_TEST(static_cast<std::int64_t>(received.size()) == schedule.items() * (n - 1), where);
}

BOOST_AUTO_TEST_CASE(walked_segment_by_segment) {
    for (const auto& task :
         {RingTask{2, 1}, {3, 1}, {8, 2}, {9, 2}, {9, 4}, {15, 7, 2}, {16, 5, 3}}) {
        const auto plan = plan_gather(task, Method::multicast);
        BOOST_TEST(plan.possible, text_of(task));
        BOOST_TEST(plan.schedule.steps() == plan.steps, text_of(task));
        walk(plan.schedule, text_of(task));
    }
}

/// Shorter arcs where they cost no step; short lightpaths alone are refused.
BOOST_AUTO_TEST_CASE(lengths) {
    const auto longest = [](const RingTask& task) {
        return kernels::figures_of(plan_gather(task, Method::multicast).schedule).longest;
    };
    BOOST_TEST(longest({64, 4}) == 32);
    BOOST_TEST(longest({65, 5}) == 32);
    BOOST_TEST(longest({65, 4}) == 64);  // 64 = 8 * 2 * 4: halves would take a ninth step
    BOOST_TEST((plan_gather({65, 4, 1, 40}, Method::multicast).steps) == 9);
    const auto none = plan_gather({64, 4, 1, 31}, Method::multicast);
    BOOST_TEST(!none.possible);
    BOOST_TEST(none.reason == "no arcs of tapped lightpaths keep within 31 segments");
}

/// Who holds what, as bits node * N + item, and all that one fibre can do to it in a step.
class TinyRing {
  public:
    TinyRing(int nodes, int wavelengths) : n_(nodes), w_(wavelengths) {}

    bool done_within(unsigned held, int steps) const {
        if (held == all()) return true;
        if (steps == 0) return false;
        std::set<unsigned> reached{held};
        for (int layer = 0; layer < 2 * w_; ++layer)
            reached = after_fibre(reached, held, layer % 2);
        return std::any_of(reached.begin(), reached.end(),
                           [&](auto next) { return done_within(next, steps - 1); });
    }
    unsigned owned() const {
        unsigned held = 0;
        for (int v = 0; v < n_; ++v) held |= bit(v, v);
        return held;
    }

  private:
    unsigned all() const { return (1u << (n_ * n_)) - 1; }
    unsigned bit(int node, int item) const { return 1u << (node * n_ + item); }

    std::set<unsigned> after_fibre(const std::set<unsigned>& states, unsigned start,
                                   bool back) const {
        std::set<unsigned> reached;
        for (const auto state : states) fill(state, start, back, 0, 0, reached);
        return largest(reached);
    }
    /// Arcs from node v on; slots: segments taken, in the order of travel.
    void fill(unsigned state, unsigned start, bool back, int v, unsigned slots,
              std::set<unsigned>& reached) const {
        if (v == n_) {
            reached.insert(state);
            return;
        }
        fill(state, start, back, v + 1, slots, reached);
        for (int item = 0; item < n_; ++item) {
            if (!(start & bit(node(v, back), item))) continue;
            auto next = state, taken = slots;
            for (int hops = 1; hops < n_; ++hops) {
                const auto segment = 1u << ((v + hops - 1) % n_);
                if (taken & segment) break;
                taken |= segment;
                next |= bit(node((v + hops) % n_, back), item);
                fill(next, start, back, v + 1, taken, reached);
            }
        }
    }
    int node(int v, bool back) const { return back ? n_ - 1 - v : v; }
    /// Holding more is never worse.
    static std::set<unsigned> largest(const std::set<unsigned>& states) {
        std::set<unsigned> kept;
        for (const auto state : states)
            if (std::none_of(states.begin(), states.end(), [&](auto other) {
                    return other != state && (other & state) == state;
                }))
                kept.insert(state);
        return kept;
    }

    int n_, w_;
};

BOOST_AUTO_TEST_CASE(exhaustive_search_on_tiny_rings) {
    for (const auto& [n, w] : {std::pair{2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {5, 1}, {5, 2}}) {
        const TinyRing ring(n, w);
        const auto steps = plan_gather({n, w}, Method::multicast).steps;
        int least = 1;
        while (!ring.done_within(ring.owned(), least)) ++least;
        BOOST_TEST(least == steps, "N = " << n << ", w = " << w);
    }
}

/// Rows, then columns with a row's items; each phase at its bound.
BOOST_AUTO_TEST_CASE(tori) {
    for (const auto& [rows, columns, w] :
         {std::tuple{1, 7, 2}, {3, 5, 2}, {12, 7, 3}, {8, 8, 4}, {32, 32, 64}})
        for (const auto order : {TorusOrder::rows_first, TorusOrder::columns_first}) {
            const auto plan = plan_torus({rows, columns}, w, Method::multicast, order);
            const auto where = std::to_string(rows) + " x " + std::to_string(columns);
            check_gather(plan.schedule, plan.steps, where);
            const bool first = order == TorusOrder::rows_first;
            const auto a = first ? columns : rows, b = first ? rows : columns;
            BOOST_TEST(plan.steps == ceil_div(a - 1, 2 * w) + ceil_div(a * (b - 1), 2 * w), where);
        }
}

BOOST_AUTO_TEST_CASE(tapped_schedules_are_not_reversed) {
    const auto gather = plan_gather({8, 2}, Method::multicast).schedule;
    BOOST_CHECK_THROW(kernels::reversed(gather), std::invalid_argument);
    const auto unicast = plan_gather({8, 2}, Method::optimal).schedule;
    BOOST_CHECK_THROW(kernels::concatenated(gather, unicast), std::invalid_argument);
    BOOST_TEST(kernels::check_reduce_scatter(gather).fault ==
               "a tapped lightpath cannot carry partial sums");
    BOOST_TEST(!kernels::check_all_reduce(gather).valid());
}

/// What the validator must notice where lightpaths are tapped.
BOOST_AUTO_TEST_CASE(mutated_schedules_are_refused) {
    const auto plan = plan_gather({9, 2}, Method::multicast);
    const auto paths = kernels::lightpaths_of(plan.schedule.stages[0], 0);
    const auto fault = [&](const std::function<void(kernels::Lightpaths&)>& change) {
        auto changed = paths;
        change(changed);
        auto schedule = plan.schedule;
        schedule.stages[0].build = [changed](kernels::Lightpaths& out) {
            out.insert(out.end(), changed.begin(), changed.end());
        };
        return kernels::check_all_gather(schedule).fault.substr(0, 5);
    };
    BOOST_TEST(fault([](auto&) {}) == "");
    BOOST_TEST(fault([](auto& all) { all.pop_back(); }) == "(iv) ");
    BOOST_TEST(fault([](auto& all) { all[0].item = (all[0].item + 1) % 9; }) == "(iii)");
    BOOST_TEST(fault([](auto& all) {
                   for (auto& path : all) path.step = 0;
               }) == "(ii) ");
    BOOST_TEST(fault([](auto& all) { all.push_back(all[0]), all.back().step = 5; }) == "(i) n");
    // Without taps the same lightpaths reach their ends alone.
    auto unicast = plan.schedule;
    unicast.reception = kernels::Reception::destination;
    BOOST_TEST(kernels::check_all_gather(unicast).fault.substr(0, 4) == "(iv)");
    // A lightpath twice, in a further step: nine deliveries too many.
    auto longer = plan.schedule;
    longer.stages.push_back({1, kernels::Dimension::along_rows, [first = paths[0]](auto& out) {
                                 (out.push_back(first), out.back().step = 0);
                             }});
    BOOST_TEST(kernels::check_all_gather(longer).fault.substr(0, 3) == "(v)");
    BOOST_TEST(kernels::check_all_gather(longer, false).fault == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
