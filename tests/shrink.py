#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a script of the monkey shorter that still fails: the one action in a thousand that it takes.

    tests/shrink.py build/release/tests/test_app SCRIPT -o SHORTER

Parts are left out, halves first and single lines last, as long as what remains fails (Zeller's delta debugging). A script
that fails now and then only is played --times times before a part of it counts as harmless."""

import argparse
import os
import subprocess
import tempfile


def fails(program, lines, times, seconds):
    with tempfile.NamedTemporaryFile("w", suffix=".monkey", encoding="utf-8") as script:
        script.writelines(lines)
        script.flush()
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", STEPZERO_MONKEY_REPLAY=script.name)
        for _ in range(times):
            try:
                done = subprocess.run([program, "monkey"], env=environment, timeout=seconds, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                return True
            if done.returncode != 0:
                return True
    return False


def shrunk(lines, still_fails):
    parts = 2
    while len(lines) > 1:
        size = -(-len(lines) // parts)
        for first in range(0, len(lines), size):
            rest = lines[:first] + lines[first + size:]
            if rest and still_fails(rest):
                print(f"{len(rest)} lines", flush=True)
                lines, parts = rest, max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(2 * parts, len(lines))
    return lines


def main():
    parser = argparse.ArgumentParser(description="Makes a script of the monkey shorter that still fails.")
    parser.add_argument("program")
    parser.add_argument("script")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300, help="that a run may take")
    given = parser.parse_args()
    with open(given.script, encoding="utf-8") as file:
        lines = file.readlines()
    if not fails(given.program, lines, given.times, given.seconds):
        raise SystemExit(f"{given.script} does not fail")
    shorter = shrunk(lines, lambda part: fails(given.program, part, given.times, given.seconds))
    with open(given.output, "w", encoding="utf-8") as file:
        file.writelines(shorter)


if __name__ == "__main__":
    main()
