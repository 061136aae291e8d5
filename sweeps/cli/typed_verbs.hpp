#pragma once
// What is typed behind a verb, and the verbs as CLI11 reads them: those of problems
// (typed_problems.cpp), those of result files (typed_results.cpp), run and plan (command_line.cpp).

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "sweeps/cli/verbs.hpp"

namespace lightsweep::sweeps {

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
    JudgeArguments judged;
    PlayArguments played;
    CriticalOver over = CriticalOver::nature;
    std::string file, output, grid, what, rules;
    std::vector<std::string> files, overrides;
    bool markdown = false, json = false;
};

/// A verb that acts so once it is read.
template <class Act>
CLI::App* add_verb(CLI::App& app, Typed& typed, const char* name, const char* summary, Act act) {
    auto* verb = app.add_subcommand(name, summary);
    verb->callback([&typed, act] { typed.act = act; });
    return verb;
}

void add_memory(CLI::App& verb, std::string& memory);

/// eval, schedule, export, import, check, judge, play, simulate. argc and argv of the process, for
/// MPI.
void add_problem_verbs(CLI::App& app, Typed& typed, int* argc, char*** argv);

/// list, and verbs on journals and result files.
void add_result_verbs(CLI::App& app, Typed& typed);

}  // namespace lightsweep::sweeps
