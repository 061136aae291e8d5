#include "solvers/walks/prepared_split.hpp"

#include <algorithm>

#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers {

namespace {

kernels::CostBreakdown price(const kernels::StepCosts& costs, const kernels::ListedSchedule& plane,
                             const kernels::Parameters& p) {
    return {p.per_step_latency * static_cast<double>(costs.steps()),
            p.per_hop_latency * plane.hops,
            p.message_time() * costs.volume,
            p.message_time() * plane.congestion,
            p.reconfiguration_delay * plane.reconfigurations,
            0};
}

}  // namespace

double time_of(const kernels::StepCosts& costs, const std::vector<std::uint64_t>& decision,
               const kernels::Parameters& p) {
    return price(costs, plane_of(costs, decision), p).total();
}

PreparedSplit::PreparedSplit(std::shared_ptr<const Problem> structure, SplitRule rule)
    : PreparedScheduler(base_or_matching(structure)),
      rule_(rule),
      relaxed_(structure->costs.relaxed()) {}

void PreparedSplit::fill(const kernels::DelayRow& row, ResultRow& result) const {
    const auto& costs = structure().costs;
    const std::size_t words = space().words();
    result.resize(row.delays.size(), words);
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                    1.0, row.delays[i]};
        const auto plane = plane_of(costs, rule_.decide(costs, p));
        result.set(i, price(costs, plane, p));
        result.n_reconfigurations[i] = plane.reconfigurations;
        result.lower_bound[i] =
            std::min(result.completion[i], time_of(relaxed_, rule_.decide_bound(relaxed_, p), p));
        if (result.want_decisions)
            std::copy_n(plane.decision.begin(), words, result.decision.begin() + i * words);
    }
    std::fill(result.status.begin(), result.status.end(), Status::feasible);
    std::fill(result.reason.begin(), result.reason.end(), Reason::none);
}

}  // namespace lightsweep::solvers
