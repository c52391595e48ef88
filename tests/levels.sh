#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The core for each level of x86-64, as in the package: no file holds an instruction of a higher level or gives a template
# to another, the loader takes the level that the processor has, and the tests of the core pass with each, those of known
# draws to the last bit: sh tests/levels.sh [CTEST ARGS]. By hand: it builds the core three times, and takes an hour.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"

install_packages run test package
use_preset package
build stepzero
build test_core
program=$tree/app/stepzero
status=0
wrong() {
    say "WRONG: $*"
    status=1
}

# symbols OPTION FILE: names of C++ that it takes from others, or gives to them
symbols() { nm -D "$1" "$2" | awk '{ print $NF }' | grep '^_Z' | sed 's/@.*//' | sort; }

folder=$(ldd "$program" | awk '$1 == "libstepzero-core.so" { print $3 }')
folder=${folder%/glibc-hwcaps/*}
folder=${folder%/libstepzero-core.so}
given=$(mktemp)
trap 'rm -f "$given"' EXIT
symbols --defined-only "$program" >"$given"
for file in "$program" "$folder/libstepzero-core.so" "$folder"/glibc-hwcaps/*/libstepzero-core.so; do
    registers=$(objdump -d --no-show-raw-insn "$file" \
        | awk '/%zmm|{%k[1-7]}/ { ++wide; next } /%ymm/ { ++half } END { print half + 0, wide + 0 }')
    say "${file#"$tree"/}: $(stat -c %s "$file") bytes, instructions of AVX and AVX-512: $registers"
    case $file:$registers in
        */x86-64-v4/*:*' 0') wrong "no AVX-512 in it" ;;
        */x86-64-v4/*) ;;
        */x86-64-v3/*:'0 0') wrong "no AVX in it" ;;
        */x86-64-v3/*:*' 0') ;;
        *:'0 0') ;;
        *) wrong "more than its level has" ;;
    esac
    [ "$file" != "$program" ] || continue
    strange=$(nm -DC --defined-only "$file" | cut -d' ' -f3- | grep -v '^stepzero::\| for stepzero::\|> stepzero::npy_bytes<' | head -n 3)
    [ -z "$strange" ] || wrong "it gives more than our own functions: $strange"
    shared=$(symbols --undefined-only "$file" | comm -12 - "$given" | c++filt | head -n 3)
    [ -z "$shared" ] || wrong "it takes from the program: $shared"
done

[ $# -gt 0 ] || set -- -R '^core/'
v3=-AVX512F,-AVX512BW,-AVX512CD,-AVX512DQ,-AVX512VL
for level in v4 v3 baseline; do
    case $level in
        v4) without= ;;
        v3) without=$v3 ;;
        baseline) without=$v3,-AVX2,-FMA,-AVX ;;
    esac
    # The C library's own functions, too, are then those of such a processor.
    GLIBC_TUNABLES=glibc.cpu.hwcaps=$without
    export GLIBC_TUNABLES
    loaded=$("$program" --version | sed -n 's/^core: \([^ ]*\).*/\1/p')
    if [ "$loaded" != $level ]; then
        [ $level != baseline ] && say "this processor has no $level" && continue
        wrong "$loaded was loaded in place of $level"
    fi
    say "tests of the core with $level"
    ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$(nproc)" "$@" || status=1
done
exit $status
