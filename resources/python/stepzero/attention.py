# SPDX-License-Identifier: GPL-3.0-or-later
"""Statistics of attention: entropy, logits and the largest probability.

Logits are computed again in pieces, as the functions that models call do not return them.
"""
import math

import torch

from .statistics import plain, widened

_PIECE = 1 << 20   # logits at a time


class Sharpness:
    """Adds up statistics of logits [..., queries, keys]. A key is masked for a query if its logit lies 5000 or more
    below the query's largest one, so masks may use -inf, -1e9 or -10000."""

    def __init__(self, keys):
        self.keys = keys
        self.queries = 0
        self.entropy = self.uniform = self.top = 0.0
        self.logits = 0
        self.sum = self.squares = 0.0
        self.largest = -math.inf

    def add(self, logits):
        logits = widened(logits).reshape(-1, logits.shape[-1])
        logits = torch.nan_to_num(logits, nan=-math.inf, posinf=None, neginf=-math.inf)
        largest = logits.amax(-1, keepdim=True)
        # Queries whose keys are all masked attend to nothing.
        logits, largest = (t[largest[:, 0] > -math.inf] for t in (logits, largest))
        if logits.numel() == 0:
            return
        seen = logits > largest - 5000
        finite = torch.where(seen, logits, torch.zeros_like(logits))
        shifted = torch.where(seen, logits - largest, torch.full_like(logits, -math.inf))
        weights = shifted.exp()
        total = weights.sum(-1, keepdim=True)
        weights = weights / total
        # -sum p ln p = ln(total) - sum p (logit - largest)
        entropy = total.log()[:, 0] - (weights * torch.where(seen, shifted, torch.zeros_like(shifted))).sum(-1)
        numbers = torch.stack([entropy.sum(), seen.sum(-1).to(logits.dtype).log().sum(), weights.amax(-1).sum(),
                               seen.sum().to(logits.dtype), finite.sum(), (finite * finite).sum(), largest.max()])
        numbers = numbers.tolist()
        self.queries += logits.shape[0]
        self.entropy += numbers[0]
        self.uniform += numbers[1]
        self.top += numbers[2]
        self.logits += int(numbers[3])
        self.sum += numbers[4]
        self.squares += numbers[5]
        self.largest = max(self.largest, numbers[6])

    def result(self):
        if not self.queries:
            return {"keys": self.keys}
        mean = self.sum / self.logits
        return {"entropy": self.entropy / self.queries, "keys": self.keys,
                "entropy_uniform": self.uniform / self.queries,
                "logit_std": math.sqrt(max(self.squares / self.logits - mean * mean, 0)), "logit_max": self.largest,
                "top": self.top / self.queries}


@torch.no_grad()
def of_softmax(logits):
    """Returns the statistics of the logits that a softmax over the last dimension gets."""
    logits = plain(logits)
    rows = logits.reshape(-1, logits.shape[-1])
    result = Sharpness(logits.shape[-1])
    step = max(1, _PIECE // max(logits.shape[-1], 1))
    for begin in range(0, rows.shape[0], step):
        result.add(rows[begin:begin + step])
    return result.result()


@torch.no_grad()
def of_product(query, key, value=None, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """Returns the statistics of the logits of scaled_dot_product_attention, which has these arguments."""
    query, key = plain(query), plain(key)
    if query.dim() < 2 or key.dim() != query.dim():
        return {"keys": key.shape[-2]}
    if query.dim() > 3 and key.shape[-3] != query.shape[-3]:   # several heads of queries share a key
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
    queries, keys = query.shape[-2], key.shape[-2]
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    wide = torch.float64 if query.dtype == torch.float64 else torch.float32
    leading = torch.broadcast_shapes(query.shape[:-2], key.shape[:-2])
    query = query.expand(*leading, *query.shape[-2:]).reshape(-1, queries, query.shape[-1])
    key = key.expand(*leading, *key.shape[-2:]).reshape(-1, keys, key.shape[-1])
    if attn_mask is not None:
        mask = plain(attn_mask)
        mask = mask.expand(*mask.shape[:-2], queries, keys) if mask.dim() > 1 else mask.expand(queries, keys)
        # The index of the mask of each head of each sample.
        which = torch.arange(mask.shape[:-2].numel()).reshape(mask.shape[:-2]).expand(leading).reshape(-1)
        mask = mask.reshape(-1, queries, keys)
    result = Sharpness(keys)
    heads = max(1, _PIECE // max(queries * keys, 1))
    rows = max(1, _PIECE // max(keys, 1))
    for first in range(0, query.shape[0], heads):
        for begin in range(0, queries, rows):
            some = slice(first, first + heads), slice(begin, begin + rows)
            logits = query[some].to(wide) @ key[first:first + heads].to(wide).transpose(1, 2) * scale
            if attn_mask is not None:
                part = mask[which[some[0]].to(mask.device)][:, some[1]]
                logits = logits.masked_fill(~part, -math.inf) if part.dtype == torch.bool else logits + part.to(wide)
            if is_causal:
                at = torch.arange(begin, begin + logits.shape[1], device=logits.device)
                logits = logits.masked_fill(torch.arange(keys, device=logits.device) > at[:, None], -math.inf)
            result.add(logits)
    return result.result()
