# SPDX-License-Identifier: GPL-3.0-or-later
"""A coordinate check of your own model: the first training steps at several widths."""
import torch

from . import losses, names, values
from .capturing import batches, capture_to_train
from .file import Capture


def coordinate_check(make_model, widths, inputs, loss=None, *, optimizer=None, steps=3, seed=0):
    """Trains a model of each width for some steps and captures it before the first step and after each one. Returns a
    Capture for `stepzero inspect`, which reports how outputs change with width.

    make_model: a function of the width that returns a model. It is called after torch.manual_seed(seed).
    inputs: as for capture_steps(), or a function of the width that returns them.
    loss: as for capture(); a model that returns no loss needs one.
    optimizer: a function of the model that returns an optimizer; Adam with a learning rate of 0.001 if None.
    steps: the number of training steps of each model.
    """
    optimizer = optimizer or (lambda model: torch.optim.Adam(model.parameters(), lr=1e-3))
    captures, name = [], None
    with torch.random.fork_rng():
        for width in widths:
            torch.manual_seed(seed)
            model = make_model(width)
            inner = names.unwrapped(model)
            name = name or names.class_name(inner)
            trained = optimizer(model)
            # One more batch than steps: the last capture needs one too.
            for step, batch in enumerate(batches(inputs(width) if callable(inputs) else inputs, steps + 1)):
                captured = capture_to_train(inner, batch, loss, spectra=0, step=step)
                captures.append({"width": width, "step": step, **captured})
                if step < steps:
                    _step(inner, batch, trained, loss)
    return Capture({"format": "stepzero-capture-widths", "version": 1, "model": name, "widths": list(widths),
                    "captures": captures})


def _step(model, batch, optimizer, loss):
    inputs, target = losses.split(batch, loss)
    optimizer.zero_grad()
    value, _ = losses.scalar(values.run(model, values.copied(inputs)), loss, target)
    value.backward()
    optimizer.step()
