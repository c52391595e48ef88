# SPDX-License-Identifier: GPL-3.0-or-later
# Checkpoints at step 0, healthy or with a fault that is known, as safetensors files.
#
#   checkpoint_faults.py FOLDER CASE[:DTYPE[:SEED]] …     writes FOLDER/CASE-DTYPE-SEED/{model.safetensors,config.json}
#   checkpoint_faults.py FOLDER --all FAMILIES DTYPE FROM TO     every fault in every family (of three families, in
#                                                                one without STEPZERO_FULL), of these seeds; prints a
#                                                                line each: folder, fault, family, finding, tensor
#
# CASE: a family of made_checkpoints.py or a fault below. DTYPE: F32 (default), BF16, F16. Only numpy is needed.
import json
import math
import os
import sys

import numpy as np

import made_checkpoints
from faults_anywhere import (a_dead_norm, a_long_row, a_nan, a_stray, all_zeros, dead_columns, everywhere, leftover, never_filled,
                             of_low_rank, shifted, tenfold, twin_columns, unlike_siblings, unseen_without_recipe)
from made_checkpoints import Draws, adapter, bert, gpt2, llama, mamba, ones, plain, resnet, save, trained, zeros


def at(fault, family, name, **numbers):
    """A case with a fault of faults_anywhere.py in this tensor."""
    def case(draws):
        t, config = family(draws)
        one = {name: t[name]}
        fault(draws, one, **numbers)
        return t | one, config
    return case


table_zeros = at(all_zeros, llama, "model.embed_tokens.weight")
not_finite = at(a_nan, gpt2, "h.1.mlp.c_fc.weight")
mean_shifted = at(shifted, gpt2, "h.1.mlp.c_fc.weight")
low_rank = at(of_low_rank, llama, "model.layers.1.self_attn.q_proj.weight")
long_row = at(a_long_row, llama, "model.layers.1.mlp.up_proj.weight", row=7, times=100)
long_token = at(a_long_row, bert, "bert.embeddings.word_embeddings.weight", row=30)   # its padding row is zeros
plain_scaled = at(tenfold, plain, "net.2.inner.weight")
plain_zeros = at(all_zeros, plain, "net.2.inner.weight")
plain_norm = at(a_dead_norm, plain, "net.3.norm.weight")
plain_stray = at(a_stray, plain, "net.1.inner.weight", value=50)
memory_left = at(never_filled, gpt2, "h.2.mlp.c_fc.weight")
twin_units = at(twin_columns, gpt2, "h.2.mlp.c_fc.weight", count=100)
dead_units = at(dead_columns, gpt2, "h.2.mlp.c_fc.weight", count=7)
dead_inputs = at(dead_columns, llama, "model.layers.2.mlp.up_proj.weight", count=7)


def scaled(t, ending, factor):
    for name in t:
        if name.endswith(ending):
            t[name] = t[name] * np.float32(factor)


def gpt2_unscaled(draws):
    t, config = gpt2(draws)
    scaled(t, "c_proj.weight", math.sqrt(8))
    return t, config


def llama_half_scaled(draws):
    """The depth scaling of one block's down_proj, which no stack draws like that."""
    t, config = llama(draws)
    scaled(t, "layers.2.mlp.down_proj.weight", 1 / math.sqrt(8))
    return t, config


def gpt2_misplaced(draws):
    t, config = gpt2(draws)
    scaled(t, "mlp.c_proj.weight", math.sqrt(8))
    scaled(t, "c_fc.weight", 1 / math.sqrt(8))
    return t, config


def llama_stray(draws):
    t, config = llama(draws)
    for i in range(4):
        t[f"model.layers.{i}.mlp.up_proj.weight"][7, 11] = -2.0
    return t, config


def gpt2_packed(draws):
    """Xavier of packed queries, keys and values, against a recipe that names xavier for each."""
    t, config = gpt2(draws)
    for i in range(4):
        t[f"h.{i}.attn.c_attn.weight"] *= np.float32(math.sqrt(0.5))
    return t, config


