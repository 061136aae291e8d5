#pragma once
// The JSON files of Harvest (STyGIANet/Harvest, synthesis/main.cc): a collective pattern, which is
// the problem, and a schedule, which is one topology per step. It is the one foreign format that
// has reconfiguration.

#include <optional>
#include <string>
#include <vector>

#include "sweeps/interchange/foreign_steps.hpp"

namespace lightsweep::sweeps {

/// So many parallel circuits from one node to another.
struct HarvestEdge {
    kernels::Node from, to;
    std::int64_t links;
    auto operator<=>(const HarvestEdge&) const = default;
};

struct HarvestSchedule {
    std::string collective;
    double cost = 0;                              ///< [ns]
    std::optional<double> reconfiguration_delay;  ///< alpha_r [ns]
    std::optional<double> reconfiguration_cost;   ///< reconf_cost_total [ns]
    std::int64_t reconfigurations = 0;            ///< between neighbouring steps
    bool has_cost = false;                        ///< files written by hand may lack it
    std::vector<std::vector<HarvestEdge>> steps;  ///< edges in order
};

/// Most nodes of either file.
inline constexpr kernels::Node most_harvest_nodes = 65536;

/// Readers throw engine::BadInput with place, value and remedy; `file` stands in messages.
ForeignSteps read_harvest_pattern(const std::string& text, const std::string& file);
HarvestSchedule read_harvest_schedule(const std::string& text, const std::string& file);

std::string written(const ForeignSteps& pattern);
std::string written(const HarvestSchedule& schedule);

/// Harvest's name of a collective of ours: allreduce/bruck is all-reduce-rd-nd.
std::string harvest_name(const std::string& collective);

}  // namespace lightsweep::sweeps
