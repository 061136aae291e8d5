#pragma once
// HDF5 file created for writing, whose writes go through engine/io/io.

#include <optional>
#include <string>

#include "engine/file/hdf5_handle.hpp"
#include "engine/io/io.hpp"

namespace lightsweep::engine::hdf5 {

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
