#include "engine/file/output_lock.hpp"

#include <tbb/parallel_for_each.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <exception>
#include <filesystem>
#include <span>
#include <thread>
#include <vector>

#include "engine/file/run_record.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"

namespace lightsweep::engine {
namespace {

constexpr int attempts = 10;
constexpr auto pause = std::chrono::milliseconds(50);

void remove_unfinished(const std::string& path) {
    const std::string folder = io::parent_of(path);
    const auto mark = std::filesystem::path(path).filename().string() + unfinished_mark;
    // As this program names them, earlier versions by the number of the process.
    for (const auto& name : io::list_folder(folder))
        if (name.starts_with(mark) && name.size() > mark.size() &&
            name.find_first_not_of("0123456789abcdef", mark.size()) == std::string::npos)
            io::remove_file(folder + "/" + name);
}

// " (host H, process P)": who took the lock last; empty if it is not known.
std::string lock_owner(const std::string& output) {
    try {
        const auto file = io::File::open_read(lock_file(journal_folder(output)));
        std::array<char, 300> text{};
        const auto n = file.read_at(0, std::as_writable_bytes(std::span(text)));
        return n > 0 ? " (" + std::string(text.data(), n) + ")" : "";
    } catch (const IoError&) {  // removed meanwhile, or a link
        return "";
    }
}

}  // namespace

OutputLock OutputLock::take(const std::string& output) {
    if (auto lock = take_if_free(output)) return std::move(*lock);
    throw BadInput(journal_folder(output) + ": another process writes this sweep" +
                   lock_owner(output) + "; wait for it, stop it, or choose another name (-o)");
}

std::optional<OutputLock> OutputLock::take_if_free(const std::string& output) {
    const std::string folder = journal_folder(output);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        if (attempt > 0) std::this_thread::sleep_for(pause);
        if (io::make_folder(folder)) io::sync_parent(folder);
        auto file = io::File::open_locked(lock_file(folder));
        if (!file) continue;
        OutputLock lock(std::move(*file));
        lock.write_owner();
        remove_unfinished(output);
        remove_unfinished(partial_name(output));
        return lock;
    }
    return std::nullopt;
}

OutputLock::~OutputLock() {
    try {
        if (file_.is_open() && !holds_records(folder())) remove_journal();
    } catch (const std::exception&) {  // the next holder removes it
    }
}

void OutputLock::write_owner() {
    const std::string owner = "host " + io::this_host() + ", process " + std::to_string(::getpid());
    file_.resize(0);
    file_.write_at(0, std::as_bytes(std::span(owner.data(), owner.size())));
}

void OutputLock::remove_journal() {
    const std::string journal = folder();
    auto names = io::list_folder(journal);
    std::erase_if(names, [](const std::string& name) { return !is_journal_file(name); });
    // The kernel frees the pages of a file before it returns: 0.2 s per gigabyte.
    tbb::parallel_for_each(names,
                           [&](const std::string& name) { io::remove_file(journal + "/" + name); });
    io::remove_file(lock_file(journal));
    // From here on another process may lock a new file in the folder, which then stays. NFS keeps
    // an open file in its folder: it is closed before.
    file_.close();
    io::remove_empty_folder(journal);
}

}  // namespace lightsweep::engine
