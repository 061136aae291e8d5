#include "solvers/walks/supported_schedules.hpp"

#include <cmath>
#include <set>

#include "kernels/envelopes/region_boundaries.hpp"
#include "kernels/exact/rounded_sum.hpp"

namespace lightsweep::solvers {

namespace {

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

std::optional<kernels::Envelope> supported_schedules(const UniformSweep& sweep, std::size_t most) {
    return Search(sweep, most).run();
}

}  // namespace lightsweep::solvers
