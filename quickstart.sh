#!/usr/bin/env bash
# From a bare Debian 12 to a first sweep: installs what is missing, builds, runs the demo sweep on
# two ranks, prints who wins where, draws a picture. Results in out/.
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
rm -rf out/demo.h5 out/demo.h5.journal
echo "Running sweeps/demo.toml on two ranks"
mpiexec.mpich -n 2 "$lightsweep" run sweeps/demo.toml -o out/demo.h5
"$lightsweep" winners out/demo.h5
picture=$(/usr/bin/python3 analysis/lightsweep-figures out/demo.h5 --figure winners -o out/demo)
echo
echo "Results   out/demo.h5 (open it with xarray: README.md, 'Reading a result')"
echo "Picture   $picture"
echo "Next      export PATH=\$PWD/build/release/sweeps:\$PATH"
echo "          mpiexec.mpich -n 2 lightsweep run sweeps/addanki/fig1.toml -o out/fig1.h5"
echo "          analysis/lightsweep-figures out/fig1.h5 -o out/fig1"
