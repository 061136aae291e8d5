#pragma once
// The command line and its verbs: one function each, which returns the exit code.

#include <functional>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "analysis/reports/comparison.hpp"
#include "engine/file/result_file.hpp"

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
    std::string threads;   ///< a number; empty: the cores of the process
    std::string memory;    ///< per rank, "16GiB"; empty: half of the machine's
    std::string searches;  ///< an earlier result, or empty
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
/// Answers each line that is not empty, in order on standard output, so many at once.
void answer_lines(std::istream& in, int threads,
                  std::function<std::string(const std::string&)> answer);

struct ScheduleArguments {
    std::vector<std::pair<std::string, std::string>> keys;  ///< key and value as in a sweep file
    bool json = false;
    bool execution_plan = false, ways = false;
    bool html = false;
    std::string output;  ///< file of the JSON or the page; empty: standard output
};
int schedule_verb(const ScheduleArguments& arguments);

struct ExportArguments {
    std::vector<std::pair<std::string, std::string>> keys;  ///< as for schedule
    std::string format, output, dialect = "rccl", chunks_per_block;
    bool any_degree = false, round_delay = false;
};
/// Writes a schedule in another program's format, if the file passes its check.
int export_verb(const ExportArguments& arguments);

struct ImportArguments {
    std::string format, file, form = "steps", uneven, output, dialect = "rccl", message, algorithm,
                              gigabyte;
};
/// Prints another program's file as steps, a sweep file, or problems for eval.
int import_verb(const ImportArguments& arguments);

struct CheckArguments {
    std::string file, format, problem, dialect = "rccl";
    std::vector<std::pair<std::string, std::string>> keys;  ///< hardware, as for schedule
    bool any_degree = false;
};
/// Checks a foreign file by an interpreter of its own: 0 right, 1 wrong.
int check_verb(const CheckArguments& arguments);

struct JudgeArguments {
    std::string file, problem, controller, message, dialect = "rccl";
    std::vector<std::pair<std::string, std::string>> keys;  ///< in the place of the problem's
    bool json = false;
};
/// Replays a schedule of anybody under chosen rules, beside the optimum and a bound: 0 sound, 1
/// not.
int judge_verb(const JudgeArguments& arguments);

struct PlayArguments {
    std::vector<std::string> files;
    bool delays = false;
};
/// Carries plans out on the ranks of MPI with real bytes, one after the other: 0 as MPI's own
/// collectives, 1 not, 2 where one is refused. argc and argv as for run_verb.
int play_verb(const PlayArguments& arguments, int* argc, char*** argv);

struct SimulateArguments {
    std::string file;  ///< of a plan; "-": problems from standard input; empty: the keys' problem
    /// Options of the verb, and keys of the problem or hardware in the place of the plan's.
    std::vector<std::pair<std::string, std::string>> keys;
    bool json = false, expect_equal = false;
};
/// Carries a plan out by the event simulator (sweeps/simulation). Returns 1 if the plan breaks a
/// rule, or with expect_equal ends later than it says.
int simulate_verb(const SimulateArguments& arguments);

/// what: schedulers, collectives, topologies, ..., one name, or empty for all; rules: those of the
/// schedulers, or empty.
int list_verb(const std::string& what, bool markdown, const std::string& rules);

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
struct WinnersArguments {
    std::string file, grid;          ///< an empty grid means all grids
    std::string best_over;           ///< names of axes separated by commas; empty: the default
    std::vector<std::string> where;  ///< "key=value"
    bool all = false;
};
/// Prints the winners of every cell, and what reconfiguring gains.
int winners_verb(const WinnersArguments& arguments);
struct RobustArguments {
    std::string delay, message;  ///< intervals, "1us..100us"
    std::string quantiles;       ///< "0.1:1us,0.5:10us,0.9:50us", instead of an interval
    std::string cells;           ///< of a lookup table, along each side; empty: 16
    bool header = false;         ///< as a C header instead of JSON
};
/// Prints the schedules of least regret, or of least expected time.
int robust_verb(const WinnersArguments& chosen, const RobustArguments& arguments);
/// Prints a table of schedule numbers over delay and message, with the error bound of every cell.
int lookup_verb(const WinnersArguments& chosen, const RobustArguments& arguments);
/// Report of `critical`: the delays at which the optimum changes its kind, or the sequence of best
/// schedules as the delay or the message grows.
enum class CriticalOver { nature, delay, message };
int critical_verb(const std::string& file, const std::string& grid, CriticalOver over);
/// Prints quantiles of completion time over lower bound.
int gap_verb(const std::string& file, const std::string& grid, bool json);
struct ClaimsArguments {
    std::vector<std::string> files;
    bool json = false;
};
/// Judges the claims of the sweeps' papers from the data: one file in full, several files as one
/// scoreboard. Returns 1 if a verdict differs from the record.
int claims_verb(const ClaimsArguments& arguments);
/// Prints the errata of a paper.
int errata_verb(const std::string& paper);

// What the verbs on result files share.

/// The parts between commas; empty ones are left out.
std::vector<std::string> split_at_commas(const std::string& text);
/// Opens a file, and notes on standard error if it does not hold the whole sweep.
engine::ResultFile open_announced(const std::string& path);
/// What the flags --grid, --all, --best-over and --where say.
analysis::ComparisonOptions comparison_of(const WinnersArguments& arguments);

}  // namespace lightsweep::sweeps
