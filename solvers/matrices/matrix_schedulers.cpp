#include "solvers/matrices/matrix_schedulers.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "solvers/matrices/decompositions.hpp"
#include "solvers/matrices/matrix_program.hpp"

namespace lightsweep::solvers::matrices {

namespace {

constexpr double exact_enough = 1 + 1e-12;

/// A plan, the slices that it names, a bound, and figures for `eval`.
struct Answer {
    MatrixPlan plan;
    Slices slices{};
    double bound = 0;
    Status status = Status::feasible;
    Figures figures{};
};

PlaneSet planes_at(const SwitchPlanes& planes, const kernels::DelayRow& row, std::size_t i) {
    return {static_cast<int>(planes.speeds.size()),
            row.message_time * planes.total_speed() / planes.speeds.front(),
            row.per_step_latency + row.per_hop_latency, row.delays[i] * planes.delays.front(),
            planes.initial};
}

class MatrixScheduler : public PreparedScheduler {
  public:
    explicit MatrixScheduler(Subject structure)
        : PreparedScheduler(base_or_matching(std::move(structure))) {}

    Particulars particulars(const kernels::DelayRow& row) const override {
        const auto planes = planes_at(structure().planes, row, 0);
        auto found = answer(planes);
        Particulars all{std::move(found.figures), {}, {}};
        const auto bounds = bounds_of(matrix(), planes);
        all.figures.insert(all.figures.end(),
                           {{"bounds.volume", bounds.volume},
                            {"bounds.count", bounds.count},
                            {"bounds.line", bounds.line},
                            {"bounds.standing", bounds.standing},
                            {"bounds.single_hop", bounds.single_hop()},
                            {"bounds.universal", bounds.volume},
                            {"bounds.permutations", kernels::fullest_line(matrix())}});
        for (auto& slice : found.slices)
            all.circuits.push_back(kernels::Permutation::list(std::move(slice.to)));
        for (const auto& turn : found.plan.turns) {
            if (turn.changes)
                all.events.push_back(
                    {turn.plane, turn.slice, 0, turn.start - planes.delay, turn.start, true});
            const double sent = (turn.end - turn.start - planes.latency) / planes.byte_time;
            all.events.push_back({turn.plane, turn.slice, sent, turn.start, turn.end, false});
        }
        return all;
    }

  protected:
    const MatrixTask& task() const { return *structure().matrix; }
    const ByteMatrix& matrix() const { return task().matrix; }
    virtual Answer answer(const PlaneSet& planes) const = 0;

    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            const auto found = answer(planes_at(structure().planes, row, i));
            kernels::CostBreakdown cost;
            cost.startup = found.plan.startup;
            cost.transmission = found.plan.transmission;
            cost.reconfiguration =
                std::max(0.0, found.plan.value - cost.startup - cost.transmission);
            result.set(i, cost);
            result.lower_bound[i] = std::min(found.bound, result.completion[i]);
            const bool proven = result.completion[i] <= found.bound * exact_enough;
            result.status[i] = proven ? Status::optimal : found.status;
            result.reason[i] =
                result.status[i] == Status::budget ? Reason::node_limit : Reason::none;
            result.n_reconfigurations[i] = static_cast<std::int32_t>(
                std::ranges::count(found.plan.turns, true, &PlaneTurn::changes));
            result.more_steps.push_back(static_cast<std::int32_t>(found.slices.size()) -
                                        static_cast<std::int32_t>(structure().steps()));
            if (result.want_decisions) result.plane_plans.emplace_back();
        }
    }
};

/// The better way to share a list of slices.
Answer shared(const Slices& slices, const PlaneSet& planes, double bound) {
    auto list = share_by_list(slices, planes), together = share_together(slices, planes);
    double bytes = 0;
    for (const auto& slice : slices) bytes += slice.bytes;
    Figures figures{{"list", list.value},
                    {"together", together.value},
                    {"slices", static_cast<double>(slices.size())},
                    {"sum_bytes", bytes}};
    return {list.value <= together.value ? std::move(list) : std::move(together), slices, bound,
            Status::feasible, std::move(figures)};
}

