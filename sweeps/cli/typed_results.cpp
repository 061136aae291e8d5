#include "sweeps/cli/typed_verbs.hpp"

namespace lightsweep::sweeps {

namespace {

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
                    "Take the best over these axes: collective,topology (default: over the "
                    "algorithms of a primitive; `scheduler` alone keeps the algorithms apart)");
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
    auto* gap =
        add_verb(app, typed, "gap", "Print how far the best schedules are from their proven bounds",
                 [&typed] { return gap_verb(typed.file, typed.grid, typed.json); });
    for (auto* verb : {critical, gap}) {
        verb->add_option("OUT", typed.file, "Result file, OUT.h5")->required();
        verb->add_option("--grid", typed.grid, "Print this grid alone (default: all grids)");
    }
    gap->add_flag(
        "--json", typed.json,
        "Print the tables as JSON, with every digit; an empty list where there are no bounds");
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

}  // namespace

void add_result_verbs(CLI::App& app, Typed& typed) {
    add_list(app, typed);
    add_file_verbs(app, typed);
    add_table(app, typed);
    add_analysis(app, typed);
}

}  // namespace lightsweep::sweeps
