#pragma once
// Exit codes of the program, and the exceptions that lead to them.

#include <stdexcept>
#include <string>

namespace lightsweep::engine {

/// Exit codes of every verb; batch scripts may rely on them.
enum ExitCode : int {
    exit_complete = 0,
    exit_check_differs = 1,
    exit_bad_input = 2,
    exit_io = 3,
    exit_failed_points = 4,
    exit_resumable = 75,
};

/// The user's request cannot be met (exit code 2). The message names the place, the value and the
/// remedy.
struct BadInput : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The file system refused (exit code 3): no space, no permission, or a damaged file. Data
/// committed to the journal before stay intact.
struct IoError : std::runtime_error {
    using std::runtime_error::runtime_error;

    /// Makes "ACTION PATH: reason (errno): remedy" from an errno value.
    IoError(const std::string& action, const std::string& path, int error_number);
};

}  // namespace lightsweep::engine
