// The study "back-to-back": one collective many times in a row on switch planes, where each run
// starts on the planes as the last one left them (solvers/swot/mirrored_pieces.hpp).

#include <stdexcept>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/plane_scheduler.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

kernels::Collective collective_of(const std::string& name, kernels::Node nodes,
                                  const std::string& volumes) {
    auto collective = kernels::build_collective(name, nodes);
    if (volumes == "swot") collective = kernels::with_swot_volumes(std::move(collective));
    return collective;
}

kernels::PlaneProblem hardware_at(const Point& point) {
    const auto planes = static_cast<int>(point.number("planes", 1));
    return {{},
            kernels::alike_planes(planes, point.number("bandwidth", 1) / planes,
                                  point.number("reconfiguration_delay", 0)),
            point.number("per_step_latency", 0),
            initial_planes(point.text("initial", "free"))};
}

StudyRow row(const Point& point, const PlannedCollective*) {
    const auto collective = collective_of(point.text("repeated", ""),
                                          static_cast<kernels::Node>(point.number("nodes", 1)),
                                          point.text("volumes", "exact"));
    const auto found = solvers::swot::repeat(collective, static_cast<int>(point.number("runs", 1)),
                                             point.number("message", 0), hardware_at(point));
    const auto& plan = found.solution;
    const auto line = kernels::replay_planes(found.problem, plan.schedule);
    return {{plan.value, plan.lower_bound, found.per_run(), found.single, found.steady_lower,
             found.steady_upper, static_cast<double>(line.n_reconfigurations)},
            solvers::swot::status_of(plan)};
}

/// Estimate: one run alone, then a search over the whole for every doubling.
double seconds(const Point& point) {
    const auto name = point.text("repeated", "");
    const double steps = static_cast<double>(
        kernels::count_steps(name, static_cast<std::int64_t>(point.number("nodes", 1))));
    return std::min(30.0, 1e-4 * steps * steps * point.number("runs", 1));
}

/// Why planes cannot repeat a collective of that name; empty if they can.
std::string refusal_of(const std::string& name, std::int64_t nodes) {
    for (const auto part : kernels::sequence_parts(name))
        if (!kernels::find_collective(part).row || kernels::concrete_names(part).size() != 1)
            return "is no collective with one algorithm";
    if (const auto why = kernels::refuse_nodes(std::string_view(name), nodes)) return *why;
    try {
        kernels::plane_steps(kernels::build_collective(name, static_cast<kernels::Node>(nodes)), 1);
        return "";
    } catch (const std::invalid_argument& fault) {
        return fault.what();
    }
}

void check(const GridSpec& grid, Faults& faults) {
    GridCheck check(grid, faults);
    check.at_most("runs", 4096);
    check.at_most("nodes", 1 << 20);
    if (!grid.find("repeated") || !grid.find("nodes")) return;
    check.each_combination({"repeated", "nodes"}, [&](const Indices& at) {
        const std::size_t i = grid.value_index("repeated", at);
        const auto why = refusal_of(grid.find("repeated")->labels[i], check.number("nodes", at, 1));
        if (!why.empty())
            check.report("repeated", i, why,
                         "one of lightsweep list collectives, with steps that are permutations");
    });
}

std::vector<KeyEntry> keys() {
    using enum Kind;
    using enum Domain;
    return {{"repeated", text, any, "the collective", "\"alltoall/bruck\""},
            {"runs", count, natural, "how many in a row", "8"},
            {"nodes", count, natural, "of the collective", "64"},
            {"planes", count, natural, "switch planes", "4"},
            {"message", bytes, non_negative, "of every run", "\"32MB\""},
            {"bandwidth", rate, positive, "of a node, all planes together", "\"100GB/s\""},
            {"per_step_latency", seconds, non_negative, "of every step", "\"20us\""},
            {"reconfiguration_delay", seconds, non_negative, "of a plane", "\"200us\""},
            word_key("initial", "what planes hold before the first run; free if not given",
                     "\"cold\"", "", {"free", "first", "cold"}),
            word_key("volumes", "exact if not given", "\"swot\"", "", {"exact", "swot"})};
}

}  // namespace

Study back_to_back_study() {
    Study study{{"back-to-back",
                 "a collective many times in a row on switch planes (SWOT's rules)",
                 keys(),
                 {"repeated", "runs", "nodes", "planes", "message", "bandwidth", "per_step_latency",
                  "reconfiguration_delay"}},
                {number_column("completion_time", "s", "of all runs"),
                 number_column("lower_bound", "s", "proven, on the same"),
                 number_column("time_per_run", "s", "completion_time over the runs"),
                 number_column("single_time", "s", "one run alone from the same start"),
                 number_column("steady_lower", "s",
                               "proven lower limit of the time per run in the long run"),
                 number_column("steady_upper", "s", "upper limit of the same, by a schedule"),
                 count_column("n_reconfigurations", "of planes, in all runs")},
                seconds,
                row,
                check};
    return study;
}

}  // namespace lightsweep::sweeps
