#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <system_error>

#include "analysis/reports/wrapped_text.hpp"
#include "engine/farm/mpi.hpp"
#include "engine/io/errors.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/cli/typed_verbs.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/spec/documents/fault.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

/// The text in lines of so many columns less than a page.
std::string in_page(const std::string& text, std::size_t less) {
    std::string lines;
    for (const auto& line : analysis::wrapped(text, analysis::page_width - less))
        lines += (lines.empty() ? "" : "\n") + line;
    return lines;
}

/// Help whose lines keep to the width of a page.
class PageFormatter : public CLI::Formatter {
  public:
    std::string make_option_desc(const CLI::Option* option) const override {
        return in_page(CLI::Formatter::make_option_desc(option), column_width_);
    }
    std::string make_subcommand(const CLI::App* verb) const override {
        std::stringstream out;
        CLI::detail::format_help(out, verb->get_name(),
                                 in_page(verb->get_description(), column_width_), column_width_);
        return out.str();
    }
};

void add_overrides(CLI::App& verb, std::vector<std::string>& overrides) {
    verb.add_option("--set", overrides, "Replace the values of a key: axis=value (repeatable)")
        ->take_all()
        ->expected(1);
}

void add_run(CLI::App& app, Typed& typed, int* argc, char*** argv) {
    auto& arguments = typed.run;
    auto* verb = app.add_subcommand(
        "run", "Compute a sweep (start it with mpiexec) and write its result as HDF5");
    verb->add_option("SWEEP", arguments.sweep, "Sweep file (TOML)")->required();
    verb->add_option("-o,--output", arguments.output, "Result file, OUT.h5")->required();
    verb->add_flag("--resume", arguments.resume, "Continue from the journal of an earlier run");
    verb->add_option("--shard", arguments.shard,
                     "Compute one part of the sweep: i/n is part i of n");
    verb->add_option("--walltime", arguments.walltime,
                     "Stop before this time is over, e.g. 2h or 110min; --resume continues");
    add_overrides(*verb, arguments.overrides);
    verb->add_option(
        "--searches", arguments.searches,
        "Result of an earlier sweep by this build: what its schedulers searched is not "
        "searched again");
    verb->add_option("--threads", arguments.threads,
                     "Number of computing threads per rank (default: the cores of the process)");
    add_memory(*verb, arguments.memory);
    verb->callback([=, &typed] {
        // An unset variable in a batch script must not turn a part of the sweep into the whole.
        for (const char* name : {"--shard", "--walltime", "--memory", "--searches"})
            if (const auto* option = verb->get_option(name);
                option->count() > 0 && option->as<std::string>().empty())
                throw engine::BadInput(std::string(name) +
                                       " is empty: give it a value or leave it out");
        typed.act = [=, &typed] { return run_verb(typed.run, argc, argv); };
    });
}

void add_plan(CLI::App& app, Typed& typed) {
    auto* verb =
        add_verb(app, typed, "plan",
                 "Check a sweep and print its rows, time, memory and file size; compute nothing",
                 [&typed] { return plan_verb(typed.file, typed.overrides, typed.run.memory); });
    verb->add_option("SWEEP", typed.file, "Sweep file (TOML)")->required();
    add_overrides(*verb, typed.overrides);
    add_memory(*verb, typed.run.memory);
}

void add_verbs(CLI::App& app, Typed& typed, int* argc, char*** argv) {
    app.require_subcommand(1);
    app.set_version_flag("--version", version_line());
    app.formatter(std::make_shared<PageFormatter>());
    app.footer(in_page(
        "Exit codes: 0 complete, 1 a verdict or a check differs, 2 bad input, 3 a file could not "
        "be read or written, 4 some points failed, 75 stopped and resumable",
        0));
    add_run(app, typed, argc, argv);
    add_plan(app, typed);
    add_problem_verbs(app, typed, argc, argv);
    add_result_verbs(app, typed);
}

