#include "kernels/parallel/checkpoint.hpp"

#include <atomic>

namespace lightsweep::kernels::parallel {

namespace {

std::atomic<void (*)()> current{nullptr};

}  // namespace

void set_checkpoint(void (*leave_if_stopped)()) noexcept {
    current.store(leave_if_stopped, std::memory_order_relaxed);
}

void checkpoint() {
    if (auto* const leave = current.load(std::memory_order_relaxed)) leave();
}

}  // namespace lightsweep::kernels::parallel
