#include "kernels/plane_execution.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "kernels/plan_pieces.hpp"
#include "kernels/plane_collectives.hpp"
#include "kernels/step_payload.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double least_share = 0.5;  // [B]

// ---- what is asked for -------------------------------------------------------------------------

void require_steps(const Collective& collective, double message, const PlaneProblem& problem) {
    require_peers(collective);
    const auto wanted = plane_steps(collective, message);
    if (wanted.size() != problem.steps.size())
        throw std::invalid_argument("execution plan: the problem has " +
                                    std::to_string(problem.steps.size()) + " steps, " +
                                    collective.name() + " " + std::to_string(wanted.size()) +
                                    ": give the problem of this collective");
    std::map<std::int64_t, std::int64_t> label, back;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& given = problem.steps[i];
        if (std::abs(given.bytes - wanted[i].bytes) > 1e-9 * wanted[i].bytes)
            throw std::invalid_argument("execution plan: step " + std::to_string(i) + " has " +
                                        text_of(given.bytes) + " bytes in the problem, " +
                                        text_of(wanted[i].bytes) + " in " + collective.name() +
                                        ": give the problem of this collective and message");
        const auto to = label.emplace(wanted[i].configuration, given.configuration).first;
        const auto from = back.emplace(given.configuration, wanted[i].configuration).first;
        if (to->second != given.configuration || from->second != wanted[i].configuration)
            throw std::invalid_argument("execution plan: step " + std::to_string(i) +
                                        " has configuration " +
                                        std::to_string(given.configuration) +
                                        ", which is another permutation elsewhere: give equal "
                                        "labels to equal permutations only");
    }
}

/// Without shares below half a byte, except the largest of a step; the others grow in proportion.
PlaneSchedule without_slivers(const PlaneProblem& problem, PlaneSchedule schedule) {
    for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
        auto& uses = schedule.steps[i];
        if (uses.empty()) continue;
        const auto largest = *std::max_element(
            uses.begin(), uses.end(),
            [](const PlaneUse& a, const PlaneUse& b) { return a.bytes < b.bytes; });
        std::erase_if(uses, [&](const PlaneUse& use) {
            return use.bytes < least_share && use.plane != largest.plane;
        });
        double sum = 0;
        for (const auto& use : uses) sum += use.bytes;
        for (auto& use : uses) use.bytes *= problem.steps[i].bytes / sum;
    }
    return schedule;
}

// ---- building ----------------------------------------------------------------------------------

class Builder {
  public:
    Builder(const Collective& collective, const PlaneProblem& problem,
            const PlaneSchedule& schedule, ExecutionPlan& plan)
        : collective_(collective), problem_(problem), schedule_(schedule), plan_(plan) {
        const auto n_planes = problem.planes.size();
        plan_.planes.resize(n_planes);
        plan_.ranks.resize(static_cast<std::size_t>(collective.n));
        last_use_.assign(n_planes, -1);
        const auto held = held_at_start(problem);
        for (std::size_t j = 0; j < held.size(); ++j)
            plan_.planes[j].held = circuits_of(held[j], problem, collective);
    }

    /// One step: its events in the timeline and the payloads of all ranks.
    void add_step(std::size_t i, std::size_t part, const std::vector<PlaneEvent>& events,
                  const std::vector<Payload>& payloads) {
        std::vector<const PlaneEvent*> transmissions;
        for (const auto& event : events) {
            if (event.reconfigure)
                add_setup(event);
            else
                transmissions.push_back(&event);
        }
        for (const auto* event : transmissions) hold_first(*event);
        double worst = 0;
        for (Node rank = 0; rank < collective_.n; ++rank)
            worst = std::max(worst, add_sends(i, part, transmissions, payloads, rank));
        plan_.rounding_time += worst;
        if (!transmissions.empty()) last_step_ = static_cast<std::ptrdiff_t>(i);
        for (const auto* event : transmissions)
            last_use_[event->plane] = static_cast<std::ptrdiff_t>(i);
    }

  private:
    void add_setup(const PlaneEvent& event) {
        plan_.planes[event.plane].setups.push_back({collective_.steps[event.step].peer, event.step,
                                                    last_use_[event.plane], event.start,
                                                    event.end});
    }
    /// A plane that transmits without a setup before holds what it needs from the start.
    void hold_first(const PlaneEvent& event) {
        auto& plane = plan_.planes[event.plane];
        if (plane.setups.empty() && !plane.held) plane.held = collective_.steps[event.step].peer;
    }

