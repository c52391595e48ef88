#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the tables of the benchmarks on a small result, without running any benchmark."""

import pathlib
import unittest

from results_table import tables, time_text, with_tables
from suite import CASES, HEADINGS, ROOT, spread_of

RESULTS = {
    "cases": [{"label": {"en": "product", "zh": "乘积"}, "median": 0.0123, "spread": 0.04, "gflops": 181.2,
               "peak_share": 0.771, "megabytes": 35.4,
               "peer": {"name": {"en": "OpenBLAS", "zh": "OpenBLAS"}, "ratio": 0.914}},
              {"label": {"en": "draw", "zh": "抽取"}, "median": 7.2e-10, "spread": 0, "megabytes": 4}],
    "sizes": [{"width": 64, "depth": 2, "median": 2.5e-4}],
}


class Tables(unittest.TestCase):
    def test_rows(self):
        lines = tables(RESULTS, "en")
        self.assertEqual(lines[2], "| product | 12.3 ms | ±4% | 181 | 77% | 35 MB | 0.91 × OpenBLAS |")
        self.assertEqual(lines[3], "| draw | 0.72 ns | ±0% |  |  | 4 MB |  |")
        self.assertEqual(lines[-1], "| 64 | 2 | 250 µs |")
        self.assertTrue(tables(RESULTS, "zh")[2].startswith("| 乘积 | 12.3 ms |"))

    def test_units(self):
        self.assertEqual([time_text(s) for s in (3.44, 0.0021, 4e-6, 1e-9)], ["3.44 s", "2.1 ms", "4 µs", "1 ns"])

    def test_replaces_only_the_table_below_its_heading(self):
        page = "# A\n\n| a |\n|---|\n\n## B\n\ntext\n\n| old |\n|---|\n| 1 |\n\nend\n\n## C\n\n| c |\n|---|\n"
        made = with_tables(page, RESULTS, "en", "## B")
        self.assertNotIn("old", made)
        self.assertTrue(made.startswith("# A\n\n| a |\n|---|\n\n## B\n\ntext\n\n| what |"))
        self.assertTrue(made.endswith("| 64 | 2 | 250 µs |\n\nend\n\n## C\n\n| c |\n|---|\n"))
        self.assertEqual(with_tables(made, RESULTS, "en", "## B"), made)
        with self.assertRaises(ValueError):
            with_tables("## B\n", RESULTS, "en", "## B")

    def test_manual_has_the_places(self):
        for page, (language, heading) in HEADINGS.items():
            text = (ROOT / page).read_text(encoding="utf-8")
            self.assertIn("OpenBLAS", with_tables(text, RESULTS, language, heading))

    def test_every_case_is_a_program(self):
        for what in CASES:
            for program in [what["program"]] + ([what["peer"][1]] if what["peer"] else []):
                if program:
                    self.assertTrue((pathlib.Path(__file__).parent / f"{program}.cpp").exists(), program)

    def test_spread(self):
        self.assertEqual(spread_of([2.0]), 0)
        self.assertAlmostEqual(spread_of([1.0, 2.0, 3.0, 4.0, 5.0]), 1 / 3)


if __name__ == "__main__":
    unittest.main()
