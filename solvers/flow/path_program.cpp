#include "solvers/flow/path_program.hpp"

#include <algorithm>
#include <limits>

#include "solvers/flow/saddle_flow.hpp"
#include "solvers/milp/growing_program.hpp"

namespace lightsweep::solvers::flow {

namespace {

using kernels::Link;
using kernels::PathPool;
using kernels::PathPricing;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Budget as simplex iterations times rows, about two minutes; it ends at the same place on every
/// machine.
constexpr double most_work = 2e8;

/// Rows: links, then pairs. Columns: theta, then the paths of the pool.
class PathProgram {
  public:
    explicit PathProgram(const PathPricing& pricing)
        : pricing_(pricing), links_(pricing.problem().capacity.size()) {
        const auto& capacity = pricing.problem().capacity;
        std::vector<double> upper(capacity), lower(links_, -infinity);
        const std::size_t pairs = pricing.problem().pairs.size();
        lower.insert(lower.end(), pairs, 0.0);
        upper.insert(upper.end(), pairs, infinity);
        program_ = std::make_unique<milp::GrowingProgram>(lower, upper);
        for (std::size_t i = 0; i < pairs; ++i) rows_.push_back(static_cast<int>(links_ + i));
        coefficients_.assign(pairs, -1.0);
        program_->add_column(-1.0, rows_, coefficients_);
    }

    /// Solves the program; false if the budget does not suffice. Even then flows and weights are
    /// valid, but may be poor.
    bool solve() {
        add_paths();
        const auto rows = static_cast<double>(links_ + pricing_.problem().pairs.size());
        const bool optimal = program_->solve(static_cast<int>(work_left_ / rows));
        work_left_ -= rows * program_->iterations();
        return optimal;
    }

    void start_from(const std::vector<double>& flows) {
        add_paths();
        std::vector<double> values{least_of(flows)};
        values.insert(values.end(), flows.begin(), flows.end());
        program_->start_from(values);
    }

    /// Link weights: the multipliers of the link rows.
    void weights(std::vector<double>& result) const {
        result.resize(links_);
        for (std::size_t e = 0; e < links_; ++e)
            result[e] = std::max(0.0, -program_->multipliers()[e]);
    }

    /// The flow of every path, reduced by the path's most overloaded link.
    std::vector<double> flows() const {
        std::vector<double> flows;
        for (const double flow : program_->columns().subspan(1))
            flows.push_back(std::max(0.0, flow));
        return without_overload(pricing_, std::move(flows));
    }

    /// The amount that the worst pair gets from these flows.
    double proven() const { return least_of(flows()); }
    double least_of(const std::vector<double>& flows) const {
        std::vector<double> got(pricing_.problem().pairs.size(), 0.0);
        for (std::size_t path = 0; path < pair_of_.size(); ++path)
            got[pair_of_[path]] += flows[path];
        return *std::ranges::min_element(got);
    }

  private:
    void add_paths() {
        const auto& pool = pricing_.pool();
        const std::size_t before = pair_of_.size();
        pair_of_.resize(pool.paths());
        for (std::size_t i = 0; i < pricing_.problem().pairs.size(); ++i)
            for (const Link path : pool.of_pair(i)) pair_of_[path] = i;
        for (std::size_t path = before; path < pool.paths(); ++path) {
            count_classes(pool.links(path));
            rows_.push_back(static_cast<int>(links_ + pair_of_[path]));
            coefficients_.push_back(1.0);
            program_->add_column(0.0, rows_, coefficients_);
        }
    }

    /// Counts how often the path uses each of its classes, with each row once.
    void count_classes(std::span<const Link> path) {
        rows_.assign(path.begin(), path.end());
        std::ranges::sort(rows_);
        coefficients_.clear();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (i > 0 && rows_[i] == rows_[kept - 1]) {
                coefficients_.back() += 1;
                continue;
            }
            rows_[kept++] = rows_[i];
            coefficients_.push_back(1.0);
        }
        rows_.resize(kept);
    }

    const PathPricing& pricing_;
    std::size_t links_;
    std::unique_ptr<milp::GrowingProgram> program_;
    std::vector<std::size_t> pair_of_;
    std::vector<int> rows_;
    std::vector<double> coefficients_;
    double work_left_ = most_work;
};

/// Adds paths that are shorter under the program's weights; returns the number of new ones.
std::size_t grow(PathProgram& program, PathPricing& pricing) {
    std::vector<double> exact;
    program.weights(exact);
    auto mixed = exact;
    const auto& best = pricing.best_weights();
    for (std::size_t e = 0; e < mixed.size() && !best.empty(); ++e)
        mixed[e] = (exact[e] + best[e]) / 2;
    const std::size_t added = pricing.price(mixed);
    return added + pricing.price(exact);
}

}  // namespace

double solve_by_paths(PathPricing& pricing, double low, double gap, int rounds,
                      const std::vector<double>& start) {
    PathProgram program(pricing);
    if (!start.empty()) program.start_from(start);
    const auto close = [&] { return low >= pricing.high() * (1 - gap); };
    for (; rounds > 0 && !close(); --rounds) {
        const bool optimal = program.solve();
        low = std::max(low, program.proven());
        if (!optimal || close()) break;
        // If no path is new but a gap is left, bound and flow differ by rounding only.
        if (grow(program, pricing) == 0) break;
    }
    return low;
}

std::vector<double> flows_by_paths(PathPricing& pricing, double wanted, int rounds) {
    const std::vector<double> alike(pricing.problem().capacity.size(), 1.0);
    pricing.price(alike);
    PathProgram program(pricing);
    std::vector<double> best;
    double low = -1;
    for (; rounds > 0 && low < wanted * (1 - 1e-12); --rounds) {
        const bool optimal = program.solve();
        auto found = program.flows();
        const double least = program.least_of(found);
        if (least > low) {
            low = least;
            best = std::move(found);
        }
        if (!optimal || grow(program, pricing) == 0) break;
    }
    best.resize(pricing.pool().paths(), 0.0);
    return best;
}

std::vector<std::vector<PathFlow>> paths_of_flow(const kernels::FlowProblem& problem,
                                                 double wanted) {
    constexpr int most_rounds = 500;
    PathPricing pricing(problem);
    const auto flows = flows_by_paths(pricing, wanted, most_rounds);
    std::vector<std::vector<PathFlow>> found(problem.pairs.size());
    for (std::size_t pair = 0; pair < found.size(); ++pair)
        for (const auto path : pricing.pool().of_pair(pair)) {
            const auto links = pricing.pool().links(static_cast<std::size_t>(path));
            const double flow = flows[static_cast<std::size_t>(path)];
            if (flow > 0) found[pair].push_back({{links.rbegin(), links.rend()}, flow});
        }
    return found;
}

}  // namespace lightsweep::solvers::flow
