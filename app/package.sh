#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds a Debian package for every machine of this kind and says its name: sh app/package.sh [FOLDER]
# It is put into FOLDER, or build/package. Settings of CMake, such as who answers for the package and where its pictures
# are (resources/CMakeLists.txt), can be made in build/package before.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

install_packages run package
use_preset package
build stepzero
package=$(pack)
if [ -n "${1:-}" ]; then
    mkdir -p -- "$1"
    cp -- "$package" "$1"
    package=$1/${package##*/}
fi
printf '%s\n' "$package"
