#include "kernels/relayed_execution_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <random>
#include <set>

#include "kernels/execution_agreement.hpp"
#include "kernels/plane_collectives.hpp"
#include "kernels/rank_memory.hpp"

namespace lightsweep::kernels {

namespace {

std::string place(const GroupRun& group) {
    return "step " + std::to_string(group.step) + ", planes of " +
           std::to_string(group.planes.front()) + ": ";
}

class Execution {
  public:
    Execution(const RelayedPlan& plan, const std::vector<Permutation>& start,
              const Parameters& parameters, const Collective& promise,
              const ExecutionTiming& timing)
        : plan_(plan),
          parameters_(parameters),
          promise_(promise),
          timing_(timing),
          random_(timing.seed),
          problem_{plane_steps(promise, parameters.message), {}},
          memory_(plan.tracks, problem_, promise),
          held_(start),
          streams_(plan.groups.size()),
          state_(plan.groups.size(), State::waiting),
          setups_done_(start.size(), 0),
          busy_(start.size(), false) {
        for (const auto& stream : plan.streams) streams_[stream.group].push_back(&stream);
    }

    ExecutionResult run() {
        begin_what_can();
        while (!events_.empty() && result_.violation.empty()) {
            const auto event = events_.top();
            events_.pop();
            now_ = event.time;
            event.is_setup ? finish_setup(event.index) : finish_group(event.index);
            begin_what_can();
        }
        for (std::size_t g = 0; g < state_.size() && result_.violation.empty(); ++g)
            if (state_[g] != State::done) fail(place(plan_.groups[g]) + "waits for ever");
        if (result_.violation.empty()) result_.violation = memory_.broken_promise();
        return result_;
    }

  private:
    enum class State { waiting, running, done };
    struct Event {
        double time;
        std::size_t order;
        bool is_setup;
        std::size_t index;  ///< of the plane, or the group
        bool operator>(const Event& other) const {
            return std::pair(time, order) > std::pair(other.time, other.order);
        }
    };

    void fail(const std::string& what) {
        if (result_.violation.empty()) result_.violation = what;
    }
    double later_by(double duration) {
        const double chance = std::uniform_real_distribution<>(0, 1)(random_);
        return now_ + duration * (1 + timing_.spread * chance);
    }

    // ---- setups ----

    /// Whether all groups of steps up to this one have ended, those of one plane or all.
    bool have_ended(std::ptrdiff_t step, int plane = -1) const {
        for (std::size_t g = 0; g < plan_.groups.size(); ++g) {
            const auto& group = plan_.groups[g];
            const auto& planes = group.planes;
            if (state_[g] == State::done || static_cast<std::ptrdiff_t>(group.step) > step)
                continue;
            if (plane < 0 || std::find(planes.begin(), planes.end(), plane) != planes.end())
                return false;
        }
        return true;
    }
    void begin_what_can() {
        for (std::size_t plane = 0; plane < held_.size(); ++plane) begin_setup(plane);
        for (std::size_t g = 0; g < plan_.groups.size(); ++g)
            if (state_[g] == State::waiting && may_begin(plan_.groups[g])) begin_group(g);
    }
    void begin_setup(std::size_t plane) {
        const auto& setups = plan_.tracks.planes[plane].setups;
        const auto next = static_cast<std::size_t>(setups_done_[plane]);
        if (switching_.count(plane) || next == setups.size()) return;
        if (!have_ended(setups[next].after_step, static_cast<int>(plane))) return;
        if (busy_[plane])
            return fail("plane " + std::to_string(plane) + " reconfigures under a running group");
        switching_.insert(plane);
        events_.push({later_by(parameters_.reconfiguration_delay), order_++, true, plane});
    }
    void finish_setup(std::size_t plane) {
        const auto& setups = plan_.tracks.planes[plane].setups;
        held_[plane] = setups[static_cast<std::size_t>(setups_done_[plane]++)].circuits;
        switching_.erase(plane);
    }

    // ---- groups ----

    bool may_begin(const GroupRun& group) const {
        if (!have_ended(group.after_step)) return false;
        for (std::size_t j = 0; j < group.planes.size(); ++j)
            if (setups_done_[static_cast<std::size_t>(group.planes[j])] <
                group.after_reconfiguration[j])
                return false;
        return true;
    }
    void begin_group(std::size_t g) {
        const auto& group = plan_.groups[g];
        for (const int plane : group.planes) {
            const auto at = static_cast<std::size_t>(plane);
            if (busy_[at] || switching_.count(at))
                return fail(place(group) + "plane " + std::to_string(plane) + " is busy");
            busy_[at] = true;
        }
        if (group.step > 0 && !have_ended(static_cast<std::ptrdiff_t>(group.step) - 1))
            return fail(place(group) + "begins before the step before has ended");
        std::map<std::pair<int, Node>, std::int64_t> loads;
        for (const auto* stream : streams_[g]) {
            if (const auto fault = begin_stream(group, *stream, loads); !fault.empty())
                return fail(place(group) + "from rank " + std::to_string(stream->origin) + ": " +
                            fault);
        }
        std::int64_t most = 0;
        for (const auto& [circuit, load] : loads) most = std::max(most, load);
        const double rate = parameters_.bandwidth / static_cast<double>(held_.size());
        state_[g] = State::running;
        events_.push(
            {later_by(parameters_.per_step_latency + parameters_.per_hop_latency * hops_of(group) +
                      static_cast<double>(most) / rate),
             order_++, false, g});
    }
    /// Fewest circuits between the farthest pair of the step, over all planes of the group.
    Node hops_of(const GroupRun& group) const {
        Node most = 0;
        const auto& peer = promise_.steps[group.step].peer;
        for (Node from = 0; from < promise_.n; ++from)
            if (peer(from) != from) most = std::max(most, distance(group, from, peer(from)));
        return most;
    }
    Node distance(const GroupRun& group, Node from, Node to) const {
        std::vector<Node> reached(static_cast<std::size_t>(promise_.n), -1);
        std::queue<Node> open;
        open.push(from);
        reached[static_cast<std::size_t>(from)] = 0;
        while (!open.empty() && reached[static_cast<std::size_t>(to)] < 0) {
            const Node node = open.front();
            open.pop();
            for (const int plane : group.planes) {
                const Node next = held_[static_cast<std::size_t>(plane)](node);
                auto& at = reached[static_cast<std::size_t>(next)];
                if (at >= 0) continue;
                at = reached[static_cast<std::size_t>(node)] + 1;
                open.push(next);
            }
        }
        return std::max<Node>(0, reached[static_cast<std::size_t>(to)]);
    }

