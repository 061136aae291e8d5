#!/usr/bin/env bash
# Checks that every C++ file is as .clang-format wants it; --fix rewrites.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(git ls-files '*.cpp' '*.hpp')
if [ "${1:-}" = "--fix" ]; then clang-format -i "${files[@]}"; else clang-format --dry-run -Werror "${files[@]}"; fi
