# SPDX-License-Identifier: GPL-3.0-or-later
"""A JSON document as a dictionary that cannot be changed: the common part of captures and results."""
from collections.abc import Mapping


class Document(Mapping):
    """Gives access to the members of a JSON object, as a dictionary does."""

    def __init__(self, content):
        self._content = content

    def __getitem__(self, key):
        return self._content[key]

    def __iter__(self):
        return iter(self._content)

    def __len__(self):
        return len(self._content)
