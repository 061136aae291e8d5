#include "sweeps/interchange/trace_simulation.hpp"

#include <cmath>
#include <deque>
#include <map>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t most_trace_faults = 20;

std::string node_name(const TraceNode& node) {
    return "node " + std::to_string(node.id) + " (" + node.name.substr(0, 60) + ")";
}

class TraceMachine {
  public:
    TraceMachine(const std::vector<TraceFile>& ranks, const TraceFabric& fabric)
        : ranks_(ranks), fabric_(fabric) {
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            index_.emplace_back(ranks[rank], "rank " + std::to_string(rank), run_.faults);
            waits_.push_back(index_.back().waits());
            for (const auto& node : ranks[rank].nodes) check(rank, node);
        }
    }
    TraceRun carry_out() {
        if (run_.faults.empty()) {
            for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
                for (std::size_t i = 0; i < ranks_[rank].nodes.size(); ++i)
                    if (index_[rank].waits()[i] == 0) start({rank, i});
            while (!events_.empty()) step();
            for (std::size_t rank = 0; rank < ranks_.size(); ++rank) name_waiting(rank);
            for (const auto& [key, box] : mail_)
                if (box.arrived > 0)
                    run_.faults.push_back("rank " + std::to_string(std::get<1>(key)) +
                                          ": never receives " + std::to_string(std::get<3>(key)) +
                                          " bytes of rank " + std::to_string(std::get<0>(key)) +
                                          ", tag " + std::to_string(std::get<2>(key)));
        }
        if (const auto n = run_.faults.size(); n > most_trace_faults) {
            run_.faults.resize(most_trace_faults);
            run_.faults.push_back(std::to_string(n - most_trace_faults) + " further faults");
        }
        return std::move(run_);
    }

  private:
    struct At {
        std::size_t rank, node;
    };
    struct Event {
        double time;
        std::uint64_t order;
        At at;
        bool operator>(const Event& other) const {
            return std::pair(time, order) > std::pair(other.time, other.order);
        }
    };
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    struct Mailbox {
        std::size_t arrived = 0;
        std::deque<At> waiting{};
    };

    const TraceNode& node_of(At at) const { return ranks_[at.rank].nodes[at.node]; }
    static Key key_of(const TraceNode& one) {
        return {*one.source, *one.target, *one.tag, *one.bytes};
    }
    void check(std::size_t rank, const TraceNode& node) {
        const auto fault = [&](const std::string& what) {
            run_.faults.push_back("rank " + std::to_string(rank) + ": " + node_name(node) + ": " +
                                  what);
        };
        if (node.type == TraceType::computation) return;
        if (node.type != TraceType::send && node.type != TraceType::receive)
            return fault("type " + std::to_string(static_cast<int>(node.type)) +
                         " does not run in a custom collective");
        if (!node.source || !node.target || !node.tag || !node.bytes)
            return fault("lacks comm_src, comm_dst, comm_tag or comm_size");
        const auto n = static_cast<std::int64_t>(ranks_.size());
        const auto own = node.type == TraceType::send ? *node.source : *node.target;
        const auto other = node.type == TraceType::send ? *node.target : *node.source;
        if (own != static_cast<std::int64_t>(rank) || other < 0 || other >= n || other == own)
            fault("comm_src = " + std::to_string(*node.source) + ", comm_dst = " +
                  std::to_string(*node.target) + ": is no message of this rank with another");
        if (*node.bytes <= 0) fault("comm_size = " + std::to_string(*node.bytes));
    }
    void start(At at) {
        const auto& node = node_of(at);
        if (node.type == TraceType::receive) {
            auto& box = mail_[key_of(node)];
            if (box.arrived == 0) return box.waiting.push_back(at);
            --box.arrived;
            return ended_.push(at);
        }
        const double takes =
            node.type == TraceType::computation
                ? (node.micros == 0 ? 1 : 1e3 * static_cast<double>(node.micros))
                : std::floor(fabric_.latency + static_cast<double>(*node.bytes) / fabric_.rate);
        events_.push({run_.end + takes, order_++, at});
    }
    /// The next event, and all that ends with it at the same moment.
    void step() {
        const auto event = events_.top();
        events_.pop();
        run_.end = event.time;
        ended_.push(event.at);
        while (!ended_.empty()) {
            const auto at = ended_.front();
            ended_.pop();
            if (node_of(at).type == TraceType::send) deliver(node_of(at));
            waits_[at.rank][at.node] = done;
            for (const auto next : index_[at.rank].followers(at.node))
                if (--waits_[at.rank][next] == 0) start({at.rank, next});
        }
    }
    void deliver(const TraceNode& message) {
        auto& box = mail_[key_of(message)];
        if (box.waiting.empty()) return void(++box.arrived);
        ended_.push(box.waiting.front());
        box.waiting.pop_front();
    }
    void name_waiting(std::size_t rank) {
        for (std::size_t i = 0; i < waits_[rank].size(); ++i)
            if (waits_[rank][i] != done) {
                run_.faults.push_back("rank " + std::to_string(rank) + ": " +
                                      node_name(ranks_[rank].nodes[i]) + ": never ends");
                return;
            }
    }

    static constexpr std::size_t done = ~std::size_t{0};
    const std::vector<TraceFile>& ranks_;
    TraceFabric fabric_;
    TraceRun run_{};
    std::vector<TraceIndex> index_{};
    std::vector<std::vector<std::size_t>> waits_{};
    std::map<Key, Mailbox> mail_{};
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_{};
    std::queue<At> ended_{};
    std::uint64_t order_ = 0;
};

}  // namespace

TraceIndex::TraceIndex(const TraceFile& trace, const std::string& place,
                       std::vector<std::string>& faults)
    : followers_(trace.nodes.size()), waits_(trace.nodes.size(), 0) {
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < trace.nodes.size(); ++i)
        if (!places.emplace(trace.nodes[i].id, i).second)
            faults.push_back(place + ": " + node_name(trace.nodes[i]) + ": its id stands twice");
    for (std::size_t i = 0; i < trace.nodes.size(); ++i)
        for (const auto id : trace.nodes[i].waits)
            if (const auto found = places.find(id); found == places.end())
                faults.push_back(place + ": " + node_name(trace.nodes[i]) + ": waits for node " +
                                 std::to_string(id) + ", which is not there");
            else {
                followers_[found->second].push_back(i);
                ++waits_[i];
            }
}

TraceRun run_traces(const std::vector<TraceFile>& ranks, const TraceFabric& fabric) {
    return TraceMachine(ranks, fabric).carry_out();
}

}  // namespace lightsweep::sweeps
