# SPDX-License-Identifier: GPL-3.0-or-later
# Models as Hugging Face's transformers have them, in a few lines of PyTorch, float64: written as checkpoints with
# weights like those of trained models (no gain is 1, no bias 0), with token ids and the logits that the model gives.
#
# usage: weights_in_torch.py FOLDER      writes FOLDER/LAYOUT for gpt2, gpt2_bin, llama, qwen2, qwen3 and bert
import json
import math
import os
import sys

import numpy as np
import torch
from torch.nn import functional as F

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from made_checkpoints import save

torch.manual_seed(7)
LAYERS, WIDTH, HEADS, INNER, VOCABULARY, CONTEXT, SEQUENCES, TOKENS = 3, 48, 4, 80, 101, 40, 3, 17
tensors = {}


def make(name, *shape, std=0.15, mean=0.0):
    tensors[name] = (mean + std * torch.randn(*shape, dtype=torch.float64)).float().double()
    return tensors[name]


def gain(name, size=WIDTH):
    return make(name, size, std=0.3, mean=1.2)


def bias(name, size):
    return make(name, size, std=0.1, mean=0.05)


def layer_norm(name, epsilon, suffixes=(".weight", ".bias")):
    g, b = gain(name + suffixes[0]), bias(name + suffixes[1], WIDTH)
    return lambda x: F.layer_norm(x, (WIDTH,), g, b, epsilon)


def rms_norm(name, epsilon, size=WIDTH):
    g = gain(name, size)
    return lambda x: x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon) * g


def linear(name, rows, columns, biased, conv1d=False):
    w = make(name + ".weight", *((columns, rows) if conv1d else (rows, columns)))
    b = bias(name + ".bias", rows) if biased else 0
    return lambda x: (x @ w if conv1d else x @ w.T) + b


def heads(x, count):
    return x.unflatten(-1, (count, -1)).transpose(1, 2)


def attend(q, k, v, causal):
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if causal:
        scores = scores.masked_fill(torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1), -torch.inf)
    return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)


def rotate(x, base):
    half = x.shape[-1] // 2
    angle = torch.outer(torch.arange(TOKENS).double(), base ** (-torch.arange(half).double() / half))
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], -1)


