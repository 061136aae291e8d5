#include "kernels/relayed_execution.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "kernels/plan_pieces.hpp"
#include "kernels/step_payload.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double least_share = 0.5;  // [B]

/// Without groups below half a byte, except the largest of a step; the others grow in proportion.
GroupSchedule without_slivers(GroupSchedule schedule) {
    for (auto& groups : schedule.steps) {
        double before = 0, largest = 0, after = 0;
        for (const auto& group : groups) {
            before += group.bytes;
            largest = std::max(largest, group.bytes);
        }
        std::erase_if(groups, [&](const PlaneGroup& group) {
            return group.bytes < least_share && group.bytes < largest;
        });
        for (const auto& group : groups) after += group.bytes;
        for (auto& group : groups)
            if (after > 0) group.bytes *= before / after;
    }
    return schedule;
}

class Builder {
  public:
    Builder(const GroupProblem& problem, const GroupRouter& route, const PlaneTimeline& timeline,
            RelayedPlan& plan)
        : problem_(problem), route_(route), timeline_(timeline), plan_(plan) {
        const auto n_planes = problem.start.size();
        for (std::size_t j = 0; j < n_planes; ++j) {
            plan_.tracks.planes.push_back({problem.start[j], {}});
            last_use_.push_back(-1);
        }
        plan_.tracks.ranks.resize(static_cast<std::size_t>(problem.collective.n));
    }

    void add_step(std::size_t i, std::size_t part, const std::vector<PlaneGroup>& groups,
                  const std::vector<Payload>& payloads) {
        double worst = 0;
        std::vector<double> shares;
        for (const auto& group : groups) shares.push_back(group.bytes);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            start_group(i, groups[g]);
            worst = std::max(worst, add_streams(i, part, groups[g], payloads, shares, g));
        }
        plan_.tracks.rounding_time += worst;
        if (groups.empty()) return;
        last_step_ = static_cast<std::ptrdiff_t>(i);
        for (const auto& group : groups)
            for (const int plane : group.planes)
                last_use_[static_cast<std::size_t>(plane)] = last_step_;
    }

  private:
    /// Its setups, and when it is planned to send.
    void start_group(std::size_t i, const PlaneGroup& group) {
        GroupRun run{i, group.planes, {}, last_step_, 0, 0};
        for (; at_ < timeline_.events.size() && timeline_.events[at_].reconfigure; ++at_)
            add_setup(timeline_.events[at_], group);
        run.planned_start = timeline_.events[at_].start;
        run.planned_end = timeline_.events[at_].end;
        at_ += group.planes.size();
        for (const int plane : group.planes)
            run.after_reconfiguration.push_back(static_cast<int>(
                plan_.tracks.planes[static_cast<std::size_t>(plane)].setups.size()));
        plan_.groups.push_back(std::move(run));
    }
    void add_setup(const PlaneEvent& event, const PlaneGroup& group) {
        const auto plane = static_cast<std::size_t>(event.plane);
        const auto at = std::find(group.planes.begin(), group.planes.end(), event.plane);
        plan_.tracks.planes[plane].setups.push_back(
            {group.circuits[static_cast<std::size_t>(at - group.planes.begin())], event.step,
             last_use_[plane], event.start, event.end});
    }

    /// All streams of a group; how far its end is moved by whole bytes [s].
    double add_streams(std::size_t i, std::size_t part, const PlaneGroup& group,
                       const std::vector<Payload>& payloads, const std::vector<double>& shares,
                       std::size_t g) {
        const auto& peer = problem_.collective.steps[i].peer;
        const auto k = static_cast<Node>(problem_.start.size());
        const auto flow = flow_of_group(group.circuits, peer, k, problem_.measure);
        const auto ways = route_(group, peer, flow.theta);
        const double bytes = problem_.collective.steps[i].share * problem_.parameters.message;
        loads_.clear();
        for (Node rank = 0; rank < problem_.collective.n; ++rank) {
            const auto& payload = payloads[static_cast<std::size_t>(rank)];
            if (payload.to < 0) continue;
            const auto ends = piece_ends(shares, bytes, payload.bytes);
            cut(i, part, rank, payload, g == 0 ? 0 : ends[g - 1], ends[g],
                ways[static_cast<std::size_t>(rank)]);
        }
        std::int64_t most = 0;
        for (const auto& [circuit, load] : loads_) most = std::max(most, load);
        const double rate = problem_.parameters.bandwidth / k;
        return std::abs(static_cast<double>(most) / rate -
                        group.bytes / (problem_.parameters.bandwidth * flow.theta));
    }
    /// One rank's piece over its ways.
    void cut(std::size_t i, std::size_t part, Node rank, const Payload& payload, std::int64_t begin,
             std::int64_t end, const std::vector<ShareOfWay>& ways) {
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
            if (to > from) add_stream(i, part, rank, payload, from, to, ways[w].way);
            from = to;
        }
    }
    void add_stream(std::size_t i, std::size_t part, Node rank, const Payload& payload,
                    std::int64_t from, std::int64_t to, const std::vector<RelayHop>& way) {
        Node node = rank;
        for (const auto& hop : way) {
            loads_[{hop.plane, node}] += to - from;
            node = hop.to;
        }
        plan_.streams.push_back({i, part, plan_.groups.size() - 1, rank, way,
                                 piece_of(payload.source, from, to),
                                 piece_of(payload.target, from, to), payload.reduce});
    }

    const GroupProblem& problem_;
    const GroupRouter& route_;
    const PlaneTimeline& timeline_;
    RelayedPlan& plan_;
    std::size_t at_ = 0;  ///< of the timeline's events
    std::vector<std::ptrdiff_t> last_use_{};
    std::ptrdiff_t last_step_ = -1;
    std::map<std::pair<int, Node>, std::int64_t> loads_{};  ///< by plane and sender [B]
};

