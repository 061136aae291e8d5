#include "sweeps/cli/arguments.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "engine/file/run_record.hpp"
#include "engine/io/errors.hpp"
#include "solvers/contract/memory.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

std::size_t read_choice(const std::string& key, const std::string& value,
                        const std::vector<std::string>& legal) {
    const auto at = std::ranges::find(legal, value);
    if (at == legal.end())
        throw engine::BadInput(key + " = " + value + ": give one of " + join(legal));
    return static_cast<std::size_t>(at - legal.begin());
}

std::int64_t read_whole(const std::string& flag, const std::string& text, std::int64_t least,
                        std::int64_t most, const std::string& legal) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool is_number = error == std::errc{} && stop == end;
    if (is_number && value >= least && value <= most) return value;
    throw engine::BadInput(flag + " " + text + ": " +
                           (is_number ? "out of range" : "no whole number") + "; give " + legal);
}

double read_positive(const std::string& flag, const std::string& text, Kind kind,
                     const std::string& example) {
    const auto parsed = parse_quantity(text, kind);
    if (parsed.value && *parsed.value > 0) return *parsed.value;
    throw engine::BadInput(flag + " " + text + ": " +
                           (parsed.value ? "must be > 0" : parsed.problem) + "; e.g. " + flag +
                           " " + example);
}

namespace {

/// Memory that all processes of this machine or container may take together [B].
double machine_bytes() {
    double bytes = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                   static_cast<double>(::sysconf(_SC_PAGESIZE));
    std::string group;
    std::ifstream groups("/proc/self/cgroup");
    while (std::getline(groups, group))
        if (group.starts_with("0::"))
            for (const std::string& folder : {std::string(), group.substr(3)})
                if (double most = 0;
                    std::ifstream("/sys/fs/cgroup" + folder + "/memory.max") >> most)
                    bytes = std::min(bytes, most);
    return bytes;
}

}  // namespace

void bound_memory([[maybe_unused]] int processes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // shadow memory counts, too
    rlimit limit{};
    const auto most = static_cast<rlim_t>(0.75 * machine_bytes() / processes);
    if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= most) return;
    limit.rlim_cur = most;
    ::setrlimit(RLIMIT_DATA, &limit);
#endif
}

void set_memory_limit(const std::string& text, int processes, int threads) {
    const double share = text.empty() ? machine_bytes() / 2 / processes
                                      : read_positive("--memory", text, Kind::bytes, "16GiB");
    solvers::limit_memory(share / threads);
}

void refuse_folder(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw engine::BadInput(path + ": is a folder; give a file in it");
}

void require_file(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        const bool begun = std::filesystem::exists(engine::partial_name(path), error);
        if (path.starts_with('{'))
            throw engine::BadInput(path + ": is no file; give a problem to `lightsweep eval -`, " +
                                   "on its standard input");
        throw engine::BadInput(path + ": there is no such file; " +
                               (begun ? "the sweep is not complete, and " +
                                            engine::partial_name(path) + " has what there is"
                                      : "check the name"));
    }
    refuse_folder(path);
    if (::access(path.c_str(), R_OK) != 0)
        throw engine::IoError(path + ": may not be read; check its permissions");
}

namespace {

void check_minimised(const Sweep& sweep, Faults& faults) {
    for (const auto& key : sweep.minimise) {
        const auto& keys = standard_keys();
        const auto found =
            std::ranges::find_if(keys, [&](const KeyEntry& entry) { return entry.name == key; });
        if (key == "scheduler" || (found != keys.end() && found->structural)) continue;
        faults.add({}, "best.minimise", key, "cannot be minimised over",
                   "scheduler, collective, order, topology or another structural key");
    }
}

}  // namespace

ReadResult load_sweep(const std::string& path, const std::vector<std::string>& overrides) {
    auto result = read_sweep_file(path, domain_vocabulary(), overrides);
    const Sweep& sweep = result.sweep ? *result.sweep : result.readable;
    check_minimised(sweep, result.faults);
    for (const auto& grid : sweep.grids) check_grid(grid, result.faults);
    result.faults.drop_consequences();
    if (!result.faults.empty()) result.sweep.reset();
    return result;
}

}  // namespace lightsweep::sweeps
