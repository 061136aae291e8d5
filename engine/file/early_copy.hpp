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

/// Reads the journals of a run behind their writers and copies the tiles that it finds, journal by
/// journal. The rest is up to write_result(): lists, the tiles of earlier runs, and what came
/// later. For one thread, which alone may use HDF5 meanwhile.
class EarlyCopy {
  public:
    /// Of a run of so many ranks. Only the first most_journals are read. Nothing is copied if the
    /// layout has no tiles, or more than most_columns.
    EarlyCopy(const std::string& output, std::uint32_t generation, int ranks, Layout layout,
              const std::string& fingerprint);
    ~EarlyCopy();
    EarlyCopy(const EarlyCopy&) = delete;
    EarlyCopy& operator=(const EarlyCopy&) = delete;

    /// Copies for about so long; false if there is nothing to copy at present, or if the disk would
    /// have less than least_free beside as many bytes as are copied: the journals come first.
    /// Throws IoError if a journal cannot be read or the file not be written; then this object is
    /// of no use any more.
    bool copy_for(std::chrono::microseconds time);
    bool holds(Task task) const { return copied_[tasks_.number(task)]; }
    /// Of the rest; closes the journals, which may be removed then.
    ResultWriter& writer();

    static constexpr std::size_t most_columns = 4096;  ///< datasets that stay open
    static constexpr int most_journals = 200;          ///< files that stay open
    static constexpr std::uint64_t least_free = std::uint64_t{1} << 28;  ///< bytes

  private:
    struct Journal {
        std::string path;
        std::unique_ptr<const io::File> file{};
        std::uint64_t read = 0;  ///< bytes
    };
    bool copy_next(Journal& journal);

    const std::string output_;
    const Layout layout_;
    const TaskSpace tasks_;
    const std::uint64_t identity_;
    std::vector<Journal> journals_;
    std::unique_ptr<ResultWriter> writer_;
    std::vector<bool> copied_;  ///< by number of the task
    std::uint64_t bytes_ = 0;   ///< copied
};

}  // namespace lightsweep::engine
