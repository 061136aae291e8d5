#!/usr/bin/env bash
# Builds the Debian package, installs it on a bare Debian 12 (debootstrap, in a chroot) and runs it there as a user
# who has nothing else would; then runs the program on processors without AVX-512 and without AVX (qemu-user).
#   .ci/bare_package.sh [PACKAGE.deb]     needs root, and the network; some minutes. Ends with 'package: ok'.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "bare_package.sh needs root: debootstrap and chroot do" >&2; exit 2; }
root=${BARE_ROOT:-/tmp/lightsweep-bare}
mirror=${MIRROR:-$(awk '/^URIs:/ { print $2; exit }' /etc/apt/sources.list.d/debian.sources)}
missing=()
for tool in debootstrap qemu-x86_64:qemu-user dpkg-shlibdeps:dpkg-dev; do
    command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
done
[ ${#missing[@]} -eq 0 ] || apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null

package=${1:-}
if [ -z "$package" ]; then
    rm -f build/package/*.deb
    cmake -S . -B build/package -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DLIGHTSWEEP_ARCHIVES=OFF >/dev/null
    cmake --build build/package >/dev/null
    (cd build/package && cpack -G DEB >/dev/null)
    package=$(find build/package -maxdepth 1 -name '*.deb')
fi
echo "package: $package"

leave() { umount "$root/proc" "$root/sys" "$root/dev/shm" 2>/dev/null || true; }
trap leave EXIT
leave
rm -rf --one-file-system "$root"
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 2; }
for file in /etc/apt/apt.conf.d/99* /etc/resolv.conf /etc/hosts; do [ ! -e "$file" ] || cp "$file" "$root$file"; done
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mkdir -p "$root/dev/shm"
mount -t tmpfs -o size=1g tmpfs "$root/dev/shm"
cp "$package" "$root/srv/lightsweep.deb"

inside() { chroot "$root" env -i HOME=/srv PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive bash -euc "$1"; }
inside 'apt-get update -qq && apt-get install -y -qq /srv/lightsweep.deb' >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 1; }
inside 'cd /srv
    lightsweep --version
    ! ldd /usr/bin/lightsweep | grep "not found"
    mpiexec.mpich -n 2 lightsweep run /usr/share/lightsweep/sweeps/demo.toml -o demo.h5
    lightsweep winners demo.h5 >/dev/null
    lightsweep-figures demo.h5 -o pictures
    test -s pictures/answer-64nodes.png
    python3 -c "import lightsweep; print(lightsweep.open(\"demo.h5\").best([\"scheduler\", \"algorithm\"]).time.max())"
    mpiexec.mpich -n 2 lightsweep run /usr/share/lightsweep/sweeps/optree/claims.toml -o claims.h5
    lightsweep claims claims.h5 | tail -n 1'

# Module files, with the two programs that read them; the page of one schedule, for which the package holds all.
for reader in environment-modules:/etc/profile.d/modules.sh lmod:/usr/share/lmod/lmod/init/bash; do  # one replaces the other
    inside "apt-get install -y -qq ${reader%:*}" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 1; }
    inside "set +eu; . ${reader#*:}; module use /usr/share/lightsweep/modules; module load lightsweep
        test -f \"\$LIGHTSWEEP_SWEEPS/demo.toml\" && echo \"${reader%:*}: module load lightsweep\""
done
inside 'lightsweep schedule --rules swot --scheduler swot --collective allreduce/halving-doubling --nodes 8 --planes 2 --message 1MB \
    --bandwidth 100GB/s --per-step-latency 1us --reconfiguration-delay 10us --html -o /srv/page.html; test -s /srv/page.html'

# Other processors: the same answers and the same data. Intel Haswell has AVX2, Nehalem has SSE 4.2 alone.
digest() { sed -n 's/.*\([0-9a-f]\{32\}\).*/\1/p'; }
program=$root/usr/bin/lightsweep
sysroot=(env LD_LIBRARY_PATH= OMP_WAIT_POLICY=passive qemu-x86_64 -L "$root")
sweep=$root/usr/share/lightsweep/sweeps/demo.toml
problem='{"scheduler":"addanki","collective":"allreduce/swing","nodes":64,"message":"8MiB","topology":"ring-uni","rules":"addanki","bandwidth":"800Gbps","per_step_latency":"100ns","per_hop_latency":"100ns","reconfiguration_delay":"0.4ms"}'
answer=$(inside "echo '$problem' | lightsweep eval")
expected=$(inside 'lightsweep verify /srv/demo.h5' | digest)
[ -n "$expected" ]
for processor in Haswell Nehalem; do
    [ "$(echo "$problem" | "${sysroot[@]}" -cpu "$processor" "$program" eval)" = "$answer" ]
    rm -f "$root/srv/$processor.h5"
    "${sysroot[@]}" -cpu "$processor" "$program" run "$sweep" -o "$root/srv/$processor.h5" --threads 1 >/dev/null
    [ "$(inside "lightsweep verify /srv/$processor.h5" | digest)" = "$expected" ]
    echo "$processor: the same answer, the same digests"
done
echo "package: ok"
