#include "engine/farm/stopping.hpp"

#include <pthread.h>
#include <signal.h>

#include <atomic>

namespace lightsweep::engine {
namespace {

std::atomic<bool> stopping{false};
int caught_signal = 0;
sigset_t before;

sigset_t stop_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGUSR1, SIGINT}) sigaddset(&set, signal);
    return set;
}

// A signal that waits to be looked at, or 0.
int take_pending() {
    const sigset_t set = stop_signals();
    const timespec at_once{0, 0};
    const int signal = ::sigtimedwait(&set, nullptr, &at_once);
    return signal > 0 ? signal : 0;
}

}  // namespace

bool stop_requested() noexcept {
    return stopping.load(std::memory_order_relaxed);
}

void request_stop(bool stop) noexcept {
    stopping.store(stop, std::memory_order_relaxed);
}

void hold_stop_signals() noexcept {
    const sigset_t set = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

SignalCatcher::SignalCatcher() {
    caught_signal = 0;
    const sigset_t set = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &set, &before);
}

SignalCatcher::~SignalCatcher() {
    if (keep_) return;
    while (take_pending() != 0) continue;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

int SignalCatcher::caught() noexcept {
    if (caught_signal == 0) caught_signal = take_pending();
    return caught_signal;
}

}  // namespace lightsweep::engine
