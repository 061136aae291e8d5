#include "sweeps/cli/verbs.hpp"

#include <CLI/CLI.hpp>
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
    SimulateArguments simulate;
    TableArguments table;
    WinnersArguments winners;
    RobustArguments robust;
    ClaimsArguments claims;
    EvalArguments eval;
    ExportArguments exported;
    ImportArguments imported;
    CheckArguments checked;
    CriticalOver over = CriticalOver::nature;
    std::string file, output, grid, what, rules;
    std::vector<std::string> files, overrides;
    bool markdown = false;
};

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
std::vector<std::pair<std::string, std::string>> keys_of(const std::string& verb,
                                                         const std::vector<std::string>& words) {
    std::vector<std::pair<std::string, std::string>> keys;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].rfind("--", 0) != 0)
            throw engine::BadInput(verb + ": '" + words[i] + "' has no key; write --key value");
        const std::size_t equals = words[i].find('=');
        const bool joined = equals != std::string::npos;
        const std::string key = key_of_flag(words[i].substr(2, joined ? equals - 2 : equals));
        if (!joined && i + 1 == words.size())
            throw engine::BadInput(verb + ": --" + key + " has no value; write --" + key +
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
        typed.schedule.keys = keys_of("schedule", verb->remaining());
        typed.act = [&typed] { return schedule_verb(typed.schedule); };
    });
}

void add_dialect(CLI::App& verb, std::string& dialect) {
    verb.add_option("--dialect", dialect,
                    "With msccl: the runtime that is to read the file, rccl (default) or msccl")
        ->check(CLI::IsMember({"rccl", "msccl"}));
}

void add_export(CLI::App& app, Typed& typed) {
    auto& arguments = typed.exported;
    auto* verb = app.add_subcommand(
        "export", "Solve the problem that the flags state; write its schedule for another program");
    verb->add_option("--format", arguments.format, "Format: harvest or msccl")->required();
    verb->add_option("-o,--output", arguments.output,
                     "File, or a folder in which the format names its file")
        ->required();
    verb->add_flag("--any-degree", arguments.any_degree,
                   "With harvest: nodes may have several circuits, or none");
    add_dialect(*verb, arguments.dialect);
    verb->add_option(
        "--chunks-per-block", arguments.chunks_per_block,
        "With msccl: chunks that each block is cut into (default: 1 on one plane, else "
        "as many as move the end by less than 1 %)");
    verb->allow_extras();
    verb->footer(
        "Further flags are the keys of a sweep file, as for schedule. Nothing is written "
        "unless the file passes check.");
    verb->callback([=, &typed] {
        typed.exported.keys = keys_of("export", verb->remaining());
        typed.act = [&typed] { return export_verb(typed.exported); };
    });
}

void add_import(CLI::App& app, Typed& typed) {
    auto& arguments = typed.imported;
    auto* verb = add_verb(app, typed, "import",
                          "Print another program's problem as steps, a sweep file, or problems",
                          [&typed] { return import_verb(typed.imported); });
    verb->add_option("FILE", arguments.file, "File to read")->required();
    verb->add_option("--format", arguments.format, "Format: harvest or msccl")->required();
    verb->add_option("--as", arguments.form, "steps (default), sweep or problems")
        ->check(CLI::IsMember({"steps", "sweep", "problems"}));
    verb->add_option("--uneven", arguments.uneven,
                     "max: a step whose transfers differ takes its largest (default: refuse)")
        ->check(CLI::IsMember({"max"}));
    add_dialect(*verb, arguments.dialect);
    verb->add_option("--message", arguments.message,
                     "With msccl: size of the message, which the file does not say (default: one "
                     "byte per chunk)");
    verb->add_option("-o,--output", arguments.output, "File (default: standard output)");
}

