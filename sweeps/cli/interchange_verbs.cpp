#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "engine/io/errors.hpp"
#include "engine/io/io.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/interchange/harvest_export.hpp"
#include "sweeps/interchange/json_place.hpp"
#include "sweeps/interchange/msccl_check.hpp"
#include "sweeps/interchange/msccl_export.hpp"
#include "sweeps/interchange/msccl_rounds.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"

namespace lightsweep::sweeps {

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

/// The scheduler that is compared with imported steps, and the first rules that know it.
constexpr const char* opponent = "addanki-reuse";
std::string rules_of_opponent() {
    const auto& all = domain_vocabulary().schedulers;
    return std::ranges::find(all, opponent, &SchedulerEntry::name)->rules.front();
}

Solution solved(const ProblemResult& read) {
    if (!read.problem) throw engine::BadInput(read.error);
    set_memory_limit("");
    try {
        return solve(*read.problem);
    } catch (const std::exception& failure) {
        throw engine::BadInput(solvers::text_of(failure));
    }
}

void refuse_format(const std::string& format, const char* known) {
    throw engine::BadInput("--format " + format + ": is not known; one of " + known);
}

/// Prints what a check found; exit code 0 or 1.
int report(const std::string& file, const std::vector<std::string>& faults) {
    for (const auto& fault : faults) std::cout << file << ": " << fault << '\n';
    std::cout << file << (faults.empty() ? ": right\n" : ": wrong\n");
    return faults.empty() ? engine::exit_complete : engine::exit_check_differs;
}

/// Fails where a file that was just made does not pass its check: nothing is written then.
void require_right(const std::vector<std::string>& faults) {
    if (!faults.empty())
        throw engine::BadInput("nothing is written, because the file would not pass `check`: " +
                               faults.front());
}

int export_as_harvest(const ExportArguments& arguments, const Solution& solution) {
    const auto out = export_harvest(solution);
    const auto schedule = written(out.schedule), pattern = written(out.pattern);
    require_right(check_harvest(read_harvest_schedule(schedule, "schedule"),
                                read_harvest_pattern(pattern, "pattern"), out.hardware,
                                !arguments.any_degree)
                      .faults);
    auto path = std::filesystem::path(arguments.output);
    if (std::filesystem::is_directory(path) || arguments.output.ends_with('/'))
        path /= out.name(solution.parameters.message);
    engine::io::replace_file(path.string(), schedule + "\n");
    engine::io::replace_file(path.replace_extension(".pattern.json").string(), pattern + "\n");
    if (out.dropped > 0)
        std::cerr << "harvest counts changes between steps alone: cost is "
                  << seconds_text(out.dropped * 1e-9) << " less than the completion time\n";
    if (out.pattern.n > 64)
        std::cerr << "nodes > 64: Harvest's own solver drops long paths, its simulator does not\n";
    return engine::exit_complete;
}

MscclDialect dialect_of(const std::string& name) {
    return name == "msccl" ? MscclDialect::msccl : MscclDialect::rccl;
}

/// A program that is right by its form and by the interpreter, or all that is wrong with it.
MscclProgram right_program(const std::string& text, MscclDialect dialect, const std::string& file) {
    Faults faults;
    auto program = read_msccl(text, dialect, faults);
    if (!faults.empty()) throw engine::BadInput(faults.line());
    const auto verdict = check_msccl(program);
    if (!verdict.faults.empty()) throw engine::BadInput(file + ": " + verdict.faults.front());
    return program;
}

int export_as_msccl(const ExportArguments& arguments, const Solution& solution) {
    const auto dialect = dialect_of(arguments.dialect);
    const auto per_block =
        arguments.chunks_per_block.empty()
            ? 0
            : read_whole("--chunks-per-block", arguments.chunks_per_block, 1, 4096, "1 to 4096");
    const auto out = export_msccl(solution, dialect, per_block);
    try {
        right_program(out.program, dialect, "the program");
    } catch (const engine::BadInput& fault) {
        require_right({fault.what()});
    }
    const auto controller = arguments.output + ".controller.json";
    engine::io::replace_file(arguments.output, out.program);
    if (out.controller.empty())
        engine::io::remove_file(controller);
    else
        engine::io::replace_file(controller, out.controller);
    return engine::exit_complete;
}

// ---- import ------------------------------------------------------------------------------------

std::string steps_as(const ImportArguments& arguments, const ForeignSteps& foreign) {
    const auto steps = forms_of(foreign, arguments.uneven == "max", arguments.file);
    if (arguments.form == "steps") return toml_of(steps);
    const auto nodes = std::to_string(foreign.n), list = json_of(steps);
    const auto rules = "\"" + rules_of_opponent() + "\"";
    const auto scheduler = "\"" + std::string(opponent) + "\"";
    if (arguments.form == "problems")
        return "{\"rules\": " + rules + ", \"scheduler\": " + scheduler +
               ", \"collective\": \"custom\", \"nodes\": " + nodes +
               ", \"topology\": \"ring-uni\", \"steps\": " + list + "}\n";
    auto inline_tables = list;
    for (const char* key : {"shift", "xor", "peer", "bytes"}) {
        const auto quoted = "\"" + std::string(key) + "\":";
        for (std::size_t at = 0; (at = inline_tables.find(quoted, at)) != std::string::npos;)
            inline_tables.replace(at, quoted.size(), std::string(key) + " = ");
    }
    return "# collective: " + foreign.collective + "\nrules = " + rules +
           "\nschedulers = [\"static\", \"every-step\", " + scheduler +
           "]\n\n[[grid]]\nname = \"imported\"\nnodes = " + nodes +
           "\ncollective = \"custom\"\ntopology = \"ring-uni\"\n# give bandwidth\n# give "
           "per_step_latency\n# give per_hop_latency\n# give reconfiguration_delay\nsteps = " +
           inline_tables + "\n";
}

/// Chunks are 1 byte unless --message says the size of the whole.
ForeignSteps read_rounds(const ImportArguments& arguments, const std::string& text) {
    const auto program = right_program(text, dialect_of(arguments.dialect), arguments.file);
    std::int64_t chunk = 1;
    if (!arguments.message.empty()) {
        const auto message = static_cast<std::int64_t>(
            read_positive("--message", arguments.message, Kind::bytes, "1MiB"));
        if (message % program.chunks != 0)
            throw engine::BadInput("--message " + arguments.message + ": is no multiple of " +
                                   std::to_string(program.chunks) + " chunks; give such a size");
        chunk = message / program.chunks;
    }
    return rounds_of(program, chunk);
}

// ---- check -------------------------------------------------------------------------------------

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
    Keys keys = arguments.keys;
    keys.insert(keys.end(), {{"rules", rules_of_opponent()},
                             {"scheduler", opponent},
                             {"collective", "custom"},
                             {"topology", "ring-uni"},
                             {"nodes", std::to_string(pattern.n)}});
    const auto file = std::filesystem::temp_directory_path() /
                      ("lightsweep-steps-" + std::to_string(::getpid()) + ".toml");
    engine::io::replace_file(file.string(), toml_of(forms_of(pattern, true, arguments.problem)));
    keys.emplace_back("file", file.string());
    const auto read = problem_from_flags(keys, domain_vocabulary());
    std::filesystem::remove(file);
    const auto solution = solved(read);
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
        std::cout << faults.text(arguments.file) << arguments.file << ": wrong\n";
        return engine::exit_check_differs;
    }
    const auto verdict = check_msccl(program);
    std::cout << program.collective << " on " << program.gpus.size() << " gpus, " << program.chunks
              << " chunks, " << verdict.operations << " chunks moved, sent or received\n";
    for (const auto& note : verdict.notes) std::cout << "note: " << note << '\n';
    return report(arguments.file, verdict.faults);
}

}  // namespace

