#include "kernels/execution/plane_execution_check.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <random>
#include <set>

#include "kernels/execution/execution_plan.hpp"
#include "kernels/execution/rank_memory.hpp"

namespace lightsweep::kernels {

namespace {

/// Streams that begin at the same moment and end at the same moment: one, or all of a group.
struct Batch {
    std::size_t group;
    std::vector<const Stream*> streams{};
    std::vector<std::size_t> parties{};  ///< who waits for its own steps: ranks, or 0 for all
};

struct Event {
    double time;
    std::size_t order;  ///< of its start: ties are first come, first served
    bool is_setup;
    std::size_t index;  ///< of the plane, or the batch
    bool operator>(const Event& other) const {
        return std::pair(time, order) > std::pair(other.time, other.order);
    }
};

using StepCounts = std::map<std::size_t, int>;  ///< batches that have not ended, by step

bool has_ended(const StepCounts& unfinished, std::ptrdiff_t step) {
    return unfinished.empty() || static_cast<std::ptrdiff_t>(unfinished.begin()->first) > step;
}

void count_down(StepCounts& unfinished, std::size_t step) {
    if (--unfinished[step] == 0) unfinished.erase(step);
}

struct PlaneState {
    std::optional<Permutation> circuits;
    std::size_t done = 0;  ///< setups
    bool switching = false;
    int running = 0;  ///< batches
    StepCounts unfinished{};
    std::set<Node> sending{}, receiving{};  ///< ports in use
};

struct PartyState {
    StepCounts unfinished{};
    /// Batches that have not begun, after the step that they wait for.
    std::set<std::pair<std::ptrdiff_t, std::size_t>> waiting{};
};

class Execution {
  public:
    Execution(const ExecutionPlan& plan, const GroupProblem& problem, const Collective& promise,
              const ExecutionTiming& timing)
        : plan_(plan),
          problem_(problem),
          promise_(promise),
          spread_(timing.spread),
          random_(timing.seed),
          memory_(plan, problem.bytes, promise),
          parties_(plan.together ? 1 : static_cast<std::size_t>(plan.n)) {
        for (const auto& track : plan.planes) planes_.push_back({track.held});
        list_batches();
        for (std::size_t b = 0; b < batches_.size(); ++b) expect(b);
    }

    ExecutionResult run() {
        for (std::size_t plane = 0; plane < planes_.size(); ++plane) begin_setup(plane);
        begin_all();
        while (!events_.empty() && result_.violation.empty()) {
            const Event event = events_.top();
            events_.pop();
            now_ = event.time;
            event.is_setup ? finish_setup(event.index) : finish(event.index);
        }
        for (const auto& party : parties_)
            if (!party.waiting.empty())
                fail(place(party.waiting.begin()->second) + "waits for ever");
        if (result_.violation.empty()) result_.violation = memory_.broken_promise();
        return result_;
    }

  private:
    void list_batches() {
        if (plan_.together)
            for (std::size_t g = 0; g < plan_.groups.size(); ++g) batches_.push_back({g, {}, {0}});
        for (const auto& stream : plan_.streams) {
            if (plan_.together)
                batches_[stream.group].streams.push_back(&stream);
            else
                batches_.push_back({stream.group,
                                    {&stream},
                                    {static_cast<std::size_t>(stream.origin),
                                     static_cast<std::size_t>(stream.target())}});
            arrivals_[{plan_.together ? 0 : stream.target(), stream.step}].push_back(&stream);
        }
    }
    void expect(std::size_t b) {
        const auto step = group_of(b).step;
        for (const auto party : batches_[b].parties) {
            ++parties_[party].unfinished[step];
            parties_[party].waiting.insert({group_of(b).after_step, b});
        }
        for (const int plane : group_of(b).planes) ++plane_state(plane).unfinished[step];
    }

