#include "sweeps/interchange/plan_player.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "engine/farm/transfers.hpp"
#include "kernels/execution/step_payload.hpp"

namespace lightsweep::sweeps {

namespace {

using engine::Bytes;
using engine::Operation;
using kernels::Buffer;
using kernels::ByteRange;
using kernels::Node;
using PlayClock = std::chrono::steady_clock;

constexpr double longest_delay = 1e6;  // [s]
constexpr int most_tags = 1 << 15;     // a pair never has so many transfers under way

std::byte input_byte(std::size_t part, Node rank, std::int64_t at) {
    auto x = static_cast<std::uint64_t>(at) * 0x9e3779b97f4a7c15U +
             (part * 65536 + static_cast<std::uint64_t>(rank)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 31U)) * 0x94d049bb133111ebU;
    return static_cast<std::byte>(x >> 56U);
}

class Player {
  public:
    Player(engine::Mpi& mpi, const PlayablePlan& playable, bool delays)
        : me_(mpi.rank()),
          plan_(playable.plan),
          parts_(playable.parts),
          delays_(delays),
          transfers_(plan_.planes.size()),
          planes_(plan_.planes.size()) {
        for (int r = 0; r <= plan_.n; ++r)
            cuts_.push_back(static_cast<int>(kernels::block_begin(plan_.message, plan_.n, r)));
        for (std::size_t part = 0; part < parts_.size(); ++part) fill(part);
        std::map<std::pair<Node, Node>, int> tags;
        for (const auto& stream : plan_.streams) {
            const int tag = tags[{stream.origin, stream.target()}]++ % most_tags;
            if (stream.origin == me_) add({&stream, true, tag, {}});
            if (stream.target() == me_) add({&stream, false, tag, {}});
        }
    }

    Played run() {
        const auto start = PlayClock::now();
        Played played;
        while (begin_all()) {
            for (const auto number : transfers_.ended())
                if (number < ends_.size())
                    finish(ends_[number]);
                else
                    finish_meeting(number - ends_.size());
        }
        played.seconds = std::chrono::duration<double>(PlayClock::now() - start).count();
        for (std::size_t part = 0; part < parts_.size(); ++part)
            if (auto fault = differs(part); !fault.empty()) played.faults.push_back(fault);
        return played;
    }

  private:
    /// This rank's end of a stream.
    struct End {
        const kernels::Stream* stream;
        bool sends;
        int tag;
        Bytes bytes;
    };
    using Counts = std::map<std::ptrdiff_t, int>;  ///< ends that have not ended, by step
    struct Plane {
        std::size_t done = 0;  ///< setups
        bool changing = false, met = false;
        PlayClock::time_point dark_until{};
        Counts left{};
    };

    void add(End end) {
        const auto step = static_cast<std::ptrdiff_t>(end.stream->step);
        waiting_.push_back(ends_.size());
        ++left_[step];
        ++planes_[plane_of(end)].left[step];
        ends_.push_back(std::move(end));
    }
    std::size_t plane_of(const End& end) const {
        return static_cast<std::size_t>(end.stream->way[0].plane);
    }
    static bool has_ended(const Counts& left, std::ptrdiff_t step) {
        return left.empty() || left.begin()->first > step;
    }
    static bool count_down(Counts& left, std::size_t step) {
        const auto found = left.find(static_cast<std::ptrdiff_t>(step));
        if (--found->second > 0) return false;
        left.erase(found);
        return true;
    }

    Bytes& buffer(std::size_t part, Buffer which) {
        auto& found = buffers_[{part, which}];
        found.resize(
            static_cast<std::size_t>(plan_.buffers[part][static_cast<std::size_t>(which)]));
        return found;
    }
    /// What this rank begins with, and its own copies.
    void fill(std::size_t part) {
        const auto operation = parts_[part].operation;
        const bool has_all =
            (operation != Operation::broadcast && operation != Operation::scatter) ||
            me_ == parts_[part].root;
        const bool own_only = operation == Operation::all_gather || operation == Operation::gather;
        Bytes& given = given_.emplace_back(static_cast<std::size_t>(plan_.message));
        const auto at = static_cast<std::size_t>(me_);
        for (auto i = own_only ? cuts_[at] : 0;
             has_all && i < (own_only ? cuts_[at + 1] : cuts_.back()); ++i)
            given[static_cast<std::size_t>(i)] = input_byte(part, me_, i);
        const bool moves = operation == Operation::all_to_all;
        auto& own = buffer(part, moves ? Buffer::input : Buffer::vector);
        std::copy_n(given.begin(), std::min(given.size(), own.size()), own.begin());
        for (const auto& copy : plan_.copies[at])
            if (copy.part == part) put(part, copy.to, packed(part, {copy.from}), 0, false);
    }
    Bytes packed(std::size_t part, const std::vector<ByteRange>& ranges) {
        Bytes bytes;
        for (const auto& range : ranges) {
            const auto from = buffer(part, range.buffer).begin() + range.offset;
            bytes.insert(bytes.end(), from, from + range.bytes);
        }
        return bytes;
    }
    void put(std::size_t part, const ByteRange& range, const Bytes& bytes, std::size_t from,
             bool adds) {
        auto& target = buffer(part, range.buffer);
        for (std::int64_t i = 0; i < range.bytes; ++i) {
            auto& byte = target[static_cast<std::size_t>(range.offset + i)];
            const auto more = bytes[from + static_cast<std::size_t>(i)];
            byte = adds ? static_cast<std::byte>(std::to_integer<int>(byte) +
                                                 std::to_integer<int>(more))
                        : more;
        }
    }

