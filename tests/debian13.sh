#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs tests/run.sh in a bare Debian 13: it installs what is missing there, builds, and runs the tests:
#   sh tests/debian13.sh [CTEST ARGS]
# As root. The system (2 GB) and its build stay in build/debian13-system and build/debian13, so that the next run is short.
# Status 77: a bare Debian cannot be had here.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

need_root_for_bare_debian
unshare --mount true || {
    say "a bare Debian needs mounts of its own"
    exit 77
}
install_packages bare
system=$root/build/debian13-system
if [ ! -e "$system/complete" ]; then
    say "making a bare Debian 13"
    rm -rf "$system"
    mkdir -p "$root/build"
    mmdebstrap --quiet --variant=apt trixie "$system" >&2 || {
        say "a bare Debian 13 cannot be had here"
        exit 77
    }
    mkdir "$system/stepzero"
    touch "$system/complete"
fi
mkdir -p "$root/build/debian13"
# The mounts end with the last process in there, however it ends. An installation that was left is finished first.
exec unshare --mount sh -euc '
    root=$1 system=$2
    shift 2
    mount --bind "$root" "$system/stepzero"
    mount --bind "$root/build/debian13" "$system/stepzero/build"
    mount -t proc proc "$system/proc"
    mount -t devpts devpts "$system/dev/pts"
    mount -t tmpfs shm "$system/dev/shm"
    exec chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        sh -euc "dpkg --configure -a; exec sh /stepzero/tests/run.sh \"\$@\"" sh "$@"' sh "$root" "$system" "$@"
