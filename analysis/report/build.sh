#!/usr/bin/env bash
# Builds the page of lightsweep-report into dist/page.html, from the packages that package-lock.json
# pins. Needs node 18 or later and npm, and the npm registry the first time.
set -euo pipefail
cd "$(dirname "$0")"
for program in node npm; do
    command -v "$program" >/dev/null || {
        echo "no $program: the page of lightsweep-report is built by npm; install nodejs (18 or later) and npm" \
             "(Debian: .ci/install.sh report), and start again" >&2
        exit 2
    }
done
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
    touch node_modules/.package-lock.json
fi
npm run --silent "${1:-build}"
