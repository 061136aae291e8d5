#pragma once
// Writer of one journal file, with a thread that commits about every second.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/io/io.hpp"

namespace lightsweep::engine {

/// Appends records to one journal file from its own thread, and commits them (fdatasync) about
/// every second. After a failure it drops new records: the run is about to end, and the data on
/// disk must not change any more.
class JournalWriter {
  public:
    /// Makes the file, which must not exist, and starts the thread. Throws IoError.
    explicit JournalWriter(const std::string& path);
    /// Commits the queued records. Failures are lost here, so call close() first.
    ~JournalWriter();
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    /// Queues a record; waits while 64 MiB are queued. Callable from any thread.
    void put(std::vector<std::byte> record);
    /// The first failure, if any. Callable from any thread.
    std::optional<std::string> failure() const;
    /// Writes and commits all records and ends the thread. Returns failure().
    std::optional<std::string> close();

  private:
    void write_loop();
    void write_batch(std::deque<std::vector<std::byte>> batch);
    void commit_if_due(bool now);
    template <class Action>
    void guarded(Action action);

    io::File file_;
    mutable std::mutex mutex_;  // guards queue_, queued_bytes_, closing_, failure_
    std::condition_variable changed_;
    std::deque<std::vector<std::byte>> queue_;
    std::size_t queued_bytes_ = 0;
    bool closing_ = false;
    std::optional<std::string> failure_;
    bool dirty_ = false;  // writer thread only, as is last_commit_
    std::chrono::steady_clock::time_point last_commit_;
    std::thread thread_;
};

}  // namespace lightsweep::engine
