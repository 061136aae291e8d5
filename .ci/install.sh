#!/usr/bin/env bash
# Installs what is missing of the named groups of .ci/packages.txt (build, figures, report, test) on
# Debian 12. Names the packages first; needs root or sudo only if something is missing. A package
# whose command is there already, from wherever, is not missing.
set -euo pipefail
list="$(dirname "$0")/packages.txt"
missing=()
for group in "$@"; do
    while read -r package program; do
        [ -n "$program" ] && command -v "$program" >/dev/null && continue
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
    done < <(awk -v group="$group" '$1 == group { print $2, $4 }' "$list")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if ! command -v apt-get >/dev/null; then
    echo "This is not Debian: install by hand what README.md, 'Without root', lists, and start again." >&2
    exit 2
fi
echo "Installing ${#missing[@]} Debian packages: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Installing needs root or sudo; see README.md, 'Without root'." >&2; exit 2; }
    as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ "${as_root[@]}" apt-get update -qq &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1 || { cat "$log" >&2; echo "Installing failed: see above" >&2; exit 2; }
