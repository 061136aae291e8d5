#pragma once
// Which rank gets the next chunk.

#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "engine/farm/dispatcher.hpp"

namespace lightsweep::engine {

/// The ranks that can take a chunk, in the order in which they are asked: who has reported last is
/// first, because it has begun what is left of its localities. A rank has at most one chunk per
/// thread, and one more in hand where its chunks are short.
class Feeding {
  public:
    explicit Feeding(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {}

    /// A rank with so many computing threads can take chunks.
    void enlist(int rank, int threads);
    /// A chunk of this rank has ended.
    void reported(int rank);
    /// The next chunk and its rank; nothing when no rank has room for what can begin.
    std::optional<std::pair<int, Chunk>> next(Dispatcher& dispatcher);
    /// Computing threads of all ranks.
    int threads() const { return n_threads_; }

  private:
    struct Rank {
        int threads = 0;
        int chunks = 0;  // given and not reported
        bool is_listed = false;
        std::list<int>::iterator place{};  // in with_room_
    };
    void list_first(int rank);

    std::vector<Rank> ranks_;
    std::list<int> with_room_;
    int n_threads_ = 0;
};

}  // namespace lightsweep::engine
