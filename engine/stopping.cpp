#include "engine/stopping.hpp"

#include <signal.h>

#include <atomic>
#include <iterator>

namespace lightsweep::engine {
namespace {

std::atomic<bool> stopping{false};
volatile sig_atomic_t caught_signal = 0;
constexpr int caught_signals[] = {SIGTERM, SIGUSR1, SIGINT};
struct sigaction previous[std::size(caught_signals)];

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
    for (std::size_t i = 0; i < std::size(caught_signals); ++i)
        sigaction(caught_signals[i], &action, &previous[i]);
}

SignalCatcher::~SignalCatcher() {
    if (keep_) return;
    for (std::size_t i = 0; i < std::size(caught_signals); ++i)
        sigaction(caught_signals[i], &previous[i], nullptr);
}

int SignalCatcher::caught() noexcept {
    return caught_signal;
}

}  // namespace lightsweep::engine