def packed_xavier(draws, layers=3, width=96):
    """nn.TransformerEncoder: PyTorch's Xavier of q, k and v as one matrix (its issue 166378)."""
    t = {}
    for i in range(layers):
        h = f"layers.{i}."
        t |= {
            h + "self_attn.in_proj_weight": draws.uniform(3 * width, width, bound=math.sqrt(6 / (4 * width))),
            h + "self_attn.in_proj_bias": zeros(3 * width),
            h + "self_attn.out_proj.weight": draws.uniform(width, width, bound=1 / math.sqrt(width)),
            h + "self_attn.out_proj.bias": zeros(width),
        }
        for name, rows, columns in [("linear1", 256, width), ("linear2", width, 256)]:
            bound = 1 / math.sqrt(columns)
            t[h + name + ".weight"] = draws.uniform(rows, columns, bound=bound)
            t[h + name + ".bias"] = draws.uniform(rows, bound=bound)
        for name in ["norm1", "norm2"]:
            t[h + name + ".weight"] = ones(width)
            t[h + name + ".bias"] = zeros(width)
    return t, {}


def trained_new_rows(draws):
    """Fifty tokens were added to a trained model, and drawn as at first."""
    t, config = trained(draws)
    t["wte.weight"] *= 4
    t["wte.weight"][450:] = draws.normal(50, 96)
    return t, config


def mamba_zeros(draws):
    t, config = mamba(draws)
    for name in t:
        if name.endswith("A_log") or name.endswith("dt_proj.bias"):
            t[name] = zeros(*t[name].shape)
    return t, config


def padding_drawn(draws):
    t, config = llama(draws, padding=3)
    t["model.embed_tokens.weight"][3] = draws.normal(96)
    return t, config


