#include <algorithm>

#include "engine/io/errors.hpp"
#include "sweeps/cli/typed_verbs.hpp"

namespace lightsweep::sweeps {

namespace {

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

/// Every flag that the verb does not define is a key of its problem: --nodes 64 --message 8MiB.
template <class Arguments>
void take_keys(CLI::App& verb, Typed& typed, Arguments& arguments, int (*act)(const Arguments&)) {
    verb.allow_extras();
    verb.callback([&verb, &typed, &arguments, act] {
        arguments.keys = keys_of(verb.get_name(), verb.remaining());
        typed.act = [&arguments, act] { return act(arguments); };
    });
}

constexpr const char* schedule_example =
    "The flags are the keys of a sweep file, for example\n"
    "  lightsweep schedule --scheduler addanki --rules addanki --nodes 64 \\\n"
    "    --collective allreduce/halving-doubling \\\n"
    "    --message 8MiB --topology ring-uni --bandwidth 800Gbps --per-step-latency 100ns \\\n"
    "    --per-hop-latency 100ns --reconfiguration-delay 0.42ms";

void add_schedule(CLI::App& app, Typed& typed) {
    auto* verb = app.add_subcommand(
        "schedule",
        "Solve the problem that the flags state; print its schedule as a table and a timeline");
    verb->add_flag("--json", typed.schedule.json, "Print the schedule as JSON");
    verb->add_flag("--execution-plan", typed.schedule.execution_plan,
                   "Print the plan (lightsweep/plan/v1, JSON): the transfers of every node and the "
                   "reconfigurations of the controller");
    verb->add_flag("--ways", typed.schedule.ways,
                   "With --execution-plan of whole topologies: list the ways of every transfer");
    verb->add_flag(
        "--html", typed.schedule.html,
        "Print a page for a browser: the schedule in time, and the network of each step");
    verb->add_option("-o,--output", typed.schedule.output,
                     "File for --execution-plan, --json or --html (default: standard output)");
    verb->footer(schedule_example);
    take_keys(*verb, typed, typed.schedule, schedule_verb);
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
    verb->add_option("--format", arguments.format, "Format: harvest, chakra, msccl or goal")
        ->required();
    verb->add_option("-o,--output", arguments.output,
                     "File; a folder for chakra, and for harvest if it is to name the file")
        ->required();
    verb->add_flag("--any-degree", arguments.any_degree,
                   "With harvest: nodes may have several circuits, or none");
    verb->add_flag("--round-delay", arguments.round_delay,
                   "With chakra and goal: delays are rounded up to whole microseconds");
    add_dialect(*verb, arguments.dialect);
    verb->add_option(
        "--chunks-per-block", arguments.chunks_per_block,
        "With msccl: chunks that each block is cut into (default: 1 on one plane, else "
        "as many as move the end by less than 1 %)");
    verb->footer(
        "Further flags are the keys of a sweep file, as for schedule. Nothing is written\n"
        "unless the file passes check.");
    take_keys(*verb, typed, typed.exported, export_verb);
}

void add_import(CLI::App& app, Typed& typed) {
    auto& arguments = typed.imported;
    auto* verb = add_verb(app, typed, "import",
                          "Print another program's problem as steps, a sweep file, or problems",
                          [&typed] { return import_verb(typed.imported); });
    verb->add_option("FILE", arguments.file, "File to read; of chakra-workload a folder or PREFIX")
        ->required();
    verb->add_option("--format", arguments.format,
                     "Format: harvest, msccl, astra-network or chakra-workload")
        ->required();
    verb->add_option("--as", arguments.form,
                     "steps (default), sweep or problems; of astra-network always a sweep, of "
                     "chakra-workload a sweep or problems")
        ->check(CLI::IsMember({"steps", "sweep", "problems"}));
    verb->add_option("--uneven", arguments.uneven,
                     "max: a step whose transfers differ takes its largest (default: refuse)")
        ->check(CLI::IsMember({"max"}));
    add_dialect(*verb, arguments.dialect);
    verb->add_option("--message", arguments.message,
                     "With msccl: size of the message, which the file does not say (default: one "
                     "byte per chunk)");
    verb->add_option("--gigabyte", arguments.gigabyte,
                     "With astra-network: GiB (default), or GB where a fork counts 10^9 bytes")
        ->check(CLI::IsMember({"GiB", "GB"}));
    verb->add_option("--algorithm", arguments.algorithm,
                     "With chakra-workload: of all collectives (default: ring, or shift)");
    verb->add_option("-o,--output", arguments.output, "File (default: standard output)");
}

void add_check(CLI::App& app, Typed& typed) {
    auto& arguments = typed.checked;
    auto* verb = app.add_subcommand(
        "check", "Check a schedule of another program by an interpreter of its format");
    verb->add_option(
            "FILE", arguments.file,
            "Schedule of Harvest (JSON), algorithm of MSCCL (XML), text in GOAL, or folder "
            "of Chakra's traces (algorithm.N.et, workload.N.et, network.yml)")
        ->required();
    verb->add_option("--format", arguments.format, "Format (default: by the content)")
        ->check(CLI::IsMember({"harvest", "msccl", "chakra", "goal"}));
    add_dialect(*verb, arguments.dialect);
    verb->add_option("--problem", arguments.problem,
                     "With harvest: the collective pattern that the schedule answers");
    verb->add_flag("--any-degree", arguments.any_degree,
                   "With harvest: nodes may have several circuits, or none");
    verb->footer(
        "With a problem: --per-step-latency, --per-hop-latency, --reconfiguration-delay, "
        "--link-rate.\nExit code: 0 right, 1 wrong, 2 not readable.");
    take_keys(*verb, typed, typed.checked, check_verb);
}

void add_judge(CLI::App& app, Typed& typed) {
    auto& arguments = typed.judged;
    auto* verb = app.add_subcommand("judge",
                                    "Replay anybody's schedule under chosen rules: time, faults, "
                                    "the optimum and a bound beside it");
    verb->add_option("FILE", arguments.file,
                     "Plan (lightsweep/plan/v1), schedule of Harvest, or algorithm of MSCCL")
        ->required();
    verb->add_option("--problem", arguments.problem, "With harvest: its collective pattern");
    verb->add_option("--controller", arguments.controller,
                     "With msccl: controller file (default: FILE.controller.json, if it is there)");
    verb->add_option("--message", arguments.message, "With msccl: size of the message");
    add_dialect(*verb, arguments.dialect);
    verb->add_flag("--json", arguments.json, "Print the judgement as JSON");
    verb->footer(
        "Further flags are keys of a sweep file and replace those of the plan's problem:\n--rules, "
        "--scheduler, --bandwidth, ...\nExit code: 0 sound, 1 unsound, 2 not readable.");
    take_keys(*verb, typed, typed.judged, judge_verb);
}

void add_play(CLI::App& app, Typed& typed, int* argc, char*** argv) {
    auto* verb = add_verb(app, typed, "play",
                          "Carry plans out with real bytes under mpiexec; compare with MPI itself",
                          [=, &typed] { return play_verb(typed.played, argc, argv); });
    verb->add_option("FILES", typed.played.files,
                     "Plans (lightsweep/plan/v1) for the same number of ranks")
        ->required();
    verb->add_flag("--delays", typed.played.delays, "Reconfigurations take their time");
    verb->footer("Exit code: 0 equal, 1 other bytes, 2 not playable: the highest of all files.");
}

struct SimulateOption {
    const char *flag, *summary;
};
constexpr SimulateOption simulate_options[] = {
    {"--barriers", "on: a transfer waits for all transfers of earlier steps (default: off)"},
    {"--forwarding", "cut-through (default) or store: every relay receives all bytes first"},
    {"--sharing", "fair (default) or weighted: flows on a full link share it by their bytes"},
    {"--routes",
     "plan (default: the ways that a plan of whole topologies lists, else single), single, ecmp or "
     "optimal"},
    {"--hops", "real (default) or counted: latency by the ways' links, or by the pairs' distances"},
    {"--mtu",
     "Bytes of a packet; the last one follows the flow link by link (default: no packets)"},
    {"--jitter",
     "Delays that vary: seed=7,step=0.5,reconfiguration=0.5; also law, planes, stragglers"},
    {"--runs", "Print quantiles of so many runs with the seeds seed, seed + 1, ..."}};

/// The first word without -- is a file; every flag that the verb does not define is a key.
void add_simulate(CLI::App& app, Typed& typed) {
    auto* verb = app.add_subcommand("simulate",
                                    "Carry out a plan (file), the schedule of a problem (flags), "
                                    "or problems (-), event by event");
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

}  // namespace

void add_memory(CLI::App& verb, std::string& memory) {
    verb.add_option(
        "--memory", memory,
        "Largest memory of one process, or of one line of eval, e.g. 16GiB; problems that need "
        "more are refused (default: half of the machine's)");
}

void add_problem_verbs(CLI::App& app, Typed& typed, int* argc, char*** argv) {
    add_eval(app, typed);
    add_schedule(app, typed);
    add_export(app, typed);
    add_import(app, typed);
    add_check(app, typed);
    add_judge(app, typed);
    add_play(app, typed, argc, argv);
    add_simulate(app, typed);
}

}  // namespace lightsweep::sweeps
