#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>

#include "engine/io/errors.hpp"
#include "engine/io/io.hpp"
#include "engine/io/io_call.hpp"

namespace lightsweep::engine::io {
namespace {

void refuse_if_armed(const char* action, const std::string& path) {
    if (const int refused = next_call(false).error_number) throw IoError(action, path, refused);
}

}  // namespace

std::string parent_of(const std::string& path) {
    const auto parent = std::filesystem::path(path).parent_path().string();
    return parent.empty() ? "." : parent;
}

void rename(const std::string& from, const std::string& to) {
    refuse_if_armed("rename", from);
    if (std::rename(from.c_str(), to.c_str()) != 0) throw IoError("rename to", to, errno);
}

void replace_file(const std::string& path, std::string_view text) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) &&
        !std::filesystem::is_regular_file(path, ignored)) {
        std::ofstream device(path, std::ios::binary);
        if (!(device << text << std::flush)) throw IoError("write", path, errno);
        return;
    }
    const std::string whole = path + ".incomplete";
    remove_file(whole);
    auto file = File::create_new(whole);
    file.append(std::as_bytes(std::span(text)));
    file.sync();
    file.close();
    rename(whole, path);
    sync_parent(path);
}

void sync_parent(const std::string& path) {
    const std::string folder = parent_of(path);
    refuse_if_armed("sync", folder);
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) throw IoError("open", folder, errno);
    const int result = ::fsync(descriptor);
    const int reason = errno;
    ::close(descriptor);
    // Some network file systems cannot sync a folder and return EINVAL; there is nothing else to
    // do.
    if (result != 0 && reason != EINVAL) throw IoError("sync", folder, reason);
}

bool make_folder(const std::string& path) {
    refuse_if_armed("create", path);
    if (::mkdir(path.c_str(), 0777) == 0) return true;
    if (errno == EEXIST) return false;
    throw IoError("create", path, errno);
}

void remove_file(const std::string& path) {
    refuse_if_armed("remove", path);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw IoError("remove", path, errno);
}

void remove_empty_folder(const std::string& path) {
    refuse_if_armed("remove", path);
    if (::rmdir(path.c_str()) == 0) return;
    // ENOTDIR: the user put a link to a folder there, which stays.
    if (errno != ENOENT && errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR)
        throw IoError("remove", path, errno);
}

bool exists(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0;
}

std::vector<std::string> list_folder(const std::string& path) {
    std::vector<std::string> names;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(path, failure), end; entry != end;
         entry.increment(failure))
        names.push_back(entry->path().filename().string());
    if (failure) throw IoError("list", path, failure.value());
    std::ranges::sort(names);
    return names;
}

std::string this_host() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

std::uint64_t free_bytes(const std::string& path) {
    struct statvfs info {};
    const std::string folder = parent_of(path);
    if (::statvfs(folder.c_str(), &info) != 0) throw IoError("examine", folder, errno);
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

}  // namespace lightsweep::engine::io
