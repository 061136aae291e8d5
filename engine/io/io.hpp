#pragma once
// File access: the system calls behind every file write, with faults that tests can switch on.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Every function throws IoError with the path, the reason and the remedy.
namespace lightsweep::engine::io {

/// The fault that occurs from the n-th call on. Counted, per process from 1, are the calls that can
/// fail for lack of space or a broken disk: create, write, sync, rename, make_folder.
///
///   no_space     ENOSPC from then on
///   io_error     EIO from then on
///   short_write  the first write from there on is cut in half, then ENOSPC: a disk that becomes
///                full in the middle of a record
///   interrupted  that one write is cut in half without an error (POSIX allows it)
enum class Fault { none, no_space, io_error, short_write, interrupted };

/// Switches a fault on, or off with Fault::none. The variable LIGHTSWEEP_FAULT = enospc@N | eio@N |
/// short@N | interrupted@N also sets it once, for tests of whole programs.
void set_fault(Fault fault, std::uint64_t nth_call);
/// Number of calls counted so far.
std::uint64_t calls();

/// An open file. A write is complete, or it throws.
class File {
  public:
    File() = default;
    static File create(const std::string& path);       ///< new or emptied, for writing
    static File create_new(const std::string& path);   ///< must not exist yet
    static File open_read(const std::string& path);    ///< for reading
    static File open_update(const std::string& path);  ///< for reading and writing, made if absent
    ~File();
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;

    void append(std::span<const std::byte> bytes);
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Reads up to bytes.size(); returns the number of bytes, which is smaller only at the end of
    /// the file.
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> bytes) const;
    void sync_data();  ///< fdatasync
    void sync();       ///< fsync
    void resize(std::uint64_t size);
    std::uint64_t size() const;
    /// Takes the exclusive lock if it is free and holds it until the file is closed. False if
    /// another process has it.
    bool try_lock();
    const std::string& path() const { return path_; }
    bool is_open() const { return descriptor_ >= 0; }
    /// Closes the file; a second close does nothing.
    void close();

  private:
    File(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
    void announce(std::size_t written);

    int descriptor_ = -1;
    std::string path_;
    std::size_t unannounced_ = 0;  ///< bytes since the kernel was last told to begin writing
};

void rename(const std::string& from, const std::string& to);
/// Syncs the folder that holds `path`, so that a creation or a rename survives a power loss.
void sync_parent(const std::string& path);
/// Makes one folder; returns false if it exists already.
bool make_folder(const std::string& path);
void remove_file(const std::string& path);
/// Removes a folder of plain files; a missing file is no error.
void remove_folder(const std::string& path);
bool exists(const std::string& path);
/// Names of the files in a folder, sorted.
std::vector<std::string> list_folder(const std::string& path);
/// Bytes that this user may still write to the file system that holds `path`.
std::uint64_t free_bytes(const std::string& path);

}  // namespace lightsweep::engine::io
