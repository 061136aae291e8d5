// Random rows of the small cross sweep (sweeps/cross/small.toml): the schedule of each of
// 10,000 replays to the time that the row reports.
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "kernels/timeline.hpp"
#include "solvers/certified_plan.hpp"
#include "solvers/registry.hpp"
#include "sweeps/cli/load_sweep.hpp"
#include "sweeps/grid_points.hpp"
#include "tests/vectors/reference.hpp"

namespace lightsweep::tests {
namespace {

using sweeps::GridPoints;
using sweeps::Indices;

constexpr int wanted = 10'000;

/// Prepared schedulers by structure; null where one does not apply.
class Plans {
  public:
    explicit Plans(const sweeps::GridSpec& grid) : grid_(grid), points_(grid) {}

    const solvers::PreparedScheduler* of(const solvers::SchedulerRow& row, std::uint64_t point) {
        const std::uint64_t parametric = grid_.points() / grid_.structures();
        const auto key = std::pair(std::string(row.name), point / parametric);
        const auto known = plans_.find(key);
        if (known != plans_.end()) return known->second.get();
        return plans_.emplace(key, make(row, point)).first->second.get();
    }
    kernels::Parameters parameters(const solvers::PreparedScheduler& plan,
                                   std::uint64_t point) const {
        return points_.parameters(grid_.indices(point), *plan.space().structure);
    }

  private:
    std::unique_ptr<solvers::PreparedScheduler> make(const solvers::SchedulerRow& row,
                                                     std::uint64_t point) const {
        const Indices at = grid_.indices(point);
        if (!grid_.applicable(at)) return nullptr;
        try {
            const auto structure =
                std::make_shared<const solvers::Structure>(points_.make_structure(at, false));
            if (solvers::refuse(row, *structure)) return nullptr;
            return solvers::prepare(row, structure, {});
        } catch (const sweeps::NotApplicable&) {
            return nullptr;
        }
    }

    const sweeps::GridSpec& grid_;
    GridPoints points_;
    std::map<std::pair<std::string, std::uint64_t>, std::unique_ptr<solvers::PreparedScheduler>>
        plans_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(common_rows_of_the_file_replay) {
    auto read =
        sweeps::load_sweep(std::string(LIGHTSWEEP_SOURCE_DIR) + "/sweeps/cross/small.toml", {});
    BOOST_TEST_REQUIRE(read.sweep.has_value());
    const auto& grid = read.sweep->grids.front();
    std::vector<const solvers::SchedulerRow*> rows;
    for (const auto& name : read.sweep->schedulers) {
        const auto* row = solvers::find_scheduler(name, "common");
        // Steps on topologies: planes and lightpaths have replays of their own.
        const auto& traits = row->traits;
        if (!traits.on_planes && !traits.is_formula && traits.on_rings == solvers::OnRings::no)
            rows.push_back(row);
    }
    BOOST_TEST_REQUIRE(rows.size() == 13);
    Plans plans(grid);
    std::mt19937_64 random(20261122);
    int replayed = 0;
    while (replayed < wanted) {
        const auto* row = rows[random() % rows.size()];
        const std::uint64_t point = random() % grid.points();
        const auto* plan = plans.of(*row, point);
        if (!plan) continue;
        ++replayed;
        const auto p = plans.parameters(*plan, point);
        solvers::ResultRow result;
        result.want_decisions = true;
        plan->evaluate(kernels::row_at(p), result);
        const auto carried =
            plan->space().carried_out({result.decision.data(), plan->space().words()});
        const auto run = kernels::replay(carried.schedule, carried.collective, p,
                                         plan->space().oracle(), plan->space().rules);
        const bool same = run.violation.empty() && close(run.end(), result.completion[0], 1e-9) &&
                          run.n_reconfigurations == result.n_reconfigurations[0];
        BOOST_TEST(same, std::string(row->name)
                             << " at point " << point << ": " << run.violation << " ends at "
                             << run.end() << ", not " << result.completion[0]);
    }
}

}  // namespace lightsweep::tests
