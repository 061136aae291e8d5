#include "solvers/optree/ring_task.hpp"

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

}  // namespace lightsweep::solvers::optree
