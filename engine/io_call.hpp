#pragma once

namespace lightsweep::engine::io {

/// What the armed fault has in store for a system call.
struct Verdict {
    int error_number = 0;  ///< fail with this errno, unless 0
    bool cut = false;      ///< write only half
};

/// Counts a call that may fail and says what is to become of it. Any thread.
Verdict next_call(bool is_write);

}  // namespace lightsweep::engine::io
