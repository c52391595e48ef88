# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments of the program: run them, and show them or a capture in its window."""
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping

from . import program
from .document import Document
from .file import Capture
from .findings import Finding
from .tensors import load_tensors

_WORDS = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}


def _read(value):
    """Returns a value of a result in which numbers that are not finite, which are words in the file, are numbers."""
    if isinstance(value, dict):
        return {key: _read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_read(item) for item in value]
    return _WORDS.get(value, value) if isinstance(value, str) else value


class Result(Document):
    """The result of an experiment: a dictionary with the members that the manual's page on results describes. `tensors`
    has the input, weights and other tensors by name, as NumPy arrays, if they were asked for."""

    def __init__(self, content, tensors=None):
        super().__init__({key: value if key == "experiment" else _read(value) for key, value in content.items()})
        self.tensors = tensors

    @property
    def findings(self):
        return [Finding(entry) for entry in self._content.get("findings", [])]

    def array(self, path, of="layers"):
        """Returns a number of every layer, such as array("preactivation.rms"), or of another list of the result. It
        is a NumPy array if NumPy is installed, and a list if not. Layers without this number have NaN."""
        numbers = []
        for entry in self._content[of]:
            for part in path.split("."):
                entry = entry.get(part) if isinstance(entry, dict) else None
            numbers.append(float("nan") if entry is None else entry)
        try:
            import numpy
        except ImportError:
            return numbers
        return numpy.array(numbers)

    def __repr__(self):
        return "<Result: %s>" % ", ".join(self._content)


def run(experiment, tensors=False):
    """Runs an experiment with `stepzero run` and returns its Result.

    experiment: a dictionary as in an experiment file (`format` and `version` may be left out), the path of a file, or
    the name of a preset such as "notes-he". tensors: whether the result has the tensors of the network too, which needs
    NumPy.
    """
    with tempfile.TemporaryDirectory(prefix="stepzero-") as folder:
        numbers = os.path.join(folder, "tensors.safetensors")
        arguments = ("--tensors", numbers) if tensors else ()
        content = program.run_program("run", file_of(experiment, folder), *arguments, folder=folder, good=(0,))
        return Result(content, load_tensors(numbers) if tensors else None)


def file_of(experiment, folder):
    """Returns the path of an experiment; a dictionary is written to a file in `folder`."""
    if not isinstance(experiment, Mapping):
        return experiment
    path = os.path.join(folder, "experiment.stepzero.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "stepzero-experiment", "version": 1, **experiment}, file)
    return path


def show(what):
    """Opens a capture, an experiment or a preset in the window, and returns its process without waiting for it.

    what: a Capture, a Result, a dictionary of an experiment, the path of a file, or the name of a preset. All but the
    last two are written to the folder for temporary files. They are not removed, as the window reads them later.
    """
    found, path = program.find_program(), what
    if isinstance(what, Mapping):
        folder = tempfile.mkdtemp(prefix="stepzero-")
        if isinstance(what, Capture):
            path = what.save(os.path.join(folder, "model.stepzero-capture.json"))
        else:
            path = file_of(what["experiment"] if isinstance(what, Result) else what, folder)
    return subprocess.Popen([found, os.fspath(path)], stdin=subprocess.DEVNULL, start_new_session=True)
