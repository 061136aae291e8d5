// Codec and journal: bytes per second of one core. Asserts that what comes back is what went in.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "engine/journal/codec.hpp"
#include "engine/journal/journal_scan.hpp"
#include "engine/journal/journal_writer.hpp"
#include "engine/journal/record.hpp"

namespace {

using namespace lightsweep::engine;
constexpr std::size_t n_points = 65536;

// 0: constant; 1: linear in two parameters, like a cost; 2: a square root; 3: noise.
std::vector<double> column(std::int64_t kind) {
    std::mt19937_64 random(3);
    std::vector<double> values(n_points, 1.0);
    for (std::size_t i = 0; i < n_points && kind > 0; ++i) {
        const double row = static_cast<double>(i / 256), place = static_cast<double>(i % 256);
        values[i] = kind == 1   ? 1e-6 * (1 + row) + 1.234e-5 * place
                    : kind == 2 ? std::sqrt(static_cast<double>(i) + 2.0)
                                : static_cast<double>(random()) * 1e-19;
    }
    return values;
}

void encode_column(benchmark::State& state) {
    const auto values = column(state.range(0));
    const auto bytes = std::as_bytes(std::span(values));
    Encoded encoded;
    for (auto _ : state) benchmark::DoNotOptimize(encoded = encode(bytes, sizeof(double)));
    const auto back = decode(encoded.bytes, encoded.filter_mask, sizeof(double), bytes.size());
    if (!std::equal(back.begin(), back.end(), bytes.begin())) state.SkipWithError("wrong bytes");
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
    state.counters["ratio"] =
        static_cast<double>(bytes.size()) / static_cast<double>(encoded.bytes.size());
}

void decode_column(benchmark::State& state) {
    const auto values = column(state.range(0));
    const auto bytes = std::as_bytes(std::span(values));
    const Encoded encoded = encode(bytes, sizeof(double));
    for (auto _ : state)
        benchmark::DoNotOptimize(
            decode(encoded.bytes, encoded.filter_mask, sizeof(double), bytes.size()));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

// Records of range(0) bytes into a journal with its commits, then all of them found again.
void write_journal(benchmark::State& state) {
    const auto folder = std::filesystem::temp_directory_path() / "lightsweep-bench-journal";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const std::vector<std::byte> payload(static_cast<std::size_t>(state.range(0)), std::byte{7});
    std::uint64_t n = 0;
    {
        JournalWriter writer(journal_file(folder.string(), 0, 0));
        for (auto _ : state) {
            RecordHead head;
            head.task = {0, n++};
            writer.put(make_record(head, payload));
        }
        if (writer.close()) state.SkipWithError("the journal could not be written");
    }
    if (scan_journal(folder.string()).places.size() != n) state.SkipWithError("records are lost");
    state.SetBytesProcessed(state.iterations() * state.range(0));
    std::filesystem::remove_all(folder);
}

BENCHMARK(encode_column)->DenseRange(0, 3);
BENCHMARK(decode_column)->DenseRange(0, 3);
BENCHMARK(write_journal)->Arg(1 << 12)->Arg(1 << 20)->Iterations(1000)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
