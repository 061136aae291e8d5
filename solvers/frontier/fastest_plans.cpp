#include "solvers/frontier/fastest_plans.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace lightsweep::solvers::frontier {

namespace {

using AtRow = FastestPlans::AtRow;
using Row = FastestPlans::Row;

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Leaves those that none undercuts in both numbers, by rising first and falling second.
void leave_best(std::vector<AtRow>& all, double most) {
    std::erase_if(all, [&](const AtRow& one) { return one.first > most; });
    std::ranges::sort(all, [](const AtRow& a, const AtRow& b) {
        return std::tie(a.first, a.second, a.place) < std::tie(b.first, b.second, b.place);
    });
    double least = infinite;
    std::erase_if(all, [&](const AtRow& one) {
        const bool undercut = one.second >= least;
        least = std::min(least, one.second);
        return undercut;
    });
}

/// Leaves those that are fastest somewhere, and sets the least D of each. meet(before, one): the D
/// from which `one` is faster than its neighbour before.
template <typename Meet>
void find_ranges(std::vector<AtRow>& curve, const Meet& meet) {
    std::size_t kept = 0;
    for (auto one : curve) {
        one.from = 0;
        while (kept > 0) {
            one.from = std::max(0.0, meet(curve[kept - 1], one));
            if (one.from > curve[kept - 1].from) break;
            --kept;
        }
        if (kept == 0) one.from = 0;
        curve[kept++] = one;
    }
    curve.resize(kept);
}

/// Takes the time of every plan in its range, wherever it is the least so far.
template <typename Time>
void compare(const kernels::DelayRow& row, const Time& time, Row& found) {
    const double* const delays = row.delays.data();
    double *const least = found.times.data(), *const places = found.places.data();
    std::size_t begin = 0;
    for (std::size_t k = 0; k < found.curve.size(); ++k) {
        const auto one = found.curve[k];
        const auto end =
            k + 1 == found.curve.size()
                ? row.delays.end()
                : std::ranges::upper_bound(row.delays.begin() + static_cast<std::ptrdiff_t>(begin),
                                           row.delays.end(), found.curve[k + 1].from);
        const auto last = static_cast<std::size_t>(end - row.delays.begin());
        for (std::size_t i = begin; i < last; ++i) {
            const double now = time(one, delays[i]);
            places[i] = now < least[i] ? one.place : places[i];
            least[i] = std::min(now, least[i]);
        }
        begin = last;
    }
}

}  // namespace

void FastestPlans::Sending::add(const PlanStep& step) {
    ++steps;
    hops += step.hops;
    x += step.x;
}

double FastestPlans::Sending::time(const kernels::DelayRow& row) const {
    return steps * row.per_step_latency + hops * row.per_hop_latency + x * row.message_time;
}

FastestPlans::FastestPlans(const std::vector<FrontierPlan>& plans) : plans_(plans) {
    for (std::size_t place = 0; place < plans.size(); ++place) {
        const auto& plan = plans[place];
        Entry entry{static_cast<double>(place), {}, {}, static_cast<double>(plan.changes())};
        for (const auto& step : plan.steps) {
            entry.all.add(step);
            if (step.topology != 0) entry.after.add(step);
        }
        by_set_up_[static_cast<std::size_t>(plan.set_up)].push_back(entry);
    }
}

void FastestPlans::find(const kernels::DelayRow& row, Row& found) const {
    if (std::ranges::is_sorted(row.delays)) return find_rising(row, found);
    Row all;
    for (const double& delay : row.delays) {
        auto one = row;
        one.delays = {&delay, 1};
        find_rising(one, found);
        all.places.push_back(found.places[0]);
        all.times.push_back(found.times[0]);
    }
    found = std::move(all);
}

void FastestPlans::find_rising(const kernels::DelayRow& row, Row& found) const {
    found.places.assign(row.delays.size(), 0);
    found.times.assign(row.delays.size(), infinite);
    double most = infinite;
    found.curve.clear();
    for (const auto& entry : entries(SetUp::between_steps)) {
        found.curve.push_back({entry.place, entry.all.time(row), entry.changes, 0});
        if (entry.changes == 0) most = std::min(most, found.curve.back().first);
    }
    leave_best(found.curve, most);
    find_ranges(found.curve, [](const AtRow& before, const AtRow& one) {
        return (one.first - before.first) / (before.second - one.second);
    });
    compare(
        row, [](const AtRow& one, double delay) { return one.first + one.second * delay; }, found);

    found.curve.clear();
    for (const auto& entry : entries(SetUp::at_start))
        found.curve.push_back({entry.place, entry.all.time(row), entry.after.time(row), 0});
    leave_best(found.curve, most);
    find_ranges(found.curve,
                [](const AtRow& before, const AtRow& one) { return one.first - before.second; });
    compare(
        row, [](const AtRow& one, double delay) { return std::max(one.first, delay + one.second); },
        found);

    for (const auto& entry : entries(SetUp::in_turn)) compare_in_turn(row, entry, found);
}

void FastestPlans::compare_in_turn(const kernels::DelayRow& row, const Entry& entry,
                                   Row& found) const {
    // The least times rise with D, and none is less than s, nor than D for every second step.
    const auto first = std::ranges::upper_bound(found.times, entry.all.time(row));
    const auto begin = static_cast<std::size_t>(first - found.times.begin());
    if (begin == found.times.size()) return;
    const double waits = static_cast<int>(entry.all.steps) / 2;
    const auto& steps = plans_[static_cast<std::size_t>(entry.place)].steps;
    found.sending.clear();
    for (const auto& step : steps)
        found.sending.push_back(row.per_step_latency + step.hops * row.per_hop_latency +
                                step.x * row.message_time);
    for (std::size_t i = begin; i < found.times.size(); ++i) {
        const double delay = row.delays[i];
        if (waits * delay >= found.times.back()) return;
        double before = 0, now = found.sending[0];
        for (std::size_t t = 1; t < steps.size(); ++t) {
            const double start = std::max(now, before + delay);
            before = now;
            now = start + found.sending[t];
        }
        found.places[i] = now < found.times[i] ? entry.place : found.places[i];
        found.times[i] = std::min(now, found.times[i]);
    }
}

}  // namespace lightsweep::solvers::frontier
