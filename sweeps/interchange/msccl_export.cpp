#include "sweeps/interchange/msccl_export.hpp"

#include <map>

#include "engine/io/errors.hpp"
#include "kernels/execution/plane_execution.hpp"
#include "kernels/execution/plane_execution_check.hpp"
#include "sweeps/interchange/plan_head.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::int64_t most_per_block = 64;

kernels::ExecutionPlan plan_of(const Solution& s, std::int64_t unit) {
    const auto& run = *s.planes;
    try {
        return kernels::plan_execution(run.collective, s.parameters.message, run.problem,
                                       run.schedule, {}, unit);
    } catch (const std::invalid_argument& fault) {
        throw engine::BadInput(fault.what());
    }
}

/// [gpu, tb, step] per thread block of the plane: the last one that must have ended, or the first
/// one that may begin.
OrderedJson steps_around(const std::vector<MscclExchange>& exchanges, int plane,
                         std::ptrdiff_t step, bool before_it) {
    std::map<std::pair<int, int>, int> found;
    for (const auto& one : exchanges) {
        const auto at = static_cast<std::ptrdiff_t>(one.step);
        if (one.plane != plane || (before_it ? at > step : at < step)) continue;
        if (before_it)
            found[{one.gpu, one.block}] = one.last;
        else
            found.try_emplace({one.gpu, one.block}, one.first);
    }
    auto all = OrderedJson::array();
    for (const auto& [block, number] : found) all.push_back({block.first, block.second, number});
    return all;
}

std::string controller_of(const Solution& s, const kernels::ExecutionPlan& plan,
                          const std::vector<MscclExchange>& exchanges) {
    auto held = OrderedJson::array(), setups = OrderedJson::array();
    for (std::size_t j = 0; j < plan.planes.size(); ++j) {
        const auto& track = plan.planes[j];
        const int plane = static_cast<int>(j);
        held.push_back(track.held ? circuits_json(*track.held) : OrderedJson(nullptr));
        for (std::size_t c = 0; c < track.setups.size(); ++c) {
            const auto& setup = track.setups[c];
            const auto for_step = static_cast<std::ptrdiff_t>(setup.for_step);
            setups.push_back({{"plane", s.plane_number(plane)},
                              {"number", c + 1},
                              {"circuits", circuits_json(setup.circuits)},
                              {"after_step", setup.after_step},
                              {"for_step", setup.for_step},
                              {"planned_start", setup.planned_start},
                              {"planned_end", setup.planned_end},
                              {"after", steps_around(exchanges, plane, setup.after_step, true)},
                              {"before", steps_around(exchanges, plane, for_step, false)}});
        }
    }
    if (setups.empty()) return {};
    return OrderedJson{{"schema", "lightsweep/controller/v1"},
                       {"collective", plan.collective},
                       {"n", plan.n},
                       {"reconfiguration_delay", s.parameters.reconfiguration_delay},
                       {"held", std::move(held)},
                       {"reconfigurations", std::move(setups)}}
               .dump(2) +
           "\n";
}

/// Chunks per block with which whole chunks move the end by less than 1 %.
kernels::ExecutionPlan cut_plan(const Solution& s, std::int64_t blocks, std::int64_t per_block,
                                std::int64_t& chunk) {
    const bool is_given = per_block > 0;
    const auto whole = plan_of(s, 1);
    for (std::int64_t f = is_given ? per_block : 1;; f *= 2) {
        chunk = msccl_chunk(whole, blocks, f);
        auto plan = plan_of(s, chunk);
        if (is_given || plan.planes.size() == 1 || plan.rounding_time < 0.01 * plan.planned_end)
            return plan;
        if (f == most_per_block)
            throw engine::BadInput("msccl: whole chunks move the end by " +
                                   std::to_string(plan.rounding_time) + " s of " +
                                   std::to_string(plan.planned_end) +
                                   " s with 64 chunks per block; give --chunks-per-block");
    }
}

}  // namespace

MscclExport export_msccl(const Solution& s, MscclDialect dialect, std::int64_t per_block) {
    if (!s.planes)
        throw engine::BadInput(
            "msccl: the scheduler has no plan of planes; choose one of switch planes, for example "
            "swot, with planes = 1 for a single switch");
    auto collective = std::string(kernels::name_of(s.planes->collective.primitive));
    std::erase(collective, '-');
    const auto blocks = s.planes->collective.n * s.planes->collective.pieces;
    std::int64_t chunk = 1;
    const auto plan = cut_plan(s, blocks, per_block, chunk);
    const auto carried = kernels::execute(plan, s.planes->problem, s.planes->collective);
    if (!carried.violation.empty())
        throw engine::IoError("the plan does not run: " + carried.violation);
    std::vector<MscclExchange> exchanges;
    const auto program = msccl_program(plan, collective, chunk, exchanges);
    return {written(program, dialect, plan.message), controller_of(s, plan, exchanges)};
}

}  // namespace lightsweep::sweeps
