#include "sweeps/interchange/msccl_write.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <span>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Buffer;
using kernels::ByteRange;
using kernels::ExecutionPlan;
using kernels::Node;
using kernels::Stream;

/// A range of chunks on both ends of a transfer, of at most 71 chunks.
struct Piece {
    MscclPlace source, target;
    std::int64_t count;
};

MscclPlace place_of(const std::string& collective, const ByteRange& range, std::int64_t chunk) {
    const auto at = range.offset / chunk;
    switch (range.buffer) {
        case Buffer::input:
            return {0, at};
        case Buffer::output:
            return {1, at};
        case Buffer::vector:
            return {collective == "allgather" ? 1 : 0, at};
        default:
            return {2, at};
    }
}

/// Both ends are cut at each other's borders.
std::vector<Piece> pieces_of(const std::string& collective, const std::vector<ByteRange>& source,
                             const std::vector<ByteRange>& target, std::int64_t chunk) {
    std::vector<Piece> pieces;
    std::size_t s = 0, t = 0;
    std::int64_t in_s = 0, in_t = 0;
    while (s < source.size() && t < target.size()) {
        const auto left = std::min(source[s].bytes - in_s, target[t].bytes - in_t) / chunk;
        const auto count = std::min(left, most_msccl_count);
        if (count == 0)
            throw engine::BadInput("msccl: a cut between planes is no multiple of a chunk of " +
                                   std::to_string(chunk) + " bytes; give more --chunks-per-block");
        auto from = source[s], to = target[t];
        from.offset += in_s;
        to.offset += in_t;
        pieces.push_back(
            {place_of(collective, from, chunk), place_of(collective, to, chunk), count});
        in_s += count * chunk;
        in_t += count * chunk;
        if (in_s == source[s].bytes) ++s, in_s = 0;
        if (in_t == target[t].bytes) ++t, in_t = 0;
    }
    return pieces;
}

/// Thread block of a rank: plane, then receives before sends, then peer; copies send to nobody.
using BlockKey = std::array<int, 3>;
BlockKey receiving(const Stream& stream) {
    return {stream.way[0].plane, 0, stream.origin};
}
BlockKey sending(const Stream& stream) {
    return {stream.way[0].plane, 1, stream.target()};
}
constexpr BlockKey copying{0, 1, -1};

/// The thread blocks of one rank, filled step by step.
class RankWriter {
  public:
    RankWriter(const ExecutionPlan& plan, Node rank, const std::string& collective,
               std::int64_t chunk)
        : plan_(plan), rank_(rank), collective_(collective), chunk_(chunk) {
        std::map<std::size_t, std::vector<const Stream*>> by_step;
        if (!plan.copies[rank].empty()) add_block(copying, -1, -1);
        for (const auto& stream : plan.streams) {
            if (stream.origin == rank) add_block(sending(stream), stream.target(), -1);
            if (stream.target() == rank) add_block(receiving(stream), -1, stream.origin);
            if (stream.origin == rank || stream.target() == rank)
                by_step[stream.step].push_back(&stream);
        }
        int number = 0;
        for (auto& [key, block] : blocks_) block.number = number++;
        numbered_.resize(blocks_.size());
        for (auto& [key, block] : blocks_) numbered_[block.number] = &block;
        copy_own();
        for (const auto& [step, streams] : by_step) write_step(step, streams);
    }
    void list_exchanges(std::vector<PlacedExchange>& all) const {
        for (const auto* writing : numbered_)
            for (std::size_t i = 0, first = 0; i < writing->ends.size(); ++i) {
                const auto& [step, last] = writing->ends[i];
                if (step >= 0)
                    all.push_back({writing->block.channel, static_cast<std::size_t>(step),
                                   static_cast<int>(rank_), writing->number,
                                   static_cast<int>(first), last});
                first = static_cast<std::size_t>(last) + 1;
            }
    }
    std::vector<MscclBlock> take() {
        std::vector<MscclBlock> all;
        for (auto* block : numbered_) all.push_back(std::move(block->block));
        return all;
    }

  private:
    struct Writing {
        MscclBlock block;
        int number = 0;
        std::vector<std::pair<std::ptrdiff_t, int>>
            ends;                   ///< of each exchange: step, its last step here
        std::map<int, int> waited;  ///< per thread block the latest step
    };

