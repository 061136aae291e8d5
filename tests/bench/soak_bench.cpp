// A long run of the farm whose results are thrown away once the journal's checksums are checked:
//   mpiexec.mpich -n 2 soak_bench SWEEP.toml
// Rank 0 reads every record behind the writers and gives its disk space back. Every rank watches
// its memory, and its descriptors before and after. Exit status 1: rows are missing, a descriptor
// is left, or memory grows: the least memory in use may differ by 5 % of all memory between the
// later four fifths of the run. Resident memory rises once more, because records that wait for the
// disk, or for a core, take up to 64 MiB for a moment, and the allocator keeps their room.
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <span>
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

/// Megabytes of this process.
struct Memory {
    double resident = 0, in_use = 0;

    static Memory now() {
        std::ifstream pages("/proc/self/statm");
        double all = 0, there = 0;
        pages >> all >> there;
        const auto heap = ::mallinfo2();
        return {1e-6 * there * static_cast<double>(::sysconf(_SC_PAGESIZE)),
                1e-6 * static_cast<double>(heap.uordblks + heap.hblkhd)};
    }
};

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

struct Outcome {
    int code = 0;            ///< exit code of the run
    std::uint64_t rows = 0;  ///< that were checked (rank 0)
};

Outcome run_checked(engine::Mpi& mpi, engine::Workload& workload,
                    const engine::RunOptions& options) {
    std::vector<std::unique_ptr<CheckedJournal>> journals;
    Outcome outcome;
    std::uint64_t bytes = 0;
    const auto check = [&] {
        for (auto rank = static_cast<int>(journals.size()); rank < mpi.size(); ++rank) {
            const auto path = engine::journal_file(engine::journal_folder(options.output), 0, rank);
            if (!engine::io::exists(path)) break;
            journals.push_back(std::make_unique<CheckedJournal>(path));
        }
        for (auto& journal : journals) outcome.rows += journal->read_on();
    };
    if (mpi.rank() != 0) return {engine::run(mpi, workload, options)};
    {
        const Beside checker(std::chrono::milliseconds(100), check);
        outcome.code = engine::run(mpi, workload, options);
    }
    for (auto& journal : journals) bytes += journal->bytes();
    std::printf("%.4g rows, %.3g bytes of journals checked, exit code %d\n",
                static_cast<double>(outcome.rows), static_cast<double>(bytes), outcome.code);
    return outcome;
}

/// All rows were checked; the run then found a journal without its manifest, which rank 0 had
/// thrown away with all else.
bool ended_as_expected(const Outcome& outcome, const engine::Layout& layout) {
    return outcome.rows == rows_of(layout) && outcome.code == engine::exit_bad_input;
}

constexpr double queue = 67.2, buffers = 20;  // MB: of a journal's records, of two threads

/// The least memory in use in each fifth of the run.
std::vector<double> least_in_fifths(const std::vector<Memory>& memory) {
    std::vector<double> least(5, HUGE_VAL);
    for (std::size_t i = 0; i < memory.size(); ++i) {
        double& fifth = least[i * least.size() / memory.size()];
        fifth = std::min(fifth, memory[i].in_use);
    }
    return least;
}

bool is_flat(const std::vector<Memory>& memory, int rank) {
    const double start = memory.front().resident;
    const double most = std::ranges::max(memory, {}, &Memory::resident).resident;
    const auto in_use = least_in_fifths(memory);
    const auto [low, high] = std::ranges::minmax(std::span(in_use).subspan(1));
    std::printf("rank %d: least MB in use in each fifth of the run:", rank);
    for (const double fifth : in_use) std::printf(" %.2f", fifth);
    std::printf("; resident at the start %.1f, at most %.1f MB\n", start, most);
    return high - low <= 0.05 * start && most <= start + queue + buffers;
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
    if (argc != 2) {
        if (mpi.rank() == 0) std::fprintf(stderr, "usage: soak_bench SWEEP.toml\n");
        return engine::exit_bad_input;
    }
    std::optional<ScratchFolder> folder;
    if (mpi.rank() == 0) folder.emplace();
    engine::RunOptions options;
    options.output = folder ? *folder / "soak.h5" : "";
    mpi.broadcast(options.output);
    options.threads = 1;
    sweeps::SweepWorkload workload(std::move(*sweeps::load_sweep(argv[1], {}).sweep));
    const auto before = descriptors();
    std::vector<Memory> memory;
    Outcome outcome;
    {
        const Beside watch(std::chrono::milliseconds(100),
                           [&] { memory.push_back(Memory::now()); });
        outcome = run_checked(mpi, workload, options);
    }
    bool good = is_flat(memory, mpi.rank());
    good = none_left(before) && good;
    if (mpi.rank() == 0) good = ended_as_expected(outcome, workload.layout()) && good;
    const auto bad = mpi.first_rank_where(!good);
    if (mpi.rank() == 0) std::printf("%s\n", bad ? "FAILED" : "flat, complete, nothing left open");
    return bad ? 1 : 0;
}

}  // namespace
}  // namespace lightsweep::tests

int main(int argc, char** argv) {
    return lightsweep::tests::soak(argc, argv);
}
