#include "solvers/swot/search/canonical_search.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "solvers/swot/search/block_bound.hpp"
#include "solvers/swot/search/grid_value.hpp"
#include "solvers/swot/search/label_layers.hpp"
#include "solvers/swot/search/periodic_schedules.hpp"
#include "solvers/swot/search/priced_search.hpp"
#include "solvers/swot/search/search_parts.hpp"

namespace lightsweep::solvers::swot {

namespace {

// steps; beyond this length the search over whole sequences is hopeless
constexpr int long_sequence = 40;

/// Numbers of cells in successive sweeps.
constexpr int sweep_cells[] = {1, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024};
/// Prices tried for blocks, times the number of planes.
constexpr double block_prices[] = {1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3};

class Portfolio {
  public:
    Portfolio(const QueueProblem& problem, const Budget& budget)
        : problem_(problem),
          back_(reversed(problem)),
          incumbent_(problem),
          total_(budget.transitions),
          effort_{budget.transitions},
          value_(problem, effort_),
          back_value_(back_, effort_) {}

    Certified run() {
        offer_constructions(problem_, incumbent_);
        bound_ = problem_.ideal_tail[0];
        if (problem_.steps() <= long_sequence) spend(0.7, [&] { search_with_prices(); });
        if (!proven()) bound_by_layers();
        const double certain = incumbent_.value() * (1 - proof_tolerance);
        return {{incumbent_.value(), incumbent_.sequence()},
                std::min(std::max(bound_, ended_ ? certain : 0.0), incumbent_.value()),
                nodes_,
                effort_.spent};
    }

  private:
    bool proven() const { return ended_ || bound_ >= limit(); }
    double limit() const { return incumbent_.value() * (1 - proof_tolerance); }

    /// Runs a part with a share of the total effort.
    template <class Part>
    void spend(double share, Effort& effort, Part&& part) const {
        const auto outer = effort.limit;
        const auto own = static_cast<std::int64_t>(share * static_cast<double>(total_));
        effort.limit = std::min(outer, effort.spent + own);
        part();
        effort.limit = outer;
    }
    template <class Part>
    void spend(double share, Part&& part) {
        spend(share, effort_, std::forward<Part>(part));
    }

    void search_with_prices() {
        PricedSearch search(problem_, 1.0 / problem_.planes, effort_, incumbent_);
        ended_ = search.run();
        bound_ = std::max(bound_, search.lower_bound());
        nodes_ = search.nodes();
    }

    /// A search for schedules, then sweeps. Runs of equal steps also have blocks that prune the
    /// sweeps, and longer blocks if that does not suffice.
    void bound_by_layers() {
        if (is_uniform(problem_)) {
            choose_blocks();
            spend(0.4, [&] { offer_patterns(problem_, effort_, incumbent_); });
        }
        look_for_schedules(value());
        if (blocks_) {
            spend(0.1, [&] { sweep_all(); });
            if (!proven()) spend(0.15, [&] { grow_blocks(); });
        }
        if (!proven()) sweep_all();
    }

    RestBound& value() { return blocks_ ? static_cast<RestBound&>(*blocks_) : value_; }
    RestBound& back_value() { return blocks_ ? static_cast<RestBound&>(*blocks_) : back_value_; }

    /// Forward and backward sweeps with ever finer cells, each pruned by the other direction; after
    /// each pair another search for schedules.
    void sweep_all() {
        for (; next_sweep_ < std::size(sweep_cells); ++next_sweep_) {
            sweep_both(sweep_cells[next_sweep_]);
            if (proven() || effort_.exhausted()) return;
            LargerBound rest(*backward_, value_);  // blocks prune well, but rank badly
            look_for_schedules(rest);
        }
    }

    void look_for_schedules(RestBound& rest) {
        for (const int cells : {1, problem_.planes > 4 ? 4 : 8})
            spend(0.03, [&] { offer_beam(problem_, rest, cells, 80, 3, effort_, incumbent_); });
        if (problem_.steps() > long_sequence) return;
        spend(0.05, [&] { improve_locally(problem_, incumbent_.sequence(), effort_, incumbent_); });
    }

    /// Tries short blocks at all prices.
    void choose_blocks() {
        std::array<std::unique_ptr<BlockBound>, std::size(block_prices)> tried;
        const auto try_price = [&](std::size_t i, Effort& effort) {
            tried[i] = std::make_unique<BlockBound>(problem_, block_prices[i] / problem_.planes);
            spend(0.005, effort, [&] {
                while (tried[i]->longest() < 2 * problem_.planes && tried[i]->grow(effort)) {
                }
            });
        };
        run_parts(tried.size(), effort_, try_price, std::chrono::microseconds(0));
        for (auto& blocks : tried)
            if (!blocks_ || blocks->lower_bound() > blocks_->lower_bound())
                blocks_ = std::move(blocks);
        bound_ = std::max(bound_, blocks_->lower_bound());
    }

    /// Grows the blocks; the coarsest sweep is useless beside them.
    void grow_blocks() {
        next_sweep_ = std::max<std::size_t>(next_sweep_, 1);
        while (!proven() && blocks_->grow(effort_))
            bound_ = std::max(bound_, blocks_->lower_bound());
    }

    /// Sweeps forward, then backward, each pruned by the last sweep in the other direction.
    void sweep_both(int cells) {
        if (sweep(problem_, value(), cells, backward_, forward_))
            sweep(back_, back_value(), cells, forward_, backward_);
    }

    /// One sweep; false if nothing is left to do, because it is proven or the effort is spent.
    bool sweep(const QueueProblem& problem, RestBound& value, int cells,
               const std::unique_ptr<LabelLayers>& other, std::unique_ptr<LabelLayers>& own) {
        std::optional<LargerBound> both;
        if (other) both.emplace(value, *other);
        RestBound& rest = other ? static_cast<RestBound&>(*both) : value;
        const std::size_t cap = problem_.planes <= 4 || cells == 1 ? 600 : 3000;
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
    GridValue value_, back_value_;
    std::unique_ptr<BlockBound> blocks_;  ///< set if the problem is a run of equal steps
    std::unique_ptr<LabelLayers> forward_, backward_;
    std::size_t next_sweep_ = 0;
    double bound_ = 0;
    bool ended_ = false;
};

}  // namespace

Certified search_canonically(const QueueProblem& problem, const Budget& budget) {
    return Portfolio(problem, budget).run();
}

}  // namespace lightsweep::solvers::swot
