// The study "trace": the collectives of one training iteration as one sequence on the lanes of a
// switch (rules = common). What stands at the end of one collective serves the next, and
// computation hides delays.
//
// Before step i all nodes compute for a_i: the entry's computation before its first step, else 0.
// All lanes change together, from the end of the last step on: a change costs max(0, D - a_i)
// beyond the computation. addanki-overlap is the optimum over base or own circuits in every step:
//
//   f_i(x) = cost_i(x) + min( f_{i-1}(x) + a_i,  min over y of f_{i-1}(y) + max(a_i, D) )
//
// O(steps). Limit case: without computation it is `addanki` of the whole sequence.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/collectives/collective_algorithms.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;
using kernels::Permutation;

/// A permutation of a group's members in all groups at once.
Permutation in_groups(const Permutation& members, const TraceEntry& entry, Node n) {
    if (entry.group_size == 0) return members;
    const auto size = static_cast<Node>(entry.group_size);
    const auto stride = static_cast<Node>(entry.group_stride);
    std::vector<Node> to(static_cast<std::size_t>(n));
    for (Node node = 0; node < n; ++node) {
        const Node rank = (node / stride) % size;
        to[node] = node + (members(rank) - rank) * stride;
    }
    return Permutation::list(std::move(to));
}

kernels::Collective collective_of(const TraceEntry& entry, Node nodes) {
    if (entry.collective != "custom") return kernels::build_collective(entry.collective, nodes);
    std::vector<kernels::Step> steps;
    for (const auto& step : entry.steps) steps.push_back({permutation_of(step, nodes), step.bytes});
    return kernels::custom_collective(std::move(steps));
}

/// The steps of a whole iteration in bytes, and the computation before each.
struct Iteration {
    std::vector<kernels::Step> steps;
    std::vector<double> computation;
    std::vector<std::size_t> ends;  ///< per entry: the first step behind it
};

Iteration iteration_of(const Trace& trace, Node n) {
    Iteration all;
    for (const auto& entry : trace) {
        const auto members = entry.group_size == 0 ? n : static_cast<Node>(entry.group_size);
        const auto collective = collective_of(entry, members);
        const double message = entry.collective == "custom" ? 1 : entry.message;
        double computation = entry.compute_time;
        for (const auto& step : collective.steps) {
            if (!step.other_peers.empty())
                throw std::invalid_argument(entry.collective +
                                            ": a step sends to several nodes at once; take an "
                                            "algorithm with one peer per step");
            all.steps.push_back({in_groups(step.peer, entry, n), step.share * message});
            all.computation.push_back(computation);
            computation = 0;
        }
        all.ends.push_back(all.steps.size());
    }
    return all;
}

/// What one iteration costs on base and own circuits, step by step [s].
struct Costs {
    std::vector<double> base, own, computation;
    std::vector<bool> stands;  ///< the circuits are those of the step before
    double delay;
};

Costs costs_of(const Iteration& all, const Point& point, Node n) {
    const auto lanes = static_cast<Node>(point.number("planes", point.number("degree", 1)));
    auto base =
        solvers::one_accounting::base_topology(point.text("topology", "ring-uni"), n, lanes);
    if (!base) throw NotApplicable{solvers::Reason::too_few_lanes};
    const auto problem = solvers::one_accounting::make_problem(
        kernels::custom_collective(all.steps), std::move(*base), lanes,
        solvers::measures::lanes_flow);
    const double start = point.number("per_step_latency", 0);
    const double hop = point.number("per_hop_latency", 0), rate = point.number("bandwidth", 1);
    const bool free_start = point.text("initial", "base") == "free";
    Costs costs{{}, {}, all.computation, {}, point.number("reconfiguration_delay", 0)};
    for (std::size_t i = 0; i < all.steps.size(); ++i) {
        const auto& step = problem.costs;
        const double sent = step.share[i] / rate;
        costs.base.push_back(start + hop * step.hops[i] + sent * step.stretch[i]);
        costs.own.push_back(start + hop * step.active[i] + sent);
        costs.stands.push_back(i == 0 ? free_start : all.steps[i].peer == all.steps[i - 1].peer);
    }
    return costs;
}

/// Which steps run on own circuits, and when the last one ends [s].
struct Plan {
    double end;
    std::vector<bool> own;
};

double wait_before(const Costs& costs, std::size_t i, bool changes) {
    return changes ? std::max(costs.computation[i], costs.delay) : costs.computation[i];
}

