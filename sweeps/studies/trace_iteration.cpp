#include "sweeps/studies/trace_iteration.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "kernels/collectives/collective_algorithms.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/swot/schedulers.hpp"
#include "sweeps/studies/trace_tasks.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

Iteration iteration_of(const Trace& trace, Node n) {
    Iteration all;
    for (const auto& entry : trace) {
        double computation = entry.compute_time;
        if (entry.collective.empty()) {
            all.computation.push_back(computation);
            all.begins.push_back(true);
            all.overlaps.push_back(false);
            all.ends.push_back(all.computation.size());
            continue;
        }
        const auto collective = collective_of(entry, n);
        for (const auto& step : collective.steps) {
            if (!step.other_peers.empty())
                throw std::invalid_argument(entry.collective +
                                            ": a step sends to several nodes at once; take an "
                                            "algorithm with one peer per step");
            all.steps.push_back(step);
            all.computation.push_back(computation);
            all.begins.push_back(&step == &collective.steps.front());
            all.overlaps.push_back(entry.overlap);
            computation = 0;
        }
        all.ends.push_back(all.computation.size());
    }
    return all;
}

namespace {

constexpr std::int64_t most_transitions = 3'000'000;  // of swot's search

solvers::Problem problem_of(const Iteration& all, const Point& point, Node n) {
    const auto lanes = static_cast<Node>(point.number("planes", point.number("degree", 1)));
    auto base =
        solvers::one_accounting::base_topology(point.text("topology", "ring-uni"), n, lanes);
    if (!base) throw NotApplicable{solvers::Reason::too_few_lanes};
    return solvers::one_accounting::make_problem(kernels::custom_collective(all.steps),
                                                 std::move(*base), lanes,
                                                 solvers::measures::lanes_flow);
}

IterationCosts costs_of(const Iteration& all, const solvers::Problem& problem, const Point& point) {
    using Start = IterationCosts::Start;
    const double start = point.number("per_step_latency", 0);
    const double hop = point.number("per_hop_latency", 0), rate = point.number("bandwidth", 1);
    IterationCosts costs{.computation = all.computation,
                         .begins = all.begins,
                         .overlaps = all.overlaps,
                         .delay = point.number("reconfiguration_delay", 0)};
    if (point.text("initial", "base") == "free") costs.start = Start::free;
    if (point.number("periodic", 0) != 0) costs.start = Start::periodic;
    for (std::size_t i = 0; i < all.steps.size(); ++i) {
        const auto& step = problem.costs;
        const double sent = step.share[i] / rate;
        costs.base.push_back(start + hop * step.hops[i] + sent * step.stretch[i]);
        costs.own.push_back(start + hop * step.active[i] + sent);
        const auto& before = all.steps[i == 0 ? all.steps.size() - 1 : i - 1];
        costs.stands.push_back(all.steps[i].peer == before.peer);
    }
    for (auto* times : {&costs.base, &costs.own}) times->resize(all.computation.size(), 0.0);
    costs.stands.resize(all.computation.size(), true);  // behind the last step all circuits stand
    if (costs.start != Start::periodic) costs.stands[0] = costs.start == Start::free;
    return costs;
}

/// The lanes as switch planes, each on its own clock: steps without bytes are left out, and what is
/// computed before them counts before the next.
IterationLine on_planes(const IterationCosts& costs, const solvers::Problem& structure,
                        const Point& point) {
    const double rate = point.number("bandwidth", 1);
    kernels::Parameters p{};
    p.per_step_latency = point.number("per_step_latency", 0);
    p.per_hop_latency = point.number("per_hop_latency", 0);
    p.reconfiguration_delay = costs.delay;
    p.message = 1;
    p.bandwidth = rate;
    auto planes = structure.planes;
    if (costs.start == IterationCosts::Start::free) planes.initial = kernels::InitialPlanes::free;
    if (costs.start == IterationCosts::Start::other) planes.initial = kernels::InitialPlanes::cold;
    auto problem =
        solvers::swot::plane_problem(structure.collective, planes, kernels::row_at(p), 0);
    double waiting = 0;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < problem.steps.size(); ++i) {
        problem.steps[i].computation = waiting + costs.computation[i];
        const bool loaded = problem.steps[i].bytes > 0;
        waiting = loaded ? 0 : problem.steps[i].computation;
        if (loaded) places.push_back(i);
    }
    for (std::size_t i = problem.steps.size(); i < costs.computation.size(); ++i)
        waiting += costs.computation[i];
    problem = kernels::without_empty_steps(std::move(problem));
    const auto solution = solvers::swot::solve(problem, {most_transitions});
    const auto replay = kernels::replay_planes(problem, solution.schedule);
    IterationLine result;
    result.bound = solution.lower_bound + waiting;
    result.changes = replay.n_reconfigurations;
    result.leaves_base =
        costs.start != IterationCosts::Start::base || replay.n_reconfigurations > 0;
    double now = 0;
    for (std::size_t i = 0, k = 0; i < costs.computation.size(); ++i) {
        result.begins.push_back(now);
        now += costs.computation[i];
        result.computed.push_back(now);
        if (k < places.size() && places[k] == i) now = replay.step_ends[k++];
        result.ends.push_back(now);
    }
    return result;
}

IterationLine line_by(const std::string& scheduler, const IterationCosts& costs,
                      const solvers::Problem& problem, const Point& point) {
    if (scheduler == solvers::swot::search_name) return on_planes(costs, problem, point);
    const auto steps = costs.base.size();
    return line_of(costs, scheduler == "static"       ? std::vector<bool>(steps, false)
                          : scheduler == "every-step" ? std::vector<bool>(steps, true)
                                                      : best_choice(costs));
}

