#include <map>

#include "sweeps/simulation/plan_reader.hpp"

namespace lightsweep::sweeps::simulation {

namespace {

/// Plans of switch planes: transfers by rank, or streams of groups.
class PlanePlan : public PlanReader {
  public:
    using PlanReader::PlanReader;
    System read() {
        read_head();
        read_controller();
        const bool together = plan_.contains("groups");
        if (together)
            read_streams();
        else
            read_transfers();
        make_gates();
        for (std::size_t c = 0; c < s_.setups.size(); ++c)
            planes_[static_cast<std::size_t>(s_.setups[c].track)].before(s_.setup_item(c),
                                                                         after_step_[c]);
        for (std::size_t j = 0; j < s_.planes.size(); ++j) wait_for_setup_before(j);
        if (together)
            wait_in_groups();
        else
            wait_at_both_ends();
        return std::move(s_);
    }

  private:
    // ---- switch planes -----------------------------------------------------------------------
    Link port(std::size_t track, Rank rank) const {
        return static_cast<Link>(track * static_cast<std::size_t>(n_)) + rank;
    }
    std::size_t track_of(const Json& object, const std::string& place) const {
        const int plane = whole(object, "plane", place, 0, most_ranks);
        const auto at = std::ranges::find(s_.planes, plane);
        if (at == s_.planes.end())
            refuse(place, "\"plane\" = " + std::to_string(plane) + " is not in \"controller\"");
        return static_cast<std::size_t>(at - s_.planes.begin());
    }
    std::vector<Circuit> circuits(const Json& object, const char* key, std::size_t track,
                                  const std::string& place) const {
        const auto& what = object.at(key);
        std::vector<Circuit> all;
        if (what.is_null()) return all;
        for (Rank r = 0; r < n_; ++r) {
            Rank to = r;
            if (what.contains("shift"))
                to = (r + whole(what, "shift", place, 0, n_)) % n_;
            else if (what.contains("xor"))
                to = r ^ whole(what, "xor", place, 0, n_);
            else if (const auto& peers = list(what, "peers", place);
                     peers.size() == static_cast<std::size_t>(n_))
                to = peers[static_cast<std::size_t>(r)].get<Rank>();
            else
                refuse(place, "\"peers\" has " + std::to_string(peers.size()) + " ranks of " +
                                  std::to_string(n_));
            if (to < 0 || to >= n_) refuse(place, "a circuit leads to no rank");
            if (to != r) all.push_back({port(track, r), to});
        }
        return all;
    }
    /// Bandwidth and delay of a plane: its own, or an equal share and the common delay.
    std::pair<double, double> speed_of(std::size_t track, std::size_t of) const {
        const auto& hardware = plan_.at("hardware");
        if (!hardware.contains("planes")) return {bandwidth_ / static_cast<double>(of), delay_};
        const auto& planes = hardware.at("planes");
        if (planes.is_number()) return {bandwidth_ / planes.get<double>(), delay_};
        if (!planes.is_array()) refuse("hardware", "\"planes\" is neither a number nor a list");
        for (std::size_t i = 0; i < planes.size(); ++i) {
            const auto place = "hardware." + numbered("planes", i);
            if (whole(planes[i], "plane", place, 0, most_ranks) == s_.planes[track])
                return {positive(planes[i], "bandwidth", place, false),
                        positive(planes[i], "reconfiguration_delay", place)};
        }
        refuse("hardware", "\"planes\" lacks plane " + std::to_string(s_.planes[track]));
    }
    void read_controller() {
        const auto& controller = list(plan_, "controller", "plan");
        if (static_cast<double>(controller.size()) * n_ > most_links)
            refuse("plan", "ranks times planes are above 5e7: simulate a smaller plan");
        for (std::size_t j = 0; j < controller.size(); ++j)
            s_.planes.push_back(
                whole(controller[j], "plane", numbered("controller", j), 0, most_ranks));
        for (std::size_t j = 0; j < controller.size(); ++j) {
            const auto place = numbered("controller", j);
            const auto [rate, delay] = speed_of(j, controller.size());
            for (Rank r = 0; r < n_; ++r)
                s_.add_link(rate, static_cast<int>(j),
                            "plane " + std::to_string(s_.planes[j]) + ", port of rank " +
                                std::to_string(r));
            get<Json>(controller[j], "held", place);
            for (const auto& circuit : circuits(controller[j], "held", j, place))
                s_.standing.push_back(circuit);
            setups_of_.emplace_back();
            const auto& setups = list(controller[j], "reconfigurations", place);
            for (std::size_t c = 0; c < setups.size(); ++c) {
                const auto here = place + "." + numbered("reconfigurations", c);
                get<Json>(setups[c], "circuits", here);
                setups_of_[j].push_back(s_.setups.size());
                after_step_.push_back(whole(setups[c], "after_step", here, -1, most_steps));
                s_.setups.push_back({static_cast<int>(j), static_cast<int>(c) + 1,
                                     whole(setups[c], "for_step", here, 0, most_steps), delay,
                                     circuits(setups[c], "circuits", j, here)});
            }
        }
    }
    std::int64_t message() const {
        const double bytes = plan_.contains("message") ? positive(plan_, "message", "plan") : 0;
        return bytes >= 1 && bytes < 9e18 ? static_cast<std::int64_t>(bytes) : INT64_MAX;
    }
    /// Ranges of bytes; scratch space stands for the vector, once per message.
    std::vector<BufferRange> ranges(const Json& object, const char* key, int part,
                                    const std::string& place) {
        std::vector<BufferRange> all;
        for (const auto& one : list(object, key, place)) {
            const auto name = get<std::string>(one, "buffer", place);
            const auto& buffer = name == "scratch" ? "vector" : name;
            const auto number = buffers_.emplace(std::pair(part, buffer), buffers_.size());
            const auto offset = get<std::int64_t>(one, "offset", place);
            const auto bytes = get<std::int64_t>(one, "bytes", place);
            if (offset < 0 || bytes < 0 || offset > (std::int64_t{1} << 62) ||
                bytes > (std::int64_t{1} << 62))
                refuse(place, "a range is out of the buffer");
            const auto begin = name == "scratch" ? offset % message() : offset;
            all.push_back({static_cast<int>(number.first->second), begin, begin + bytes});
        }
        return all;
    }
    static double bytes_of(const std::vector<BufferRange>& all) {
        std::int64_t sum = 0;
        for (const auto& one : all) sum += one.end - one.begin;
        return static_cast<double>(sum);
    }
    void fault(const char* code, std::size_t track, int step) {
        s_.faults.push_back({code, s_.planes[track], step, 0});
    }

