# SPDX-License-Identifier: GPL-3.0-or-later
# Faults that any checkpoint may have, each put into one tensor of a healthy one, which chance picks. A fault changes the
# tensors, and returns the name of the one with the fault and the finding that is due.
import math

import numpy as np


def matrices(t, least=4096):
    """Drawn weights that are large enough to tell."""
    return [n for n, a in t.items() if a.ndim >= 2 and a.size >= least and a.std() > 0 and not n.endswith("A_log")]


def pick(draws, names):
    return names[int(draws.rng.integers(len(names)))]


def rows_of(a):
    return a.reshape(a.shape[0], -1)


def doubled(draws, t):
    name = pick(draws, matrices(t))
    t[name] *= np.float32(2)
    return name, "std_ratio"


def tenfold(draws, t):
    name = pick(draws, matrices(t))
    t[name] *= np.float32(10)
    return name, "std_ratio"


def a_tenth_less(draws, t):
    name = pick(draws, matrices(t))
    t[name] *= np.float32(0.9)
    return name, "std_ratio"


def shifted(draws, t):
    name = pick(draws, matrices(t))
    t[name] += np.float32(0.2 * t[name].std())
    return name, "mean_shift"


def of_low_rank(draws, t):
    name = pick(draws, [n for n in matrices(t) if min(rows_of(t[n]).shape) >= 16])
    rows, columns = rows_of(t[name]).shape
    a = draws.rng.standard_normal((rows, 4)) @ draws.rng.standard_normal((4, columns))
    t[name] = (a * t[name].std() / a.std()).astype(np.float32).reshape(t[name].shape)
    return name, "dependent_entries"


def a_long_row(draws, t, row=3, times=30):
    name = pick(draws, [n for n in matrices(t) if min(rows_of(t[n]).shape) >= 16])
    t[name][row] *= np.float32(times)
    return name, "dependent_entries"


def a_stray(draws, t, value=None):
    name = pick(draws, matrices(t))
    rows_of(t[name])[2, 3] = 50 * t[name].std() if value is None else value
    return name, "stray_values"


def a_nan(draws, t):
    name = pick(draws, matrices(t))
    rows_of(t[name])[2, 3] = np.nan
    return name, "not_finite"


def all_zeros(draws, t):
    name = pick(draws, matrices(t))
    t[name][...] = 0
    return name, "constant_tensor"


def a_dead_norm(draws, t):
    name = pick(draws, [n for n, a in t.items() if a.ndim == 1 and n.endswith("weight") and (a == 1).all()])
    t[name][...] = 0
    return name, "constant_tensor"


def a_drawn_norm(draws, t):
    name = pick(draws, [n for n, a in t.items() if a.ndim == 1 and n.endswith("weight") and (a == 1).all()])
    t[name] = draws.normal(t[name].size)
    return name, "constant_tensor"


def twin_rows(draws, t):
    name = pick(draws, [n for n in matrices(t) if len(t[n]) >= 64])
    t[name][40:60] = t[name][:20]
    return name, "equal_rows"


def twin_columns(draws, t, count=20):
    name = pick(draws, [n for n in matrices(t) if rows_of(t[n]).shape[1] >= 64])
    a = rows_of(t[name])
    begin = max(40, count)
    a[:, begin:begin + count] = a[:, :count]
    return name, "equal_columns"


def dead_rows(draws, t):
    name = pick(draws, matrices(t))
    t[name][5:9] = 0
    return name, "dead_rows"


def dead_columns(draws, t, count=4):
    name = pick(draws, matrices(t))
    rows_of(t[name])[:, 5:5 + count] = 0
    return name, "dead_columns"


def equal_shards(draws, t):
    name = pick(draws, [n for n in matrices(t) if len(t[n]) % 2 == 0])
    half = len(t[name]) // 2
    t[name][half:] = t[name][:half]
    return name, "repeated_shards"


def a_copy(draws, t):
    names = [n for n in matrices(t) if "embed" not in n and "head" not in n]   # which may be one
    name = pick(draws, [n for n in names if sum(t[m].shape == t[n].shape for m in names) > 1])
    other = pick(draws, [n for n in names if n != name and t[n].shape == t[name].shape])
    t[name] = t[other].copy()
    return name, "equal_tensors"


def of_another_law(draws, t):
    """Uniform in place of normal, and the other way round."""
    name = pick(draws, matrices(t))
    a = t[name]
    std = a.std()
    uniform = np.abs(a - a.mean()).max() < 1.8 * std
    t[name] = draws.normal(*a.shape, std=std) if uniform else draws.uniform(*a.shape, bound=std * math.sqrt(3))
    return name, "other_law"


def leftover(draws, count):
    """Memory as it comes from an allocator, in the format of the file: addresses in halves, small whole numbers, zeros, noise."""
    words = np.zeros(count, np.uint32)
    words[0::4] = draws.rng.integers(0, 1 << 32, len(words[0::4]), dtype=np.uint32)
    words[1::4] = 0x7F31
    words[2::8] = draws.rng.integers(1, 1 << 15, len(words[2::8]), dtype=np.uint32)
    return words.view(np.float16)[:count].astype(np.float32) if draws.dtype == "F16" else words.view(np.float32)


def never_filled(draws, t):
    name = pick(draws, matrices(t))
    t[name] = leftover(draws, t[name].size).reshape(t[name].shape)
    return name, "uninitialized_memory"


everywhere = [doubled, tenfold, a_tenth_less, shifted, of_low_rank, a_long_row, a_stray, a_nan, all_zeros, a_dead_norm,
              a_drawn_norm, twin_rows, twin_columns, dead_rows, dead_columns, equal_shards, a_copy, of_another_law,
              never_filled]
# Without a recipe only the other tensors tell what is due: not by how much all may differ from one.
unlike_siblings = [doubled, tenfold, all_zeros, a_dead_norm, a_drawn_norm]
unseen_without_recipe = [a_tenth_less, shifted, of_another_law]
