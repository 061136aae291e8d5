#include "sweeps/cli/load_sweep.hpp"

#include <algorithm>

#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"

namespace lightsweep::sweeps {

namespace {

void check_minimised(const Sweep& sweep, Faults& faults) {
    for (const auto& key : sweep.minimise) {
        const auto& keys = standard_keys();
        const auto found = std::find_if(keys.begin(), keys.end(),
                                        [&](const KeyEntry& entry) { return entry.name == key; });
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
    if (!result.faults.empty()) result.sweep.reset();
    return result;
}

}  // namespace lightsweep::sweeps
