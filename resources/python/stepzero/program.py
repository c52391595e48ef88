# SPDX-License-Identifier: GPL-3.0-or-later
"""The program `stepzero`: where it is, and how it is run."""
import json
import os
import shutil
import subprocess


class ProgramError(RuntimeError):
    """Raised when the program is not found, or reports an error. The text is then the program's message."""


def find_program():
    """Returns the path of the program: the environment variable STEPZERO if it is set, or else `stepzero` in PATH, or
    else the one that was built in the clone which this package is in. Raises ProgramError if there is none."""
    named = os.environ.get("STEPZERO")
    found = shutil.which(named or "stepzero")
    if found is None and not named:
        clone = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "..")
        found = shutil.which(os.path.normpath(os.path.join(clone, "build", "release", "app", "stepzero")))
    if found is None and named:
        raise ProgramError(named + " is not a program; the environment variable STEPZERO names it")
    if found is None:
        raise ProgramError("stepzero is not in PATH: install it, or name it in the environment variable STEPZERO")
    return found


def run_program(*arguments, folder, good=(0, 1)):
    """Runs a command that writes JSON, and returns what it wrote. The file is a new one in `folder`. An exit status of
    1 means that a check failed, which is not an error."""
    result = os.path.join(folder, "result.json")
    done = subprocess.run([find_program(), *map(os.fspath, arguments), "-o", result], capture_output=True,
                          encoding="utf-8", check=False)
    if done.returncode not in good:
        raise ProgramError(done.stderr.strip() or "stepzero ended with status %d" % done.returncode)
    with open(result, encoding="utf-8") as file:
        return json.load(file)
