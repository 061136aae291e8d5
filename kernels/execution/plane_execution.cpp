#include "kernels/execution/plane_execution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/execution/plan_pieces.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double least_share = 0.5;  // [B]

void require_steps(const Collective& collective, double message, const GroupProblem& problem) {
    require_peers(collective);
    if (problem.bytes.size() != collective.steps.size())
        throw std::invalid_argument(
            "execution plan: the problem has " + std::to_string(problem.bytes.size()) + " steps, " +
            collective.name() + " " + std::to_string(collective.steps.size()) +
            ": give the problem of this collective");
    for (std::size_t i = 0; i < problem.bytes.size(); ++i) {
        const auto& step = collective.steps[i];
        if (problem.measure && !step.other_peers.empty())
            throw std::invalid_argument(
                "execution plan: step " + std::to_string(i) + " of " + collective.name() +
                " sends to several peers over several hops, whose ways are not planned: take swot, "
                "or an algorithm with one peer per step");
        const double wanted = is_loaded(step) ? step.share * message : 0;
        if (is_loaded(step) && std::abs(problem.bytes[i] - wanted) > 1e-9 * wanted)
            throw std::invalid_argument("execution plan: step " + std::to_string(i) + " has " +
                                        text_of(problem.bytes[i]) + " bytes in the problem, " +
                                        text_of(wanted) + " in " + collective.name() +
                                        ": give the problem of this collective and message");
    }
}

double sum(const std::vector<PlaneGroup>& groups) {
    double bytes = 0;
    for (const auto& group : groups) bytes += group.bytes;
    return bytes;
}

void drop_slivers(std::vector<PlaneGroup>& groups, double whole) {
    const auto largest = std::ranges::max_element(
        groups, [](const PlaneGroup& a, const PlaneGroup& b) { return a.bytes < b.bytes; });
    const int kept = groups.empty() ? -1 : largest->planes[0];
    std::erase_if(groups, [&](const PlaneGroup& group) {
        return group.bytes < least_share && group.planes[0] != kept;
    });
    if (const double left = sum(groups); left > 0)
        for (auto& group : groups) group.bytes *= whole / left;
}

/// Without groups below half a byte, except the largest of a step's permutation; the others grow in
/// proportion, planes alone to what the permutation has.
GroupSchedule without_slivers(const Collective& collective, const GroupProblem& problem,
                              GroupSchedule schedule) {
    for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
        auto& groups = schedule.steps[i];
        if (collective.steps[i].other_peers.empty()) {
            const double whole = problem.measure ? sum(groups) : problem.bytes[i];
            drop_slivers(groups, whole);
            continue;
        }
        std::vector<PlaneGroup> kept;
        const auto& step = collective.steps[i];
        for (std::size_t c = 0; c < step.demand().size(); ++c) {
            std::vector<PlaneGroup> own;
            for (const auto& group : groups)
                if (group.circuits[0] == step.demand()[c]) own.push_back(group);
            drop_slivers(own, problem.bytes[i] * step.weight(c));
            kept.insert(kept.end(), own.begin(), own.end());
        }
        groups = std::move(kept);
    }
    return schedule;
}

class Builder {
  public:
    Builder(const Collective& collective, const GroupProblem& problem,
            const std::vector<GroupWays>& ways, const PlaneTimeline& timeline, std::int64_t unit,
            ExecutionPlan& plan)
        : problem_(problem),
          collective_(collective),
          n_(collective.n),
          ways_(ways),
          timeline_(timeline),
          unit_(unit),
          plan_(plan),
          last_use_(problem.planes.size(), -1) {
        for (const auto& held : problem.held) plan_.planes.push_back({held, {}});
    }

