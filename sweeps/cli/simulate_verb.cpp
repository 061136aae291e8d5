#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "engine/farm/farm.hpp"
#include "engine/farm/stopping.hpp"
#include "engine/io/errors.hpp"
#include "kernels/parallel/for_each.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/simulate_options.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/interchange/plan_reader.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/simulation/plan_system.hpp"
#include "sweeps/simulation/run_report.hpp"

namespace lightsweep::sweeps {

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t most_rows = 40;
constexpr std::array quantiles{0.5, 0.9, 0.99};

simulation::Json plan_in(const std::string& file) {
    const auto text = file_text(file);
    try {
        return parsed_json(text, file);
    } catch (const engine::BadInput& fault) {
        throw engine::BadInput(
            fault.what() +
            std::string(", or give a plan as `lightsweep schedule --execution-plan` prints it"));
    }
}

// ---- one plan
// ------------------------------------------------------------------------------------

/// Completion times of the plan with the seeds seed, seed + 1, ...
std::vector<double> times_of(const simulation::System& system, const SimulateSettings& settings) {
    std::vector<double> times(static_cast<std::size_t>(settings.runs));
    kernels::parallel::for_each(times.size(), [&](std::size_t i) {
        auto options = settings.run;
        options.jitter.seed += i;
        times[i] = simulation::carry_out(system, options).end;
    });
    return times;
}

/// The report of one run, or the times of many. `sound` says whether the plan is kept to.
OrderedJson simulated(const simulation::Json& plan, const SimulateSettings& settings,
                      const std::string& file = "plan") {
    const auto system = simulation::read_plan(JsonPlace::of(plan, file), settings.plan);
    if (settings.runs == 0) {
        const auto run = simulation::carry_out(system, settings.run);
        auto report = simulation::report_json(system, run);
        report["as_planned"] = run.sound() && simulation::keeps_plan(system, run);
        return report;
    }
    const auto times = times_of(system, settings);
    auto sorted = times;
    std::ranges::sort(sorted);
    OrderedJson marks;
    for (const double q : quantiles) {
        const auto at = std::ceil(q * static_cast<double>(sorted.size())) - 1;
        std::ostringstream name;
        name << q;
        marks[name.str()] = sorted[static_cast<std::size_t>(at)];
    }
    return {{"planned_time", system.planned_end}, {"quantiles", marks}, {"times", times}};
}

std::string seconds_or_never(const OrderedJson& time) {
    return time.is_null() ? "never" : seconds_text(time.get<double>());
}

void print_steps(const OrderedJson& steps) {
    std::cout << "\n step   first begin      last end   planned end         slack\n";
    for (std::size_t i = 0; i < std::min(steps.size(), most_rows); ++i) {
        std::cout << std::setw(5) << steps[i]["step"].get<int>();
        for (const char* column : {"begin", "end", "planned_end"})
            std::cout << std::setw(14) << seconds_or_never(steps[i][column]);
        const auto& slack = steps[i]["slack"];
        const bool rounding = !slack.is_null() && std::abs(slack.get<double>()) <
                                                      1e-9 * steps[i]["planned_end"].get<double>();
        std::cout << std::setw(14) << (rounding ? "0 s" : seconds_or_never(slack));
        std::cout << '\n';
    }
    if (steps.size() > most_rows)
        std::cout << "... " << steps.size() - most_rows << " more steps; --json prints all\n";
}

void print_report(const OrderedJson& report) {
    std::ostringstream ratio;
    if (report["ratio"].is_null())
        ratio << '-';
    else
        ratio << std::setprecision(10) << report["ratio"].get<double>();
    std::cout << "simulated  " << seconds_or_never(report["completion_time"]) << "   planned  "
              << seconds_or_never(report["planned_time"]) << "   ratio  " << ratio.str() << '\n';
    print_steps(report["steps"]);
    std::cout << "\nbusiest links\n";
    for (const auto& link : report["links"])
        std::cout << "  " << link["link"].get<std::string>() << ": " << std::setprecision(4)
                  << link["utilisation"].get<double>() * 100 << " %\n";
    for (const auto& plane : report["planes"]) {
        const int number = plane["plane"];
        std::cout << (number < 0 ? "all planes" : "plane " + std::to_string(number)) << " dark for "
                  << seconds_or_never(plane["dark"]) << ", of it "
                  << seconds_or_never(plane["dark_idle"]) << " while nobody sent\n";
    }
    std::cout << "critical path\n";
    const auto& path = report["critical_path"];
    for (std::size_t i = 0; i < std::min(path.size(), most_rows); ++i)
        std::cout << "  " << seconds_or_never(path[i]["begin"]) << " to "
                  << seconds_or_never(path[i]["end"]) << ": " << path[i]["what"].get<std::string>()
                  << '\n';
    if (path.size() > most_rows)
        std::cout << "  ... " << path.size() - most_rows << " more; --json prints all\n";
    for (const auto& one : report["violations"])
        std::cout << "violation " << one["code"].get<std::string>() << ": plane " << one["plane"]
                  << ", step " << one["step"] << ", at " << seconds_or_never(one["time"]) << '\n';
    std::cout << (report["violations"].empty() ? "no violation\n" : "the plan is unsound\n");
}

void print_runs(const OrderedJson& report) {
    std::cout << report["times"].size() << " runs, planned "
              << seconds_or_never(report["planned_time"]) << '\n';
    for (const auto& [name, time] : report["quantiles"].items())
        std::cout << "quantile " << std::left << std::setw(5) << name << std::right
                  << seconds_or_never(time) << '\n';
}

// ---- where plans come from
// -----------------------------------------------------------------------

/// Forgets when setups of the plan's usual delay end: they are to take another one.
void free_setups(simulation::Json& plan) {
    const auto& delay = plan["hardware"]["reconfiguration_delay"];
    const double usual = delay.is_number() ? delay.get<double>() : -1;
    if (!plan.contains("controller") || !plan["controller"].is_array()) return;
    for (auto& setup : plan["controller"]) {
        const bool timed = setup.is_object() && setup.contains("start") &&
                           setup["start"].is_number() && setup.contains("end") &&
                           setup["end"].is_number();
        if (!timed) continue;
        const double taken = setup["end"].get<double>() - setup["start"].get<double>();
        if (std::abs(taken - usual) <= 1e-6 * usual) setup.erase("end");
    }
}

/// Hardware keys in the place of those that the plan has.
void set_hardware(simulation::Json& plan, const Keys& keys) {
    if (!plan.is_object()) throw engine::BadInput("the plan is no JSON object");
    if (plan.contains("hardware") && !plan["hardware"].is_object())
        throw engine::BadInput("hardware: is no object; export the plan again");
    for (const auto& [key, value] : keys) {
        auto& hardware = plan["hardware"];
        const bool rate = key == "bandwidth";
        if (plan.contains("lit_at_start") && !hardware.contains(key))
            throw engine::BadInput("--" + key +
                                   " is no hardware of a plan of lightpaths: give "
                                   "per-step-latency or reconfiguration-delay");
        if (key == "planes")
            hardware[key] = read_planes(key, value);
        else if (rate || key == "per_step_latency" || key == "per_hop_latency" ||
                 key == "reconfiguration_delay") {
            const auto read = parse_quantity(value, rate ? Kind::rate : Kind::seconds);
            if (!read.value) throw engine::BadInput("--" + key + ": " + read.message(value));
            if (*read.value < 0 || (rate && *read.value == 0))
                throw engine::BadInput(
                    "--" + key + " " + value + ": is negative or zero; give " +
                    std::string(texts_of(rate ? Kind::rate : Kind::seconds).example));
            if (key == "reconfiguration_delay" && hardware.contains(key)) free_setups(plan);
            hardware[key] = *read.value;
            if (hardware.contains("planes") && hardware["planes"].is_array())
                for (auto& plane : hardware["planes"])
                    if (plane.contains(key))
                        plane[key] =
                            rate ? *read.value / static_cast<double>(hardware["planes"].size())
                                 : *read.value;
        } else
            throw engine::BadInput("--" + key +
                                   " is neither an option nor hardware of a plan: give bandwidth, "
                                   "planes, per-step-latency, per-hop-latency or "
                                   "reconfiguration-delay");
    }
}

/// The exported plan of a problem's schedule.
simulation::Json plan_of_problem(const ProblemResult& read, KnownStructures* known = nullptr,
                                 const std::string& structure = {}) {
    if (!read.problem) throw engine::BadInput(read.error);
    try {
        const auto solution = solve(*read.problem, known, structure);
        if (!solution.has_plan())
            throw engine::BadInput(solution_json(solution) + ": there is no plan to simulate");
        return simulation::Json::parse(solution.structure->rings ? lightpath_plan_json(solution)
                                                                 : plan_json(solution));
    } catch (const engine::Abandoned&) {
        throw;
    } catch (const std::exception& failure) {
        throw engine::BadInput(solvers::text_of(failure));
    }
}

/// The seed of a point: a function of the given one and of the point's parameters alone, so that
/// points draw apart, in any order, and the schedulers of a point draw alike.
std::uint64_t seed_of_point(std::uint64_t seed, const Point& point) {
    std::uint64_t h = simulation::mixed(seed);
    const auto word = [&](std::uint64_t value) { h = simulation::mixed(h ^ value); };
    const auto text = [&](const std::string& value) {
        word(value.size());
        for (const unsigned char letter : value) word(letter);
    };
    text(point.collective);
    for (const auto& [key, value] : point.numbers)
        text(key), word(std::bit_cast<std::uint64_t>(value + 0.0));
    for (const auto& [key, value] : point.texts) text(key), text(value);
    for (const auto& [key, values] : point.tuples) {
        text(key);
        for (const auto value : values) word(static_cast<std::uint64_t>(value));
    }
    return h;
}

/// One line: the keys of a problem, and in "simulate" options of this verb.
std::string answer_line(const std::string& line, SimulateSettings settings,
                        KnownStructures& known) {
    try {
        require_readable_json(line, "line");
        if (!simulation::Json::parse(line, nullptr, false).is_object())
            return error_json(read_problem(line, domain_vocabulary()).error);
        auto problem = parsed_json(line, "line");
        if (problem.contains("simulate")) take_all(settings, problem["simulate"]);
        problem.erase("simulate");
        const auto text = problem.dump();
        const auto read = read_problem(text, domain_vocabulary());
        const auto plan = plan_of_problem(read, &known, structure_text(text));
        settings.run.jitter.seed = seed_of_point(settings.run.jitter.seed, read.problem->point);
        auto report = simulated(plan, settings);
        for (const char* detail : {"steps", "links", "planes", "critical_path"})
            report.erase(detail);
        report["closed_time"] = plan["completion_time"];
        if (plan.contains("rounding_time")) report["rounding_time"] = plan["rounding_time"];
        return report.dump();
    } catch (const std::exception& failure) {
        return error_json(solvers::text_of(failure));
    }
}

}  // namespace

