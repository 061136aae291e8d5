#include "tests/mpi/demo_workload.hpp"

#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <thread>

#include "engine/farm/stopping.hpp"

namespace lightsweep::tests {
namespace {

using namespace engine;
using Index = std::vector<std::size_t>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::int64_t> count_up(std::size_t n) {
    std::vector<std::int64_t> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::int64_t>(i);
    return numbers;
}

Column column(const std::string& name, const std::string& units, ElementType type, double fill) {
    Column result;
    result.name = name;
    result.units = units;
    result.long_name = name + " of the demo";
    result.type = type;
    result.fill = fill;
    return result;
}

Column status_column() {
    Column status = column("status", "1", ElementType::i8, demo_missing);
    status.flags = {{demo_ok, "ok"}, {demo_error, "error"}, {demo_missing, "missing"}};
    return status;
}

Column words_column() {
    Column words = column("words", "1", ElementType::u64, 0);
    words.width = 2;
    words.width_name = "word";
    return words;
}

std::vector<double> delays(std::size_t n) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(1e-9 * static_cast<double>(i + 1));
    return values;
}

const std::vector<std::string> labels{"plain", "gr\xc3\xbc\xc3\x9f", "third"};

ArrayGroup zipped_group(bool whole) {
    const Axis label{{"label", "", "a name", labels}, {}};
    const Axis zipped{{"case", "1", "a pair", count_up(5)},
                      {{"nodes", "1", "how many", std::vector<std::int64_t>{4, 8, 16, 32, 64}},
                       {"kind", "", "which", std::vector<std::string>{"a", "b", "c", "d", "e"}}}};
    const Axis delay{{"delay", "s", "a time", delays(37)}, {}};
    return {"grids/zipped/first",
            {label, zipped, delay},
            {column("time", "s", ElementType::f64, nan), status_column(),
             column("steps", "1", ElementType::i32, -1), words_column()},
            whole ? Index{3, 5, 37} : Index{1, 2, 10},
            {{"note", std::string("demo")}, {"factor", 2.5}, {"number", std::int64_t{42}}}};
}

ArrayGroup long_group(std::size_t n, bool whole) {
    return {
        "grids/long/second",
        {{{"point", "1", "a number", count_up(n)}, {}}},
        {column("time", "s", ElementType::f64, nan), column("constant", "1", ElementType::f64, 0)},
        {whole ? n : std::min<std::size_t>(n, 16)},
        {}};
}

Layout make_layout(const DemoOptions& options) {
    const auto size = static_cast<std::size_t>(options.size);
    Layout layout;
    layout.attributes = {{"title", std::string("demo")}, {"seed", std::int64_t{7}}};
    layout.arrays = {zipped_group(options.whole_chunks),
                     long_group(10 * size, options.whole_chunks),
                     {"studies/one", {}, {column("answer", "1", ElementType::f64, nan)}, {}, {}}};
    Column pair = column("pair", "1", ElementType::i32, -1);
    pair.width = 2;
    pair.width_name = "side";
    layout.ragged = {{"lists/third",
                      {{{"row", "1", "a number", count_up(size)}, {}}},
                      {column("slope", "s", ElementType::f64, nan),
                       column("id", "1", ElementType::u64, 0), pair},
                      {}}};
    return layout;
}

// Row-major number of a point in the whole array.
double place_of(const Tile& tile, const Index& index) {
    const auto shape = tile.group->shape();
    double place = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis)
        place = place * static_cast<double>(shape[axis]) +
                static_cast<double>(tile.origin[axis] + index[axis]);
    return place;
}

// Next index within the extent, row-major; false behind the last.
bool advance(Index& index, const Index& extent) {
    for (std::size_t axis = index.size(); axis-- > 0;) {
        if (++index[axis] < extent[axis]) return true;
        index[axis] = 0;
    }
    return false;
}

void sleep_or_abandon(const DemoOptions& options) {
    std::this_thread::sleep_for(std::chrono::milliseconds(options.stubborn_ms));
    for (int waited = 0; waited < options.slow_ms; ++waited) {
        if (stop_requested()) throw Abandoned{};
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

DemoWorkload::DemoWorkload(DemoOptions options)
    : options_(std::move(options)), layout_(make_layout(options_)) {}

double DemoWorkload::estimate(Task task) const {
    return 1e-3 * (1 + options_.slow_ms) * (1 + static_cast<double>(task.index % 3));
}

std::size_t DemoWorkload::n_preparations() const {
    return options_.preparation_log.empty() ? 0 : 5;
}

std::vector<std::size_t> DemoWorkload::needs(Task task) const {
    if (n_preparations() == 0 || task.group % 2 == 1) return {};
    return {task.index % 5, (task.index + 2) % 5};
}

std::string DemoWorkload::prepare(std::size_t preparation) {
    sleep_or_abandon(options_);
    std::ofstream(options_.preparation_log, std::ios::app) << preparation << std::endl;
    if (options_.some_preparations_fail && preparation == 3)
        throw std::runtime_error("the demo was asked to fail");
    return "prepared " + std::to_string(preparation);
}

void DemoWorkload::adopt(std::size_t preparation, const Preparation& result) {
    const std::scoped_lock lock(mutex_);
    adopted_[preparation] = result;
}

void DemoWorkload::check_preparations(Task task) {
    const std::scoped_lock lock(mutex_);
    for (const std::size_t need : needs(task)) {
        const auto found = adopted_.find(need);
        if (found == adopted_.end()) throw std::runtime_error("a preparation is missing");
        if (!found->second.failure.empty()) throw std::runtime_error(found->second.failure);
        if (found->second.bytes != "prepared " + std::to_string(need))
            throw std::runtime_error("a preparation is wrong: " + found->second.bytes);
    }
}

TaskReport DemoWorkload::compute_tile(Task task, Tile& tile) {
    check_preparations(task);
    sleep_or_abandon(options_);
    if (options_.some_tasks_throw && task.group == 0 && task.index % 7 == 3)
        throw std::runtime_error("the demo was asked to throw");
    TaskReport report{tile.points(), 0};
    Index index(tile.extent.size(), 0);
    do {
        const std::size_t at = tile.offset(index);
        const double place = place_of(tile, index);
        tile.f64(0)[at] = std::sqrt(place + 2.0);
        if (task.group != 0) continue;
        const bool bad = options_.some_points_fail && std::fmod(place, 100.0) == 50.0;
        report.failed += bad ? 1 : 0;
        tile.i8(1)[at] = bad ? demo_error : demo_ok;
        tile.i32(2)[at] = static_cast<std::int32_t>(place);
        tile.u64(3)[2 * at] = static_cast<std::uint64_t>(place);
        tile.u64(3)[2 * at + 1] = ~static_cast<std::uint64_t>(place);
    } while (advance(index, tile.extent));
    return report;
}

TaskReport DemoWorkload::compute_row(Task task, RaggedRow& row) {
    check_preparations(task);
    sleep_or_abandon(options_);
    const std::uint64_t n = task.index * 7 % 5;
    for (std::uint64_t i = 0; i < n; ++i) {
        row.append(0, std::sqrt(static_cast<double>(task.index * 10 + i)));
        row.append(1, task.index << 32 | i);
        row.append(2, static_cast<std::int32_t>(task.index));
        row.append(2, static_cast<std::int32_t>(i));
    }
    return {1, 0};
}

void DemoWorkload::fail_tile(Task task, const std::string&, Tile& tile) {
    if (task.group != 0) return;
    for (auto& status : tile.i8(1)) status = demo_error;
}

}  // namespace lightsweep::tests