    // ---- transfers by rank -------------------------------------------------------------------
    /// What one rank does in one step over its port of one plane.
    struct Entry {
        Rank rank, send_to, receive_from;
        int step, after_step, after_setup;
        std::size_t track;
        std::vector<BufferRange> sends, receives;
    };
    using Place = std::tuple<Rank, int, std::size_t>;  ///< rank, step, plane

    void read_transfers() {
        s_.exclusive = true;
        const auto& ranks = list(plan_, "ranks", "plan");
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const auto place = numbered("ranks", i);
            const Rank rank = whole(ranks[i], "rank", place, 0, n_ - 1);
            const auto& transfers = list(ranks[i], "transfers", place);
            for (std::size_t t = 0; t < transfers.size(); ++t)
                read_entry(rank, transfers[t], place + "." + numbered("transfers", t));
        }
        for (const auto& entry : entries_)
            entry_at_[{entry.rank, entry.step, entry.track}] = &entry;
        for (const auto& entry : entries_) {
            if (entry.send_to >= 0) add_transfer(entry);
            if (entry.receive_from < 0) continue;
            const auto* sender = entry_at({entry.receive_from, entry.step, entry.track});
            if (!sender || sender->send_to != entry.rank)
                fault(wrong_receiver, entry.track, entry.step);
        }
    }
    void read_entry(Rank rank, const Json& one, const std::string& place) {
        const int part = whole(one, "part", place, 0, most_steps);
        entries_.push_back({rank, whole(one, "send_to", place, -1, n_ - 1),
                            whole(one, "receive_from", place, -1, n_ - 1),
                            whole(one, "step", place, 0, most_steps),
                            whole(one, "after_step", place, -1, most_steps),
                            whole(one, "after_reconfiguration", place, 0, most_steps),
                            track_of(one, place), ranges(one, "send", part, place),
                            ranges(one, "receive", part, place)});
        const auto& entry = entries_.back();
        plan_step(entry.step,
                  one.contains("planned_end") ? one.at("planned_end").get<double>() : 0);
    }
    const Entry* entry_at(const Place& place) const {
        const auto found = entry_at_.find(place);
        return found == entry_at_.end() ? nullptr : found->second;
    }
    void add_transfer(const Entry& entry) {
        const auto* receiver = entry_at({entry.send_to, entry.step, entry.track});
        const double bytes = bytes_of(entry.sends);
        if (!receiver || receiver->receive_from != entry.rank ||
            bytes_of(receiver->receives) != bytes)
            fault(wrong_receiver, entry.track, entry.step);
        s_.transfers.push_back({entry.step,
                                s_.planes[entry.track],
                                entry.rank,
                                entry.send_to,
                                {{{{port(entry.track, entry.rank), entry.send_to}}, bytes}},
                                entry.sends,
                                receiver ? receiver->receives : std::vector<BufferRange>{}});
        ends_.emplace_back(&entry, receiver);
    }
    void wait_at_both_ends() {
        for (std::size_t i = 0; i < s_.transfers.size(); ++i)
            for (const auto* end : {ends_[i].first, ends_[i].second}) {
                if (!end) continue;
                ranks_[static_cast<std::size_t>(end->rank)].before(i, end->after_step);
                wait_for_setup(i, end->track, end->after_setup);
            }
    }