    /// One step: its groups and the payloads of all ranks.
    void add_step(std::size_t i, std::size_t part, const std::vector<PlaneGroup>& groups,
                  const std::vector<Payload>& payloads) {
        std::map<std::size_t, std::vector<double>> shares;  // by permutation
        for (const auto& group : groups) shares[place_of(i, group)].push_back(group.bytes);
        std::map<std::size_t, std::size_t> next;
        double worst = 0;
        for (const auto& group : groups) {
            const auto c = place_of(i, group);
            const std::span of_all(payloads);
            const auto n = static_cast<std::size_t>(collective_.n);
            start_group(i, group);
            worst = std::max(worst, add_streams(i, part, group, of_all.subspan(c * n, n), c,
                                                shares[c], next[c]++));
        }
        plan_.rounding_time += worst;
        if (groups.empty()) return;
        last_step_ = static_cast<std::ptrdiff_t>(i);
        for (const auto& group : groups)
            for (const int plane : group.planes) last_use_[plane] = last_step_;
    }

  private:
    /// Which of the step's permutations the group carries.
    std::size_t place_of(std::size_t i, const PlaneGroup& group) const {
        const auto demand = collective_.steps[i].demand();
        std::size_t c = 0;
        while (c + 1 < demand.size() && demand[c] != group.circuits[0]) ++c;
        return c;
    }
    /// Its setups, and when it is planned to send.
    void start_group(std::size_t i, const PlaneGroup& group) {
        GroupRun run{i, group.planes, {}, last_step_, 0, 0};
        for (; timeline_.events[at_].reconfigure; ++at_) add_setup(timeline_.events[at_], group);
        run.planned_start = timeline_.events[at_].start;
        run.planned_end = timeline_.events[at_].end;
        at_ += group.planes.size();
        for (std::size_t j = 0; j < group.planes.size(); ++j) {
            auto& track = plan_.planes[group.planes[j]];
            // A plane that sends without a setup before holds what it needs from the start.
            if (track.setups.empty() && !track.held) track.held = group.circuits[j];
            run.after_reconfiguration.push_back(static_cast<int>(track.setups.size()));
        }
        plan_.groups.push_back(std::move(run));
    }
    void add_setup(const PlaneEvent& event, const PlaneGroup& group) {
        const auto plane = static_cast<std::size_t>(event.plane);
        const auto at = std::ranges::find(group.planes, event.plane);
        plan_.planes[plane].setups.push_back({group.circuits[at - group.planes.begin()], event.step,
                                              last_use_[plane], event.start, event.end});
    }

    /// All streams of a group, the g-th of permutation c; how far its end is moved by whole bytes
    /// [s].
    double add_streams(std::size_t i, std::size_t part, const PlaneGroup& group,
                       std::span<const Payload> payloads, std::size_t c,
                       const std::vector<double>& shares, std::size_t g) {
        const auto& step = collective_.steps[i];
        const auto* ways = problem_.measure ? &ways_[plan_.groups.size() - 1].of_rank : nullptr;
        const double bandwidth = problem_.planes[group.planes[0]].bandwidth;
        double worst = 0, largest = -group.bytes;
        loads_.clear();
        for (Node rank = 0; rank < n_; ++rank) {
            const auto& payload = payloads[rank];
            if (payload.to < 0) continue;
            auto ends =
                piece_ends(shares, problem_.bytes[i] * step.weight(c), payload.bytes / unit_);
            for (auto& end : ends) end = std::min(end * unit_, payload.bytes);
            ends.back() = payload.bytes;
            const auto begin = g == 0 ? 0 : ends[g - 1];
            const double off = static_cast<double>(ends[g] - begin) - group.bytes;
            worst = std::max(worst, std::abs(off) / bandwidth);
            largest = std::max(largest, off);
            const std::vector<ShareOfWay> direct{{{{group.planes[0], payload.to}}, 1}};
            cut({i, part, plan_.groups.size() - 1, rank, {}, {}, {}, payload.reduce}, payload,
                begin, ends[g], ways ? (*ways)[rank] : direct);
        }
        // Where ranks may send less than their permutation's share, the one with the most counts.
        if (collective_.has_idle_senders) worst = std::abs(largest) / bandwidth;
        if (!problem_.measure) return worst;
        std::int64_t most = 0;
        for (const auto& [circuit, load] : loads_) most = std::max(most, load);
        return std::abs(static_cast<double>(most) / bandwidth -
                        group.bytes / (problem_.bandwidth * group.routed->theta));
    }
    /// One rank's piece over its ways.
    void cut(const Stream& stream, const Payload& payload, std::int64_t begin, std::int64_t end,
             const std::vector<ShareOfWay>& ways) {
        std::vector<double> shares;
        double sum = 0;
        for (const auto& one : ways) {
            shares.push_back(one.share);
            sum += one.share;
        }
        const auto ends = piece_ends(shares, sum, end - begin);
        std::int64_t from = begin;
        for (std::size_t w = 0; w < ways.size(); ++w) {
            const std::int64_t to = begin + ends[w];
            if (to > from) add_stream(stream, payload, from, to, ways[w].way);
            from = to;
        }
    }
    void add_stream(Stream stream, const Payload& payload, std::int64_t from, std::int64_t to,
                    const std::vector<RelayHop>& way) {
        Node node = stream.origin;
        for (const auto& hop : way) {
            loads_[{hop.plane, node}] += to - from;
            node = hop.to;
        }
        stream.way = way;
        stream.send = piece_of(payload.source, from, to);
        stream.receive = piece_of(payload.target, from, to);
        plan_.streams.push_back(std::move(stream));
    }

