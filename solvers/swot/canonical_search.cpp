#include "solvers/swot/canonical_search.hpp"

#include <algorithm>
#include <optional>

#include "solvers/swot/exact_search.hpp"
#include "solvers/swot/grid_value.hpp"
#include "solvers/swot/label_layers.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr int long_sequence = 40;  // steps: beyond, local and exact search are hopeless

/// Cells of the value function; fewer for long sequences, whose states are many.
int value_cells(const QueueProblem& problem) {
    if (problem.planes <= 2) return problem.steps() > long_sequence ? 8 : 64;
    if (problem.planes <= 4) return problem.steps() > long_sequence ? 8 : 16;
    return 4;
}

class Portfolio {
  public:
    Portfolio(const QueueProblem& problem, std::int64_t effort)
        : problem_(problem), back_(reversed(problem)), incumbent_(problem), total_(effort), effort_{effort},
          value_(problem, value_cells(problem), 1, effort_),
          back_value_(back_, value_cells(problem), 1, effort_) {}

    Certified run() {
        offer_constructions(problem_, incumbent_);
        bound_ = problem_.ideal_tail[0];
        spend(0.1, [&] { bound_ = std::max(bound_, start_bound()); });
        if (!proven()) look_for_schedules(value_);
        if (!proven()) prove();
        const double certain = incumbent_.value() * (1 - proof_tolerance);
        return {{incumbent_.value(), incumbent_.sequence()},
                std::min(std::max(bound_, ended_ ? certain : 0.0), incumbent_.value()),
                nodes_, effort_.spent};
    }

  private:
    bool is_long() const { return problem_.steps() > long_sequence; }
    bool proven() const {
        return ended_ || bound_ >= incumbent_.value() * (1 - proof_tolerance);
    }
    double limit() const { return incumbent_.value() * (1 - proof_tolerance); }

    double start_bound() {
        double least = incumbent_.value();
        for (const auto& label : initial_labels(problem_))
            least = std::min(least, value_.from(0, label.parked, label.debts.data(),
                                                problem_.planes - total_parked(label.parked),
                                                least));
        return least;
    }

    /// Runs a part with a share of the total effort.
    template <class Part>
    void spend(double share, Part&& part) {
        const auto outer = effort_.limit;
        const auto own = static_cast<std::int64_t>(share * static_cast<double>(total_));
        effort_.limit = std::min(outer, effort_.spent + own);
        part();
        effort_.limit = outer;
    }

    void look_for_schedules(RestBound& rest) {
        const int width = is_long() ? 80 : 400, fine = problem_.planes > 4 ? 4 : 8;
        spend(0.1, [&] {
            for (const int cells : {1, fine})
                if (!effort_.exhausted())
                    offer_beam(problem_, rest, cells, width, is_long() ? 3 : 60, effort_,
                               incumbent_);
        });
        if (is_long()) return;
        spend(0.05, [&] { improve_locally(problem_, effort_, incumbent_); });
    }

    void prove() {
        if (!is_long()) search(value_, {problem_.planes > 4 ? 1 : 8, problem_.planes > 4 ? 10u : 200u}, 0.05);
        sweep_both_ways();
        if (proven() || is_long() || !backward_) return;
        LargerBound rest(value_, *backward_);
        search(rest, {1, 10}, 0.1);
        search(rest, {2, 20}, 0.15);
        search(rest, {4, 50}, 0.2);
    }

    void search(RestBound& rest, SearchWidth width, double share) {
        if (proven()) return;
        spend(share, [&] {
            ended_ = search_exactly(problem_, rest, width, effort_, incumbent_, nodes_);
        });
    }

    /// Forward and backward sweeps with ever finer cells, each pruned by the other direction.
    void sweep_both_ways() {
        spend(0.5, [&] {
            for (const int cells : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64}) {
                if (!sweep(problem_, value_, cells, backward_, forward_)) return;
                if (!sweep(back_, back_value_, cells, forward_, backward_)) return;
                LargerBound rest(value_, *backward_);
                look_for_schedules(rest);
                if (proven()) return;
            }
        });
    }

    /// One sweep; false if nothing is left to do: proven, or the effort is spent.
    bool sweep(const QueueProblem& problem, RestBound& value, int cells,
               const std::unique_ptr<LabelLayers>& other, std::unique_ptr<LabelLayers>& own) {
        std::optional<LargerBound> both;
        if (other) both.emplace(value, *other);
        RestBound& rest = other ? static_cast<RestBound&>(*both) : value;
        const std::size_t cap = is_long() ? 600 : 3000;
        auto layers =
            std::make_unique<LabelLayers>(problem, cells, cap, rest, limit(), effort_);
        if (!layers->complete()) return false;
        ended_ = layers->empty();
        bound_ = std::max(bound_, layers->least_end());
        own = std::move(layers);
        return !proven();
    }

    const QueueProblem& problem_;
    const QueueProblem back_;
    Incumbent incumbent_;
    std::int64_t total_, nodes_ = 0;
    Effort effort_;
    GridValue value_, back_value_;
    std::unique_ptr<LabelLayers> forward_, backward_;
    double bound_ = 0;
    bool ended_ = false;
};

}  // namespace

Certified search_canonically(const QueueProblem& problem, std::int64_t effort) {
    return Portfolio(problem, effort).run();
}

}  // namespace lightsweep::solvers::swot
