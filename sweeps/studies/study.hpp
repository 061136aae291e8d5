#pragma once
// Studies: questions at the points of a grid whose answers are no schedules - routes, fibres,
// racks, training throughput, closed forms. A study says which keys it reads, which columns it
// fills and how; grids with study = "..." ask it, and its answers stand in /studies/<grid>.

#include <memory>

#include "engine/layout.hpp"
#include "solvers/scheduler.hpp"
#include "sweeps/grid_points.hpp"
#include "sweeps/spec/fault.hpp"
#include "sweeps/spec/vocabulary.hpp"
#include "sweeps/structure_cache.hpp"

namespace lightsweep::sweeps {

/// One answer: a value per column of the study, NaN (-1 in columns of integers) where there is
/// none.
struct StudyRow {
    std::vector<double> values;
    solvers::Status status = solvers::Status::optimal;
    solvers::Reason reason = solvers::Reason::none;
};

/// A collective on a topology, made ready for a scheduler, at the parameters of one point.
class PlannedCollective {
  public:
    PlannedCollective(std::shared_ptr<const ReadyScheduler> ready, kernels::Parameters parameters)
        : ready_(std::move(ready)), parameters_(parameters) {}

    const solvers::Structure& structure() const { return *ready_->structure; }
    const kernels::Parameters& parameters() const { return parameters_; }

    /// The plan for the point's message, or for another one [B].
    solvers::ResultRow plan() const { return plan(parameters_.message); }
    solvers::ResultRow plan(double message) const;
    /// The schedule of a plan made here.
    kernels::Schedule schedule(const solvers::ResultRow& plan) const;

  private:
    std::shared_ptr<const ReadyScheduler> ready_;
    kernels::Parameters parameters_;
};

struct Study {
    StudyEntry entry;
    std::vector<engine::Column> columns;  ///< f64 or i32; status and reason follow
    /// Seconds of one row, estimated.
    double (*seconds)(const Point&);
    /// planned is null unless the study uses schedulers, and then as well where the scheduler
    /// cannot be used: such rows are not asked for. Throws std::invalid_argument or
    /// std::runtime_error with the reason.
    StudyRow (*row)(const Point&, const PlannedCollective* planned);
    /// What the values of a grid mean together; may be null.
    void (*check)(const GridSpec&, Faults&) = nullptr;
    /// How the time of a row is taken, if the key running_times asks for it; empty: it never does.
    std::string timing = "";
};

const std::vector<Study>& study_table();
const Study& find_study(const std::string& name);

/// Columns for studies.
engine::Column study_count(const char* name, const char* meaning);
engine::Column study_number(const char* name, const char* units, const char* meaning);

/// Keys for studies; not structural: no step costs depend on them.
KeyEntry study_key(std::string name, Kind kind, Domain domain, std::string description,
                   std::string example, std::vector<std::string> words = {});

/// Reports every value of a number key that is larger.
void check_at_most(const GridSpec& grid, const std::string& key, double most, Faults& faults);

/// The single studies.
Study routing_study();
Study fibres_study();
Study rack_study();
Study training_study();
Study tree_study();
Study back_to_back_study();
Study physical_study();

}  // namespace lightsweep::sweeps
