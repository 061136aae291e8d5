#include "sweeps/interchange/msccl_export.hpp"

#include "engine/io/errors.hpp"
#include "sweeps/interchange/plane_controller.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::int64_t most_per_block = 64;

/// Chunks per block with which whole chunks move the end by less than 1 %.
kernels::ExecutionPlan cut_plan(const Solution& s, std::int64_t blocks, std::int64_t per_block,
                                std::int64_t& chunk) {
    const bool is_given = per_block > 0;
    const auto whole = plan_on_planes(s, "msccl", 1);
    for (std::int64_t f = is_given ? per_block : 1;; f *= 2) {
        chunk = msccl_chunk(whole, blocks, f);
        auto plan = plan_on_planes(s, "msccl", chunk);
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
    const auto& run = on_planes(s, "msccl");
    auto collective = std::string(kernels::name_of(run.collective.primitive));
    std::erase(collective, '-');
    const auto blocks = run.collective.n * run.collective.pieces;
    std::int64_t chunk = 1;
    const auto plan = cut_plan(s, blocks, per_block, chunk);
    require_sound(s, plan);
    std::vector<PlacedExchange> exchanges;
    const auto program = msccl_program(plan, collective, chunk, exchanges);
    return {written(program, dialect, plan.message), controller_json(s, plan, exchanges, true)};
}

}  // namespace lightsweep::sweeps
