// Random rows of the small cross sweep (sweeps/cross/small.toml), of all its schedulers: the
// schedule of each of 10,000 replays to the time that the row reports.
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "kernels/cost/timeline.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/points/grid_points.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "sweeps/rules/rules.hpp"
#include "tests/contract/wdm_replay.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
BOOST_AUTO_TEST_SUITE(common_rows)

namespace {

using sweeps::GridPoints;
using sweeps::Indices;

/// A scheduler on one structure, and what the replays of its lightpaths have found so far.
struct Subject {
    std::unique_ptr<solvers::PreparedScheduler> plan;  ///< null where it does not apply
    std::map<std::uint64_t, Replayed> lightpaths{};    ///< of one half, by decision
};

/// Prepared schedulers by structure, with the sweep's own options.
class Plans {
  public:
    explicit Plans(const sweeps::Sweep& sweep)
        : sweep_(sweep), grid_(sweep.grids.front()), points_(sweeps::points_of(grid_)) {}

    Subject& of(const solvers::SchedulerRow& row, std::uint64_t point) {
        const std::uint64_t parametric = grid_.points() / grid_.structures();
        const auto key = std::pair(std::string(row.name), point / parametric);
        const auto known = subjects_.find(key);
        if (known != subjects_.end()) return known->second;
        return subjects_.emplace(key, Subject{make(row, point)}).first->second;
    }
    kernels::Parameters parameters(const solvers::PreparedScheduler& plan,
                                   std::uint64_t point) const {
        return points_->parameters(grid_.indices(point), *plan.space().structure);
    }

  private:
    std::unique_ptr<solvers::PreparedScheduler> make(const solvers::SchedulerRow& row,
                                                     std::uint64_t point) const {
        const Indices at = grid_.indices(point);
        if (!grid_.applicable(at)) return nullptr;
        try {
            const auto structure =
                std::make_shared<const solvers::Problem>(points_->make_problem(at, false));
            const auto options =
                sweeps::scheduler_options(row, sweep_.options_of(grid_, std::string(row.name)));
            if (solvers::why_not_applicable(row, *structure, options)) return nullptr;
            return solvers::prepare(row, structure, options);
        } catch (const sweeps::NotApplicable&) {
            return nullptr;
        }
    }

    const sweeps::Sweep& sweep_;
    const sweeps::GridSpec& grid_;
    std::unique_ptr<const GridPoints> points_;
    std::map<std::pair<std::string, std::uint64_t>, Subject> subjects_;
};

/// What a replay says of a row's schedule.
struct Outcome {
    std::string violation{};
    double end = 0;
    std::int64_t n_reconfigurations = 0;
};

/// All lanes together, step after step on topologies.
Outcome replay_steps(const solvers::PreparedScheduler& plan, const kernels::Parameters& p,
                     const solvers::ResultRow& row) {
    const auto carried = plan.space().decode({row.decision.data(), plan.space().words()});
    const auto run = kernels::replay(carried.schedule, carried.collective, p, plan.space().oracle(),
                                     plan.space().rules);
    return {run.violation, run.end(), run.n_reconfigurations};
}

/// Lanes one by one.
Outcome replay_lanes(const solvers::PreparedScheduler& plan, const kernels::Parameters& p,
                     const solvers::ResultRow& row) {
    const auto run = sweeps::run_planes(*plan.space().structure, p, row, 0);
    if (!run) return {"no schedule"};
    return {run->timeline.violation, run->timeline.end(), run->timeline.n_reconfigurations};
}

/// Lightpath by lightpath. One half is followed; the other takes as long, with what is charged
/// beyond the setups that were seen: at most what one half has too many, twice.
Outcome replay_lightpaths(Subject& subject, const kernels::Parameters& p,
                          const solvers::ResultRow& row) {
    const auto& rings = *subject.plan->space().structure->rings;
    const auto known = subject.lightpaths.find(row.decision[0]);
    if (known == subject.lightpaths.end()) {
        const auto* plan = subject.plan->lightpaths(row.decision[0]);
        if (!plan) return {"no lightpaths"};
        subject.lightpaths.emplace(row.decision[0], replayed({plan->schedule, plan->step_slots}));
    }
    const auto& half = subject.lightpaths.at(row.decision[0]);
    const auto halves = rings.halves();
    if (half.reconfigurations * halves > row.n_reconfigurations[0])
        return {"sets up more often than charged"};
    const double time = static_cast<double>(half.steps) * (p.per_step_latency + p.per_hop_latency) +
                        half.transmission * p.message_time();
    return {
        half.fault,
        static_cast<double>(halves) * time + row.n_reconfigurations[0] * p.reconfiguration_delay,
        row.n_reconfigurations[0]};
}

Outcome replay_of(const solvers::SchedulerRow& row, Subject& subject, const kernels::Parameters& p,
                  const solvers::ResultRow& result) {
    if (row.traits.ring() != nullptr) return replay_lightpaths(subject, p, result);
    if (row.traits.plane_scheduler()) return replay_lanes(*subject.plan, p, result);
    return replay_steps(*subject.plan, p, result);
}

}  // namespace

BOOST_AUTO_TEST_CASE(common_rows_of_the_file_replay) {
    auto read =
        sweeps::load_sweep(std::string(LIGHTSWEEP_SOURCE_DIR) + "/sweeps/cross/small.toml", {});
    BOOST_TEST_REQUIRE(read.sweep.has_value());
    const auto& grid = read.sweep->grids.front();
    std::vector<const solvers::SchedulerRow*> rows;
    for (const auto& name : read.sweep->schedulers) {
        const auto* row = solvers::find_scheduler(name, solvers::common_scheduler_table());
        if (!row->traits.is_formula) rows.push_back(row);  // a formula has no schedule
    }
    BOOST_TEST_REQUIRE(rows.size() == 21);
    Plans plans(*read.sweep);
    std::mt19937_64 random(20261122);
    std::map<std::string_view, int> seen;
    const int wanted = trials(900, 10'000);
    for (int count = 0; count < wanted;) {
        const auto* row = rows[random() % rows.size()];
        const std::uint64_t point = random() % grid.points();
        auto& subject = plans.of(*row, point);
        if (!subject.plan) continue;
        ++count;
        ++seen[row->name];
        const auto p = plans.parameters(*subject.plan, point);
        solvers::ResultRow result;
        result.want_decisions = true;
        subject.plan->evaluate(kernels::row_at(p), result);
        const auto run = replay_of(*row, subject, p, result);
        const bool same = run.violation.empty() && close(run.end, result.completion[0], 1e-9) &&
                          run.n_reconfigurations == result.n_reconfigurations[0];
        BOOST_TEST(same, std::string(row->name)
                             << " at point " << point << ": " << run.violation << " ends at "
                             << run.end << ", not " << result.completion[0]);
    }
    BOOST_TEST(seen.size() == rows.size());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace lightsweep::tests
