#include "sweeps/simulation/plan_system.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

namespace lightsweep::sweeps::simulation {

namespace {

[[noreturn]] void refuse(const std::string& place, const std::string& fault) {
    throw std::invalid_argument("plan: " + place + ": " + fault);
}

/// A member, with its place in messages.
template <typename Value>
Value get(const Json& object, const char* key, const std::string& place) {
    if (!object.is_object() || !object.contains(key))
        refuse(place, std::string("\"") + key + "\" is missing: export the plan again");
    try {
        return object.at(key).get<Value>();
    } catch (const Json::exception&) {
        refuse(place, std::string("\"") + key + "\" = " + object.at(key).dump().substr(0, 40) +
                          " has another type: export the plan again");
    }
}
const Json& list(const Json& object, const char* key, const std::string& place) {
    if (!object.is_object() || !object.contains(key) || !object.at(key).is_array())
        refuse(place, std::string("\"") + key + "\" is no list: export the plan again");
    return object.at(key);
}
int whole(const Json& object, const char* key, const std::string& place, int least, int most) {
    const auto value = get<std::int64_t>(object, key, place);
    if (value < least || value > most)
        refuse(place, std::string("\"") + key + "\" = " + std::to_string(value) + ", from " +
                          std::to_string(least) + " to " + std::to_string(most) + " is possible");
    return static_cast<int>(value);
}
double positive(const Json& object, const char* key, const std::string& place, bool zero = true) {
    const auto value = get<double>(object, key, place);
    if (!(value >= 0) || !std::isfinite(value) || (!zero && value == 0))
        refuse(place, std::string("\"") + key + "\" = " + object.at(key).dump() +
                          ", a finite number above 0 is needed");
    return value;
}
std::string numbered(const char* what, std::size_t i) {
    return std::string(what) + "[" + std::to_string(i) + "]";
}

constexpr int most_ranks = 1 << 20, most_steps = 1 << 20;

/// Common parts of all three kinds of plans.
class Reader {
  public:
    Reader(const Json& plan, const PlanOptions& options) : plan_(plan), o_(options) {}

    System read() {
        n_ = whole(plan_, "n", "plan", 1, most_ranks);
        const auto& hardware = hardware_of();
        s_.per_step = positive(hardware, "per_step_latency", "hardware");
        s_.per_hop = positive(hardware, "per_hop_latency", "hardware");
        bandwidth_ = positive(hardware, "bandwidth", "hardware", false);
        delay_ = positive(hardware, "reconfiguration_delay", "hardware");
        if (hardware.contains("compute_time") && positive(hardware, "compute_time", "hardware") > 0)
            refuse("hardware", "compute_time is above 0: the simulator knows no computation");
        s_.planned_end = plan_.contains("planned_time")
                             ? positive(plan_, "planned_time", "plan")
                             : positive(plan_, "completion_time", "plan");
        if (plan_.contains("rounding_time"))
            s_.rounding_time = positive(plan_, "rounding_time", "plan");
        if (plan_.contains("topologies"))
            read_topologies();
        else
            read_planes();
        return std::move(s_);
    }

  private:
    const Json& hardware_of() const {
        if (!plan_.contains("hardware") || !plan_.at("hardware").is_object())
            refuse("plan",
                   "\"hardware\" is missing: export the plan again, or give --bandwidth, "
                   "--per-step-latency, --per-hop-latency and --reconfiguration-delay");
        return plan_.at("hardware");
    }
    void plan_step(int step, double end) {
        if (s_.planned_ends.size() <= static_cast<std::size_t>(step))
            s_.planned_ends.resize(static_cast<std::size_t>(step) + 1, 0);
        auto& known = s_.planned_ends[static_cast<std::size_t>(step)];
        known = std::max(known, end);
    }

    // ---- gates -------------------------------------------------------------------------------
    /// Gates "all of these up to step s", one chain per rank, per plane, and one of everybody.
    class Chain {
      public:
        Chain(System& system, int steps) : s_(system) {
            for (int i = 0; i < steps; ++i) {
                gates_.push_back(s_.add_gate());
                if (i > 0) s_.wait(gates_.back(), gates_[gates_.size() - 2]);
            }
        }
        void add(int step, std::size_t item) { s_.wait(at(step), item); }
        /// Makes the item wait for all up to this step; -1: for nothing.
        void before(std::size_t item, int step) {
            if (step >= 0 && !gates_.empty()) s_.wait(item, at(step));
        }

