# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings about a model: what is wrong with its initialization, why, and what to do."""
import json
import os
import tempfile

from . import program
from .file import Capture

_SEVERITIES = ("note", "warning", "error")


class Finding:
    """A finding of `stepzero inspect` or `stepzero run`: `id` is a word such as "vanishing_gradient", and `severity` is
    "note", "warning" or "error". `names` lists modules or parameters, with * for the number of a block. `message`,
    `cause` and `fix` are sentences."""

    def __init__(self, data):
        self.id, self.severity = data["id"], data["severity"]
        self.names = data.get("names", [])
        self.message, self.cause, self.fix = data.get("message", ""), data.get("cause", ""), data.get("fix", "")

    def __str__(self):
        lines = ["%s (%s): %s" % (self.severity, self.id, self.message)]
        lines += ["    cause: " + self.cause] * bool(self.cause) + ["    fix: " + self.fix] * bool(self.fix)
        return "\n".join(lines)

    def __repr__(self):
        return "<Finding %s: %s>" % (self.id, self.message)


class InitializationError(AssertionError):
    """Raised by check() when a model's initialization has problems. `findings` lists them, and so does the text."""

    def __init__(self, findings, model=""):
        self.findings = findings
        count = "%d problem%s" % (len(findings), "" if len(findings) == 1 else "s")
        super().__init__("%s with the initialization%s\n%s" % (count, " of " + model if model else "",
                                                                "\n".join(map(str, findings))))


def _inspection(capture):
    """Returns the result of `stepzero inspect` as a dictionary."""
    with tempfile.TemporaryDirectory(prefix="stepzero-") as folder:
        path = capture
        if not isinstance(capture, (str, os.PathLike)):
            weights = capture.weights if isinstance(capture, Capture) else None
            path = Capture(capture, weights).save(os.path.join(folder, "model.stepzero-capture.json"))
        return program.run_program("inspect", path, folder=folder)


def inspect(capture):
    """Returns the findings about a capture, a list of Finding. `capture` is a Capture or the path of its file. If it
    has weights, and their names belong to a known family, the findings of their audit are in the list too."""
    return [Finding(entry) for entry in _inspection(capture)["findings"]]


def check(model, inputs, loss=None, *, severity="warning", ignore=(), **options):
    """Captures a model and raises InitializationError if there are findings of at least this severity: "note",
    "warning" or "error". `ignore` is the id of a finding that is expected, or a list of ids; an id that no finding has
    is an error. Returns all findings if all is well. Other arguments are those of capture()."""
    from .capturing import capture
    if severity not in _SEVERITIES:
        raise ValueError("severity must be one of %s, got %r" % (", ".join(_SEVERITIES), severity))
    ignored = [ignore] if isinstance(ignore, str) else list(ignore)
    captured = capture(model, inputs, loss, **options)
    content = _inspection(captured)
    unknown = [word for word in ignored if word not in content["checked"]]
    if unknown and captured.weights is None:   # audits of weights have ids of their own
        raise ValueError("ignore must have ids of findings, got %r: they are %s"
                         % (unknown[0], ", ".join(content["checked"])))
    findings = [Finding(entry) for entry in content["findings"]]
    serious = [f for f in findings if f.id not in ignored
               and _SEVERITIES.index(f.severity) >= _SEVERITIES.index(severity)]
    if serious:
        raise InitializationError(serious, captured.get("model", ""))
    return findings


def audit(model, family=None, config=None):
    """Checks weights against the recipe of their family, as `stepzero audit` does, and returns its result as a
    dictionary: `verdict`, `tensors` and `findings`.

    model: a torch.nn.Module, or the path of a checkpoint.
    family: such as "llama"; found by the names of tensors if None.
    config: the path of the model's config.json, or a dictionary with its contents. If None, the attribute `config` of
        a model of transformers is used.
    """
    with tempfile.TemporaryDirectory(prefix="stepzero-") as folder:
        path = model
        if not isinstance(model, (str, os.PathLike)):
            from . import names, tensors
            model = names.unwrapped(model)
            path = os.path.join(folder, "model.safetensors")
            state = {names.without_wrappers(name): tensor for name, tensor in model.state_dict().items()}
            tensors.save_tensors(path, {name: tensor for name, tensor in state.items() if hasattr(tensor, "layout")})
            own = getattr(model, "config", None)
            if config is None and hasattr(own, "to_dict"):
                config = own.to_dict()
        if isinstance(config, dict):
            content, config = config, os.path.join(folder, "config.json")
            with open(config, "w", encoding="utf-8") as file:
                json.dump(content, file, default=str)
        arguments = ["--family", family] if family else []
        arguments += ["--config", config] if config else []
        return program.run_program("audit", path, *arguments, folder=folder)
