#include "solvers/flow/saddle_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsweep::solvers::flow {

namespace {

using kernels::Link;

constexpr int first_stage = 100;

void take_in(std::vector<double>& mean, const std::vector<double>& now, double share) {
    for (std::size_t i = 0; i < now.size(); ++i) mean[i] += (now[i] - mean[i]) * share;
}

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

}  // namespace

SaddleFlow::SaddleFlow(kernels::PathPricing& pricing, std::vector<double> flows, double theta)
    : pricing_(pricing) {
    now_ = {theta, std::move(flows), pricing.best_weights(), {}};
    const auto& pool = pricing.pool();
    double sum = 0;
    for (std::size_t pair = 0; pair < pricing.problem().pairs.size(); ++pair) {
        double least = std::numeric_limits<double>::infinity();
        for (const Link path : pool.of_pair(pair)) least = std::min(least, length(path));
        now_.prices.push_back(least);
        sum += least;
    }
    for (double& weight : now_.weights) weight /= sum;
    for (double& price : now_.prices) price /= sum;
    make_room();
}

double SaddleFlow::length(Link path) const {
    double sum = 0;
    for (const Link e : pricing_.pool().links(static_cast<std::size_t>(path)))
        sum += now_.weights[e];
    return sum;
}

void SaddleFlow::run(int steps) {
    for (int length = first_stage; steps > 0; steps -= length, length += length / 3) {
        stage(std::min(length, steps));
        pricing_.price(now_.weights);
        make_room();
    }
}

/// New paths carry nothing yet.
void SaddleFlow::make_room() {
    const auto& pool = pricing_.pool();
    now_.flows.resize(pool.paths(), 0.0);
    uses_.assign(now_.weights.size(), 0.0);
    for (std::size_t path = 0; path < pool.paths(); ++path)
        for (const Link e : pool.links(path)) ++uses_[e];
}

void SaddleFlow::stage(int steps) {
    const Point before = now_;
    mean_ = now_;
    for (int k = 1; k <= steps; ++k) {
        step();
        const double share = 1.0 / k;
        mean_.theta += (now_.theta - mean_.theta) * share;
        take_in(mean_.flows, now_.flows, share);
        take_in(mean_.weights, now_.weights, share);
        take_in(mean_.prices, now_.prices, share);
    }
    now_ = mean_;
    balance(before);
}

/// Flows and multipliers should cover their distances in the same number of steps.
void SaddleFlow::balance(const Point& before) {
    const double flows = squared_distance(now_.flows, before.flows);
    const double weights = squared_distance(now_.weights, before.weights) +
                           squared_distance(now_.prices, before.prices);
    if (flows > 0 && weights > 0) ratio_ = std::sqrt(weights / flows);
}

void SaddleFlow::step() {
    const auto& capacity = pricing_.problem().capacity;
    const auto pairs = static_cast<double>(now_.prices.size());
    double prices = 0;
    for (const double price : now_.prices) prices += price;
    const double theta = std::max(0.0, now_.theta + (1 - prices) / (pairs * ratio_));
    ahead_ = 2 * theta - now_.theta;
    now_.theta = theta;
    load_.assign(capacity.size(), 0.0);
    for (std::size_t pair = 0; pair < now_.prices.size(); ++pair) step_pair(pair);
    for (std::size_t e = 0; e < capacity.size(); ++e)
        if (uses_[e] > 0)
            now_.weights[e] =
                std::max(0.0, now_.weights[e] + ratio_ / uses_[e] * (load_[e] - capacity[e]));
}

void SaddleFlow::step_pair(std::size_t pair) {
    const auto& pool = pricing_.pool();
    double& price = now_.prices[pair];
    double got = 0;
    for (const Link path : pool.of_pair(pair)) {
        const auto links = pool.links(static_cast<std::size_t>(path));
        double& flow = now_.flows[static_cast<std::size_t>(path)];
        const auto entries = static_cast<double>(links.size() + 1);
        const double next = std::max(0.0, flow + (price - length(path)) / (entries * ratio_));
        const double ahead = 2 * next - flow;
        flow = next;
        if (ahead == 0) continue;
        got += ahead;
        for (const Link e : links) load_[e] += ahead;
    }
    const auto entries = static_cast<double>(pool.of_pair(pair).size() + 1);
    price = std::max(0.0, price + ratio_ / entries * (ahead_ - got));
}

std::vector<double> SaddleFlow::flows() const {
    return without_overload(pricing_, now_.flows);
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