PlaneTimeline legal_timeline(const GroupProblem& problem, const GroupSchedule& schedule) {
    auto timeline = replay_groups(problem.collective, problem.start, schedule, problem.parameters,
                                  problem.measure)
                        .planes;
    if (!timeline.violation.empty())
        throw std::invalid_argument("execution plan: " + timeline.violation +
                                    ": give a schedule of this problem");
    return timeline;
}

}  // namespace

RelayedPlan plan_groups(const GroupProblem& problem, const GroupSchedule& schedule,
                        const GroupRouter& route) {
    const auto& collective = problem.collective;
    require_peers(collective);
    const auto parts = parts_of_sequence(collective);
    RelayedPlan plan;
    auto& tracks = plan.tracks;
    tracks.collective = collective.name();
    tracks.n = collective.n;
    tracks.knows_blocks = all_know_blocks(parts);
    require_plan_size(collective, tracks.knows_blocks, static_cast<double>(problem.start.size()));
    if (tracks.knows_blocks) tracks.message = whole_message(problem.parameters.message);
    const auto carried = without_slivers(schedule);
    const auto timeline = legal_timeline(problem, carried);
    tracks.planned_end = timeline.end();
    Builder builder(problem, route, timeline, plan);
    std::size_t i = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        Collective part = *parts[p];
        if (!tracks.knows_blocks) part.blocks = nullptr;
        StepPayloads payloads(part, tracks.message);
        for (std::size_t s = 0; s < part.steps.size(); ++s, ++i)
            builder.add_step(i, p, carried.steps[i],
                             payloads.next(collective.steps[i].share * problem.parameters.message));
        for (Node rank = 0; rank < collective.n; ++rank)
            for (const auto& copy : payloads.copies(rank, p))
                tracks.ranks[static_cast<std::size_t>(rank)].copies.push_back(copy);
        tracks.buffers.push_back(payloads.sizes());
    }
    return plan;
}

}  // namespace lightsweep::kernels
