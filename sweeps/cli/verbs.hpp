#pragma once
// The command line and its verbs: one function each, which returns the exit code.

#include <string>
#include <utility>
#include <vector>

namespace lightsweep::sweeps {

/// Runs one verb. Exit codes: 0 complete, 1 a verdict or a check differs, 2 bad input, 3 I/O,
/// 4 some points failed, 75 stopped and resumable.
int command_line(int argc, char** argv);

struct RunArguments {
    std::string sweep, output;
    bool resume = false;
    std::string shard;     ///< "i/n", or empty
    std::string walltime;  ///< "2h", or empty
    std::vector<std::string> overrides;
    std::string threads;  ///< a number; empty: the cores of the process
    std::string memory;   ///< per rank, "16GiB"; empty: half of the machine's
};
/// argc and argv of the process: MPI removes the arguments that its launcher added.
int run_verb(const RunArguments& arguments, int* argc, char*** argv);

/// Validates a sweep and prints the time, memory and file size of a run; runs nothing.
int plan_verb(const std::string& sweep, const std::vector<std::string>& overrides,
              const std::string& memory);

struct EvalArguments {
    std::string file;        ///< "-" or empty: standard input
    std::string time_limit;  ///< of one line, "10s", or empty
    std::string memory;      ///< as in RunArguments
};
/// Answers one JSON problem per line with one JSON line.
int eval_verb(const EvalArguments& arguments);

struct ScheduleArguments {
    std::vector<std::pair<std::string, std::string>> keys;  ///< key and value as in a sweep file
    bool json = false;
    bool execution_plan = false;
    std::string output;  ///< file of the JSON; empty: standard output
};
int schedule_verb(const ScheduleArguments& arguments);

/// what: schedulers, collectives, topologies, or empty for all.
int list_verb(const std::string& what, bool markdown);

int status_verb(const std::string& output);
int finalize_verb(const std::string& output);
int merge_verb(const std::vector<std::string>& inputs, const std::string& output);
int verify_verb(const std::vector<std::string>& files);

struct TableArguments {
    std::string file, group, columns;  ///< columns, rows, across: names separated by commas
    std::string rows, across;
    std::vector<std::string> where;  ///< "key=value"
    std::string limit;               ///< number of rows; empty: the default of the format
    std::string format;              ///< text (also if empty), csv, markdown
    bool csv = false;                ///< as format = csv
};
/// Prints the rows of a group of a result file; without a group, the list of its groups.
int table_verb(const TableArguments& arguments);
/// Prints the winners of every cell. An empty grid means all grids.
int winners_verb(const std::string& file, const std::string& grid, bool all);
/// Report of `critical`: the delays at which the optimum changes its kind, or the sequence of best
/// schedules as the delay or the message grows.
enum class CriticalOver { nature, delay, message };
int critical_verb(const std::string& file, const std::string& grid, CriticalOver over);
/// Prints quantiles of completion time over lower bound.
int gap_verb(const std::string& file, const std::string& grid);
struct ClaimsArguments {
    std::vector<std::string> files;
    bool json = false;
};
/// Judges the claims of the sweeps' papers from the data: one file in full, several files as one
/// scoreboard. Returns 1 if a verdict differs from the record.
int claims_verb(const ClaimsArguments& arguments);
/// Prints the errata of a paper.
int errata_verb(const std::string& paper);

}  // namespace lightsweep::sweeps
