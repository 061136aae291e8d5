#include "sweeps/cli/verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iostream>
#include <new>
#include <system_error>

#include "engine/io/errors.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

/// What is typed behind a verb, and the act that follows from it. Only one verb is read.
struct Typed {
    std::function<int()> act;
    RunArguments run;
    ScheduleArguments schedule;
    TableArguments table;
    ClaimsArguments claims;
    EvalArguments eval;
    CriticalOver over = CriticalOver::nature;
    std::string file, output, grid, what;
    std::vector<std::string> files, overrides;
    bool all = false, markdown = false;
};

/// A verb that acts so once it is read.
template <class Act>
CLI::App* add_verb(CLI::App& app, Typed& typed, const char* name, const char* summary, Act act) {
    auto* verb = app.add_subcommand(name, summary);
    verb->callback([&typed, act] { typed.act = act; });
    return verb;
}

void add_overrides(CLI::App& verb, std::vector<std::string>& overrides) {
    verb.add_option("--set", overrides, "Replace the values of a key: axis=value (repeatable)")
        ->take_all()
        ->expected(1);
}

void add_memory(CLI::App& verb, std::string& memory) {
    verb.add_option(
        "--memory", memory,
        "Largest memory of one process, or of one line of eval, e.g. 16GiB; problems that need "
        "more are refused (default: half of the machine's)");
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
    verb->add_option("--threads", arguments.threads,
                     "Number of computing threads per rank (default: the cores of the process)");
    add_memory(*verb, arguments.memory);
    verb->callback([=, &typed] {
        // An unset variable in a batch script must not turn a part of the sweep into the whole.
        for (const char* name : {"--shard", "--walltime", "--memory"})
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

void add_eval(CLI::App& app, Typed& typed) {
    auto* verb = add_verb(app, typed, "eval",
                          "Read one problem per line (JSON) and print one answer per line (JSON)",
                          [&typed] { return eval_verb(typed.eval); });
    verb->add_option("FILE", typed.eval.file,
                     "File of problems (default: -, which reads standard input)");
    verb->add_option("--time-limit", typed.eval.time_limit,
                     "Stop a line that takes longer, e.g. 10s; it is answered with status budget");
    add_memory(*verb, typed.eval.memory);
}

/// --per-hop-latency and --per_hop_latency are the same key.
std::string key_of_flag(std::string flag) {
    const bool is_option = flag.find('.') != std::string::npos;
    if (!is_option) std::replace(flag.begin(), flag.end(), '-', '_');
    return flag;
}

/// Turns "--key value" and "--key=value" into keys of a problem.
std::vector<std::pair<std::string, std::string>> keys_of(const std::vector<std::string>& words) {
    std::vector<std::pair<std::string, std::string>> keys;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].rfind("--", 0) != 0)
            throw engine::BadInput("schedule: '" + words[i] + "' has no key; write --key value");
        const std::size_t equals = words[i].find('=');
        const bool joined = equals != std::string::npos;
        const std::string key = key_of_flag(words[i].substr(2, joined ? equals - 2 : equals));
        if (!joined && i + 1 == words.size())
            throw engine::BadInput("schedule: --" + key + " has no value; write --" + key +
                                   " value");
        keys.emplace_back(key, joined ? words[i].substr(equals + 1) : words[i + 1]);
        i += joined ? 0 : 1;
    }
    return keys;
}

constexpr const char* schedule_example =
    "The flags are the keys of a sweep file, for example\n"
    "  lightsweep schedule --scheduler addanki --rules addanki "
    "--collective allreduce/halving-doubling --nodes 64 \\\n"
    "    --message 8MiB --topology ring-uni --bandwidth 800Gbps --per-step-latency 100ns \\\n"
    "    --per-hop-latency 100ns --reconfiguration-delay 0.42ms";

