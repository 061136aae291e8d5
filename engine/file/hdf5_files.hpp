#pragma once
// HDF5 files opened for reading and for writing through checksums, so that damaged blocks are
// detected.

#include <hdf5.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "engine/io/errors.hpp"
#include "engine/io/io.hpp"
#include "engine/journal/layout.hpp"
#include "engine/journal/seal.hpp"

namespace lightsweep::engine::hdf5 {

// Owner of an HDF5 identifier, with small helpers for types, spaces and errors.

/// Owns one HDF5 identifier. Internal to the engine, because this header includes HDF5's own.
class Handle {
  public:
    using Close = herr_t (*)(hid_t);
    Handle() = default;
    /// Throws IoError with the failed action if id is negative.
    Handle(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
        if (id < 0) throw IoError("HDF5 cannot " + what + ": check the file with `h5dump -H`");
    }
    ~Handle() { reset(); }
    Handle(Handle&& other) noexcept
        : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    /// Closes the identifier; returns HDF5's status.
    herr_t reset() { return id_ >= 0 ? close_(std::exchange(id_, H5I_INVALID_HID)) : 0; }
    operator hid_t() const { return id_; }

  private:
    hid_t id_ = H5I_INVALID_HID;
    Close close_ = nullptr;
};

/// Throws IoError if an HDF5 call failed.
inline void need(herr_t status, const std::string& what) {
    if (status < 0) throw IoError("HDF5 cannot " + what + ": check the file with `h5dump -H`");
}

/// Switches HDF5's own error printing off, because failures become exceptions.
inline void silence() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

/// The little-endian type in the file, and below it the type in memory; f64, i32, i8, u64.
inline hid_t file_type(ElementType type) {
    const hid_t types[] = {H5T_IEEE_F64LE, H5T_STD_I32LE, H5T_STD_I8LE, H5T_STD_U64LE};
    return types[static_cast<int>(type)];
}
inline hid_t memory_type(ElementType type) {
    const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_INT32, H5T_NATIVE_INT8, H5T_NATIVE_UINT64};
    return types[static_cast<int>(type)];
}

/// The type of variable-length UTF-8 strings.
inline Handle string_type() {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a string type");
    need(H5Tset_size(type, H5T_VARIABLE), "make a string type");
    need(H5Tset_cset(type, H5T_CSET_UTF8), "make a string type");
    return type;
}

inline Handle simple_space(const std::vector<hsize_t>& shape) {
    return {shape.empty() ? H5Screate(H5S_SCALAR)
                          : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
            H5Sclose, "make a data space"};
}

inline std::vector<hsize_t> extents(const std::vector<std::size_t>& shape) {
    return {shape.begin(), shape.end()};
}

/// Reads a whole dataset, or writes it, from or to memory of a type; the name is for messages.
inline void read_all(hid_t dataset, hid_t memory, void* data, const std::string& name) {
    need(H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "read " + name);
}
inline void write_all(hid_t dataset, hid_t memory, const void* data, const std::string& name) {
    need(H5Dwrite(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "write " + name);
}
/// The filters of a dataset, in their order.
std::vector<H5Z_filter_t> filters_of(hid_t properties);
/// Those of results: byte shuffle for wider elements, then deflate.
std::vector<H5Z_filter_t> filters_of_results(std::size_t element_bytes);
/// Reads the elements from `start` on, `count` along each axis. Chunks are unpacked by all threads;
/// by HDF5, if they hold more than `most_unpacked` times the block: then blocks that are read one
/// after the other from the same open dataset share its cache.
void read_block(hid_t dataset, const std::vector<hsize_t>& start, const std::vector<hsize_t>& count,
                hid_t memory, void* data, const std::string& name, double most_unpacked = HUGE_VAL);

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
