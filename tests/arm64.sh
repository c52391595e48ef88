#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Cross-compiles the core and its tests for arm64 and runs those of draws and files under QEMU: the same bits as on
# x86-64. All of them, in hours: sh tests/arm64.sh -R core/. By hand: it fetches libraries of 800 MB.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

install_packages run arm64
use_preset arm64
system=$root/build/arm64-system
if [ ! -d "$system/usr" ]; then
    say "fetching the libraries of arm64 into $system"
    libraries=$(sed -n 's/^run \(lib.*\|qt6.*\|nlohmann.*\)/\1/p' "$root/app/packages.txt" | paste -sd,)
    mmdebstrap --quiet --variant=extract --architectures=arm64 --include="$libraries,libstdc++-12-dev" \
        bookworm "$system" >&2
fi
STEPZERO_ARM64_SYSTEM=$system
export STEPZERO_ARM64_SYSTEM
if [ $# -gt 0 ]; then
    build tests_core
else
    for name in random random_known noise_cache npy safetensors json qr; do
        build "test_core_$name"
        set -- "$@" "$name"
    done
    set -- -R "^core/($(echo "$@" | tr ' ' '|'))\$"
fi
say "running tests under QEMU"
exec ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$(nproc)" "$@"
