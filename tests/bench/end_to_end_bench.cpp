// A sweep from evaluation to the finished file on two ranks, against what codec and disk can do by
// themselves in the same run; and the speed-up of two ranks over one where computing is all there
// is, beside that of two programs that know nothing of each other, which is what the machine gives.
//
//   end to end   raw bytes of all columns / wall time (evaluate, encode, journal, finalize)
//   codec        the same tiles' columns encoded by two threads and nothing else
//   disk         encoded bytes written and synced, in raw bytes by the tiles' own compression
//   file         bytes of the result file / time from the last tile to the synced, renamed file
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "engine/file/result_file.hpp"
#include "engine/journal/codec.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/farm/sweep_workload.hpp"
#include "tests/support/launch.hpp"

namespace lightsweep::tests {
namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// About 120 million rows; noise-free numbers that deflate can do something with, as in life.
const char* const output_bound = R"(title = "end to end"
schedulers = ["every-step", "addanki"]
rules = "addanki"
columns = ["completion_time", "propagation_time", "congestion_time", "reconfiguration_time", "n_reconfigurations", "status"]
[fabric]
bandwidth = "800Gbps"
[[grid]]
name = "ring"
topology = ["ring-uni", "ring"]
nodes = 64
collective = ["allreduce/halving-doubling", "allreduce/swing", "alltoall/shift"]
message = { from = "1KiB", to = "4GiB", count = 1000 }
per_step_latency = { from = "100ns", to = "100us", per_decade = 8 }
per_hop_latency = "100ns"
reconfiguration_delay = { from = "1ns", to = "10ms", per_decade = 28 }
)";

/// The O(s^2) programs of all-to-alls of up to 4,095 steps: in cache, little output.
const char* const compute_bound = R"(title = "compute"
schedulers = ["addanki"]
rules = "addanki"
columns = ["completion_time", "n_reconfigurations"]
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "ring"
topology = ["ring-uni", "ring"]
nodes = [1024, 2048, 4096]
collective = "alltoall/shift"
message = { from = "1KiB", to = "4GiB", count = 3000 }
reconfiguration_delay = { from = "1ns", to = "10ms", per_decade = 28 }
)";

/// 0-1 programs: each allocates and frees megabytes, so that both cores share the memory.
const char* const memory_bound = R"(title = "integer programs"
schedulers = ["addanki-milp"]
rules = "addanki"
columns = ["completion_time"]
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "ring"
topology = ["ring-uni", "ring"]
nodes = [32, 64]
collective = ["allreduce/halving-doubling", "allreduce/swing"]
message = { from = "1KiB", to = "4GiB", step = "x1.2" }
reconfiguration_delay = { from = "10ns", to = "10ms", per_decade = 4 }
)";

struct Sample {
    std::vector<std::vector<std::byte>> columns;
    std::vector<std::size_t> element;
    double raw = 0;
};

/// The columns of some tiles of the sweep, computed.
Sample sample_tiles(const std::string& sweep) {
    sweeps::SweepWorkload workload(std::move(*sweeps::load_sweep(sweep, {}).sweep));
    Sample sample;
    for (std::uint32_t group = 0; group < workload.layout().arrays.size(); ++group) {
        const auto& array = workload.layout().arrays[group];
        const std::uint64_t tiles = engine::product(array.chunk_grid());
        for (std::uint64_t index = 0; index < tiles;
             index += std::max<std::uint64_t>(1, tiles / 24)) {
            engine::Tile tile{&array, std::vector<std::size_t>(array.axes.size()), array.chunk, {}};
            const auto grid = array.chunk_grid();
            std::uint64_t rest = index;
            for (std::size_t i = grid.size(); i-- > 0; rest /= grid[i]) {
                tile.origin[i] = (rest % grid[i]) * array.chunk[i];
                tile.extent[i] = std::min(array.chunk[i], array.axes[i].size() - tile.origin[i]);
            }
            std::vector<std::vector<std::byte>> buffers;
            for (const auto& column : array.columns) {
                buffers.push_back(engine::filled(column, engine::product(array.chunk)));
                sample.element.push_back(engine::size_of(column.type));
            }
            for (auto& buffer : buffers) tile.columns.push_back(buffer);
            workload.compute_tile({group, index}, tile);
            for (auto& buffer : buffers) {
                sample.raw += static_cast<double>(buffer.size());
                sample.columns.push_back(std::move(buffer));
            }
        }
    }
    return sample;
}

/// Raw bytes per second of two threads that only encode, and the compression reached.
std::pair<double, double> codec_speed(const Sample& sample) {
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> encoded{0};
    constexpr std::size_t rounds = 3;
    const auto start = Clock::now();
    const auto work = [&] {
        for (std::size_t i; (i = next++) < rounds * sample.columns.size();) {
            const std::size_t c = i % sample.columns.size();
            encoded += engine::encode(sample.columns[c], sample.element[c]).bytes.size();
        }
    };
    std::thread other(work);
    work();
    other.join();
    const double seconds = since(start);
    return {rounds * sample.raw / seconds, rounds * sample.raw / static_cast<double>(encoded)};
}

/// Bytes per second of one file written in 1 MiB pieces and synced about every second.
double disk_speed(const std::string& path) {
    const std::vector<char> piece(1 << 20, 'x');
    const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    const auto start = Clock::now();
    constexpr int pieces = 512;
    for (int i = 0; i < pieces; ++i) {
        if (::write(file, piece.data(), piece.size()) < 0) return 0;
        if (i % 256 == 255) ::fdatasync(file);
    }
    const double seconds = since(start);
    ::close(file);
    return pieces * static_cast<double>(piece.size()) / seconds;
}

