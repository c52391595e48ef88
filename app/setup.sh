# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/run.sh, app/package.sh and the scripts of tests/, which set `root` to the top of the source tree. Everything here
# talks on standard error and leaves standard input and output to the program.

say() {
    printf 'stepzero: %s\n' "$*" >&2
}

# debian_release: 12 or 13; a later Debian, and what is derived from it, is likest to 13
debian_release() {
    case $(. /etc/os-release && echo "${ID:-} ${VERSION_ID:-}") in
        'debian 12') echo 12 ;;
        *) echo 13 ;;
    esac
}

# need_root_for_bare_debian: ends a script that makes a bare Debian, with status 77, where that cannot be
need_root_for_bare_debian() {
    [ "$(id -u)" -eq 0 ] || {
        say "a bare Debian is made by root alone"
        exit 77
    }
}

# packages_for USE: the packages of app/packages.txt with this use, on this system
packages_for() {
    sed -n "s/^$1 \([^ ]*\)\( $(debian_release)\)\{0,1\}\$/\1/p" "$root/app/packages.txt"
}

# install_packages USE...: installs the packages of app/packages.txt with one of these uses that are missing.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "this is not a Debian system; expecting the packages of app/packages.txt (or their like) to be there"
        return 0
    fi
    missing=
    for use in "$@"; do
        for package in $(packages_for "$use"); do
            case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || :) in
                installed*) ;;
                *) missing="$missing $package" ;;
            esac
        done
    done
    [ -n "$missing" ] || return 0

    say "installing with apt:$missing"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=env
    elif command -v sudo >/dev/null; then
        as_root='sudo env'
    else
        say "that needs root or sudo; please install these packages and start again"
        exit 1
    fi
    # sudo may ask for a password on the terminal; nothing else may read our standard input.
    apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -q"
    $apt update </dev/null >&2
    # shellcheck disable=SC2086
    $apt install -y --no-install-recommends $missing </dev/null >&2
}

# use_preset NAME: where build() works. The program and its tests share one tree: what one has compiled is there for the
# other.
use_preset() {
    preset=$1
    tree=$root/build/$preset
}
use_preset release

# build TARGET...: configures once, and when presets have changed, then builds what has changed.
build() {
    if [ ! -e "$tree/build.ninja" ] || [ "$root/CMakePresets.json" -nt "$tree/build.ninja" ]; then
        say "configuring in $tree"
        (cd "$root" && cmake --preset "$preset" -DSTEPZERO_CCACHE=ON) </dev/null >&2
    fi
    say "building in $tree"
    cmake --build "$tree" --target "$@" --parallel "$(nproc)" </dev/null >&2
}

# pack: makes a Debian package of what stands in that tree and writes its name.
pack() {
    say "packing"
    cpack --config "$tree/CPackConfig.cmake" -B "$tree" >&2
    ls -t "$tree"/stepzero_*.deb | head -n 1
}