    /// Begins what may begin; false when nothing is left to be done.
    bool begin_all() {
        bool has_setups = false;
        for (std::size_t p = 0; p < planes_.size(); ++p) has_setups |= change(p);
        std::erase_if(waiting_, [&](std::size_t number) { return begin(number); });
        return has_setups || !left_.empty();
    }
    bool begin(std::size_t number) {
        auto& end = ends_[number];
        const auto& group = plan_.groups[end.stream->group];
        if (!has_ended(left_, group.after_step) ||
            planes_[plane_of(end)].done < static_cast<std::size_t>(group.after_reconfiguration[0]))
            return false;
        const auto& stream = *end.stream;
        if (end.sends) {
            end.bytes = packed(stream.part, stream.send);
            transfers_.send(number, stream.target(), end.tag, end.bytes);
        } else {
            end.bytes.resize(static_cast<std::size_t>(kernels::bytes_of(stream.receive)));
            transfers_.receive(number, stream.origin, end.tag, end.bytes);
        }
        return true;
    }
    void finish(End& end) {
        const auto& stream = *end.stream;
        if (!end.sends) {
            std::size_t from = 0;
            for (const auto& range : stream.receive) {
                const bool staged = range.buffer == Buffer::scratch;
                put(stream.part, range, end.bytes, from, stream.reduce && !staged);
                from += static_cast<std::size_t>(range.bytes);
                if (staged) staged_.push_back({&stream, range});
            }
        }
        end.bytes = {};
        count_down(planes_[plane_of(end)].left, stream.step);
        if (count_down(left_, stream.step)) apply_scratch(stream.step);
    }
    /// What waits in scratch goes to the vector when the rank's step has ended.
    void apply_scratch(std::size_t step) {
        for (auto& [stream, range] : staged_) {
            if (stream->step != step) continue;
            const auto bytes = packed(stream->part, {range});
            range = {Buffer::vector, range.offset % plan_.message, range.bytes};
            put(stream->part, range, bytes, 0, stream->reduce);
        }
        std::erase_if(staged_, [&](const auto& one) { return one.first->step == step; });
    }

    /// Moves a plane's next setup on; whether it has one.
    bool change(std::size_t p) {
        auto& plane = planes_[p];
        const auto& setups = plan_.planes[p].setups;
        if (plane.met && PlayClock::now() >= plane.dark_until) {
            plane.changing = plane.met = false;
            ++plane.done;
        }
        if (plane.done == setups.size()) return false;
        if (!plane.changing && has_ended(plane.left, setups[plane.done].after_step)) {
            plane.changing = true;
            transfers_.meet(ends_.size() + p, p);
        }
        return true;
    }
    void finish_meeting(std::size_t p) {
        const auto& setup = plan_.planes[p].setups[planes_[p].done];
        const double length = delays_ ? setup.planned_end - setup.planned_start : 0;  // [s]
        planes_[p].met = true;
        planes_[p].dark_until =
            PlayClock::now() +
            std::chrono::duration_cast<PlayClock::duration>(
                std::chrono::duration<double>(std::clamp(length, 0.0, longest_delay)));
    }

    /// The first byte that is not as MPI has it, or "".
    std::string differs(std::size_t part) {
        const auto& row = parts_[part];
        const auto wanted = transfers_.result(row.operation, row.root, given_[part], cuts_);
        const bool moves = row.operation == Operation::all_to_all;
        const bool own =
            row.operation == Operation::reduce_scatter || row.operation == Operation::scatter;
        const auto& have = buffer(part, moves ? Buffer::output : Buffer::vector);
        const auto begin = own ? static_cast<std::size_t>(cuts_[static_cast<std::size_t>(me_)]) : 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto at = begin + i;
            if (at < have.size() && have[at] == wanted[i]) continue;
            return "rank " + std::to_string(me_) +
                   (parts_.size() > 1 ? ", part " + std::to_string(part) : "") + ": byte " +
                   std::to_string(at) + " of " + (moves ? "output" : "vector") + " is " +
                   (at < have.size() ? std::to_string(std::to_integer<int>(have[at])) : "missing") +
                   ", " + row.mpi_name + " has " + std::to_string(std::to_integer<int>(wanted[i]));
        }
        return {};
    }

    Node me_;
    const kernels::ExecutionPlan& plan_;
    const std::vector<PlayedPart>& parts_;
    bool delays_;
    engine::Transfers transfers_;
    std::vector<Plane> planes_;
    std::vector<int> cuts_{};
    std::vector<Bytes> given_{};  ///< per part: what this rank began with
    std::map<std::pair<std::size_t, Buffer>, Bytes> buffers_{};
    std::vector<End> ends_{};
    std::vector<std::size_t> waiting_{};
    Counts left_{};
    std::vector<std::pair<const kernels::Stream*, ByteRange>> staged_{};  ///< in scratch
};

}  // namespace

Played play(engine::Mpi& mpi, const PlayablePlan& playable, bool delays) {
    return Player(mpi, playable, delays).run();
}

}  // namespace lightsweep::sweeps
