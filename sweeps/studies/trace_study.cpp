// The study "trace": the collectives of one training iteration as one sequence on the lanes of a
// switch (rules = common). What stands at the end of one collective serves the next, and
// computation hides delays. All lanes change together (trace_schedule.hpp), or with `swot` each
// lane as a switch plane of its own.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "kernels/collectives/collective_algorithms.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/swot/schedulers.hpp"
#include "sweeps/studies/study.hpp"
#include "sweeps/studies/trace_schedule.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;

constexpr std::int64_t most_transitions = 3'000'000;  // of swot's search

/// The steps of a whole iteration in bytes, and the computation before each.
struct Iteration {
    std::vector<kernels::Step> steps;
    std::vector<double> computation;
    std::vector<bool> begins, overlaps;  ///< as of IterationCosts
    std::vector<std::size_t> ends;       ///< per entry: the first step behind it
};

Iteration iteration_of(const Trace& trace, Node n) {
    Iteration all;
    for (const auto& entry : trace) {
        const auto collective = collective_of(entry, n);
        double computation = entry.compute_time;
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
        all.ends.push_back(all.steps.size());
    }
    return all;
}

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
    if (costs.start != Start::periodic) costs.stands[0] = costs.start == Start::free;
    return costs;
}

/// The lanes as switch planes, each on its own clock: steps without bytes are left out, and what is
/// computed before them counts before the next.
struct OnPlanes {
    IterationLine line;
    double bound;
};

OnPlanes on_planes(const IterationCosts& costs, const solvers::Problem& structure,
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
    problem = kernels::without_empty_steps(std::move(problem));
    const auto solution = solvers::swot::solve(problem, {most_transitions});
    const auto replay = kernels::replay_planes(problem, solution.schedule);
    OnPlanes result{{}, solution.lower_bound + waiting};
    result.line.changes = replay.n_reconfigurations;
    double now = 0;
    for (std::size_t i = 0, k = 0; i < costs.computation.size(); ++i) {
        result.line.begins.push_back(now);
        now += costs.computation[i];
        result.line.computed.push_back(now);
        if (k < places.size() && places[k] == i) now = replay.step_ends[k++];
        result.line.ends.push_back(now);
    }
    return result;
}

StudyRow row(const Point& point, const PlannedCollective*) {
    const auto n = static_cast<Node>(point.number("nodes", 1));
    const auto all = iteration_of(*point.trace, n);
    std::optional<solvers::Problem> problem;
    try {
        problem = problem_of(all, point, n);
    } catch (const NotApplicable& refusal) {
        return {{}, solvers::Status::not_applicable, refusal.reason};
    }
    const auto costs = costs_of(all, *problem, point);
    const std::vector<bool> base(all.steps.size(), false), own(all.steps.size(), true);
    const auto scheduler = point.text("scheduler", "addanki-overlap");
    const auto sum = [](const std::vector<double>& list) {
        return std::accumulate(list.begin(), list.end(), 0.0);
    };
    const double computation = sum(all.computation);
    OnPlanes found{{}, computation + sum(costs.own)};
    if (std::ranges::find(all.overlaps, true) != all.overlaps.end()) {
        auto without_delay = costs;
        without_delay.delay = 0;
        found.bound = line_of(without_delay, own).end();
    }
    if (scheduler == solvers::swot::search_name)
        found = on_planes(costs, *problem, point);
    else
        found.line = line_of(costs, scheduler == "static"       ? base
                                    : scheduler == "every-step" ? own
                                                                : best_choice(costs));
    const auto& line = found.line;
    const double end = line.end();
    if (!std::isfinite(end))
        return {{}, solvers::Status::infeasible, solvers::Reason::base_disconnects_step};
    StudyRow result{{end, computation, end - computation, std::min(end, found.bound),
                     line_of(costs, base).end(), line_of(costs, own).end(),
                     static_cast<double>(line.changes), static_cast<double>(all.steps.size()),
                     no_value, no_value, no_value}};
    const auto entry = static_cast<std::size_t>(point.number("entry", 0));
    if (entry == 0) return result;
    if (entry > all.ends.size())
        return {{}, solvers::Status::not_applicable, solvers::Reason::none};
    const std::size_t first = entry == 1 ? 0 : all.ends[entry - 2], behind = all.ends[entry - 1];
    result.values[8] = line.begins[first];
    result.values[9] = line.computed[first];
    result.values[10] = line.ends[behind - 1];
    return result;
}

double seconds(const Point& point) {
    return 1e-3 + (point.trace ? 1e-5 * static_cast<double>(point.trace->size()) : 0);
}

class TraceCheck : public GridCheck {
  public:
    using GridCheck::GridCheck;

