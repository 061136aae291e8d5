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

std::byte input_byte(std::size_t part, Node rank, int at) {
    auto x = static_cast<std::uint64_t>(at) * 0x9e3779b97f4a7c15U +
             (part * 65536 + static_cast<std::uint64_t>(rank)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 31U)) * 0x94d049bb133111ebU;
    return static_cast<std::byte>(x >> 56U);
}

std::size_t as_index(auto value) {
    return static_cast<std::size_t>(value);
}

class Player {
  public:
    Player(engine::Mpi& mpi, const PlayablePlan& playable, bool delays)
        : me_(mpi.rank()),
          plan_(playable.plan),
          parts_(playable.parts),
          delays_(delays),
          group_(group_of(playable.groups, me_)),
          transfers_(plan_.planes.size(), group_.number, group_.place),
          planes_(plan_.planes.size()) {
        const auto members =
            playable.groups.empty() ? plan_.n : static_cast<Node>(playable.groups[0].size());
        for (int r = 0; r <= members; ++r)
            cuts_.push_back(static_cast<int>(kernels::block_begin(plan_.message, members, r)));
        for (std::size_t part = 0; part < parts_.size(); ++part) fill(part);
        std::map<std::pair<Node, Node>, int> tags;
        for (const auto& stream : plan_.streams) {
            const int tag = tags[{stream.origin, stream.target()}]++ % most_tags;
            for (const bool sends : {true, false})
                if ((sends ? stream.origin : stream.target()) == me_) {
                    waiting_.push_back(ends_.size());
                    ends_.push_back({&stream, sends, tag, {}});
                    ++left_[stream.step];
                    ++planes_[as_index(stream.way[0].plane)].left[stream.step];
                }
        }
    }

    Played run() {
        const auto start = PlayClock::now();
        while (begin_all())
            for (const auto number : transfers_.ended())
                if (number < ends_.size())
                    finish(ends_[number]);
                else
                    darken(number - ends_.size());
        Played played{std::chrono::duration<double>(PlayClock::now() - start).count(), {}};
        for (std::size_t part = 0; part < parts_.size(); ++part)
            if (auto fault = differs(part); !fault.empty()) played.faults.push_back(fault);
        return played;
    }

  private:
    /// Where a rank takes part.
    struct Place {
        int number;  ///< of its group; -1: in none
        Node place;  ///< its rank there
    };
    static Place group_of(const kernels::GroupLists& groups, Node rank) {
        for (std::size_t g = 0; g < groups.size(); ++g)
            if (const auto at = std::ranges::find(groups[g], rank); at != groups[g].end())
                return {static_cast<int>(g), static_cast<Node>(at - groups[g].begin())};
        return groups.empty() ? Place{0, rank} : Place{-1, 0};
    }
    /// This rank's end of a stream.
    struct End {
        const kernels::Stream* stream;
        bool sends;
        int tag;
        Bytes bytes;
    };
    using Counts = std::map<std::size_t, int>;  ///< ends that have not ended, by step
    struct Plane {
        std::size_t done = 0;                               ///< setups
        bool changing = false;                              ///< this rank has come to the meeting
        std::optional<PlayClock::time_point> dark_until{};  ///< all ranks have
        Counts left{};
    };