def gpt2(ids, prefix):
    embedding, position = make(prefix + "wte.weight", VOCABULARY, WIDTH), make(prefix + "wpe.weight", CONTEXT, WIDTH)
    x = embedding[ids] + position[:TOKENS]
    for i in range(LAYERS):
        name = f"{prefix}h.{i}."
        y = layer_norm(name + "ln_1", 1e-5)(x)
        q, k, v = linear(name + "attn.c_attn", 3 * WIDTH, WIDTH, True, True)(y).split(WIDTH, -1)
        y = attend(heads(q, HEADS), heads(k, HEADS), heads(v, HEADS), True)
        x = x + linear(name + "attn.c_proj", WIDTH, WIDTH, True, True)(y)
        y = linear(name + "mlp.c_fc", INNER, WIDTH, True, True)(layer_norm(name + "ln_2", 1e-5)(x))
        x = x + linear(name + "mlp.c_proj", WIDTH, INNER, True, True)(F.gelu(y, approximate="tanh"))
    config = {"model_type": "gpt2", "n_layer": LAYERS, "n_embd": WIDTH, "n_head": HEADS, "vocab_size": VOCABULARY,
              "n_positions": CONTEXT, "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5}
    return layer_norm(prefix + "ln_f", 1e-5)(x) @ embedding.T, config


def llama(ids, kind):
    narrow, base, epsilon, width = 2, 5000.0, 1e-6, WIDTH // HEADS
    x = make("model.embed_tokens.weight", VOCABULARY, WIDTH)[ids]
    for i in range(LAYERS):
        name = f"model.layers.{i}."
        y = rms_norm(name + "input_layernorm.weight", epsilon)(x)
        q, k, v = (heads(linear(name + f"self_attn.{r}_proj", c * width, WIDTH, kind == "qwen2")(y), c)
                   for r, c in (("q", HEADS), ("k", narrow), ("v", narrow)))
        if kind == "qwen3":
            q = rms_norm(name + "self_attn.q_norm.weight", epsilon, width)(q)
            k = rms_norm(name + "self_attn.k_norm.weight", epsilon, width)(k)
        q, k = rotate(q, base), rotate(k, base)
        k, v = (t.repeat_interleave(HEADS // narrow, 1) for t in (k, v))
        x = x + linear(name + "self_attn.o_proj", WIDTH, WIDTH, False)(attend(q, k, v, True))
        y = rms_norm(name + "post_attention_layernorm.weight", epsilon)(x)
        y = F.silu(linear(name + "mlp.gate_proj", INNER, WIDTH, False)(y)) * linear(name + "mlp.up_proj", INNER, WIDTH, False)(y)
        x = x + linear(name + "mlp.down_proj", WIDTH, INNER, False)(y)
    config = {"model_type": kind, "num_hidden_layers": LAYERS, "hidden_size": WIDTH, "num_attention_heads": HEADS,
              "num_key_value_heads": narrow, "intermediate_size": INNER, "vocab_size": VOCABULARY, "rope_theta": base,
              "rms_norm_eps": epsilon, "hidden_act": "silu", "tie_word_embeddings": False, "head_dim": width,
              "max_position_embeddings": CONTEXT}
    return linear("lm_head", VOCABULARY, WIDTH, False)(rms_norm("model.norm.weight", epsilon)(x)), config


def bert(ids):
    epsilon = 1e-12
    embedding = make("bert.embeddings.word_embeddings.weight", VOCABULARY, WIDTH)
    position = make("bert.embeddings.position_embeddings.weight", CONTEXT, WIDTH)
    kinds = make("bert.embeddings.token_type_embeddings.weight", 2, WIDTH)
    x = layer_norm("bert.embeddings.LayerNorm", epsilon)(embedding[ids] + position[:TOKENS] + kinds[0])
    for i in range(LAYERS):
        name = f"bert.encoder.layer.{i}."
        q, k, v = (heads(linear(name + "attention.self." + r, WIDTH, WIDTH, True)(x), HEADS) for r in ("query", "key", "value"))
        y = linear(name + "attention.output.dense", WIDTH, WIDTH, True)(attend(q, k, v, False))
        x = layer_norm(name + "attention.output.LayerNorm", epsilon)(x + y)
        y = F.gelu(linear(name + "intermediate.dense", INNER, WIDTH, True)(x))
        x = layer_norm(name + "output.LayerNorm", epsilon)(x + linear(name + "output.dense", WIDTH, INNER, True)(y))
    linear("bert.pooler.dense", WIDTH, WIDTH, True)
    config = {"model_type": "bert", "num_hidden_layers": LAYERS, "hidden_size": WIDTH, "num_attention_heads": HEADS,
              "intermediate_size": INNER, "vocab_size": VOCABULARY, "hidden_act": "gelu", "layer_norm_eps": epsilon,
              "max_position_embeddings": CONTEXT}
    return x @ embedding.T, config


layouts = {"gpt2": lambda ids: gpt2(ids, "transformer."), "gpt2_bin": lambda ids: gpt2(ids, ""), "bert": bert,
           **{kind: lambda ids, kind=kind: llama(ids, kind) for kind in ("llama", "qwen2", "qwen3")}}
for layout, model in layouts.items():
    folder = os.path.join(sys.argv[1], layout)
    os.makedirs(folder)
    tensors.clear()
    ids = torch.randint(VOCABULARY, (SEQUENCES, TOKENS + 1))
    logits, config = model(ids[:, :TOKENS])
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(config, file)
    np.save(os.path.join(folder, "ids.npy"), ids.numpy().astype(np.float32))
    np.save(os.path.join(folder, "logits.npy"), logits.flatten(0, 1).numpy())
    if layout == "gpt2_bin":
        torch.save({name: t.float() for name, t in tensors.items()}, os.path.join(folder, "pytorch_model.bin"))
    else:
        save(os.path.join(folder, "model.safetensors"), {name: t.numpy() for name, t in tensors.items()}, "F32")