    const GroupRun& group_of(std::size_t b) const { return plan_.groups[batches_[b].group]; }
    PlaneState& plane_state(int plane) { return planes_[plane]; }
    std::string place(std::size_t b) const {
        const auto& group = group_of(b);
        auto text = "step " + std::to_string(group.step) + ", plane " +
                    std::to_string(group.planes.front()) + ": ";
        if (plan_.together) return text;
        return text + "rank " + std::to_string(batches_[b].streams[0]->origin) + " ";
    }
    void fail(const std::string& what) {
        if (result_.violation.empty()) result_.violation = what;
    }
    void add_event(double duration, bool is_setup, std::size_t index) {
        const double chance = std::uniform_real_distribution<>(0, 1)(random_);
        events_.push({now_ + duration * (1 + spread_ * chance), order_++, is_setup, index});
    }

    // ---- setups ----

    void begin_setup(std::size_t p) {
        auto& plane = planes_[p];
        const auto& setups = plan_.planes[p].setups;
        if (plane.switching || plane.done == setups.size()) return;
        if (!has_ended(plane.unfinished, setups[plane.done].after_step)) return;
        if (plane.running > 0)
            return fail("plane " + std::to_string(p) + " reconfigures for step " +
                        std::to_string(setups[plane.done].for_step) + " under a running stream");
        plane.switching = true;
        add_event(problem_.planes[p].reconfiguration_delay, true, p);
    }
    void finish_setup(std::size_t p) {
        auto& plane = planes_[p];
        plane.circuits = plan_.planes[p].setups[plane.done++].circuits;
        plane.switching = false;
        begin_setup(p);
        begin_all();
    }

    // ---- batches ----

    void begin_all() {
        for (std::size_t party = 0; party < parties_.size(); ++party) begin_waiting(party);
    }
    void begin_waiting(std::size_t party) {
        auto& waiting = parties_[party].waiting;
        for (auto next = waiting.begin(); next != waiting.end() && result_.violation.empty();) {
            const auto [after_step, b] = *next++;
            if (!has_ended(parties_[party].unfinished, after_step)) break;
            if (may_begin(b)) begin(b);
        }
    }
    bool may_begin(std::size_t b) const {
        const auto& group = group_of(b);
        for (const auto party : batches_[b].parties)
            if (!has_ended(parties_[party].unfinished, group.after_step)) return false;
        for (std::size_t j = 0; j < group.planes.size(); ++j)
            if (planes_[group.planes[j]].done <
                static_cast<std::size_t>(group.after_reconfiguration[j]))
                return false;
        return true;
    }
    void begin(std::size_t b) {
        const auto& group = group_of(b);
        for (const int plane : group.planes) {
            auto& state = plane_state(plane);
            if (state.switching || (plan_.together && state.running > 0))
                return fail(place(b) + "plane " + std::to_string(plane) + " is busy");
            ++state.running;
        }
        for (const auto party : batches_[b].parties) {
            if (!has_ended(parties_[party].unfinished, static_cast<std::ptrdiff_t>(group.step) - 1))
                return fail(place(b) + "begins before the step before has ended");
            parties_[party].waiting.erase({group.after_step, b});
        }
        std::map<std::pair<int, Node>, std::int64_t> loads;
        for (const auto* stream : batches_[b].streams)
            if (const auto fault = begin_stream(group, *stream, loads); !fault.empty())
                return fail(place(b) + "from rank " + std::to_string(stream->origin) + ": " +
                            fault);
        if (const auto fault = take_ports(loads); !fault.empty()) return fail(place(b) + fault);
        double sending = 0;
        for (const auto& [circuit, load] : loads)
            sending = std::max(
                sending, static_cast<double>(load) / problem_.planes[circuit.first].bandwidth);
        add_event(problem_.per_step_latency + propagation(batches_[b]) + sending, false, b);
    }
    /// Follows the way; what is wrong with it, or "".
    std::string begin_stream(const GroupRun& group, const Stream& stream,
                             std::map<std::pair<int, Node>, std::int64_t>& loads) {
        std::set<Node> seen{stream.origin};
        Node node = stream.origin;
        for (const auto& hop : stream.way) {
            const auto& planes = group.planes;
            if (std::ranges::find(planes, hop.plane) == planes.end())
                return "plane " + std::to_string(hop.plane) + " is not one of the group's";
            const auto& circuits = plane_state(hop.plane).circuits;
            if (!circuits || (*circuits)(node) != hop.to)
                return "no circuit leads from rank " + std::to_string(node) + " to rank " +
                       std::to_string(hop.to) + " on plane " + std::to_string(hop.plane);
            if (!seen.insert(hop.to).second) return "the way visits a rank twice";
            loads[{hop.plane, node}] += bytes_of(stream.send);
            node = hop.to;
        }
        const auto demand = promise_.steps[stream.step].demand();
        bool is_peer = false;
        for (std::size_t c = 0; c < demand.size(); ++c)
            is_peer = is_peer || demand[c](stream.origin) == node;
        if (!is_peer) return "the way ends at rank " + std::to_string(node);
        std::string fault;
        in_flight_[&stream] = memory_.read(stream, fault);
        return fault.empty() ? memory_.lock(stream) : fault;
    }
    /// The streams of a batch share ports, those of two batches may not.
    std::string take_ports(const std::map<std::pair<int, Node>, std::int64_t>& loads) {
        for (const auto& [circuit, load] : loads) {
            auto& plane = plane_state(circuit.first);
            if (!plane.sending.insert(circuit.second).second ||
                !plane.receiving.insert((*plane.circuits)(circuit.second)).second)
                return "two streams on one port";
        }
        return {};
    }
    /// Of the longest way.
    double propagation(const Batch& batch) const {
        std::size_t most = 0;
        for (const auto* stream : batch.streams) most = std::max(most, stream->way.size());
        return problem_.per_hop_latency * static_cast<double>(most);
    }

