#pragma once
// Makes the graph of a workload's tasks, rank by rank: its computations and collectives, with what
// they wait for through nodes that are left out.

#include <map>

#include "sweeps/spec/chakra/task_graph.hpp"

namespace lightsweep::sweeps {

class ChakraGraph {
  public:
    using Places = std::vector<std::size_t>;
    using Ranks = std::vector<std::int64_t>;

    /// What follows is of this rank, which has so many nodes.
    void begin_rank(std::size_t rank, std::size_t nodes);
    /// Node `at` of the rank, behind all those that it waits for; time in seconds.
    void compute(std::size_t at, const Places& waits, std::uint64_t id, double time);
    void meet(std::size_t at, const Places& waits, std::uint64_t id, std::size_t meeting,
              const Ranks& members);
    void leave_out(std::size_t at, const Places& waits);

    /// Whether every task of a rank waits for the one before it, on all ranks.
    bool is_chain() const { return is_chain_; }
    /// entries: of the meetings; tails: of what each rank computes behind its last collective.
    TaskGraph graph(const Places& entries, const Places& tails) &&;

  private:
    Places tasks_before(const Places& waits) const;
    void keep(std::size_t at, const Places& waits, std::size_t task);
    std::size_t group(const Ranks& ranks);

    TaskGraph graph_{};
    std::map<Ranks, std::size_t> groups_{};
    Places meetings_{};  ///< the task of each
    std::size_t rank_ = 0, kept_ = 0, uncounted_ = 0;
    Places task_of_{};  ///< what stands for a node of the rank, if anything
    Places behind_{};   ///< the rank's last task, from 1, that a node is or waits for
    bool is_chain_ = true;
};

}  // namespace lightsweep::sweeps
