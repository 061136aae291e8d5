
#include <algorithm>
#include <limits>

#include "solvers/contract/scheduler_row.hpp"
#include "solvers/pccl/pccl.hpp"
#include "solvers/pccl/pccl_rows.hpp"

namespace lightsweep::solvers::pccl {

namespace {

constexpr int bits = kernels::state_bits;
/// An alternative that the scheduler accepts, and its index among all.
struct Member {
    std::size_t number;
    Prepared plan;

    std::size_t steps() const { return plan->space().structure->steps(); }
};
using Members = std::vector<Member>;

std::vector<std::uint64_t> entries(std::span<const std::uint64_t> decision, std::size_t from,
                                   std::size_t count, std::size_t to) {
    std::vector<std::uint64_t> moved(kernels::decision_words(to + count, bits), 0);
    for (std::size_t i = 0; i < count; ++i)
        kernels::put_state(moved, to + i, kernels::state_at(decision, from + i, bits), bits);
    return moved;
}

/// The member's decision, preceded by its number.
std::vector<std::uint64_t> numbered(const Member& member, std::span<const std::uint64_t> decision) {
    auto result = entries(decision, 0, member.steps(), 1);
    kernels::put_state(result, 0, member.number, bits);
    return result;
}

Members members_of(const Problem& whole, const SchedulerRow& optimum, const WithAlternative& with,
                   const SchedulerOptions& options) {
    Members members;
    for (std::size_t k = 0; k < whole.collective.alternatives.size(); ++k) {
        auto problem = std::make_shared<const Problem>(with(whole.collective.alternatives[k]));
        // On links of full rate several peers would have several times the bandwidth.
        const auto& own = problem->collective;
        const bool is_open = problem->measure.takes_shortest_paths && own.union_ports() > 0 &&
                             own.transmitters.count == 0;
        if (!is_open && !why_not_applicable(optimum, *problem, options))
            members.push_back({k, prepare(optimum, std::move(problem), options)});
    }
    return members;
}

/// All schedule costs with the smallest volume; bytes of an algorithm beyond it count as
/// congestion.
std::vector<kernels::ListedSchedule> joint_planes(const Members& members, double volume) {
    std::vector<kernels::ListedSchedule> schedules;
    for (const auto& member : members) {
        const auto& table = *member.plan->envelope();
        for (auto schedule : table.schedules()) {
            schedule.congestion += table.volume() - volume;
            schedule.more_steps += static_cast<std::int32_t>(member.steps());
            schedule.decision = numbered(member, schedule.decision);
            schedules.push_back(std::move(schedule));
        }
    }
    return schedules;
}

bool is_beaten(const kernels::ListedSchedule& one, const kernels::ListedSchedule& by) {
    return by.hops <= one.hops && by.congestion <= one.congestion &&
           by.reconfigurations <= one.reconfigurations && by.more_steps <= one.more_steps;
}

/// The joint envelope; nothing if a member does not list its schedules.
std::optional<kernels::Envelope> joint_table(const Members& members) {
    double volume = std::numeric_limits<double>::infinity();
    for (const auto& member : members) {
        if (!member.plan->envelope()) return std::nullopt;
        volume = std::min(volume, member.plan->envelope()->volume());
    }
    std::vector<kernels::ListedSchedule> kept;
    for (auto& schedule : joint_planes(members, volume)) {
        const auto beats = [&](const kernels::ListedSchedule& other) {
            return is_beaten(schedule, other);
        };
        if (std::ranges::any_of(kept, beats)) continue;
        std::erase_if(kept, [&](const auto& other) { return is_beaten(other, schedule); });
        kept.push_back(std::move(schedule));
    }
    return kernels::Envelope(0, volume, std::move(kept), bits);
}

DecisionSpace space_of(Subject problem, const std::shared_ptr<const Members>& members) {
    DecisionSpace space{problem, {problem->base}, 1, false, bits, {}};
    space.rules.matchings_stand = true;
    space.rules.restore = problem->subrings.restore;
    for (const auto& member : *members) space.entries = std::max(space.entries, member.steps() + 1);
    space.decoder = [members](std::span<const std::uint64_t> decision) {
        const auto number = kernels::state_at(decision, 0, bits);
        const auto member = std::ranges::find_if(
            *members, [number](const Member& one) { return one.number == number; });
        return member->plan->space().decode(entries(decision, 1, member->steps(), 0));
    };
    return space;
}

class Portfolio : public PreparedScheduler {
  public:
    Portfolio(Subject problem, std::shared_ptr<const Members> members)
        : PreparedScheduler(space_of(std::move(problem), members)),
          members_(std::move(members)),
          table_(joint_table(*members_)) {}

