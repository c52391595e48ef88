# SPDX-License-Identifier: GPL-3.0-or-later
# Checkpoints as libraries would save them at step 0, healthy or with a known fault, as safetensors files.
#
#   made_checkpoints.py FOLDER CASE[:DTYPE[:SEED]] …     writes FOLDER/CASE-DTYPE-SEED/{model.safetensors,config.json}
#
# DTYPE: F32 (default), BF16, F16. Only numpy is needed.
import json
import math
import os
import sys

import numpy as np


def bf16_bits(a):
    bits = np.ascontiguousarray(a, dtype=np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def save(path, tensors, dtype):
    header, blobs, offset = {"__metadata__": {"format": "pt"}}, [], 0
    for name, a in tensors.items():
        kind = dtype
        if dtype == "BF16":
            data = bf16_bits(a).tobytes()
        elif dtype == "F16":
            data = a.astype(np.float16).tobytes()
        else:
            data = a.astype(np.float32).tobytes()
        header[name] = {"dtype": kind, "shape": list(a.shape), "data_offsets": [offset, offset + len(data)]}
        offset += len(data)
        blobs.append(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(len(text).to_bytes(8, "little") + text)
        for data in blobs:
            f.write(data)


class Draws:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def normal(self, *shape, std=0.02):
        return self.rng.standard_normal(shape).astype(np.float32) * np.float32(std)

    def truncated(self, *shape, std=0.02, at=2.0):
        """Cut at `at` standard deviations of the law before it was cut, as PyTorch's trunc_normal_."""
        a = self.rng.standard_normal(shape)
        while True:
            out = np.abs(a) > at
            if not out.any():
                return (a * std).astype(np.float32)
            a[out] = self.rng.standard_normal(int(out.sum()))

    def uniform(self, *shape, bound):
        return self.rng.uniform(-bound, bound, shape).astype(np.float32)


def ones(*shape):
    return np.ones(shape, np.float32)


def zeros(*shape):
    return np.zeros(shape, np.float32)


# ---- families ----------------------------------------------------------------------------------------------


def gpt2(draws, layers=4, width=96, vocabulary=500, positions=64, std=0.02):
    t = {"wte.weight": draws.normal(vocabulary, width, std=std), "wpe.weight": draws.normal(positions, width, std=std)}
    out = std / math.sqrt(2 * layers)
    for i in range(layers):
        h = f"h.{i}."
        t |= {
            h + "ln_1.weight": ones(width),
            h + "ln_1.bias": zeros(width),
            h + "attn.c_attn.weight": draws.normal(width, 3 * width, std=std),
            h + "attn.c_attn.bias": zeros(3 * width),
            h + "attn.c_proj.weight": draws.normal(width, width, std=out),
            h + "attn.c_proj.bias": zeros(width),
            h + "ln_2.weight": ones(width),
            h + "ln_2.bias": zeros(width),
            h + "mlp.c_fc.weight": draws.normal(width, 4 * width, std=std),
            h + "mlp.c_fc.bias": zeros(4 * width),
            h + "mlp.c_proj.weight": draws.normal(4 * width, width, std=out),
            h + "mlp.c_proj.bias": zeros(width),
        }
    t |= {"ln_f.weight": ones(width), "ln_f.bias": zeros(width)}
    config = {
        "model_type": "gpt2",
        "n_layer": layers,
        "n_embd": width,
        "n_head": 4,
        "vocab_size": vocabulary,
        "n_positions": positions,
        "initializer_range": std,
    }
    return t, config


def llama(draws, layers=4, width=96, vocabulary=400, kv=48, hidden=256, std=0.02, padding=None):
    t = {"model.embed_tokens.weight": draws.normal(vocabulary, width, std=std)}
    for i in range(layers):
        h = f"model.layers.{i}."
        t |= {
            h + "self_attn.q_proj.weight": draws.normal(width, width, std=std),
            h + "self_attn.k_proj.weight": draws.normal(kv, width, std=std),
            h + "self_attn.v_proj.weight": draws.normal(kv, width, std=std),
            h + "self_attn.o_proj.weight": draws.normal(width, width, std=std),
            h + "mlp.gate_proj.weight": draws.normal(hidden, width, std=std),
            h + "mlp.up_proj.weight": draws.normal(hidden, width, std=std),
            h + "mlp.down_proj.weight": draws.normal(width, hidden, std=std),
            h + "input_layernorm.weight": ones(width),
            h + "post_attention_layernorm.weight": ones(width),
        }
    t |= {"model.norm.weight": ones(width), "lm_head.weight": draws.normal(vocabulary, width, std=std)}
    config = {
        "model_type": "llama",
        "num_hidden_layers": layers,
        "hidden_size": width,
        "intermediate_size": hidden,
        "num_attention_heads": 8,
        "num_key_value_heads": 4,
        "vocab_size": vocabulary,
        "initializer_range": std,
        "tie_word_embeddings": False,
    }
    if padding is not None:
        t["model.embed_tokens.weight"][padding] = 0
        config["pad_token_id"] = padding
    return t, config


def bert(draws, layers=3, width=96, vocabulary=450, std=0.02, cut=False):
    draw = (lambda *s: draws.truncated(*s, std=std)) if cut else (lambda *s: draws.normal(*s, std=std))
    e = "bert.embeddings."
    t = {
        e + "word_embeddings.weight": draw(vocabulary, width),
        e + "position_embeddings.weight": draw(64, width),
        e + "token_type_embeddings.weight": draw(2, width),
        e + "LayerNorm.weight": ones(width),
        e + "LayerNorm.bias": zeros(width),
    }
    if not cut:
        t[e + "word_embeddings.weight"][0] = 0
    for i in range(layers):
        h = f"bert.encoder.layer.{i}."
        for name, rows, columns in [
            ("attention.self.query", width, width),
            ("attention.self.key", width, width),
            ("attention.self.value", width, width),
            ("attention.output.dense", width, width),
            ("intermediate.dense", 4 * width, width),
            ("output.dense", width, 4 * width),
        ]:
            t[h + name + ".weight"] = draw(rows, columns)
            t[h + name + ".bias"] = zeros(rows)
        for name in ["attention.output.LayerNorm", "output.LayerNorm"]:
            t[h + name + ".weight"] = ones(width)
            t[h + name + ".bias"] = zeros(width)
    t["bert.pooler.dense.weight"] = draw(width, width)
    t["bert.pooler.dense.bias"] = zeros(width)
    config = {
        "model_type": "bert",
        "num_hidden_layers": layers,
        "hidden_size": width,
        "num_attention_heads": 8,
        "intermediate_size": 4 * width,
        "vocab_size": vocabulary,
        "initializer_range": std,
        "pad_token_id": 0 if not cut else None,
    }
    return t, {k: v for k, v in config.items() if v is not None}


def resnet(draws, classes=100):
    def conv(out, inner, k):
        return draws.normal(out, inner, k, k, std=math.sqrt(2 / (out * k * k)))

    def norm(name, n):
        return {
            name + ".weight": ones(n),
            name + ".bias": zeros(n),
            name + ".running_mean": zeros(n),
            name + ".running_var": ones(n),
        }

    t = {"conv1.weight": conv(64, 3, 7)} | norm("bn1", 64)
    inner = 64
    for stage, channels in enumerate([64, 128], 1):
        for block in range(2):
            h = f"layer{stage}.{block}."
            t[h + "conv1.weight"] = conv(channels, inner, 3)
            t |= norm(h + "bn1", channels)
            t[h + "conv2.weight"] = conv(channels, channels, 3)
            t |= norm(h + "bn2", channels)
            if inner != channels:
                t[h + "downsample.0.weight"] = conv(channels, inner, 1)
                t |= norm(h + "downsample.1", channels)
            inner = channels
    bound = 1 / math.sqrt(inner)
    t |= {"fc.weight": draws.uniform(classes, inner, bound=bound), "fc.bias": draws.uniform(classes, bound=bound)}
    return t, {}


def mamba(draws, layers=4, width=64, vocabulary=300, state=16):
    inner, rank = 2 * width, math.ceil(width / 16)
    t = {"backbone.embedding.weight": draws.normal(vocabulary, width)}
    for i in range(layers):
        h = f"backbone.layers.{i}."
        m = h + "mixer."
        dt = np.exp(draws.rng.uniform(math.log(0.001), math.log(0.1), inner)).clip(1e-4)
        t |= {
            h + "norm.weight": ones(width),
            m + "in_proj.weight": draws.uniform(2 * inner, width, bound=1 / math.sqrt(width)),
            m + "conv1d.weight": draws.uniform(inner, 1, 4, bound=0.5),
            m + "conv1d.bias": draws.uniform(inner, bound=0.5),
            m + "x_proj.weight": draws.uniform(rank + 2 * state, inner, bound=1 / math.sqrt(inner)),
            m + "dt_proj.weight": draws.uniform(inner, rank, bound=rank**-0.5),
            m + "dt_proj.bias": (dt + np.log(-np.expm1(-dt))).astype(np.float32),
            m + "A_log": np.log(np.tile(np.arange(1, state + 1), (inner, 1))).astype(np.float32),
            m + "D": ones(inner),
            m + "out_proj.weight": draws.uniform(width, inner, bound=1 / math.sqrt(inner) / math.sqrt(layers)),
        }
    t["backbone.norm_f.weight"] = ones(width)
    return t, {"d_model": width, "n_layer": layers, "vocab_size": vocabulary, "ssm_cfg": {}}


def adapter(draws, layers=3, width=96, rank=8):
    t = {}
    for i in range(layers):
        for role in ["q_proj", "v_proj"]:
            h = f"base_model.model.model.layers.{i}.self_attn.{role}."
            bound = 1 / math.sqrt(width)   # kaiming_uniform, a = √5
            t[h + "lora_A.weight"] = draws.uniform(rank, width, bound=bound)
            t[h + "lora_B.weight"] = zeros(width, rank)
    return t, {}


def trained(draws):
    """A GPT-2 as training leaves one: weights moved along a few directions, rows of unequal length."""
    t, config = gpt2(draws)
    for name, a in t.items():
        if a.ndim == 2:
            u, v = draws.rng.standard_normal((a.shape[0], 3)), draws.rng.standard_normal((3, a.shape[1]))
            a += (u @ v * 0.02).astype(np.float32)
            a *= np.exp(0.4 * draws.rng.standard_normal((a.shape[0], 1))).astype(np.float32)
        else:
            a += 0.05 * draws.rng.standard_normal(a.shape).astype(np.float32)
    return t, config


# ---- faults ------------------------------------------------------------------------------------------------


def scaled(t, ending, factor):
    for name in t:
        if name.endswith(ending):
            t[name] = t[name] * np.float32(factor)


def gpt2_unscaled(draws):
    t, config = gpt2(draws)
    scaled(t, "c_proj.weight", math.sqrt(8))
    return t, config


def llama_scaled(draws):
    """With the depth scaling that OLMo's and llama2.c's authors meant: on o_proj and down_proj."""
    t, config = llama(draws)
    for ending in ["o_proj.weight", "down_proj.weight"]:
        scaled(t, ending, 1 / math.sqrt(8))
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


def table_zeros(draws):
    t, config = llama(draws)
    t["model.embed_tokens.weight"][:] = 0
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


def not_finite(draws):
    t, config = gpt2(draws)
    t["h.1.mlp.c_fc.weight"][3, 5] = np.nan
    return t, config


def layers_equal(draws):
    t, config = llama(draws)
    t["model.layers.1.mlp.up_proj.weight"] = t["model.layers.3.mlp.up_proj.weight"].copy()
    return t, config


def mean_shifted(draws):
    t, config = gpt2(draws)
    t["h.1.mlp.c_fc.weight"] += np.float32(0.2 * 0.02)
    return t, config


def low_rank(draws):
    """One matrix of rank 4, of the recipe's σ."""
    t, config = llama(draws)
    name = "model.layers.1.self_attn.q_proj.weight"
    a = draws.rng.standard_normal((96, 4)) @ draws.rng.standard_normal((4, 96))
    t[name] = (0.01 * a).astype(np.float32)
    return t, config


def long_row(draws):
    t, config = llama(draws)
    t["model.layers.1.mlp.up_proj.weight"][7] *= 100
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


def twin_units(draws):
    """A hundred units have the weights of others, in columns of [in, out]."""
    t, config = gpt2(draws)
    a = t["h.2.mlp.c_fc.weight"]
    a[:, 100:200] = a[:, :100]
    return t, config


def dead_units(draws):
    t, config = gpt2(draws)
    t["h.2.mlp.c_fc.weight"][:, 50:57] = 0
    return t, config


def dead_inputs(draws):
    t, config = llama(draws)
    t["model.layers.2.mlp.up_proj.weight"][:, 50:57] = 0
    return t, config


def other_law(draws):
    t, config = llama(draws)
    for i in range(4):
        h = f"model.layers.{i}.self_attn.o_proj.weight"
        t[h] = draws.uniform(*t[h].shape, bound=0.02 * math.sqrt(3))
    return t, config


def main():
    folder = sys.argv[1]
    for case in sys.argv[2:]:
        name, dtype, seed = (case.split(":") + ["F32", "1"])[:3] if case.count(":") == 0 else (
            case.split(":") + ["1"])[:3]
        tensors, config = globals()[name](Draws(int(seed)))
        path = os.path.join(folder, f"{name}-{dtype}-{seed}")
        os.makedirs(path, exist_ok=True)
        save(os.path.join(path, "model.safetensors"), tensors, dtype)
        if config:
            with open(os.path.join(path, "config.json"), "w") as f:
                json.dump(config, f)


if __name__ == "__main__":
    main()
