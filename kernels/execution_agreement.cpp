#include "kernels/execution_agreement.hpp"

#include "kernels/plane_collectives.hpp"

namespace lightsweep::kernels {

std::int64_t bytes_of(const std::vector<ByteRange>& ranges) {
    std::int64_t sum = 0;
    for (const auto& range : ranges) sum += range.bytes;
    return sum;
}

std::string describe(Node rank, const Exchange& exchange) {
    return "step " + std::to_string(exchange.step) + ", plane " + std::to_string(exchange.plane) +
           ": rank " + std::to_string(rank) + " ";
}

std::string bad_ranges(const ExecutionPlan& plan, const Exchange& exchange) {
    if (exchange.part >= plan.buffers.size()) return "belongs to no part";
    for (const auto* ranges : {&exchange.send, &exchange.receive})
        for (const auto& range : *ranges) {
            const auto size = plan.buffers[exchange.part][static_cast<std::size_t>(range.buffer)];
            if (range.bytes <= 0 || range.offset < 0 || range.offset > size - range.bytes)
                return "has bytes outside its buffer";
        }
    return {};
}

namespace {

std::string bad_exchange(const ExecutionPlan& plan, const Exchange& exchange) {
    if (exchange.plane < 0 || exchange.plane >= static_cast<int>(plan.planes.size()))
        return "uses a plane that is not there";
    const auto setups = plan.planes[exchange.plane].setups.size();
    if (exchange.after_reconfiguration < 0 ||
        exchange.after_reconfiguration > static_cast<std::ptrdiff_t>(setups))
        return "waits for a reconfiguration that never comes";
    if (exchange.send_to >= plan.n || exchange.receive_from >= plan.n) return "knows no such rank";
    return bad_ranges(plan, exchange);
}

}  // namespace

ExchangeIndex index_of_exchanges(const ExecutionPlan& plan, std::string& fault) {
    ExchangeIndex index;
    for (Node rank = 0; rank < static_cast<Node>(plan.ranks.size()); ++rank)
        for (std::size_t e = 0; e < plan.ranks[rank].exchanges.size(); ++e) {
            const auto& exchange = plan.ranks[rank].exchanges[e];
            if (!index.emplace(std::tuple(rank, exchange.step, exchange.plane), e).second)
                fault = describe(rank, exchange) + "has two exchanges";
        }
    return index;
}

std::string disagreement(const ExecutionPlan& plan, const ExchangeIndex& index) {
    for (Node rank = 0; rank < plan.n; ++rank)
        for (const auto& exchange : plan.ranks[rank].exchanges) {
            if (const auto fault = bad_exchange(plan, exchange); !fault.empty())
                return describe(rank, exchange) + fault;
            const auto other_end = [&](Node other) -> const Exchange* {
                const auto at = index.find({other, exchange.step, exchange.plane});
                return at == index.end() ? nullptr : &plan.ranks[other].exchanges[at->second];
            };
            if (exchange.send_to >= 0) {
                const auto* receiver = other_end(exchange.send_to);
                if (!receiver || receiver->receive_from != rank ||
                    bytes_of(receiver->receive) != bytes_of(exchange.send))
                    return describe(rank, exchange) + "sends what rank " +
                           std::to_string(exchange.send_to) + " does not expect";
            }
            if (exchange.receive_from >= 0) {
                const auto* sender = other_end(exchange.receive_from);
                if (!sender || sender->send_to != rank)
                    return describe(rank, exchange) + "waits for what rank " +
                           std::to_string(exchange.receive_from) + " does not send";
            }
        }
    return {};
}

std::string bad_start(const ExecutionPlan& plan, const PlaneProblem& problem,
                      const Collective& promise) {
    if (plan.planes.size() != problem.planes.size()) return "the plan has other planes";
    if (problem.initial == InitialPlanes::free) return {};
    const auto held = held_at_start(problem);
    for (std::size_t j = 0; j < held.size(); ++j)
        if (plan.planes[j].held && plan.planes[j].held != circuits_of(held[j], problem, promise))
            return "plane " + std::to_string(j) + " begins with circuits that it does not hold";
    return {};
}

}  // namespace lightsweep::kernels
