#include "sweeps/problem/scheduler_options.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::sweeps {

solvers::SchedulerOptions scheduler_options(const solvers::SchedulerRow& scheduler,
                                            const Options& given) {
    constexpr double most = std::numeric_limits<int>::max();
    solvers::SchedulerOptions options;
    for (const auto& row : scheduler.options) {
        const auto found = given.find(std::string(row.name));
        if (found == given.end()) continue;
        if (row.list != nullptr)
            options.*row.list = found->second.tuple;
        else if (row.range == solvers::OptionRow::Range::word)
            options.*row.value =
                static_cast<int>(std::find(row.words.begin(), row.words.end(), found->second.text) -
                                 row.words.begin());
        else
            options.*row.value = static_cast<int>(std::min(most, found->second.number));
    }
    return options;
}

}  // namespace lightsweep::sweeps
