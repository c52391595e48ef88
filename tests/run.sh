#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds program and tests, and runs every test: sh tests/run.sh [CTEST ARGS]
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

install_packages run test
# A test that needs PyTorch is skipped where it is not installed; it is large, so only on request.
if [ "${CI:-}" = true ] || [ -n "${STEPZERO_TORCH:-}" ]; then
    install_packages torch
fi
if [ "${CI:-}" = true ] || [ -n "${STEPZERO_CHECKS:-}" ]; then
    sh "$root/tests/checks.sh"
fi
build all
say "running the tests"
exec ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$(nproc)" "$@"
