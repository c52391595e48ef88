#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is looked at beside the tests, in parts, each some minutes:
#   style    clang-format on files that a branch, or the last ten commits of main, have changed, and Doxygen's warnings
#            on all headers
#   tidy     clang-tidy on files that have changed likewise
#   arm64    draws and files of arm64, under QEMU
#   parsers  what reads bytes, with sanitizers: its tests, and its fuzzers for a minute
#   core     experiments and their simulation with sanitizers: tests, and the fuzzer of experiments
#   window   the window with the address sanitizer: the monkey
#   package  the Debian package of the build for this machine, in a bare Debian
#   debian13 program and tests, built and run in a bare Debian 13: as long as a build and all tests take
#   full     all tests with all of their cases (tests/cases.h), three times as long as all tests take
#   sh tests/checks.sh [PART...]     all of them without an argument
#   sh tests/checks.sh --turn        all but style and full, the first one chosen by the commit: for CI, where time ends
#                                    with some of them
# STEPZERO_FUZZ_SECONDS and STEPZERO_MONKEY_ACTIONS make it longer. What is not instrumented is the build of
# tests/run.sh.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"
seconds=${STEPZERO_FUZZ_SECONDS:-60}
actions=${STEPZERO_MONKEY_ACTIONS:-2000}
cd "$root"
unset CXXFLAGS   # they are for GCC

found=$(mktemp -d)   # what is found goes there, and is not kept
trap 'rm -rf "$found"' EXIT
# Qt 6.4's JSON frees what it got by new: such mismatches are not looked for.
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:alloc_dealloc_mismatch=0 \
    LSAN_OPTIONS="suppressions=$root/tests/lsan.supp" UBSAN_OPTIONS=print_stacktrace=1 QT_QPA_PLATFORM=offscreen \
    LC_ALL=C.UTF-8

# quietly NAME COMMAND...: shows what it says only if it fails; 77 is said to be "not done".
quietly() {
    name=$1
    shift
    status=0
    "$@" >"$found/$name.txt" 2>&1 || status=$?
    case $status in
        0) ;;
        77) say "$name: not done: $(tail -n 1 "$found/$name.txt")" ;;
        *)
            cat "$found/$name.txt"
            exit $status
            ;;
    esac
}

# build_rest: the core of the build for this machine, for presets that take the rest of the core from it
build_rest() {
    use_preset release
    quietly build build stepzero_core
}

# build_checks PRESET TARGET...
build_checks() {
    use_preset "$1"
    shift
    quietly build build "$@"
}

run_tests() {
    ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$(nproc)"
}

fuzz() {
    mkdir "$found/$1"
    dictionary=tests/fuzz/$1.dict
    [ -e "$dictionary" ] && dictionary=-dict=$dictionary || dictionary=
    "$tree/tests/fuzz/fuzz_$1" $dictionary -seed=1 -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
        -artifact_prefix="$found/$1-" -print_final_stats=1 "$found/$1" "tests/fuzz/corpus/$1" >"$found/$1.txt" 2>&1 || {
        cat "$found/$1.txt"
        base64 "$found/$1"-* 2>/dev/null || :
        return 1
    }
    say "fuzz_$1: $(sed -n 's/stat::number_of_executed_units: //p' "$found/$1.txt") executions in $seconds s"
}

# fuzz_all PARSER...: beside each other
fuzz_all() {
    jobs=
    for parser in "$@"; do
        fuzz "$parser" &
        jobs="$jobs $!"
    done
    for job in $jobs; do
        wait "$job"
    done
}

# in_turn THING...: with the commit's own in front
in_turn() {
    [ $# -gt 0 ] || return 0
    first=$(git rev-parse --short=4 HEAD 2>/dev/null || echo 0)
    first=$((0x$first % $#))
    while [ $first -gt 0 ]; do
        moved=$1
        shift
        set -- "$@" "$moved"
        first=$((first - 1))
    done
    echo "$@"
}

# changed_files PATTERN...: files since this branch left main, or of the last ten commits on main itself, as far as they
# are there
changed_files() {
    for main in origin/main origin/master main master; do
        base=$(git merge-base HEAD "$main" 2>/dev/null) && [ "$base" != "$(git rev-parse HEAD)" ] && break
        base=
    done
    for back in 10 1; do
        base=${base:-$(git rev-parse --verify --quiet "HEAD~$back" || :)}
    done
    [ -z "$base" ] || git diff --name-only --diff-filter=d "$base" -- "$@"
}

# clang-format 14 is Debian 12's; others break lines in other places.
check_style() {
    if [ "$(debian_release)" -eq 12 ]; then
        changed_files '*.cpp' '*.h' | xargs -r clang-format --dry-run -Werror
    fi
    printf '%s\n' 'INPUT = core widgets app' 'FILE_PATTERNS = *.h' 'RECURSIVE = YES' 'EXTRACT_ALL = YES' 'QUIET = YES' \
        'GENERATE_HTML = NO' 'GENERATE_LATEX = NO' 'GENERATE_XML = YES' "OUTPUT_DIRECTORY = $found/doxygen" \
        'INCLUDE_GRAPH = NO' 'INCLUDED_BY_GRAPH = NO' 'WARN_IF_UNDOCUMENTED = NO' 'WARN_AS_ERROR = FAIL_ON_WARNINGS' |
        { mkdir "$found/doxygen" && doxygen -; }
}

check_tidy() {
    # Of more than four those whose turn it is: each takes up to half a minute.
    # shellcheck disable=SC2046
    changed=$(in_turn $(changed_files 'core/*.cpp' 'widgets/*.cpp' 'app/*.cpp' 2>/dev/null || :) |
        tr ' ' '\n' | head -n 4)
    if [ -n "$changed" ]; then
        # shellcheck disable=SC2086
        say "clang-tidy on" $changed
        cmake --preset tidy >/dev/null
        echo "$changed" | xargs -n 1 -P "$(nproc)" clang-tidy -quiet -p build/tidy 2>/dev/null
    else
        say "clang-tidy: nothing has changed that is known of"
    fi
}

check_arm64() {
    quietly arm64 sh tests/arm64.sh
}

check_parsers() {
    build_checks checks-parsers fuzz_checkpoint fuzz_formula fuzz_npy fuzz_safetensors test_core
    quietly parsers run_tests
    fuzz_all checkpoint formula npy safetensors
}

check_core() {
    build_rest
    build_checks checks-core fuzz_capture fuzz_experiment test_core
    quietly core run_tests
    fuzz_all capture experiment
}

check_window() {
    build_rest
    build_checks checks-window test_app
    quietly window env STEPZERO_MONKEY_ACTIONS="$actions" "$tree/tests/test_app" monkey
    say "a window: $actions actions"
}

check_package() {
    quietly package sh tests/package.sh --quick notes-he
}

check_debian13() {
    quietly debian13 sh tests/debian13.sh
    sed -n 's/^\([0-9]*% tests passed\)/debian13: \1/p' "$found/debian13.txt" >&2
}

check_full() {
    use_preset release
    quietly build build all
    export STEPZERO_FULL="${STEPZERO_FULL:-1}"
    quietly full run_tests
    unset STEPZERO_FULL
}

parts="tidy arm64 parsers core window package debian13"
case ${1:-} in
    --turn) parts=$(in_turn $parts) ;;
    '') parts="style $parts full" ;;
    *) parts=$* ;;
esac
install_packages run test style
[ "$parts" = style ] || install_packages check
for part in $parts; do
    begun=$(date +%s)
    "check_$part"
    say "checked $part in $(($(date +%s) - begun)) s"
done
