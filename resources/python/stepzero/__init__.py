# SPDX-License-Identifier: GPL-3.0-or-later
"""See your own PyTorch model before its first training step.

    import stepzero
    capture = stepzero.capture(model, inputs)          # one forward and backward pass; the model is left as it was
    capture.save("mine.stepzero-capture.json")         # for `stepzero inspect` and the window
    stepzero.show(capture)                             # opens the window

In a test suite, this line fails when the initialization breaks:

    stepzero.check(model, inputs)                      # raises stepzero.InitializationError with the findings

Functions:
    capture(model, inputs)                   statistics of every module and parameter in one pass
    capture_steps(model, data, optimizer)    the same, and the first steps of training
    coordinate_check(make_model, widths, inputs)
                                             the first steps at several widths
    inspect(capture)                         findings of the program, with cause and fix
    check(model, inputs)                     capture and inspect; raises an error if there are problems
    audit(model)                             compares weights with the recipe of their family
    run(experiment)                          runs an experiment of the program
    show(what)                               opens the window
    find_program()                           the path of the program

Capturing needs PyTorch 1.13 or later. inspect(), check(), audit(), run() and show() need the program `stepzero`, and
find_program() says where it is looked for. Only the tensors of run() need NumPy.
"""
from .experiments import Result, run, show
from .file import Capture
from .findings import Finding, InitializationError, audit, check, inspect
from .program import ProgramError, find_program

__all__ = ["Capture", "Finding", "InitializationError", "ProgramError", "Result", "audit", "capture", "capture_steps",
           "check", "coordinate_check", "find_program", "inspect", "run", "show"]

# Functions that need PyTorch are imported on first use, so that the others work without it.
_LATER = {"capture": "capturing", "capture_steps": "capturing", "coordinate_check": "widths"}


def __getattr__(name):
    if name in _LATER:
        import importlib
        return getattr(importlib.import_module("." + _LATER[name], __name__), name)
    raise AttributeError("module 'stepzero' has no attribute %r" % name)


def __dir__():
    return sorted(set(globals()) | set(__all__))