      private:
        std::size_t at(int step) const {
            return gates_[std::min(static_cast<std::size_t>(step), gates_.size() - 1)];
        }
        System& s_;
        std::vector<std::size_t> gates_{};
    };
    void make_gates() {
        s_.n_items = s_.transfers.size() + s_.setups.size();
        const int steps = s_.steps();
        everybody_.emplace_back(s_, steps);
        for (Rank r = 0; r < n_; ++r) ranks_.emplace_back(s_, steps);
        for (std::size_t p = 0; p < s_.planes.size(); ++p) planes_.emplace_back(s_, steps);
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto& one = s_.transfers[i];
            everybody_[0].add(one.step, i);
            ranks_[static_cast<std::size_t>(one.source)].add(one.step, i);
            ranks_[static_cast<std::size_t>(one.target)].add(one.step, i);
            std::set<int> used;
            for (const auto& way : one.ways)
                for (const auto& hop : way.hops)
                    used.insert(s_.track_of_link[static_cast<std::size_t>(hop.link)]);
            for (const int track : used) planes_[static_cast<std::size_t>(track)].add(one.step, i);
            if (o_.barriers) everybody_[0].before(i, one.step - 1);
        }
    }
    /// Waits for setup `number` of the plane; for one that never comes, for ever.
    void wait_for_setup(std::size_t item, std::size_t track, int number) {
        if (number <= 0) return;
        const auto& known = setups_of_[track];
        const auto at = static_cast<std::size_t>(number) - 1;
        if (at < known.size()) {
            s_.wait(item, s_.setup_item(known[at]));
            return;
        }
        const auto stuck = s_.add_gate();
        s_.wait(stuck, stuck);
        s_.wait(item, stuck);
    }
    void wait_for_setup_before(std::size_t track) {
        const auto& all = setups_of_[track];
        for (std::size_t c = 1; c < all.size(); ++c)
            s_.wait(s_.setup_item(all[c]), s_.setup_item(all[c - 1]));
    }

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
        for (std::size_t j = 0; j < controller.size(); ++j)
            s_.planes.push_back(
                whole(controller[j], "plane", numbered("controller", j), 0, most_ranks));
        for (std::size_t j = 0; j < controller.size(); ++j) {
            const auto place = numbered("controller", j);
            const auto [rate, delay] = speed_of(j, controller.size());
            for (Rank r = 0; r < n_; ++r) s_.add_link(rate, static_cast<int>(j));
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
    void read_planes() {
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
    }
    /// Ranges of bytes; scratch space stands for the vector at the same offset.
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
            all.push_back({static_cast<int>(number.first->second), offset, offset + bytes});
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

    // ---- whole topologies --------------------------------------------------------------------
    struct Standing {
        TopologyWays ways;
        std::map<std::pair<Rank, Rank>, Link> links;
        std::vector<Circuit> circuits;
    };
    void read_topologies() {
        s_.planes = {-1};
        setups_of_.emplace_back();
        const auto& topologies = list(plan_, "topologies", "plan");
        for (std::size_t t = 0; t < topologies.size(); ++t)
            read_topology(topologies[t], numbered("topologies", t));
        const int count = static_cast<int>(standing_.size()) - 1;
        const int initial = whole(plan_, "initial_topology", "plan", 0, count);
        s_.standing = standing_[static_cast<std::size_t>(initial)].circuits;
        read_sends();
        read_changes(count);
        find_ways(static_cast<std::size_t>(initial));
        make_gates();
        wait_for_setup_before(0);
        for (std::size_t c = 0; c < s_.setups.size(); ++c)
            everybody_[0].before(s_.setup_item(c), s_.setups[c].step - 1);
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto& one = s_.transfers[i];
            for (const Rank end : {one.source, one.target})
                ranks_[static_cast<std::size_t>(end)].before(i, one.step - 1);
            wait_for_setup(i, 0, setups_before(one.step));
        }
    }
    void read_topology(const Json& topology, const std::string& place) {
        const auto& hardware = plan_.at("hardware");
        const auto rule = hardware.contains("ways") ? get<std::string>(hardware, "ways", "hardware")
                                                    : std::string();
        auto& made = standing_.emplace_back(
            Standing{TopologyWays(n_, get<std::string>(topology, "name", place), rule), {}, {}});
        for (const auto& link : list(topology, "links", place)) {
            if (!link.is_array() || link.size() != 3)
                refuse(place, "a link is " + link.dump().substr(0, 40) +
                                  ": [from, to, B/s] is needed: export the plan again");
            const Rank from = link[0].get<Rank>(), to = link[1].get<Rank>();
            const double rate = link[2].get<double>();
            if (from < 0 || to < 0 || from >= n_ || to >= n_ || from == to || !(rate > 0))
                refuse(place, "the link " + link.dump() + " is impossible");
            const auto [known, is_new] = made.links.emplace(std::pair(from, to), -1);
            if (is_new) {
                known->second = s_.add_link(rate, 0);
                made.circuits.push_back({known->second, to});
                made.ways.add_link(from, to);
            } else {
                s_.capacity[static_cast<std::size_t>(known->second)] += rate;
            }
        }
    }
    void read_sends() {
        const auto& ranks = list(plan_, "ranks", "plan");
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const auto place = numbered("ranks", i);
            const Rank rank = whole(ranks[i], "rank", place, 0, n_ - 1);
            for (const auto& send : list(ranks[i], "sends", place)) {
                const int step = whole(send, "step", place, 0, most_steps);
                const double bytes = positive(send, "bytes", place);
                plan_step(step, get<double>(send, "end", place));
                const Rank to = whole(send, "to", place, 0, n_ - 1);
                if (bytes > 0) s_.transfers.push_back({step, -1, rank, to, {{{}, bytes}}});
            }
        }
        std::ranges::stable_sort(s_.transfers, {}, &Transfer::step);
    }
    void read_changes(int count) {
        const auto& controller = list(plan_, "controller", "plan");
        for (std::size_t c = 0; c < controller.size(); ++c) {
            const auto place = numbered("controller", c);
            const auto& one = controller[c];
            const bool closing = one.contains("after_step");
            const int step =
                whole(one, closing ? "after_step" : "before_step", place, 0, most_steps) + closing;
            if (c > 0 && step == s_.setups.back().step)
                refuse(place, "a step has several setups: the simulator knows one");
            if (c > 0 && step < s_.setups.back().step) refuse(place, "the setups are not in order");
            const double planned =
                get<double>(one, "end", place) - get<double>(one, "start", place);
            const bool usual = std::abs(planned - delay_) <= 1e-6 * delay_;
            const int topology = whole(one, "topology", place, 0, count);
            setups_of_[0].push_back(c);
            stands_.push_back(static_cast<std::size_t>(topology));
            s_.setups.push_back({0, static_cast<int>(c), step, usual ? delay_ : planned,
                                 standing_[stands_.back()].circuits});
        }
    }
    /// Setups that end before the step begins.
    int setups_before(int step) const {
        int before = 0;
        for (const auto& setup : s_.setups) before += setup.step <= step;
        return before;
    }
    void find_ways(std::size_t initial) {
        for (std::size_t first = 0; first < s_.transfers.size();) {
            std::size_t last = first;
            std::vector<RankPair> pairs;
            for (;
                 last < s_.transfers.size() && s_.transfers[last].step == s_.transfers[first].step;
                 ++last)
                pairs.push_back({s_.transfers[last].source, s_.transfers[last].target});
            const int before = setups_before(s_.transfers[first].step);
            auto& on =
                standing_[before == 0 ? initial : stands_[static_cast<std::size_t>(before) - 1]];
            const auto paths = on.ways.of_step(pairs, o_.routes);
            for (std::size_t i = first; i < last; ++i) take(s_.transfers[i], paths[i - first], on);
            first = last;
        }
    }
    void take(Transfer& transfer, const std::vector<PathShare>& paths, Standing& on) {
        const double bytes = transfer.ways[0].bytes;
        transfer.ways.clear();
        const bool ports = o_.routes != Routes::single && o_.routes != Routes::plan &&
                           plan_.value("rules", "") == "addanki";
        for (const auto& path : paths) {
            Way way{{}, bytes * path.share, on.ways.distance(transfer.source, transfer.target)};
            Rank at = transfer.source;
            for (const Rank to : path.ranks) {
                way.hops.push_back({on.links.at({at, to}), to});
                at = to;
            }
            if (ports) {
                way.out = node_port(transfer.source, false);
                way.in = node_port(transfer.target, true);
            }
            transfer.ways.push_back(std::move(way));
        }
    }
    /// What all ways out of a rank, or into it, share (rules = addanki): its bandwidth.
    Link node_port(Rank rank, bool in) {
        const auto [known, is_new] = node_ports_.emplace(std::pair(rank, in), -1);
        if (is_new) known->second = s_.add_link(bandwidth_, -1);
        return known->second;
    }

    const Json& plan_;
    const PlanOptions& o_;
    System s_{};
    Rank n_ = 0;
    double bandwidth_ = 0, delay_ = 0;
    std::vector<Chain> everybody_{}, ranks_{}, planes_{};
    std::vector<std::vector<std::size_t>> setups_of_{};  ///< per plane
    std::vector<int> after_step_{};                      ///< of every setup
    std::map<std::pair<int, std::string>, std::size_t> buffers_{};
    std::vector<Entry> entries_{};
    std::map<Place, const Entry*> entry_at_{};
    std::vector<std::pair<const Entry*, const Entry*>> ends_{};  ///< of every transfer
    std::map<std::pair<std::int64_t, Rank>, const Json*> relays_{};
    std::map<std::int64_t, std::pair<const Json*, Rank>> receives_{};
    std::vector<int> groups_of_{};  ///< of every stream
    std::vector<Standing> standing_{};
    std::vector<std::size_t> stands_{};  ///< topology after every setup
    std::map<std::pair<Rank, bool>, Link> node_ports_{};
};

}  // namespace

System read_plan(const Json& plan, const PlanOptions& options) {
    return Reader(plan, options).read();
}

}  // namespace lightsweep::sweeps::simulation
