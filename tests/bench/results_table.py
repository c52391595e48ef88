# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of the results of suite.py, in English and Chinese, and their place in the manual."""

HEADS = {
    "en": ["what", "median", "spread", "GFLOP/s", "of peak", "memory", "relative to"],
    "zh": ["项目", "中位数", "离散", "GFLOP/s", "占峰值", "内存", "相对于"],
}
SIZES = {"en": ["width", "depth", "time"], "zh": ["宽度", "深度", "时间"]}


def time_text(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def row_of(case, language):
    def optional(key, text):
        return text(case[key]) if case.get(key) is not None else ""

    return [case["label"][language], time_text(case["median"]), f"±{100 * case['spread']:.0f}%",
            optional("gflops", lambda x: f"{x:.0f}"), optional("peak_share", lambda x: f"{100 * x:.0f}%"),
            optional("megabytes", lambda x: f"{x:.0f} MB"),
            optional("peer", lambda peer: f"{peer['ratio']:.2f} × {peer['name'][language]}")]


def table_of(rows):
    head, *rest = rows
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rest]


def tables(results, language):
    """The lines of one table of cases and, if they were measured, one of sizes."""
    lines = table_of([HEADS[language]] + [row_of(case, language) for case in results["cases"]])
    if results.get("sizes"):
        lines += [""] + table_of([SIZES[language]] + [[str(size["width"]), str(size["depth"]),
                                                       time_text(size["median"])] for size in results["sizes"]])
    return lines


def with_tables(page, results, language, heading):
    """The text of a page of the manual, with these tables instead of those below the heading."""
    lines = page.splitlines()
    start = lines.index(heading)
    end = next((i for i in range(start + 1, len(lines)) if lines[i].startswith("#")), len(lines))
    section = lines[start:end]
    places = [i for i, line in enumerate(section) if line.startswith("|")]
    if not places:
        raise ValueError(f"no table below {heading}")
    section[places[0]:places[-1] + 1] = tables(results, language)
    return "\n".join(lines[:start] + section + lines[end:]) + "\n"
