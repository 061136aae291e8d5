#include "kernels/plane_execution_check.hpp"

#include <algorithm>
#include <queue>
#include <set>

#include "kernels/execution_agreement.hpp"
#include "kernels/rank_memory.hpp"

namespace lightsweep::kernels {

namespace {

// ---- running -----------------------------------------------------------------------------------

struct Event {
    double time;
    std::size_t order;  ///< of its start: ties are first come, first served
    bool is_setup;
    Node sender;        ///< or the plane of a setup
    std::size_t index;  ///< of the sender's exchange
    bool operator>(const Event& other) const {
        return std::tie(time, order) > std::tie(other.time, other.order);
    }
};

struct PlaneState {
    std::optional<Permutation> circuits;
    int done = 0;  ///< setups
    bool switching = false;
    std::map<std::size_t, int> unfinished;  ///< transfers, by step
    int running = 0;
};

struct RankState {
    std::map<std::size_t, int> unfinished;        ///< halves of exchanges, by step
    std::set<std::size_t> waiting;                ///< exchanges whose sending has not begun
    std::vector<bool> port_sends, port_receives;  ///< per plane
};

class Execution {
  public:
    Execution(const ExecutionPlan& plan, const PlaneProblem& problem, const Collective& promise,
              const ExecutionTiming& timing)
        : plan_(plan),
          problem_(problem),
          timing_(timing),
          memory_(plan, problem, promise),
          planes_(plan.planes.size()),
          ranks_(plan.ranks.size()) {}

    ExecutionResult run(const ExchangeIndex& index) {
        index_ = &index;
        prepare();
        start_setups();
        for (Node rank = 0; rank < plan_.n; ++rank) start_sends(rank);
        while (!events_.empty() && result_.violation.empty()) {
            const Event event = events_.top();
            events_.pop();
            now_ = event.time;
            event.is_setup ? finish_setup(event.sender) : finish_transfer(event);
        }
        if (result_.violation.empty()) result_.violation = stuck();
        if (result_.violation.empty()) result_.violation = memory_.broken_promise();
        return result_;
    }

  private:
    void prepare() {
        for (std::size_t p = 0; p < planes_.size(); ++p) planes_[p].circuits = plan_.planes[p].held;
        for (Node rank = 0; rank < plan_.n; ++rank) {
            auto& state = ranks_[rank];
            state.port_sends.assign(planes_.size(), false);
            state.port_receives.assign(planes_.size(), false);
            const auto& exchanges = plan_.ranks[rank].exchanges;
            for (std::size_t e = 0; e < exchanges.size(); ++e) {
                const auto& exchange = exchanges[e];
                const int halves = (exchange.send_to >= 0) + (exchange.receive_from >= 0);
                if (halves > 0) state.unfinished[exchange.step] += halves;
                if (exchange.send_to < 0) continue;
                state.waiting.insert(e);
                ++planes_[exchange.plane].unfinished[exchange.step];
            }
        }
    }

    void fail(const std::string& what) {
        if (result_.violation.empty()) result_.violation = what;
    }

    /// A number in [0, 1) that depends on the seed and these alone.
    double chance(std::uint64_t a, std::uint64_t b) const {
        std::uint64_t x = timing_.seed * 0x9E3779B97F4A7C15ULL + a * 0xD1B54A32D192ED03ULL + b;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
        return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
    }
    double end_after(double duration, std::uint64_t a, std::uint64_t b) const {
        return now_ + duration * (1 + timing_.spread * chance(a, b));
    }

    // ---- setups ----

    void start_setups() {
        for (std::size_t p = 0; p < planes_.size(); ++p) start_setup(static_cast<int>(p));
    }
    void start_setup(int p) {
        auto& plane = planes_[p];
        const auto& setups = plan_.planes[p].setups;
        if (plane.switching || plane.done == static_cast<int>(setups.size())) return;
        const auto& setup = setups[plane.done];
        const auto& open = plane.unfinished;
        const auto after = setup.after_step;
        if (after >= 0 && !open.empty() && open.begin()->first <= static_cast<std::size_t>(after))
            return;
        if (plane.running > 0)
            return fail("plane " + std::to_string(p) + " reconfigures for step " +
                        std::to_string(setup.for_step) + " under a running transfer");
        plane.switching = true;
        const double delay = problem_.planes[p].reconfiguration_delay;
        events_.push({end_after(delay, static_cast<std::uint64_t>(p) + 1, plane.done), order_++,
                      true, static_cast<Node>(p), 0});
    }
    void finish_setup(int p) {
        auto& plane = planes_[p];
        plane.circuits = plan_.planes[p].setups[plane.done++].circuits;
        plane.switching = false;
        start_setup(p);
        for (Node rank = 0; rank < plan_.n; ++rank) start_sends(rank);
    }

    // ---- transfers ----