    void add_block(const BlockKey& key, int send, int receive) {
        auto& writing = blocks_[key];
        writing.block.send = send;
        writing.block.receive = receive;
        writing.block.channel = key[0];
    }
    void end_exchange(Writing& writing, std::ptrdiff_t step) {
        writing.ends.emplace_back(step, static_cast<int>(writing.block.steps.size()) - 1);
    }
    void copy_own() {
        for (const auto& copy : plan_.copies[rank_])
            for (const auto& piece : pieces_of(collective_, {copy.from}, {copy.to}, chunk_))
                add(blocks_[copying], MscclType::cpy, piece.source, piece.target, piece.count);
        if (!plan_.copies[rank_].empty()) end_exchange(blocks_[copying], -1);
    }
    void add(Writing& writing, MscclType type, MscclPlace source, MscclPlace target,
             std::int64_t count) {
        auto waits = std::move(pending_);
        pending_.clear();
        for (std::size_t i = 0; i + 1 < waits.size(); ++i)
            writing.block.steps.push_back(
                {MscclType::nop, {0, -1}, {1, -1}, 0, waits[i].first, waits[i].second, false});
        const auto last = waits.empty() ? std::pair(-1, -1) : waits.back();
        writing.block.steps.push_back(
            {type, source, target, count, last.first, last.second, false});
    }
    /// The next step of `writing` waits for the last step of `other` up to `step`.
    void wait_for(Writing& writing, const Writing& other, std::ptrdiff_t step) {
        int last = -1;
        for (const auto& [of_step, at] : other.ends)
            if (of_step <= step) last = std::max(last, at);
        if (last < 0 || &other == &writing) return;
        const auto [known, is_new] = writing.waited.try_emplace(other.number, last);
        if (!is_new && known->second >= last) return;
        known->second = last;
        pending_.emplace_back(other.number, last);
        numbered_[other.number]->block.steps[last].announces = true;
    }
    void wait_for_all(Writing& writing, std::ptrdiff_t step) {
        for (const auto* other : numbered_) wait_for(writing, *other, step);
    }
    void write_step(std::size_t step, const std::vector<const Stream*>& streams) {
        for (const auto* stream : streams)
            if (stream->origin == rank_) write_send(*stream);
        auto received = streams;  // what goes through scratch space is folded in last
        std::erase_if(received, [&](const Stream* one) { return one->target() != rank_; });
        std::ranges::stable_sort(received, {}, [&](const Stream* one) { return layer_of(*one); });
        for (std::size_t i = 0; i < received.size(); ++i)
            write_receive(*received[i], streams, std::span(received).first(i));
        for (const auto* stream : streams) {
            if (stream->origin == rank_)
                end_exchange(blocks_[sending(*stream)], static_cast<std::ptrdiff_t>(step));
            if (stream->target() == rank_)
                end_exchange(blocks_[receiving(*stream)], static_cast<std::ptrdiff_t>(step));
        }
    }
    void write_send(const Stream& stream) {
        auto& writing = blocks_[sending(stream)];
        wait_for_all(writing, plan_.groups[stream.group].after_step);
        for (const auto& piece : pieces_of(collective_, stream.send, stream.receive, chunk_))
            add(writing, MscclType::s, piece.source, piece.source, piece.count);
    }
    /// 0: received in place; else the number of its vector of scratch space.
    std::int64_t layer_of(const Stream& stream) const {
        const auto& range = stream.receive.front();
        return range.buffer == Buffer::scratch ? 1 + range.offset / plan_.message : 0;
    }
    bool ends_at_same_bytes(const Stream& a, const Stream& b) const {
        for (const auto& one : a.receive)
            for (const auto& two : b.receive) {
                const auto at = one.offset % plan_.message, other = two.offset % plan_.message;
                if (at < other + two.bytes && other < at + one.bytes) return true;
            }
        return false;
    }
    void write_receive(const Stream& stream, const std::vector<const Stream*>& streams,
                       std::span<const Stream* const> earlier) {
        auto& writing = blocks_[receiving(stream)];
        wait_for_all(writing, plan_.groups[stream.group].after_step);
        const auto pieces = pieces_of(collective_, stream.send, stream.receive, chunk_);
        for (const auto& piece : pieces)
            add(writing, stream.reduce && piece.target.buffer != 2 ? MscclType::rrc : MscclType::r,
                piece.target, piece.target, piece.count);
        bool is_first = true;
        for (const auto& range : stream.receive) {
            if (range.buffer != Buffer::scratch) continue;
            // It is folded in once this rank's own sends, and what came to the same bytes, are
            // done.
            if (is_first) {
                for (const auto* other : streams)
                    if (other->origin == rank_) wait_for_end(writing, blocks_[sending(*other)]);
                for (const auto* other : earlier)
                    if (ends_at_same_bytes(stream, *other))
                        wait_for_end(writing, blocks_[receiving(*other)]);
            }
            is_first = false;
            const ByteRange own{Buffer::vector, range.offset % plan_.message, range.bytes};
            for (const auto& piece : pieces_of(collective_, {range}, {own}, chunk_))
                add(writing, stream.reduce ? MscclType::re : MscclType::cpy, piece.source,
                    piece.target, piece.count);
        }
    }
    /// Waits for the last step that was written so far.
    void wait_for_end(Writing& writing, const Writing& other) {
        const int last = static_cast<int>(other.block.steps.size()) - 1;
        writing.waited[other.number] = last;
        pending_.emplace_back(other.number, last);
        numbered_[other.number]->block.steps[last].announces = true;
    }

