#pragma once
// Cache of a sweep's problems and prepared schedulers, which are made at first use and kept while
// there is room. Any number of threads may ask; two that ask for the same entry share the work.

#include <future>
#include <list>
#include <map>
#include <mutex>
#include <optional>

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::sweeps {

/// A problem prepared for one scheduler, or the reason why it cannot be.
struct ReadyScheduler {
    std::shared_ptr<const solvers::Problem> structure;
    std::unique_ptr<solvers::PreparedScheduler> plan;
    std::optional<solvers::Reason> refusal{};
};

class StructureCache {
  public:
    /// most_bytes: estimated memory that all entries together may take.
    explicit StructureCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Key (grid, structural point, scheduler). Scheduler -1 is the problem alone, -2 the problem
    /// with its pool.
    struct Key {
        std::size_t grid;
        std::uint64_t structure;
        int scheduler;
        auto operator<=>(const Key&) const = default;
    };

    /// The entry, made by `make` if necessary. An exception of `make` reaches every waiting caller.
    template <typename Make>
    std::shared_ptr<const ReadyScheduler> get(const Key& key, const Make& make) {
        std::promise<std::shared_ptr<const ReadyScheduler>> promise;
        const auto [future, mine] = find_or_claim(key, promise);
        if (mine) {
            try {
                auto entry = std::make_shared<const ReadyScheduler>(make());
                promise.set_value(entry);
                keep(key, bytes_of(*entry));
            } catch (...) {
                promise.set_exception(std::current_exception());
                drop(key);
            }
        }
        return future.get();
    }

    /// Whether a caller would have to wait for another one.
    bool is_being_made(const Key& key);

  private:
    using Future = std::shared_future<std::shared_ptr<const ReadyScheduler>>;
    struct Slot {
        Future future;
        std::size_t bytes = 0;
        std::list<Key>::iterator age;
    };
    std::pair<Future, bool> find_or_claim(
        const Key& key, std::promise<std::shared_ptr<const ReadyScheduler>>& promise);
    void keep(const Key& key, std::size_t bytes);
    void drop(const Key& key);
    static std::size_t bytes_of(const ReadyScheduler& entry);

    const std::size_t most_bytes_;
    std::mutex mutex_;
    std::map<Key, Slot> slots_;
    std::list<Key> by_age_;  // most recently used first
    std::size_t bytes_ = 0;
};

}  // namespace lightsweep::sweeps
