// The study "trace": the collectives of one training iteration as one sequence on the lanes of a
// switch (rules = common). What stands at the end of one collective serves the next, and
// computation hides delays. All lanes change together (trace_schedule.hpp), or with `swot` each
// lane as a switch plane of its own. With by_rank ranks have sequences of their own.

#include <algorithm>
#include <cmath>

#include "solvers/swot/schedulers.hpp"
#include "sweeps/studies/trace_iteration.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;

StudyRow row(const Point& point, const PlannedCollective*) try {
    const auto found = iterated(point, point.text("scheduler", "addanki-overlap"));
    const double end = std::ranges::max(found.line.ends);
    if (!std::isfinite(end))
        return {{}, solvers::Status::infeasible, solvers::Reason::base_disconnects_step};
    StudyRow result{{end, found.computation, end - found.computation, std::min(end, found.bound),
                     found.on_base, found.on_own, static_cast<double>(found.line.changes),
                     static_cast<double>(found.steps), no_value, no_value, no_value,
                     static_cast<double>(std::ranges::count_if(
                         *point.trace, [](const auto& one) { return !one.collective.empty(); }))}};
    const auto entry = static_cast<std::size_t>(point.number("entry", 0));
    if (entry == 0) return result;
    if (entry > found.line.ends.size())
        return {{}, solvers::Status::not_applicable, solvers::Reason::none};
    result.values[8] = found.line.begins[entry - 1];
    result.values[9] = found.line.computed[entry - 1];
    result.values[10] = found.line.ends[entry - 1];
    return result;
} catch (const NotApplicable& refusal) {
    return {{}, solvers::Status::not_applicable, refusal.reason};
}

double seconds(const Point& point) {
    const auto places = [](const Trace& trace) { return trace.size() + trace.graph.tasks.size(); };
    return 1e-3 + (point.trace ? 1e-5 * static_cast<double>(places(*point.trace)) : 0);
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
        each_combination({"trace", "nodes", "periodic", "by_rank"},
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
        const bool by_rank = number("by_rank", at, 0) != 0;
        if (by_rank && periodic)
            report("by_rank", 0, "has no periodic iterations: ranks end at different times",
                   "remove periodic");
        if (periodic && trace.back().overlap)
            report("trace", i, "its last entry overlaps with the next iteration",
                   "overlap in other entries alone, or no periodic");
        if (trace.empty() || trace.front().collective.empty())
            return report("trace", i, "does not begin with a collective", "put one there");
        for (std::size_t e = 1; e < trace.size(); ++e)
            if (trace[e - 1].collective.empty() && !trace[e].collective.empty())
                return report("trace", i,
                              "entry " + std::to_string(e) + " has no collective and is not last",
                              "add its compute_time to the next entry");
        for (std::size_t e = 0; e < trace.size(); ++e)
            if (const auto why = problem_of(trace[e], n, by_rank); !why.empty())
                return report("trace", i, "entry " + std::to_string(e + 1) + " " + why,
                              "another number of nodes, groups or algorithm");
    }

    static std::string problem_of(TraceEntry entry, std::int64_t n, bool by_rank) {
        const bool computes = entry.collective.empty();
        if (computes && entry.groups.given() && !by_rank)
            return "computes for groups alone, which asks for by_rank";
        if (!computes && entry.groups.members(n) < 2) return "has one node, which sends nothing";
        for (const auto& group : entry.groups.lists)
            if (computes && (group.empty() || std::ranges::max(group) >= n))
                return "names a node that does not exist";
        if (const auto fault = fault_of(entry.groups, static_cast<Node>(n)); fault && !computes)
            return "has a fault in its groups: " + fault->problem + " (" + fault->remedy + ")";
        if (computes) return "";
        if (by_rank) n = entry.groups.members(n);
        if (by_rank) entry.groups = {};
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
         "stride }, count, name; traces of Chakra, PREFIX or their folder; or a list of them",
         "\"dense.toml\""},
        {"groups", text, any,
         "file of the groups that traces of Chakra name; groups.json beside them if not given",
         "\"groups.json\""},
        {"algorithm", text, any,
         "of all collectives in traces of Chakra; ring, or shift of an all-to-all, if not given",
         "\"swing\""},
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
        {"by_rank", flag, any,
         "whether a collective waits for its members alone, each group on a fabric of its own",
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
         number_column("entry_end", "s", "when the collective has ended"),
         count_column("n_collectives", "entries of the trace with a collective")},
        seconds,
        row,
        run_check<TraceCheck>};
    return study;
}

}  // namespace lightsweep::sweeps
