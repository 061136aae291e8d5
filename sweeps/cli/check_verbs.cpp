#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/interchange/chakra_export.hpp"
#include "sweeps/interchange/goal_text.hpp"
#include "sweeps/interchange/harvest_check.hpp"
#include "sweeps/interchange/judge.hpp"
#include "sweeps/interchange/msccl_check.hpp"
#include "sweeps/interchange/msccl_plan.hpp"
#include "sweeps/interchange/msccl_rounds.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/interchange/plane_controller.hpp"
#include "sweeps/interchange/trace_simulation.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

/// Prints what a check found, beside what is told already; exit code 0 or 1.
int report(const std::string& file, const std::vector<std::string>& faults, bool right = true) {
    for (const auto& fault : faults) std::cout << file << ": " << fault << '\n';
    right = right && faults.empty();
    std::cout << file << (right ? ": right\n" : ": wrong\n");
    return right ? engine::exit_complete : engine::exit_check_differs;
}

// ---- Harvest ------------------------------------------------------------------------------------

/// The value of a key that people give as a quantity.
double quantity(const Keys& keys, const std::string& key, Kind kind) {
    const auto found = std::ranges::find(keys, key, &std::pair<std::string, std::string>::first);
    if (found == keys.end())
        throw engine::BadInput(key + " is missing; the cost formula reads it: --" + key + " " +
                               std::string(texts_of(kind).example));
    const auto parsed = parse_quantity(found->second, kind);
    if (!parsed.value || *parsed.value < 0 || (kind == Kind::rate && *parsed.value == 0))
        throw engine::BadInput("--" + key + " " + found->second + ": " +
                               (parsed.value ? "is negative or zero" : parsed.problem));
    return *parsed.value;
}

/// A value as it is typed: JSON where it is some, else a word or a quantity.
void set_keys(OrderedJson& problem, const Keys& keys) {
    for (const auto& [key, value] : keys)
        problem[key] =
            nlohmann::json::accept(value) ? OrderedJson::parse(value) : OrderedJson(value);
}

/// Foreign steps as a problem of the opponent's, on a directed ring.
OrderedJson problem_of(const ForeignSteps& steps, const std::string& file, const Keys& keys) {
    OrderedJson problem{{"rules", rules_of(opponent)},
                        {"scheduler", opponent},
                        {"collective", "custom"},
                        {"topology", "ring-uni"},
                        {"nodes", steps.n},
                        {"steps", OrderedJson::parse(json_of(forms_of(steps, true, file)))}};
    set_keys(problem, keys);
    return problem;
}

Solution solved(const OrderedJson& problem) {
    return solved(read_problem(problem.dump(), domain_vocabulary()));
}

/// The fastest schedule of ours on the same steps.
void print_optimum(const ForeignSteps& pattern, const CheckArguments& arguments) {
    const auto solution = solved(problem_of(pattern, arguments.problem, arguments.keys));
    if (!solution.has_plan()) return;
    std::cout << "optimum of " << opponent << "  " << seconds_text(solution.row.completion[0])
              << " (" << solution.row.n_reconfigurations[0] << " reconfigurations, "
              << std::setprecision(17) << solution.row.completion[0] * 1e9 << " ns)\n";
}

int check_as_harvest(const CheckArguments& arguments, const std::string& text) {
    const auto schedule = read_harvest_schedule(text, arguments.file);
    if (arguments.problem.empty())
        return report(arguments.file, check_form(schedule, !arguments.any_degree).faults);
    const auto pattern = read_harvest_pattern(file_text(arguments.problem), arguments.problem);
    const HarvestHardware hardware{
        quantity(arguments.keys, "per_step_latency", Kind::seconds) * 1e9,
        quantity(arguments.keys, "per_hop_latency", Kind::seconds) * 1e9,
        quantity(arguments.keys, "reconfiguration_delay", Kind::seconds) * 1e9,
        quantity(arguments.keys, "link_rate", Kind::rate) * 1e-9};
    const auto verdict = check_harvest(schedule, pattern, hardware, !arguments.any_degree);
    std::cout << std::setprecision(17) << "cost by the formula       " << verdict.cost << " ns, "
              << verdict.reconfigurations << " reconfigurations\n";
    if (schedule.has_cost) std::cout << "cost in the file          " << schedule.cost << " ns\n";
    print_optimum(pattern, arguments);
    return report(arguments.file, verdict.faults);
}

