#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and runs `stepzero ARGS`: sh app/run.sh [ARGS]
# Its own words go to standard error, so that `sh app/run.sh run FILE | jq .` sees the result alone.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

install_packages run
build stepzero
exec "$tree/app/stepzero" "$@"