Iterated in_one_sequence(const Point& point, const std::string& scheduler, Node n) {
    const auto all = iteration_of(*point.trace, n);
    const auto problem = problem_of(all, point, n);
    const auto costs = costs_of(all, problem, point);
    const auto sum = [](const std::vector<double>& list) {
        return std::accumulate(list.begin(), list.end(), 0.0);
    };
    Iterated found{{},
                   sum(all.computation),
                   sum(all.computation) + sum(costs.own),
                   line_by("static", costs, problem, point).end(),
                   line_by("every-step", costs, problem, point).end(),
                   all.steps.size()};
    if (std::ranges::find(all.overlaps, true) != all.overlaps.end()) {
        auto without_delay = costs;
        without_delay.delay = 0;
        found.bound = line_by("every-step", without_delay, problem, point).end();
    }
    const auto line = line_by(scheduler, costs, problem, point);
    if (line.bound >= 0) found.bound = line.bound;
    found.line.changes = line.changes;
    for (std::size_t first = 0; const auto behind : all.ends) {
        found.line.begins.push_back(line.begins[first]);
        found.line.computed.push_back(line.computed[first]);
        found.line.ends.push_back(line.ends[behind - 1]);
        first = behind;
    }
    return found;
}

/// A trace whose ranks wait for each other in collectives alone: every group has a fabric of its
/// members.
class RankedTrace {
  public:
    RankedTrace(const Point& point, Node n) : point_(point), ranks_(static_cast<std::size_t>(n)) {
        std::vector<RankedEntry> list;
        const bool is_list = point.trace->graph.tasks.empty();
        for (auto entry : *point.trace) {
            if (is_list) list.push_back({entry.compute_time, entry.overlap, groups_of(entry, n)});
            if (entry.collective.empty())
                kinds_.push_back(nullptr);
            else
                add_kind(entry, static_cast<Node>(entry.groups.members(n)));
        }
        if (is_list) listed_ = graph_of(list, ranks_);
    }
    Iterated by(const std::string& scheduler) const {
        std::size_t steps = 0;
        for (const auto* kind : kinds_) steps += kind ? kind->costs.base.size() : 0;
        const double computation = computation_of_busiest();
        const double path = std::ranges::max(line("every-step", true).ends);
        return {line(scheduler),
                computation,
                std::max(path, computation),
                std::ranges::max(line("static").ends),
                std::ranges::max(line("every-step").ends),
                steps};
    }

  private:
    struct Kind {
        solvers::Problem problem;
        IterationCosts costs;
    };
    void add_kind(TraceEntry& entry, Node members) {
        entry.groups = {};
        const auto custom = entry.steps.empty() ? 0 : kinds_.size() + 1;
        const auto [known, is_new] =
            known_.try_emplace({entry.collective, entry.message, members, custom});
        if (is_new) {
            const auto all = iteration_of({entry}, members);
            auto problem = problem_of(all, point_, members);
            auto costs = costs_of(all, problem, point_);
            known->second = std::make_unique<Kind>(Kind{std::move(problem), std::move(costs)});
        }
        kinds_.push_back(known->second.get());
    }
    static std::vector<std::vector<std::int64_t>> groups_of(const TraceEntry& entry, Node n) {
        if (entry.groups.given()) return lists_of(entry.groups, n);
        if (entry.collective.empty()) return lists_of({1, 1, {}}, n);  // every rank by itself
        return lists_of({n, 1, {}}, n);
    }
    const TaskGraph& graph() const { return listed_.tasks.empty() ? point_.trace->graph : listed_; }
    double computation_of_busiest() const {
        std::vector<double> times(ranks_);
        for (const auto& task : graph().tasks)
            if (task.sort == TaskGraph::Sort::computation)
                for (const auto rank : graph().groups[task.group])
                    times[static_cast<std::size_t>(rank)] += task.compute_time;
        return std::ranges::max(times);
    }
    /// bound: without delays, and as if ranks ran any number of tasks at once.
    IterationLine line(const std::string& scheduler, bool bound = false) const {
        using Asked = std::tuple<const Kind*, IterationCosts::Start, double>;
        std::optional<Asked> last;  // most groups of an entry ask alike
        IterationLine found;
        return line_of_tasks(graph(), bound ? 0 : ranks_, kinds_.size(), kinds_[0]->costs.start,
                             [&](std::size_t e, IterationCosts::Start stands, double left) {
                                 if (!kinds_[e]) return IterationLine{{0}, {left}, {left}};
                                 const Asked asked{kinds_[e], stands, left};
                                 if (last == asked) return found;
                                 auto costs = kinds_[e]->costs;
                                 costs.start = stands;
                                 costs.computation[0] = left;
                                 if (bound) costs.delay = 0;
                                 last = asked;
                                 return found =
                                            line_by(scheduler, costs, kinds_[e]->problem, point_);
                             });
    }

    const Point& point_;
    std::size_t ranks_;
    TaskGraph listed_{};  ///< of a trace that is a list
    std::map<std::tuple<std::string, double, Node, std::size_t>, std::unique_ptr<Kind>> known_{};
    std::vector<const Kind*> kinds_{};  ///< per entry
};

}  // namespace

Iterated iterated(const Point& point, const std::string& scheduler) {
    const auto n = static_cast<Node>(point.number("nodes", 1));
    return point.number("by_rank", 0) != 0 ? RankedTrace(point, n).by(scheduler)
                                           : in_one_sequence(point, scheduler, n);
}

}  // namespace lightsweep::sweeps
