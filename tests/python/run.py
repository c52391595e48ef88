# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tests of the Python package: python3 run.py [NAME of test_NAME.py] [CLASS.METHOD]

Without an argument, all of them run. The exit status is 77 where PyTorch is not installed. The environment variable
STEPZERO names the program; tests that need it are skipped without it.
"""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "resources", "python")]
sys.dont_write_bytecode = True

try:
    import torch
except ImportError:
    print("no python3-torch")
    sys.exit(77)
torch.set_num_threads(1)   # the networks are small

if len(sys.argv) > 1:
    name = "test_" + sys.argv[1] + "".join("." + word for word in sys.argv[2:])
    tests = unittest.defaultTestLoader.loadTestsFromName(name)
else:
    tests = unittest.defaultTestLoader.discover(HERE)
sys.exit(not unittest.TextTestRunner(verbosity=1).run(tests).wasSuccessful())
