#pragma once
// One function per verb of the command line; each returns the exit code.

#include <string>
#include <utility>
#include <vector>

namespace lightsweep::sweeps {

struct RunArguments {
    std::string sweep, output;
    bool resume = false;
    std::string shard;     ///< "i/n", or empty
    std::string walltime;  ///< "2h", or empty
    std::vector<std::string> overrides;
    std::string threads;  ///< a number, or empty: the cores of the process
};
/// argc and argv of the process: MPI takes what its launcher added.
int run_verb(const RunArguments& arguments, int* argc, char*** argv);

/// Validates a sweep and says what running it would take; runs nothing.
int plan_verb(const std::string& sweep, const std::vector<std::string>& overrides);

/// One JSON problem per line, one JSON answer per line. "-" or empty: standard input.
int eval_verb(const std::string& file);

struct ScheduleArguments {
    std::vector<std::pair<std::string, std::string>> keys;  ///< key, value as in a sweep file
    bool json = false;
    bool execution_plan = false;
};
int schedule_verb(const ScheduleArguments& arguments);

/// what: schedulers, collectives, topologies, or empty for all.
int list_verb(const std::string& what);

int status_verb(const std::string& output);
int finalize_verb(const std::string& output);
int merge_verb(const std::vector<std::string>& inputs, const std::string& output);
int verify_verb(const std::vector<std::string>& files);

struct TableArguments {
    std::string file, group, columns;  ///< columns: names with commas between
    std::vector<std::string> where;    ///< "key=value"
    std::string limit;                 ///< number of rows; empty: the default of the format
    bool csv = false;
};
/// Rows of a group of a result file; without a group, its groups.
int table_verb(const TableArguments& arguments);
/// Who wins where. grid empty: all grids.
int winners_verb(const std::string& file, const std::string& grid, bool all);
/// What critical lists: where the optimum changes its nature, or every schedule in turn as the
/// delay or the message grows.
enum class CriticalOver { nature, delay, message };
int critical_verb(const std::string& file, const std::string& grid, CriticalOver over);
/// The claims of the sweep's paper, judged from the data; 1 if a verdict is not the recorded one.
int claims_verb(const std::string& file);

}  // namespace lightsweep::sweeps