    /// What `rank` sends on each plane, and its peer receives; the most that whole bytes delay [s].
    double add_sends(std::size_t i, std::size_t part,
                     const std::vector<const PlaneEvent*>& transmissions,
                     const std::vector<Payload>& payloads, Node rank) {
        const auto& payload = payloads[rank];
        if (payload.to < 0) return 0;
        std::vector<double> shares;
        for (const auto& use : schedule_.steps[i]) shares.push_back(use.bytes);
        const auto ends = piece_ends(shares, problem_.steps[i].bytes, payload.bytes);
        double worst = 0;
        std::int64_t begin = 0;
        for (std::size_t u = 0; u < ends.size(); begin = ends[u++]) {
            const auto& event = *transmissions[u];
            const auto off = std::abs(static_cast<double>(ends[u] - begin) - event.bytes);
            worst = std::max(worst, off / problem_.planes[event.plane].bandwidth);
            if (ends[u] == begin) continue;
            auto& sender = exchange_at(rank, part, event);
            sender.send_to = payload.to;
            sender.send = piece_of(payload.source, begin, ends[u]);
            auto& receiver = exchange_at(payload.to, part, event);
            receiver.receive_from = rank;
            receiver.receive = piece_of(payload.target, begin, ends[u]);
            receiver.reduce = payload.reduce;
        }
        return worst;
    }

    Exchange& exchange_at(Node rank, std::size_t part, const PlaneEvent& event) {
        auto& list = plan_.ranks[rank].exchanges;
        for (auto e = list.rbegin(); e != list.rend() && e->step == event.step; ++e)
            if (e->plane == event.plane) return *e;
        Exchange exchange{.step = event.step, .part = part, .plane = event.plane};
        exchange.after_step = last_step_;
        exchange.after_reconfiguration = static_cast<int>(plan_.planes[event.plane].setups.size());
        exchange.planned_start = event.start;
        exchange.planned_end = event.end;
        list.push_back(std::move(exchange));
        return list.back();
    }

    const Collective& collective_;
    const PlaneProblem& problem_;
    const PlaneSchedule& schedule_;
    ExecutionPlan& plan_;
    std::vector<std::ptrdiff_t> last_use_;
    std::ptrdiff_t last_step_ = -1;
};

void order_exchanges(ExecutionPlan& plan) {
    for (auto& rank : plan.ranks)
        std::sort(rank.exchanges.begin(), rank.exchanges.end(),
                  [](const Exchange& a, const Exchange& b) {
                      return std::pair(a.step, a.plane) < std::pair(b.step, b.plane);
                  });
}

PlaneTimeline legal_timeline(const PlaneProblem& problem, const PlaneSchedule& schedule) {
    auto timeline = replay_planes(problem, schedule);
    if (!timeline.violation.empty())
        throw std::invalid_argument("execution plan: " + timeline.violation +
                                    ": give a schedule of this problem");
    return timeline;
}

}  // namespace

ExecutionPlan plan_execution(const Collective& collective, double message,
                             const PlaneProblem& problem, const PlaneSchedule& schedule) {
    require_steps(collective, message, problem);
    legal_timeline(problem, schedule);
    const auto parts = parts_of_sequence(collective);
    ExecutionPlan plan;
    plan.collective = collective.name();
    plan.n = collective.n;
    plan.knows_blocks = all_know_blocks(parts);
    require_plan_size(collective, plan.knows_blocks);
    if (plan.knows_blocks) plan.message = whole_message(message);
    const auto carried = without_slivers(problem, schedule);
    const auto timeline = legal_timeline(problem, carried);
    plan.planned_end = timeline.end();
    std::vector<std::vector<PlaneEvent>> events(problem.steps.size());
    for (const auto& event : timeline.events) events[event.step].push_back(event);
    Builder builder(collective, problem, carried, plan);
    std::size_t i = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        Collective part = *parts[p];
        if (!plan.knows_blocks) part.blocks = nullptr;
        StepPayloads payloads(part, plan.message);
        for (std::size_t s = 0; s < part.steps.size(); ++s, ++i)
            builder.add_step(i, p, events[i], payloads.next(problem.steps[i].bytes));
        for (Node rank = 0; rank < collective.n; ++rank)
            for (const auto& copy : payloads.copies(rank, p))
                plan.ranks[rank].copies.push_back(copy);
        plan.buffers.push_back(payloads.sizes());
    }
    order_exchanges(plan);
    return plan;
}

}  // namespace lightsweep::kernels
