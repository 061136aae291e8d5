#include <map>
#include <set>

#include "sweeps/simulation/plan_reader.hpp"

namespace lightsweep::sweeps::simulation {

namespace {

/// Plans of whole topologies, whose waits the file does not say, and ways only where it lists them.
class TopologyPlan : public PlanReader {
  public:
    using PlanReader::PlanReader;
    System read() {
        read_head();
        read_links();
        s_.planes = {-1};
        setups_of_.emplace_back();
        const auto topologies = plan_.at("topologies").items();
        for (std::size_t t = 0; t < topologies.size(); ++t)
            read_topology(topologies[t], "topologies[" + std::to_string(t) + "]");
        const int count = static_cast<int>(standing_.size()) - 1;
        const int initial = whole(plan_.at("initial_topology"), 0, count);
        s_.standing = standing_[static_cast<std::size_t>(initial)].circuits;
        read_changes(count);
        initial_ = static_cast<std::size_t>(initial);
        read_sends();
        find_ways();
        wait_step_by_step();
        return std::move(s_);
    }

  private:
    // ---- whole topologies --------------------------------------------------------------------
    struct Standing {
        TopologyWays ways;
        std::map<std::pair<Rank, Rank>, Link> links;
        std::vector<Circuit> circuits;
    };
    void read_topology(const JsonPlace& topology, const std::string& place) {
        const auto hardware = plan_.at("hardware");
        const auto rule = hardware.has("ways") ? hardware.at("ways").text() : std::string();
        auto& made = standing_.emplace_back(
            Standing{TopologyWays(n_, topology.at("name").text(), rule), {}, {}});
        for (const auto& link : topology.at("links").items()) {
            const auto parts = link.items();
            if (parts.size() != 3) link.refuse("is no link", "[from, to, B/s]");
            const Rank from = whole(parts[0], 0, n_ - 1), to = whole(parts[1], 0, n_ - 1);
            // A node fills no link faster than it can send.
            const double rate = std::min(parts[2].number(least_rate), bandwidth_);
            if (from == to) link.refuse("leads to its own rank", "remove it");
            made.ways.add_link(from, to, rate);
            const auto [known, is_new] = made.links.emplace(std::pair(from, to), -1);
            if (is_new) {
                known->second = s_.add_link(
                    rate, 0, place + ", " + std::to_string(from) + " to " + std::to_string(to));
                made.circuits.push_back({known->second, to});
            } else {
                s_.capacity[static_cast<std::size_t>(known->second)] += rate;
            }
        }
    }
    void read_sends() {
        for (const auto& one : plan_.at("ranks").items()) {
            const Rank rank = whole(one.at("rank"), 0, n_ - 1);
            for (const auto& send : one.at("sends").items()) {
                const int step = whole(send.at("step"), 0, most_steps);
                const double bytes = send.at("bytes").number(0);
                plan_step(step, send.at("end").number(0));
                const Rank to = whole(send.at("to"), 0, n_ - 1);
                if (bytes == 0) continue;
                auto& transfer =
                    s_.transfers.emplace_back(Transfer{step, -1, rank, to, {{{}, bytes}}});
                if (o_.routes == Routes::plan && send.has("ways"))
                    take(transfer, read_ways(send.at("ways"), transfer), on_step(step), true);
            }
        }
        std::ranges::stable_sort(s_.transfers, {}, &Transfer::step);
    }
    void read_changes(int count) {
        for (const auto& one : plan_.at("controller").items()) {
            const bool closing = one.has("after_step");
            const int step =
                whole(one.at(closing ? "after_step" : "before_step"), 0, most_steps) + closing;
            stands_.push_back(static_cast<std::size_t>(whole(one.at("topology"), 0, count)));
            add_setup(one, step, standing_[stands_.back()].circuits);
        }
    }
    /// What stands in a step.
    Standing& on_step(int step) {
        const int before = setups_before(step);
        return standing_[before == 0 ? initial_ : stands_[static_cast<std::size_t>(before) - 1]];
    }
    /// Ways of the plan: from source to target over links that stand, all bytes in sum.
    std::vector<PathShare> read_ways(const JsonPlace& place, const Transfer& transfer) {
        std::vector<PathShare> paths;
        double sum = 0;
        for (const auto& way : place.items()) {
            paths.push_back(
                {read_path(way.at("path"), transfer), way.at("share").number(least_rate)});
            sum += paths.back().share;
        }
        if (std::abs(sum - 1) > 1e-9)
            place.refuse("has shares of " + std::to_string(sum) + " in sum", "make it 1");
        return paths;
    }
    std::vector<Rank> read_path(const JsonPlace& place, const Transfer& transfer) {
        std::vector<Rank> path;
        for (const auto& rank : place.items()) path.push_back(whole(rank, 0, n_ - 1));
        if (path.size() < 2 || path.front() != transfer.source || path.back() != transfer.target)
            place.refuse("is no way from rank " + std::to_string(transfer.source) + " to rank " +
                             std::to_string(transfer.target),
                         "begin with the one and end with the other");
        const auto& links = on_step(transfer.step).links;
        for (std::size_t i = 1; i < path.size(); ++i)
            if (!links.contains({path[i - 1], path[i]}))
                place.refuse("takes a link from " + std::to_string(path[i - 1]) + " to " +
                                 std::to_string(path[i]) + " that does not stand in step " +
                                 std::to_string(transfer.step),
                             "take links of the topology that stands then");
        if (std::set(path.begin(), path.end()).size() < path.size())
            s_.faults.push_back({way_loops, -1, transfer.step, 0});
        return {path.begin() + 1, path.end()};
    }
    void find_ways() {
        for (std::size_t first = 0; first < s_.transfers.size();) {
            std::size_t last = first;
            std::vector<RankPair> pairs;
            for (;
                 last < s_.transfers.size() && s_.transfers[last].step == s_.transfers[first].step;
                 ++last)
                pairs.push_back({s_.transfers[last].source, s_.transfers[last].target});
            const bool lists =
                std::all_of(s_.transfers.begin() + static_cast<std::ptrdiff_t>(first),
                            s_.transfers.begin() + static_cast<std::ptrdiff_t>(last), has_ways);
            if (!lists) find_ways(first, pairs);
            first = last;
        }
    }
    static bool has_ways(const Transfer& transfer) { return !transfer.ways[0].hops.empty(); }
    /// Of a step, from its first transfer on.
    void find_ways(std::size_t first, const std::vector<RankPair>& pairs) {
        auto& on = on_step(s_.transfers[first].step);
        const auto paths = on.ways.of_step(pairs, o_.routes);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (auto& transfer = s_.transfers[first + i]; !has_ways(transfer))
                take(transfer, paths[i], on, false);
    }
    void take(Transfer& transfer, const std::vector<PathShare>& paths, Standing& on, bool listed) {
        const double bytes = transfer.ways[0].bytes;
        transfer.ways.clear();
        // Under a maximum concurrent flow a node sends and receives at its bandwidth at most.
        const bool splits = listed || o_.routes == Routes::ecmp || o_.routes == Routes::optimal;
        const bool ports = splits && plan_.json().at("hardware").value("ways", "") == "flow";
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
    /// What all ways out of a rank, or into it, share: its bandwidth.
    Link node_port(Rank rank, bool in) {
        const auto [known, is_new] = node_ports_.emplace(std::pair(rank, in), -1);
        if (is_new) known->second = s_.add_link(bandwidth_, -1);
        return known->second;
    }

    std::vector<Standing> standing_{};
    std::vector<std::size_t> stands_{};  ///< topology after every setup
    std::size_t initial_ = 0;            ///< topology before them
    std::map<std::pair<Rank, bool>, Link> node_ports_{};
};

}  // namespace

System read_topology_plan(const JsonPlace& plan, const PlanOptions& options) {
    return TopologyPlan(plan, options).read();
}

System read_plan(const JsonPlace& plan, const PlanOptions& options) {
    if (plan.has("topologies")) return read_topology_plan(plan, options);
    return plan.has("lit_at_start") ? read_lightpath_plan(plan, options)
                                    : read_plane_plan(plan, options);
}

}  // namespace lightsweep::sweeps::simulation
