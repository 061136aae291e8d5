#include "kernels/execution/step_payload.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

std::string number_text(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

constexpr std::size_t index_of(Buffer buffer) {
    return static_cast<std::size_t>(buffer);
}

void append(std::vector<ByteRange>& ranges, const ByteRange& more) {
    if (more.bytes == 0) return;
    const bool adjacent = !ranges.empty() && ranges.back().buffer == more.buffer &&
                          ranges.back().offset + ranges.back().bytes == more.offset;
    if (adjacent)
        ranges.back().bytes += more.bytes;
    else
        ranges.push_back(more);
}

/// Both ascending within one buffer.
bool overlap(const std::vector<ByteRange>& a, const std::vector<ByteRange>& b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].offset + a[i].bytes <= b[j].offset)
            ++i;
        else if (b[j].offset + b[j].bytes <= a[i].offset)
            ++j;
        else
            return true;
    }
    return false;
}

/// Lists of ranges that one buffer of a rank is used for in a step.
using Layer = std::vector<std::vector<ByteRange>>;

/// The first layer in which nothing else uses the range, which then does.
std::int64_t free_layer(std::vector<Layer>& layers, const std::vector<ByteRange>& range) {
    const auto meets = [&](const auto& other) { return overlap(other, range); };
    std::size_t layer = 0;
    while (layer < layers.size() && std::ranges::any_of(layers[layer], meets)) ++layer;
    layers.resize(std::max(layers.size(), layer + 1));
    layers[layer].push_back(range);
    return static_cast<std::int64_t>(layer);
}

}  // namespace

std::int64_t block_begin(std::int64_t message, std::int64_t count, std::int64_t block) {
    return block * (message / count) + block * (message % count) / count;
}

StepPayloads::StepPayloads(const Collective& collective, std::int64_t message)
    : collective_(collective), message_(message), count_(collective.n * collective.pieces) {
    if (!collective.blocks) return;
    if (collective.primitive == Primitive::all_to_all) {
        transit_.resize(static_cast<std::size_t>(collective.n));
        sizes_[index_of(Buffer::input)] = message;
        const auto stride = (message + collective.n - 1) / collective.n;
        sizes_[index_of(Buffer::output)] = stride * collective.n;
    } else {
        sizes_[index_of(Buffer::vector)] = message;
    }
}

std::vector<Payload> StepPayloads::next(double step_bytes) {
    std::vector<Payload> payloads;
    for (std::size_t peer = 0; peer < collective_.steps[step_].demand().size(); ++peer)
        for (Node sender = 0; sender < collective_.n; ++sender)
            payloads.push_back(sent_by(sender, peer, step_bytes));
    stage_conflicts(payloads);
    settle();
    ++step_;
    return payloads;
}

Payload StepPayloads::sent_by(Node sender, std::size_t peer, double step_bytes) {
    const Step& step = collective_.steps[step_];
    Payload payload;
    const Node to = step.demand()[peer](sender);
    if (to == sender) return payload;
    payload.to = to;
    if (!collective_.blocks) {
        add_unknown(peer, step_bytes, payload);
        return payload;
    }
    auto transfer = blocks_to(collective_.blocks(step_, sender), peer, step.demand().size());
    const auto blocks = static_cast<double>(transfer.blocks.size());
    const double share = step.share * step.weight(peer) * static_cast<double>(count_);
    const double off =
        collective_.has_idle_senders ? std::max(0.0, blocks - share) : std::abs(blocks - share);
    if (off > 1e-9 * (1 + blocks))
        throw std::invalid_argument(
            collective_.name() + ": step " + std::to_string(step_) + " has " + number_text(share) +
            " blocks by its volume, but sends " + std::to_string(transfer.blocks.size()) +
            ": use volumes = exact");
    if (transfer.blocks.empty()) return {};
    payload.reduce = transfer.blocks.empty() ? transfer.reduce : transfer.adds(0);
    for (std::size_t b = 1; b < transfer.blocks.size(); ++b)
        if (transfer.adds(b) != payload.reduce)
            throw std::invalid_argument(collective_.name() + ": step " + std::to_string(step_) +
                                        " sends sums and parts of sums to one node, which no plan "
                                        "tells apart: take more than 2 nodes");
    if (collective_.primitive == Primitive::all_to_all)
        add_moving_blocks(sender, transfer.blocks, payload);
    else
        add_vector_blocks(std::move(transfer.blocks), payload);
    return payload;
}

