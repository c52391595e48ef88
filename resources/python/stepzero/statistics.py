# SPDX-License-Identifier: GPL-3.0-or-later
"""Statistics of tensors, taken where the tensor is.

Sums run in float64 (in float32 on devices that lack it), in chunks, so that a tensor of any size needs little
additional memory. Only a handful of numbers goes to the CPU. Entries that are not finite are counted and then left out.
"""
import math

import torch

BINS = 80
_INTEGERS = {8: torch.int64, 4: torch.int32, 2: torch.int16, 1: torch.int8}

#: Outputs that count as saturated: below the first or above the second number.
SATURATION = {
    "tanh": (-0.97, 0.97), "sigmoid": (0.03, 0.97), "hardtanh": (-0.98, 0.98), "hardsigmoid": (0.01, 0.99),
    "softsign": (-0.98, 0.98),
}


def dtype_name(tensor):
    return str(tensor.dtype).replace("torch.", "")


def plain(tensor):
    """Returns the numbers of a tensor as an ordinary dense real tensor that is not part of a graph."""
    tensor = tensor.detach()
    if tensor.layout == torch.sparse_coo:
        tensor = tensor.coalesce().values()
    elif tensor.layout != torch.strided or getattr(tensor, "is_nested", False):
        tensor = tensor.values()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor.resolve_conj())
    return tensor


def widened(piece):
    """Returns numbers in the type in which sums run: float64 if the device has it."""
    return piece if piece.device.type == "mps" else piece.to(torch.float64)


def _chunks(tensor):
    """Yields a tensor's finite entries in pieces of float32 or float64, with their extremes, and how many entries each
    piece left out."""
    flat = tensor.reshape(-1)
    size = 1 << 18 if tensor.device.type == "cpu" else 1 << 24   # about a processor's cache
    for begin in range(0, flat.numel(), size):
        piece = flat[begin:begin + size]
        piece = piece if piece.dtype in (torch.float32, torch.float64) else piece.to(torch.float32)
        low, high = torch.stack(piece.aminmax()).tolist()
        left_out = 0
        if not math.isfinite(high - low):   # also beyond the range of float64
            kept = piece[torch.isfinite(piece)]
            left_out = piece.numel() - kept.numel()
            piece = kept
            if piece.numel():
                low, high = torch.stack(piece.aminmax()).tolist()
        yield piece, low, high, left_out


def _number(value):
    return value if math.isfinite(value) else None


@torch.no_grad()
def rms(tensor):
    """Returns the root of the mean square of a tensor's finite entries, None without any."""
    count = total = 0
    for piece, _, _, _ in _chunks(plain(tensor)):
        wide = widened(piece)
        count += piece.numel()
        total += float(torch.dot(wide, wide))
    return math.sqrt(total / count) if count and math.isfinite(total) else None


@torch.no_grad()
def moments(tensor, axis=None, saturation=None):
    """Returns the statistics of a tensor as the file holds them.

    `axis` is the dimension whose indices are units (channels of an image, features of a token). With it there are the
    fractions of dead and of equal units. `saturation` is an entry of SATURATION.
    """
    tensor = plain(tensor)
    result = {"shape": list(tensor.shape), "dtype": dtype_name(tensor), "count": tensor.numel(), "not_finite": 0}
    if tensor.numel() == 0:
        return result
    count = zeros = saturated = 0
    mean = deviations = 0.0
    low, high, smallest = math.inf, -math.inf, math.inf
    for piece, least, most, left_out in _chunks(tensor):
        result["not_finite"] += left_out
        n = piece.numel()
        if n == 0:
            continue
        size, wide = piece.abs(), widened(piece)
        middle = wide.sum() / n
        wide = wide - middle
        numbers = [middle, torch.dot(wide, wide), size.min().to(wide)]
        if saturation is not None:
            numbers.append(((piece < saturation[0]) | (piece > saturation[1])).sum().to(wide))
        numbers = torch.stack(numbers).tolist()
        # Means and squared deviations of two sets of numbers, joined (Chan, Golub, LeVeque 1983).
        difference = numbers[0] - mean
        deviations += numbers[1] + difference * difference * count * n / (count + n)
        mean += difference * n / (count + n)
        count += n
        low, high = min(low, least), max(high, most)
        if numbers[2] == 0:
            zeros += n - int(torch.count_nonzero(size))
            numbers[2] = float(size.masked_fill_(size == 0, math.inf).min())
        smallest = min(smallest, numbers[2])
        saturated += numbers[3] if saturation is not None else 0
    if count == 0:
        return result
    variance = deviations / count
    result.update(mean=_number(mean), std=_number(math.sqrt(variance)), rms=_number(math.sqrt(variance + mean * mean)),
                  min=low, max=high, smallest=_number(smallest), largest=max(abs(low), abs(high)), zeros=zeros / count)
    result["histogram"] = {"from": low, "to": high, "counts": _histogram(tensor, low, high, count)}
    if saturation is not None:
        result["saturated"] = saturated / count
    if axis is not None and tensor.dim() > 1:
        result.update(_units(tensor, axis))
    return result