    /// Follows the way; what is wrong with it, or "".
    std::string begin_stream(const GroupRun& group, const RelayedStream& stream,
                             std::map<std::pair<int, Node>, std::int64_t>& loads) {
        if (stream.step != group.step || stream.way.empty()) return "a stream of another step";
        std::set<Node> seen{stream.origin};
        Node node = stream.origin;
        for (const auto& hop : stream.way) {
            const auto& planes = group.planes;
            if (std::find(planes.begin(), planes.end(), hop.plane) == planes.end())
                return "plane " + std::to_string(hop.plane) + " is not one of the group's";
            if (held_[static_cast<std::size_t>(hop.plane)](node) != hop.to)
                return "no circuit leads from rank " + std::to_string(node) + " to rank " +
                       std::to_string(hop.to) + " on plane " + std::to_string(hop.plane);
            if (!seen.insert(hop.to).second) return "the way visits a rank twice";
            loads[{hop.plane, node}] += bytes_of(stream.send);
            node = hop.to;
        }
        if (node != promise_.steps[stream.step].peer(stream.origin))
            return "the way ends at rank " + std::to_string(node);
        if (bytes_of(stream.send) != bytes_of(stream.receive)) return "bytes are lost on the way";
        return lock(stream);
    }
    static Exchange sending(const RelayedStream& stream) {
        Exchange one{.step = stream.step, .part = stream.part, .plane = stream.way.front().plane};
        one.send = stream.send;
        return one;
    }
    static Exchange receiving(const RelayedStream& stream) {
        Exchange one{.step = stream.step, .part = stream.part, .plane = stream.way.back().plane};
        one.receive = stream.receive;
        one.reduce = stream.reduce;
        return one;
    }
    std::string lock(const RelayedStream& stream) {
        for (const auto& one : {sending(stream), receiving(stream)})
            if (auto fault = bad_ranges(plan_.tracks, one); !fault.empty()) return fault;
        std::string fault;
        in_flight_[&stream] = memory_.read(stream.origin, sending(stream), fault);
        if (fault.empty()) fault = memory_.lock(stream.origin, sending(stream), false);
        if (fault.empty()) fault = memory_.lock(stream.target(), receiving(stream), true);
        ++result_.n_transfers;
        return fault;
    }

    void finish_group(std::size_t g) {
        const auto& group = plan_.groups[g];
        for (const int plane : group.planes) busy_[static_cast<std::size_t>(plane)] = false;
        for (const auto* stream : streams_[g]) {
            memory_.unlock(stream->origin, sending(*stream), false);
            memory_.unlock(stream->target(), receiving(*stream), true);
            const auto data = in_flight_.extract(stream);
            const auto fault = memory_.write(stream->target(), receiving(*stream), data.mapped());
            if (!fault.empty()) return fail(place(group) + fault);
        }
        state_[g] = State::done;
        result_.end = now_;
        if (have_ended(static_cast<std::ptrdiff_t>(group.step))) finish_step(group.step);
    }
    /// What waits in scratch goes to the vector when all of the step has arrived.
    void finish_step(std::size_t step) {
        for (const auto& stream : plan_.streams) {
            if (stream.step != step) continue;
            const auto fault = memory_.apply_scratch(stream.target(), receiving(stream));
            if (!fault.empty()) return fail("step " + std::to_string(step) + " | " + fault);
        }
    }

    const RelayedPlan& plan_;
    const Parameters& parameters_;
    const Collective& promise_;
    ExecutionTiming timing_;
    std::mt19937_64 random_;
    PlaneProblem problem_;
    RankMemory memory_;
    std::vector<Permutation> held_;
    std::vector<std::vector<const RelayedStream*>> streams_;  ///< by group
    std::vector<State> state_;                                ///< of every group
    std::vector<int> setups_done_;                            ///< per plane
    std::vector<bool> busy_;                                  ///< per plane: sending
    std::set<std::size_t> switching_{};
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_{};
    std::map<const RelayedStream*, std::vector<SymbolPiece>> in_flight_{};
    ExecutionResult result_{};
    double now_ = 0;
    std::size_t order_ = 0;
};

}  // namespace

ExecutionResult execute_relayed(const RelayedPlan& plan, const std::vector<Permutation>& start,
                                const Parameters& parameters, const Collective& promise,
                                const ExecutionTiming& timing) {
    if (plan.tracks.planes.size() != start.size()) return {0, 0, "the plan has other planes"};
    for (std::size_t j = 0; j < start.size(); ++j)
        if (!plan.tracks.planes[j].held || !(*plan.tracks.planes[j].held == start[j]))
            return {0, 0,
                    "plane " + std::to_string(j) + " begins with circuits that it does not hold"};
    return Execution(plan, start, parameters, promise, timing).run();
}

}  // namespace lightsweep::kernels
