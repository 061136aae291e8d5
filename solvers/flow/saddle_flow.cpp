#include "solvers/flow/saddle_flow.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace lightsweep::solvers::flow {

namespace {

using kernels::Link;

constexpr int first_stage = 100;

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
    return std::transform_reduce(a.begin(), a.end(), b.begin(), 0.0, std::plus<>(),
                                 [](double x, double y) { return (x - y) * (x - y); });
}

void take_in(std::vector<double>& mean, const std::vector<double>& values, int count) {
    for (std::size_t i = 0; i < values.size(); ++i) mean[i] += (values[i] - mean[i]) / count;
}

}  // namespace

SaddleFlow::SaddleFlow(kernels::PathPricing& pricing, const std::vector<double>& flows,
                       double theta)
    : pricing_(pricing),
      links_(pricing.problem().capacity.size()),
      primal_{theta},
      dual_(pricing.best_weights()) {
    primal_.insert(primal_.end(), flows.begin(), flows.end());
    for (std::size_t pair = 0; pair < pricing.problem().pairs.size(); ++pair) {
        double least = std::numeric_limits<double>::infinity();
        for (const Link path : pricing.pool().of_pair(pair)) least = std::min(least, length(path));
        dual_.push_back(least);
    }
    const double sum = std::accumulate(dual_.begin() + links_, dual_.end(), 0.0);
    for (double& multiplier : dual_) multiplier /= sum;
}

double SaddleFlow::length(Link path) const {
    double sum = 0;
    for (const Link e : pricing_.pool().links(static_cast<std::size_t>(path))) sum += dual_[e];
    return sum;
}

void SaddleFlow::run(int steps) {
    for (int count = first_stage; steps > 0; steps -= count, count += count / 3) {
        stage(std::min(count, steps));
        pricing_.price(std::span(dual_).first(links_));
    }
    primal_.resize(1 + pricing_.pool().paths(), 0.0);
}

void SaddleFlow::stage(int steps) {
    const auto& pool = pricing_.pool();
    primal_.resize(1 + pool.paths(), 0.0);
    uses_.assign(links_, 0.0);
    for (std::size_t path = 0; path < pool.paths(); ++path)
        for (const Link e : pool.links(path)) ++uses_[e];
    const auto primal = primal_, dual = dual_;
    auto mean_primal = primal_, mean_dual = dual_;
    for (int k = 1; k <= steps; ++k) {
        step();
        take_in(mean_primal, primal_, k);
        take_in(mean_dual, dual_, k);
    }
    primal_ = std::move(mean_primal);
    dual_ = std::move(mean_dual);
    // Both should cover their distances in the same number of steps.
    const double moved = squared_distance(primal_, primal);
    const double weighed = squared_distance(dual_, dual);
    if (moved > 0 && weighed > 0) ratio_ = std::sqrt(weighed / moved);
}

void SaddleFlow::step() {
    const auto& capacity = pricing_.problem().capacity;
    const std::size_t pairs = dual_.size() - links_;
    const double prices = std::accumulate(dual_.begin() + links_, dual_.end(), 0.0);
    const double theta = ahead(0, 1 - prices, static_cast<double>(pairs));
    load_.assign(links_, 0.0);
    for (std::size_t pair = 0; pair < pairs; ++pair) step_pair(pair, theta);
    for (std::size_t e = 0; e < links_; ++e)
        if (uses_[e] > 0)
            dual_[e] = std::max(0.0, dual_[e] + ratio_ / uses_[e] * (load_[e] - capacity[e]));
}

/// Moves a flow, or theta, and returns where it would be after the same step once more.
double SaddleFlow::ahead(std::size_t column, double gradient, double entries) {
    const double before = primal_[column];
    primal_[column] = std::max(0.0, before + gradient / (entries * ratio_));
    return 2 * primal_[column] - before;
}

void SaddleFlow::step_pair(std::size_t pair, double theta) {
    const auto& pool = pricing_.pool();
    double& price = dual_[links_ + pair];
    double got = 0;
    for (const Link path : pool.of_pair(pair)) {
        const auto links = pool.links(static_cast<std::size_t>(path));
        const auto entries = static_cast<double>(links.size() + 1);
        const auto column = static_cast<std::size_t>(path) + 1;
        const double flow = ahead(column, price - length(path), entries);
        if (flow == 0) continue;
        got += flow;
        for (const Link e : links) load_[e] += flow;
    }
    const auto entries = static_cast<double>(pool.of_pair(pair).size() + 1);
    price = std::max(0.0, price + ratio_ / entries * (theta - got));
}

std::vector<double> SaddleFlow::flows() const {
    return without_overload(pricing_, {primal_.begin() + 1, primal_.end()});
}

std::vector<double> without_overload(const kernels::PathPricing& pricing,
                                     std::vector<double> flows) {
    const auto& pool = pricing.pool();
    const auto& capacity = pricing.problem().capacity;
    std::vector<double> load(capacity.size(), 0.0);
    for (std::size_t path = 0; path < flows.size(); ++path)
        for (const Link e : pool.links(path)) load[e] += flows[path];
    for (std::size_t path = 0; path < flows.size(); ++path) {
        double kept = 1;
        for (const Link e : pool.links(path)) kept = std::min(kept, capacity[e] / load[e]);
        flows[path] *= kept;
    }
    return flows;
}

}  // namespace lightsweep::solvers::flow
