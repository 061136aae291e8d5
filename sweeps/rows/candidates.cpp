#include "sweeps/rows/candidates.hpp"

#include <algorithm>

#include "kernels/collectives/collective_algorithms.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

bool lists_envelope(const GridSpec& grid, const solvers::SchedulerRow& scheduler) {
    const bool own_delay =
        scheduler.traits.ring() != nullptr && grid.find("wdm_reconfiguration_delay") != nullptr;
    return scheduler.traits.lists_envelope && !own_delay;
}

std::vector<std::size_t> minimised_dimensions(const Sweep& sweep, const GridSpec& grid) {
    std::vector<std::size_t> result;
    for (std::size_t d = 0; d < grid.dimensions.size(); ++d)
        for (const auto& axis : grid.dimensions[d].axes) {
            const bool part = std::find(sweep.minimise.begin(), sweep.minimise.end(),
                                        "collective") != sweep.minimise.end() &&
                              axis.key == "algorithm";
            const bool named = std::find(sweep.minimise.begin(), sweep.minimise.end(), axis.key) !=
                               sweep.minimise.end();
            if ((part || named) && (result.empty() || result.back() != d)) result.push_back(d);
        }
    return result;
}

std::vector<std::string> algorithms_of(const GridSpec& grid) {
    std::vector<std::string> names;
    const AxisValues* dims = grid.find("dims");
    const std::vector<std::vector<std::int64_t>> none(1);
    for (const auto& collective : grid.collectives())
        for (const auto& sizes : dims ? dims->tuples : none)
            for (const auto& name : kernels::concrete_names(kernels::on_dims(collective, sizes)))
                if (std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(name);
    return names;
}

std::vector<Candidate> candidates(const Sweep& sweep, const GridSpec& grid) {
    const auto minimised = minimised_dimensions(sweep, grid);
    std::vector<Candidate> all;
    for (const auto& row : scheduler_table(sweep.rules)) {
        if (std::find(sweep.schedulers.begin(), sweep.schedulers.end(), row.name) ==
            sweep.schedulers.end())
            continue;
        std::vector<Candidate> settings{{&row, {}, std::string(row.name)}};
        for (const std::size_t d : minimised) {
            std::vector<Candidate> next;
            for (const auto& one : settings)
                for (std::size_t i = 0; i < grid.dimensions[d].size(); ++i) {
                    next.push_back(one);
                    next.back().settings.push_back(i);
                    next.back().name += (one.settings.empty() ? "@" : ",") +
                                        grid.dimensions[d].axes.front().text(i);
                }
            settings = std::move(next);
        }
        all.insert(all.end(), settings.begin(), settings.end());
    }
    return all;
}

}  // namespace lightsweep::sweeps