double run_seconds(int ranks, const std::string& sweep, const std::string& out) {
    const auto start = Clock::now();
    const auto outcome = run_program(ranks, {"run", sweep, "-o", out, "--threads", "1"});
    if (outcome.code != 0) std::printf("FAILED: %s\n", outcome.output.c_str());
    return outcome.code == 0 ? since(start) : 0;
}

/// Seconds of a run on two ranks, and those of them in which only the result file is written.
std::pair<double, double> run_and_write_seconds(const std::string& sweep, const std::string& out) {
    const auto start = Clock::now();
    Job job(program_command(2, {"run", sweep, "-o", out, "--threads", "1"}));
    job.says("writing " + out);
    const auto computed = Clock::now();
    job.says(out + ": ");
    const double writing = since(computed);
    if (job.wait() != 0) std::printf("FAILED: %s\n", job.output().c_str());
    return {since(start), writing};
}

/// CPU seconds of all ended child processes.
double children_cpu() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// What the farm itself costs: tasks that only sleep, 2 ranks; start and end of the program are
/// taken out by a run without tasks to speak of. Percent of one core per rank.
double farm_overhead(const ScratchFolder& folder, int round) {
    const auto measured = [&](const char* size, const char* ms, const std::string& out) {
        const double cpu = children_cpu();
        const auto start = Clock::now();
        if (run_demo(2, {out, "--size", size, "--slow", ms}).code != 0) return std::pair{0.0, 0.0};
        return std::pair{children_cpu() - cpu, since(start)};
    };
    const auto [short_cpu, short_wall] =
        measured("4", "0", folder / ("short" + std::to_string(round) + ".h5"));
    const auto [cpu, wall] =
        measured("16", "100", folder / ("long" + std::to_string(round) + ".h5"));
    return 100 * (cpu - short_cpu) / 2 / (wall - short_wall);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// The machine drifts, so codec and disk are measured right before each run.
double end_to_end_share(const ScratchFolder& folder, const Sample& sample, int round) {
    const auto out = folder / ("out" + std::to_string(round) + ".h5");
    const auto [codec, ratio] = codec_speed(sample);
    const double raw_disk = disk_speed(folder / "disk"), disk = raw_disk * ratio;
    const auto [seconds, writing] = run_and_write_seconds(folder / "sweep.toml", out);
    const double file = static_cast<double>(std::filesystem::file_size(out)) / writing;
    const double whole = engine::raw_bytes(engine::ResultFile(out).layout()) / seconds;
    const double share = whole / std::min(codec, disk);
    std::printf(
        "codec on two threads %.0f, disk %.0f, end to end %.0f MB/s raw (%.1f s): %.0f %% of the "
        "slower\n",
        codec / 1e6, disk / 1e6, whole / 1e6, seconds, 100 * share);
    std::printf("file written after the last tile in %.2f s, %.0f MB/s; disk %.0f MB/s\n", writing,
                file / 1e6, raw_disk / 1e6);
    return share;
}

/// One sweep by one rank, by two ranks, and twice at once by one rank each.
struct Scaling {
    std::vector<double> farm, machine;
    bool same = true;

    void measure(const ScratchFolder& folder, const char* name, const char* text) {
        const auto sweep = folder / "scaling.toml";
        write_text(sweep, text);
        const auto out = [&](const char* which) {
            std::filesystem::remove(folder / which);
            return folder / which;
        };
        const double alone = run_seconds(1, sweep, out("one.h5"));
        const double together = run_seconds(2, sweep, out("two.h5"));
        const auto start = Clock::now();
        std::thread other([&] { run_seconds(1, sweep, out("left.h5")); });
        run_seconds(1, sweep, out("right.h5"));
        other.join();
        const double both = since(start);
        farm.push_back(alone / together);
        machine.push_back(2 * alone / both);
        same = same && together > 0 && digest_of(folder / "one.h5") == digest_of(folder / "two.h5");
        std::printf(
            "%s: one rank %.2f s, two ranks %.2f s: %.2f times; two programs at once %.2f\n", name,
            alone, together, farm.back(), machine.back());
    }
    void report(const char* name) const {
        std::printf("median, %s: two ranks over one %.2f times, two programs at once %.2f times\n",
                    name, median(farm), median(machine));
    }
};

int main_bench() {
    const ScratchFolder folder;
    write_text(folder / "sweep.toml", output_bound);
    const Sample sample = sample_tiles(folder / "sweep.toml");
    std::vector<double> shares, overheads;
    Scaling compute, memory;
    for (int round = 0; round < 3; ++round) {
        shares.push_back(end_to_end_share(folder, sample, round));
        compute.measure(folder, "computing", compute_bound);
        memory.measure(folder, "integer programs", memory_bound);
        overheads.push_back(farm_overhead(folder, round));
    }
    const bool same = compute.same && memory.same;
    std::printf("median of %zu rounds: end to end %.0f %% of the slower of codec and disk\n",
                shares.size(), 100 * median(shares));
    compute.report("computing");
    memory.report("integer programs");
    std::printf("median: farm overhead %.1f %% of one core per rank\n", median(overheads));
    std::printf("same data: %s\n", same ? "yes" : "NO");
    return same && median(shares) > 0 ? 0 : 1;
}

}  // namespace
}  // namespace lightsweep::tests

int main() {
    return lightsweep::tests::main_bench();
}
