#include "solvers/swot/canonical_search.hpp"

#include <algorithm>
#include <optional>

#include "solvers/swot/exact_search.hpp"
#include "solvers/swot/grid_value.hpp"
#include "solvers/swot/label_layers.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr int long_sequence = 40;  // steps: beyond, local and exact search are hopeless

/// Cells of the value function that guides the first looks, and of the one beside the sweeps'
/// labels, which do better where it matters. Few for long sequences, whose states are many.
int fine_cells(const QueueProblem& problem) {
    if (problem.steps() > long_sequence) return 1;
    return problem.planes <= 4 ? 16 : 4;
}
int coarse_cells(const QueueProblem& problem) {
    if (problem.steps() > long_sequence) return 1;
    return problem.planes <= 4 ? 4 : 2;
}

/// Cells of successive sweeps, and how the exact search after each pair of them is cut.
struct Round {
    int cells;
    SearchWidth few, many;  ///< up to four planes, and more
};
constexpr Round rounds[] = {
    {1, {8, 200}, {1, 10}},    {2, {2, 20}, {1, 10}},     {3, {4, 50}, {1, 10}},
    {4, {2, 20}, {2, 20}},     {6, {4, 50}, {2, 20}},     {8, {8, 200}, {4, 50}},
    {12, {4, 50}, {4, 50}},    {16, {16, 500}, {4, 50}},  {24, {16, 500}, {4, 50}},
    {32, {16, 500}, {4, 50}},  {64, {16, 500}, {4, 50}},  {128, {16, 500}, {4, 50}},
    {256, {16, 500}, {4, 50}}, {512, {16, 500}, {4, 50}}, {1024, {16, 500}, {4, 50}}};

class Portfolio {
  public:
    Portfolio(const QueueProblem& problem, std::int64_t effort)
        : problem_(problem),
          back_(reversed(problem)),
          incumbent_(problem),
          total_(effort),
          effort_{effort},
          value_(problem, fine_cells(problem), 1, effort_),
          coarse_(problem, coarse_cells(problem), 1, effort_),
          back_coarse_(back_, coarse_cells(problem), 1, effort_) {}

    Certified run() {
        offer_constructions(problem_, incumbent_);
        bound_ = problem_.ideal_tail[0];
        spend(0.03, [&] { bound_ = std::max(bound_, start_bound()); });
        if (!proven()) look_for_schedules(value_);
        if (!proven()) prove();
        const double certain = incumbent_.value() * (1 - proof_tolerance);
        return {{incumbent_.value(), incumbent_.sequence()},
                std::min(std::max(bound_, ended_ ? certain : 0.0), incumbent_.value()),
                nodes_,
                effort_.spent};
    }

  private:
    bool is_long() const { return problem_.steps() > long_sequence; }
    bool proven() const { return ended_ || bound_ >= incumbent_.value() * (1 - proof_tolerance); }
    double limit() const { return incumbent_.value() * (1 - proof_tolerance); }

    double start_bound() {
        double least = incumbent_.value();
        for (const auto& label : initial_labels(problem_))
            least =
                std::min(least, value_.from(0, label.parked, label.debts.data(),
                                            problem_.planes - total_parked(label.parked), least));
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
        spend(0.03, [&] {
            for (const int cells : {1, fine})
                if (!effort_.exhausted())
                    offer_beam(problem_, rest, cells, width, is_long() ? 3 : 60, effort_,
                               incumbent_);
        });
        if (is_long()) return;
        spend(0.02, [&] { improve_locally(problem_, effort_, incumbent_); });
    }

    /// Forward and backward sweeps with ever finer cells, each pruned by the other direction; after
    /// each pair another look for schedules, and the exact search for as long as the pair took.
    void prove() {
        search(value_, rounds[0], effort_.limit / 20);
        for (const auto& round : rounds) {
            const auto before = effort_.spent;
            if (proven()) return;
            if (!sweep(problem_, coarse_, round.cells, backward_, forward_)) break;
            if (!sweep(back_, back_coarse_, round.cells, forward_, backward_)) break;
            LargerBound rest(*backward_, coarse_);
            look_for_schedules(rest);
            if (!proven()) search(rest, round, (effort_.spent - before) / 2 + effort_.limit / 200);
            if (effort_.exhausted()) return;
        }
        if (proven() || !backward_) return;
        LargerBound rest(*backward_, coarse_);
        search(rest, rounds[0], effort_.limit - effort_.spent);
    }

    void search(RestBound& rest, const Round& round, std::int64_t transitions) {
        if (is_long()) return;
        const auto width = problem_.planes > 4 ? round.many : round.few;
        spend(static_cast<double>(transitions) / static_cast<double>(total_),
              [&] { ended_ = search_exactly(problem_, rest, width, effort_, incumbent_, nodes_); });
    }

    /// One sweep; false if nothing is left to do: proven, or the effort is spent.
    bool sweep(const QueueProblem& problem, RestBound& value, int cells,
               const std::unique_ptr<LabelLayers>& other, std::unique_ptr<LabelLayers>& own) {
        std::optional<LargerBound> both;
        if (other) both.emplace(*other, value);
        RestBound& rest = other ? static_cast<RestBound&>(*both) : value;
        const std::size_t cap = is_long() ? 600 : 3000;
        auto layers = std::make_unique<LabelLayers>(problem, cells, cap, rest, limit(), effort_);
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
    GridValue value_, coarse_, back_coarse_;
    std::unique_ptr<LabelLayers> forward_, backward_;
    double bound_ = 0;
    bool ended_ = false;
};

}  // namespace

Certified search_canonically(const QueueProblem& problem, std::int64_t effort) {
    return Portfolio(problem, effort).run();
}

}  // namespace lightsweep::solvers::swot
