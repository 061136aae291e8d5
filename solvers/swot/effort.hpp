#pragma once
// A budget that is counted in elementary transitions, never in seconds: the same result everywhere.

#include <cstdint>

namespace lightsweep::solvers::swot {

struct Effort {
    std::int64_t limit;
    std::int64_t spent = 0;

    bool exhausted() const { return spent >= limit; }
};

}  // namespace lightsweep::solvers::swot