void add_check(CLI::App& app, Typed& typed) {
    auto& arguments = typed.checked;
    auto* verb = app.add_subcommand(
        "check", "Check a schedule of another program by an interpreter of its format");
    verb->add_option("FILE", arguments.file,
                     "Schedule of Harvest (JSON), or algorithm of MSCCL (XML)")
        ->required();
    add_dialect(*verb, arguments.dialect);
    verb->add_option("--problem", arguments.problem,
                     "With harvest: the collective pattern that the schedule answers");
    verb->add_flag("--any-degree", arguments.any_degree,
                   "With harvest: nodes may have several circuits, or none");
    verb->allow_extras();
    verb->footer(
        "With a problem: --per-step-latency, --per-hop-latency, --reconfiguration-delay, "
        "--link-rate.\nExit code: 0 right, 1 wrong, 2 not readable.");
    verb->callback([=, &typed] {
        typed.checked.keys = keys_of("check", verb->remaining());
        typed.act = [&typed] { return check_verb(typed.checked); };
    });
}

struct SimulateOption {
    const char *flag, *summary;
};
constexpr SimulateOption simulate_options[] = {
    {"--barriers", "on: a transfer waits for all transfers of earlier steps (default: off)"},
    {"--forwarding", "cut-through (default) or store: every relay receives all bytes first"},
    {"--sharing", "fair (default) or weighted: flows on a full link share it by their bytes"},
    {"--routes",
     "plan (default), single, ecmp or optimal, where a plan of whole topologies says no ways"},
    {"--hops", "real (default) or counted: latency by the ways' links, or by the pairs' distances"},
    {"--mtu",
     "Bytes of a packet; the last one follows the flow link by link (default: no packets)"},
    {"--jitter",
     "Delays that vary: seed=7,step=0.5,reconfiguration=0.5; also law, planes, stragglers"},
    {"--runs", "Print quantiles of so many runs with the seeds seed, seed + 1, ..."}};

/// The first word without -- is a file; every flag that the verb does not define is a key.
void add_simulate(CLI::App& app, Typed& typed) {
    auto* verb = app.add_subcommand(
        "simulate",
        "Carry out an execution plan (file), the schedule of a problem (flags), or one problem per "
        "line (-) with flows that share links, event by event");
    auto& arguments = typed.simulate;
    for (const auto& [flag, summary] : simulate_options)
        verb->add_option_function<std::string>(
            flag,
            [&arguments, key = key_of_flag(flag + 2)](const std::string& value) {
                arguments.keys.emplace_back(key, value);
            },
            summary);
    for (const auto& [flag, summary] :
         {SimulateOption{"--acknowledged", "A way ends when its sender knows: latency both ways"},
          SimulateOption{"--relay-startup", "Every relay pays per_step_latency (store)"}})
        verb->add_flag_callback(
            flag,
            [&arguments, key = key_of_flag(flag + 2)] { arguments.keys.emplace_back(key, "on"); },
            summary);
    verb->add_flag("--expect-equal", arguments.expect_equal,
                   "Exit with 1 if the plan ends later than planned");
    verb->add_flag("--json", arguments.json, "Print the report as JSON");
    verb->allow_extras();
    verb->footer(schedule_example);
    verb->callback([=, &typed] {
        auto words = verb->remaining();
        if (!words.empty() && !words[0].starts_with("--")) {
            typed.simulate.file = words[0];
            words.erase(words.begin());
        }
        for (auto& key : keys_of("simulate", words)) typed.simulate.keys.push_back(std::move(key));
        typed.act = [&typed] { return simulate_verb(typed.simulate); };
    });
}

