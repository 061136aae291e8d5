// A library to be preloaded: a file system that fails, delays and tears writes, and whose syncs
// fail or are slow, as on a damaged network file system; there are no hard links.
// LIGHTSWEEP_DISK="seed share": every call on a result (.h5) or its journal goes wrong with that
// probability in thousandths, always the same for one seed.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

enum class Fate { none, fails, torn, late };

struct Disk {
    unsigned seed = 0, share = 0;
    Disk() {
        if (const char* text = std::getenv("LIGHTSWEEP_DISK"))
            if (std::sscanf(text, "%u %u", &seed, &share) != 2) std::abort();
    }
};

/// The fate of the next call (splitmix64 of its number).
Fate next_fate() {
    static const Disk disk;
    static std::atomic<std::uint64_t> calls{0};
    std::uint64_t x = (disk.seed * 1'000'003ULL + ++calls) * 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    x ^= x >> 31;
    if (x % 1000 >= disk.share) return Fate::none;
    const Fate fates[] = {Fate::fails, Fate::torn, Fate::late};
    return fates[(x >> 32) % 3];
}

bool is_on_disk(const char* path) {
    return std::strstr(path, ".h5") != nullptr;
}

bool is_on_disk(int file) {
    char path[4096] = {};
    const auto link = "/proc/self/fd/" + std::to_string(file);
    return ::readlink(link.c_str(), path, sizeof path - 1) > 0 && is_on_disk(path);
}

template <class Call>
Call* next_of(const char* name) {
    return reinterpret_cast<Call*>(::dlsym(RTLD_NEXT, name));
}

int failed() {
    errno = EIO;
    return -1;
}

/// A write of `size` bytes by write(bytes): whole, late, torn (a part is there, and an error), or
/// failed.
template <class Write>
ssize_t damaged_write(int file, std::size_t size, const Write& write) {
    const Fate fate = is_on_disk(file) ? next_fate() : Fate::none;
    if (fate == Fate::late) ::usleep(30'000);
    if (fate == Fate::torn) write(size / 2);
    return fate == Fate::torn || fate == Fate::fails ? failed() : write(size);
}

/// A sync, which may have reached the disk in part where it fails.
template <class File, class Sync>
int damaged_sync(const File& file, const Sync& sync) {
    const Fate fate = is_on_disk(file) ? next_fate() : Fate::none;
    if (fate == Fate::late) ::usleep(100'000);
    if (fate == Fate::torn) sync();
    return fate == Fate::torn || fate == Fate::fails ? failed() : sync();
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t size) {
    static auto* const real = next_of<ssize_t(int, const void*, size_t)>("write");
    return damaged_write(file, size, [&](size_t part) { return real(file, bytes, part); });
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
    static auto* const real = next_of<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    return damaged_write(file, size, [&](size_t part) { return real(file, bytes, part, offset); });
}

int link(const char*, const char*) {
    errno = EPERM;
    return -1;
}

int linkat(int, const char*, int, const char*, int) {
    errno = EPERM;
    return -1;
}

int fsync(int file) {
    static auto* const real = next_of<int(int)>("fsync");
    return damaged_sync(file, [&] { return real(file); });
}

int fdatasync(int file) {
    static auto* const real = next_of<int(int)>("fdatasync");
    return damaged_sync(file, [&] { return real(file); });
}

int rename(const char* from, const char* to) {
    static auto* const real = next_of<int(const char*, const char*)>("rename");
    return damaged_sync(to, [&] { return real(from, to); });
}
}