/// The permutations' bytes lie one after the other.
void StepPayloads::add_unknown(std::size_t peer, double step_bytes, Payload& payload) {
    const Step& step = collective_.steps[step_];
    std::int64_t offset = 0;
    for (std::size_t c = 0; c < peer; ++c) offset += std::llround(step_bytes * step.weight(c));
    payload.bytes = std::llround(step_bytes * step.weight(peer));
    append(payload.source, {Buffer::outgoing, offset, payload.bytes});
    append(payload.target, {Buffer::incoming, offset, payload.bytes});
    for (const Buffer buffer : {Buffer::outgoing, Buffer::incoming})
        sizes_[index_of(buffer)] = std::max(sizes_[index_of(buffer)], offset + payload.bytes);
}

void StepPayloads::add_vector_blocks(std::vector<std::int64_t> blocks, Payload& payload) {
    std::ranges::sort(blocks);
    for (const auto block : blocks) {
        const auto begin = block_begin(message_, count_, block);
        const auto bytes = block_begin(message_, count_, block + 1) - begin;
        append(payload.source, {Buffer::vector, begin, bytes});
        payload.bytes += bytes;
    }
    payload.target = payload.source;
}

// ---- all-to-all: block o * n + t goes from o to t ----------------------------------------------

ByteRange StepPayloads::place_of(Node holder, std::int64_t block) const {
    const std::int64_t target = block % collective_.n;
    const auto begin = block_begin(message_, count_, target);
    const auto bytes = block_begin(message_, count_, target + 1) - begin;
    if (block / collective_.n == holder) return {Buffer::input, begin, bytes};
    const auto& slots = transit_[holder].slots;
    const auto slot = std::ranges::find(slots, block) - slots.begin();
    const auto stride = (message_ + collective_.n - 1) / collective_.n;
    return {Buffer::transit, slot * stride, bytes};
}

ByteRange StepPayloads::new_place(Node receiver, std::int64_t block) {
    const std::int64_t origin = block / collective_.n, target = block % collective_.n;
    const auto bytes =
        block_begin(message_, count_, target + 1) - block_begin(message_, count_, target);
    if (target == receiver) return {Buffer::output, origin * bytes, bytes};
    auto& slots = transit_[receiver].slots;
    const auto free = std::ranges::find(slots, -1);
    if (free == slots.end())
        slots.push_back(block);
    else
        *free = block;
    const auto stride = (message_ + collective_.n - 1) / collective_.n;
    auto& size = sizes_[index_of(Buffer::transit)];
    size = std::max(size, static_cast<std::int64_t>(slots.size()) * stride);
    return place_of(receiver, block);
}

void StepPayloads::add_moving_blocks(Node sender, const std::vector<std::int64_t>& blocks,
                                     Payload& payload) {
    std::vector<std::pair<ByteRange, std::int64_t>> places;
    for (const auto block : blocks) places.emplace_back(place_of(sender, block), block);
    std::ranges::sort(places, [](const auto& a, const auto& b) {
        return std::pair(a.first.buffer, a.first.offset) <
               std::pair(b.first.buffer, b.first.offset);
    });
    for (const auto& [place, block] : places) {
        append(payload.source, place);
        append(payload.target, new_place(payload.to, block));
        payload.bytes += place.bytes;
        if (block / collective_.n == sender) continue;
        const auto& slots = transit_[sender].slots;
        leaving_.emplace_back(sender, std::ranges::find(slots, block) - slots.begin());
    }
}

void StepPayloads::settle() {
    for (const auto& [rank, slot] : leaving_) transit_[rank].slots[slot] = -1;
    leaving_.clear();
}

std::vector<LocalCopy> StepPayloads::copies(Node rank, std::size_t part) const {
    if (transit_.empty()) return {};
    const auto begin = block_begin(message_, count_, rank);
    const auto bytes = block_begin(message_, count_, rank + 1) - begin;
    if (bytes == 0) return {};
    return {{part, {Buffer::input, begin, bytes}, {Buffer::output, rank * bytes, bytes}}};
}

void StepPayloads::stage_conflicts(std::vector<Payload>& payloads) {
    auto& size = sizes_[index_of(Buffer::scratch)];
    if (sizes_[index_of(Buffer::vector)] == 0) return;
    const auto n = static_cast<std::size_t>(collective_.n);
    // What each rank's vector sends or receives, and what stands in each layer of its scratch.
    std::vector<std::vector<Layer>> used(n, {Layer{}});
    for (std::size_t at = 0; at < payloads.size(); ++at)
        if (payloads[at].to >= 0) used[at % n][0].push_back(payloads[at].source);
    for (auto& payload : payloads) {
        if (payload.to < 0) continue;
        const auto layer = free_layer(used[static_cast<std::size_t>(payload.to)], payload.target);
        if (layer == 0) continue;
        for (auto& range : payload.target)
            range = {Buffer::scratch, range.offset + (layer - 1) * message_, range.bytes};
        size = std::max(size, layer * message_);
    }
}

}  // namespace lightsweep::kernels