/// Reports an unknown verb, or a missing one.
void require_verb(const CLI::App& app, int argc, char** argv) {
    if (argc < 2)
        throw engine::BadInput(
            "no verb is given; try `lightsweep list`; `lightsweep --help` lists all verbs");
    if (argv[1][0] == '-') return;
    std::vector<std::string> verbs;
    for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        verbs.push_back(verb->get_name());
    if (std::ranges::find(verbs, argv[1]) != verbs.end()) return;
    const std::string wanted = argv[1];
    const bool is_program = wanted == "figures" || wanted == "report";
    const std::string closest =
        is_program ? "the program lightsweep-" + wanted : closest_name(wanted, verbs);
    throw engine::BadInput("there is no verb '" + wanted + "'" +
                           (closest.empty() ? "" : ": did you mean " + closest + "?") +
                           "; `lightsweep --help` lists all verbs");
}

/// All verbs but these compute in one process. Started with several ranks, each would do the whole
/// work, write the same file, or wait for an input that only the first rank gets.
bool runs_on_ranks(const std::string& verb) {
    return verb == "run" || verb == "play";
}

/// Whether the launcher has started several ranks of a verb of one process; the first rank says so.
bool has_idle_ranks(const CLI::App& app) {
    const std::string verb = app.get_subcommands().front()->get_name();
    const int ranks = engine::launcher_size().value_or(1);
    if (ranks == 1 || runs_on_ranks(verb)) return false;
    if (engine::launcher_rank().value_or(0) == 0)
        std::cerr << "lightsweep " << verb << ": runs in one process, and the launcher started "
                  << ranks
                  << "; start it without mpiexec or srun, or, where every rank has work of "
                  << "its own, with `env -u PMI_SIZE -u OMPI_COMM_WORLD_SIZE "
                  << "-u SLURM_STEP_NUM_TASKS lightsweep " << verb << "`\n";
    return true;
}

int run_words(int argc, char** argv) {
    CLI::App app(
        "lightsweep: sweeps over schedulers for collectives on reconfigurable optical networks",
        "lightsweep");
    Typed typed;
    try {
        add_verbs(app, typed, &argc, &argv);
        require_verb(app, argc, argv);
        app.parse(argc, argv);
        return has_idle_ranks(app) ? engine::exit_bad_input : typed.act();
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error), engine::exit_complete;
        std::cerr << "lightsweep " << readable(argv[1]) << ": " << readable(error.what())
                  << "; `lightsweep " << argv[1] << " --help` lists what it takes\n";
        return engine::exit_bad_input;
    } catch (const engine::BadInput& error) {
        std::cerr << "lightsweep: " << readable(error.what()) << '\n';
        return engine::exit_bad_input;
    } catch (const engine::IoError& error) {
        std::cerr << "lightsweep: " << readable(error.what()) << '\n';
        return engine::exit_io;
    } catch (const std::system_error& error) {
        std::cerr << "lightsweep: " << readable(error.what())
                  << "; check the name and its folder\n";
        return engine::exit_io;
    } catch (const std::bad_alloc& error) {
        std::cerr << "lightsweep: " << solvers::text_of(error) << '\n';
        return engine::exit_io;
    } catch (const std::exception& error) {
        std::cerr << "lightsweep: " << readable(error.what())
                  << "; this is a defect of lightsweep; please report it with the command\n";
        return engine::exit_io;
    }
}

/// A report that did not reach its reader is a failure: a full disk, a closed pipe.
int checked_output(int code) {
    errno = 0;
    std::cout.flush();
    if (std::cout) return code;
    const std::string reason = errno == 0 ? "" : std::string(" (") + std::strerror(errno) + ")";
    std::cerr << "lightsweep: standard output could not be written" << reason
              << ": the output is incomplete; make room, or send it to another place\n";
    return engine::exit_io;
}

}  // namespace

int command_line(int argc, char** argv) {
    return checked_output(run_words(argc, argv));
}

}  // namespace lightsweep::sweeps
