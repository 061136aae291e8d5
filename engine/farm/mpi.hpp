#pragma once
// Wrapper of MPI: the only code that calls the MPI library.

#include <memory>
#include <optional>
#include <string>

namespace lightsweep::engine {

/// What one rank sends another; the tags are the sender's and the receiver's affair.
struct Message {
    int rank = 0;  ///< the other end
    int tag = 0;
    std::string bytes;
};

/// The one place that talks to MPI (MPI_THREAD_FUNNELED: only the constructing thread may call).
/// Nothing here waits busily: waiting is a poll every 200 us at most, so that computing threads
/// keep their cores even when there are fewer cores than ranks.
class Mpi {
  public:
    /// Starts MPI, with signals held back (hold_stop_signals). Throws BadInput when the launcher
    /// started another number of processes than MPI sees (the launcher belongs to another MPI: each
    /// process would run the whole sweep), or when the MPI library is not the one compiled for.
    Mpi(int* argc, char*** argv);
    /// Ends MPI; all ranks must arrive.
    ~Mpi();
    Mpi(const Mpi&) = delete;
    Mpi& operator=(const Mpi&) = delete;

    int rank() const;
    int size() const;
    /// Ranks that share this machine, this one included.
    int ranks_on_this_host() const;

    /// Rank 0's text, on every rank; all must call it.
    void broadcast(std::string& text);

    /// The lowest rank whose `mine` is true, on every rank; none: nobody's is. All must call it.
    std::optional<int> first_rank_where(bool mine);

    /// Starts sending; returns at once. Order between two ranks is kept.
    void send(int rank, int tag, std::string bytes);
    /// The next message that has arrived, if any. Also moves pending sends on.
    std::optional<Message> poll();
    /// The next message, sleeping until there is one.
    Message wait();
    /// Sleeps until everything sent has left.
    void flush();
    /// Ends MPI and the process at once, without unwinding: for threads that do not stop.
    [[noreturn]] void leave(int exit_code);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The first set one of PMI_SIZE, OMPI_COMM_WORLD_SIZE, SLURM_STEP_NUM_TASKS, if it is a number.
std::optional<int> launcher_size();
/// Likewise of PMI_RANK, OMPI_COMM_WORLD_RANK, SLURM_PROCID.
std::optional<int> launcher_rank();

}  // namespace lightsweep::engine
