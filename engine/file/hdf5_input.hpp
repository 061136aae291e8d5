#pragma once
// HDF5 file opened for reading through checksums, so that damaged blocks are detected.

#include <optional>
#include <string>

#include "engine/file/hdf5_handle.hpp"
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

}  // namespace lightsweep::engine::hdf5
