#include "sweeps/simulation/event_run.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>

namespace lightsweep::sweeps::simulation {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double together = 1 + 1e-12;

enum class Happens { start, next_hop, arrival, lit };

struct Event {
    double time;
    std::size_t number;
    Happens what;
    std::size_t item, way, hop;
    bool operator>(const Event& other) const {
        return std::tie(time, number) > std::tie(other.time, other.number);
    }
};

struct Flow {
    std::size_t item, way, hop;
    double left, since, rate = 0, end = never;  ///< bytes left at `since`
};

class Machine {
  public:
    Machine(const System& system, const RunOptions& options)
        : s_(system), o_(options), shares_(system.capacity) {
        run_.begin.assign(s_.n_items, never);
        run_.finish = run_.begin;
        run_.carried.assign(s_.capacity.size(), 0);
        run_.planes.resize(s_.planes.size());
        run_.released.resize(s_.n_items);
        std::iota(run_.released.begin(), run_.released.end(), 0);
        ways_left_.resize(s_.transfers.size());
        leads_to_.assign(s_.capacity.size(), -1);
        lit_.resize(s_.planes.size());
        sending_.assign(s_.planes.size(), 0);
        on_link_.assign(s_.capacity.size(), 0);
        is_dark_.assign(s_.planes.size(), false);
        is_cold_.assign(s_.planes.size(), true);
        index_waits();
        index_receives();
        for (const auto& [link, to] : s_.standing) light(link, to);
    }

    Run result() {
        run_.violations = s_.faults;
        for (std::size_t item = 0; item < s_.n_items; ++item)
            if (open_waits_[item] == 0) ready_.push_back(item);
        begin_ready();
        settle();
        while (!queue_.empty() || !active_.empty()) step();
        for (std::size_t item = 0; item < s_.n_items; ++item)
            if (run_.finish[item] == never) report_stuck(item);
        return std::move(run_);
    }

  private:
    // ---- who waits for whom ------------------------------------------------------------------
    void index_waits() {
        open_waits_.assign(s_.n_items, 0);
        first_.assign(s_.n_items + 1, 0);
        for (const auto& [item, on] : s_.waits) ++open_waits_[item], ++first_[on + 1];
        for (std::size_t i = 0; i < s_.n_items; ++i) first_[i + 1] += first_[i];
        waiting_.resize(s_.waits.size());
        auto next = first_;
        for (const auto& [item, on] : s_.waits) waiting_[next[on]++] = item;
    }
    void index_receives() {
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto target = static_cast<std::size_t>(s_.transfers[i].target);
            if (s_.transfers[i].writes.empty()) continue;
            if (receives_.size() <= target) receives_.resize(target + 1);
            receives_[target].push_back(i);
        }
    }
    void finish(std::size_t item) {
        run_.finish[item] = now_;
        if (item < s_.transfers.size() + s_.setups.size()) run_.end = now_;
        for (std::size_t w = first_[item]; w < first_[item + 1]; ++w)
            if (--open_waits_[waiting_[w]] == 0) {
                run_.released[waiting_[w]] = item;
                ready_.push_back(waiting_[w]);
            }
    }
    void begin_ready() {
        for (std::size_t i = 0; i < ready_.size(); ++i) {
            const std::size_t item = ready_[i];
            run_.begin[item] = now_;
            if (item < s_.transfers.size())
                begin_transfer(item);
            else if (item < s_.transfers.size() + s_.setups.size())
                begin_setup(item);
            else
                finish(item);
        }
        ready_.clear();
    }

