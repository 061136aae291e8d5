#pragma once
// The command line: verbs, flags and exit codes.

namespace lightsweep::sweeps {

/// Runs one verb. Exit codes: 0 complete, 1 a verdict or a check differs, 2 bad input, 3 I/O,
/// 4 some points failed, 75 stopped and resumable.
int command_line(int argc, char** argv);

}  // namespace lightsweep::sweeps