int simulate_verb(const SimulateArguments& arguments) {
    SimulateSettings settings;
    Keys keys;
    for (const auto& [key, value] : arguments.keys)
        if (!take(settings, key, value)) keys.emplace_back(key, value);
    if (arguments.file == "-") {
        const int threads = engine::choose_threads(0, 1);
        set_memory_limit("", threads);
        KnownStructures known;
        answer_lines(std::cin, threads,
                     [&](const std::string& line) { return answer_line(line, settings, known); });
        return engine::exit_complete;
    }
    set_memory_limit("");
    bound_memory();
    simulation::Json plan;
    if (arguments.file.empty())
        plan = plan_of_problem(problem_from_flags(keys, domain_vocabulary()));
    else
        plan = plan_in(arguments.file);
    OrderedJson report;
    try {
        if (!arguments.file.empty()) {
            set_hardware(plan, keys);
            require_plan(JsonPlace::of(plan, arguments.file));
        }
        report = simulated(plan, settings, arguments.file.empty() ? "plan" : arguments.file);
    } catch (const std::exception& fault) {
        throw engine::BadInput(fault.what());
    }
    if (arguments.json)
        std::cout << report.dump(2) << '\n';
    else if (settings.runs > 0)
        print_runs(report);
    else
        print_report(report);
    if (settings.runs > 0) return engine::exit_complete;
    const bool late = arguments.expect_equal && !report["as_planned"].get<bool>();
    return late || !report["violations"].empty() ? engine::exit_check_differs
                                                 : engine::exit_complete;
}

}  // namespace lightsweep::sweeps