    // ---- streams of groups -------------------------------------------------------------------
    void read_streams() {
        const auto& ranks = list(plan_, "ranks", "plan");
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const auto place = numbered("ranks", i);
            const Rank rank = whole(ranks[i], "rank", place, 0, n_ - 1);
            for (const auto& relay : list(ranks[i], "relays", place))
                relays_[{get<std::int64_t>(relay, "stream", place), rank}] = &relay;
            for (const auto& receive : list(ranks[i], "receives", place))
                receives_[get<std::int64_t>(receive, "stream", place)] = {&receive, rank};
        }
        for (std::size_t i = 0; i < ranks.size(); ++i)
            for (const auto& send : list(ranks[i], "sends", numbered("ranks", i)))
                add_stream(static_cast<Rank>(ranks[i].at("rank").get<int>()), send,
                           numbered("ranks", i) + ".sends");
        for (const auto& group : list(plan_, "groups", "plan"))
            plan_step(whole(group, "step", "groups", 0, most_steps),
                      get<double>(group, "planned_end", "groups"));
    }
    void add_stream(Rank origin, const Json& send, const std::string& place) {
        const auto stream = get<std::int64_t>(send, "stream", place);
        const int step = whole(send, "step", place, 0, most_steps);
        const int part = whole(send, "part", place, 0, most_steps);
        const Rank target = whole(send, "target", place, 0, n_ - 1);
        const auto sends = ranges(send, "send", part, place);
        Way way{{}, bytes_of(sends)};
        const auto first = track_of(send, place);
        std::set<Rank> seen{origin};
        Rank at = origin;
        for (const Json* hop = &send; at != target;) {
            const Rank to = whole(*hop, "to", place, 0, n_ - 1);
            way.hops.push_back({port(track_of(*hop, place), at), to});
            at = to;
            if (!seen.insert(at).second) {
                fault(way_loops, first, step);
                break;
            }
            const auto next = relays_.find({stream, at});
            if (at == target || next == relays_.end()) break;
            hop = next->second;
        }
        const auto received = receives_.find(stream);
        std::vector<BufferRange> writes;
        if (received != receives_.end())
            writes = ranges(*received->second.first, "receive", part, place);
        if (at != target || received == receives_.end() || received->second.second != target ||
            bytes_of(writes) != way.bytes)
            fault(wrong_receiver, first, step);
        groups_of_.push_back(whole(send, "group", place, 0, most_ranks));
        plan_step(step, 0);
        s_.transfers.push_back(
            {step, s_.planes[first], origin, target, {std::move(way)}, sends, std::move(writes)});
    }
    void wait_in_groups() {
        const auto& groups = plan_.at("groups");
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto at = static_cast<std::size_t>(groups_of_[i]);
            if (at >= groups.size()) refuse("ranks", "a stream belongs to no group");
            const auto place = numbered("groups", at);
            everybody_[0].before(i, whole(groups[at], "after_step", place, -1, most_steps));
            for (const auto& plane : list(groups[at], "planes", place))
                wait_for_setup(i, track_of(plane, place),
                               whole(plane, "after_reconfiguration", place, 0, most_steps));
        }
    }

    std::vector<int> after_step_{};  ///< of every setup
    std::map<std::pair<int, std::string>, std::size_t> buffers_{};
    std::vector<Entry> entries_{};
    std::map<Place, const Entry*> entry_at_{};
    std::vector<std::pair<const Entry*, const Entry*>> ends_{};  ///< of every transfer
    std::map<std::pair<std::int64_t, Rank>, const Json*> relays_{};
    std::map<std::int64_t, std::pair<const Json*, Rank>> receives_{};
    std::vector<int> groups_of_{};  ///< of every stream
};

}  // namespace

System read_plane_plan(const Json& plan, const PlanOptions& options) {
    return PlanePlan(plan, options).read();
}

}  // namespace lightsweep::sweeps::simulation
