#pragma once

namespace lightsweep::engine {

/// Thrown by a task that saw stop_requested(): it is not recorded and will be computed again.
struct Abandoned {};

/// True once the run is to end (wall time, signal, failure elsewhere). A task of many seconds
/// should ask now and then, and throw Abandoned. Any thread, any time; costs one relaxed load.
bool stop_requested() noexcept;

/// Sets or clears what stop_requested() answers.
void request_stop(bool stop) noexcept;

/// Catches SIGTERM, SIGUSR1 and SIGINT while it lives: they set a flag instead of ending the
/// process.
class SignalCatcher {
  public:
    SignalCatcher();
    ~SignalCatcher();
    SignalCatcher(const SignalCatcher&) = delete;
    SignalCatcher& operator=(const SignalCatcher&) = delete;

    /// Goes on catching after destruction: for a run that ends because of a signal, which may reach
    /// some ranks only when they have ended in order.
    void keep() noexcept { keep_ = true; }

    /// The signal that came, or 0.
    static int caught() noexcept;

  private:
    bool keep_ = false;
};

}  // namespace lightsweep::engine
