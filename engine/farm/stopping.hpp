#pragma once
// Orderly stop of a run: the stop flag that tasks ask, and the signals that set it.

namespace lightsweep::engine {

/// Thrown by a task that saw stop_requested(): it is not recorded and will be computed again.
struct Abandoned {};

/// True once the run is to end (wall time, signal, failure elsewhere). A task of many seconds
/// should ask now and then, and throw Abandoned. Any thread, any time; costs one relaxed load.
bool stop_requested() noexcept;

/// Sets or clears what stop_requested() answers.
void request_stop(bool stop) noexcept;

/// Holds SIGTERM, SIGUSR1 and SIGINT back in this thread and all that it starts from now on: to be
/// called before any other thread exists. They are never delivered but looked at by SignalCatcher,
/// so that no library can take them (Clp puts a handler of its own on SIGINT that cuts short
/// whatever it solves).
void hold_stop_signals() noexcept;

/// Looks for SIGTERM, SIGUSR1 and SIGINT while it lives: they end a run in order instead of the
/// process. In the thread that called hold_stop_signals().
class SignalCatcher {
  public:
    SignalCatcher();
    ~SignalCatcher();
    SignalCatcher(const SignalCatcher&) = delete;
    SignalCatcher& operator=(const SignalCatcher&) = delete;

    /// Goes on holding them back after destruction: for a run that ends because of a signal, which
    /// may reach some ranks only when they have ended in order.
    void keep() noexcept { keep_ = true; }

    /// The first signal that came, or 0.
    static int caught() noexcept;

  private:
    bool keep_ = false;
};

}  // namespace lightsweep::engine