    const ExecutionPlan& plan_;
    Node rank_;
    const std::string& collective_;
    std::int64_t chunk_;
    std::map<BlockKey, Writing> blocks_;
    std::vector<Writing*> numbered_;
    std::vector<std::pair<int, int>> pending_;
};

}  // namespace

std::int64_t msccl_chunk(const ExecutionPlan& plan, std::int64_t blocks, std::int64_t per_block) {
    const auto refuse = [](const std::string& what) { throw engine::BadInput("msccl: " + what); };
    if (!plan.knows_blocks)
        refuse("the plan knows no blocks; choose a named collective and volumes = \"exact\"");
    if (plan.buffers.size() != 1) refuse("a sequence: export one collective at a time");
    const auto chunks = blocks * per_block;
    if (plan.message % chunks != 0)
        refuse("message = " + std::to_string(plan.message) + ": is no multiple of " +
               std::to_string(chunks) + " chunks; choose such a message");
    return plan.message / chunks;
}

MscclProgram msccl_program(const ExecutionPlan& plan, const std::string& collective,
                           std::int64_t chunk, std::vector<PlacedExchange>& exchanges) {
    MscclProgram program;
    program.collective = collective;
    program.name = "lightsweep_" + plan.collective + "_" + std::to_string(plan.n);
    for (char& c : program.name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    program.chunks = plan.message / chunk;
    program.channels = static_cast<int>(plan.planes.size());
    program.in_place = collective != "alltoall";
    const auto chunks_of = [&](Buffer buffer) {
        return (plan.buffers[0][static_cast<std::size_t>(buffer)] + chunk - 1) / chunk;
    };
    const bool has_input = collective != "allgather";
    const bool has_output = collective == "allgather" || collective == "alltoall";
    const std::array<std::int64_t, 3> sizes{
        has_input ? program.chunks : 0, has_output ? program.chunks : 0,
        std::max(chunks_of(Buffer::scratch), chunks_of(Buffer::transit))};
    for (Node rank = 0; rank < plan.n; ++rank) {
        RankWriter writer(plan, rank, collective, chunk);
        writer.list_exchanges(exchanges);
        program.gpus.push_back({sizes, writer.take()});
    }
    return program;
}

namespace {

std::string attribute(const char* name, std::int64_t value) {
    return " " + std::string(name) + "=\"" + std::to_string(value) + "\"";
}
std::string attribute(const char* name, const std::string& value) {
    return " " + std::string(name) + "=\"" + value + "\"";
}

std::string written(const MscclStep& step, std::size_t number) {
    const auto buffer = [](const MscclPlace& place) { return std::string(1, "ios"[place.buffer]); };
    return "      <step" + attribute("s", static_cast<std::int64_t>(number)) +
           attribute("type", msccl_type_names[static_cast<std::size_t>(step.type)]) +
           attribute("srcbuf", buffer(step.source)) + attribute("srcoff", step.source.offset) +
           attribute("dstbuf", buffer(step.target)) + attribute("dstoff", step.target.offset) +
           attribute("cnt", step.count) + attribute("depid", step.wait_block) +
           attribute("deps", step.wait_step) + attribute("hasdep", step.announces ? 1 : 0) + "/>\n";
}

}  // namespace

std::string written(const MscclProgram& program, MscclDialect dialect, std::int64_t message) {
    const bool is_scatter = program.collective == "reducescatter";
    std::string text =
        "<algo" + attribute("name", program.name.substr(0, 63)) +
        attribute("proto", std::string("Simple")) + attribute("nchannels", program.channels) +
        attribute("nchunksperloop", program.chunks) +
        attribute("ngpus", static_cast<std::int64_t>(program.gpus.size())) +
        attribute("coll", is_scatter && dialect == MscclDialect::msccl ? "reduce_scatter"
                                                                       : program.collective) +
        attribute("inplace", program.in_place ? 1 : 0) +
        attribute("outofplace", program.in_place ? 0 : 1) + attribute("minBytes", program.chunks) +
        attribute("maxBytes", message) + ">\n";
    for (std::size_t g = 0; g < program.gpus.size(); ++g) {
        const auto& gpu = program.gpus[g];
        text += "  <gpu" + attribute("id", static_cast<std::int64_t>(g)) +
                attribute("i_chunks", gpu.chunks[0]) + attribute("o_chunks", gpu.chunks[1]) +
                attribute("s_chunks", gpu.chunks[2]) + ">\n";
        for (std::size_t b = 0; b < gpu.blocks.size(); ++b) {
            const auto& block = gpu.blocks[b];
            text += "    <tb" + attribute("id", static_cast<std::int64_t>(b)) +
                    attribute("send", block.send) + attribute("recv", block.receive) +
                    attribute("chan", block.channel) + ">\n";
            for (std::size_t i = 0; i < block.steps.size(); ++i) text += written(block.steps[i], i);
            text += "    </tb>\n";
        }
        text += "  </gpu>\n";
    }
    return text + "</algo>\n";
}

}  // namespace lightsweep::sweeps