/// From base, or at a free start from the first step's own circuits as well.
Plan best_plan(const Costs& costs, bool free_start) {
    constexpr double never = std::numeric_limits<double>::infinity();
    std::array<double, 2> ends{0, free_start ? 0 : never};
    std::vector<std::array<bool, 2>> before;  // the state before, per state
    for (std::size_t i = 0; i < costs.base.size(); ++i) {
        std::array<double, 2> next{};
        before.emplace_back();
        for (const bool own : {false, true}) {
            const double stay = ends[own] + wait_before(costs, i, own && !costs.stands[i]);
            const double change = ends[!own] + wait_before(costs, i, true);
            before.back()[own] = change < stay ? !own : own;
            next[own] = std::min(stay, change) + (own ? costs.own[i] : costs.base[i]);
        }
        ends = next;
    }
    bool own = ends[1] < ends[0];
    Plan plan{ends[own], std::vector<bool>(costs.base.size())};
    for (std::size_t i = costs.base.size(); i-- > 0; own = before[i][own]) plan.own[i] = own;
    return plan;
}

/// Replays decisions: when the wait before every step begins, when it starts, when it ends.
struct Line {
    std::vector<double> begins, starts, ends;
    int changes = 0;
};

Line line_of(const Costs& costs, const std::vector<bool>& own) {
    Line line;
    double now = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const bool was_own = i == 0 ? costs.stands[0] && own[0] : own[i - 1];
        const bool changes = own[i] != was_own || (own[i] && !costs.stands[i]);
        line.changes += changes;
        line.begins.push_back(now);
        now += wait_before(costs, i, changes);
        line.starts.push_back(now);
        now += own[i] ? costs.own[i] : costs.base[i];
        line.ends.push_back(now);
    }
    return line;
}

StudyRow row(const Point& point, const PlannedCollective*) {
    const auto n = static_cast<Node>(point.number("nodes", 1));
    const auto all = iteration_of(*point.trace, n);
    Costs costs;
    try {
        costs = costs_of(all, point, n);
    } catch (const NotApplicable& refusal) {
        return {{}, solvers::Status::not_applicable, refusal.reason};
    }
    const std::vector<bool> base(all.steps.size(), false), own(all.steps.size(), true);
    const auto scheduler = point.text("scheduler", "addanki-overlap");
    const auto best = scheduler == "static"       ? base
                      : scheduler == "every-step" ? own
                                                  : best_plan(costs, costs.stands[0]).own;
    const auto line = line_of(costs, best);
    double computation = 0, ideal = 0;
    for (const double one : all.computation) computation += one;
    for (const double one : costs.own) ideal += one;
    const double end = line.ends.back();
    if (!std::isfinite(end))
        return {{}, solvers::Status::infeasible, solvers::Reason::base_disconnects_step};
    StudyRow result{{end, computation, end - computation, std::min(end, computation + ideal),
                     line_of(costs, base).ends.back(), line_of(costs, own).ends.back(),
                     static_cast<double>(line.changes), static_cast<double>(all.steps.size()),
                     no_value, no_value, no_value}};
    const auto entry = static_cast<std::size_t>(point.number("entry", 0));
    if (entry == 0) return result;
    if (entry > all.ends.size())
        return {{}, solvers::Status::not_applicable, solvers::Reason::none};
    const std::size_t first = entry == 1 ? 0 : all.ends[entry - 2], behind = all.ends[entry - 1];
    result.values[8] = line.begins[first];
    result.values[9] = line.begins[first] + costs.computation[first];
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
        each_combination({"trace", "nodes"}, [this](const Indices& at) { look_at(at); });
    }

  private:
    void look_at(const Indices& at) {
        const auto n = number("nodes", at, 1);
        const std::size_t i = grid().value_index("trace", at);
        if (i >= grid().traces.size()) return;
        const auto& trace = *grid().traces[i];
        for (std::size_t e = 0; e < trace.size(); ++e)
            if (const auto why = problem_of(trace[e], n); !why.empty())
                return report("trace", i, "entry " + std::to_string(e + 1) + " " + why,
                              "another number of nodes, groups or algorithm");
    }

    static std::string problem_of(const TraceEntry& entry, std::int64_t n) {
        const auto size = entry.group_size == 0 ? n : entry.group_size;
        if (size < 2) return "has one node, which sends nothing";
        if (entry.group_size > 0 && n % (size * entry.group_stride) != 0)
            return "has groups of " + std::to_string(size) + " with stride " +
                   std::to_string(entry.group_stride) + ", which do not cut " + std::to_string(n) +
                   " nodes";
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
        word_key("scheduler", "base or own circuits in every step; addanki-overlap if not given",
                 "\"static\"", "", {"addanki-overlap", "static", "every-step"}),
        {"topology", text, any, "base: ring-uni, ring or torus2d", "\"ring\""},
        {"nodes", count, at_least_two, "of the fabric", "64"},
        {"planes", count, natural, "lanes of a node; 1 if not given", "2"},
        {"degree", count, natural, "the same", "1"},
        word_key("initial", "what stands before the first step; base if not given", "\"free\"", "",
                 {"base", "free"}),
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
         number_column("lower_bound", "s", "computation, and every step on own circuits"),
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
