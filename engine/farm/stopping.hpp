#pragma once
// Orderly stop of a run: the stop flag that tasks ask, and the signals that set it.

#include <string>

namespace lightsweep::engine {

/// Thrown by a task that saw stop_requested(): it is not recorded and will be computed again.
struct Abandoned {};

/// True once the run is to end (wall time, signal, failure elsewhere). A task of many seconds
/// should ask now and then, and throw Abandoned. Any thread, any time; costs one relaxed load.
bool stop_requested() noexcept;

/// Sets or clears what stop_requested() answers.
void request_stop(bool stop) noexcept;

/// Blocks the signals that stop a run, also for the program that this one may become (execv).
void block_stop_signals() noexcept;

/// Holds SIGTERM, SIGUSR1 and SIGINT back in this thread and all that it starts from now on: to be
/// called before any other thread exists. They are never delivered but read by a thread of their
/// own, so that no library can take them (Clp puts a handler of its own on SIGINT that cuts short
/// whatever it solves). One that comes before the first SignalCatcher ends the process with
/// exit_resumable: nothing is computed yet.
void hold_stop_signals();

/// "stopped by SIGTERM".
std::string signal_text(int signal);

/// Looks for SIGTERM, SIGUSR1 and SIGINT while it lives: they end a run in order instead of the
/// process. Those that come after it have no effect: they may reach some ranks only when these have
/// ended in order. Needs hold_stop_signals().
class SignalCatcher {
  public:
    SignalCatcher();
    ~SignalCatcher();
    SignalCatcher(const SignalCatcher&) = delete;
    SignalCatcher& operator=(const SignalCatcher&) = delete;

    /// The first signal that came, or 0.
    static int caught() noexcept;
};

}  // namespace lightsweep::engine
