#pragma once
// The loop over independent items, on the OpenMP threads that the calling thread may use.
// Inside a pool of computing threads that number is 1: one level of threads at a time.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>

namespace lightsweep::kernels::parallel {

/// Calls body(i) for i = 0 .. count-1, in any order. After an exception no further item is begun;
/// one of those thrown is rethrown. Other threads join only where the work takes longer than waking
/// them, which on a busy machine is long.
template <typename Body>
void for_each(std::size_t count, const Body& body) {
    constexpr auto alone = std::chrono::microseconds(200);
    const auto begin = std::chrono::steady_clock::now();
    std::size_t done = 0;
    while (done < count && std::chrono::steady_clock::now() - begin < alone) body(done++);
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
#pragma omp parallel for schedule(dynamic) if (count > done + 1)
    for (std::size_t i = done; i < count; ++i) {
        if (failed.load(std::memory_order_relaxed)) continue;
        try {
            body(i);
        } catch (...) {
            failed.store(true, std::memory_order_relaxed);
#pragma omp critical(lightsweep_for_each)
            failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

/// Threads that for_each uses when called from this thread, >= 1.
void limit_threads(int threads);

}  // namespace lightsweep::kernels::parallel
