#include "kernels/parallel/checkpoint.hpp"

#include <atomic>

namespace lightsweep::kernels::parallel {

namespace {

std::atomic<void (*)()> chosen{nullptr};

}  // namespace

void set_checkpoint(void (*leave_if_stopped)()) noexcept {
    chosen.store(leave_if_stopped, std::memory_order_relaxed);
}

void checkpoint() {
    if (auto* const leave = chosen.load(std::memory_order_relaxed)) leave();
}

}  // namespace lightsweep::kernels::parallel
