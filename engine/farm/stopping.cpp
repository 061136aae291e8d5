#include "engine/farm/stopping.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>

#include "engine/io/errors.hpp"

namespace lightsweep::engine {
namespace {

enum class Phase { starting, running, over };

std::atomic<bool> stopping{false};
std::atomic<Phase> phase{Phase::starting};
std::atomic<int> caught_signal{0};

sigset_t stop_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGUSR1, SIGINT}) sigaddset(&set, signal);
    return set;
}

[[noreturn]] void leave(int signal) {
    const std::string text =
        "lightsweep: " + signal_text(signal) + " before anything was computed\n";
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    ::_exit(exit_resumable);
}

// Nobody looks for signals while a run starts, which may take minutes: this thread ends the process
// then. Later it notes the first one.
void watch() {
    const sigset_t set = stop_signals();
    for (int signal = 0, none = 0;; none = 0) {
        if (::sigwait(&set, &signal) != 0) continue;
        if (phase.load() == Phase::starting) leave(signal);
        caught_signal.compare_exchange_strong(none, signal);
    }
}

bool start_watch() {
    try {
        std::thread(watch).detach();
        return true;
    } catch (const std::system_error&) {  // no thread can be made: the run will say so
        return false;
    }
}

}  // namespace

std::string signal_text(int signal) {
    const char* name = ::sigabbrev_np(signal);
    return std::string("stopped by ") + (name ? "SIG" : "a signal") + (name ? name : "");
}

bool stop_requested() noexcept {
    return stopping.load(std::memory_order_relaxed);
}

void request_stop(bool stop) noexcept {
    stopping.store(stop, std::memory_order_relaxed);
}

void block_stop_signals() noexcept {
    const sigset_t set = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void hold_stop_signals() {
    block_stop_signals();
    static const bool watched = start_watch();
    static_cast<void>(watched);
}

SignalCatcher::SignalCatcher() {
    caught_signal = 0;
    phase = Phase::running;
}

SignalCatcher::~SignalCatcher() {
    phase = Phase::over;
}

int SignalCatcher::caught() noexcept {
    return caught_signal.load(std::memory_order_relaxed);
}

}  // namespace lightsweep::engine
