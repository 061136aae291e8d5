#pragma once
// A program that answers lines: started once per thread, one JSON line in, one JSON line out, with
// a time-out. Its standard input and output are one socket, its standard error is the caller's.

#include <string>

namespace lightsweep::solvers::external {

/// Seconds that an answer may take: LIGHTSWEEP_EXTERNAL_TIMEOUT, or 10. Throws std::runtime_error
/// where that is no number of seconds.
double answer_seconds();

/// Sends the line to this thread's process of the program, which is started if it does not run, and
/// returns its answer. A process that fails is killed; the next call starts another one. Throws
/// std::runtime_error with the program, what happened, and a remedy. Leaves at the checkpoint.
std::string ask(const std::string& path, const std::string& line);

}  // namespace lightsweep::solvers::external