// ---- MSCCL -------------------------------------------------------------------------------------

/// All faults of the text, else those of the run.
int check_as_msccl(const CheckArguments& arguments, const std::string& text) {
    Faults faults;
    const auto program = read_msccl(text, dialect_of(arguments.dialect), faults);
    if (!faults.empty()) {
        constexpr std::size_t most_told = 20;
        auto told = faults.sorted();
        told.resize(std::min(told.size(), most_told));
        for (auto& one : told) {
            one.source = arguments.file;
            std::cout << one.text() << '\n';
        }
        if (const auto all = faults.size(); all > told.size())
            std::cout << arguments.file << ": " << all - told.size() << " further faults\n";
        return report(arguments.file, {}, false);
    }
    const auto verdict = check_msccl(program);
    std::cout << program.collective << " on " << program.gpus.size() << " gpus, " << program.chunks
              << " chunks, " << verdict.operations << " chunks moved, sent or received\n";
    for (const auto& note : verdict.notes) std::cout << "note: " << note << '\n';
    return report(arguments.file, verdict.faults);
}

// ---- Chakra ------------------------------------------------------------------------------------

int check_as_chakra(const CheckArguments& arguments) {
    const auto check = check_chakra(arguments.file);
    std::cout << check.ranks << " ranks, " << check.nodes << " nodes, end " << std::setprecision(17)
              << check.end << " ns\n";
    return report(arguments.file, check.faults);
}

/// GOAL does not say how fast the network is: what is judged is whether everything ends.
int check_as_goal(const std::string& text, const std::string& file) {
    const auto ranks = read_goal(text, file);
    std::size_t nodes = 0;
    for (const auto& rank : ranks) nodes += rank.nodes.size();
    std::cout << ranks.size() << " ranks, " << nodes << " nodes\n";
    return report(file, run_traces(ranks, 0, 1).faults);
}

/// What a text is by its content: JSON, GOAL, or XML with an element algo.
std::string format_of(const std::string& text, const std::string& file) {
    const auto start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    if (text.compare(start, 1, "{") == 0) return "json";
    if (text.compare(start, 9, "num_ranks") == 0) return "goal";
    if (text.find("<algo") != std::string::npos) return "msccl";
    throw engine::BadInput(file +
                           ": is neither JSON nor an algorithm of MSCCL (<algo ...>) nor GOAL "
                           "(num_ranks ...); give --format, or another file");
}

// ---- judge -------------------------------------------------------------------------------------

/// A schedule with the rules that it is judged by.
struct Judged {
    OrderedJson problem;
    Solution rules;
    Judgement judgement;
};

/// What the file says of itself, held against the replay of the file's own problem. Groups may end
/// at a planned_time that is later than completion_time.
void compare_claims(const JsonPlace& file, const std::string& kind, Judged& judged) {
    auto& judgement = judged.judgement;
    const auto require = [&](const char* key, const OrderedJson& replayed) {
        if (file.has(key) && file.at(key).json() != nlohmann::json(replayed))
            judgement.violations.push_back(std::string(key) + " = " + file.at(key).json().dump() +
                                           ": the replay has " + replayed.dump());
    };
    const double stated = file.at("completion_time").number(0);
    const double planned = file.has("planned_time") ? file.at("planned_time").number(0) : stated;
    const double rounding = file.has("rounding_time") ? file.at("rounding_time").number(0) : 0;
    require("collective", judged.rules.collective.name());
    require("n", judged.rules.collective.n);
    if (!judgement.violations.empty()) return;
    // Planes of a group that change together may count as one.
    const bool counts_fewer = kind == "groups" && file.has("n_reconfigurations") &&
                              file.at("n_reconfigurations").number(0) <=
                                  static_cast<double>(judgement.n_reconfigurations);
    if (!counts_fewer) require("n_reconfigurations", judgement.n_reconfigurations);
    const double claimed = kind == "groups" ? std::max(stated, planned) : std::min(stated, planned);
    if (judgement.time > claimed * (1 + 1e-9) + rounding)
        judgement.violations.push_back(std::string(claimed == stated ? "completion" : "planned") +
                                       "_time = " + number_json(claimed).dump() +
                                       ": the replay takes " + number_json(judgement.time).dump());
}

Judgement judge_groups(Solution& rules, const kernels::ExecutionPlan& plan) {
    const auto own = rules.plan ? carry_out_listed(rules) : plane_plan(rules);
    return judge(rules, plan, own);
}