/// Every flag that the verb does not define is a key of the problem: --nodes 64 --message 8MiB.
void add_schedule(CLI::App& app, Typed& typed) {
    auto* verb = app.add_subcommand(
        "schedule",
        "Solve the problem that the flags state; print its schedule as a table and a timeline");
    verb->add_flag("--json", typed.schedule.json, "Print the schedule as JSON");
    verb->add_flag("--execution-plan", typed.schedule.execution_plan,
                   "Print the plan (lightsweep/plan/v1, JSON): the transfers of every node and the "
                   "reconfigurations of the controller");
    verb->add_option("-o,--output", typed.schedule.output,
                     "File for the JSON of --execution-plan or --json (default: standard output)");
    verb->allow_extras();
    verb->footer(schedule_example);
    verb->callback([=, &typed] {
        typed.schedule.keys = keys_of(verb->remaining());
        typed.act = [&typed] { return schedule_verb(typed.schedule); };
    });
}

void add_list(CLI::App& app, Typed& typed) {
    auto* verb = add_verb(app, typed, "list",
                          "Print the schedulers, collectives, topologies, technologies, studies "
                          "and keys, and where they apply",
                          [&typed] { return list_verb(typed.what, typed.markdown); });
    verb->add_option("WHAT", typed.what,
                     "schedulers, collectives, topologies, technologies, studies or keys (default: "
                     "all of them)");
    verb->add_flag("--markdown", typed.markdown, "With keys: print a table in Markdown");
}

/// Verbs on journals and result files.
void add_file_verbs(CLI::App& app, Typed& typed) {
    add_verb(app, typed, "status", "Print how far a sweep is, from its journal or its result file",
             [&typed] { return status_verb(typed.file); })
        ->add_option("OUT", typed.file, "Result file, OUT.h5")
        ->required();
    add_verb(app, typed, "finalize", "Write the result file now, from what the journal holds",
             [&typed] { return finalize_verb(typed.file); })
        ->add_option("OUT", typed.file, "Result file, OUT.h5")
        ->required();
    auto* merge = add_verb(app, typed, "merge", "Combine the result files of the shards of a sweep",
                           [&typed] { return merge_verb(typed.files, typed.output); });
    merge->add_option("INPUTS", typed.files, "Result files of the shards of one sweep")->required();
    merge->add_option("-o,--output", typed.output, "Result file that is written")->required();
    add_verb(app, typed, "verify",
             "Print a digest of the data of every group; say whether several files are equal",
             [&typed] { return verify_verb(typed.files); })
        ->add_option("FILES", typed.files, "Result files")
        ->required();
}

void add_table(CLI::App& app, Typed& typed) {
    auto& arguments = typed.table;
    auto* verb =
        add_verb(app, typed, "table", "Print the rows of a group, or a matrix over two axes",
                 [&arguments] { return table_verb(arguments); });
    verb->add_option("OUT", arguments.file, "Result file, OUT.h5")->required();
    verb->add_option("GROUP", arguments.group,
                     "Name of the group, e.g. ring/addanki (default: list the groups)");
    verb->add_option("--columns", arguments.columns, "Names of the columns to print: a,b");
    verb->add_option("--where", arguments.where,
                     "Print only the rows with this value: key=value (repeatable)")
        ->take_all()
        ->expected(1);
    verb->add_option("--limit", arguments.limit,
                     "Print at most so many rows; 0 prints all (default: 40 as text, else all)");
    verb->add_option("--rows", arguments.rows,
                     "Print a matrix of one column with these axes on the left: a,b");
    verb->add_option("--across", arguments.across, "Axes of the matrix that go to the right");
    auto* format =
        verb->add_option("--format", arguments.format,
                         "Format: text (default), csv (SI units, full precision) or markdown");
    verb->add_flag("--csv", arguments.csv, "The same as --format csv")->excludes(format);
}

