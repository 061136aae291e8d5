#!/usr/bin/env bash
# Installs what is missing on Debian 12, builds, runs all tests; ends with 'N passed, N failed'.
#   ./test.sh              the whole suite, release build
#   ./test.sh --sanitize   the suite under AddressSanitizer + UBSan, then ThreadSanitizer (long)
#   ./test.sh --tidy       a second build by clang, read by clang-tidy (.clang-tidy); unit tests and vectors in it (long)
#   ./test.sh --campaign   kills, double starts, damaged disks and journals, mutated inputs in great number (long)
#   ./test.sh --bench      the benchmarks; their figures are in tests/bench/README.md
set -euo pipefail
cd "$(dirname "$0")"

.ci/install.sh build figures report test
analysis/report/build.sh &
page=$!
wait_for_page() {
    wait "$page" && return
    echo "The report's page cannot be built (above): the tests that read it are skipped" >&2
    export LIGHTSWEEP_NO_PAGE=1
}

run_suite() {
    local preset=$1 log=build/$1/tests.log status=0
    shift
    echo "Building into build/$preset (a few minutes the first time)"
    cmake --preset "$preset" -DBUILD_TESTING=ON >/dev/null
    .ci/build.sh "$preset"
    wait_for_page
    echo "Running the tests (some minutes; log: $log)"
    ctest --preset "$preset" --verbose "$@" >"$log" 2>&1 || status=$?
    grep -E '(error|Error|FAILED|AssertionError|WARNING: ThreadSanitizer|runtime error):? ' "$log" | head -n 40 || true
    grep -E '^ *[0-9]+/[0-9]+ Test +#' "$log" || true
    # Boost: "12 test cases out of 12 passed"; pytest: "5 passed, 1 failed in 3.2s".
    awk -v status="$status" '
        match($0, /[0-9]+ test cases? out of [0-9]+ passed/) { split(substr($0, RSTART), w, " "); passed += w[1] }
        match($0, /[0-9]+ test cases? out of [0-9]+ (failed|aborted)/) { split(substr($0, RSTART), w, " "); failed += w[1] }
        / in [0-9.]+s/ && match($0, /[0-9]+ passed/) { split(substr($0, RSTART), w, " "); passed += w[1] }
        / in [0-9.]+s/ && match($0, /[0-9]+ skipped/) { split(substr($0, RSTART), w, " "); skipped += w[1] }
        / in [0-9.]+s/ && match($0, /[0-9]+ (failed|error)/) { split(substr($0, RSTART), w, " "); failed += w[1] }
        END { if (status != 0 && failed == 0) failed = 1; if (skipped) printf "%d skipped\n", skipped
              printf "%d passed, %d failed\n", passed, failed }' "$log"
    return "$status"
}

case "${1:-}" in
    "") run_suite release --parallel "$(($(nproc) * 3 / 2))" ;;  # a third of the tests waits for programs that it starts
    --sanitize)
        # UCX, below MPICH, patches the allocator as the sanitizers do: its hooks stay off.
        export UCX_MEM_EVENTS=no
        # The damaged disk is a preloaded library, which comes before the sanitizer's.
        export ASAN_OPTIONS=verify_asan_link_order=0 LIGHTSWEEP_PATIENCE=15
        run_suite asan --timeout 7200  # entries take up to half an hour here, and ctest's own limit is 25 minutes
        # The threaded parts. OpenMP's runtime is not instrumented: one thread there.
        export TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp halt_on_error=1 history_size=7" OMP_THREAD_LIMIT=1
        run_suite tsan --timeout 7200 -R '^(unit|contract|equivalence|mpi)$' ;;
    --tidy)
        .ci/install.sh tidy
        run_suite clang -R '^(unit|vectors)$' ;;
    --campaign)
        cmake --preset release -DBUILD_TESTING=ON >/dev/null
        cmake --build --preset release --target fault_tests {errors,unit,contract,equivalence,vectors}_tests lightsweep -- --quiet
        export LIGHTSWEEP_CAMPAIGN=1
        wait_for_page
        build/release/tests/faults/fault_tests --log_level=message
        build/release/tests/errors_tests --log_level=message --run_test=mutated_texts
        for kind in unit contract equivalence vectors; do build/release/tests/"$kind"_tests; done
        LIGHTSWEEP_MUTATIONS=${LIGHTSWEEP_MUTATIONS:-100000} \
            /usr/bin/python3 -B -m pytest -q -p no:cacheprovider tests/python/test_{mutations,altered_files,interchange,chakra,judge,external,cross_page,claims,commands,terminal,plan,bridge,swot,report_schedules,pccl,pccl_claims}.py ;;
    --bench)
        cmake --preset release -DBUILD_TESTING=ON >/dev/null
        cmake --build --preset release --target bench -- --quiet
        wait_for_page  # nothing else runs beside the measurements
        ctest --preset release --verbose -C bench -L bench | sed -n 's/^[0-9]*: //p' ;;
    *) echo "usage: ./test.sh [--sanitize | --tidy | --campaign | --bench]" >&2; exit 2 ;;
esac