    void finish(std::size_t b) {
        const auto& group = group_of(b);
        result_.end = now_;
        for (const auto* stream : batches_[b].streams)
            if (const auto fault = arrive(*stream); !fault.empty()) return fail(place(b) + fault);
        for (const int plane : group.planes) {
            auto& state = plane_state(plane);
            --state.running;
            count_down(state.unfinished, group.step);
            begin_setup(static_cast<std::size_t>(plane));
        }
        for (const auto party : batches_[b].parties) {
            count_down(parties_[party].unfinished, group.step);
            if (!parties_[party].unfinished.contains(group.step)) finish_step(party, group.step);
        }
    }
    std::string arrive(const Stream& stream) {
        memory_.unlock(stream);
        Node node = stream.origin;
        for (const auto& hop : stream.way) {
            plane_state(hop.plane).sending.erase(node);
            plane_state(hop.plane).receiving.erase(hop.to);
            node = hop.to;
        }
        return memory_.write(stream, in_flight_.extract(&stream).mapped());
    }
    /// What waits in scratch goes to the vector when all of the step has arrived; then whoever
    /// waited for the party may begin.
    void finish_step(std::size_t party, std::size_t step) {
        for (const auto* stream : arrivals_[{static_cast<Node>(party), step}])
            if (const auto fault = memory_.apply_scratch(*stream); !fault.empty())
                return fail("step " + std::to_string(step) + " | " + fault);
        begin_waiting(party);
    }

    const ExecutionPlan& plan_;
    const GroupProblem& problem_;
    const Collective& promise_;
    double spread_;
    std::mt19937_64 random_;
    RankMemory memory_;
    std::vector<PlaneState> planes_{};
    std::vector<PartyState> parties_;
    std::vector<Batch> batches_{};
    std::map<std::pair<Node, std::size_t>, std::vector<const Stream*>> arrivals_{};  ///< by party
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_{};
    std::map<const Stream*, std::vector<SymbolPiece>> in_flight_{};
    ExecutionResult result_{};
    double now_ = 0;
    std::size_t order_ = 0;
};

}  // namespace

ExecutionResult execute(const ExecutionPlan& plan, const GroupProblem& problem,
                        const Collective& promise, const ExecutionTiming& timing) {
    if (const auto fault = fault_in(plan, problem); !fault.empty()) return {0, fault};
    return Execution(plan, problem, promise, timing).run();
}

}  // namespace lightsweep::kernels