/// Verbs that print the content of a result file, grid by grid.
void add_analysis(CLI::App& app, Typed& typed) {
    auto* winners = add_verb(app, typed, "winners",
                             "Print who wins where: maps over the parameters, shares and margins",
                             [&typed] { return winners_verb(typed.file, typed.grid, typed.all); });
    auto* critical =
        add_verb(app, typed, "critical",
                 "Print the exact delays at which the optimal schedule changes its kind",
                 [&typed] { return critical_verb(typed.file, typed.grid, typed.over); });
    auto* gap = add_verb(app, typed, "gap",
                         "Print how far the best schedules are from the lower bound of any",
                         [&typed] { return gap_verb(typed.file, typed.grid); });
    for (auto* verb : {winners, critical, gap}) {
        verb->add_option("OUT", typed.file, "Result file, OUT.h5")->required();
        verb->add_option("--grid", typed.grid, "Print this grid alone (default: all grids)");
    }
    winners->add_flag("--all", typed.all, "Print every map and every cell");
    auto* regimes = critical->add_flag_callback(
        "--regimes", [&typed] { typed.over = CriticalOver::delay; },
        "Print every schedule that is best at some delay, and up to which delay");
    critical
        ->add_flag_callback(
            "--sizes", [&typed] { typed.over = CriticalOver::message; },
            "Print the same over the message size, at each delay of the file")
        ->excludes(regimes);
    auto* claims = add_verb(app, typed, "claims",
                            "Judge the claims of the papers from the results of their sweeps",
                            [&typed] { return claims_verb(typed.claims); });
    claims
        ->add_option("OUT", typed.claims.files,
                     "Result files: one file gives a full report, several give one scoreboard")
        ->required();
    claims->add_flag("--json", typed.claims.json,
                     "Print the scoreboard as JSON, with every number");
    add_verb(app, typed, "errata",
             "Print the false statements of a paper: counterexample, command, correction",
             [&typed] { return errata_verb(typed.what); })
        ->add_option("PAPER", typed.what, "addanki, bridge, pccl, swot or optree")
        ->required();
}

void add_verbs(CLI::App& app, Typed& typed, int* argc, char*** argv) {
    app.require_subcommand(1);
    app.set_version_flag("--version", version_line());
    app.footer(
        "Exit codes: 0 complete, 1 a verdict or a check differs, 2 bad input, 3 a file could not "
        "be read or written, 4 some points failed, 75 stopped and resumable");
    add_run(app, typed, argc, argv);
    add_plan(app, typed);
    add_eval(app, typed);
    add_schedule(app, typed);
    add_list(app, typed);
    add_file_verbs(app, typed);
    add_table(app, typed);
    add_analysis(app, typed);
}

/// Reports an unknown verb, or a missing one.
void check_verb(const CLI::App& app, int argc, char** argv) {
    if (argc < 2)
        throw engine::BadInput(
            "no verb is given; try `lightsweep list`; `lightsweep --help` lists all verbs");
    if (argv[1][0] == '-') return;
    std::vector<std::string> verbs;
    for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        verbs.push_back(verb->get_name());
    if (std::ranges::find(verbs, argv[1]) != verbs.end()) return;
    const std::string closest = closest_name(argv[1], verbs);
    throw engine::BadInput("there is no verb '" + std::string(argv[1]) + "'" +
                           (closest.empty() ? "" : ": did you mean " + closest + "?") +
                           "; `lightsweep --help` lists all verbs");
}

int run_words(int argc, char** argv) {
    CLI::App app(
        "lightsweep: sweeps over schedulers for collectives on reconfigurable optical networks",
        "lightsweep");
    Typed typed;
    try {
        add_verbs(app, typed, &argc, &argv);
        check_verb(app, argc, argv);
        app.parse(argc, argv);
        return typed.act();
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? engine::exit_complete : engine::exit_bad_input;
    } catch (const engine::BadInput& error) {
        std::cerr << "lightsweep: " << error.what() << '\n';
        return engine::exit_bad_input;
    } catch (const engine::IoError& error) {
        std::cerr << "lightsweep: " << error.what() << '\n';
        return engine::exit_io;
    } catch (const std::system_error& error) {
        std::cerr << "lightsweep: " << error.what() << "; check the name and its folder\n";
        return engine::exit_io;
    } catch (const std::bad_alloc& error) {
        std::cerr << "lightsweep: " << solvers::text_of(error) << '\n';
        return engine::exit_io;
    } catch (const std::exception& error) {
        std::cerr << "lightsweep: " << error.what()
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
