#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the benchmarks, and runs the suite in turn with its peers. It installs the packages that app/packages.txt lists
# for `run` and `bench`. PyTorch (python3-torch) is a peer where it is installed.
#   sh tests/bench.sh [--quick] [--only TEXT] [--output NAME]    writes NAME.json and NAME.md (default: build/bench/results)
#   sh tests/bench.sh --manual NAME.json                         puts the table of a run into the manual, in both languages
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=app/setup.sh
. "$root/app/setup.sh"
cd "$root"
case " $* " in
    *' --manual'* | *' --help '*) ;;
    *)
        install_packages run bench
        cmake --preset bench >&2
        cmake --build --preset bench --target benchmarks >&2
        ;;
esac
exec /usr/bin/python3 tests/bench/suite.py "$@"
