#pragma once
// Studies: questions at the points of a grid whose answers are not schedules, such as routes,
// fibres, racks, training throughput and closed forms. A study defines the keys that it reads, the
// columns that it fills, and the function that fills them. A grid with study = "..." asks it; the
// answers are stored in /studies/<grid>.

#include <limits>
#include <memory>

#include "engine/journal/layout.hpp"
#include "solvers/contract/result_row.hpp"
#include "sweeps/points/grid_check.hpp"
#include "sweeps/points/structure_cache.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

/// One answer: a value per column of the study; NaN (-1 in columns of integers) if a value is
/// missing.
struct StudyRow {
    std::vector<double> values;
    solvers::Status status = solvers::Status::optimal;
    solvers::Reason reason = solvers::Reason::none;
};

/// A collective on a topology, prepared for a scheduler, with the parameters of one point.
class PlannedCollective {
  public:
    PlannedCollective(std::shared_ptr<const ReadyScheduler> ready, kernels::Parameters parameters)
        : ready_(std::move(ready)), parameters_(parameters) {}

    const solvers::Problem& structure() const { return *ready_->structure; }
    const kernels::Parameters& parameters() const { return parameters_; }

    /// The scheduler's result for the point's message, or for another one [B].
    solvers::ResultRow plan() const { return plan(parameters_.message); }
    solvers::ResultRow plan(double message) const;
    /// The schedule of such a result.
    kernels::Schedule schedule(const solvers::ResultRow& plan) const;

  private:
    std::shared_ptr<const ReadyScheduler> ready_;
    kernels::Parameters parameters_;
};

/// One study: its keys, its columns, and the functions that estimate, check and answer a point.
struct Study {
    StudyEntry entry;
    std::vector<engine::Column> columns;  ///< f64 or i32; status and reason follow
    /// Estimated seconds of one row.
    double (*seconds)(const Point&);
    /// Answers one point. planned is null unless the study uses schedulers. If a scheduler cannot
    /// be used at a point, the function is not called for it. Throws std::invalid_argument or
    /// std::runtime_error with the reason.
    StudyRow (*row)(const Point&, const PlannedCollective* planned);
    /// Checks the values of a grid together; may be null.
    void (*check)(const GridSpec&, Faults&) = nullptr;
    /// How the time of a row is measured, if the key running_times asks for it; empty: never
    /// measured.
    std::string timing = "";
    /// Estimated memory of one row beyond that of an idle rank [B]; null: hardly any.
    double (*bytes)(const Point&) = nullptr;
};

const std::vector<Study>& study_table();
const Study& find_study(const std::string& name);

/// Where a column of numbers has nothing to say.
inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Make columns of result files: integers (-1 where there is none), numbers, codes with their
/// names, and words of bits.
engine::Column count_column(const char* name, const char* meaning);
engine::Column number_column(const char* name, const char* units, const char* meaning);
engine::Column code_column(const char* name, const char* meaning,
                           std::vector<std::pair<int, std::string>> codes, double fill = -1,
                           engine::ElementType type = engine::ElementType::i8);
engine::Column words_column(const char* name, std::string meaning, std::size_t width,
                            const char* width_name);

/// The individual studies. The table makes their keys parametric ones that may be left out.
Study routing_study();
Study fibres_study();
Study rack_study();
Study training_study();
Study tree_study();
Study back_to_back_study();
Study trace_study();
Study physical_study();

}  // namespace lightsweep::sweeps
