#!/usr/bin/env bash
# From a bare Debian 12 to a first answer: installs what is missing, builds, runs the first sweep on
# two ranks, prints whether reconfiguring pays and who wins where, draws both, and makes the report
# where npm is at hand. Results in out/.
set -euo pipefail
cd "$(dirname "$0")"

.ci/install.sh build figures
if [ ! -f build/release/build.ninja ]; then
    echo "Configuring and building into build/release (a few minutes, once)"
    cmake --preset release -DBUILD_TESTING=OFF >/dev/null
fi
.ci/build.sh release --target lightsweep

lightsweep=build/release/sweeps/lightsweep
mkdir -p out
rm -rf out/first.h5 out/first.h5.journal
echo "Running sweeps/first.toml on two ranks"
mpiexec.mpich -n 2 "$lightsweep" run sweeps/first.toml -o out/first.h5
"$lightsweep" winners out/first.h5
picture=$(/usr/bin/python3 analysis/lightsweep-figures out/first.h5 --figure answer -o out)
report=out/first.html
if ! command -v npm >/dev/null || ! analysis/lightsweep-report out/first.h5 -o "$report" >/dev/null; then
    report="needs npm once: .ci/install.sh report; analysis/lightsweep-report out/first.h5 -o $report"
fi
echo
echo "Results   out/first.h5 (open it with xarray: README.md, 'Reading a result')"
echo "Picture   $picture: reconfigure or not, and with which algorithm?"
echo "Report    $report"
echo "Next      export PATH=\$PWD/build/release/sweeps:\$PATH"
echo "          mpiexec.mpich -n 2 lightsweep run sweeps/addanki/fig1.toml -o out/fig1.h5"
echo "          analysis/lightsweep-figures out/fig1.h5 -o out/fig1"
