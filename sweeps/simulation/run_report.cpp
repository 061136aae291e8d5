#include "sweeps/simulation/run_report.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lightsweep::sweeps::simulation {

namespace {

using OrderedJson = nlohmann::ordered_json;
constexpr std::size_t busiest = 10;

OrderedJson time_json(double time) {
    return std::isfinite(time) ? OrderedJson(time) : OrderedJson(nullptr);
}

OrderedJson steps_json(const System& system, const Run& run) {
    const auto steps = system.planned_ends.size();
    std::vector<double> begin(steps, HUGE_VAL), end(steps, 0);
    for (std::size_t i = 0; i < system.transfers.size(); ++i) {
        const auto step = static_cast<std::size_t>(system.transfers[i].step);
        begin[step] = std::min(begin[step], run.begin[i]);
        end[step] = std::max(end[step], run.finish[i]);
    }
    OrderedJson all = OrderedJson::array();
    for (std::size_t s = 0; s < steps; ++s)
        all.push_back({{"step", s},
                       {"begin", time_json(begin[s])},
                       {"end", time_json(end[s])},
                       {"planned_end", system.planned_ends[s]},
                       {"slack", time_json(system.planned_ends[s] - end[s])}});
    return all;
}

OrderedJson links_json(const System& system, const Run& run) {
    const auto use = [&](std::size_t link) { return run.carried[link] / system.capacity[link]; };
    std::vector<std::size_t> order(run.carried.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](auto a, auto b) { return use(a) > use(b); });
    if (order.size() > busiest) order.resize(busiest);
    OrderedJson all = OrderedJson::array();
    for (const auto link : order)
        if (run.carried[link] > 0)
            all.push_back({{"link", system.places[link]},
                           {"bytes", run.carried[link]},
                           {"utilisation", use(link) / run.end}});
    return all;
}

std::string name_of(const System& system, std::size_t item) {
    const auto number = [](int value) { return std::to_string(value); };
    const auto on = [&](int plane) { return plane < 0 ? "" : " on plane " + number(plane); };
    if (item < system.transfers.size()) {
        const auto& one = system.transfers[item];
        return "step " + number(one.step) + ", rank " + number(one.source) + " to " +
               number(one.target) + on(one.plane);
    }
    const auto& setup = system.setups[item - system.transfers.size()];
    return "setup " + number(setup.number) +
           on(system.planes[static_cast<std::size_t>(setup.track)]);
}

/// From the first item to the last, each released by the one before.
OrderedJson path_json(const System& system, const Run& run) {
    const std::size_t real = system.transfers.size() + system.setups.size();
    std::size_t last = real;
    for (std::size_t item = 0; item < real; ++item)
        if (run.finish[item] == run.end) last = item;
    std::vector<std::size_t> path;
    for (std::size_t item = last; item < system.n_items; item = run.released[item]) {
        if (item < real) path.push_back(item);
        if (run.released[item] == item) break;
    }
    OrderedJson all = OrderedJson::array();
    for (auto item = path.rbegin(); item != path.rend(); ++item)
        all.push_back({{"what", name_of(system, *item)},
                       {"begin", run.begin[*item]},
                       {"end", run.finish[*item]}});
    return all;
}

}  // namespace

bool keeps_plan(const System& system, const Run& run) {
    return run.end <= system.planned_end * (1 + 1e-9) + system.rounding_time;
}

OrderedJson report_json(const System& system, const Run& run) {
    OrderedJson planes = OrderedJson::array(), violations = OrderedJson::array();
    for (std::size_t j = 0; j < run.planes.size(); ++j)
        planes.push_back({{"plane", system.planes[j]},
                          {"dark", run.planes[j].dark},
                          {"dark_idle", run.planes[j].dark_idle}});
    for (const auto& one : run.violations)
        violations.push_back(
            {{"code", one.code}, {"plane", one.plane}, {"step", one.step}, {"time", one.time}});
    return {{"completion_time", run.end},
            {"planned_time", system.planned_end},
            {"ratio", time_json(run.end / system.planned_end)},
            {"steps", steps_json(system, run)},
            {"links", links_json(system, run)},
            {"planes", std::move(planes)},
            {"critical_path", path_json(system, run)},
            {"violations", std::move(violations)}};
}

}  // namespace lightsweep::sweeps::simulation
