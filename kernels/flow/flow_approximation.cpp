#include "kernels/flow/path_pricing.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::kernels {

namespace {

constexpr int most_spacing = 64;

}  // namespace

FlowApproximation::FlowApproximation(PathPricing& pricing)
    : pricing_(pricing), capacity_(pricing.problem().capacity), load_(capacity_.size(), 0.0) {
    for (const double c : capacity_) weights_.push_back(1 / c);
}

std::size_t FlowApproximation::shortest_known(std::size_t pair) const {
    const auto& pool = pricing_.pool();
    double least = std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (const Link path : pool.of_pair(pair)) {
        double length = 0;
        for (const Link e : pool.links(static_cast<std::size_t>(path))) length += weights_[e];
        if (length >= least) continue;
        least = length;
        best = static_cast<std::size_t>(path);
    }
    return best;
}

void FlowApproximation::send(std::span<const Link> path, double amount) {
    for (const Link e : path) {
        load_[e] += amount;
        weights_[e] *= 1 + step_ * amount / capacity_[e];
    }
}

/// Every pair sends `amount`, in pieces that do not fill a link at once.
void FlowApproximation::round(double amount, bool searching) {
    for (std::size_t pair = 0; pair < pricing_.problem().pairs.size(); ++pair) {
        for (double rest = amount; rest > 0;) {
            const std::size_t chosen =
                searching ? pricing_.search(pair, weights_) : shortest_known(pair);
            const auto path = pricing_.pool().links(chosen);
            double piece = rest;
            for (const Link e : path) piece = std::min(piece, capacity_[e]);
            send(path, piece);
            sent_over_.resize(pricing_.pool().paths(), 0.0);
            sent_over_[chosen] += piece;
            rest = piece < rest ? rest - piece : 0;
        }
    }
    sent_ += amount;
    low_ = std::max(low_, sent_ / fullest());
}

double FlowApproximation::fullest() const {
    double most = 0;
    for (std::size_t e = 0; e < load_.size(); ++e) most = std::max(most, load_[e] / capacity_[e]);
    return most;
}

std::vector<double> FlowApproximation::flows() const {
    auto flows = sent_over_;
    flows.resize(pricing_.pool().paths(), 0.0);
    for (double& flow : flows) flow /= fullest();
    return flows;
}

/// Rescales the weights, which grow without bound; only their ratios matter.
void FlowApproximation::renormalise() {
    const double largest = *std::ranges::max_element(weights_);
    if (largest < 1e100) return;
    for (auto& weight : weights_) weight = std::max(weight / largest, 1e-200);
}

bool FlowApproximation::stage(double gap, int& searches, int& rounds) {
    std::ranges::fill(load_, 0.0);
    std::ranges::fill(sent_over_, 0.0);
    sent_ = 0;
    const int length = static_cast<int>(4 / step_);
    for (int i = 0; i < length && rounds > 0 && searches > 0; ++i, --rounds) {
        renormalise();
        const bool searching = i % spacing_ == 0;
        searches -= searching;
        round(high(), searching);
        if (low_ >= high() * (1 - gap)) return true;
    }
    --searches;
    pricing_.price(weights_);
    return low_ >= high() * (1 - gap);
}

bool FlowApproximation::improve(double gap, int searches, int rounds) {
    --searches;
    pricing_.price(weights_);
    double before = 1;
    while (searches > 0 && rounds > 0) {
        if (stage(gap, searches, rounds)) return true;
        const double now = 1 - low_ / high();
        spacing_ = std::min(2 * spacing_, most_spacing);
        if (now > 0.7 * before) step_ /= 2;
        before = now;
    }
    return false;
}

}  // namespace lightsweep::kernels
