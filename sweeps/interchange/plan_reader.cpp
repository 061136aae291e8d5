#include "sweeps/interchange/plan_reader.hpp"

#include <algorithm>
#include <map>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::ByteRange;
using kernels::Node;
using kernels::Permutation;

constexpr std::int64_t most_plan_planes = 4096;

class PlanePlanReader {
  public:
    explicit PlanePlanReader(const JsonPlace& file) : file_(file) {}

    kernels::ExecutionPlan read() {
        plan_.collective = file_.at("collective").text();
        plan_.n = static_cast<Node>(file_.at("n").whole(1, most_plan_ranks));
        plan_.message = file_.at("message").whole(0);
        plan_.knows_blocks = file_.at("knows_blocks").flag();
        plan_.planned_end = file_.at("planned_time").number(0);
        plan_.copies.resize(static_cast<std::size_t>(plan_.n));
        for (const auto& part : file_.at("buffers").items()) read_buffers(part);
        for (const auto& plane : file_.at("controller").items()) read_plane(plane);
        const auto ranks = ranks_of(file_, plan_.n);
        plan_.together = file_.has("groups");
        if (plan_.together)
            for (const auto& group : file_.at("groups").items()) read_group(group);
        for (const auto& rank : ranks) read_rank(rank);
        if (plan_.together)
            join_ways();
        else
            join_ends();
        return std::move(plan_);
    }

  private:
    struct Waits {
        std::ptrdiff_t after_step;
        int after_reconfiguration;
        bool operator==(const Waits&) const = default;
    };
    struct End {
        JsonPlace place;
        std::size_t part;
        std::vector<ByteRange> ranges;
        bool reduce;
        Node rank = -1;
    };
    /// A stream as its origin tells it.
    struct Sent {
        JsonPlace place;
        kernels::Stream stream;
    };
    using Key = std::tuple<std::size_t, int, Node, Node>;  ///< step, plane, origin, target

