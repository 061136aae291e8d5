#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The few system calls that all file writes go through, with a place where tests can make them
/// fail. Every function throws IoError with the path, the reason and the remedy.
namespace lightsweep::engine::io {

/// What goes wrong from the n-th call on (calls that can fail for want of space or health: create,
/// write, sync, rename, make_folder; counted per process from 1).
///   no_space     ENOSPC from then on
///   io_error     EIO from then on
///   short_write  the first write from there on is cut in half, then ENOSPC: a disk that fills
///                up in the middle of a record
///   interrupted  that one write is cut in half and nothing is wrong (POSIX allows it)
enum class Fault { none, no_space, io_error, short_write, interrupted };

/// Arms a fault, or none. Also set once from LIGHTSWEEP_FAULT = enospc@N | eio@N | short@N |
/// interrupted@N, for tests of whole programs.
void set_fault(Fault fault, std::uint64_t nth_call);
/// Calls counted so far.
std::uint64_t calls();

/// An open file. Writes are complete or throw.
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
    /// Reads up to bytes.size(); returns how many, less only at the end of the file.
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> bytes) const;
    void sync_data();  ///< fdatasync
    void sync();       ///< fsync
    void resize(std::uint64_t size);
    std::uint64_t size() const;
    /// Takes the exclusive lock if it is free; held until closed. False: somebody else has it.
    bool try_lock();
    const std::string& path() const { return path_; }
    bool is_open() const { return descriptor_ >= 0; }
    /// Closes; a second close does nothing.
    void close();

  private:
    File(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
    void announce(std::size_t written);

    int descriptor_ = -1;
    std::string path_;
    std::size_t unannounced_ = 0;  ///< bytes since the kernel was last told to begin writing
};

void rename(const std::string& from, const std::string& to);
/// fsync of the folder that holds `path`, so that a creation or a rename survives power loss.
void sync_parent(const std::string& path);
/// Makes one folder; returns false when it is there already.
bool make_folder(const std::string& path);
void remove_file(const std::string& path);
/// Removes a folder of plain files; what is gone already is no fault.
void remove_folder(const std::string& path);
bool exists(const std::string& path);
/// Names of the files in a folder, sorted.
std::vector<std::string> list_folder(const std::string& path);
/// Bytes that this user may still write to the file system of `path`'s folder.
std::uint64_t free_bytes(const std::string& path);

}  // namespace lightsweep::engine::io