    static bool has_ended(const Counts& left, std::ptrdiff_t step) {
        return left.empty() || static_cast<std::ptrdiff_t>(left.begin()->first) > step;
    }
    static bool count_down(Counts& left, std::size_t step) {
        return --left[step] == 0 && left.erase(step) > 0;
    }
    Bytes& buffer(std::size_t part, Buffer which) {
        auto& found = buffers_[{part, which}];
        found.resize(as_index(plan_.buffers[part][as_index(which)]));
        return found;
    }
    /// What this rank begins with, and its own copies.
    void fill(std::size_t part) {
        const auto [operation, name, root] = parts_[part];
        const bool from_root = operation == Operation::broadcast || operation == Operation::scatter;
        const bool own = operation == Operation::all_gather || operation == Operation::gather;
        const int begin = own ? cuts_[as_index(group_.place)] : 0;
        const int end = own ? cuts_[as_index(group_.place) + 1] : cuts_.back();
        auto& given = given_.emplace_back(as_index(plan_.message));
        for (int i = begin; i < end && (!from_root || group_.place == root); ++i)
            given[as_index(i)] = input_byte(part, me_, i);
        auto& first =
            buffer(part, operation == Operation::all_to_all ? Buffer::input : Buffer::vector);
        std::copy_n(given.begin(), std::min(given.size(), first.size()), first.begin());
        for (const auto& copy : plan_.copies[as_index(me_)])
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
    /// Adds, or copies, bytes that begin at `from` of what was received.
    void put(std::size_t part, const ByteRange& range, const Bytes& bytes, std::size_t from,
             bool adds) {
        auto target = buffer(part, range.buffer).begin() + range.offset;
        for (auto i = from; i < from + as_index(range.bytes); ++i, ++target)
            *target = static_cast<std::byte>(std::to_integer<int>(bytes[i]) +
                                             (adds ? std::to_integer<int>(*target) : 0));
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
        const auto& stream = *end.stream;
        const auto& group = plan_.groups[stream.group];
        if (!has_ended(left_, group.after_step) ||
            planes_[as_index(stream.way[0].plane)].done < as_index(group.after_reconfiguration[0]))
            return false;
        if (end.sends) {
            end.bytes = packed(stream.part, stream.send);
            transfers_.send(number, stream.target(), end.tag, end.bytes);
        } else {
            end.bytes.resize(as_index(kernels::bytes_of(stream.receive)));
            transfers_.receive(number, stream.origin, end.tag, end.bytes);
        }
        return true;
    }
    void finish(End& end) {
        const auto& stream = *end.stream;
        for (std::size_t from = 0; const auto& range : stream.receive) {
            if (end.sends) break;
            const bool staged = range.buffer == Buffer::scratch;
            put(stream.part, range, end.bytes, from, stream.reduce && !staged);
            from += as_index(range.bytes);
            if (staged) staged_.emplace_back(&stream, range);
        }
        end.bytes = {};
        count_down(planes_[as_index(stream.way[0].plane)].left, stream.step);
        if (!count_down(left_, stream.step)) return;
        // What waits in scratch goes to the vector when the rank's step has ended.
        std::erase_if(staged_, [&](const auto& one) {
            const auto& [from, range] = one;
            if (from->step != stream.step) return false;
            put(from->part, {Buffer::vector, range.offset % plan_.message, range.bytes},
                packed(from->part, {range}), 0, from->reduce);
            return true;
        });
    }

    /// Moves a plane's next setup on; whether it has one.
    bool change(std::size_t p) {
        auto& plane = planes_[p];
        const auto& setups = plan_.planes[p].setups;
        if (plane.dark_until && PlayClock::now() >= *plane.dark_until) {
            plane.dark_until.reset();
            plane.changing = false;
            ++plane.done;
        }
        if (plane.done == setups.size()) return false;
        if (!plane.changing && has_ended(plane.left, setups[plane.done].after_step)) {
            plane.changing = true;
            transfers_.meet(ends_.size() + p, p);
        }
        return true;
    }
    /// All ranks have met: the plane's next setup begins.
    void darken(std::size_t p) {
        const auto& setup = plan_.planes[p].setups[planes_[p].done];
        const std::chrono::duration<double> length(
            delays_ ? std::clamp(setup.planned_end - setup.planned_start, 0.0, longest_delay) : 0);
        planes_[p].dark_until =
            PlayClock::now() + std::chrono::duration_cast<PlayClock::duration>(length);
    }

    /// The first byte that is not as MPI has it, or "".
    std::string differs(std::size_t part) {
        const auto [operation, name, root] = parts_[part];
        if (group_.number < 0) return {};
        const auto wanted = transfers_.result(operation, root, given_[part], cuts_);
        const bool moves = operation == Operation::all_to_all;
        const bool own = operation == Operation::reduce_scatter || operation == Operation::scatter;
        const auto& have = buffer(part, moves ? Buffer::output : Buffer::vector);
        const auto text = [](std::byte byte) { return std::to_string(std::to_integer<int>(byte)); };
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto at = i + (own ? as_index(cuts_[as_index(group_.place)]) : 0);
            if (at < have.size() && have[at] == wanted[i]) continue;
            return "rank " + std::to_string(me_) + ", collective " + std::to_string(part) +
                   ": byte " + std::to_string(at) + " of " + (moves ? "output" : "vector") +
                   " is " + (at < have.size() ? text(have[at]) : "missing") + ", " + name +
                   " has " + text(wanted[i]);
        }
        return {};
    }

    Node me_;
    const kernels::ExecutionPlan& plan_;
    const std::vector<PlayedPart>& parts_;
    bool delays_;
    Place group_;
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
