#pragma once
// Where domain and engine meet: the tiles of a sweep, computed by the schedulers.

#include <set>
#include <tuple>

#include "engine/workload.hpp"
#include "sweeps/candidates.hpp"
#include "sweeps/grid_points.hpp"
#include "sweeps/solution_preparations.hpp"
#include "sweeps/structure_cache.hpp"
#include "sweeps/structure_estimates.hpp"
#include "sweeps/structure_preparations.hpp"
#include "sweeps/studies/study.hpp"
#include "sweeps/sweep_layout.hpp"

namespace lightsweep::sweeps {

class BestRow;
class RowWalk;

/// Structures and plans that one rank keeps at most, estimated.
inline constexpr std::size_t most_cached_bytes = std::size_t{256} << 20;

class SweepWorkload : public engine::Workload {
  public:
    explicit SweepWorkload(Sweep sweep);

    const engine::Layout& layout() const override { return layout_.layout; }
    std::string fingerprint() const override;
    double estimate(engine::Task task) const override;
    /// Plans, by grid, structure and scheduler, that tasks before have made and kept.
    using Planned = std::set<std::tuple<std::size_t, std::uint64_t, const solvers::SchedulerRow*>>;
    /// The same without the time of plans that are there already; adds those of the task.
    double estimate(engine::Task task, Planned& planned) const;
    /// What the lists of a ragged group will take in the file, compressed [B].
    double list_bytes(std::size_t ragged) const;
    engine::TaskReport compute_tile(engine::Task task, engine::Tile& tile) override;
    engine::TaskReport compute_row(engine::Task task, engine::RaggedRow& row) override;
    void fail_tile(engine::Task task, const std::string& what, engine::Tile& tile) override;

    /// Those of structures, then those of solutions.
    std::size_t n_preparations() const override {
        return preparations_->size() + solutions_->size();
    }
    std::string preparation_key(std::size_t preparation) const override;
    double preparation_estimate(std::size_t preparation) const override;
    std::vector<std::size_t> needs(engine::Task task) const override;
    std::string prepare(std::size_t preparation) override;
    void adopt(std::size_t preparation, const engine::Preparation& result) override;

    /// What went wrong on this rank: the first few different messages.
    std::vector<std::string> failures() const;

  private:
    Indices structural_place(std::size_t grid, const Indices& indices) const;
    /// The structure alone, without a plan.
    std::shared_ptr<const ReadyScheduler> built(std::size_t grid, const Indices& structural,
                                                const solvers::SchedulerRow& scheduler);
    /// Whether a scheduler has plans on a structure; makes none.
    bool applies(std::size_t grid, const Indices& indices, const solvers::SchedulerRow& scheduler);
    std::shared_ptr<const ReadyScheduler> ready(std::size_t grid, const Indices& indices,
                                                const solvers::SchedulerRow& scheduler);
    /// computed: the row's points have a status each; the others stand for the whole row.
    enum class Outcome { computed, not_applicable, failed };
    /// Results of one scheduler along a run of delays (or at one point). A failure is noted.
    Outcome evaluate(const GroupPlan& plan, const Indices& indices,
                     const solvers::SchedulerRow& scheduler, std::span<const double> delays,
                     solvers::ResultRow& result, std::shared_ptr<const ReadyScheduler>& used);
    /// Both return how many points failed.
    std::size_t fill_results(const GroupPlan& plan, RowWalk& walk, engine::Tile& tile);
    std::size_t fill_best(const GroupPlan& plan, RowWalk& walk, engine::Tile& tile);
    /// Which points `where` selects.
    void fill_points(const GroupPlan& plan, const RowWalk& walk, engine::Tile& tile);
    /// One point of a study, or the time it takes.
    std::size_t fill_study(const GroupPlan& plan, RowWalk& walk, engine::Tile& tile);
    StudyRow study_row(const GroupPlan& plan, const Indices& indices);
    /// What happens at one point; returns how many points failed.
    std::size_t append_events(const GroupPlan& plan, const Indices& indices,
                              engine::RaggedRow& row);
    void append_portfolio(const GroupPlan& plan, const Indices& indices, engine::RaggedRow& row);
    void append_unlisted(const GroupPlan& plan, const Indices& indices, engine::RaggedRow& row);
    /// act(candidate, indices) at every setting of the minimised dimensions that exists.
    template <class Act>
    void for_each_candidate(const GroupPlan& plan, Indices indices, const Act& act) const;
    /// The schedules of a scheduler as cost planes: none where it does not apply, or lists none.
    std::shared_ptr<const kernels::PlaneTable> schedules_of(const GroupPlan& plan,
                                                            const Indices& indices,
                                                            const solvers::SchedulerRow& scheduler);
    /// Where a task's indices begin along its group's axes, and how many it has.
    struct Block {
        std::vector<std::size_t> at, extent;
    };
    Block block_of(engine::Task task) const;
    /// Enters candidate c of a grid into the contest of a row.
    /// Null if it is not applicable there.
    std::shared_ptr<const ReadyScheduler> compare(const GroupPlan& plan, RowWalk& walk,
                                                  std::size_t c, BestRow& best);
    /// Among the grid's structures, row-major.
    std::uint64_t structure_number(std::size_t grid, const Indices& indices) const;
    void note_failure(const GroupPlan& plan, const std::string& what);
    /// Whether a group's scheduler, or some candidate of `best`, does.
    bool reads_pool(const GroupPlan& plan) const;
    double plan_seconds(std::size_t grid, std::uint64_t structure,
                        const solvers::SchedulerRow& scheduler, Planned& planned) const;
    /// Of all its schedulers on all its structures, each with so many points.
    double schedules_seconds(const GroupPlan& plan, const Block& block, double points,
                             Planned& planned) const;
    /// Flat numbers of the structures that a task looks at.
    std::set<std::uint64_t> structures_in(const GroupPlan& plan, const Block& block) const;
    /// Elements of one structure's list, or of a point's events.
    double list_elements(const GroupPlan& plan, std::uint64_t structure) const;
    /// Of one point.
    double study_seconds(const GroupPlan& plan, Indices indices) const;

    Sweep sweep_;
    SweepLayout layout_;
    std::vector<GridPoints> points_;
    std::vector<std::map<std::string, solvers::SchedulerOptions>> options_;  // per grid
    std::vector<std::vector<Candidate>> candidates_;                         // per grid
    std::vector<std::vector<std::size_t>> minimised_;                        // per grid
    StructureCache cache_;
    std::unique_ptr<StructureEstimates> structures_;
    std::unique_ptr<StructurePreparations> preparations_;
    std::unique_ptr<SolutionPreparations> solutions_;
    mutable std::mutex failures_mutex_;
    std::vector<std::string> failures_;
};

}  // namespace lightsweep::sweeps
