# SPDX-License-Identifier: GPL-3.0-or-later
# Healthy checkpoints as libraries would save them at step 0, and safetensors files of them. Only numpy is needed.
import json
import math

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
    def __init__(self, seed, dtype="F32"):
        self.dtype = dtype   # of the file
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


def plain(draws, layers=5, width=64):
    """Of no family: matrices, some of which begin at 0, a head that is scaled by depth, norms, and a table."""
    t = {"table": draws.normal(300, width)}
    for i in range(layers):
        h = f"net.{i}."
        t |= {
            h + "norm.weight": ones(width),
            h + "inner.weight": draws.normal(2 * width, width),
            h + "inner.bias": zeros(2 * width),
            h + "outer.weight": draws.uniform(width, 2 * width, bound=0.1 / math.sqrt(2 * (i + 1))),
            h + "gate.weight": zeros(width, width),
            h + "last_norm.weight": zeros(width),
        }
    return t, {}


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