/// One list of slices for all delays.
class OneList : public MatrixScheduler {
  public:
    OneList(Subject structure, Slices slices)
        : MatrixScheduler(std::move(structure)), slices_(merged(std::move(slices))) {}

  private:
    Answer answer(const PlaneSet& planes) const override {
        return shared(slices_, planes, bounds_of(matrix(), planes).single_hop());
    }
    Slices slices_;
};

class BestPrefix : public MatrixScheduler {
  public:
    explicit BestPrefix(Subject structure)
        : MatrixScheduler(std::move(structure)), choices_(prefixes_and_covers(matrix())) {}

  private:
    Answer answer(const PlaneSet& planes) const override {
        const double bound = bounds_of(matrix(), planes).single_hop();
        Answer best;
        best.plan.value = std::numeric_limits<double>::infinity();
        for (const auto& choice : choices_) {
            auto found = shared(choice.slices, planes, bound);
            if (!(found.plan.value < best.plan.value)) continue;
            best = std::move(found);
            best.figures.emplace_back("prefix", static_cast<double>(choice.prefix));
        }
        return best;
    }
    std::vector<PrefixAndCover> choices_;
};

class EclipseScheduler : public MatrixScheduler {
    using MatrixScheduler::MatrixScheduler;
    /// The last slices are kept, because particulars follow a row.
    EclipseSlices slices_for(double delta) const {
        const std::scoped_lock lock(mutex_);
        if (delta != delta_) found_ = eclipse_slices(matrix(), delta_ = delta);
        return found_;
    }
    mutable std::mutex mutex_;
    mutable double delta_ = -1;
    mutable EclipseSlices found_;

    Answer answer(const PlaneSet& planes) const override {
        const auto found = slices_for((planes.delay + planes.latency) / planes.byte_time);
        auto best = shared(found.slices, planes, bounds_of(matrix(), planes).single_hop());
        best.figures.emplace_back("first_score", found.first_score);
        return best;
    }
};

/// Shift t belongs to plane (t - 1) mod k.
class Rotor : public MatrixScheduler {
  public:
    explicit Rotor(Subject structure)
        : MatrixScheduler(std::move(structure)), slices_(shift_slices(matrix(), task().hops > 1)) {}

  private:
    Answer answer(const PlaneSet& planes) const override {
        const auto bounds = bounds_of(matrix(), planes);
        Answer answer{{}, slices_, bounds.single_hop()};
        if (task().hops == 1) {
            answer.plan = share_in_turn(slices_, planes);
        } else {
            answer.plan = share_two_passes(matrix(), planes);
            answer.bound = bounds.volume;
        }
        answer.figures.emplace_back("slices", static_cast<double>(answer.plan.turns.size()));
        return answer;
    }
    Slices slices_;
};

class MatrixProgram : public MatrixScheduler {
  public:
    MatrixProgram(Subject structure, int max_nodes)
        : MatrixScheduler(std::move(structure)), max_nodes_(max_nodes) {}

  private:
    /// The program improves another scheduler's plan, or proves it.
    Answer answer(const PlaneSet& planes) const override {
        const auto shifts = shift_slices(matrix());
        Answer best{share_in_turn(shifts, planes), shifts};
        for (const auto& choice : prefixes_and_covers(matrix()))
            if (auto plan = share_by_list(choice.slices, planes); plan.value < best.plan.value)
                best = {std::move(plan), choice.slices};
        auto found = solve_matrix_program(matrix(), planes, best.plan.value, max_nodes_);
        if (!found.slices.empty()) {
            best.plan = share_as_said(found.slices, found.on, planes);
            best.slices = std::move(found.slices);
        }
        best.bound = found.bound;
        best.status = found.proven ? Status::optimal : Status::budget;
        best.figures = {{"slices_per_plane_at_most", found.slices_per_plane}};
        return best;
    }
    int max_nodes_;
};

