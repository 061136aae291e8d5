#include "kernels/execution/plan_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "kernels/execution/plane_execution.hpp"

namespace lightsweep::kernels {

std::string text_of(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

namespace {

constexpr double most_bytes = 9007199254740992.0;  // 2^53: whole in double

void collect_parts(const Collective& collective, std::vector<const Collective*>& parts) {
    if (collective.parts.empty()) parts.push_back(&collective);
    for (const auto& part : collective.parts) collect_parts(part, parts);
}

/// `ways`: times that every block is sent on.
void require_plan_size(const Collective& collective, bool knows_blocks, double ways) {
    double blocks = 0;
    for (const auto& step : collective.steps)
        blocks += ways * static_cast<double>(step.demand().size()) *
                  (knows_blocks ? std::max(1.0, step.share * collective.n) : 1.0);
    if (blocks * collective.n > most_plan_blocks)
        throw std::invalid_argument("execution plan: " + collective.name() + " on " +
                                    std::to_string(collective.n) + " nodes moves " +
                                    text_of(blocks * collective.n) + " blocks, at most " +
                                    text_of(most_plan_blocks) + " are planned: take fewer nodes");
}

}  // namespace

std::int64_t whole_message(double message) {
    if (message >= 0 && message <= most_bytes && message == std::floor(message))
        return static_cast<std::int64_t>(message);
    throw std::invalid_argument("execution plan: message = " + text_of(message) +
                                ": offsets need a whole number of bytes, at most 2^53");
}

std::vector<const Collective*> parts_of_sequence(const Collective& collective) {
    std::vector<const Collective*> parts;
    collect_parts(collective, parts);
    return parts;
}

void require_peers(const Collective& collective) {
    for (std::size_t i = 0; i < collective.steps.size(); ++i)
        if (collective.steps[i].peer.is_label())
            throw std::invalid_argument("execution plan: step " + std::to_string(i) + " (" +
                                        collective.steps[i].peer.describe() +
                                        ") names no peers: give shift, xor or peer");
}

void begin_plan(const Collective& collective, const std::vector<const Collective*>& parts,
                double message, double ways, ExecutionPlan& plan) {
    plan.collective = collective.name();
    plan.n = collective.n;
    plan.copies.resize(static_cast<std::size_t>(collective.n));
    plan.knows_blocks = std::ranges::all_of(
        parts, [](const Collective* part) { return static_cast<bool>(part->blocks); });
    require_plan_size(collective, plan.knows_blocks, ways);
    if (plan.knows_blocks) plan.message = whole_message(message);
}

void lay_out(const std::vector<const Collective*>& parts, const std::vector<double>& step_bytes,
             const AddStep& add_step, ExecutionPlan& plan) {
    std::size_t i = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        Collective part = *parts[p];
        if (!plan.knows_blocks) part.blocks = nullptr;
        StepPayloads payloads(part, plan.message);
        for (std::size_t s = 0; s < part.steps.size(); ++s, ++i)
            add_step(i, p, payloads.next(step_bytes[i]));
        for (Node rank = 0; rank < plan.n; ++rank)
            for (const auto& copy : payloads.copies(rank, p)) plan.copies[rank].push_back(copy);
        plan.buffers.push_back(payloads.sizes());
    }
}

std::vector<ByteRange> piece_of(const std::vector<ByteRange>& stream, std::int64_t begin,
                                std::int64_t end) {
    std::vector<ByteRange> piece;
    std::int64_t at = 0;
    for (const auto& range : stream) {
        const auto from = std::max(begin, at), to = std::min(end, at + range.bytes);
        if (from < to) piece.push_back({range.buffer, range.offset + from - at, to - from});
        at += range.bytes;
    }
    return piece;
}

std::vector<std::int64_t> piece_ends(const std::vector<double>& weights, double whole,
                                     std::int64_t bytes) {
    std::vector<std::int64_t> ends;
    double sum = 0;
    for (const double weight : weights) {
        sum += weight;
        const double end = std::round(static_cast<double>(bytes) * sum / whole);
        ends.push_back(std::min(bytes, static_cast<std::int64_t>(end)));
    }
    if (!ends.empty()) ends.back() = bytes;
    return ends;
}

}  // namespace lightsweep::kernels
