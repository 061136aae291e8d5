#pragma once
// Runs a sweep on all ranks: computes every missing task and writes the result file.

#include <iosfwd>
#include <string>

#include "engine/farm/mpi.hpp"
#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

/// How to run a sweep. Every rank must pass equal options, except for log.
struct RunOptions {
    std::string output;         ///< OUT.h5; the journal is OUT.h5.journal/ beside it
    bool resume = false;        ///< go on from the journal, if there is one
    int shard = 1, shards = 1;  ///< compute part `shard` of `shards` (from 1)
    double walltime_s = 0;  ///< stop and leave a resumable journal after this time [s]; 0: never
    int threads = 0;        ///< computing threads per rank; 0: the cores this process may use
    std::ostream* log = nullptr;  ///< progress and messages; only rank 0 writes; null: silent
    bool terminal = false;        ///< log is a terminal: one updating line
    double grace_s = 20;          ///< how long running tasks may take to end after a stop [s]
};

/// Number of computing threads of this rank: the number asked for, or the cores that it may use. If
/// no rank on the host is bound to cores, the ranks share them.
int choose_threads(int wish, int ranks_on_this_host);

/// Computes every task that no journal holds yet, on all ranks, and writes OUT.h5.
///
/// Every rank must call it with an equal workload, and gets the same exit code back
/// (see ExitCode): 0 complete; 2 refused before any work; 3 the file system failed, what was
/// journaled stays; 4 complete, but some points failed; 75 stopped (wall time, SIGTERM, SIGUSR1),
/// OUT.partial.h5 holds what there is and --resume goes on. Throws nothing that an exit code says.
///
/// A signal sent to MPICH 4.0.2's own launcher reaches the ranks, but the launcher then sometimes
/// answers 0 instead of 75 (always with one rank): scripts should look at `status` too.
///
/// Tasks still running at the end of the grace period are abandoned: the process then ends
/// without returning, after the journal is safe.
int run(Mpi& mpi, Workload& workload, const RunOptions& options);

}  // namespace lightsweep::engine
