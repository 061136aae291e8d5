#include "sweeps/simulation/fair_shares.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::sweeps::simulation {

namespace {

constexpr double full_together = 1 + 1e-12;

}  // namespace

FairShares::FairShares(std::vector<double> capacities) {
    for (const double capacity : capacities) links_.push_back({capacity});
    newly_.assign(links_.size(), 0);
}

void FairShares::touch(const Flow& flow) {
    for (const Link link : flow.links) {
        auto& state = links_[static_cast<std::size_t>(link)];
        if (!state.reached) touched_.push_back(link);
        state.reached = true;
    }
}

void FairShares::begin(int flow, std::vector<Link> links, double weight) {
    if (flows_.size() <= static_cast<std::size_t>(flow))
        flows_.resize(static_cast<std::size_t>(flow) + 1);
    at(flow) = {std::move(links), weight, 0, true, false};
    for (const Link link : at(flow).links)
        links_[static_cast<std::size_t>(link)].flows.push_back(flow);
    touch(at(flow));
}

void FairShares::end(int flow) {
    for (const Link link : at(flow).links)
        std::erase(links_[static_cast<std::size_t>(link)].flows, flow);
    touch(at(flow));
}

/// Makes touched_ and component_ all links and flows that a change can reach.
void FairShares::reach_all() {
    component_.clear();
    for (std::size_t next = 0; next < touched_.size(); ++next)
        for (const int flow : links_[static_cast<std::size_t>(touched_[next])].flows) {
            if (at(flow).reached) continue;
            at(flow).reached = true;
            component_.push_back(flow);
            touch(at(flow));
        }
    std::ranges::sort(component_);
}

double FairShares::lowest_level() const {
    double level = std::numeric_limits<double>::infinity();
    for (const Link link : touched_)
        if (const auto& one = links_[static_cast<std::size_t>(link)]; one.rising > 0)
            level = std::min(level, one.free / one.weights);
    return std::max(level, 0.0);
}

/// Ends the rise of all flows on links that are full at this level. What they take is subtracted
/// once per link, so that the order of flows does not matter.
void FairShares::fill_links_at(double level) {
    settling_.clear();
    for (const Link link : touched_) {
        const auto& full = links_[static_cast<std::size_t>(link)];
        if (full.rising == 0 || full.free / full.weights > level * full_together) continue;
        for (const int number : full.flows) {
            auto& flow = at(number);
            if (flow.settled) continue;
            flow.settled = true;
            flow.rate = level * flow.weight;
            for (const Link on : flow.links) {
                if (newly_[static_cast<std::size_t>(on)] == 0) settling_.push_back(on);
                newly_[static_cast<std::size_t>(on)] += flow.weight;
            }
        }
    }
    for (const Link link : settling_) {
        auto& state = links_[static_cast<std::size_t>(link)];
        double& taken = newly_[static_cast<std::size_t>(link)];
        state.free -= level * taken;
        state.weights -= taken;
        state.rising = 0;
        for (const int flow : state.flows) state.rising += !at(flow).settled;
        taken = 0;
    }
}

const std::vector<int>& FairShares::settle() {
    reach_all();
    for (const Link link : touched_) {
        auto& state = links_[static_cast<std::size_t>(link)];
        state.free = state.capacity;
        state.weights = state.rising = 0;
        state.reached = false;
    }
    for (const int number : component_) {
        auto& flow = at(number);
        flow.settled = flow.reached = false;
        for (const Link link : flow.links) {
            links_[static_cast<std::size_t>(link)].weights += flow.weight;
            ++links_[static_cast<std::size_t>(link)].rising;
        }
    }
    for (double level = lowest_level(); level < std::numeric_limits<double>::infinity();
         level = lowest_level())
        fill_links_at(level);
    touched_.clear();
    return component_;
}

}  // namespace lightsweep::sweeps::simulation
