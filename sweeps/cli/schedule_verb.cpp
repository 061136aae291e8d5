#include <algorithm>
#include <iomanip>
#include <iostream>

#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"
#include "engine/io/io.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t most_lines = 80;

/// The part of the whole time that lies in an event, as characters of a bar.
std::string bar(const kernels::Event& event, double whole, int width, char mark) {
    std::string text(static_cast<std::size_t>(width), '.');
    if (whole <= 0) return text;
    const auto at = [=](double t) { return static_cast<int>(t / whole * width + 0.5); };
    const int first = std::min(at(event.start), width - 1);
    const int last = std::max(at(event.end), first + 1);
    for (int i = first; i < std::min(last, width); ++i) text[static_cast<std::size_t>(i)] = mark;
    return text;
}

std::string fabric_of(const Solution& s) {
    if (!s.on_planes) return "base " + s.structure->base.describe();
    const auto count = s.structure->planes.speeds.size();
    return std::to_string(count) + (count == 1 ? " switch plane" : " switch planes");
}

void print_head(const Solution& s) {
    const auto& row = s.row;
    std::cout << s.collective.name() << " on " << s.structure->collective.n << " nodes, "
              << fabric_of(s)
              << (s.structure->collective.mirrored
                      ? ", the other half of the message in the opposite direction"
                      : "")
              << "\ncompletion time  " << seconds_text(row.completion[0]) << " ("
              << solvers::status_names[static_cast<std::size_t>(row.status[0])] << ", lower bound "
              << seconds_text(row.lower_bound[0]) << ")\n  startup          "
              << seconds_text(row.startup[0]) << "\n  propagation      "
              << seconds_text(row.propagation[0]) << "\n  transmission     "
              << seconds_text(row.transmission[0]) << "\n  congestion       "
              << seconds_text(row.congestion[0]) << "\n  reconfiguration  "
              << seconds_text(row.reconfiguration[0]) << " (" << row.n_reconfigurations[0] << " in "
              << s.collective.steps.size() + static_cast<std::size_t>(row.more_steps_of(0))
              << " steps)\n";
    if (row.computation_of(0) > 0)
        std::cout << "  computation      " << seconds_text(row.computation_of(0)) << '\n';
    std::cout << '\n';
}

constexpr std::size_t most_name = 17;

/// The peers of a step.
std::string peers_of(const Solution& s, const kernels::Event& event) {
    const auto step = kernels::sent_during(event, s.schedule, s.collective);
    auto text = peers_text(step.peer, most_name);
    for (const auto& other : step.other_peers) text += " | " + peers_text(other, most_name);
    return text.size() <= most_name ? text : text.substr(0, most_name - 2) + "..";
}

/// Whether a step runs on other circuits than those of the bases.
bool is_off_base(const Solution& s, const kernels::Event& event) {
    return event.topology >= (s.structure->measure.on_lanes() ? 1 : s.schedule.n_bases);
}

/// "shift +3" instead of "matching shift +3".
std::string topology_of(const Solution& s, const kernels::Event& event) {
    const auto& topology = s.schedule.topologies[event.topology];
    if (topology.kind() != kernels::Topology::Kind::matching)
        return topology.describe().substr(0, most_name);
    return is_off_base(s, event) && !s.matchings_stand
               ? "matching"
               : peers_text(topology.permutation(), most_name);
}

/// Widths of the columns with names; the bar takes what they leave of a page.
struct Widths {
    std::size_t peers = 5, topology = 8;

    int bar() const { return static_cast<int>(analysis::page_width - 50 - peers - topology); }
};

Widths widths_of(const Solution& s) {
    Widths widths;
    for (const auto& event : s.timeline.events)
        if (event.kind == kernels::Event::Kind::step) {
            widths.peers = std::max(widths.peers, peers_of(s, event).size());
            widths.topology = std::max(widths.topology, topology_of(s, event).size());
        }
    return widths;
}

void print_event(const Solution& s, const kernels::Event& event, const Widths& widths) {
    const double whole = s.timeline.end();
    if (event.kind != kernels::Event::Kind::step) {
        const bool computing = event.kind == kernels::Event::Kind::computation;
        std::cout << std::setw(static_cast<int>(widths.peers + widths.topology) + 35)
                  << (computing ? "compute" : "reconfigure") << std::setw(12)
                  << seconds_text(event.end - event.start) << "  "
                  << bar(event, whole, widths.bar(), computing ? 'C' : 'R') << '\n';
        return;
    }
    const auto step = kernels::sent_during(event, s.schedule, s.collective);
    const double sent = step.share * static_cast<double>(step.demand().size());
    std::ostringstream stretch;
    stretch << std::setprecision(4) << event.stretch;
    std::cout << std::setw(5) << event.step << "  " << std::left
              << std::setw(static_cast<int>(widths.peers)) << peers_of(s, event) << std::right
              << std::setw(11) << format_decimal_bytes(sent * s.parameters.message) << "  "
              << std::left << std::setw(static_cast<int>(widths.topology)) << topology_of(s, event)
              << std::right << std::setw(7) << event.hops << std::setw(9) << stretch.str()
              << std::setw(12) << seconds_text(event.end - event.start) << "  "
              << bar(event, whole, widths.bar(), is_off_base(s, event) ? '#' : '=') << '\n';
}