/// The base throughout, over several hops.
class StandingBase : public PreparedScheduler {
  public:
    explicit StandingBase(Subject structure)
        : PreparedScheduler(base_or_matching(std::move(structure))),
          flow_(flow_of(this->structure().matrix->matrix, this->structure().base)),
          busiest_(static_cast<double>(kernels::busiest_line(this->structure().matrix->matrix))) {}

    Particulars particulars(const kernels::DelayRow& row) const override {
        return {{{"egress_bound", busiest_ * row.message_time}}, {}, {}};
    }

  private:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        if (flow_.hops < 0)
            return result.fill_without_plan(Status::infeasible, Reason::base_disconnects_step);
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            kernels::CostBreakdown cost;
            cost.startup = flow_.hops * row.per_step_latency;
            cost.propagation = flow_.hops * row.per_hop_latency;
            cost.transmission = busiest_ * row.message_time;
            cost.congestion = std::max(0.0, flow_.load - busiest_) * row.message_time;
            result.set(i, cost);
            result.lower_bound[i] = std::min(flow_.bound * row.message_time, result.completion[i]);
            result.status[i] = Status::formula;
            result.reason[i] = Reason::none;
            result.n_reconfigurations[i] = 0;
            result.more_steps.push_back(flow_.hops -
                                        static_cast<std::int32_t>(structure().steps()));
        }
        if (result.want_decisions) std::ranges::fill(result.decision, std::uint64_t{0});
    }

    MatrixFlow flow_;
    double busiest_;
};

}  // namespace

std::optional<Reason> refuse_other_than_matrices(const Problem& problem, const SchedulerOptions&) {
    if (!problem.matrix) return Reason::needs_matrix;
    const auto& planes = problem.planes;
    const auto differs = [](const std::vector<double>& of) {
        return std::ranges::adjacent_find(of, std::not_equal_to<>()) != of.end();
    };
    return differs(planes.speeds) || differs(planes.delays) ? std::optional(Reason::planes_differ)
                                                            : std::nullopt;
}

std::optional<Reason> refuse_large_flows(const Problem& problem) {
    return problem.matrix && problem.matrix->matrix.n > most_carried_nodes
               ? std::optional(Reason::matrix_too_large)
               : std::nullopt;
}

std::optional<Reason> refuse_large_matrices(const Problem& problem,
                                            const SchedulerOptions& options) {
    if (const auto why = refuse_other_than_matrices(problem, options)) return why;
    return problem.matrix->matrix.n > most_program_nodes ? std::optional(Reason::too_many_nodes)
                                                         : std::nullopt;
}

Prepared prepare_rotor(Subject structure, const SchedulerOptions&) {
    return std::make_unique<Rotor>(std::move(structure));
}

Prepared prepare_birkhoff(Subject structure, const SchedulerOptions&) {
    const auto& task = *structure->matrix;
    if (task.permutations == MatrixTask::Permutations::best)
        return std::make_unique<BestPrefix>(std::move(structure));
    auto slices = task.permutations == MatrixTask::Permutations::fewest
                      ? cover_slices(task.matrix)
                      : birkhoff_slices(task.matrix);
    return std::make_unique<OneList>(std::move(structure), std::move(slices));
}

Prepared prepare_solstice(Subject structure, const SchedulerOptions&) {
    auto slices = solstice_slices(structure->matrix->matrix);
    return std::make_unique<OneList>(std::move(structure), std::move(slices));
}

Prepared prepare_eclipse(Subject structure, const SchedulerOptions&) {
    return std::make_unique<EclipseScheduler>(std::move(structure));
}

Prepared prepare_matrix_milp(Subject structure, const SchedulerOptions& options) {
    return std::make_unique<MatrixProgram>(std::move(structure), options.max_nodes);
}

Prepared prepare_static(Subject structure) {
    return std::make_unique<StandingBase>(std::move(structure));
}

}  // namespace lightsweep::solvers::matrices