    // ---- transfers ---------------------------------------------------------------------------
    void begin_transfer(std::size_t item) {
        const auto& transfer = s_.transfers[item];
        check_received(transfer);
        ways_left_[item] = transfer.ways.size();
        const double startup = s_.per_step * o_.jitter.startup(transfer.step, transfer.source,
                                                               transfer.target, transfer.plane);
        push(startup, Happens::start, item);
    }
    void begin_flow(std::size_t item, std::size_t at_way, std::size_t hop) {
        const auto& transfer = s_.transfers[item];
        const auto& way = transfer.ways[at_way];
        std::vector<Link> held;
        const std::size_t last = o_.store ? hop : way.hops.size() - 1;
        if (!o_.store && way.out >= 0) held.push_back(way.out);
        const auto hold = [&](const Circuit& circuit) {
            check_circuit(transfer, circuit);
            held.push_back(circuit.link);
            enter(circuit.link, 1);
            run_.carried[static_cast<std::size_t>(circuit.link)] += way.bytes;
        };
        for (std::size_t h = hop; h <= last; ++h) hold(way.hops[h]);
        for (const auto& segment : way.segments) hold(segment);
        if (!o_.store && way.in >= 0) held.push_back(way.in);
        if (free_.empty()) {
            free_.push_back(static_cast<int>(flows_.size()));
            flows_.emplace_back();
        }
        const int flow = free_.back();
        free_.pop_back();
        flows_[static_cast<std::size_t>(flow)] = {item, at_way, hop, way.bytes, now_};
        active_.push_back(flow);
        shares_.begin(flow, std::move(held), o_.weighted ? way.bytes : 1);
    }
    void end_flow(int number) {
        const auto [item, at_way, hop, left, since, rate, end] =
            flows_[static_cast<std::size_t>(number)];
        shares_.end(number);
        free_.push_back(number);
        const auto& way = s_.transfers[item].ways[at_way];
        const std::size_t last = o_.store ? hop : way.hops.size() - 1;
        for (std::size_t h = hop; h <= last; ++h) enter(way.hops[h].link, -1);
        for (const auto& segment : way.segments) enter(segment.link, -1);
        if (last + 1 < way.hops.size())
            push(s_.per_hop + (o_.relay_startup ? s_.per_step : 0), Happens::next_hop, item, at_way,
                 last + 1);
        else
            push(flight_of(way), Happens::arrival, item, at_way);
    }
    /// From a way's last byte to its end.
    double flight_of(const Way& way) const {
        const auto links = static_cast<double>(way.hops.size());
        const double whole = o_.by_distance && way.distance > 0 ? way.distance : links;
        const double behind = o_.store ? links - 1 : 0;  // hops that the bytes have made already
        return s_.per_hop * (whole * (o_.acknowledged ? 2 : 1) - behind) + last_packet(way);
    }
    /// The last packet leaves the source when the flow ends, and must follow link by link.
    double last_packet(const Way& way) const {
        if (o_.mtu == 0 || o_.store || way.hops.size() < 2) return 0;
        double slowest = never;
        for (std::size_t h = 1; h < way.hops.size(); ++h)
            slowest = std::min(slowest, s_.capacity[static_cast<std::size_t>(way.hops[h].link)]);
        return static_cast<double>(way.hops.size() - 1) * std::min(o_.mtu, way.bytes) / slowest;
    }

    // ---- planes ------------------------------------------------------------------------------
    void light(Link link, Rank to) {
        leads_to_[static_cast<std::size_t>(link)] = to;
        const int track = s_.track_of_link[static_cast<std::size_t>(link)];
        if (track < 0) return;
        is_cold_[static_cast<std::size_t>(track)] = false;
        lit_[static_cast<std::size_t>(track)].push_back(link);
    }
    void enter(Link link, int change) {
        on_link_[static_cast<std::size_t>(link)] += change;
        const int track = s_.track_of_link[static_cast<std::size_t>(link)];
        if (track >= 0) sending_[static_cast<std::size_t>(track)] += change;
    }
    void begin_setup(std::size_t item) {
        const auto& setup = s_.setups[item - s_.transfers.size()];
        const auto track = static_cast<std::size_t>(setup.track);
        if (sending_[track] > 0) report(changes_under_flow, s_.planes[track], setup.step);
        for (const Link link : lit_[track]) leads_to_[static_cast<std::size_t>(link)] = -1;
        lit_[track].clear();
        is_dark_[track] = true;
        push(setup.delay * o_.jitter.setup(s_.planes[track], setup.number), Happens::lit, item);
    }
    void end_setup(std::size_t item) {
        const auto& setup = s_.setups[item - s_.transfers.size()];
        is_dark_[static_cast<std::size_t>(setup.track)] = false;
        for (const auto& [link, to] : setup.circuits) light(link, to);
        finish(item);
    }

