#include "sweeps/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iostream>

#include "engine/io/errors.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/farm/build_record.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

using Verb = std::function<int()>;

void add_run(CLI::App& app, Verb& chosen, int* argc, char*** argv) {
    auto arguments = std::make_shared<RunArguments>();
    auto* verb = app.add_subcommand(
        "run", "Compute a sweep (start it with mpirun) and write its result as HDF5");
    verb->add_option("SWEEP", arguments->sweep, "Sweep file (TOML)")->required();
    verb->add_option("-o,--output", arguments->output, "Result file, OUT.h5")->required();
    verb->add_flag("--resume", arguments->resume, "Continue from the journal of an earlier run");
    verb->add_option("--shard", arguments->shard,
                     "Compute one part of the sweep: i/n is part i of n");
    verb->add_option("--walltime", arguments->walltime,
                     "Stop before this time is over, e.g. 2h or 110min; --resume continues");
    verb->add_option("--set", arguments->overrides,
                     "Replace the values of a key: axis=value (repeatable)")
        ->take_all()
        ->expected(1);
    verb->add_option("--threads", arguments->threads,
                     "Number of computing threads per rank (default: the cores of the process)");
    verb->callback([=, &chosen] {
        // An unset variable in a batch script must not turn a part of the sweep into the whole.
        for (const char* name : {"--shard", "--walltime"})
            if (const auto* option = verb->get_option(name);
                option->count() > 0 && option->as<std::string>().empty())
                throw engine::BadInput(std::string(name) +
                                       " is empty: give it a value or leave it out");
        chosen = [=] { return run_verb(*arguments, argc, argv); };
    });
}

void add_plan(CLI::App& app, Verb& chosen) {
    auto sweep = std::make_shared<std::string>();
    auto overrides = std::make_shared<std::vector<std::string>>();
    auto* verb = app.add_subcommand(
        "plan", "Check a sweep and print its rows, time, memory and file size; compute nothing");
    verb->add_option("SWEEP", *sweep, "Sweep file (TOML)")->required();
    verb->add_option("--set", *overrides, "Replace the values of a key: axis=value (repeatable)")
        ->take_all()
        ->expected(1);
    verb->callback([=, &chosen] { chosen = [=] { return plan_verb(*sweep, *overrides); }; });
}