    bool may_begin(Node rank, const Exchange& exchange) const {
        const auto& open = ranks_[rank].unfinished;
        const bool earlier = exchange.after_step >= 0 && !open.empty() &&
                             open.begin()->first <= static_cast<std::size_t>(exchange.after_step);
        return !earlier && planes_[exchange.plane].done >= exchange.after_reconfiguration;
    }
    const Exchange& receiving(const Exchange& sent) const {
        const auto at = index_->at({sent.send_to, sent.step, sent.plane});
        return plan_.ranks[sent.send_to].exchanges[at];
    }
    void start_sends(Node rank) {
        auto& waiting = ranks_[rank].waiting;
        for (auto e = waiting.begin(); e != waiting.end() && result_.violation.empty();) {
            const auto& sent = plan_.ranks[rank].exchanges[*e];
            const auto index = *e;
            ++e;
            if (!may_begin(rank, sent) || !may_begin(sent.send_to, receiving(sent))) continue;
            waiting.erase(index);
            begin_transfer(rank, index, sent);
        }
    }
    void begin_transfer(Node rank, std::size_t index, const Exchange& sent) {
        auto& plane = planes_[sent.plane];
        const auto& received = receiving(sent);
        const auto where = describe(rank, sent);
        for (const Node end : {rank, sent.send_to})
            if (ranks_[end].unfinished.begin()->first < sent.step)
                return fail(where + "begins before rank " + std::to_string(end) +
                            " has ended step " +
                            std::to_string(ranks_[end].unfinished.begin()->first));
        if (plane.switching || !plane.circuits || (*plane.circuits)(rank) != sent.send_to)
            return fail(where + "sends to rank " + std::to_string(sent.send_to) +
                        ", to which its port does not lead");
        if (ranks_[rank].port_sends[sent.plane] || ranks_[sent.send_to].port_receives[sent.plane])
            return fail(where + "has two transfers on one port");
        std::string fault;
        auto stream = memory_.read(rank, sent, fault);
        if (fault.empty()) fault = memory_.lock(rank, sent, false);
        if (fault.empty()) fault = memory_.lock(sent.send_to, received, true);
        if (!fault.empty()) return fail(where + "| " + fault);
        ranks_[rank].port_sends[sent.plane] = ranks_[sent.send_to].port_receives[sent.plane] = true;
        ++plane.running;
        ++result_.n_transfers;
        in_flight_[{rank, index}] = std::move(stream);
        const double duration = problem_.base_latency + static_cast<double>(bytes_of(sent.send)) /
                                                            problem_.planes[sent.plane].bandwidth;
        const auto salt = static_cast<std::uint64_t>(rank) << 32 | index;
        events_.push({end_after(duration, salt, 77), order_++, false, rank, index});
    }
    void finish_transfer(const Event& event) {
        const auto& sent = plan_.ranks[event.sender].exchanges[event.index];
        const auto& received = receiving(sent);
        const Node to = sent.send_to;
        result_.end = now_;
        memory_.unlock(event.sender, sent, false);
        memory_.unlock(to, received, true);
        const auto stream = in_flight_.extract({event.sender, event.index});
        if (const auto fault = memory_.write(to, received, stream.mapped()); !fault.empty())
            return fail(describe(event.sender, sent) + "| " + fault);
        ranks_[event.sender].port_sends[sent.plane] = false;
        ranks_[to].port_receives[sent.plane] = false;
        auto& plane = planes_[sent.plane];
        --plane.running;
        if (--plane.unfinished[sent.step] == 0) plane.unfinished.erase(sent.step);
        start_setup(sent.plane);
        for (const Node rank : {event.sender, to}) finish_half(rank, sent.step);
    }
    void finish_half(Node rank, std::size_t step) {
        auto& unfinished = ranks_[rank].unfinished;
        if (--unfinished[step] > 0) return;
        unfinished.erase(step);
        for (const auto& exchange : plan_.ranks[rank].exchanges) {
            if (exchange.step != step) continue;
            if (const auto fault = memory_.apply_scratch(rank, exchange); !fault.empty())
                return fail(describe(rank, exchange) + "| " + fault);
        }
        start_sends(rank);
        const auto open = unfinished.empty()
                              ? PTRDIFF_MAX
                              : static_cast<std::ptrdiff_t>(unfinished.begin()->first);
        for (const auto& exchange : plan_.ranks[rank].exchanges)
            if (exchange.receive_from >= 0 && exchange.after_step < open &&
                exchange.after_step >= static_cast<std::ptrdiff_t>(step))
                start_sends(exchange.receive_from);
    }

    std::string stuck() const {
        for (Node rank = 0; rank < plan_.n; ++rank)
            if (!ranks_[rank].waiting.empty())
                return describe(rank, plan_.ranks[rank].exchanges[*ranks_[rank].waiting.begin()]) +
                       "waits for ever";
        return {};
    }

    const ExecutionPlan& plan_;
    const PlaneProblem& problem_;
    ExecutionTiming timing_;
    RankMemory memory_;
    const ExchangeIndex* index_ = nullptr;
    std::vector<PlaneState> planes_;
    std::vector<RankState> ranks_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::map<std::pair<Node, std::size_t>, std::vector<SymbolPiece>> in_flight_;
    ExecutionResult result_;
    double now_ = 0;
    std::size_t order_ = 0;
};

}  // namespace

ExecutionResult execute(const ExecutionPlan& plan, const PlaneProblem& problem,
                        const Collective& promise, const ExecutionTiming& timing) {
    ExecutionResult result;
    const auto index = index_of_exchanges(plan, result.violation);
    if (result.violation.empty()) result.violation = bad_start(plan, problem, promise);
    if (result.violation.empty()) result.violation = disagreement(plan, index);
    if (!result.violation.empty()) return result;
    return Execution(plan, problem, promise, timing).run(index);
}

}  // namespace lightsweep::kernels
