#pragma once
// Tiles of a run that go into its result file while the last ones are computed.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/io/io.hpp"
#include "engine/journal/manifest.hpp"

namespace lightsweep::engine {

class ResultWriter;

/// Reads the journals of a run behind their writers and copies every tile that it finds, in the
/// order in which they end. The rest is up to write_result(): lists, the tiles of earlier runs, and
/// what came later. For one thread, which alone may use HDF5 meanwhile.
class EarlyCopy {
  public:
    /// Of a run of so many ranks. Only the first most_journals are read, and nothing is copied if
    /// the layout has more than most_columns.
    EarlyCopy(const std::string& output, std::uint32_t generation, int ranks, Layout layout,
              const std::string& fingerprint);
    ~EarlyCopy();
    EarlyCopy(const EarlyCopy&) = delete;
    EarlyCopy& operator=(const EarlyCopy&) = delete;

    /// Copies for about so long; false if there is nothing to copy at present. Throws IoError if
    /// the file cannot be written; then this object is of no use any more.
    bool copy_for(std::chrono::microseconds time);
    bool holds(Task task) const { return copied_[tasks_.number(task)]; }
    ResultWriter& writer() { return *writer_; }

    static constexpr std::size_t most_columns = 4096;  ///< datasets that stay open
    static constexpr int most_journals = 200;          ///< files that stay open

  private:
    struct Journal {
        std::string path;
        std::unique_ptr<const io::File> file{};
        std::uint64_t read = 0;  ///< bytes
    };
    bool copy_next(Journal& journal);

    const Layout layout_;
    const TaskSpace tasks_;
    const std::uint64_t identity_;
    std::vector<Journal> journals_;
    std::unique_ptr<ResultWriter> writer_;
    std::vector<bool> copied_;  ///< by number of the task
};

}  // namespace lightsweep::engine
