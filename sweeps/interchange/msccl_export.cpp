#include "sweeps/interchange/msccl_export.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "engine/io/errors.hpp"
#include "kernels/collectives/free_orders.hpp"
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

void require_at_most(const char* what, std::size_t count, std::size_t most) {
    if (count > most)
        throw engine::BadInput("msccl: a gpu needs at least " + std::to_string(count) + " " + what +
                               ", at most " + std::to_string(most) +
                               " are possible; take fewer nodes, or an algorithm of fewer steps");
}

/// What any program of the collective needs at rank 0, before one is made: a thread block per peer
/// and direction, and in one of a peer's blocks, one per plane, a step per transfer.
void require_room(const PlanesRun& run, MscclDialect dialect) {
    std::array<std::map<kernels::Node, std::size_t>, 2> transfers;  // sent to, received from
    for (const auto step : kernels::loaded_steps(run.collective)) {
        const auto demand = run.collective.steps[step].demand();
        for (std::size_t c = 0; c < demand.size(); ++c)
            for (kernels::Node node = 0; node < run.collective.n; ++node)
                if (const auto to = demand[c](node); to != node && (node == 0 || to == 0))
                    ++transfers[node != 0][node == 0 ? to : node];
    }
    const auto planes = run.problem.planes.size();
    std::size_t blocks = 0, all = 0, longest = 0;
    for (const auto& peers : transfers)
        for (const auto& [peer, count] : peers) {
            ++blocks;
            all += count;
            longest = std::max(longest, (count + planes - 1) / planes);
        }
    require_at_most("thread blocks", blocks,
                    dialect == MscclDialect::rccl
                        ? std::min(most_msccl_blocks, most_rccl_channel_blocks * planes)
                        : most_msccl_blocks);
    require_at_most("steps of a thread block", longest, most_msccl_steps(dialect));
    require_at_most("elements", 1 + blocks + all, most_msccl_elements);
}

}  // namespace

MscclExport export_msccl(const Solution& s, MscclDialect dialect, std::int64_t per_block) {
    const auto& run = on_planes(s, "msccl");
    require_room(run, dialect);
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
