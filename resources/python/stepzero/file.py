# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of a capture, which `stepzero inspect` and the window read."""
import json
import math
import os
from collections.abc import Mapping

from . import tensors
from .document import Document

SUFFIX = ".stepzero-capture.json"


def _writable(value):
    """Returns a value as JSON has it: numbers that are not finite, or beyond 1e300, become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) and abs(value) <= 1e300 else None
    if isinstance(value, Mapping):
        return {key: _writable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_writable(item) for item in value]
    return value


def _each_once(named):
    """Returns tensors by the first of their names."""
    first = {}
    for name, tensor in named.items():
        first.setdefault(id(tensor), name)
    return {name: tensor for name, tensor in named.items() if first[id(tensor)] == name}


class Capture(Document):
    """The record of one pass through a model: a dictionary with the members of the file.

    `capture["modules"]` has an entry for each call of a module, in the order of execution, and `capture["parameters"]`
    one for each parameter. The manual's page on captures describes both. `weights` is a dictionary of tensors if they
    were captured too, and None if not.
    """

    def __init__(self, content, weights=None):
        if not isinstance(content, Mapping):
            raise TypeError("a capture is a dictionary, got " + type(content).__name__)
        if content.get("format") not in ("stepzero-capture", "stepzero-capture-widths"):
            raise ValueError("not a capture: its format is %r" % content.get("format"))
        super().__init__(_writable(content))
        self.weights = weights

    @property
    def modules(self):
        return self._content.get("modules", [])

    @property
    def parameters(self):
        return self._content.get("parameters", [])

    def module(self, path, call=1):
        """Returns the entry of a call of a module, by the module's path and the number of the call."""
        for entry in self.modules:
            if entry["path"] == path and entry["call"] == call:
                return entry
        raise KeyError(path)

    def parameter(self, name):
        """Returns the entry of a parameter by one of its names."""
        for entry in self.parameters:
            if name == entry["name"] or name in entry.get("tied", []):
                return entry
        raise KeyError(name)

    def save(self, path):
        """Writes the file, whole or not at all, and returns its path. Weights go to a second file with the same name
        and the ending .safetensors, where a tied parameter has its first name only, as in other safetensors files."""
        path = os.fspath(path)
        content = dict(self._content)
        if self.weights is not None:
            base = path[:-len(SUFFIX)] if path.endswith(SUFFIX) else os.path.splitext(path)[0]
            tensors.save_tensors(base + ".safetensors", _each_once(self.weights))
            content["weights"] = os.path.basename(base) + ".safetensors"
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        tensors.write_atomically(path, lambda file: file.write(text))
        return path

    @classmethod
    def load(cls, path):
        """Reads a file that save() wrote. Its weights are not read."""
        with open(path, encoding="utf-8") as file:
            try:
                return cls(json.load(file))
            except (TypeError, ValueError) as error:
                raise ValueError("cannot read %s: %s" % (os.fspath(path), error)) from None

    def summary(self):
        """Returns a table of outputs and gradients as text, one line per call."""
        lines = ["%-44s %-18s %10s %10s %7s" % ("module", "class", "rms", "gradient", "zeros")]
        for entry in self.modules:
            output, gradient = entry.get("output") or {}, entry.get("gradient") or {}
            path = entry["path"] + (" (call %d)" % entry["call"] if entry["call"] > 1 else "")
            numbers = ["%10s" % ("" if n is None else "%.3g" % n) for n in (output.get("rms"), gradient.get("rms"))]
            zeros = output.get("zeros")
            lines.append("%-44s %-18s %s %s %7s" % (path, entry["class"], *numbers,
                                                     "" if zeros is None else "%.1f%%" % (100 * zeros)))
        if self.get("unseen"):
            lines.append("not seen inside: " + ", ".join(self["unseen"]))
        return "\n".join(lines)

    def __repr__(self):
        return "<Capture of %s: %d modules, %d parameters>" % (self.get("model", "a model"), len(self.modules),
                                                                len(self.parameters))