Judged judge_plan(const JudgeArguments& arguments, const JsonPlace& file) {
    const auto kind = kind_of_plan(file);
    const bool is_chosen = std::ranges::find(arguments.keys, "scheduler",
                                             &Keys::value_type::first) != arguments.keys.end();
    const auto problem = is_chosen ? file.at("problem") : problem_of_plan(file);
    Judged judged{OrderedJson::parse(problem.json().dump()), {}, {}};
    set_keys(judged.problem, arguments.keys);
    judged.rules = solved(judged.problem);
    if (!judged.rules.has_plan())
        throw engine::BadInput("the problem has no plan: " + solution_json(judged.rules));
    if (kind == "planes")
        judged.judgement = judge(judged.rules, read_plane_plan(file));
    else if (kind == "topologies")
        judged.judgement = judge(judged.rules, read_topology_plan(file));
    else if (kind == "groups" && (judged.rules.planes || judged.rules.plan))
        judged.judgement = judge_groups(judged.rules, read_plane_plan(file));
    else
        file.at("kind").refuse("is not judged", "\"planes\", \"groups\" or \"topologies\"");
    if (arguments.keys.empty()) compare_claims(file, kind, judged);
    return judged;
}

Judged judge_harvest(const JudgeArguments& arguments, const std::string& text) {
    if (arguments.problem.empty())
        throw engine::BadInput(
            "a schedule of Harvest needs its collective pattern: --problem FILE");
    const auto schedule = read_harvest_schedule(text, arguments.file);
    const auto pattern = read_harvest_pattern(file_text(arguments.problem), arguments.problem);
    Judged judged{problem_of(pattern, arguments.problem, arguments.keys), {}, {}};
    judged.rules = solved(judged.problem);
    const double circuit =
        quantity(arguments.keys, "link_rate", Kind::rate) / judged.rules.parameters.bandwidth;
    TopologyPlan plan{{judged.rules.structure->base.links()}, 0, {}, {}};
    for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
        if (i > 0 && schedule.steps[i] == schedule.steps[i - 1]) continue;
        plan.setups.emplace_back(i, plan.topologies.size());
        auto& links = plan.topologies.emplace_back();
        for (const auto& edge : schedule.steps[i]) {
            if (std::max(edge.from, edge.to) >= pattern.n)
                throw engine::BadInput(arguments.file + ": steps[" + std::to_string(i) +
                                       "].topology: has a node beyond the problem's " +
                                       std::to_string(pattern.n) + "; remove it");
            links.push_back({edge.from, edge.to, static_cast<double>(edge.links) * circuit});
        }
    }
    judged.judgement = judge(judged.rules, plan);
    if (schedule.steps.size() != pattern.steps.size())
        judged.judgement.violations.push_back("has " + std::to_string(schedule.steps.size()) +
                                              " steps, the problem " +
                                              std::to_string(pattern.steps.size()));
    return judged;
}

Judged judge_msccl(const JudgeArguments& arguments, const std::string& text) {
    const auto program = right_msccl(text, dialect_of(arguments.dialect), arguments.file);
    const auto chunk = chunk_bytes(
        program, arguments.message.empty()
                     ? 0
                     : read_positive("--message", arguments.message, Kind::bytes, "1MiB"));
    const auto steps = rounds_of(program, chunk);
    const auto controller = controller_beside(arguments.file, arguments.controller);
    auto keys = arguments.keys;
    const auto set = [&](const char* key, const std::string& value) {
        if (std::ranges::find(keys, key, &Keys::value_type::first) == keys.end())
            keys.emplace_back(key, value);
    };
    set("rules", rules_of("swot-order"));
    set("scheduler", rules_of("swot-order"));
    set("planes", std::to_string(program.channels));
    if (controller)
        set("reconfiguration_delay", controller->at("reconfiguration_delay").json().dump());
    Judged judged{problem_of(steps, arguments.file, keys), {}, {}};
    judged.problem.erase("topology");
    judged.rules = solved(judged.problem);
    judged.judgement = judge(judged.rules, plan_of_rounds(rounds_of(program, chunk, true), steps,
                                                          controller ? &*controller : nullptr));
    if (!controller)
        judged.judgement.notes.emplace_back(
            "no controller file: a plane changes when its next round needs other circuits");
    return judged;
}

