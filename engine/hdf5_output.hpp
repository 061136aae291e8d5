#pragma once

#include <optional>
#include <string>

#include "engine/hdf5_handle.hpp"
#include "engine/io.hpp"

namespace lightsweep::engine::hdf5 {

/// A file that HDF5 creates through engine/io, so that its writes share the error messages and the
/// fault shim of all others.
///
/// HDF5 1.10 does not survive a failing write: its close fails too, and the process crashes at
/// exit. So the driver remembers the first failure, tells HDF5 that all is well and drops what
/// follows; the owner asks for failure() and throws the file away.
class OutputFile {
  public:
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    hid_t id() const { return id_; }
    /// Throws the IoError of the first failed write, if there was one.
    void check() const;
    /// Closes the HDF5 file (all other handles must be closed), seals and syncs it.
    void close();

  private:
    friend struct OutputDriver;
    io::File file_;
    std::optional<std::string> failure_;
    Handle id_;
};

}  // namespace lightsweep::engine::hdf5
