#pragma once
// Bytes that travel between ranks while the program goes on, and MPI's own collectives to compare
// with. An Mpi must live as long; one thread may call. Nothing here waits busily.

#include <cstddef>
#include <memory>
#include <vector>

namespace lightsweep::engine {

using Bytes = std::vector<std::byte>;

/// Sums are of bytes, modulo 256.
enum class Operation {
    all_reduce,
    reduce_scatter,
    all_gather,
    all_to_all,
    broadcast,
    reduce,
    gather,
    scatter
};

/// Sends, receives and meetings that have begun. Each has a number of the caller's.
class Transfers {
  public:
    /// `places` where ranks meet, apart from each other; all ranks must construct it alike. Results
    /// are those of the ranks of one group, in the order of their places; -1: of none.
    explicit Transfers(std::size_t places, int group = 0, int place = 0);
    ~Transfers();
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;

    /// Both ends name the same tag (0 to 32767) and the same number of bytes, below 2^31. The bytes
    /// must stay where they are until the transfer has ended.
    void send(std::size_t number, int rank, int tag, const Bytes& bytes);
    void receive(std::size_t number, int rank, int tag, Bytes& bytes);
    /// Ends when all ranks have called it as often as this one, at the same place.
    void meet(std::size_t number, std::size_t place);
    /// Numbers of what has ended since; sleeps a moment where that is nothing. A signal to stop
    /// ends all ranks here.
    std::vector<std::size_t> ended();

    /// What MPI makes of every rank's bytes, of which block r begins at cuts[r], for rank r: the
    /// whole, this rank's own block, or nothing where only the root has a result. all_to_all: the
    /// blocks from all ranks, one after the other. Nothing else may be under way.
    Bytes result(Operation operation, int root, const Bytes& mine, const std::vector<int>& cuts);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lightsweep::engine