/// The exact scheduler that a schedule is held against: the one with the name of its rules, if
/// there is one; where circuits that stand are free, the opponent under its own rules.
std::string optimal_scheduler(const Judged& judged) {
    const auto& rules = judged.rules.asked.rules;
    const auto& prepared = judged.rules.prepared;
    if (prepared && prepared->space().rules.matchings_stand && rules == rules_of(opponent))
        return opponent;
    return rules_of(rules).empty() ? "segments-overlap" : rules;
}

OrderedJson optimum_json(const Judged& judged) {
    auto problem = judged.problem;
    problem["scheduler"] = optimal_scheduler(judged);
    try {
        const auto best = solved(problem);
        if (best.has_plan())
            return {{"scheduler", problem["scheduler"]},
                    {"completion_time", best.row.completion[0]},
                    {"n_reconfigurations", best.row.n_reconfigurations[0]},
                    {"lower_bound", number_json(best.row.lower_bound[0])}};
    } catch (const engine::BadInput&) {  // it does not take this problem
    }
    return nullptr;
}

OrderedJson judgement_json(const Judged& judged) {
    const auto& one = judged.judgement;
    const double bound = universal_bound(judged.rules);
    return {{"rules", judged.rules.asked.rules},
            {"scheduler", judged.rules.asked.scheduler},
            {"completion_time", number_json(one.time)},
            {"breakdown", breakdown_json(one.cost)},
            {"n_reconfigurations", one.n_reconfigurations},
            {"optimum", optimum_json(judged)},
            {"universal_bound", bound < 0 ? OrderedJson(nullptr) : OrderedJson(bound)},
            {"violations", one.violations},
            {"notes", one.notes}};
}

void print_judgement(const OrderedJson& all, const std::string& file) {
    const auto line = [&](const std::string& name, const OrderedJson& time,
                          const std::string& more) {
        if (!time.is_null())
            std::cout << std::left << std::setw(18) << name << std::right
                      << seconds_text(time.get<double>()) << more << '\n';
    };
    const auto count = [](const OrderedJson& of) {
        return " (" + of["n_reconfigurations"].dump() + " reconfigurations)";
    };
    line("judged", all["completion_time"],
         count(all) + ", rules = " + all["rules"].get<std::string>());
    for (const auto& [name, time] : all["breakdown"].items()) line("  " + name, time, "");
    if (const auto& best = all["optimum"]; !best.is_null()) {
        line("optimum", best["completion_time"],
             count(best) + ", by " + best["scheduler"].get<std::string>());
        line("  lower bound", best["lower_bound"], "");
    }
    line("universal bound", all["universal_bound"], ", for the primitive, whatever the circuits");
    for (const auto& note : all["notes"]) std::cout << "note: " << note.get<std::string>() << '\n';
    for (const auto& one : all["violations"])
        std::cout << file << ": " << one.get<std::string>() << '\n';
    std::cout << file << (all["violations"].empty() ? ": sound\n" : ": unsound\n");
}

}  // namespace

int check_verb(const CheckArguments& arguments) {
    bound_memory();
    auto format = arguments.format;
    if (std::filesystem::is_directory(arguments.file)) format = "chakra";
    if (format == "chakra") return check_as_chakra(arguments);
    const auto text = file_text(arguments.file);
    if (format.empty()) format = format_of(text, arguments.file);
    // Plans of our own are judged by their own problem.
    if (format == "json" && text.find(plan_schema) != std::string::npos) {
        JudgeArguments own;
        own.file = arguments.file;
        return judge_verb(own);
    }
    if (format == "goal") return check_as_goal(text, arguments.file);
    return format == "msccl" ? check_as_msccl(arguments, text) : check_as_harvest(arguments, text);
}

int judge_verb(const JudgeArguments& arguments) {
    bound_memory();
    const auto text = file_text(arguments.file);
    const auto judged = [&] {
        if (format_of(text, arguments.file) == "msccl") return judge_msccl(arguments, text);
        const auto file = JsonPlace::root(text, arguments.file);
        const bool is_plan = file.has("schema") || !file.has("steps");
        return is_plan ? judge_plan(arguments, file) : judge_harvest(arguments, text);
    }();
    const auto all = judgement_json(judged);
    if (arguments.json)
        std::cout << all.dump(2) << '\n';
    else
        print_judgement(all, arguments.file);
    return all["violations"].empty() ? engine::exit_complete : engine::exit_check_differs;
}

}  // namespace lightsweep::sweeps
