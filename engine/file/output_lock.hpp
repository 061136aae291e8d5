#pragma once
// The right of one process to write a result file and its journal.

#include <optional>
#include <string>
#include <utility>

#include "engine/io/io.hpp"

namespace lightsweep::engine {

/// The exclusive lock on OUT.h5.journal/lock. Only its holder writes OUT.h5, removes the journal,
/// or removes what a killed writer left behind (OUT.h5.writing-*). A lock on a file that its last
/// holder has removed from the folder counts for nothing: then the taking starts again.
class OutputLock {
  public:
    /// Takes the lock; makes the folder for it if there is none, and removes what killed writers
    /// left. Waits half a second for another holder, because `status` holds it for a moment. Throws
    /// BadInput that names the other holder, and IoError.
    static OutputLock take(const std::string& output);
    /// The same, but nothing if another process holds the lock.
    static std::optional<OutputLock> take_if_free(const std::string& output);
    /// A folder without records goes with its lock.
    ~OutputLock();
    OutputLock(OutputLock&&) noexcept = default;
    OutputLock& operator=(OutputLock&&) noexcept = default;

    /// Removes the records, the lock file and the folder, and gives the lock back. Files that are
    /// not the journal's own stay, and their folder with them.
    void remove_journal();

  private:
    explicit OutputLock(io::File file) : file_(std::move(file)) {}
    void write_owner();
    std::string folder() const { return io::parent_of(file_.path()); }

    io::File file_;
};

/// A result file is written under its name, this mark and 16 random hex digits.
inline constexpr const char* unfinished_mark = ".writing-";

}  // namespace lightsweep::engine
