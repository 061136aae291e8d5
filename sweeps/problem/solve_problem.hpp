#pragma once
// Solves one problem, for the verbs `eval` and `schedule`.

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernels/collectives/groups.hpp"
#include "kernels/cost/timeline.hpp"
#include "kernels/planes/plane_groups.hpp"
#include "solvers/contract/prepared_scheduler.hpp"
#include "sweeps/spec/problem.hpp"

namespace lightsweep::sweeps {

/// A schedule on the working switch planes (rules = swot), in bytes.
struct PlanesRun {
    kernels::Collective collective;  ///< as it is carried out
    kernels::GroupProblem problem;   ///< with a measure where groups send over relays
    kernels::GroupSchedule schedule;
    kernels::PlaneTimeline timeline;  ///< replayed from the schedule

    bool over_relays() const { return static_cast<bool>(problem.measure); }
};

/// The question that a solution answers, as it was given.
struct Asked {
    std::string scheduler, rules;
    std::string text;  ///< SingleProblem::text
};

struct Solution {
    Asked asked;
    std::shared_ptr<const solvers::Problem> structure;
    kernels::Parameters parameters;
    solvers::ResultRow row;          ///< the row of one point, with its decision
    kernels::Collective collective;  ///< as it is carried out
    kernels::Schedule schedule;
    std::size_t initial = 0;          ///< topology in force at the start
    bool matchings_stand = false;     ///< true: a step may use the matching of another step
    kernels::Timeline timeline;       ///< replayed from the schedule; empty without a schedule
    bool on_planes = false;           ///< true: the scheduler's schedules are events of planes
    std::optional<PlanesRun> planes;  ///< replaces schedule and timeline
    /// On WDM rings, where all the above is empty: the construction chosen; null if none is built.
    const solvers::LightpathConstruction* lightpaths = nullptr;
    solvers::Particulars particulars{};
    std::optional<solvers::PlanInWords> plan{};                  ///< of schedulers that list plans
    std::shared_ptr<const solvers::PreparedScheduler> prepared;  ///< null where not applicable

    /// Number in the fabric of one of the working planes.
    int plane_number(int plane) const { return structure->planes.numbers[plane]; }
    std::string note{};  ///< what the user may not expect
    bool has_plan() const { return row.n_reconfigurations[0] >= 0; }
};

/// The groups in which a problem's collective runs, and what the members of each run.
struct RankGroups {
    kernels::GroupLists lists;
    kernels::Collective members;
};
/// Nothing where all nodes are one.
std::optional<RankGroups> groups_of(const SingleProblem& problem);

/// The schedule of a row's result i in bytes, with its replay. Nothing for a formula.
std::optional<PlanesRun> run_planes(const solvers::Problem& structure,
                                    const kernels::Parameters& parameters,
                                    const solvers::ResultRow& row, std::size_t i);

/// The structures of the last problems, prepared, by a text of everything that they depend on: only
/// parameters differ between problems with the same text. Any thread may ask and keep.
class KnownStructures {
  public:
    struct Entry {
        std::shared_ptr<const solvers::Problem> structure;
        std::shared_ptr<const solvers::PreparedScheduler> prepared;  ///< null: why is the answer
        std::optional<solvers::Reason> why{};
        double bytes = 0;  ///< its memory, estimated
    };
    /// Nothing if the text is not known.
    std::optional<Entry> find(const std::string& text);
    /// Forgets the oldest entry where there are many.
    void keep(const std::string& text, Entry entry);

    /// A problem that was solved under this text, for its taker alone; null if there is none.
    std::unique_ptr<SingleProblem> take(const std::string& text);
    /// For who takes it next, as long as the entry of the text is kept.
    void put_back(const std::string& text, std::unique_ptr<SingleProblem> problem);

  private:
    struct Known {
        std::string text;
        Entry entry;
        std::vector<std::unique_ptr<SingleProblem>> problems{};
    };
    /// Null if the text is not known.
    Known* at(const std::string& text);

    std::mutex guard_;
    double bytes_ = 0;
    std::deque<Known> entries_;
};

/// known: where the structure is looked up and kept under `text`; null or an empty text: nowhere.
/// again: the problem was solved before with other parameters, which alone are checked. Throws
/// std::invalid_argument or std::runtime_error with the reason.
Solution solve(const SingleProblem& problem, KnownStructures* known = nullptr,
               const std::string& text = "", bool again = false);

}  // namespace lightsweep::sweeps
