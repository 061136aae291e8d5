#include "kernels/parallel/for_each.hpp"

#include <omp.h>
#include <algorithm>
#include <utility>

namespace lightsweep::kernels::parallel {

namespace {

thread_local const Borrow* lender = nullptr;  // null: the program has no other threads

}  // namespace

Borrowing::Borrowing(Borrow from)
    : from_(std::move(from)), before_(std::exchange(lender, &from_)) {}

Borrowing::~Borrowing() {
    lender = before_;
}

Helpers::Helpers(std::size_t most) {
    constexpr std::size_t largest_team = 1024;
    const auto wish = static_cast<int>(std::min(most, largest_team));
    if (wish == 0 || omp_in_parallel()) return;
    if (!lender)
        count_ = std::min(wish, omp_get_max_threads() - 1);
    else if (*lender)
        count_ = (*(from_ = lender))(wish);
}

Helpers::~Helpers() {
    if (from_ && count_ > 0) (*from_)(-count_);
}

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