    void read_buffers(const JsonPlace& part) {
        kernels::BufferSizes sizes{};
        for (std::size_t b = 0; b < sizes.size(); ++b)
            if (part.has(kernels::buffer_names[b]))
                sizes[b] = part.at(kernels::buffer_names[b]).whole(0);
        const auto scratch = sizes[static_cast<std::size_t>(kernels::Buffer::scratch)];
        const auto vector = sizes[static_cast<std::size_t>(kernels::Buffer::vector)];
        if (scratch > 0 && (vector != plan_.message || vector == 0 || scratch % vector != 0))
            part.at("scratch").refuse("is no multiple of the vector, which has the message",
                                      "a multiple");
        plan_.buffers.push_back(sizes);
    }
    void read_plane(const JsonPlace& plane) {
        const auto number = plane.at("plane").whole(0, most_plan_planes);
        if (!planes_.emplace(number, plan_.planes.size()).second)
            plane.at("plane").refuse("stands twice", "number each plane once");
        kernels::PlaneTrack track;
        if (const auto held = plane.at("held"); !held.is_null())
            track.held = read_circuits(held, plan_.n);
        for (const auto& setup : plane.at("reconfigurations").items()) {
            read_setup(setup, plan_.n, track.setups);
            track.setups.back().planned_start = setup.at("planned_start").number(0);
            track.setups.back().planned_end = setup.at("planned_end").number(0);
        }
        plan_.planes.push_back(std::move(track));
    }
    ByteRange read_range(const JsonPlace& place, std::size_t part) const {
        const auto buffer = place.at("buffer");
        const auto name = std::ranges::find(kernels::buffer_names, buffer.text(),
                                            [](const char* one) { return std::string(one); });
        if (name == kernels::buffer_names.end()) buffer.refuse("is no buffer", "\"vector\"");
        const auto index = static_cast<std::size_t>(name - kernels::buffer_names.begin());
        const auto size = plan_.buffers[part][index];
        const auto bytes = place.at("bytes").whole(1, std::max<std::int64_t>(1, size));
        const auto offset = place.at("offset").whole(0, std::max<std::int64_t>(0, size - bytes));
        const auto which = static_cast<kernels::Buffer>(index);
        if (which == kernels::Buffer::scratch && offset % plan_.message + bytes > plan_.message)
            place.refuse("goes on behind the vector that it stands for", "two ranges");
        return {which, offset, bytes};
    }
    std::vector<ByteRange> read_ranges(const JsonPlace& list, std::size_t part) const {
        std::vector<ByteRange> ranges;
        for (const auto& range : list.items()) ranges.push_back(read_range(range, part));
        return ranges;
    }
    std::size_t part_of(const JsonPlace& place) const {
        return static_cast<std::size_t>(
            place.at("part").whole(0, static_cast<std::int64_t>(plan_.buffers.size()) - 1));
    }
    void read_rank(const JsonPlace& place) {
        const auto rank = static_cast<Node>(place.at("rank").whole(0, plan_.n - 1));
        for (const auto& copy : place.at("copies").items()) {
            const auto part = part_of(copy);
            const auto from = read_range(copy.at("from"), part);
            const auto to = read_range(copy.at("to"), part);
            if (from.bytes != to.bytes)
                copy.refuse("has ends of different sizes", "give both the same bytes");
            plan_.copies[static_cast<std::size_t>(rank)].push_back({part, from, to});
        }
        if (plan_.together) return read_ways(place, rank);
        for (const auto& one : place.at("transfers").items()) read_transfer(one, rank);
    }
    int plane_of(const JsonPlace& place) const {
        const auto plane = planes_.find(place.at("plane").whole(0, most_plan_planes));
        if (plane == planes_.end())
            place.at("plane").refuse("is not in controller", "add the plane there");
        return static_cast<int>(plane->second);
    }
    void read_transfer(const JsonPlace& place, Node rank) {
        const auto step = static_cast<std::size_t>(place.at("step").whole(0, most_plan_steps));
        const int index = plane_of(place);
        const Waits waits{place.at("after_step").whole(-1, static_cast<std::int64_t>(step) - 1),
                          static_cast<int>(place.at("after_reconfiguration").whole(0, 1 << 24))};
        const auto [known, is_new] = waits_.emplace(std::pair(step, index), waits);
        if (!is_new && known->second != waits)
            place.refuse("waits for other things than the step's first transfer on this plane",
                         "give all transfers of a step and plane the same");
        const auto to = place.at("send_to").whole(-1, plan_.n - 1);
        const auto from = place.at("receive_from").whole(-1, plan_.n - 1);
        const bool reduce = place.at("reduce").flag();
        if (to >= 0)
            add_end(sends_, {step, index, rank, static_cast<Node>(to)}, place, "send", false);
        if (from >= 0)
            add_end(receives_, {step, index, static_cast<Node>(from), rank}, place, "receive",
                    reduce);
    }
    void add_end(std::map<Key, End>& ends, const Key& key, const JsonPlace& place,
                 const char* member, bool reduce) {
        const auto part = part_of(place);
        End end{place, part, read_ranges(place.at(member), part), reduce};
        if (!ends.emplace(key, std::move(end)).second)
            place.refuse("is the second transfer of this step, plane and pair", "join the two");
    }
    void join_ends() {
        for (const auto& [key, end] : receives_)
            if (!sends_.contains(key)) end.place.refuse("receives what nobody sends", "remove it");
        for (const auto& [at, waits] : waits_) {
            groups_.emplace(at, plan_.groups.size());
            plan_.groups.push_back(
                {at.first, {at.second}, {waits.after_reconfiguration}, waits.after_step, 0, 0});
        }
        for (auto& [key, sent] : sends_) {
            const auto received = receives_.find(key);
            if (received == receives_.end())
                sent.place.refuse("sends what nobody receives", "add the receiver's transfer");
            const auto& [step, plane, origin, target] = key;
            plan_.streams.push_back({step,
                                     sent.part,
                                     groups_.at({step, plane}),
                                     origin,
                                     {{plane, target}},
                                     std::move(sent.ranges),
                                     std::move(received->second.ranges),
                                     received->second.reduce});
        }
    }