    const GroupProblem& problem_;
    const Collective& collective_;
    Node n_;
    const std::vector<GroupWays>& ways_;  ///< per group of the plan
    const PlaneTimeline& timeline_;
    std::int64_t unit_;
    ExecutionPlan& plan_;
    std::vector<std::ptrdiff_t> last_use_;
    std::ptrdiff_t last_step_ = -1;
    std::size_t at_ = 0;                                    ///< of the timeline's events
    std::map<std::pair<int, Node>, std::int64_t> loads_{};  ///< by plane and sender [B]
};

PlaneTimeline legal_timeline(const Collective& collective, const GroupProblem& problem,
                             const GroupSchedule& schedule) {
    auto timeline = replay_groups(collective, problem, schedule).planes;
    if (!timeline.violation.empty())
        throw std::invalid_argument("execution plan: " + timeline.violation +
                                    ": give a schedule of this problem");
    return timeline;
}

/// The ways of every group, which the schedule's groups then know.
std::vector<GroupWays> route_groups(const Collective& collective, const GroupProblem& problem,
                                    const GroupRouter& route, GroupSchedule& schedule) {
    std::vector<GroupWays> ways;
    const auto k = static_cast<Node>(problem.planes.size());
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        for (auto& group : schedule.steps[i]) {
            const auto& step = collective.steps[i];
            const auto charged = flow_of_group(group.circuits, step, k, problem.measure);
            ways.push_back(route(group, step.peer, charged.theta));
            group.routed = ways.back().flow;
        }
    return ways;
}

}  // namespace

ExecutionPlan plan_execution(const Collective& given, double message, const GroupProblem& problem,
                             const GroupSchedule& schedule, const GroupRouter& route,
                             std::int64_t unit) {
    const auto collective = in_rounds(given, std::numeric_limits<Node>::max());
    require_steps(collective, message, problem);
    const double given_end = legal_timeline(collective, problem, schedule).end();
    const auto parts = parts_of_sequence(collective);
    ExecutionPlan plan;
    plan.together = static_cast<bool>(problem.measure);
    const double copies = plan.together ? static_cast<double>(problem.planes.size()) : 1;
    begin_plan(collective, parts, message, copies, plan);
    auto carried = without_slivers(collective, problem, schedule);
    plan.rounding_time = std::abs(legal_timeline(collective, problem, carried).end() - given_end);
    std::vector<GroupWays> routed;
    if (plan.together) routed = route_groups(collective, problem, route, carried);
    const auto timeline = legal_timeline(collective, problem, carried);
    plan.planned_end = timeline.end();
    Builder builder(collective, problem, routed, timeline, unit, plan);
    lay_out(
        parts, problem.bytes,
        [&](std::size_t i, std::size_t part, const std::vector<Payload>& payloads) {
            builder.add_step(i, part, carried.steps[i], payloads);
        },
        plan);
    return plan;
}

}  // namespace lightsweep::kernels