void add_list(CLI::App& app, Typed& typed) {
    auto* verb = add_verb(app, typed, "list",
                          "Print the schedulers, collectives, topologies, technologies, studies "
                          "and keys, and where they apply",
                          [&typed] { return list_verb(typed.what, typed.markdown, typed.rules); });
    verb->add_option("WHAT", typed.what,
                     "schedulers, collectives, topologies, technologies, studies or keys (default: "
                     "all of them), or one name: segments, allreduce/swing, torus2d");
    verb->add_option("--rules", typed.rules, "With schedulers: a table of those of these rules");
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

/// What is compared in a result file.
void add_comparison(CLI::App& verb, WinnersArguments& arguments) {
    verb.add_option("OUT", arguments.file, "Result file, OUT.h5")->required();
    verb.add_option("--grid", arguments.grid, "Print this grid alone (default: all grids)");
    verb.add_option("--best-over", arguments.best_over,
                    "Axes over which the best is taken: collective,topology (default: the "
                    "algorithms of a primitive; `scheduler` takes none)");
    verb.add_option("--where", arguments.where,
                    "Print only what has this value: key=value (repeatable)")
        ->take_all()
        ->expected(1);
}

/// Verbs that print the content of a result file, grid by grid.
void add_analysis(CLI::App& app, Typed& typed) {
    auto* winners = add_verb(app, typed, "winners",
                             "Print whether reconfiguring pays, who wins where, and by how much",
                             [&typed] { return winners_verb(typed.winners); });
    auto* robust = add_verb(app, typed, "robust",
                            "Print the schedules that lose least where the delay is uncertain",
                            [&typed] { return robust_verb(typed.winners, typed.robust); });
    auto* lookup = add_verb(app, typed, "lookup",
                            "Print a table of schedules over delay and message, with error bounds, "
                            "as JSON or as a C header",
                            [&typed] { return lookup_verb(typed.winners, typed.robust); });
    for (auto* verb : {winners, robust, lookup}) add_comparison(*verb, typed.winners);
    robust->add_option("--delay", typed.robust.delay, "Interval of the delay, 1us..100us");
    robust->add_option("--quantiles", typed.robust.quantiles,
                       "Distribution of the delay instead: 0.1:1us,0.5:10us,0.9:50us");
    lookup->add_option("--delay", typed.robust.delay, "Interval of the delay, 1us..1ms")
        ->required();
    lookup->add_option("--message", typed.robust.message, "Interval of the message, 1KiB..1GiB")
        ->required();
    lookup->add_option("--cells", typed.robust.cells, "Cells along each side (default: 16)");
    lookup->add_flag("--c-header", typed.robust.header, "Print a C header instead of JSON");
    auto* critical =
        add_verb(app, typed, "critical",
                 "Print the exact delays at which the optimal schedule changes its kind",
                 [&typed] { return critical_verb(typed.file, typed.grid, typed.over); });
    auto* gap = add_verb(app, typed, "gap",
                         "Print how far the best schedules are from the lower bound of any",
                         [&typed] { return gap_verb(typed.file, typed.grid); });
    for (auto* verb : {critical, gap}) {
        verb->add_option("OUT", typed.file, "Result file, OUT.h5")->required();
        verb->add_option("--grid", typed.grid, "Print this grid alone (default: all grids)");
    }
    winners->add_flag("--all", typed.winners.all, "Print every map and every cell");
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
    app.formatter(std::make_shared<PageFormatter>());
    app.footer(in_page(
        "Exit codes: 0 complete, 1 a verdict or a check differs, 2 bad input, 3 a file could not "
        "be read or written, 4 some points failed, 75 stopped and resumable",
        0));
    add_run(app, typed, argc, argv);
    add_plan(app, typed);
    add_eval(app, typed);
    add_schedule(app, typed);
    add_export(app, typed);
    add_import(app, typed);
    add_check(app, typed);
    add_simulate(app, typed);
    add_list(app, typed);
    add_file_verbs(app, typed);
    add_table(app, typed);
    add_analysis(app, typed);
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
        require_verb(app, argc, argv);
        app.parse(argc, argv);
        return typed.act();
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error), engine::exit_complete;
        std::cerr << "lightsweep " << argv[1] << ": " << error.what() << "; `lightsweep " << argv[1]
                  << " --help` lists what it takes\n";
        return engine::exit_bad_input;
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
