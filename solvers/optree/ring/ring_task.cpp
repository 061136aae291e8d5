#include "solvers/optree/ring/ring_task.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace lightsweep::solvers::optree {

namespace {

void require(const char* name, std::int64_t value, std::int64_t most) {
    if (value < 1 || value > most)
        throw std::invalid_argument(std::string(name) + " = " + std::to_string(value) +
                                    ": must be 1 .. " + std::to_string(most));
}

}  // namespace

void RingTask::check() const {
    require("nodes", nodes, 1 << 22);
    require("wavelengths", wavelengths, 32767);
    require("items_per_node", items_per_node, unlimited / nodes);
    require("longest lightpath", longest, unlimited);
}

std::vector<std::int64_t> divisors(std::int64_t n) {
    std::vector<std::int64_t> found;
    for (std::int64_t d = 1; d * d <= n; ++d)
        if (n % d == 0) {
            found.push_back(d);
            if (d * d != n) found.push_back(n / d);
        }
    std::ranges::sort(found);
    return found;
}

}  // namespace lightsweep::solvers::optree
