#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/interchange/chakra_export.hpp"
#include "sweeps/interchange/harvest_check.hpp"
#include "sweeps/interchange/json_place.hpp"
#include "sweeps/interchange/msccl_check.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"

namespace lightsweep::sweeps {

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

/// Prints what a check found; exit code 0 or 1.
int report(const std::string& file, const std::vector<std::string>& faults) {
    for (const auto& fault : faults) std::cout << file << ": " << fault << '\n';
    std::cout << file << (faults.empty() ? ": right\n" : ": wrong\n");
    return faults.empty() ? engine::exit_complete : engine::exit_check_differs;
}

// ---- Harvest ------------------------------------------------------------------------------------

/// The value of a key that people give as a quantity.
double quantity(const Keys& keys, const std::string& key, Kind kind) {
    const auto found = std::ranges::find(keys, key, &std::pair<std::string, std::string>::first);
    if (found == keys.end())
        throw engine::BadInput("check: " + key + " is missing; the cost formula reads it: --" +
                               key + " " + std::string(texts_of(kind).example));
    const auto parsed = parse_quantity(found->second, kind);
    if (!parsed.value || *parsed.value < 0 || (kind == Kind::rate && *parsed.value == 0))
        throw engine::BadInput("check: --" + key + " " + found->second + ": " +
                               (parsed.value ? "is negative or zero" : parsed.problem));
    return *parsed.value;
}

/// The fastest schedule of ours on the same steps, from a directed ring.
void print_optimum(const ForeignSteps& pattern, const CheckArguments& arguments) {
    OrderedJson problem{
        {"rules", rules_of_opponent()},
        {"scheduler", opponent},
        {"collective", "custom"},
        {"topology", "ring-uni"},
        {"nodes", pattern.n},
        {"steps", OrderedJson::parse(json_of(forms_of(pattern, true, arguments.problem)))}};
    for (const auto& [key, value] : arguments.keys) problem[key] = value;
    const auto solution = solved(read_problem(problem.dump(), domain_vocabulary()));
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
    const auto program = read_msccl(text, arguments.dialect == "msccl" ? MscclDialect::msccl : MscclDialect::rccl, faults);
    if (!faults.empty()) {
        std::cout << faults.text(arguments.file) << arguments.file << ": wrong\n";
        return engine::exit_check_differs;
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

/// What a text is by its content: JSON, or XML with an element algo.
std::string format_of(const std::string& text, const std::string& file) {
    if (nlohmann::json::accept(text)) return "harvest";
    if (text.find("<algo") != std::string::npos) return "msccl";
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '{') return "harvest";  // says where it breaks
    throw engine::BadInput(file +
                           ": is neither JSON nor an algorithm of MSCCL (<algo ...>); give "
                           "--format, or another file");
}

}  // namespace

int check_verb(const CheckArguments& arguments) {
    auto format = arguments.format;
    if (std::filesystem::is_directory(arguments.file)) format = "chakra";
    if (format == "chakra") return check_as_chakra(arguments);
    const auto text = file_text(arguments.file);
    if (format.empty()) format = format_of(text, arguments.file);
    return format == "msccl" ? check_as_msccl(arguments, text) : check_as_harvest(arguments, text);
}

}  // namespace lightsweep::sweeps
