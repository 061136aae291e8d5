#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <set>
#include <sstream>

#include "engine/farm/farm.hpp"
#include "engine/farm/stopping.hpp"
#include "engine/io/errors.hpp"
#include "kernels/parallel/for_each.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/interchange/plan_reader.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/simulation/plan_system.hpp"
#include "sweeps/simulation/run_report.hpp"
#include "sweeps/spec/line_shape.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t most_rows = 40;
constexpr std::array quantiles{0.5, 0.9, 0.99};

/// How a plan is carried out: the options of the verb.
struct Settings {
    simulation::PlanOptions plan;
    simulation::RunOptions run;
    int runs = 0;  ///< 0: one run, told in full
};

/// seed=7,step=0.5,reconfiguration=0.5,law=exponential,planes=4,stragglers=0.02x20
simulation::Jitter jitter_of(const std::string& text) {
    simulation::Jitter jitter;
    std::istringstream words(text);
    std::set<std::string> given;
    for (std::string word; std::getline(words, word, ',');) {
        const auto equals = std::min(word.find('='), word.size());
        const std::string key = word.substr(0, equals);
        const std::string value = equals < word.size() ? word.substr(equals + 1) : "";
        if (!given.insert(key).second)
            throw engine::BadInput("--jitter " + text + ": " + key + " is given twice; remove one");
        const auto which = read_choice(
            "jitter", key, {"seed", "step", "reconfiguration", "law", "planes", "stragglers"});
        if (which == 0) jitter.seed = read_number<std::uint64_t>(key, value, 0, ~std::uint64_t{0});
        if (which == 1) jitter.step = read_number(key, value, 0.0, 1e6);
        if (which == 2) jitter.reconfiguration = read_number(key, value, 0.0, 1e6);
        if (which == 3)
            jitter.exponential = read_choice(key, value, {"uniform", "exponential"}) == 1;
        if (which == 4) jitter.planes = read_number(key, value, 0, 4096);
        if (which < 5) continue;
        const auto times = value.find('x');
        if (times == std::string::npos)
            throw engine::BadInput(key + " = " + value + ": give a share and a factor, as 0.02x20");
        jitter.straggler_share = read_number(key, value.substr(0, times), 0.0, 1.0);
        jitter.straggler_factor = read_number(key, value.substr(times + 1), 1.0, 1e9);
    }
    return jitter;
}

bool flag(const std::string& key, const std::string& value) {
    if (value == "true" || value == "false") return value == "true";
    return read_choice(key, value, {"off", "on"}) == 1;
}

/// Takes an option of the verb; false if the key is none.
bool take(Settings& settings, const std::string& key, const std::string& value) {
    auto& run = settings.run;
    if (key == "barriers")
        settings.plan.barriers = flag(key, value);
    else if (key == "routes")
        settings.plan.routes = static_cast<simulation::Routes>(
            read_choice(key, value, {"plan", "single", "ecmp", "optimal"}));
    else if (key == "forwarding")
        run.store = read_choice(key, value, {"cut-through", "store"}) == 1;
    else if (key == "sharing")
        run.weighted = read_choice(key, value, {"fair", "weighted"}) == 1;
    else if (key == "hops" && (value == "real" || value == "counted"))
        run.by_distance = read_choice(key, value, {"real", "counted"}) == 1;
    else if (key == "acknowledged")
        run.acknowledged = flag(key, value);
    else if (key == "relay_startup")
        run.relay_startup = flag(key, value);
    else if (key == "mtu")
        run.mtu = read_positive("--mtu", value, Kind::bytes, "1500B");
    else if (key == "jitter")
        run.jitter = jitter_of(value);
    else if (key == "runs")
        settings.runs = read_number(key, value, 1, 1000000);
    else
        return false;
    return true;
}

/// The options of a line.
void take_all(Settings& settings, const simulation::Json& options) {
    static const std::vector<std::string> names{
        "barriers",     "routes",        "forwarding", "sharing", "hops",
        "acknowledged", "relay_startup", "mtu",        "jitter",  "runs"};
    if (!options.is_object())
        throw engine::BadInput("simulate = " + options.dump() +
                               ": is no object; give options, as {\"barriers\": \"on\"}");
    for (const auto& [key, json] : options.items()) {
        const auto value = json.is_string() ? json.get<std::string>() : json.dump();
        if (key == "hops") read_choice(key, value, {"real", "counted"});
        if (!take(settings, key, value))
            throw engine::BadInput("simulate." + key + " is no option; " + suggest(key, names));
    }
}

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
std::vector<double> times_of(const simulation::System& system, const Settings& settings) {
    std::vector<double> times(static_cast<std::size_t>(settings.runs));
    kernels::parallel::for_each(times.size(), [&](std::size_t i) {
        auto options = settings.run;
        options.jitter.seed += i;
        times[i] = simulation::carry_out(system, options).end;
    });
    return times;
}

/// The report of one run, or the times of many. `sound` says whether the plan is kept to.
OrderedJson simulated(const simulation::Json& plan, const Settings& settings,
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
            hardware[key] = read_number(key, value, 1, 4096);
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
std::string answer_line(const std::string& line, Settings settings, KnownStructures& known) {
    try {
        auto problem = parsed_json(line, "problem");
        if (!problem.is_object()) return error_json(read_problem(line, domain_vocabulary()).error);
        if (problem.contains("simulate")) take_all(settings, problem["simulate"]);
        problem.erase("simulate");
        const auto text = problem.dump();
        const auto read = read_problem(text, domain_vocabulary());
        const auto plan = plan_of_problem(read, &known, shape_of(text).text);
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
    Settings settings;
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
