#include "sweeps/interchange/plane_controller.hpp"

#include <filesystem>
#include <map>

#include "engine/io/errors.hpp"
#include "kernels/execution/plane_execution.hpp"
#include "kernels/execution/plane_execution_check.hpp"
#include "sweeps/interchange/plan_head.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr const char* controller_schema = "lightsweep/controller/v1";

/// Per lane of the plane: the last number that must have ended, or the first one that may begin.
OrderedJson numbers_around(const std::vector<PlacedExchange>& exchanges, int plane,
                           std::ptrdiff_t step, bool before_it, bool names_lanes) {
    std::map<std::pair<int, int>, int> found;
    for (const auto& one : exchanges) {
        const auto at = static_cast<std::ptrdiff_t>(one.step);
        if (one.plane != plane || (before_it ? at > step : at < step)) continue;
        if (before_it)
            found[{one.rank, one.lane}] = one.last;
        else
            found.try_emplace({one.rank, one.lane}, one.first);
    }
    auto all = OrderedJson::array();
    for (const auto& [lane, number] : found)
        if (names_lanes)
            all.push_back({lane.first, lane.second, number});
        else
            all.push_back({lane.first, number});
    return all;
}

}  // namespace

const PlanesRun& on_planes(const Solution& s, const std::string& format) {
    if (!s.planes)
        throw engine::BadInput(
            format +
            ": the scheduler has no plan of planes; choose one of switch planes, for example "
            "swot, with planes = 1 for a single switch");
    if (s.planes->over_relays())
        throw engine::BadInput(format +
                               ": relays: the format has none; choose a scheduler of planes");
    return *s.planes;
}

kernels::ExecutionPlan plan_on_planes(const Solution& s, const std::string& format,
                                      std::int64_t unit) {
    const auto& run = on_planes(s, format);
    try {
        return kernels::plan_execution(run.collective, s.parameters.message, run.problem,
                                       run.schedule, {}, unit);
    } catch (const std::invalid_argument& fault) {
        throw engine::BadInput(fault.what());
    }
}

void require_sound(const Solution& s, const kernels::ExecutionPlan& plan) {
    const auto carried = kernels::execute(plan, s.planes->problem, s.planes->collective);
    if (!carried.violation.empty())
        throw engine::IoError("the plan does not run: " + carried.violation);
}

std::string controller_json(const Solution& s, const kernels::ExecutionPlan& plan,
                            const std::vector<PlacedExchange>& exchanges, bool names_lanes) {
    auto held = OrderedJson::array(), setups = OrderedJson::array();
    for (std::size_t j = 0; j < plan.planes.size(); ++j) {
        const auto& track = plan.planes[j];
        const int plane = static_cast<int>(j);
        held.push_back(track.held ? circuits_json(*track.held) : OrderedJson(nullptr));
        for (std::size_t c = 0; c < track.setups.size(); ++c) {
            const auto& setup = track.setups[c];
            const auto for_step = static_cast<std::ptrdiff_t>(setup.for_step);
            setups.push_back(
                {{"plane", s.plane_number(plane)},
                 {"number", c + 1},
                 {"circuits", circuits_json(setup.circuits)},
                 {"after_step", setup.after_step},
                 {"for_step", setup.for_step},
                 {"planned_start", setup.planned_start},
                 {"planned_end", setup.planned_end},
                 {"after", numbers_around(exchanges, plane, setup.after_step, true, names_lanes)},
                 {"before", numbers_around(exchanges, plane, for_step, false, names_lanes)}});
        }
    }
    if (setups.empty()) return {};
    return OrderedJson{{"schema", controller_schema},
                       {"collective", plan.collective},
                       {"n", plan.n},
                       {"reconfiguration_delay", s.parameters.reconfiguration_delay},
                       {"held", std::move(held)},
                       {"reconfigurations", std::move(setups)}}
               .dump(2) +
           "\n";
}

std::optional<JsonPlace> controller_beside(const std::string& file, const std::string& given) {
    const auto path = given.empty() ? file + ".controller.json" : given;
    if (given.empty() && !std::filesystem::exists(path)) return std::nullopt;
    auto controller = JsonPlace::root(file_text(path), path);
    if (const auto schema = controller.at("schema"); schema.text() != controller_schema)
        schema.refuse("is no controller file", std::string("\"") + controller_schema + "\"");
    return controller;
}

}  // namespace lightsweep::sweeps
