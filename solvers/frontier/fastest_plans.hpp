#pragma once
// The plan with the least time at every delay of a row: how a list is read at millions of points.
//
// Along a row only D differs. A plan that sends for s = S per_step + H per_hop + X m/b takes
//
//   between steps   s + R D
//   at the start    max(s, D + after), where `after` is what it sends after the change
//   in turn         s or more, and D for every second step, as FrontierPlan::time() says
//
// All plans of one of the first two kinds have one least curve over D, on which each holds a range:
// of the lines s + R D the lower hull; of the others, by rising s and falling `after`, a plan takes
// over where D + after of the one before reaches its s. Per row these curves are made of the few
// plans that no other undercuts in both numbers. Plans in turn are tried where the least time so
// far leaves them room.

#include <array>
#include <vector>

#include "kernels/envelopes/envelope.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

class FastestPlans {
  public:
    /// Keeps a reference to the plans.
    explicit FastestPlans(const std::vector<FrontierPlan>& plans);

    /// A plan at one row, by the two numbers of its kind; `from`: the least D where it is fastest.
    struct AtRow {
        double place, first, second, from;
    };
    /// Of every delay of a row the place of a fastest plan, and its time [s].
    struct Row {
        std::vector<double> places, times;
        std::vector<AtRow> curve{};     ///< scratch
        std::vector<double> sending{};  ///< scratch
    };
    void find(const kernels::DelayRow& row, Row& found) const;

  private:
    /// Steps, hops and x of some steps.
    struct Sending {
        double steps = 0, hops = 0, x = 0;
        void add(const PlanStep& step);
        double time(const kernels::DelayRow& row) const;
    };
    struct Entry {
        double place;
        Sending all, after;  ///< after the change of a plan at the start
        double changes;
    };
    const std::vector<Entry>& entries(SetUp kind) const {
        return by_set_up_[static_cast<std::size_t>(kind)];
    }
    void find_rising(const kernels::DelayRow& row, Row& found) const;
    void compare_in_turn(const kernels::DelayRow& row, const Entry& entry, Row& found) const;

    const std::vector<FrontierPlan>& plans_;
    std::array<std::vector<Entry>, 3> by_set_up_{};
};

}  // namespace lightsweep::solvers::frontier
