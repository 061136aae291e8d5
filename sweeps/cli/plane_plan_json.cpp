#include "sweeps/cli/plane_plan_json.hpp"

#include <stdexcept>

#include "kernels/plane_execution.hpp"
#include "kernels/plane_execution_check.hpp"
#include "sweeps/cli/plan_json.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;

Json exchange_of(const Solution& s, const kernels::Exchange& exchange) {
    return {{"step", exchange.step},
            {"part", exchange.part},
            {"plane", s.plane_number(exchange.plane)},
            {"send_to", exchange.send_to},
            {"send", ranges_json(exchange.send)},
            {"receive_from", exchange.receive_from},
            {"receive", ranges_json(exchange.receive)},
            {"reduce", exchange.reduce},
            {"after_step", exchange.after_step},
            {"after_reconfiguration", exchange.after_reconfiguration},
            {"planned_start", exchange.planned_start},
            {"planned_end", exchange.planned_end}};
}

Json rank_of(const Solution& s, const kernels::ExecutionPlan& plan, std::size_t rank) {
    const auto& track = plan.ranks[rank];
    Json transfers = Json::array();
    for (const auto& exchange : track.exchanges) transfers.push_back(exchange_of(s, exchange));
    return {{"rank", rank}, {"copies", copies_json(track)}, {"transfers", std::move(transfers)}};
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
                {"buffers", buffers_json(plan)},
                {"controller", controller_json(s, plan)},
                {"ranks", std::move(ranks)}}
        .dump(2);
}

}  // namespace lightsweep::sweeps
