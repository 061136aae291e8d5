#include "kernels/plan_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "kernels/plane_execution.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double most_bytes = 9007199254740992.0;  // 2^53: whole in double

void collect_parts(const Collective& collective, std::vector<const Collective*>& parts) {
    if (collective.parts.empty()) parts.push_back(&collective);
    for (const auto& part : collective.parts) collect_parts(part, parts);
}

}  // namespace

std::string text_of(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::vector<const Collective*> parts_of_sequence(const Collective& collective) {
    std::vector<const Collective*> parts;
    collect_parts(collective, parts);
    return parts;
}

bool all_know_blocks(const std::vector<const Collective*>& parts) {
    return std::all_of(parts.begin(), parts.end(),
                       [](const Collective* part) { return static_cast<bool>(part->blocks); });
}

void require_peers(const Collective& collective) {
    for (std::size_t i = 0; i < collective.steps.size(); ++i)
        if (collective.steps[i].peer.is_label())
            throw std::invalid_argument("execution plan: step " + std::to_string(i) + " (" +
                                        collective.steps[i].peer.describe() +
                                        ") names no peers: give shift, xor or peer");
}

void require_plan_size(const Collective& collective, bool knows_blocks, double ways) {
    double blocks = 0;
    for (const auto& step : collective.steps)
        blocks += ways * (knows_blocks ? std::max(1.0, step.share * collective.n) : 1.0);
    if (blocks * collective.n > most_plan_blocks)
        throw std::invalid_argument("execution plan: " + collective.name() + " on " +
                                    std::to_string(collective.n) + " nodes moves " +
                                    text_of(blocks * collective.n) + " blocks, at most " +
                                    text_of(most_plan_blocks) + " are planned: take fewer nodes");
}

std::int64_t whole_message(double message) {
    if (message >= 0 && message <= most_bytes && message == std::floor(message))
        return static_cast<std::int64_t>(message);
    throw std::invalid_argument("execution plan: message = " + text_of(message) +
                                ": offsets need a whole number of bytes, at most 2^53");
}

/// Bytes begin .. end - 1 of the stream.
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
