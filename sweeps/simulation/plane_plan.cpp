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
        read_links();
        if (plan_.has("message") && plan_.at("message").number(0) >= 1)
            message_ = static_cast<std::int64_t>(std::min(plan_.at("message").number(1), 9e18));
        read_controller();
        const bool together = plan_.has("groups");
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
    std::size_t track_of(const JsonPlace& object) const {
        const auto at = std::ranges::find(s_.planes, whole(object.at("plane"), 0, most_ranks));
        if (at == s_.planes.end())
            object.at("plane").refuse("is not in controller", "add the plane there");
        return static_cast<std::size_t>(at - s_.planes.begin());
    }
    std::vector<Circuit> circuits(const JsonPlace& place, std::size_t track) const {
        std::vector<Circuit> all;
        if (place.is_null()) return all;
        const bool shifts = place.has("shift"), flips = place.has("xor");
        const int by = shifts || flips ? whole(place.at(shifts ? "shift" : "xor"), 0, n_) : 0;
        const auto peers =
            shifts || flips ? std::vector<std::int64_t>() : place.at("peers").wholes(-1, n_ - 1);
        if (!shifts && !flips && peers.size() != static_cast<std::size_t>(n_))
            place.at("peers").refuse(
                "has " + std::to_string(peers.size()) + " ranks of " + std::to_string(n_),
                "give one target per rank");
        for (Rank r = 0; r < n_; ++r) {
            const Rank to = shifts  ? (r + by) % n_
                            : flips ? r ^ by
                                    : static_cast<Rank>(peers[static_cast<std::size_t>(r)]);
            if (to >= n_) place.refuse("a circuit leads to no rank", "choose another mask");
            if (to >= 0 && to != r) all.push_back({port(track, r), to});
        }
        return all;
    }
    /// Bandwidth and delay of a plane: its own, or an equal share and the common delay.
    std::pair<double, double> speed_of(std::size_t track, std::size_t of) const {
        const auto hardware = plan_.at("hardware");
        if (!hardware.has("planes")) return {bandwidth_ / static_cast<double>(of), delay_};
        const auto planes = hardware.at("planes");
        if (planes.json().is_number()) return {bandwidth_ / planes.number(1), delay_};
        for (const auto& one : planes.items())
            if (whole(one.at("plane"), 0, most_ranks) == s_.planes[track])
                return {one.at("bandwidth").number(least_rate),
                        one.at("reconfiguration_delay").number(0)};
        planes.refuse("lacks plane " + std::to_string(s_.planes[track]), "add it");
    }
    void read_controller() {
        const auto controller = plan_.at("controller").items();
        if (static_cast<double>(controller.size()) * n_ > most_links)
            plan_.at("n").refuse("ranks times planes are above 5e7", "simulate a smaller plan");
        for (const auto& plane : controller)
            s_.planes.push_back(whole(plane.at("plane"), 0, most_ranks));
        for (std::size_t j = 0; j < controller.size(); ++j) {
            const auto [rate, delay] = speed_of(j, controller.size());
            for (Rank r = 0; r < n_; ++r)
                s_.add_link(rate, static_cast<int>(j),
                            "plane " + std::to_string(s_.planes[j]) + ", port of rank " +
                                std::to_string(r));
            for (const auto& circuit : circuits(controller[j].at("held"), j))
                s_.standing.push_back(circuit);
            setups_of_.emplace_back();
            for (const auto& setup : controller[j].at("reconfigurations").items()) {
                setups_of_[j].push_back(s_.setups.size());
                after_step_.push_back(whole(setup.at("after_step"), -1, most_steps));
                s_.setups.push_back({static_cast<int>(j), static_cast<int>(setups_of_[j].size()),
                                     whole(setup.at("for_step"), 0, most_steps), delay,
                                     circuits(setup.at("circuits"), j)});
            }
        }
    }
    /// Ranges of bytes; scratch space stands for the vector, once per message.
    std::vector<BufferRange> ranges(const JsonPlace& list, int part) {
        constexpr auto most = std::int64_t{1} << 62U;
        std::vector<BufferRange> all;
        for (const auto& one : list.items()) {
            const auto name = one.at("buffer").text();
            const auto& buffer = name == "scratch" ? "vector" : name;
            const auto number = buffers_.emplace(std::pair(part, buffer), buffers_.size());
            const auto offset = one.at("offset").whole(0, most);
            const auto begin = name == "scratch" ? offset % message_ : offset;
            all.push_back({static_cast<int>(number.first->second), begin,
                           begin + one.at("bytes").whole(0, most)});
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
        for (const auto& rank : plan_.at("ranks").items())
            for (const auto& transfer : rank.at("transfers").items())
                read_entry(whole(rank.at("rank"), 0, n_ - 1), transfer);
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
    void read_entry(Rank rank, const JsonPlace& one) {
        const int part = whole(one.at("part"), 0, most_steps);
        entries_.push_back(
            {rank, whole(one.at("send_to"), -1, n_ - 1), whole(one.at("receive_from"), -1, n_ - 1),
             whole(one.at("step"), 0, most_steps), whole(one.at("after_step"), -1, most_steps),
             whole(one.at("after_reconfiguration"), 0, most_steps), track_of(one),
             ranges(one.at("send"), part), ranges(one.at("receive"), part)});
        plan_step(entries_.back().step,
                  one.has("planned_end") ? one.at("planned_end").number(0) : 0);
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
        const auto ranks = plan_.at("ranks").items();
        for (const auto& one : ranks) {
            const Rank rank = whole(one.at("rank"), 0, n_ - 1);
            for (const auto& relay : one.at("relays").items())
                relays_.insert_or_assign({relay.at("stream").whole(0), rank}, relay);
            for (const auto& receive : one.at("receives").items())
                receives_.insert_or_assign(receive.at("stream").whole(0), std::pair(receive, rank));
        }
        for (const auto& one : ranks)
            for (const auto& send : one.at("sends").items())
                add_stream(whole(one.at("rank"), 0, n_ - 1), send);
        for (const auto& group : plan_.at("groups").items())
            plan_step(whole(group.at("step"), 0, most_steps), group.at("planned_end").number(0));
    }
    void add_stream(Rank origin, const JsonPlace& send) {
        const auto stream = send.at("stream").whole(0);
        const int step = whole(send.at("step"), 0, most_steps);
        const int part = whole(send.at("part"), 0, most_steps);
        const Rank target = whole(send.at("target"), 0, n_ - 1);
        const auto sends = ranges(send.at("send"), part);
        Way way{{}, bytes_of(sends)};
        const auto first = track_of(send);
        std::set<Rank> seen{origin};
        Rank at = origin;
        for (const JsonPlace* hop = &send; at != target;) {
            const Rank to = whole(hop->at("to"), 0, n_ - 1);
            way.hops.push_back({port(track_of(*hop), at), to});
            at = to;
            if (!seen.insert(at).second) {
                fault(way_loops, first, step);
                break;
            }
            const auto next = relays_.find({stream, at});
            if (at == target || next == relays_.end()) break;
            hop = &next->second;
        }
        const auto received = receives_.find(stream);
        std::vector<BufferRange> writes;
        if (received != receives_.end())
            writes = ranges(received->second.first.at("receive"), part);
        if (at != target || received == receives_.end() || received->second.second != target ||
            bytes_of(writes) != way.bytes)
            fault(wrong_receiver, first, step);
        groups_of_.push_back(whole(send.at("group"), 0, most_ranks));
        plan_step(step, 0);
        s_.transfers.push_back(
            {step, s_.planes[first], origin, target, {std::move(way)}, sends, std::move(writes)});
    }
    void wait_in_groups() {
        const auto groups = plan_.at("groups").items();
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto at = static_cast<std::size_t>(groups_of_[i]);
            if (at >= groups.size())
                plan_.at("groups").refuse("lacks group " + std::to_string(at), "add it");
            everybody_[0].before(i, whole(groups[at].at("after_step"), -1, most_steps));
            for (const auto& plane : groups[at].at("planes").items())
                wait_for_setup(i, track_of(plane),
                               whole(plane.at("after_reconfiguration"), 0, most_steps));
        }
    }

    std::int64_t message_ = INT64_MAX;  ///< [B]
    std::vector<int> after_step_{};     ///< of every setup
    std::map<std::pair<int, std::string>, std::size_t> buffers_{};
    std::vector<Entry> entries_{};
    std::map<Place, const Entry*> entry_at_{};
    std::vector<std::pair<const Entry*, const Entry*>> ends_{};  ///< of every transfer
    std::map<std::pair<std::int64_t, Rank>, JsonPlace> relays_{};
    std::map<std::int64_t, std::pair<JsonPlace, Rank>> receives_{};
    std::vector<int> groups_of_{};  ///< of every stream
};

}  // namespace

System read_plane_plan(const JsonPlace& plan, const PlanOptions& options) {
    return PlanePlan(plan, options).read();
}

}  // namespace lightsweep::sweeps::simulation
