#pragma once
// File access: the system calls behind every file write, with faults that tests can switch on.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Every function throws IoError with the path, the reason and the remedy.
namespace lightsweep::engine::io {

/// The fault that occurs from the n-th call on. Counted, per process from 1, are the calls that can
/// fail for lack of space or a broken disk: create, write, sync, rename, make_folder, remove.
///
///   no_space     ENOSPC from then on
///   io_error     EIO from then on
///   short_write  the first write from there on is cut in half, then ENOSPC: a disk that becomes
///                full in the middle of a record
///   interrupted  that one write is cut in half without an error (POSIX allows it)
///   kill         the process kills itself (SIGKILL) before that call
enum class Fault { none, no_space, io_error, short_write, interrupted, kill };

/// Switches a fault on, or off with Fault::none. The variable LIGHTSWEEP_FAULT = enospc@N | eio@N |
/// short@N | interrupted@N | kill@N also sets it once, for tests of whole programs.
void set_fault(Fault fault, std::uint64_t nth_call);
/// Number of calls counted so far.
std::uint64_t calls();

/// Whether a symbolic link may stand in the place of a file: in the place of a result it may, in
/// that of a journal's file it may not.
enum class Links { refused, followed };

/// An open file. A write is complete, or it throws.
class File {
  public:
    File() = default;
    static File create_new(const std::string& path);  ///< must not exist yet, not even as a link
    /// For reading. A symbolic link is refused unless links are followed.
    static File open_read(const std::string& path, Links links = Links::refused);
    /// Opens or makes the file and takes its exclusive lock, which is held until the file is
    /// closed. Nothing if another process has the lock, or if the file or its folder was removed
    /// meanwhile: whoever holds the lock may remove both. A symbolic link is refused.
    static std::optional<File> open_locked(const std::string& path);
    /// Whether another process has the exclusive lock of a file. A missing file is not locked.
    static bool is_locked(const std::string& path);
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
    /// Whether the path still leads to this file: nobody removed or replaced it.
    bool is_in_place() const;
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
/// Writes a whole file: it appears under its name complete, and replaces one that is there. A
/// device or a pipe is written as it is.
void replace_file(const std::string& path, std::string_view text);
/// Makes one folder; returns false if it exists already.
bool make_folder(const std::string& path);
/// Removes a file or a link; a missing one is no error.
void remove_file(const std::string& path);
/// Removes a folder if it is empty; one that is not, or is missing, is no error.
void remove_empty_folder(const std::string& path);
bool exists(const std::string& path);
/// The folder that holds `path`.
std::string parent_of(const std::string& path);
/// Names of the files in a folder, sorted.
std::vector<std::string> list_folder(const std::string& path);
/// Name of the host that this process runs on.
std::string this_host();
/// Bytes that this user may still write to the file system that holds `path`.
std::uint64_t free_bytes(const std::string& path);

}  // namespace lightsweep::engine::io