    // ---- violations --------------------------------------------------------------------------
    void report(const char* code, int plane, int step) {
        if (reported_.emplace(code, plane, step).second)
            run_.violations.push_back({code, plane, step, now_});
    }
    void check_circuit(const Transfer& transfer, const Circuit& circuit) {
        const auto link = static_cast<std::size_t>(circuit.link);
        const int track = s_.track_of_link[link];
        if (track < 0) return;
        const auto at = static_cast<std::size_t>(track);
        if (is_dark_[at] || is_cold_[at])
            report(dark_plane, s_.planes[at], transfer.step);
        else if (leads_to_[link] != circuit.to)
            report(other_circuit, s_.planes[at], transfer.step);
        if (s_.exclusive && on_link_[link] > 0) report(overruns, s_.planes[at], transfer.step);
    }
    /// Whether what is sent has been received: no receive of an earlier step that is under way, or
    /// still to come, writes it.
    void check_received(const Transfer& transfer) {
        const auto source = static_cast<std::size_t>(transfer.source);
        if (source >= receives_.size() || transfer.reads.empty()) return;
        auto& open = receives_[source];
        std::erase_if(open, [&](std::size_t one) { return run_.finish[one] != never; });
        for (const std::size_t one : open) {
            const auto& earlier = s_.transfers[one];
            if (earlier.step >= transfer.step) continue;
            for (const auto& read : transfer.reads)
                for (const auto& written : earlier.writes)
                    if (read.buffer == written.buffer && read.begin < written.end &&
                        written.begin < read.end)
                        report(overruns, transfer.plane, transfer.step);
        }
    }
    void report_stuck(std::size_t item) {
        if (item < s_.transfers.size())
            report(never_ends, s_.transfers[item].plane, s_.transfers[item].step);
        else if (item < s_.transfers.size() + s_.setups.size()) {
            const auto& setup = s_.setups[item - s_.transfers.size()];
            report(never_ends, s_.planes[static_cast<std::size_t>(setup.track)], setup.step);
        }
    }

    // ---- time --------------------------------------------------------------------------------
    void push(double delay, Happens what, std::size_t item, std::size_t way = 0,
              std::size_t hop = 0) {
        queue_.push({now_ + delay, created_++, what, item, way, hop});
    }
    void happen(const Event& event) {
        switch (event.what) {
            case Happens::start:
                for (std::size_t way = 0; way < s_.transfers[event.item].ways.size(); ++way)
                    begin_flow(event.item, way, 0);
                break;
            case Happens::next_hop:
                begin_flow(event.item, event.way, event.hop);
                break;
            case Happens::lit:
                end_setup(event.item);
                break;
            case Happens::arrival:
                if (--ways_left_[event.item] == 0) finish(event.item);
        }
        begin_ready();
    }
    /// Everything that happens at the next moment.
    void step() {
        double next = queue_.empty() ? never : queue_.top().time;
        for (const int flow : active_)
            next = std::min(next, flows_[static_cast<std::size_t>(flow)].end);
        if (next == never) {  // flows without a rate: what they wait for never comes
            active_.clear();
            return;
        }
        account(next - now_);
        now_ = next;
        const double until = next * together;
        std::vector<int> ended;
        std::erase_if(active_, [&](int flow) {
            if (flows_[static_cast<std::size_t>(flow)].end > until) return false;
            ended.push_back(flow);
            return true;
        });
        std::ranges::sort(ended, {}, [this](int flow) { return position(flow); });
        for (const int flow : ended) end_flow(flow);
        while (!queue_.empty() && queue_.top().time <= until) {
            const Event event = queue_.top();
            queue_.pop();
            happen(event);
        }
        settle();
    }
    std::tuple<std::size_t, std::size_t> position(int flow) const {
        const auto& one = flows_[static_cast<std::size_t>(flow)];
        return {one.item, one.way};
    }
    void settle() {
        for (const int number : shares_.settle()) {
            auto& flow = flows_[static_cast<std::size_t>(number)];
            const double rate = shares_.rate(number);
            if (rate == flow.rate && flow.end != never) continue;
            flow.left -= flow.rate * (now_ - flow.since);
            flow.since = now_;
            flow.rate = rate;
            flow.end = flow.left <= 0 ? now_ : now_ + flow.left / rate;
        }
    }
    void account(double passed) {
        for (std::size_t track = 0; track < is_dark_.size(); ++track) {
            if (!is_dark_[track]) continue;
            run_.planes[track].dark += passed;
            if (active_.empty()) run_.planes[track].dark_idle += passed;
        }
    }

    const System& s_;
    const RunOptions& o_;
    FairShares shares_;
    Run run_{};
    double now_ = 0;
    std::size_t created_ = 0;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> queue_{};
    std::vector<Flow> flows_{};
    std::vector<int> active_{}, free_{};
    std::vector<std::size_t> ready_{}, open_waits_{}, first_{}, waiting_{}, ways_left_{};
    std::vector<std::vector<std::size_t>> receives_{};  ///< unfinished, by target
    std::vector<Rank> leads_to_{};                      ///< of every link; -1: dark
    std::vector<std::vector<Link>> lit_{};              ///< links of a plane that stand
    std::vector<int> sending_{}, on_link_{};            ///< flows on a plane, on a link
    std::vector<bool> is_dark_{}, is_cold_{};
    std::set<std::tuple<std::string, int, int>> reported_{};
};

}  // namespace

Run carry_out(const System& system, const RunOptions& options) {
    return Machine(system, options).result();
}

}  // namespace lightsweep::sweeps::simulation
