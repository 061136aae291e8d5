#pragma once
// A budget counted in elementary transitions instead of seconds, so that results are the same
// everywhere.

#include <cstdint>

#include "kernels/parallel/checkpoint.hpp"

namespace lightsweep::solvers::swot {

struct Effort {
    std::int64_t limit;
    std::int64_t spent = 0;

    bool exhausted() const {
        constexpr unsigned often = 64;
        if (++asked_ % often == 0) kernels::parallel::checkpoint();
        return spent >= limit;
    }

    mutable unsigned asked_ = 0;
};

}  // namespace lightsweep::solvers::swot
