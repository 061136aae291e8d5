#include "engine/farm/feeding.hpp"

namespace lightsweep::engine {
namespace {

// A rank waits about 1 ms for its next chunk: after a long one this is no loss, and a chunk in hand
// could wait for a long time.
constexpr double long_chunk_s = 0.1;
constexpr int most_refusals = 16;  // ranks that are offered what others should rather do

}  // namespace

void Feeding::enlist(int rank, int threads) {
    ranks_[rank].threads = threads;
    n_threads_ += threads;
    list_first(rank);
}

void Feeding::reported(int rank) {
    --ranks_[rank].chunks;
    list_first(rank);
}

void Feeding::list_first(int rank) {
    auto& state = ranks_[rank];
    if (state.is_listed) return with_room_.splice(with_room_.begin(), with_room_, state.place);
    state.place = with_room_.insert(with_room_.begin(), rank);
    state.is_listed = true;
}

std::optional<std::pair<int, Chunk>> Feeding::next(Dispatcher& dispatcher) {
    for (int refusals = 0; refusals < most_refusals; ++refusals) {
        if (with_room_.empty() || !dispatcher.can_begin()) return std::nullopt;
        const int rank = with_room_.front();
        auto& state = ranks_[rank];
        Chunk chunk = dispatcher.next(n_threads_, rank, state.threads);
        const bool is_given = !chunk.tasks.empty();
        state.chunks += is_given;
        const bool is_full = is_given && state.chunks >= state.threads;
        if (state.chunks > state.threads ||
            (is_full && dispatcher.expected_seconds(chunk.id) > long_chunk_s)) {
            with_room_.erase(state.place);
            state.is_listed = false;
        } else if (is_full || !is_given) {
            // Nobody gets a chunk in hand while threads of others have none.
            with_room_.splice(with_room_.end(), with_room_, state.place);
        }
        if (is_given) return std::pair{rank, std::move(chunk)};
    }
    return std::nullopt;
}

}  // namespace lightsweep::engine