void add_eval(CLI::App& app, Verb& chosen) {
    auto file = std::make_shared<std::string>("-");
    auto* verb = app.add_subcommand(
        "eval", "Read one problem per line (JSON) and print one answer per line (JSON)");
    verb->add_option("FILE", *file, "File of problems; - reads standard input");
    verb->callback([=, &chosen] { chosen = [=] { return eval_verb(*file); }; });
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
void add_schedule(CLI::App& app, Verb& chosen) {
    auto arguments = std::make_shared<ScheduleArguments>();
    auto* verb = app.add_subcommand(
        "schedule",
        "Solve the problem that the flags state; print its schedule as a table and a timeline");
    verb->add_flag("--json", arguments->json, "Print the schedule as JSON");
    verb->add_flag("--execution-plan", arguments->execution_plan,
                   "Print the transfers of every node and the reconfigurations of the controller");
    verb->allow_extras();
    verb->footer(schedule_example);
    verb->callback([=, &chosen] {
        arguments->keys = keys_of(verb->remaining());
        chosen = [=] { return schedule_verb(*arguments); };
    });
}

void add_list(CLI::App& app, Verb& chosen) {
    auto what = std::make_shared<std::string>();
    auto* verb = app.add_subcommand("list",
                                    "Print the schedulers, collectives, topologies, technologies, "
                                    "studies and keys, and where they "
                                    "apply");
    verb->add_option("WHAT", *what,
                     "schedulers, collectives, topologies, technologies, studies or keys (default: "
                     "all of them)");
    auto markdown = std::make_shared<bool>(false);
    verb->add_flag("--markdown", *markdown, "With keys: print a table in Markdown");
    verb->callback([=, &chosen] { chosen = [=] { return list_verb(*what, *markdown); }; });
}

void add_file_verb(CLI::App& app, Verb& chosen, const char* name, const char* summary,
                   int (*act)(const std::string&)) {
    auto file = std::make_shared<std::string>();
    auto* verb = app.add_subcommand(name, summary);
    verb->add_option("OUT", *file, "Result file, OUT.h5")->required();
    verb->callback([=, &chosen] { chosen = [=] { return act(*file); }; });
}

void add_merge(CLI::App& app, Verb& chosen) {
    auto inputs = std::make_shared<std::vector<std::string>>();
    auto output = std::make_shared<std::string>();
    auto* verb = app.add_subcommand("merge", "Combine the result files of the shards of a sweep");
    verb->add_option("INPUTS", *inputs, "Result files of the shards of one sweep")->required();
    verb->add_option("-o,--output", *output, "Result file that is written")->required();
    verb->callback([=, &chosen] { chosen = [=] { return merge_verb(*inputs, *output); }; });
}

void add_verify(CLI::App& app, Verb& chosen) {
    auto files = std::make_shared<std::vector<std::string>>();
    auto* verb = app.add_subcommand(
        "verify", "Print a digest of the data of every group; say whether several files are equal");
    verb->add_option("FILES", *files, "Result files")->required();
    verb->callback([=, &chosen] { chosen = [=] { return verify_verb(*files); }; });
}

void add_table(CLI::App& app, Verb& chosen) {
    auto arguments = std::make_shared<TableArguments>();
    auto* verb =
        app.add_subcommand("table", "Print the rows of a group, or a matrix over two axes");
    verb->add_option("OUT", arguments->file, "Result file, OUT.h5")->required();
    verb->add_option("GROUP", arguments->group,
                     "Name of the group, e.g. ring/addanki (default: list the groups)");
    verb->add_option("--columns", arguments->columns, "Names of the columns to print: a,b");
    verb->add_option("--where", arguments->where,
                     "Print only the rows with this value: key=value (repeatable)")
        ->take_all()
        ->expected(1);
    verb->add_option("--limit", arguments->limit,
                     "Print at most so many rows; 0 prints all (default: 40 as text, else all)");
    verb->add_option("--rows", arguments->rows,
                     "Print a matrix of one column with these axes on the left: a,b");
    verb->add_option("--across", arguments->across, "Axes of the matrix that go to the right");
    auto* format =
        verb->add_option("--format", arguments->format,
                         "Format: text (default), csv (SI units, full precision) or markdown");
    verb->add_flag("--csv", arguments->csv, "The same as --format csv")->excludes(format);
    verb->callback([=, &chosen] { chosen = [=] { return table_verb(*arguments); }; });
}

/// Verbs that print the content of a result file, grid by grid.
void add_analysis(CLI::App& app, Verb& chosen) {
    add_table(app, chosen);
    auto file = std::make_shared<std::string>();
    auto grid = std::make_shared<std::string>();
    auto all = std::make_shared<bool>(false);
    const auto add = [&](const char* name, const char* summary) {
        auto* verb = app.add_subcommand(name, summary);
        verb->add_option("OUT", *file, "Result file, OUT.h5")->required();
        return verb;
    };
    auto* winners =
        add("winners", "Print who wins where: maps over the parameters, shares and margins");
    winners->add_option("--grid", *grid, "Print this grid alone (default: all grids)");
    winners->add_flag("--all", *all, "Print every map and every cell");
    winners->callback([=, &chosen] { chosen = [=] { return winners_verb(*file, *grid, *all); }; });
    auto* critical =
        add("critical", "Print the exact delays at which the optimal schedule changes its kind");
    critical->add_option("--grid", *grid, "Print this grid alone (default: all grids)");
    auto over = std::make_shared<CriticalOver>(CriticalOver::nature);
    auto* regimes = critical->add_flag_callback(
        "--regimes", [over] { *over = CriticalOver::delay; },
        "Print every schedule that is best at some delay, and up to which delay");
    critical
        ->add_flag_callback(
            "--sizes", [over] { *over = CriticalOver::message; },
            "Print the same over the message size, at each delay of the file")
        ->excludes(regimes);
    critical->callback(
        [=, &chosen] { chosen = [=] { return critical_verb(*file, *grid, *over); }; });
}

void add_claims(CLI::App& app, Verb& chosen) {
    auto arguments = std::make_shared<ClaimsArguments>();
    auto* verb = app.add_subcommand(
        "claims", "Judge the claims of the papers from the results of their sweeps");
    verb->add_option("OUT", arguments->files,
                     "Result files: one file gives a full report, several give one scoreboard")
        ->required();
    verb->add_flag("--json", arguments->json, "Print the scoreboard as JSON, with every number");
    verb->callback([=, &chosen] { chosen = [=] { return claims_verb(*arguments); }; });
}

void add_verbs(CLI::App& app, Verb& chosen, int* argc, char*** argv) {
    app.require_subcommand(1);
    app.set_version_flag("--version", version_line());
    app.footer(
        "Exit codes: 0 complete, 1 a verdict or a check differs, 2 bad input, 3 a file could not "
        "be read or written, 4 some points failed, 75 stopped and resumable");
    add_run(app, chosen, argc, argv);
    add_plan(app, chosen);
    add_eval(app, chosen);
    add_schedule(app, chosen);
    add_list(app, chosen);
    add_file_verb(app, chosen, "status",
                  "Print how far a sweep is, from its journal or its result file", status_verb);
    add_file_verb(app, chosen, "finalize", "Write the result file now, from what the journal holds",
                  finalize_verb);
    add_merge(app, chosen);
    add_verify(app, chosen);
    add_analysis(app, chosen);
    add_claims(app, chosen);
}

/// Reports an unknown verb, or a missing one.
void check_verb(const CLI::App& app, int argc, char** argv) {
    if (argc < 2)
        throw engine::BadInput(
            "no verb is given; try `lightsweep list`; lightsweep --help lists all verbs");
    if (argv[1][0] == '-') return;
    std::vector<std::string> verbs;
    for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        verbs.push_back(verb->get_name());
    if (std::find(verbs.begin(), verbs.end(), argv[1]) != verbs.end()) return;
    const std::string closest = closest_name(argv[1], verbs);
    throw engine::BadInput("there is no verb '" + std::string(argv[1]) + "'" +
                           (closest.empty() ? "" : ": did you mean " + closest + "?") +
                           "; lightsweep --help lists all verbs");
}

int run_words(int argc, char** argv) {
    CLI::App app(
        "lightsweep: sweeps over schedulers for collectives on reconfigurable optical networks",
        "lightsweep");
    Verb chosen;
    try {
        add_verbs(app, chosen, &argc, &argv);
        check_verb(app, argc, argv);
        app.parse(argc, argv);
        return chosen();
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? engine::exit_complete : engine::exit_bad_input;
    } catch (const engine::BadInput& error) {
        std::cerr << "lightsweep: " << error.what() << '\n';
        return engine::exit_bad_input;
    } catch (const engine::IoError& error) {
        std::cerr << "lightsweep: " << error.what() << '\n';
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
