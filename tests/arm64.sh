#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Cross-compiles for arm64 what draws, and runs the tests of draws and of files under QEMU: the same bits as on x86-64.
# The whole core and all its tests, in hours: sh tests/arm64.sh -R core/. Status 77: its libraries cannot be had.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

install_packages run arm64
system=$root/build/arm64-system
if [ ! -e "$system/complete" ]; then
    say "fetching the libraries of arm64 into $system"
    rm -rf "$system"
    mkdir -p "$system/apt/lists/partial" "$system/apt/archives/partial"
    of_arm64() {
        apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$system/apt" \
            -o Dir::State::status=/dev/null -o Dir::Cache="$system/apt" -o Debug::NoLocking=1 \
            -o APT::Sandbox::User=root "$@" >&2
    }
    # shellcheck disable=SC2046
    (of_arm64 update && cd "$system/apt" \
        && of_arm64 download $(packages_for arm64-library)) || {
        say "arm64: its libraries cannot be had from the sources of apt here"
        exit 77
    }
    for package in "$system"/apt/*.deb; do
        dpkg -x "$package" "$system"
    done
    rm -r "$system/apt"
    # Headers alone are the same everywhere. Not all of /usr/include: the C library has its own for arm64.
    ln -s /usr/include/eigen3 /usr/include/nlohmann /usr/include/boost /usr/include/Random123 "$system/usr/include/"
    mkdir -p "$system/usr/share/cmake"
    cp -r /usr/share/eigen3 "$system/usr/share/"
    cp -r /usr/share/cmake/nlohmann_json "$system/usr/share/cmake/"
    touch "$system/complete"
fi
STEPZERO_ARM64_SYSTEM=$system
export STEPZERO_ARM64_SYSTEM
if [ $# -gt 0 ]; then
    use_preset arm64
    build test_core
else
    use_preset arm64-draws
    build test_core
fi
say "running tests under QEMU"
exec ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$(nproc)" "$@"
