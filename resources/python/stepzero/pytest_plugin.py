# SPDX-License-Identifier: GPL-3.0-or-later
"""A fixture for pytest. Put this line into conftest.py:

    pytest_plugins = ["stepzero.pytest_plugin"]

A test of a model's initialization is then

    def test_initialization(stepzero_check):
        stepzero_check(MyModel(), torch.randn(32, 128))
"""
import pytest

from . import findings, program


@pytest.fixture
def stepzero_check():
    """Returns the function stepzero.check. Skips the test where the program is not installed."""
    try:
        program.find_program()
    except program.ProgramError as error:
        pytest.skip(str(error))
    return findings.check
