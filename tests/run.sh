#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds program and tests, and runs every test: sh tests/run.sh [CTEST ARGS]
set -eu
begun=$(date +%s)
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

install_packages run test
# A test that needs PyTorch is skipped where it is not installed; it is large, so only on request.
if [ "${CI:-}" = true ] || [ -n "${STEPZERO_TORCH:-}" ]; then
    install_packages torch
fi
build all
# All checks take about as long as the build did, and all of it has to stay below 25 minutes: style, which takes
# seconds, and of the others as many as there is time for.
if [ "${CI:-}" = true ] || [ -n "${STEPZERO_CHECKS:-}" ]; then
    sh "$root/tests/checks.sh" style
    left=$((840 - $(date +%s) + begun))   # of 25 minutes, some 10 are the tests', and one is nobody's
    if [ $left -ge 180 ]; then
        status=0
        timeout $left sh "$root/tests/checks.sh" --turn || status=$?
        [ $status -ne 124 ] || say "checks: not done in $left s, left there"
        [ $status -eq 0 ] || [ $status -eq 124 ] || exit $status
    else
        say "checks: the build took too long for them; sh tests/checks.sh does them"
    fi
fi
say "running the tests"
# CTest's summary stays last, and its status ours.
seen=$(mktemp -d)
trap 'rm -rf "$seen"' EXIT
# Files of tests are written in memory where there is room (they take some 200 MB): a disk that is asked to be sure of each
# file took half of the time. The tests of windows wait in between, so one more than there are processors runs at a time.
in_memory=/dev/shm
room=$(df --output=avail -k "$in_memory" 2>/dev/null | tail -n 1 || :)
if [ -w "$in_memory" ] && [ "${room:-0}" -ge 2000000 ]; then
    TMPDIR=$(mktemp -d "$in_memory/stepzero-tests-XXXXXX")
    export TMPDIR
    trap 'rm -rf "$seen" "$TMPDIR"' EXIT
fi
{
    status=0
    ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel $(($(nproc) + 1)) "$@" || status=$?
    echo $status >"$seen/status"
} | while IFS= read -r line; do
    case $line in
        [0-9]*"% tests passed"*) awk -f "$root/tests/slowest.awk" "$seen/lines" ;;
    esac
    printf '%s\n' "$line" | tee -a "$seen/lines"
done
exit "$(cat "$seen/status")"