    void run() {
        at_most("nodes", 4096, "are too many for the steps of a trace");
        at_most("planes", 256, "are more than any node has ports");
        allow_words("topology", {"ring-uni", "ring", "torus2d"}, "is no base of rules = common",
                    "ring-uni, ring or torus2d");
        if (grid().find("planes") && grid().find("degree"))
            report("degree", 0, "is the number of lanes, and planes is given as well", "remove it");
        each_combination({"trace", "nodes", "periodic"},
                         [this](const Indices& at) { look_at(at); });
    }

  private:
    void look_at(const Indices& at) {
        const auto n = number("nodes", at, 1);
        const std::size_t i = grid().value_index("trace", at);
        if (i >= grid().traces.size()) return;
        const auto& trace = *grid().traces[i];
        const bool periodic = number("periodic", at, 0) != 0;
        const auto overlaps = std::ranges::find(trace, true, &TraceEntry::overlap);
        if (has_word("scheduler", solvers::swot::search_name) &&
            (periodic || overlaps != trace.end()))
            report("scheduler", 0, "swot has no rule for periodic iterations and overlap",
                   "addanki-overlap");
        if (periodic && trace.back().overlap)
            report("trace", i, "its last entry overlaps with the next iteration",
                   "overlap in other entries alone, or no periodic");
        for (std::size_t e = 0; e < trace.size(); ++e)
            if (const auto why = problem_of(trace[e], n); !why.empty())
                return report("trace", i, "entry " + std::to_string(e + 1) + " " + why,
                              "another number of nodes, groups or algorithm");
    }

    static std::string problem_of(const TraceEntry& entry, std::int64_t n) {
        if (entry.groups.members(n) < 2) return "has one node, which sends nothing";
        if (const auto fault = fault_of(entry.groups, static_cast<Node>(n)))
            return "has a fault in its groups: " + fault->problem + " (" + fault->remedy + ")";
        try {
            iteration_of({entry}, static_cast<Node>(n));
            return "";
        } catch (const std::invalid_argument& fault) {
            return std::string("cannot run: ") + fault.what();
        }
    }
};

std::vector<KeyEntry> keys() {
    using enum Kind;
    using enum Domain;
    return {
        {"trace", text, any,
         "files of entries (TOML or CSV): compute_time, collective, message, groups = { size, "
         "stride }, count, name; or a list of them",
         "\"dense.toml\""},
        word_key(
            "scheduler",
            "base or own circuits in every step, or lanes that change one by one (swot); "
            "addanki-overlap if not given",
            "\"static\"", "",
            {"addanki-overlap", "static", "every-step", std::string(solvers::swot::search_name)}),
        {"topology", text, any, "base: ring-uni, ring or torus2d", "\"ring\""},
        {"nodes", count, at_least_two, "of the fabric", "64"},
        {"planes", count, natural, "lanes of a node; 1 if not given", "2"},
        {"degree", count, natural, "the same", "1"},
        word_key("initial", "what stands before the first step; base if not given", "\"free\"", "",
                 {"base", "free"}),
        {"periodic", flag, any,
         "whether the iteration ends with the circuits that it begins with; initial is not read",
         "true"},
        {"entry", count, whole, "for entry_start, entry_ready and entry_end: from 1; 0: none", "1"},
        {"technology", text, any, "optical switch, for its delay", "\"rotornet\""},
        {"switch_ports", count, natural, "of the technology; not read", "128"},
        {"bandwidth", rate, positive, "of a node, all lanes together", "\"400Gbps\""},
        {"per_step_latency", seconds, non_negative, "of every step", "\"1us\""},
        {"per_hop_latency", seconds, non_negative, "of every link on a route", "\"100ns\""},
        {"reconfiguration_delay", seconds, non_negative, "of all lanes together", "\"20us\""}};
}

}  // namespace

Study trace_study() {
    Study study{
        {"trace",
         "iterations of training: collectives with the computation before each, as one sequence",
         keys(),
         {"trace", "topology", "nodes", "bandwidth", "per_step_latency", "per_hop_latency",
          "reconfiguration_delay"}},
        {number_column("iteration_time", "s", "of the scheduler"),
         number_column("computation", "s", "of all entries; the network waits for it"),
         number_column("exposed_communication", "s", "iteration_time without the computation"),
         number_column("lower_bound", "s", "every step on own circuits, without delays"),
         number_column("static", "s", "the iteration on the base throughout"),
         number_column("every_step", "s", "the iteration on own circuits throughout"),
         count_column("n_reconfigurations", "of the scheduler"),
         count_column("n_steps", "of all collectives"),
         number_column("entry_start", "s", "when the computation of the entry begins"),
         number_column("entry_ready", "s", "when it has ended"),
         number_column("entry_end", "s", "when the collective has ended")},
        seconds,
        row,
        run_check<TraceCheck>};
    return study;
}

}  // namespace lightsweep::sweeps
