#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <string_view>

#include "engine/farm/stopping.hpp"
#include "sweeps/cli/verbs.hpp"

namespace {

/// Signals that arrive before the run begins end it in order too. Threads that wait for the next
/// loop sleep: their core may be needed by another tile or rank. A thread keeps 127 freed blocks of
/// every size for itself instead of 7, which takes a twentieth off searches for plans. OpenMP and
/// the C library read these wishes before main begins, so that the program has to begin once more.
void begin_run(char** argv) {
    constexpr const char* policy = "OMP_WAIT_POLICY";
    lightsweep::engine::block_stop_signals();
    if (!::getenv(policy) && ::setenv(policy, "passive", 0) == 0 &&
        ::setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=127", 0) == 0)
        ::execv("/proc/self/exe", argv);  // blocked signals stay pending; threads would end here
    lightsweep::engine::hold_stop_signals();
}

}  // namespace

int main(int argc, char** argv) {
    ::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` is an error like a full disk
    if (argc > 1 && std::string_view(argv[1]) == "run") begin_run(argv);
    return lightsweep::sweeps::command_line(argc, argv);
}
