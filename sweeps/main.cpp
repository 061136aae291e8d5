#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <string_view>

#include "sweeps/cli/command_line.hpp"

namespace {

/// Threads that wait for the next loop sleep: their core may be needed by another tile or rank.
/// OpenMP reads the wish before main begins, so that the program has to begin once more.
void let_waiting_threads_sleep(int argc, char** argv) {
    constexpr const char* policy = "OMP_WAIT_POLICY";
    if (argc < 2 || std::string_view(argv[1]) != "run" || ::getenv(policy)) return;
    if (::setenv(policy, "passive", 0) == 0) ::execv("/proc/self/exe", argv);
}

}  // namespace

int main(int argc, char** argv) {
    ::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` is an error like a full disk
    let_waiting_threads_sleep(argc, argv);
    return lightsweep::sweeps::command_line(argc, argv);
}
