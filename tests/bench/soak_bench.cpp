// A long run of the farm whose results are thrown away once the journal's checksums are checked:
//   mpiexec.mpich -n 2 soak_bench SWEEP.toml
// Rank 0 reads every record behind the writers and gives its disk space back. Every rank watches
// its memory, and its descriptors before and after. Exit status 1: rows are missing, the memory
// after the first fifth of the rows varies by more than 5 %, or a descriptor is left.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <thread>

#include "engine/farm/farm.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/farm/sweep_workload.hpp"
#include "tests/support/launch.hpp"

namespace lightsweep::tests {
namespace {

/// Calls an action again and again, with a pause in between, and once more in the end.
template <class Action>
class Beside {
  public:
    Beside(std::chrono::milliseconds pause, Action action)
        : thread_([this, pause, action] {
              while (!ended_) {
                  std::this_thread::sleep_for(pause);
                  action();
              }
              action();
          }) {}
    ~Beside() {
        ended_ = true;
        thread_.join();
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

  private:
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

/// One journal file: what has been read of it is checked and holds no disk space any more.
class CheckedJournal {
  public:
    explicit CheckedJournal(const std::string& path)
        : file_(engine::io::File::open_read(path)), hole_(::open(path.c_str(), O_RDWR)) {}
    ~CheckedJournal() { ::close(hole_); }
    CheckedJournal(const CheckedJournal&) = delete;
    CheckedJournal& operator=(const CheckedJournal&) = delete;

    /// Rows of the tiles that came since the last call.
    std::uint64_t read_on() {
        std::uint64_t rows = 0;
        const auto first = offset_;
        while (const auto record = engine::read_record(file_, offset_)) {
            offset_ += engine::record_head_bytes + record->head.length;
            if (record->head.kind == engine::RecordKind::tile) rows += record->head.rows;
        }
        if (offset_ > first &&
            ::fallocate(hole_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                        static_cast<off_t>(first), static_cast<off_t>(offset_ - first)) != 0)
            std::perror("soak_bench: give disk space back");
        return rows;
    }
    std::uint64_t bytes() const { return offset_; }

  private:
    engine::io::File file_;
    int hole_;
    std::uint64_t offset_ = 0;
};

/// Kilobytes that this process has in memory.
std::uint64_t resident() {
    std::ifstream pages("/proc/self/statm");
    std::uint64_t all = 0, there = 0;
    pages >> all >> there;
    return there * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

/// What the descriptors of this process lead to.
std::multiset<std::string> descriptors() {
    std::multiset<std::string> open;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        open.insert(std::filesystem::read_symlink(entry.path(), gone).string());
    }
    return open;
}

std::uint64_t rows_of(const engine::Layout& layout) {
    std::uint64_t rows = 0;
    for (const auto& group : layout.arrays) rows += engine::product(group.shape());
    return rows;
}

/// Runs the sweep; the rows that were checked (rank 0).
std::uint64_t run_checked(engine::Mpi& mpi, engine::Workload& workload,
                          const engine::RunOptions& options) {
    std::vector<std::unique_ptr<CheckedJournal>> journals;
    std::uint64_t rows = 0, bytes = 0;
    const auto check = [&] {
        for (auto rank = static_cast<int>(journals.size()); rank < mpi.size(); ++rank) {
            const auto path = engine::journal_file(engine::journal_folder(options.output), 0, rank);
            if (!engine::io::exists(path)) break;
            journals.push_back(std::make_unique<CheckedJournal>(path));
        }
        for (auto& journal : journals) rows += journal->read_on();
    };
    if (mpi.rank() != 0) {
        engine::run(mpi, workload, options);
        return 0;
    }
    {
        const Beside checker(std::chrono::milliseconds(100), check);
        engine::run(mpi, workload, options);
    }
    for (auto& journal : journals) bytes += journal->bytes();
    std::printf("%.4g rows, %.3g bytes of journals checked\n", static_cast<double>(rows),
                static_cast<double>(bytes));
    return rows;
}

bool is_flat(const std::vector<std::uint64_t>& memory, int rank) {
    const std::span<const std::uint64_t> warm = std::span(memory).subspan(memory.size() / 5);
    const auto [least, most] = std::ranges::minmax(warm);
    std::printf("rank %d, MB once a second:", rank);
    for (const auto kilobytes : memory) std::printf(" %.1f", static_cast<double>(kilobytes) / 1e3);
    std::printf("\nrank %d: %.1f to %.1f MB after the first fifth: %.1f %%\n", rank,
                static_cast<double>(least) / 1e3, static_cast<double>(most) / 1e3,
                100 * (static_cast<double>(most) / static_cast<double>(least) - 1));
    return static_cast<double>(most) <= 1.05 * static_cast<double>(least);
}

bool none_left(const std::multiset<std::string>& before) {
    std::multiset<std::string> left;
    const auto after = descriptors();
    std::ranges::set_difference(after, before, std::inserter(left, left.end()));
    for (const auto& path : left) std::printf("left open: %s\n", path.c_str());
    return left.empty();
}

int soak(int argc, char** argv) {
    engine::Mpi mpi(&argc, &argv);
    std::optional<ScratchFolder> folder;
    if (mpi.rank() == 0) folder.emplace();
    engine::RunOptions options;
    options.output = folder ? *folder / "soak.h5" : "";
    mpi.broadcast(options.output);
    options.threads = 1;
    sweeps::SweepWorkload workload(std::move(*sweeps::load_sweep(argv[1], {}).sweep));
    const auto before = descriptors();
    std::vector<std::uint64_t> memory;
    std::uint64_t rows = 0;
    {
        const Beside watch(std::chrono::seconds(1), [&] { memory.push_back(resident()); });
        rows = run_checked(mpi, workload, options);
    }
    bool good = is_flat(memory, mpi.rank());
    good = none_left(before) && good;
    if (mpi.rank() == 0) good = rows == rows_of(workload.layout()) && good;
    const auto bad = mpi.first_rank_where(!good);
    if (mpi.rank() == 0) std::printf("%s\n", bad ? "FAILED" : "flat, complete, nothing left open");
    return bad ? 1 : 0;
}

}  // namespace
}  // namespace lightsweep::tests

int main(int argc, char** argv) {
    return lightsweep::tests::soak(argc, argv);
}
