#include "kernels/execution/rank_memory.hpp"

#include <algorithm>
#include <cmath>

namespace lightsweep::kernels {

namespace {

std::string who(Node rank, const std::string& what) {
    return "rank " + std::to_string(rank) + " " + what;
}

/// The vector's cut into equal blocks, as execution_plan.hpp says.
std::int64_t cut(std::int64_t message, std::int64_t n, std::int64_t block) {
    return block * (message / n) + block * (message % n) / n;
}

void list_parts(const Collective& collective, std::vector<const Collective*>& parts) {
    if (collective.primitive != Primitive::sequence) return parts.push_back(&collective);
    for (const auto& part : collective.parts) list_parts(part, parts);
}

std::string name_of(Buffer buffer) {
    return buffer_names[static_cast<std::size_t>(buffer)];
}

}  // namespace

RankMemory::RankMemory(const ExecutionPlan& plan, const std::vector<double>& bytes,
                       const Collective& promise)
    : plan_(plan),
      bytes_(bytes),
      promise_(promise),
      buffers_(plan.copies.size()),
      locks_(plan.copies.size()) {
    list_parts(promise, parts_);
    if (!plan.knows_blocks) return;
    for (std::size_t part = 0; part < parts_.size(); ++part) start_part(part, *parts_[part]);
}

void RankMemory::start_part(std::size_t part, const Collective& collective) {
    const Node n = plan_.n;
    const bool moves = collective.primitive == Primitive::all_to_all;
    const bool from_root =
        collective.primitive == Primitive::broadcast || collective.primitive == Primitive::scatter;
    const Place place{part, moves ? Buffer::input : Buffer::vector, 0};
    for (Node rank = 0; rank < n; ++rank) {
        if (from_root && rank != collective.root) continue;
        const bool own_only = collective.primitive == Primitive::all_gather ||
                              collective.primitive == Primitive::gather;
        const auto begin = own_only ? cut(plan_.message, n, rank) : 0;
        const auto end = own_only ? cut(plan_.message, n, rank + 1) : plan_.message;
        buffers_[rank][place].write(begin, end - begin, {begin, RankSet(n, rank)});
        for (const auto& copy : plan_.copies[rank]) {
            std::vector<SymbolPiece> stream;
            const Place from{part, copy.from.buffer, 0}, to{part, copy.to.buffer, 0};
            if (copy.part != part) continue;
            buffers_[rank][from].read(copy.from.offset, copy.from.bytes, stream);
            std::int64_t at = copy.to.offset;
            for (const auto& piece : stream) {
                buffers_[rank][to].write(at, piece.bytes, piece.symbols);
                at += piece.bytes;
            }
        }
    }
}

RankMemory::Place RankMemory::place_of(const Stream& stream, Buffer buffer) {
    const bool own_step =
        buffer == Buffer::outgoing || buffer == Buffer::incoming || buffer == Buffer::scratch;
    return {stream.part, buffer, own_step ? stream.step : 0};
}

std::vector<SymbolPiece> RankMemory::read(const Stream& stream, std::string& fault) const {
    std::vector<SymbolPiece> data;
    const Node rank = stream.origin;
    for (const auto& range : stream.send) {
        if (range.buffer == Buffer::outgoing) {
            data.push_back({range.bytes, {range.offset, RankSet(plan_.n, rank)}});
            continue;
        }
        const auto buffer = buffers_[rank].find(place_of(stream, range.buffer));
        if (buffer == buffers_[rank].end() || !buffer->second.read(range.offset, range.bytes, data))
            fault = who(rank, "sends bytes of " + name_of(range.buffer) + " from " +
                                  std::to_string(range.offset) + " on, which it does not have");
    }
    return data;
}

std::string RankMemory::put(Node rank, Place place, std::int64_t offset, const SymbolPiece& piece,
                            bool reduce) {
    if (reduce) {
        const auto fault = buffers_[rank][place].add(offset, piece.bytes, piece.symbols);
        return fault.empty() ? fault : who(rank, fault);
    }
    buffers_[rank][place].write(offset, piece.bytes, piece.symbols);
    return {};
}

std::string RankMemory::write(const Stream& stream, const std::vector<SymbolPiece>& data) {
    const Node rank = stream.target();
    std::size_t next = 0;
    std::int64_t done = 0;  // of data[next]
    for (const auto& range : stream.receive) {
        const bool reduce = stream.reduce && range.buffer != Buffer::scratch;
        const auto place = place_of(stream, range.buffer);
        for (std::int64_t at = 0; at < range.bytes;) {
            const auto bytes = std::min(range.bytes - at, data[next].bytes - done);
            SymbolPiece piece{bytes, data[next].symbols};
            piece.symbols.origin += done;
            const auto fault = put(rank, place, range.offset + at, piece, reduce);
            if (!fault.empty()) return fault;
            at += bytes;
            done += bytes;
            if (done == data[next].bytes) ++next, done = 0;
        }
    }
    return {};
}

std::string RankMemory::apply_scratch(const Stream& received) {
    const Node rank = received.target();
    const auto vector = place_of(received, Buffer::vector);
    for (const auto& range : received.receive) {
        if (range.buffer != Buffer::scratch) continue;
        std::vector<SymbolPiece> stream;
        if (!buffers_[rank][place_of(received, Buffer::scratch)].read(range.offset, range.bytes,
                                                                      stream))
            return who(rank, "takes bytes from scratch that never arrived");
        std::int64_t at = range.offset % plan_.message;
        for (const auto& piece : stream) {
            const auto fault = put(rank, vector, at, piece, received.reduce);
            if (!fault.empty()) return fault;
            at += piece.bytes;
        }
    }
    return {};
}

// ---- who may touch what ------------------------------------------------------------------------

std::string RankMemory::lock(const Stream& stream) {
    auto fault = lock(stream.origin, stream, false);
    return fault.empty() ? lock(stream.target(), stream, true) : fault;
}

void RankMemory::unlock(const Stream& stream) {
    unlock(stream.origin, stream, false);
    unlock(stream.target(), stream, true);
}

std::string RankMemory::lock(Node rank, const Stream& stream, bool writes) {
    auto& locks = locks_[rank];
    for (const auto& range : writes ? stream.receive : stream.send) {
        const Lock wanted{place_of(stream, range.buffer), range.offset, range.offset + range.bytes,
                          writes};
        for (const auto& held : locks)
            if ((held.writes || writes) && held.place == wanted.place && held.begin < wanted.end &&
                wanted.begin < held.end)
                return who(rank, (writes ? "receives into " : "sends ") +
                                     (name_of(range.buffer) + " bytes from " +
                                      std::to_string(range.offset) +
                                      " on while another stream uses them"));
        locks.push_back(wanted);
    }
    return {};
}

void RankMemory::unlock(Node rank, const Stream& stream, bool writes) {
    auto& locks = locks_[rank];
    for (const auto& range : writes ? stream.receive : stream.send) {
        const auto place = place_of(stream, range.buffer);
        const auto held = std::ranges::find_if(locks, [&](const Lock& lock) {
            return lock.place == place && lock.begin == range.offset && lock.writes == writes;
        });
        locks.erase(held);
    }
}

// ---- at the end --------------------------------------------------------------------------------

std::string RankMemory::differs(Node rank, Place place, std::int64_t offset, std::int64_t bytes,
                                const Symbols& wanted) const {
    if (bytes == 0) return {};
    const auto name = name_of(std::get<1>(place));
    const auto buffer = buffers_[rank].find(place);
    std::vector<SymbolPiece> stream;
    if (buffer == buffers_[rank].end() || !buffer->second.read(offset, bytes, stream))
        return who(rank, "ends without bytes of " + name + " from " + std::to_string(offset));
    std::int64_t at = 0;
    for (const auto& piece : stream) {
        if (piece.symbols.origin != wanted.origin + at ||
            piece.symbols.contributors != wanted.contributors)
            return who(rank, "ends with other data at byte " + std::to_string(offset + at) +
                                 " of " + name);
        at += piece.bytes;
    }
    return {};
}

std::string RankMemory::broken_part(std::size_t part, const Collective& collective) const {
    const Node n = plan_.n;
    const auto all = RankSet::all(n);
    const Place vector{part, Buffer::vector, 0}, output{part, Buffer::output, 0};
    using enum Primitive;
    const auto primitive = collective.primitive;
    const bool to_root = primitive == reduce || primitive == gather;
    for (Node rank = 0; rank < (to_root ? 1 : n); ++rank)
        for (Node block = 0; block < n; ++block) {
            const auto begin = cut(plan_.message, n, block);
            const auto bytes = cut(plan_.message, n, block + 1) - begin;
            const auto own = cut(plan_.message, n, rank);
            const auto own_bytes = cut(plan_.message, n, rank + 1) - own;
            std::string fault;
            if (primitive == all_to_all)
                fault =
                    differs(rank, output, block * own_bytes, own_bytes, {own, RankSet(n, block)});
            else if (primitive == all_gather || primitive == gather)
                fault = differs(rank, vector, begin, bytes, {begin, RankSet(n, block)});
            else if (primitive == broadcast || (primitive == scatter && block == rank))
                fault = differs(rank, vector, begin, bytes, {begin, RankSet(n, 0)});
            else if (primitive == scatter)
                continue;
            else if (primitive == all_reduce || to_root || block == rank)
                fault = differs(rank, vector, begin, bytes, {begin, all});
            if (!fault.empty()) return fault;
        }
    return {};
}

/// Nothing is known about blocks: every rank's bytes of the step are at its peer.
std::string RankMemory::broken_step(std::size_t step) const {
    std::size_t part = 0, first = 0;
    while (step - first >= parts_[part]->steps.size()) first += parts_[part++]->steps.size();
    const auto& sent = promise_.steps[step];
    std::int64_t offset = 0;
    for (std::size_t c = 0; c < sent.demand().size(); ++c) {
        const auto bytes = std::llround(bytes_[step] * sent.weight(c));
        for (Node rank = 0; rank < plan_.n; ++rank) {
            const Node to = sent.demand()[c](rank);
            if (to == rank) continue;
            const auto fault = differs(to, {part, Buffer::incoming, step}, offset, bytes,
                                       {offset, RankSet(plan_.n, rank)});
            if (!fault.empty()) return fault;
        }
        offset += bytes;
    }
    return {};
}

std::string RankMemory::broken_promise() const {
    if (plan_.knows_blocks) {
        for (std::size_t part = 0; part < parts_.size(); ++part)
            if (auto fault = broken_part(part, *parts_[part]); !fault.empty()) return fault;
        return {};
    }
    for (std::size_t step = 0; step < promise_.steps.size(); ++step)
        if (auto fault = broken_step(step); !fault.empty()) return fault;
    return {};
}

}  // namespace lightsweep::kernels