@torch.no_grad()
def has_constant_units(tensor, axis):
    """Returns whether every unit has one value in the whole batch, apart from zeros such as those of dropout. None
    where there is nothing to compare."""
    if tensor.dim() < 2 or not tensor.is_floating_point() or tensor.layout != torch.strided \
            or getattr(tensor, "is_nested", False):
        return None
    axis %= tensor.dim()
    others = [d for d in range(tensor.dim()) if d != axis]
    if tensor.numel() < 2 * tensor.shape[axis]:
        return None
    few = tensor   # which are enough for nearly all tensors
    for d in others:
        few = few.narrow(d, 0, min(4, few.shape[d]))
    return _is_single_valued(few, others) and _is_single_valued(tensor, others)


def _is_single_valued(tensor, others):
    tensor = tensor if tensor.dtype in (torch.float32, torch.float64) else tensor.float()
    low = tensor.masked_fill(tensor == 0, math.inf).amin(others)
    high = tensor.masked_fill(tensor == 0, -math.inf).amax(others)
    return bool((low >= high).all())


def _histogram(tensor, low, high, count):
    counts = torch.zeros(BINS, dtype=torch.int64, device=tensor.device)
    span = high - low
    if span == 0 or not math.isfinite(span):
        return [count] + [0] * (BINS - 1)
    for piece, _, _, _ in _chunks(tensor):
        if not piece.numel():
            continue
        if tensor.device.type == "cpu":
            counts += torch.histc(widened(piece), BINS, low, high).to(torch.int64)
        else:   # where histc depends on the order of work
            bins = ((piece - low) / span * BINS).to(torch.int64).clamp_(0, BINS - 1)
            counts += torch.bincount(bins, minlength=BINS)
    return counts.tolist()


def _units(tensor, axis):
    """Returns the fraction of units that are 0 for all samples, and of those that equal another one for all samples.
    Units that do not vary are not counted as equal."""
    axis %= tensor.dim()
    others = [d for d in range(tensor.dim()) if d != axis]
    numbers = tensor if tensor.dtype in (torch.float32, torch.float64) else tensor.float()
    low, high = torch.stack([numbers.amin(others), numbers.amax(others)]).tolist()
    units = len(low)
    result = {"dead": sum(a == b == 0 for a, b in zip(low, high)) / units}
    rows = tensor.numel() // units
    if rows < 2:
        return result
    same = {}   # equal units have equal extremes, which are few
    for unit, ends in enumerate(zip(low, high)):
        if ends[0] < ends[1]:
            same.setdefault(ends, []).append(unit)
    candidates = [unit for group in same.values() if len(group) > 1 for unit in group]
    equal = 0
    if candidates:
        chosen = tensor.index_select(axis, torch.tensor(candidates, device=tensor.device))
        equal = _equal(_hashes(chosen.movedim(axis, 0).reshape(len(candidates), rows)))
    result["equal_units"] = equal / units
    return result


def _equal(hashes):
    seen = {}
    for value in hashes:
        seen[value] = seen.get(value, 0) + 1
    return sum(times for times in seen.values() if times > 1)


def _hashes(matrix):
    """Returns a number for each row: equal for rows with the same bits, and different for others but by a chance of
    2^-64. Integers wrap around, so that the order of the sum does not matter."""
    rows, columns = matrix.shape
    generator = torch.Generator().manual_seed(1)
    factors = torch.randint(-2 ** 62, 2 ** 62, (columns,), generator=generator).mul_(2).add_(1).to(matrix.device)
    step = max(1, (1 << 20) // max(columns, 1))
    hashes = []
    for begin in range(0, rows, step):
        piece = matrix[begin:begin + step]
        if piece.is_floating_point():
            piece = (piece + 0).contiguous().view(_INTEGERS[piece.element_size()])   # -0 becomes 0
        total = torch.zeros(piece.shape[0], dtype=torch.int64, device=matrix.device)
        for left in range(0, columns, 1 << 20):
            total += (piece[:, left:left + (1 << 20)].to(torch.int64) * factors[left:left + (1 << 20)]).sum(1)
        hashes += total.tolist()
    return hashes


@torch.no_grad()
def equal_rows(tensor):
    """Returns the fraction of a matrix's rows that equal another row bit by bit, None for vectors."""
    tensor = plain(tensor)
    if tensor.dim() < 2 or tensor.numel() == 0:
        return None
    return _equal(_hashes(tensor.reshape(tensor.shape[0], -1))) / tensor.shape[0]


@torch.no_grad()
def singular_values(tensor, limit):
    """Returns the singular values of the matrix [shape[0], rest], largest first; None where there are more than
    `limit`, or the matrix is not finite."""
    tensor = plain(tensor)
    if tensor.dim() < 2 or tensor.numel() == 0:
        return None
    matrix = tensor.reshape(tensor.shape[0], -1)
    if min(matrix.shape) > limit:
        return None
    if matrix.shape[0] < matrix.shape[1]:   # LAPACK is faster for tall matrices
        matrix = matrix.t()
    # Many graphics processors are slow in float64, and some lack it.
    matrix = matrix.to(torch.float64 if matrix.device.type == "cpu" else torch.float32)
    if not bool(torch.isfinite(matrix).all()):
        return None
    if matrix.device.type == "mps":
        matrix = matrix.cpu()
    return torch.linalg.svdvals(matrix).tolist()
