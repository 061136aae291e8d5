#include "sweeps/spec/chakra/chakra_workload.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <ranges>
#include <set>
#include <sstream>
#include <utility>

#include "engine/io/errors.hpp"
#include "sweeps/spec/chakra/chakra_graph.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

namespace {

using Ranks = std::vector<std::int64_t>;
using NamedGroups = std::map<std::string, Ranks>;

constexpr std::uint64_t longest_computation = 100'000'000'000;  // [us]

std::string file_of(const std::string& prefix, std::size_t rank) {
    return prefix + "." + std::to_string(rank) + ".et";
}

/// Names of comm_type that become entries.
const char* primitive_of(const TraceNode& node) {
    if (node.type != TraceType::collective) return nullptr;
    switch (node.kind.value_or(-1)) {
        case 0:
            return "allreduce";
        case 2:
            return "allgather";
        case 6:
            return "alltoall";
        case 7:
            return "reduce-scatter";
        default:
            return nullptr;
    }
}

constexpr const char* sorts[] = {
    "invalid nodes",           "metadata", "memory loads", "memory stores",
    "computations on the CPU", "sends",    "receives",     "other collectives"};

class WorkloadReader {
  public:
    WorkloadReader(const std::vector<TraceFile>& traces, NamedGroups groups, std::string prefix)
        : traces_(traces),
          groups_(std::move(groups)),
          prefix_(std::move(prefix)),
          all_(traces.size()) {
        std::iota(all_.begin(), all_.end(), 0);
        workload_.ranks = traces.size();
    }
    Workload run() {
        for (const auto& trace : traces_)
            for (const auto& node : trace.nodes) name_groups(node);
        for (const auto& [name, ranks] : groups_)
            if (std::set(ranks.begin(), ranks.end()).size() < ranks.size())
                throw engine::BadInput(prefix_ + ": group " + name.substr(0, 40) +
                                       " has a rank twice; name each once");
        for (; rank_ < traces_.size(); ++rank_) add(traces_[rank_]);
        require_all_members();
        if (meetings_.empty()) return std::move(workload_);
        const bool in_step = graph_.is_chain() && !leave_ranks_out(entries_in_rounds(true));
        workload_.entries = entries_in_rounds(false);
        workload_.by_rank = leave_ranks_out(workload_.entries);
        if (workload_.by_rank) workload_.entries = entries_in_rounds(true);
        const auto tails = add_tails();
        if (!in_step) workload_.graph = std::move(graph_).graph(entry_of_, tails);
        return std::move(workload_);
    }

  private:
    using Nodes = std::vector<TraceNode>;
    /// A collective of one group, with the rank that named it first.
    struct Meeting {
        WorkloadEntry entry;
        std::size_t first;
    };
    struct Call {
        std::size_t meeting;
        std::uint64_t node;
    };