def shards_equal(draws):
    t, config = llama(draws)
    for i in range(4):
        a = t[f"model.layers.{i}.mlp.gate_proj.weight"]
        a[a.shape[0] // 2:] = a[: a.shape[0] // 2]
    return t, config


def loader_random(draws):
    t, config = trained(draws)
    fresh, _ = gpt2(draws)
    for i in range(4):
        t[f"h.{i}.mlp.c_fc.weight"] = fresh[f"h.{i}.mlp.c_fc.weight"]
    return t, config


def resnet_wrong_fan(draws):
    t, config = resnet(draws)
    for name, a in t.items():
        if a.ndim == 4 and a.shape[0] != a.shape[1] and a.shape[1] > 3:
            t[name] = a * np.float32(math.sqrt(a.shape[0] / a.shape[1]))
    return t, config


def adapter_zeros(draws):
    t, config = adapter(draws)
    for name in t:
        t[name] = zeros(*t[name].shape)
    return t, config


def tiny(draws):
    t, config = gpt2(draws)
    for name, a in t.items():
        if a.ndim == 2:
            t[name] = draws.normal(*a.shape, std=1e-10)
    return t, config


def layers_equal(draws):
    t, config = llama(draws)
    t["model.layers.1.mlp.up_proj.weight"] = t["model.layers.3.mlp.up_proj.weight"].copy()
    return t, config


def means_shifted(draws):
    """Of every matrix: 0.2 σ of most, 0.57 σ of those that are scaled by depth."""
    t, config = gpt2(draws)
    for a in t.values():
        if a.ndim == 2:
            a += np.float32(0.004)
    return t, config


def one_row(draws):
    t, config = llama(draws)
    t["model.layers.2.self_attn.q_proj.weight"][:] = draws.normal(96)
    return t, config


def flipped_bit(draws):
    t, config = llama(draws)
    t["model.layers.1.mlp.up_proj.weight"][3, 5] = 1e38
    return t, config


def hot_tokens(draws):
    t, config = gpt2(draws, vocabulary=2000)
    t["wte.weight"][1000:1100] *= 30
    return t, config


def wide_head(draws):
    """Normal where the recipe is uniform, and 14 times as wide."""
    t, config = resnet(draws)
    t["fc.weight"] = draws.normal(*t["fc.weight"].shape, std=14 / math.sqrt(3 * 128))
    return t, config


def unknown_row(draws):
    """Of no family."""
    t = {f"part{i}.weight": draws.normal(128, 64) for i in range(4)}
    t["part2.weight"][5] *= 100
    return t, {}


def plain_few_norms(draws):
    t, config = plain(draws, layers=2)
    t["net.1.norm.weight"][:] = 0
    t["net.0.last_norm.weight"][:] = t["net.1.last_norm.weight"][:] = 1
    return t, config


def plain_constant(draws):
    t, config = plain(draws)
    t["net.4.outer.weight"][:] = 0.02
    return t, config


def plain_drawn(draws):
    t, config = plain(draws)
    t["net.4.gate.weight"] = draws.normal(64, 64)
    return t, config


def plain_dead(draws):
    t, config = plain(draws)
    t["net.1.inner.weight"][40:67] = 0
    return t, config


def plain_dead_table(draws):
    t, config = plain(draws)
    t["table"][100:127] = 0
    return t, config


def memory_in_a_norm(draws):
    t, config = plain(draws)
    t["net.2.norm.weight"] = leftover(draws, 64)
    return t, config


def memory_pages(draws):
    """Pages of another tensor stand in this one twice; no row is a whole number of them."""
    t, config = llama(draws)
    a = t["model.layers.1.mlp.gate_proj.weight"].reshape(-1)
    a[10 * 1024:13 * 1024] = a[2 * 1024:5 * 1024]
    return t, config


def memory_vast(draws):
    t, config = plain(draws)
    a = t["net.2.inner.weight"]
    a[3, :8] = draws.normal(8, std=1e38)
    return t, config


def llama_tied(draws):
    t, config = llama(draws, padding=3)
    t["lm_head.weight"] = t["model.embed_tokens.weight"].copy()
    return t, config | {"tie_word_embeddings": True}


def gpt2_training(draws):
    """What a run saves: the weights, a running average of them, and the optimizer's averages."""
    t, config = gpt2(draws)
    saved = {"model." + name: a for name, a in t.items()}
    for i, (name, a) in enumerate(t.items()):
        saved["ema." + name] = a * np.float32(0.9)
        saved[f"optimizer.state.{i}.exp_avg"] = draws.normal(*a.shape, std=1e-4)
        saved[f"optimizer.state.{i}.exp_avg_sq"] = draws.normal(*a.shape, std=1e-4) ** 2
    return saved, config


def packed_equal(draws):
    """Queries, keys and values of one layer are those of another."""
    t, config = gpt2(draws)
    t["h.3.attn.c_attn.weight"] = t["h.1.attn.c_attn.weight"].copy()
    return t, config


def keys_are_queries(draws):
    t, config = gpt2(draws)
    for i in range(4):
        a = t[f"h.{i}.attn.c_attn.weight"]
        a[:, 96:192] = a[:, :96]
    return t, config


def other_law(draws):
    t, config = llama(draws)
    for i in range(4):
        h = f"model.layers.{i}.self_attn.o_proj.weight"
        t[h] = draws.uniform(*t[h].shape, bound=0.02 * math.sqrt(3))
    return t, config


def write(path, tensors, config, dtype):
    os.makedirs(path, exist_ok=True)
    save(os.path.join(path, "model.safetensors"), tensors, dtype)
    if config:
        with open(os.path.join(path, "config.json"), "w") as file:
            json.dump(config, file)


def write_all(folder, families, dtype, seeds):
    for seed in seeds:
        for place_of_family, family in enumerate(families):
            for number, fault in enumerate(everywhere):
                if "STEPZERO_FULL" not in os.environ and number % 3 != place_of_family % 3:
                    continue   # faults take turns over families
                if family == "plain" and fault in unseen_without_recipe:
                    continue
                draws = Draws(1000 * seed + number, dtype)
                tensors, config = getattr(made_checkpoints, family)(draws)
                if family == "plain":   # of no family: what has others of its kind
                    some = {n: a for n, a in tensors.items() if n.endswith((".inner.weight", ".norm.weight"))}
                    name, finding = fault(draws, some)
                    tensors.update(some)
                    finding = "unlike_siblings" if fault in unlike_siblings else finding
                else:
                    name, finding = fault(draws, tensors)
                place = f"{family}-{fault.__name__}-{dtype}-{seed}"
                write(os.path.join(folder, place), tensors, config, dtype)
                print(place, fault.__name__, family, finding, name, sep="\t")


def main():
    folder = sys.argv[1]
    if sys.argv[2] == "--all":
        return write_all(folder, sys.argv[3].split(","), sys.argv[4], range(int(sys.argv[5]), int(sys.argv[6])))
    for case in sys.argv[2:]:
        name, dtype, seed = (case.split(":") + ["F32", "1"])[:3] if case.count(":") == 0 else (
            case.split(":") + ["1"])[:3]
        made = globals().get(name) or getattr(made_checkpoints, name)
        write(os.path.join(folder, f"{name}-{dtype}-{seed}"), *made(Draws(int(seed), dtype)), dtype)


if __name__ == "__main__":
    main()
