#pragma once
// A budget counted in elementary transitions instead of seconds, so that results are the same
// everywhere.

#include <cstdint>
#include <functional>

namespace lightsweep::solvers::swot {

struct Effort {
    std::int64_t limit;
    std::function<void()> leave_if_stopped{};  ///< called now and then; ends a search by throwing
    std::int64_t spent = 0;

    bool exhausted() const {
        constexpr unsigned often = 64;
        if (leave_if_stopped && ++asked_ % often == 0) leave_if_stopped();
        return spent >= limit;
    }

    mutable unsigned asked_ = 0;
};

}  // namespace lightsweep::solvers::swot
