#pragma once
// Workload of a sweep, where domain and engine meet: the schedulers compute its tiles.

#include <set>
#include <tuple>

#include "engine/journal/manifest.hpp"
#include "engine/journal/workload.hpp"
#include "sweeps/farm/search_preparations.hpp"
#include "sweeps/farm/solution_preparations.hpp"
#include "sweeps/farm/structure_preparations.hpp"
#include "sweeps/farm/sweep_layout.hpp"
#include "sweeps/points/structure_cache.hpp"
#include "sweeps/rows/candidates.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

class BestRow;
class RowWalk;

/// Largest estimated memory of problems and prepared schedulers that one rank keeps [B].
inline constexpr std::size_t most_cached_bytes = std::size_t{512} << 20;

class SweepWorkload : public engine::Workload {
  public:
    explicit SweepWorkload(Sweep sweep);

    const engine::Layout& layout() const override { return layout_.layout; }
    std::string fingerprint() const override;
    double estimate(engine::Task task) const override;
    /// Number of rows of a task.
    std::size_t points(engine::Task task) const { return tasks_.points(task); }
    std::function<double(engine::Task)> estimates_in_order() const override;
    /// Tasks whose first structures differ in what `best` minimises alone, or in nothing.
    std::uint64_t locality(engine::Task task) const override;
    /// Estimated compressed size of the lists of a ragged group [B].
    double list_bytes(std::size_t ragged) const;
    /// Estimated memory of the largest problem with its scheduler, and of all that a rank keeps
    /// [B].
    struct Memory {
        double largest = 0, kept = 0;
    };
    Memory memory() const;
    engine::TaskReport compute_tile(engine::Task task, engine::Tile& tile) override;
    engine::TaskReport compute_row(engine::Task task, engine::RaggedRow& row) override;
    void fail_tile(engine::Task task, const std::string& what, engine::Tile& tile) override;

    /// Preparations of structures, followed by those of solutions and of searches.
    std::size_t n_preparations() const override {
        return preparations_->size() + solutions_->size() + searches_->size();
    }
    std::string preparation_key(std::size_t preparation) const override;
    double preparation_estimate(std::size_t preparation) const override;
    std::vector<std::size_t> needs(engine::Task task) const override;
    std::string prepare(std::size_t preparation) override;
    void adopt(std::size_t preparation, const engine::Preparation& result) override;
    void use_idle_threads(engine::BorrowThreads borrow) override {
        idle_threads_ = std::move(borrow);
    }

    /// Failures on this rank: the first few distinct messages.
    std::vector<std::string> failures() const;