int export_verb(const ExportArguments& arguments) {
    const auto solution = solved(problem_from_flags(arguments.keys, domain_vocabulary()));
    if (!solution.has_plan()) {
        std::cout << solution_json(solution) << '\n';
        return engine::exit_failed_points;
    }
    if (arguments.format == "harvest") return export_as_harvest(arguments, solution);
    if (arguments.format == "msccl") return export_as_msccl(arguments, solution);
    refuse_format(arguments.format, "harvest, msccl");
    return engine::exit_bad_input;
}

int import_verb(const ImportArguments& arguments) {
    const auto text = file_text(arguments.file);
    std::string out;
    if (arguments.format == "harvest")
        out = steps_as(arguments, read_harvest_pattern(text, arguments.file));
    else if (arguments.format == "msccl")
        out = steps_as(arguments, read_rounds(arguments, text));
    else
        refuse_format(arguments.format, "harvest, msccl");
    if (arguments.output.empty())
        std::cout << out;
    else
        engine::io::replace_file(arguments.output, out);
    return engine::exit_complete;
}

int check_verb(const CheckArguments& arguments) {
    const auto text = file_text(arguments.file);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '<') return check_as_msccl(arguments, text);
    return check_as_harvest(arguments, text);
}

}  // namespace lightsweep::sweeps
