#pragma once
// The loop over independent items, on the calling thread and on others that have nothing to do.
// In a program of one thread those are all of OpenMP's; in a pool of computing threads they are
// borrowed from the pool for as long as the loop runs, so that no core ever has two of them.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>

namespace lightsweep::kernels::parallel {

// The checkpoint of long computations: they call it now and then, and it ends them by throwing once
// nobody waits for them any more (a signal, a time limit). Results never depend on it.

/// Sets what checkpoint() calls, from any thread; null: nothing, as at the start.
void set_checkpoint(void (*leave_if_stopped)()) noexcept;

/// Called from any thread, inside loops of a microsecond or more per turn.
void checkpoint();

/// borrow(n) takes up to n idle threads and says how many it took; borrow(-n) gives n back. It is
/// called from any thread and must not wait.
using Borrow = std::function<int(int)>;

/// While it lives, loops of the calling thread run on no other threads than those that they
/// borrow; on none without a function.
class Borrowing {
  public:
    explicit Borrowing(Borrow from = nullptr);
    ~Borrowing();
    Borrowing(const Borrowing&) = delete;
    Borrowing& operator=(const Borrowing&) = delete;

  private:
    const Borrow from_;
    const Borrow* before_;
};

/// Threads that join the calling one, until the end of their life; none within another loop.
class Helpers {
  public:
    explicit Helpers(std::size_t most);
    ~Helpers();
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    int count() const { return count_; }

  private:
    int count_ = 0;
    const Borrow* from_ = nullptr;
};

/// Calls body(i) for i = 0 .. count-1, in any order, and the checkpoint now and then. After an
/// exception no further item is begun; one of those thrown is rethrown. Other threads join only
/// where the work takes longer than waking them, which on a busy machine is long; as long as none
/// is idle, the loop asks again from time to time.
template <typename Body>
void for_each(std::size_t count, const Body& body,
              std::chrono::microseconds alone = std::chrono::microseconds(200)) {
    for (std::size_t done = 0; done < count;) {
        const auto begin = std::chrono::steady_clock::now();
        while (done < count && std::chrono::steady_clock::now() - begin < alone) body(done++);
        checkpoint();
        const Helpers helpers(count > done ? count - done - 1 : 0);
        if (helpers.count() == 0) {
            if (done < count) body(done++);
            continue;
        }
        std::exception_ptr failure;
        std::atomic<bool> failed{false};
#pragma omp parallel for schedule(dynamic) num_threads(helpers.count() + 1)
        for (std::size_t i = done; i < count; ++i) {
            if (failed.load(std::memory_order_relaxed)) continue;
            try {
                checkpoint();
                body(i);
            } catch (...) {
                failed.store(true, std::memory_order_relaxed);
#pragma omp critical(lightsweep_for_each)
                failure = std::current_exception();
            }
        }
        if (failure) std::rethrow_exception(failure);
        done = count;
    }
}

}  // namespace lightsweep::kernels::parallel
