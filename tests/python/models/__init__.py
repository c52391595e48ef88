# SPDX-License-Identifier: GPL-3.0-or-later
"""Models as people write them, in small sizes. Each file has a dictionary MODELS: name to a function that returns
model, inputs and loss, as stepzero.capture() takes them."""
from . import control, generative, graph, language, plain, sequence, vision

HEALTHY = {}
for _file in (plain, vision, generative, sequence, language, graph, control):
    HEALTHY.update(_file.MODELS)