    bool leave_ranks_out(const std::vector<WorkloadEntry>& entries) const {
        return std::ranges::any_of(entries, [&](const auto& entry) {
            return entry.groups.size() * entry.members() < all_.size();
        });
    }
    [[noreturn]] void fail(const TraceNode& node, const std::string& fault,
                           const std::string& remedy) const {
        throw engine::BadInput(file_of(prefix_, rank_) + ": node " + std::to_string(node.id) +
                               ": " + fault + "; " + remedy);
    }
    /// Metadata: a list of {pg_name, ranks} between two further characters.
    void name_groups(const TraceNode& node) {
        const auto first = node.values.find('['), last = node.values.rfind(']');
        if (first == std::string::npos || last == std::string::npos || last < first) return;
        const auto list = JsonPlace::root(node.values.substr(first, last - first + 1),
                                          prefix_ + ": node " + node.name);
        for (const auto& one : list.items())
            if (one.has("pg_name") && one.has("ranks"))
                groups_[one.at("pg_name").text()] = one.at("ranks").wholes(0, std::ssize(all_) - 1);
    }
    /// Places of the nodes by dependencies, ties by id.
    std::vector<std::size_t> order_of(const Nodes& nodes,
                                      const std::vector<std::vector<std::size_t>>& waits) const {
        std::vector<std::vector<std::size_t>> followers(nodes.size());
        std::vector<std::size_t> left, order;
        std::set<std::pair<std::uint64_t, std::size_t>> ready;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const auto wait : waits[i]) followers[wait].push_back(i);
            left.push_back(waits[i].size());
            if (left[i] == 0) ready.emplace(nodes[i].id, i);
        }
        while (!ready.empty()) {
            order.push_back(ready.extract(ready.begin()).value().second);
            for (const auto next : followers[order.back()])
                if (--left[next] == 0) ready.emplace(nodes[next].id, next);
        }
        for (std::size_t i = 0; i < nodes.size() && order.size() < nodes.size(); ++i)
            if (left[i] > 0) fail(nodes[i], "waits for itself", "remove the circle");
        return order;
    }
    void add(const TraceFile& trace) {
        const auto& nodes = trace.nodes;
        std::vector<std::string> faults;
        const auto waits = waits_in(trace, file_of(prefix_, rank_), faults);
        if (!faults.empty()) throw engine::BadInput(faults.front() + "; correct it");
        // The number of the last collective, from 1, that each node waits for.
        std::vector<std::size_t> behind(nodes.size());
        auto& calls = calls_.emplace_back();
        graph_.begin_rank(rank_, nodes.size());
        std::int64_t micros = 0;
        bool beside = false;
        const auto settle = [&](bool overlaps) {
            if (!calls.empty() && !overlaps) meetings_[calls.back().meeting].entry.overlaps = false;
        };
        for (const auto at : order_of(nodes, waits)) {
            const auto& node = nodes[at];
            for (const auto wait : waits[at]) behind[at] = std::max(behind[at], behind[wait]);
            const auto* primitive = primitive_of(node);
            if (primitive && members_of(node).size() > 1) {
                settle(beside && micros > 0);
                calls.push_back({meet(node, primitive, micros), node.id});
                graph_.meet(at, waits[at], node.id, calls.back().meeting, members_of(node));
                behind[at] = calls.size();
                micros = 0;
                beside = true;
            } else if (!primitive && node.type == TraceType::computation && !node.on_cpu) {
                if (node.micros > longest_computation)
                    fail(node, "takes more than 1e11 us", "correct it");
                micros += static_cast<std::int64_t>(node.micros);
                beside = beside && behind[at] < calls.size();
                graph_.compute(at, waits[at], node.id, static_cast<double>(node.micros) / 1e6);
            } else {
                graph_.leave_out(at, waits[at]);
                if (primitive || node.type != TraceType::metadata)
                    ++workload_.left_out[primitive ? "collectives of one rank"
                                                   : sorts[static_cast<std::size_t>(node.type)]];
            }
        }
        settle(beside && micros > 0);
        tails_.push_back(micros);
    }
    /// What ranks compute behind their last collective: each its own, or of one sequence the most.
    /// Returns the entry of every rank, beyond all if it has none.
    std::vector<std::size_t> add_tails() {
        std::map<std::int64_t, std::set<Ranks>> tails;
        for (const auto rank : all_)
            if (tails_[rank] > 0) tails[tails_[rank]].insert({rank});
        if (!workload_.by_rank && !tails.empty()) tails = {{tails.rbegin()->first, {all_}}};
        const auto first = workload_.entries.size();
        std::vector<std::size_t> entries(all_.size(), first + tails.size());
        for (const auto rank : all_)
            if (const auto found = tails.lower_bound(tails_[rank]);
                tails_[rank] > 0 && found != tails.end())
                entries[rank] = first + std::distance(tails.begin(), found);
        for (auto& [micros, ranks] : tails)
            workload_.entries.push_back({"end", "", micros, 0, false, std::move(ranks)});
        return entries;
    }
    /// The meeting of this rank's next collective of the node's group.
    std::size_t meet(const TraceNode& node, const char* primitive, std::int64_t micros) {
        const auto& members = members_of(node);
        const auto bytes = node.bytes.value_or(-1), size = std::ssize(members);
        if (bytes < 0 || bytes > (std::int64_t{1} << 53U) / size)
            fail(node, "comm_size = " + std::to_string(bytes), "give 0 to 2^53 bytes in all");
        const bool gathers = std::string(primitive) == "allgather";
        WorkloadEntry entry{node.name, primitive, micros, gathers ? bytes * size : bytes,
                            true,      {members}};
        auto& of_group = of_group_[members];
        const auto number = called_[{rank_, &of_group}]++;
        if (number == of_group.size()) {
            of_group.push_back(meetings_.size());
            meetings_.push_back({std::move(entry), rank_});
            return of_group.back();
        }
        auto& known = meetings_[of_group[number]];
        if (known.entry.kind() != entry.kind())
            fail(node,
                 "differs from collective " + std::to_string(number) + " of " +
                     file_of(prefix_, known.first) + " in this group",
                 "give all members equal sequences of type and comm_size");
        known.entry.micros = std::max(known.entry.micros, micros);
        return of_group[number];
    }
    void require_all_members() const {
        for (const auto& [members, meetings] : of_group_)
            for (const auto rank : members) {
                const auto found = called_.find({rank, &meetings});
                const auto count = found == called_.end() ? 0 : found->second;
                if (count < meetings.size())
                    throw engine::BadInput(
                        file_of(prefix_, rank) + ": has " + std::to_string(count) +
                        " collectives of a group of " + std::to_string(members.size()) + ", " +
                        file_of(prefix_, meetings_[meetings[count]].first) + " has more (" +
                        std::to_string(meetings.size()) + "); give all members the same");
            }
    }
    /// Adds it to an equal entry of its round, which begins at `first`, or behind all. Returns its
    /// place.
    static std::size_t add(const WorkloadEntry& one, std::ptrdiff_t first, bool exact,
                           std::vector<WorkloadEntry>& entries) {
        const auto same = std::find_if(entries.begin() + first, entries.end(), [&](auto& other) {
            const bool alike = other.micros == one.micros && other.overlaps == one.overlaps;
            return other.kind() == one.kind() && (alike || !exact);
        });
        const auto place = static_cast<std::size_t>(same - entries.begin());
        if (same == entries.end()) return entries.push_back(one), place;
        same->micros = std::max(same->micros, one.micros);
        same->overlaps = same->overlaps && one.overlaps;
        same->groups.insert(*one.groups.begin());
        return place;
    }
    /// exact: equal collectives are one entry only if their computations are equal, too.
    std::vector<WorkloadEntry> entries_in_rounds(bool exact) {
        std::vector<WorkloadEntry> entries;
        std::vector<std::size_t> arrived(meetings_.size()), next(all_.size()), ready, round;
        const auto arrive = [&](std::size_t rank) {
            if (next[rank] == calls_[rank].size()) return;
            const auto at = calls_[rank][next[rank]].meeting;
            if (++arrived[at] == meetings_[at].entry.members()) ready.push_back(at);
        };
        for (const auto rank : all_) arrive(rank);
        entry_of_.resize(meetings_.size());
        while (!ready.empty()) {
            round = std::exchange(ready, {});
            std::ranges::sort(round);
            const auto first = std::ssize(entries);
            for (const auto at : round) {
                const auto& one = meetings_[at].entry;
                for (const auto rank : *one.groups.begin()) {
                    ++next[rank];
                    arrive(rank);
                }
                entry_of_[at] = add(one, first, exact, entries);
            }
        }
        for (const auto rank : all_)
            if (next[rank] < calls_[rank].size()) refuse_deadlock(rank, next);
        return entries;
    }
    /// Follows those who wait for each other, until the circle is closed.
    [[noreturn]] void refuse_deadlock(std::size_t rank,
                                      const std::vector<std::size_t>& next) const {
        std::vector<std::size_t> way;
        const auto now = [&](std::size_t one) { return calls_[one][next[one]]; };
        while (std::ranges::find(way, rank) == way.end()) {
            way.push_back(rank);
            const auto waits_at = now(rank).meeting;
            const auto& members = *meetings_[waits_at].entry.groups.begin();
            rank = *std::ranges::find_if(
                members, [&](std::size_t other) { return now(other).meeting != waits_at; });
        }
        way.erase(way.begin(), std::ranges::find(way, rank));
        std::string circle;
        for (const auto one : way)
            circle +=
                file_of(prefix_, one) + " waits in node " + std::to_string(now(one).node) + " for ";
        throw engine::BadInput("deadlock: " + circle + file_of(prefix_, rank) +
                               "; give all members of these groups one order of collectives");
    }
    const Ranks& members_of(const TraceNode& node) const {
        const auto found = groups_.find(node.group);
        if (found == groups_.end() && (node.group.empty() || node.group == "0")) return all_;
        if (found == groups_.end() ||
            std::ranges::find(found->second, static_cast<std::int64_t>(rank_)) ==
                found->second.end())
            fail(node, "pg_name = " + node.group.substr(0, 40) + ": is no group of this rank",
                 "name its ranks in groups.json");
        return found->second;
    }

    const std::vector<TraceFile>& traces_;
    NamedGroups groups_;
    std::string prefix_;
    Ranks all_;
    std::size_t rank_ = 0;
    std::vector<Meeting> meetings_{};
    std::map<Ranks, std::vector<std::size_t>> of_group_{};  ///< its meetings in order
    std::map<std::pair<std::size_t, const std::vector<std::size_t>*>, std::size_t> called_{};
    std::vector<std::vector<Call>> calls_{};  ///< of every rank, in its order
    std::vector<std::int64_t> tails_{};       ///< of every rank [us]
    std::vector<std::size_t> entry_of_{};     ///< of every meeting
    ChakraGraph graph_{};
    Workload workload_{};
};

