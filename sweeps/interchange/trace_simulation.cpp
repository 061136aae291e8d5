#include "sweeps/interchange/trace_simulation.hpp"

#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <queue>

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t most_trace_faults = 20;

class TraceMachine {
  public:
    TraceMachine(const std::vector<TraceFile>& ranks, double latency, double rate)
        : ranks_(ranks), latency_(latency), rate_(rate), states_(ranks.size()) {
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) read(rank);
    }
    TraceRun carry_out() {
        if (run_.faults.empty()) run();
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
    struct State {
        std::size_t waits = 0;
        bool is_done = false;
        std::vector<std::size_t> followers{};
    };
    struct Event {
        double time;
        std::uint64_t order;
        At at;
        bool operator>(const Event& other) const {
            return std::pair(time, order) > std::pair(other.time, other.order);
        }
    };
    struct Mailbox {
        std::size_t arrived = 0;
        std::deque<At> waiting{};
    };

    void fault(std::size_t rank, const TraceNode& node, const std::string& what) {
        run_.faults.push_back("rank " + std::to_string(rank) + ": node " + std::to_string(node.id) +
                              " (" + node.name.substr(0, 60) + "): " + what);
    }
    void read(std::size_t rank) {
        const auto& nodes = ranks_[rank].nodes;
        states_[rank].resize(nodes.size());
        for (const auto& node : nodes) check(rank, node);
        const auto waits = waits_in(ranks_[rank], "rank " + std::to_string(rank), run_.faults);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            states_[rank][i].waits = waits[i].size();
            for (const auto wait : waits[i]) states_[rank][wait].followers.push_back(i);
        }
    }
    void check(std::size_t rank, const TraceNode& node) {
        const bool sends = node.type == TraceType::send;
        if (node.type == TraceType::computation) return;
        if (!sends && node.type != TraceType::receive)
            return fault(rank, node,
                         "type " + std::to_string(static_cast<int>(node.type)) +
                             " does not run in a custom collective");
        if (!node.source || !node.target || !node.tag || !node.bytes || *node.bytes <= 0)
            return fault(rank, node, "lacks comm_src, comm_dst, comm_tag or comm_size");
        const auto own = sends ? *node.source : *node.target;
        const auto other = sends ? *node.target : *node.source;
        if (own != static_cast<std::int64_t>(rank) || other < 0 || other == own ||
            other >= static_cast<std::int64_t>(ranks_.size()))
            fault(rank, node,
                  "comm_src = " + std::to_string(*node.source) + ", comm_dst = " +
                      std::to_string(*node.target) + ": is no message of this rank with another");
    }
    void run() {
        for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
            for (std::size_t i = 0; i < states_[rank].size(); ++i)
                if (states_[rank][i].waits == 0) start({rank, i});
        for (; !events_.empty(); step()) run_.end = events_.top().time;
        for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
            for (std::size_t i = 0; i < states_[rank].size(); ++i)
                if (!states_[rank][i].is_done) {
                    fault(rank, ranks_[rank].nodes[i], "never ends");
                    break;
                }
        for (const auto& [key, box] : mail_)
            if (box.arrived > 0)
                run_.faults.push_back("rank " + std::to_string(key[1]) + ": never receives " +
                                      std::to_string(key[3]) + " bytes of rank " +
                                      std::to_string(key[0]) + ", tag " + std::to_string(key[2]));
    }
    Mailbox& mailbox(const TraceNode& one) {
        return mail_[{*one.source, *one.target, *one.tag, *one.bytes}];
    }
    void start(At at) {
        const auto& node = ranks_[at.rank].nodes[at.node];
        if (node.type == TraceType::receive) {
            auto& box = mailbox(node);
            if (box.arrived == 0) return box.waiting.push_back(at);
            --box.arrived;
            return ended_.push(at);
        }
        const double micros = node.micros == 0 ? 1e-3 : static_cast<double>(node.micros);
        const double takes = node.type == TraceType::computation
                                 ? 1e3 * micros
                                 : std::floor(latency_ + static_cast<double>(*node.bytes) / rate_);
        events_.push({run_.end + takes, order_++, at});
    }
    /// The next event, and all that ends with it at the same moment.
    void step() {
        ended_.push(events_.top().at);
        events_.pop();
        for (; !ended_.empty(); ended_.pop()) {
            const auto at = ended_.front();
            const auto& node = ranks_[at.rank].nodes[at.node];
            if (node.type == TraceType::send) deliver(mailbox(node));
            states_[at.rank][at.node].is_done = true;
            for (const auto next : states_[at.rank][at.node].followers)
                if (--states_[at.rank][next].waits == 0) start({at.rank, next});
        }
    }
    void deliver(Mailbox& box) {
        if (box.waiting.empty()) return void(++box.arrived);
        ended_.push(box.waiting.front());
        box.waiting.pop_front();
    }

    const std::vector<TraceFile>& ranks_;
    double latency_, rate_;
    TraceRun run_{};
    std::vector<std::vector<State>> states_;
    std::map<std::array<std::int64_t, 4>, Mailbox> mail_{};
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_{};
    std::queue<At> ended_{};
    std::uint64_t order_ = 0;
};

}  // namespace

TraceRun run_traces(const std::vector<TraceFile>& ranks, double latency, double rate) {
    return TraceMachine(ranks, latency, rate).carry_out();
}

}  // namespace lightsweep::sweeps
