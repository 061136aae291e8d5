#pragma once
// HDF5 files opened for reading and for writing through checksums, so that damaged blocks are
// detected.

#include <optional>
#include <string>

#include "engine/file/hdf5_handle.hpp"
#include "engine/io/io.hpp"
#include "engine/journal/seal.hpp"

namespace lightsweep::engine::hdf5 {

/// A file that HDF5 reads through engine/journal/seal: a damaged block becomes a failed read
/// instead of a crash.
class InputFile {
  public:
    /// Throws BadInput (no such file, a folder) or IoError (not HDF5, damaged).
    explicit InputFile(const std::string& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    hid_t id() const { return id_; }
    const std::string& path() const { return path_; }
    bool sealed() const { return reader_.sealed(); }

    /// Runs an action that reads. An IoError from it names the file, and the damaged block if that
    /// was the cause.
    template <class Action>
    auto reading(Action action) const -> decltype(action()) {
        try {
            return action();
        } catch (const IoError& error) {
            throw IoError(failure_ ? *failure_ : path_ + ": " + error.what());
        }
    }

  private:
    friend struct InputDriver;
    std::string path_;
    SealedReader reader_;
    std::optional<std::string> failure_;
    Handle id_;
};

// HDF5 file created for writing, whose writes go through engine/io/io.

/// A file that HDF5 creates through engine/io/io, so that its writes have the same error messages
/// and the same test faults as all others.
///
/// HDF5 1.10 does not survive a failed write: its close fails too, and the process crashes at exit.
/// So the driver remembers the first failure, reports success to HDF5 and drops all later writes.
/// The owner asks for failure() and deletes the file.
class OutputFile {
  public:
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    hid_t id() const { return id_; }
    /// Throws the IoError of the first failed write, if any.
    void check() const;
    /// Closes the HDF5 file, seals and syncs it. All other handles must be closed before.
    void close();

  private:
    friend struct OutputDriver;
    io::File file_;
    std::optional<std::string> failure_;
    Handle id_;
};

}  // namespace lightsweep::engine::hdf5
