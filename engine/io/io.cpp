#include "engine/io/io.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/io/errors.hpp"
#include "engine/io/io_call.hpp"

namespace lightsweep::engine::io {
namespace {

int open_or_throw(const std::string& path, int flags, const char* action, bool counted) {
    if (counted)
        if (const int refused = next_call(false).error_number) throw IoError(action, path, refused);
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (descriptor < 0) throw IoError(action, path, errno);
    return descriptor;
}

// One write call through the fault hook; repeated if a signal interrupted it.
std::size_t write_some(int descriptor, const std::string& path, std::span<const std::byte> bytes,
                       const std::uint64_t* offset) {
    const Verdict verdict = next_call(true);
    if (verdict.error_number) throw IoError("write", path, verdict.error_number);
    const std::size_t length = verdict.cut && bytes.size() > 1 ? bytes.size() / 2 : bytes.size();
    for (;;) {
        const ssize_t written =
            offset ? ::pwrite(descriptor, bytes.data(), length, static_cast<off_t>(*offset))
                   : ::write(descriptor, bytes.data(), length);
        if (written >= 0) return static_cast<std::size_t>(written);
        if (errno != EINTR) throw IoError("write", path, errno);
    }
}

// False if another process has a lock that excludes this one, or has removed the file on another
// host (ESTALE).
bool lock_now(int descriptor, int kind, const std::string& path) {
    if (::flock(descriptor, kind | LOCK_NB) == 0) return true;
    if (errno == EWOULDBLOCK || errno == ESTALE) return false;
    throw IoError("lock", path, errno);
}

void check_call(int result, bool is_counted, const char* action, const std::string& path) {
    if (is_counted)
        if (const int refused = next_call(false).error_number) throw IoError(action, path, refused);
    if (result != 0) throw IoError(action, path, errno);
}

}  // namespace

File File::create_new(const std::string& path) {
    return {open_or_throw(path, O_RDWR | O_CREAT | O_EXCL, "create", true), path};
}

File File::open_read(const std::string& path, Links links) {
    // A pipe in the place of a file must not stop the program.
    const int flags = O_RDONLY | O_NONBLOCK | (links == Links::refused ? O_NOFOLLOW : 0);
    return {open_or_throw(path, flags, "open", false), path};
}

std::optional<File> File::open_locked(const std::string& path) {
    if (const int refused = next_call(false).error_number) throw IoError("open", path, refused);
    File file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666), path);
    if (!file.is_open() && errno == ENOENT) return std::nullopt;
    if (!file.is_open()) throw IoError("open", path, errno);
    if (!lock_now(file.descriptor_, LOCK_EX, path) || !file.is_in_place()) return std::nullopt;
    return file;
}

bool File::is_locked(const std::string& path) {
    if (!exists(path)) return false;
    // Shared, so that two processes that ask at once do not take each other for a writer.
    return !lock_now(open_read(path).descriptor_, LOCK_SH, path);
}

File::~File() {
    close();
}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      unannounced_(other.unannounced_) {}

File& File::operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    std::swap(unannounced_, other.unannounced_);
    return *this;
}

/// Lets the kernel begin to write every few megabytes, so that the next sync has little to wait
/// for. This is advice only; sync() makes data durable.
void File::announce(std::size_t written) {
    constexpr std::size_t piece = std::size_t{8} << 20;
    unannounced_ += written;
    if (unannounced_ < piece) return;
    unannounced_ = 0;
#if defined(__linux__)
    static_cast<void>(::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE));
#endif
}

void File::append(std::span<const std::byte> bytes) {
    announce(bytes.size());
    while (!bytes.empty()) bytes = bytes.subspan(write_some(descriptor_, path_, bytes, nullptr));
}

void File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    announce(bytes.size());
    while (!bytes.empty()) {
        const std::size_t written = write_some(descriptor_, path_, bytes, &offset);
        bytes = bytes.subspan(written);
        offset += written;
    }
}

std::size_t File::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
    std::size_t total = 0;
    while (total < bytes.size()) {
        const ssize_t n = ::pread(descriptor_, bytes.data() + total, bytes.size() - total,
                                  static_cast<off_t>(offset + total));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw IoError("read", path_, errno);
        if (n == 0) break;
        total += static_cast<std::size_t>(n);
    }
    return total;
}

void File::sync_data() {
    check_call(::fdatasync(descriptor_), true, "sync", path_);
}

void File::sync() {
    check_call(::fsync(descriptor_), true, "sync", path_);
}

void File::resize(std::uint64_t size) {
    check_call(::ftruncate(descriptor_, static_cast<off_t>(size)), true, "resize", path_);
}

std::uint64_t File::size() const {
    struct stat info {};
    if (::fstat(descriptor_, &info) != 0) throw IoError("examine", path_, errno);
    return static_cast<std::uint64_t>(info.st_size);
}

bool File::is_in_place() const {
    struct stat here {
    }, there{};
    if (::fstat(descriptor_, &here) != 0) {
        if (errno == ESTALE) return false;
        throw IoError("examine", path_, errno);
    }
    return ::lstat(path_.c_str(), &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

void File::close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

}  // namespace lightsweep::engine::io
