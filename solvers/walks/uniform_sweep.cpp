#include "solvers/walks/uniform_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "kernels/envelopes/region_boundaries.hpp"
#include "kernels/exact/rounded_sum.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers {

using kernels::parallel::lane_count;

namespace {

std::size_t middle_of(std::size_t low, std::size_t high) {
    return low + (high - low) / 2;
}

std::vector<std::size_t> all_places(std::size_t n) {
    std::vector<std::size_t> places(n);
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

/// The ends of a row, and as many middles as one block takes beside them.
std::vector<std::size_t> first_places(std::size_t n) {
    if (n <= 2) return all_places(n);
    std::vector<std::size_t> places{0, n - 1};
    std::vector<std::pair<std::size_t, std::size_t>> intervals{{0, n - 1}};
    for (std::size_t k = 0; k < intervals.size() && places.size() < lane_count; ++k) {
        const auto [low, high] = intervals[k];
        if (high <= low + 1) continue;
        const std::size_t middle = middle_of(low, high);
        places.push_back(middle);
        intervals.insert(intervals.end(), {{low, middle}, {middle, high}});
    }
    return places;
}

using Weights = kernels::WalkWeights;

class Search {
  public:
    Search(const UniformSweep& sweep, std::size_t most) : sweep_(sweep), most_(most) {}

    std::optional<kernels::Envelope> run() {
        // The corners, and one of each on its way to them.
        const Weights corners[] = {{1, 0, 0},       {0, 1, 0},       {0, 0, 1},      {1, 1, 1},
                                   {1, 1e-6, 1e-6}, {1e-6, 1, 1e-6}, {1e-6, 1e-6, 1}};
        asked_.insert(std::begin(corners), std::end(corners));
        ask(corners);
        if (schedules_.empty()) return std::nullopt;
        for (bool again = true; again;) {
            std::vector<Weights> new_vertices;
            for (const auto& one : kernels::region_boundaries(table()))
                for (const auto& vertex : vertices(one))
                    if (asked_.insert(vertex).second) new_vertices.push_back(vertex);
            if (asked_.size() > most_) return std::nullopt;
            again = ask(new_vertices);
        }
        return table();
    }

  private:
    /// Ends of a boundary; of one without end the direction that it takes.
    static std::vector<Weights> vertices(const kernels::RegionBoundary& one) {
        std::vector<Weights> found{{1, one.from_message, one.from_delay}};
        if (std::isinf(one.to_message))
            found.push_back({0, 1, one.delay_per_message});
        else if (std::isinf(one.to_delay))
            found.push_back({0, 0, 1});
        else
            found.push_back({1, one.to_message, one.to_delay});
        return found;
    }

    double least(const Weights& at) const {
        double best = HUGE_VAL;
        for (const auto& schedule : schedules_)
            best = std::min(best, at.hops * schedule.hops + at.congestion * schedule.congestion +
                                      at.changes * schedule.reconfigurations);
        return best;
    }

    /// Whether a walk was found that is better somewhere there than all before. A block at a time:
    /// walks take room.
    bool ask(std::span<const Weights> all) {
        bool better = false;
        while (!all.empty()) {
            const auto block = all.first(std::min(kernels::parallel::lane_count, all.size()));
            const auto walks = sweep_.least_walks(block);
            for (std::size_t k = 0; k < walks.size(); ++k) better |= add(block[k], walks[k]);
            all = all.subspan(block.size());
        }
        return better;
    }

    bool add(const Weights& at, const kernels::ListedSchedule& schedule) {
        const double value = at.hops * schedule.hops + at.congestion * schedule.congestion +
                             at.changes * schedule.reconfigurations;
        const auto known = std::make_tuple(schedule.hops, kernels::rounded_sum(schedule.congestion),
                                           schedule.reconfigurations);
        const bool better = !(value >= least(at) * (1 - 1e-12));
        if ((!better && !schedules_.empty() && at.hops > 0) || !known_.insert(known).second)
            return false;
        schedules_.push_back(schedule);
        return true;
    }

    kernels::Envelope table() const {
        return {sweep_.walks().steps(), sweep_.walks().volume, schedules_, kernels::state_bits};
    }

    const UniformSweep& sweep_;
    const std::size_t most_;
    std::vector<kernels::ListedSchedule> schedules_;
    std::set<Weights> asked_;
    std::set<std::tuple<double, double, std::int32_t>> known_;
};

}  // namespace

UniformSweep::UniformSweep(UniformWalks walks)
    : PreparedScheduler(walks.decisions), walks_(std::move(walks)) {}

std::size_t UniformSweep::bytes() const {
    std::size_t choices = 0;
    for (const auto& of_step : walks_.choices) choices += of_step.size();
    return choices * sizeof(kernels::StateCost);
}

std::vector<kernels::ListedSchedule> UniformSweep::least_walks(
    std::span<const kernels::WalkWeights> weights) const {
    thread_local kernels::LayeredSweep sweep;
    std::vector<kernels::ListedSchedule> found;
    for (; !weights.empty(); weights = weights.subspan(std::min(lane_count, weights.size()))) {
        const auto block = weights.first(std::min(lane_count, weights.size()));
        if (!sweep.solve(walks_.layers(), block)) return {};
        for (std::size_t lane = 0; lane < block.size(); ++lane)
            found.push_back(schedule_of(walks_, sweep.walk(lane)));
    }
    return found;
}

kernels::CostBreakdown UniformSweep::cost_of(const kernels::DelayRow& row, std::size_t i,
                                             const kernels::ListedSchedule& schedule) const {
    auto cost = solvers::cost_of(schedule, walks_.steps(), walks_.volume, row, i);
    if (!walks_.sums_by_step) return cost;
    cost.propagation = cost.congestion = 0;
    for (std::size_t k = 0; k < walks_.steps(); ++k) {
        const auto& choice =
            walks_.choice(k, kernels::state_at(schedule.decision, k, space().bits));
        cost.propagation += row.per_hop_latency * choice.hops;
        cost.congestion += row.message_time * choice.congestion;
    }
    return cost;
}

void UniformSweep::store(const kernels::DelayRow& row, std::size_t i,
                         const kernels::ListedSchedule& schedule, ResultRow& result) const {
    result.set_optimum(i, cost_of(row, i, schedule), schedule.reconfigurations);
    if (!result.want_decisions) return;
    const std::size_t words = space().words();
    std::copy(schedule.decision.begin(), schedule.decision.end(), &result.decision[i * words]);
}

void UniformSweep::assign_between(Row& row, std::size_t low, std::size_t high) {
    if (high <= low + 1) return;
    if (row.walks[low]->reconfigurations == row.walks[high]->reconfigurations) {
        std::fill(row.walk_of.begin() + low + 1, row.walk_of.begin() + high, low);
        return;
    }
    const std::size_t middle = middle_of(low, high);
    row.walk_of[middle] = middle;
    if (!row.walks[middle]) return row.missing.push_back(middle);
    assign_between(row, low, middle);
    assign_between(row, middle, high);
}

kernels::WalkWeights UniformSweep::weights_at(const kernels::DelayRow& row, std::size_t i) const {
    return {row.per_hop_latency, row.message_time, row.delays[i],
            row.per_step_latency * static_cast<double>(walks_.steps()) +
                row.message_time * walks_.volume};
}

bool UniformSweep::solve_missing(const kernels::DelayRow& parameters, Row& row) const {
    std::vector<kernels::WalkWeights> weights;
    for (const std::size_t i : row.missing) weights.push_back(weights_at(parameters, i));
    auto found = least_walks(weights);
    for (std::size_t k = 0; k < found.size(); ++k) row.walks[row.missing[k]] = std::move(found[k]);
    row.missing.clear();
    return !found.empty();
}

void UniformSweep::fill(const kernels::DelayRow& row, ResultRow& result) const {
    const std::size_t n = row.delays.size();
    result.resize(n, space().words());
    const bool rising = std::ranges::is_sorted(row.delays);
    Row solved{std::vector<std::optional<kernels::ListedSchedule>>(n), all_places(n),
               rising ? first_places(n) : all_places(n)};
    while (!solved.missing.empty()) {
        if (!solve_missing(row, solved))
            return result.fill_without_plan(Status::infeasible, Reason::base_disconnects_step);
        if (rising) assign_between(solved, 0, n - 1);
    }
    for (std::size_t i = 0; i < n; ++i) store(row, i, *solved.walks[solved.walk_of[i]], result);
}

std::optional<kernels::Envelope> supported_schedules(const UniformSweep& sweep, std::size_t most) {
    return Search(sweep, most).run();
}

}  // namespace lightsweep::solvers
