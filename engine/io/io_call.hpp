#pragma once
// Hook of the test faults: every system call that may fail asks it first.

namespace lightsweep::engine::io {

/// Effect of the active fault on one system call.
struct Verdict {
    int error_number = 0;  ///< fail with this errno, unless 0
    bool cut = false;      ///< write only half of the bytes
};

/// Counts a call that may fail and returns its fate. Callable from any thread.
Verdict next_call(bool is_write);

}  // namespace lightsweep::engine::io