void print_events(const Solution& s) {
    const auto widths = widths_of(s);
    std::cout << " step  " << std::left << std::setw(static_cast<int>(widths.peers)) << "peers"
              << "      bytes  " << std::setw(static_cast<int>(widths.topology)) << "topology"
              << std::right << "   hops  1/theta        time  start"
              << std::string(static_cast<std::size_t>(widths.bar() - 8), ' ') << "end\n";
    std::size_t printed = 0;
    for (const auto& event : s.timeline.events) {
        if (++printed > most_lines) break;
        print_event(s, event, widths);
    }
    if (s.timeline.events.size() > most_lines)
        std::cout << "... " << s.timeline.events.size() - most_lines
                  << " more lines; --json prints all\n";
    std::cout << "\n= on the base   # on other circuits   R reconfiguring"
              << (s.row.computation_of(0) > 0 ? "   C computing\n" : "\n");
}

void print_schedule(const Solution& s) {
    print_head(s);
    if (s.planes || !s.particulars.events.empty())
        print_planes(s, std::cout);
    else if (!s.on_planes)
        print_events(s);
}

/// Prints a file's text, or writes the file.
void deliver(const ScheduleArguments& arguments, const std::string& text) {
    if (arguments.output.empty())
        std::cout << text << '\n';
    else
        engine::io::replace_file(arguments.output, text + '\n');
}

/// What --execution-plan, --html or --json ask for; of lightpaths under rules = optree if `lights`.
std::string written(const Solution& s, const ScheduleArguments& arguments, bool lights) {
    if (arguments.execution_plan)
        return lights && !arguments.ways ? lightpath_plan_json(s) : plan_json(s, arguments.ways);
    if (arguments.html) return schedule_page(s);
    return lights ? lightpaths_json(s) : s.plan ? solution_json(s) : timeline_json(s);
}

/// A plan of the frontier, step by step.
void print_plan(const Solution& s) {
    print_head(s);
    std::cout << "plan: " << s.plan->family << ", " << s.plan->text
              << "\n\n  steps   hops each   X each (of m/b)   topology\n";
    const auto runs = s.prepared->step_runs({s.row.decision.data(), 1});
    std::int64_t first = 1;
    for (const auto& run : runs) {
        const auto last = first + run.steps - 1;
        const auto steps = std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
        std::cout << std::setw(7) << steps << std::setw(12) << run.hops << std::setw(18)
                  << std::setprecision(5) << run.transmission << "   "
                  << (run.topology == 0 ? "the base"
                                        : "circuits " + std::to_string(run.topology) +
                                              (run.reconfigurations > 0 ? ", set up before" : ""))
                  << '\n';
        first = last + 1;
    }
}

}  // namespace

std::string plan_json(const Solution& s, bool with_ways) {
    try {
        if (!s.on_planes && !s.plan && !s.structure->rings)
            return execution_plan_json(s, with_ways);
    } catch (const std::invalid_argument& fault) {
        throw engine::BadInput(fault.what());
    }
    if (with_ways)
        throw engine::BadInput(
            "--ways: only plans of whole topologies list ways; plans of planes, groups and "
            "lightpaths say in their transfers where bytes go: leave --ways out");
    if (!s.particulars.events.empty())
        throw engine::BadInput(
            "planes on clocks of their own have no steps; --json has their turns");
    if (!s.planes && !s.plan)
        throw engine::BadInput(
            "a formula, partition or step in turns has no plan; take strawman or swot");
    try {
        return s.plan ? listed_plan_json(s) : plane_plan_json(s);
    } catch (const std::invalid_argument& fault) {
        throw engine::BadInput(fault.what());
    } catch (const std::exception& failure) {
        throw engine::IoError(failure.what());
    }
}

int schedule_verb(const ScheduleArguments& arguments) {
    const bool writes = arguments.json || arguments.execution_plan || arguments.html;
    if (!arguments.output.empty() && !writes)
        throw engine::BadInput("-o writes a file: add --execution-plan, --json or --html");
    if (arguments.ways && !arguments.execution_plan)
        throw engine::BadInput("--ways writes ways into a plan: add --execution-plan");
    if (!arguments.output.empty()) refuse_folder(arguments.output);
    const auto read = problem_from_flags(arguments.keys, domain_vocabulary());
    if (!read.problem) {
        std::cerr << read.lines;
        return engine::exit_bad_input;
    }
    auto solution = solved(read);
    if (!solution.has_plan()) {
        const auto& why = solvers::row_of(solution.row.reason[0]);
        const std::string status(
            solvers::status_names[static_cast<std::size_t>(solution.row.status[0])]);
        if (arguments.json)
            std::cout << solution_json(solution) << '\n';
        else
            analysis::print_paragraph(
                status + ": " + std::string(why.sentence) + "; " + std::string(why.remedy), 2,
                std::cout);
        return engine::exit_failed_points;
    }
    const bool lights = solution.structure->rings && !solution.plan;
    if (lights) {
        check_lightpaths(solution);
    } else if (solution.plan) {
        solution.collective = solution.structure->collective;
    } else {
        const auto& violation =
            solution.planes ? solution.planes->timeline.violation : solution.timeline.violation;
        if (!violation.empty()) throw engine::IoError("replay: " + violation);
    }
    if (writes)
        deliver(arguments, written(solution, arguments, lights));
    else if (lights)
        print_lightpaths(solution, std::cout);
    else
        (solution.plan ? print_plan : print_schedule)(solution);
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps
