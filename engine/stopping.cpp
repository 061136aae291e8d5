#include "engine/stopping.hpp"

#include <signal.h>

#include <atomic>

namespace lightsweep::engine {
namespace {

std::atomic<bool> stopping{false};
volatile sig_atomic_t caught_signal = 0;
struct sigaction previous_term, previous_usr1;

void remember(int signal) {
    caught_signal = signal;
}

}  // namespace

bool stop_requested() noexcept {
    return stopping.load(std::memory_order_relaxed);
}

void request_stop(bool stop) noexcept {
    stopping.store(stop, std::memory_order_relaxed);
}

SignalCatcher::SignalCatcher() {
    caught_signal = 0;
    struct sigaction action {};
    action.sa_handler = remember;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, &previous_term);
    sigaction(SIGUSR1, &action, &previous_usr1);
}

SignalCatcher::~SignalCatcher() {
    if (keep_) return;
    sigaction(SIGTERM, &previous_term, nullptr);
    sigaction(SIGUSR1, &previous_usr1, nullptr);
}

int SignalCatcher::caught() noexcept {
    return caught_signal;
}

}  // namespace lightsweep::engine
