#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do two built programs give the same numbers? Runs every preset and every study with both and compares the results.

    tests/compare.py OLD NEW [--within 1e-6] [--only NAME…] [--skip NAME…]

Names, words and how results are built must be equal; numbers may differ by --within of their size. Exit status 1 when
something is beyond that.

The size of a number is its own, the larger of the two, but where rounding has another measure:
- a mean, and all else that stands beside a std or rms, is known to float32's rounding of that rms: a mean of 1e-9 in a
  signal of size 1 is rounding alone;
- a number's `…_sd` over replicas is known to the rounding of that number;
- correlations, similarities, fractions, shifts of a logarithm and decimal logarithms are of size 1, whatever they are;
- singular values of a matrix, and quantiles of a signal, are known to the rounding of the largest of them;
- the 1 − c of two inputs is known to 1e-12 or so, the square of what float32 keeps of their difference.
Signals that die out to 1e-30 are so still compared to the digit; no floor is the same for all."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

UNIT_WORDS = ("log10_", "correlation", "similarity", "shift", "fraction", "share", "probability", "cosine")


def names(program, *options):
    return [line.split()[0] for line in output_of([program, "presets", *options]).splitlines() if line.strip()]


def output_of(command):
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()[-300:]}")
    return done.stdout


def result_of(program, name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        output_of([program, "run", name, "-o", path])
        with open(path, encoding="utf-8") as file:
            return json.load(file)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def numbers_of(value):
    """All numbers in it, however deep."""
    if isinstance(value, (dict, list)):
        return [one for member in (value.values() if isinstance(value, dict) else value) for one in numbers_of(member)]
    return [value] if is_number(value) else []


def floor_of(key, *parents):
    """What a number under `key` of these two objects is measured by at least."""
    if any(word in key for word in UNIT_WORDS):
        return 1.0
    if key == "one_minus":
        return 1e-6
    if key.endswith(("singular_values", "quantiles")):
        return max((abs(one) for parent in parents for one in numbers_of(parent[key])), default=0.0)
    beside = ["std", "rms", "logit_std"] + ([key[: -len("_sd")]] if key.endswith("_sd") else [])
    return max((abs(parent[other]) for parent in parents for other in beside if is_number(parent.get(other))),
               default=0.0)


class Comparison:
    def __init__(self):
        self.numbers = 0
        self.found = []  # (difference, where, old, new); what is no number differs by infinity

    def note(self, difference, path, old, new):
        self.found.append((difference, path, str(old)[:90], str(new)[:90]))

    def compare(self, old, new, path="", key="", floor=0.0):
        if is_number(old) and is_number(new):
            self.numbers += 1
            if old != new:
                self.note(abs(old - new) / max(abs(old), abs(new), floor), path, old, new)
        elif type(old) is not type(new):
            self.note(float("inf"), path, old, new)
        elif isinstance(old, dict):
            if list(old) != list(new):
                self.note(float("inf"), path, list(old), list(new))
            for name in old.keys() & new.keys():
                within = floor if key.endswith("singular_values") else 0.0   # a matrix of many, by role
                self.compare(old[name], new[name], f"{path}/{name}", name, max(within, floor_of(name, old, new)))
        elif isinstance(old, list):
            if len(old) != len(new):
                self.note(float("inf"), path, f"{len(old)} members", f"{len(new)} members")
            for i, (a, b) in enumerate(zip(old, new)):
                self.compare(a, b, f"{path}/{i}", key, floor)
        elif old != new:
            self.note(float("inf"), path, old, new)


def main():
    parser = argparse.ArgumentParser(description="Compares every number of two programs' presets and studies.")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--within", type=float, default=1e-6)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--skip", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--worst", type=int, default=5, help="how many differences to list of each result")
    given = parser.parse_args()

    old_names, new_names = ([*names(p), *names(p, "--studies")] for p in (given.old, given.new))
    bad = old_names != new_names
    if bad:
        print("presets differ:", sorted(set(old_names) ^ set(new_names)))
    for name in old_names:
        if name not in new_names or name in given.skip or (given.only and name not in given.only):
            continue
        comparison = Comparison()
        try:
            comparison.compare(result_of(given.old, name), result_of(given.new, name))
        except (RuntimeError, ValueError) as failure:
            comparison.note(float("inf"), "", failure, "")
        found = sorted(comparison.found, key=lambda one: -one[0])
        beyond = sum(one[0] > given.within for one in found)
        bad = bad or beyond > 0
        print(f"{'DIFFERS' if beyond else 'same':8}{name}: {comparison.numbers} numbers, {len(found)} differ, "
              f"{beyond} beyond {given.within:g}, most {found[0][0] if found else 0:.3g}", flush=True)
        for difference, path, before, after in found[: given.worst] if beyond else []:
            print(f"          {difference:.3g}  {path}: {before} -> {after}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
