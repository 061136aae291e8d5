#include "sweeps/cli/plane_plan_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kernels/plane_execution.hpp"
#include "kernels/plane_execution_check.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;
using kernels::ByteRange;

/// {"shift": 3}, {"xor": 4}, {"label": "cfg 2"} or {"peers": [1, 0, ...]}: where every rank's port
/// leads.
Json circuits_of(const kernels::Permutation& circuits) {
    if (circuits.is_label()) return {{"label", circuits.describe()}};
    if (const auto offset = circuits.as_shift()) return {{"shift", *offset}};
    if (const auto mask = circuits.as_exclusive_or()) return {{"xor", *mask}};
    Json peers = Json::array();
    for (kernels::Node rank = 0; rank < circuits.size(); ++rank) peers.push_back(circuits(rank));
    return {{"peers", std::move(peers)}};
}

Json range_of(const ByteRange& range) {
    return {{"buffer", kernels::buffer_names[static_cast<std::size_t>(range.buffer)]},
            {"offset", range.offset},
            {"bytes", range.bytes}};
}

Json ranges_of(const std::vector<ByteRange>& ranges) {
    Json all = Json::array();
    for (const auto& range : ranges) all.push_back(range_of(range));
    return all;
}

Json controller_of(const Solution& s, const kernels::ExecutionPlan& plan) {
    Json planes = Json::array();
    for (std::size_t j = 0; j < plan.planes.size(); ++j) {
        const auto& track = plan.planes[j];
        Json setups = Json::array();
        for (std::size_t c = 0; c < track.setups.size(); ++c) {
            const auto& setup = track.setups[c];
            setups.push_back({{"number", c + 1},
                              {"circuits", circuits_of(setup.circuits)},
                              {"after_step", setup.after_step},
                              {"for_step", setup.for_step},
                              {"planned_start", setup.planned_start},
                              {"planned_end", setup.planned_end}});
        }
        planes.push_back({{"plane", s.plane_number(static_cast<int>(j))},
                          {"held", track.held ? circuits_of(*track.held) : Json(nullptr)},
                          {"reconfigurations", std::move(setups)}});
    }
    return planes;
}

Json exchange_of(const Solution& s, const kernels::Exchange& exchange) {
    return {{"step", exchange.step},
            {"part", exchange.part},
            {"plane", s.plane_number(exchange.plane)},
            {"send_to", exchange.send_to},
            {"send", ranges_of(exchange.send)},
            {"receive_from", exchange.receive_from},
            {"receive", ranges_of(exchange.receive)},
            {"reduce", exchange.reduce},
            {"after_step", exchange.after_step},
            {"after_reconfiguration", exchange.after_reconfiguration},
            {"planned_start", exchange.planned_start},
            {"planned_end", exchange.planned_end}};
}

Json rank_of(const Solution& s, const kernels::ExecutionPlan& plan, std::size_t rank) {
    const auto& track = plan.ranks[rank];
    Json copies = Json::array(), transfers = Json::array();
    for (const auto& copy : track.copies)
        copies.push_back(
            {{"part", copy.part}, {"from", range_of(copy.from)}, {"to", range_of(copy.to)}});
    for (const auto& exchange : track.exchanges) transfers.push_back(exchange_of(s, exchange));
    return {{"rank", rank}, {"copies", std::move(copies)}, {"transfers", std::move(transfers)}};
}

/// Sizes of the buffers that are used, per part.
Json buffers_of(const kernels::ExecutionPlan& plan) {
    Json parts = Json::array();
    for (const auto& sizes : plan.buffers) {
        Json part = Json::object();
        for (std::size_t b = 0; b < sizes.size(); ++b)
            if (sizes[b] > 0) part[kernels::buffer_names[b]] = sizes[b];
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace

std::string plane_plan_json(const Solution& s) {
    const auto& run = *s.planes;
    const auto plan =
        kernels::plan_execution(run.collective, s.parameters.message, run.problem, run.schedule);
    const auto carried = kernels::execute(plan, run.problem, run.collective);
    if (!carried.violation.empty())
        throw std::runtime_error("the plan does not run: " + carried.violation);
    Json ranks = Json::array();
    for (std::size_t rank = 0; rank < plan.ranks.size(); ++rank)
        ranks.push_back(rank_of(s, plan, rank));
    return Json{{"collective", plan.collective},
                {"n", plan.n},
                {"message", plan.message},
                {"knows_blocks", plan.knows_blocks},
                {"planned_time", plan.planned_end},
                {"simulated_time", carried.end},
                {"rounding_time", plan.rounding_time},
                {"buffers", buffers_of(plan)},
                {"controller", controller_of(s, plan)},
                {"ranks", std::move(ranks)}}
        .dump(2);
}

}  // namespace lightsweep::sweeps
