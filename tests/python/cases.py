# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of many similar cases run; see tests/cases.h."""
import os


def in_turn(cases):
    """Returns every third case, or all if STEPZERO_FULL is set."""
    return list(cases)[::1 if "STEPZERO_FULL" in os.environ else 3]