    const kernels::Envelope* envelope() const override { return table_ ? &*table_ : nullptr; }
    std::size_t bytes() const override {
        std::size_t sum = table_ ? table_->size() * (100 + 8 * space().words()) : 0;
        for (const auto& member : *members_) sum += member.plan->bytes();
        return sum;
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        result.fill_without_plan(Status::infeasible, Reason::base_disconnects_step);
        result.algorithm.assign(result.size(), -1);
        result.more_computation.assign(result.size(), 0);
        result.more_steps.assign(result.size(), 0);
        thread_local ResultRow one;
        one.want_decisions = result.want_decisions;
        std::vector<double> bound(result.size(), std::numeric_limits<double>::infinity());
        for (const auto& member : *members_) {
            member.plan->evaluate(row, one);
            for (std::size_t i = 0; i < result.size(); ++i) {
                bound[i] = std::min(bound[i], one.lower_bound[i]);
                if (kernels::is_better(one.completion[i], one.n_reconfigurations[i],
                                       result.completion[i], result.n_reconfigurations[i]))
                    take(member, one, i, result);
            }
        }
        for (std::size_t i = 0; i < result.size(); ++i) {
            result.lower_bound[i] = std::min(bound[i], result.completion[i]);
            if (result.lower_bound[i] < result.completion[i] * (1 - 1e-9) &&
                result.status[i] == Status::optimal)
                result.status[i] = Status::feasible;
        }
    }

  private:
    void take(const Member& member, const ResultRow& from, std::size_t i, ResultRow& to) const {
        to.set(i, from.breakdown(i));
        to.n_reconfigurations[i] = from.n_reconfigurations[i];
        to.status[i] = from.status[i];
        to.reason[i] = from.reason[i];
        to.algorithm[i] = static_cast<std::int32_t>(member.number);
        to.more_computation[i] = from.computation_of(i);
        to.more_steps[i] = static_cast<std::int32_t>(member.steps()) +
                           (from.more_steps.empty() ? 0 : from.more_steps[i]);
        if (!to.want_decisions) return;
        const std::size_t own = member.plan->space().words(), words = space().words();
        const auto decision = numbered(member, {from.decision.data() + i * own, own});
        const auto at = to.decision.begin() + static_cast<std::ptrdiff_t>(i * words);
        std::fill_n(at, words, std::uint64_t{0});
        std::copy(decision.begin(), decision.end(), at);
    }

    std::shared_ptr<const Members> members_;
    std::optional<kernels::Envelope> table_;
};

}  // namespace

Prepared portfolio_of(Subject problem, const SchedulerRow& optimum, const WithAlternative& with,
                      const SchedulerOptions& options) {
    auto members = std::make_shared<const Members>(members_of(*problem, optimum, with, options));
    return std::make_unique<Portfolio>(std::move(problem), std::move(members));
}

Prepared prepare_portfolio(Subject problem, const SchedulerOptions& options) {
    if (problem->collective.alternatives.empty()) return prepare_pccl(std::move(problem), options);
    const auto with = [whole = problem](kernels::Collective collective) {
        collective.ports = whole->collective.ports;
        return make_problem(std::move(collective), whole->base, whole->pool, whole->flow_gap,
                            whole->measure);
    };
    return portfolio_of(problem, row_named(pccl_rows, "pccl"), with, options);
}

}  // namespace lightsweep::solvers::pccl
