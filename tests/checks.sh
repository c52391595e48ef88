#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What CI looks at beside the tests: draws for arm64, clang-tidy on the files that a branch has changed, a few tests and a
# window with sanitizers, every fuzzer over its corpus.
#   sh tests/checks.sh [SECONDS]     for each fuzzer (default: 10)
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/app/setup.sh"
seconds=${1:-10}
cd "$root"
install_packages run test check
unset CXXFLAGS   # they are for GCC

found=$(mktemp -d)   # what is found goes there, and is not kept
trap 'rm -rf "$found"' EXIT

begun=$(date +%s)
status=0
timeout 180 sh tests/arm64.sh >"$found/arm64.txt" || status=$?
case $status in
    0) say "arm64: tests of draws and of files passed, $(($(date +%s) - begun)) s in all" ;;
    77) say "arm64: not done" ;;
    124) say "arm64: not done in three minutes, left there" ;;
    *)
        cat "$found/arm64.txt"
        exit $status
        ;;
esac

# changed_files: sources since this branch left main, or of the last commit on main itself; nothing without a history.
changed_files() {
    for main in origin/main origin/master main master; do
        base=$(git merge-base HEAD "$main" 2>/dev/null) && [ "$base" != "$(git rev-parse HEAD)" ] && break
        base=
    done
    base=${base:-$(git rev-parse --verify --quiet HEAD~1 || :)}
    [ -z "$base" ] || git diff --name-only --diff-filter=d "$base" -- 'core/*.cpp' 'widgets/*.cpp' 'app/*.cpp'
}
changed=$(changed_files 2>/dev/null | head -n 4 || :)   # of more the first: each takes up to half a minute
if [ -n "$changed" ]; then
    # shellcheck disable=SC2086
    say "clang-tidy on what has changed:" $changed
    cmake --preset tidy >/dev/null
    echo "$changed" | xargs -n 1 -P "$(nproc)" clang-tidy -quiet -p build/tidy 2>/dev/null
else
    say "clang-tidy: nothing has changed that is known of"
fi

say "building fuzzers, tests and window with sanitizers"
cmake --preset checks >/dev/null
tests='experiment file json npy safetensors formula simulate grid_result noise_cache'
# shellcheck disable=SC2046,SC2086
cmake --build build/checks --parallel "$(nproc)" --target fuzzers test_app_monkey $(printf 'test_core_%s ' $tests) >/dev/null
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 LSAN_OPTIONS="suppressions=$root/tests/lsan.supp" \
    UBSAN_OPTIONS=print_stacktrace=1 QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
# shellcheck disable=SC2086
ctest --test-dir build/checks --output-on-failure --no-tests=error --parallel "$(nproc)" \
    --tests-regex "^core/($(echo $tests | tr ' ' '|'))\$"
say "a window: 300 actions"
STEPZERO_MONKEY_ACTIONS=300 build/checks/tests/test_app_monkey >"$found/window.txt" 2>&1 || {
    cat "$found/window.txt"
    exit 1
}

fuzz() {
    mkdir "$found/$1"
    dictionary=tests/fuzz/$1.dict
    [ -e "$dictionary" ] && dictionary=-dict=$dictionary || dictionary=
    build/checks/tests/fuzz/fuzz_"$1" $dictionary -seed=1 -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
        -artifact_prefix="$found/$1-" -print_final_stats=1 "$found/$1" "tests/fuzz/corpus/$1" >"$found/$1.txt" 2>&1 || {
        cat "$found/$1.txt"
        base64 "$found/$1"-* 2>/dev/null || :
        return 1
    }
    say "fuzz_$1: $(sed -n 's/stat::number_of_executed_units: //p' "$found/$1.txt") executions in $seconds s"
}
for parser in checkpoint experiment formula npy safetensors; do
    fuzz "$parser"
done
