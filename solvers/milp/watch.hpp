#pragma once
// Ends Clp at the checkpoint of long computations, whose exception must not pass through Clp.

#include <ClpEventHandler.hpp>
#include <exception>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::milp {

class Watch : public ClpEventHandler {
  public:
    explicit Watch(std::exception_ptr& thrown) : thrown_(thrown) {}
    ClpEventHandler* clone() const override { return new Watch(*this); }
    int event(Event which) override {
        constexpr int go_on = -1, stop = 5;
        if (which != endOfIteration) return go_on;
        try {
            kernels::parallel::checkpoint();
            return go_on;
        } catch (...) {
            thrown_ = std::current_exception();
            return stop;
        }
    }

  private:
    std::exception_ptr& thrown_;
};

}  // namespace lightsweep::solvers::milp
