#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "engine/farm/mpi.hpp"
#include "engine/io/errors.hpp"
#include "engine/io/io.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/interchange/astra_network.hpp"
#include "sweeps/interchange/chakra_export.hpp"
#include "sweeps/interchange/harvest_check.hpp"
#include "sweeps/interchange/harvest_export.hpp"
#include "sweeps/interchange/msccl_check.hpp"
#include "sweeps/interchange/msccl_export.hpp"
#include "sweeps/interchange/msccl_rounds.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/interchange/plan_player.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/chakra/chakra_workload.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

std::string rules_of(const std::string& scheduler) {
    const auto* entry = domain_vocabulary().scheduler(scheduler);
    return entry ? entry->rules.front() : "";
}

JsonPlace problem_of_plan(const JsonPlace& plan) {
    auto problem = plan.at("problem");
    if (!problem.json().is_object()) problem.refuse("is no object", "give the keys of the problem");
    if (!problem.has("scheduler")) return problem;
    if (const auto scheduler = problem.at("scheduler"); is_program(scheduler.text()))
        scheduler.refuse("a plan starts no program",
                         "start it yourself by lightsweep judge FILE --scheduler external:PATH");
    return problem;
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

int export_as_msccl(const ExportArguments& arguments, const Solution& solution) {
    const auto dialect = dialect_of(arguments.dialect);
    const auto per_block =
        arguments.chunks_per_block.empty()
            ? 0
            : read_whole("--chunks-per-block", arguments.chunks_per_block, 1, 4096, "1 to 4096");
    const auto out = export_msccl(solution, dialect, per_block);
    try {
        right_msccl(out.program, dialect, "the program");
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
    std::cerr << std::setprecision(17) << "planned end " << out.planned_end << " ns, of the traces "
              << out.simulated_end << " ns\n";
    return engine::exit_complete;
}

int export_as_goal(const ExportArguments& arguments, const Solution& solution) {
    const auto out = export_goal(solution, arguments.round_delay);
    require_right(out.faults);
    engine::io::replace_file(arguments.output, out.text);
    std::cerr << "LogGOPSim, in units of " << out.unit << " ns: L = " << out.latency
              << ", o = g = O = 0, G = " << out.time_per_byte << " per byte, S above the message\n";
    return engine::exit_complete;
}

// ---- import ------------------------------------------------------------------------------------

/// delay: of the controller file, as JSON; empty where there is none.
std::string steps_as(const ImportArguments& arguments, const ForeignSteps& foreign,
                     const std::string& delay = {}) {
    const auto steps = forms_of(foreign, arguments.uneven == "max", arguments.file);
    if (arguments.form == "steps") return toml_of(steps);
    const auto nodes = std::to_string(foreign.n), list = json_of(steps);
    const auto rules = "\"" + rules_of(opponent) + "\"";
    const auto scheduler = "\"" + std::string(opponent) + "\"";
    if (arguments.form == "problems")
        return "{\"rules\": " + rules + ", \"scheduler\": " + scheduler +
               ", \"collective\": \"custom\", \"nodes\": " + nodes +
               ", \"topology\": \"ring-uni\"" +
               (delay.empty() ? "" : ", \"reconfiguration_delay\": " + delay) +
               ", \"steps\": " + list + "}\n";
    auto tables = toml_of(steps);
    for (std::size_t at = 0; (at = tables.find("[[steps]]", at)) != std::string::npos; at += 9)
        tables.replace(at, 9, "[[grid.steps]]");
    return "# collective: " + foreign.collective + "\nrules = " + rules +
           "\nschedulers = [\"static\", \"every-step\", " + scheduler +
           "]\n\n[[grid]]\nname = \"imported\"\nnodes = " + nodes +
           "\ncollective = \"custom\"\ntopology = \"ring-uni\"\n# give bandwidth\n# give "
           "per_step_latency\n# give per_hop_latency\n" +
           (delay.empty() ? "# give reconfiguration_delay"
                          : "reconfiguration_delay = \"" + delay + "s\"") +
           "\n\n" + tables;
}

/// Chunks are 1 byte unless --message says the size of the whole.
std::string import_msccl(const ImportArguments& arguments, const std::string& text) {
    const auto program = right_msccl(text, dialect_of(arguments.dialect), arguments.file);
    const double message = arguments.message.empty()
                               ? 0
                               : read_positive("--message", arguments.message, Kind::bytes, "1MiB");
    const auto controller = controller_beside(arguments.file);
    return steps_as(arguments, rounds_of(program, chunk_bytes(program, message)),
                    controller ? controller->at("reconfiguration_delay").json().dump() : "");
}

/// One ring, a torus of equal rings, or links between all pairs as a sweep file under rules = pccl;
/// a switch under swot.
std::string import_network(const ImportArguments& arguments, const std::string& text) {
    const auto all =
        read_astra_network(text, arguments.file, arguments.gigabyte == "GB" ? 1e9 : astra_gigabyte);
    const auto& first = all[0];
    const auto refuse = [&](const std::string& what) {
        throw engine::BadInput(arguments.file + ": " + what +
                               "; Ring, Switch, FullyConnected up to 1024 npus, and two or three "
                               "Rings alike are imported");
    };
    std::string dims;
    double nodes = 1;
    for (std::size_t i = 0; i < all.size(); ++i) {
        nodes *= static_cast<double>(all[i].npus);
        dims += (i > 0 ? ", " : "") + std::to_string(all[i].npus);
        if (i > 0 && (all[i].topology != "Ring" || all[i].topology != first.topology ||
                      all[i].bandwidth != first.bandwidth || all[i].latency != first.latency))
            refuse("dimension " + std::to_string(i) + " differs from dimension 0");
    }
    const bool is_full = first.topology == "FullyConnected";
    if (all.size() > 3 || nodes > (is_full ? 1024 : 1 << 20))
        refuse("topology[0] = " + first.topology + " of " + dims + " npus");
    std::string name = all.size() == 1 ? "ring\"" : "torus" + std::to_string(all.size()) + "d\"";
    if (all.size() > 1) name += "\ndims = [" + dims + "]";
    if (is_full) {
        name = "circulant\"\noffsets = [1";
        for (int offset = 2; offset < nodes; ++offset) name += ", " + std::to_string(offset);
        name += "]";
    }
    const bool is_switch = first.topology == "Switch";
    std::ostringstream out;
    out << std::setprecision(17)
        << (is_switch ? "rules = \"swot\"\nschedulers = [\"strawman\", \"swot\"]"
                      : "rules = \"pccl\"\nschedulers = [\"static\", \"pccl\"]")
        << "\n\n[[grid]]\nname = \"imported\"\nnodes = " << static_cast<std::int64_t>(nodes);
    if (is_switch)
        out << "\nplanes = 1\nbandwidth = \"" << first.bandwidth << "B/s\"\nper_step_latency = \""
            << 2 * first.latency << "ns\"\n";
    else
        out << "\ntopology = \"" << name << "\nlink_bandwidth = \"full\"\nlink_rate = \""
            << first.bandwidth << "B/s\"\nper_hop_latency = \"" << first.latency
            << "ns\"\nper_step_latency = \"0s\"\n";
    out << "# give collective\n# give message\n# give reconfiguration_delay\n";
    return out.str();
}

/// The collectives of a workload; what is left out goes to standard error.
std::string import_workload(const ImportArguments& arguments) {
    const auto workload = read_workload(arguments.file);
    for (const auto& [sort, count] : workload.left_out)
        std::cerr << arguments.file << ": " << count << ' ' << sort << " left out\n";
    if (workload.entries.empty())
        throw engine::BadInput(arguments.file +
                               ": has no collective; give a workload of all-reduces, all-gathers, "
                               "reduce-scatters or all-to-alls");
    return arguments.form == "problems"
               ? problems_of(workload, arguments.algorithm,
                             "\"rules\": \"" + rules_of(opponent) + "\", \"scheduler\": \"" +
                                 opponent + "\", \"topology\": \"ring-uni\"")
               : sweep_of(workload, arguments.algorithm);
}

}  // namespace

int export_verb(const ExportArguments& arguments) {
    const auto solution = solved(problem_from_flags(arguments.keys, domain_vocabulary()));
    if (!solution.has_plan()) {
        std::cout << solution_json(solution) << '\n';
        return engine::exit_failed_points;
    }
    if (solution.parameters.message < 1)
        throw engine::BadInput("message = " + number_json(solution.parameters.message).dump() +
                               ": nobody would send a byte; give --message with at least 1 byte");
    if (arguments.format == "harvest") return export_as_harvest(arguments, solution);
    if (arguments.format == "msccl") return export_as_msccl(arguments, solution);
    if (arguments.format == "chakra") return export_as_chakra(arguments, solution);
    if (arguments.format == "goal") return export_as_goal(arguments, solution);
    refuse_format(arguments.format, "harvest, chakra, msccl, goal");
    return engine::exit_bad_input;
}

int import_verb(const ImportArguments& arguments) {
    bound_memory();
    const bool is_folder = arguments.format == "chakra-workload";
    const auto text = is_folder ? "" : file_text(arguments.file);
    std::string out;
    if (is_folder)
        out = import_workload(arguments);
    else if (arguments.format == "harvest")
        out = steps_as(arguments, read_harvest_pattern(text, arguments.file));
    else if (arguments.format == "msccl")
        out = import_msccl(arguments, text);
    else if (arguments.format == "astra-network")
        out = import_network(arguments, text);
    else
        refuse_format(arguments.format, "harvest, msccl, astra-network, chakra-workload");
    if (arguments.output.empty())
        std::cout << out;
    else
        engine::io::replace_file(arguments.output, out);
    return engine::exit_complete;
}

// ---- play --------------------------------------------------------------------------------------

namespace {

/// Whatever the number of ranks.
PlayablePlan playable_of(const JsonPlace& file) {
    const auto kind = kind_of_plan(file);
    const bool on_planes = kind == "planes" || kind == "groups";
    if (on_planes && file.at("knows_blocks").flag()) return playable_planes(file);
    if (kind == "lightpaths") return playable_lightpaths(file);
    if (!on_planes && kind != "topologies")
        file.at("kind").refuse("is not played",
                               "\"planes\", \"groups\", \"topologies\" or \"lightpaths\"");
    const auto problem = read_problem(problem_of_plan(file).json().dump(), domain_vocabulary());
    const auto solution = solved(problem);
    if (!solution.has_plan()) throw engine::BadInput("the plan's problem has no plan");
    const auto groups = groups_of(*problem.problem);
    if (kind == "topologies") return playable_topologies(solution, file, groups);
    if (kind == "groups" || !groups) return playable_planes(file);  // says what is missing
    return playable_amounts(solution, file, *groups);
}

PlayablePlan playable_on(int ranks, const std::string& path) {
    const auto file = JsonPlace::root(file_text(path), path);
    auto playable = playable_of(file);
    if (playable.plan.n != ranks)
        file.at("n").refuse(
            "MPI has " + std::to_string(ranks) + " ranks",
            "mpiexec -n " + std::to_string(playable.plan.n) + " lightsweep play " + path);
    return playable;
}

/// Exit code of one plan; all ranks together.
int play_file(engine::Mpi& mpi, const std::string& path, bool delays) {
    std::optional<PlayablePlan> playable;
    std::string refusal;
    try {
        playable = playable_on(mpi.size(), path);
    } catch (const std::exception& fault) {
        refusal = solvers::text_of(fault);
        if (refusal.find(path) == std::string::npos) refusal = path + ": " + refusal;
    }
    if (const auto rank = mpi.first_rank_where(!playable)) {
        if (mpi.rank() == *rank) std::cerr << "lightsweep: " << refusal << std::endl;
        return engine::exit_bad_input;
    }
    const auto played = play(mpi, *playable, delays);
    if (const auto rank = mpi.first_rank_where(!played.faults.empty())) {
        if (mpi.rank() == *rank)
            for (const auto& fault : played.faults) std::cout << path << ": " << fault << std::endl;
        return engine::exit_check_differs;
    }
    const auto& plan = playable->plan;
    if (mpi.rank() == 0)
        std::cout << path << ": " << plan.collective << " on " << plan.n << " ranks, "
                  << plan.streams.size() << " transfers: every byte as by MPI, in "
                  << seconds_text(played.seconds) << std::endl;
    return engine::exit_complete;
}

}  // namespace

int play_verb(const PlayArguments& arguments, int* argc, char*** argv) {
    engine::Mpi mpi(argc, argv);
    bound_memory(mpi.ranks_on_this_host());
    int code = engine::exit_complete;
    for (const auto& file : arguments.files)
        code = std::max(code, play_file(mpi, file, arguments.delays));
    return code;
}

}  // namespace lightsweep::sweeps