    // ---- streams of groups, over relays
    void read_group(const JsonPlace& place) {
        const auto step = place.at("step").whole(0, most_plan_steps);
        kernels::GroupRun group{static_cast<std::size_t>(step), {}, {}, 0, 0, 0};
        group.after_step = place.at("after_step").whole(-1, step - 1);
        for (const auto& plane : place.at("planes").items()) {
            group.planes.push_back(plane_of(plane));
            group.after_reconfiguration.push_back(
                static_cast<int>(plane.at("after_reconfiguration").whole(0, 1 << 24)));
        }
        plan_.groups.push_back(std::move(group));
    }
    kernels::RelayHop hop_of(const JsonPlace& place) const {
        return {plane_of(place), static_cast<Node>(place.at("to").whole(0, plan_.n - 1))};
    }
    void read_ways(const JsonPlace& place, Node rank) {
        for (const auto& one : place.at("sends").items()) {
            const auto part = part_of(one);
            const auto group = one.at("group").whole(0, std::ssize(plan_.groups) - 1);
            const auto step = plan_.groups[static_cast<std::size_t>(group)].step;
            one.at("step").whole(static_cast<std::int64_t>(step), static_cast<std::int64_t>(step));
            add(sent_, one,
                Sent{one,
                     {step,
                      part,
                      static_cast<std::size_t>(group),
                      rank,
                      {hop_of(one)},
                      read_ranges(one.at("send"), part),
                      {}}});
        }
        for (const auto& one : place.at("relays").items())
            if (!relays_.emplace(std::pair(one.at("stream").whole(0), rank), hop_of(one)).second)
                one.refuse("passes this rank twice", "relay each stream once");
        for (const auto& one : place.at("receives").items()) {
            const auto part = part_of(one);
            add(received_, one,
                End{one, part, read_ranges(one.at("receive"), part), one.at("reduce").flag(),
                    rank});
        }
    }
    template <class End>
    static void add(std::map<std::int64_t, End>& ends, const JsonPlace& place, End end) {
        if (!ends.emplace(place.at("stream").whole(0), std::move(end)).second)
            place.at("stream").refuse("stands twice", "number each stream once");
    }
    void join_ways() {
        for (const auto& [number, end] : received_)
            if (!sent_.contains(number))
                end.place.refuse("receives what nobody sends", "remove it");
        for (auto& [number, one] : sent_) {
            auto& stream = one.stream;
            const auto end = received_.find(number);
            if (end == received_.end() || end->second.part != stream.part)
                one.place.refuse("is received by nobody", "add the receiver's entry");
            while (stream.target() != end->second.rank) {
                const auto next = relays_.find({number, stream.target()});
                if (next == relays_.end() || std::ssize(stream.way) > plan_.n)
                    one.place.refuse("does not come to rank " + std::to_string(end->second.rank),
                                     "correct its relays");
                stream.way.push_back(next->second);
            }
            stream.receive = std::move(end->second.ranges);
            stream.reduce = end->second.reduce;
            plan_.streams.push_back(std::move(stream));
        }
    }

    const JsonPlace& file_;
    kernels::ExecutionPlan plan_{};
    std::map<std::int64_t, std::size_t> planes_{};  ///< by number
    std::map<std::pair<std::size_t, int>, Waits> waits_{};
    std::map<std::pair<std::size_t, int>, std::size_t> groups_{};
    std::map<Key, End> sends_{}, receives_{};
    std::map<std::int64_t, Sent> sent_{};  ///< by number of the stream
    std::map<std::int64_t, End> received_{};
    std::map<std::pair<std::int64_t, Node>, kernels::RelayHop> relays_{};
};

}  // namespace

Permutation read_circuits(const JsonPlace& place, Node n) {
    if (place.has("shift")) return Permutation::shift(n, place.at("shift").whole(0, n - 1));
    try {
        if (place.has("xor"))
            return Permutation::exclusive_or(n, static_cast<Node>(place.at("xor").whole(0, n - 1)));
        std::vector<Node> peers;
        for (const auto peer : place.at("peers").wholes(-1, n - 1))
            peers.push_back(static_cast<Node>(peer));
        if (peers.size() == static_cast<std::size_t>(n)) return Permutation::list(peers);
    } catch (const std::invalid_argument& fault) {
        place.refuse(fault.what(), "give one target per rank");
    }
    place.refuse("are circuits of another number of ranks",
                 "give {\"shift\"}, {\"xor\"}, or {\"peers\"} with one target per rank");
}

void read_setup(const JsonPlace& setup, Node n, std::vector<kernels::CircuitSetup>& setups) {
    const auto next = std::ssize(setups) + 1;
    setup.at("number").whole(next, next);
    setups.push_back({read_circuits(setup.at("circuits"), n),
                      static_cast<std::size_t>(setup.at("for_step").whole(0, most_plan_steps)),
                      setup.at("after_step").whole(-1, most_plan_steps), 0, 0});
}

kernels::ExecutionPlan read_plane_plan(const JsonPlace& plan) {
    return PlanePlanReader(plan).read();
}

}  // namespace lightsweep::sweeps
