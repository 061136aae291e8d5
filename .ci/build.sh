#!/usr/bin/env bash
# .ci/build.sh PRESET [OPTIONS]: builds, and says how far it is every 25 files and what goes wrong.
set -euo pipefail
cmake --build --preset "$@" | awk '
    match($0, /^\[[0-9]+\/[0-9]+\]/) {
        split(substr($0, 2, RLENGTH - 2), step, "/")
        if (step[1] > 0 && step[1] % 25 == 0) { print "  " step[1] " of " step[2]; fflush() }
        next
    }
    !/^ninja: no work to do/ { print; fflush() }'