/// PATH itself, or the one prefix in this folder.
std::string prefix_in(const std::string& path) {
    if (!std::filesystem::is_directory(path)) return path;
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (const auto name = entry.path().string(); name.ends_with(".0.et"))
            found.insert(name.substr(0, name.size() - 5));
    const auto usual = path + "/workload";
    if (found.contains(usual)) return usual;
    if (found.size() != 1)
        throw engine::BadInput(path + ": has " + std::to_string(found.size()) +
                               " files NAME.0.et; give FOLDER/NAME");
    return *found.begin();
}

}  // namespace

Workload workload_of(const std::vector<TraceFile>& traces, const std::string& groups,
                     const std::string& prefix, const std::string& file) {
    NamedGroups known;
    if (!groups.empty()) {
        const auto place = JsonPlace::root(groups, file);
        if (!place.json().is_object()) place.refuse("is no object", "{\"1\": [0, 1]}");
        for (const auto& [name, list] : place.json().items())
            known[name] = place.at(name.c_str()).wholes(0, std::ssize(traces) - 1);
    }
    return WorkloadReader(traces, std::move(known), prefix).run();
}

Workload read_workload(const std::string& path, const std::string& groups) {
    const auto prefix = prefix_in(path);
    const auto beside = (std::filesystem::path(prefix).parent_path() / "groups.json").string();
    const auto& named = groups.empty() ? beside : groups;
    const bool is_there = !groups.empty() || std::filesystem::exists(beside);
    return workload_of(read_traces(prefix), is_there ? file_text(named) : "", prefix, named);
}

}  // namespace lightsweep::sweeps