  private:
    Indices structural_place(std::size_t grid, const Indices& indices) const;
    StructureCache::Key key_of(std::size_t grid, const Indices& indices,
                               const solvers::SchedulerRow& scheduler) const;
    /// The problem without a prepared scheduler.
    std::shared_ptr<const ReadyScheduler> built(std::size_t grid, const Indices& structural,
                                                const solvers::SchedulerRow& scheduler);
    /// Whether a scheduler applies to a structure; prepares nothing.
    bool applies(std::size_t grid, const Indices& indices, const solvers::SchedulerRow& scheduler);
    std::shared_ptr<const ReadyScheduler> ready(std::size_t grid, const Indices& indices,
                                                const solvers::SchedulerRow& scheduler);
    /// computed: every point of the row has its own status. The other outcomes hold for the whole
    /// row.
    enum class Outcome { computed, not_applicable, failed };
    /// Results of one scheduler along a run of delays, or at one point. A failure is noted.
    Outcome evaluate(const FileGroup& plan, const Indices& indices,
                     const solvers::SchedulerRow& scheduler, std::span<const double> delays,
                     solvers::ResultRow& result, std::shared_ptr<const ReadyScheduler>& used);
    /// Fill the columns of results and of `best`; return the number of failed points.
    std::size_t fill_results(const FileGroup& plan, RowWalk& walk, engine::Tile& tile);
    std::size_t fill_best(const FileGroup& plan, RowWalk& walk, engine::Tile& tile);
    /// Fills the column that says which points `where` selects.
    void fill_points(const FileGroup& plan, const RowWalk& walk, engine::Tile& tile);
    /// Fills one point of a study, or the time that it takes.
    std::size_t fill_study(const FileGroup& plan, RowWalk& walk, engine::Tile& tile);
    StudyRow study_row(const FileGroup& plan, const Indices& indices);
    /// Appends the events of one point; returns the number of failed points.
    std::size_t append_events(const FileGroup& plan, const Indices& indices,
                              engine::RaggedRow& row);
    void append_portfolio(const FileGroup& plan, const Indices& indices, engine::RaggedRow& row);
    void append_unlisted(const FileGroup& plan, const Indices& indices, engine::RaggedRow& row);
    /// Calls act(candidate, indices) at every existing setting of the minimised dimensions.
    template <class Act>
    void for_each_candidate(const FileGroup& plan, Indices indices, const Act& act) const;
    /// What a scheduler has searched on a structure, as text.
    void append_search(const FileGroup& plan, const Indices& indices, engine::RaggedRow& row);
    /// The schedules of a scheduler as linear costs; null where it does not apply or lists none.
    std::shared_ptr<const kernels::Envelope> schedules_of(const FileGroup& plan,
                                                          const Indices& indices,
                                                          const solvers::SchedulerRow& scheduler);
    /// Calls `use` with the flows, the solutions or the searches, and the preparation's number
    /// among them.
    template <class Use>
    auto with_preparation(std::size_t preparation, Use use) const;
    /// First index and number of a task's points along each axis of its group.
    struct Block {
        std::vector<std::size_t> at, extent;
    };
    Block block_of(engine::Task task) const;
    /// Enters candidate c of a grid into the comparison of a row; returns null if it is not
    /// applicable there.
    std::shared_ptr<const ReadyScheduler> compare(const FileGroup& plan, RowWalk& walk,
                                                  std::size_t c, BestRow& best);
    void note_failure(const FileGroup& plan, const std::string& what);
    /// Whether a group's scheduler, or some candidate of `best`, reads the pool.
    bool reads_pool(const FileGroup& plan) const;
    /// Structures and their prepared schedulers, by grid, number and row (null: the structure),
    /// that earlier tasks have made and kept.
    using Planned = std::set<std::tuple<std::size_t, std::uint64_t, const solvers::SchedulerRow*>>;
    /// Beyond what is in `planned`, to which it adds what this task makes.
    double estimate(engine::Task task, Planned& planned) const;
    double plan_seconds(std::size_t grid, std::uint64_t structure,
                        const solvers::SchedulerRow& scheduler, Planned& planned) const;
    /// Estimated seconds for all its schedulers on all its structures, each with `points` points.
    double schedules_seconds(const FileGroup& plan, const Block& block, double points,
                             Planned& planned) const;
    /// Estimated seconds for the bound of any scheduler at a point of `best`; 0 of other groups.
    double bounds_seconds(const FileGroup& plan, const Block& block) const;
    /// Flat numbers of the structures that a task touches.
    std::set<std::uint64_t> structures_in(const FileGroup& plan, const Block& block) const;
    /// Estimated number of elements in one structure's list, or of a point's events.
    double list_elements(const FileGroup& plan, std::uint64_t structure) const;
    /// Estimated events of one schedule: uses of planes, or lightpaths, of which an all-gather has
    /// one from every node to every other.
    double events(std::size_t grid, std::uint64_t structure) const;
    /// Estimated seconds of one point.
    double study_seconds(const FileGroup& plan, Indices indices) const;

    Sweep sweep_;
    SweepLayout layout_;
    engine::TaskSpace tasks_;
    AllPoints points_;
    GridOptions options_;
    std::vector<std::vector<Candidate>> candidates_;   // per grid
    std::vector<std::vector<std::size_t>> minimised_;  // per grid
    engine::BorrowThreads idle_threads_;
    StructureCache cache_;
    std::unique_ptr<StructureEstimates> structures_;
    std::unique_ptr<StructurePreparations> preparations_;
    std::unique_ptr<SolutionPreparations> solutions_;
    std::unique_ptr<SearchPreparations> searches_;
    mutable std::mutex failures_mutex_;
    std::vector<std::string> failures_;
};

}  // namespace lightsweep::sweeps
