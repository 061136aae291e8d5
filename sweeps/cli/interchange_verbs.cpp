#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "engine/io/errors.hpp"
#include "engine/io/io.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/interchange/chakra_export.hpp"
#include "sweeps/interchange/harvest_check.hpp"
#include "sweeps/interchange/harvest_export.hpp"
#include "sweeps/interchange/json_place.hpp"
#include "sweeps/interchange/msccl_check.hpp"
#include "sweeps/interchange/msccl_export.hpp"
#include "sweeps/interchange/msccl_rounds.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"

namespace lightsweep::sweeps {

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

namespace {

void refuse_format(const std::string& format, const char* known) {
    throw engine::BadInput("--format " + format + ": is not known; one of " + known);
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

void require_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (!std::filesystem::is_directory(path, error))
        throw engine::BadInput("-o " + path + ": is no folder; give one for --format chakra");
}

/// Writes the files of a folder; those of further ranks, of an earlier export, go away.
int export_as_chakra(const ExportArguments& arguments, const Solution& solution) {
    const auto out = export_chakra(solution, arguments.round_delay);
    require_right(out.faults);
    require_folder(arguments.output);
    for (const auto& [name, content] : out.files) {
        const auto path = arguments.output + "/" + name;
        if (content.empty())
            engine::io::remove_file(path);
        else
            engine::io::replace_file(path, content);
    }
    for (const char* prefix : {"/algorithm.", "/workload."})
        for (auto rank = solution.planes->collective.n;; ++rank) {
            const auto path = arguments.output + prefix + std::to_string(rank) + ".et";
            if (!engine::io::exists(path)) break;
            engine::io::remove_file(path);
        }
    std::cerr << std::setprecision(17) << "planned end " << out.planned_end
              << " ns, of the traces " << out.simulated_end << " ns\n";
    return engine::exit_complete;
}

int export_as_goal(const ExportArguments& arguments, const Solution& solution) {
    const auto out = export_goal(solution, arguments.round_delay);
    engine::io::replace_file(arguments.output, out.text);
    std::cerr << std::setprecision(17) << "LogGOPSim, in ns: L = " << out.latency
              << ", o = g = O = 0, G = " << out.time_per_byte << " per byte, S above the message\n";
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
    auto tables = toml_of(steps);
    for (std::size_t at = 0; (at = tables.find("[[steps]]", at)) != std::string::npos; at += 9)
        tables.replace(at, 9, "[[grid.steps]]");
    return "# collective: " + foreign.collective + "\nrules = " + rules +
           "\nschedulers = [\"static\", \"every-step\", " + scheduler +
           "]\n\n[[grid]]\nname = \"imported\"\nnodes = " + nodes +
           "\ncollective = \"custom\"\ntopology = \"ring-uni\"\n# give bandwidth\n# give "
           "per_step_latency\n# give per_hop_latency\n# give reconfiguration_delay\n\n" +
           tables;
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

}  // namespace

int export_verb(const ExportArguments& arguments) {
    const auto solution = solved(problem_from_flags(arguments.keys, domain_vocabulary()));
    if (!solution.has_plan()) {
        std::cout << solution_json(solution) << '\n';
        return engine::exit_failed_points;
    }
    if (arguments.format == "harvest") return export_as_harvest(arguments, solution);
    if (arguments.format == "msccl") return export_as_msccl(arguments, solution);
    if (arguments.format == "chakra") return export_as_chakra(arguments, solution);
    if (arguments.format == "goal") return export_as_goal(arguments, solution);
    refuse_format(arguments.format, "harvest, chakra, msccl, goal");
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

}  // namespace lightsweep::sweeps
