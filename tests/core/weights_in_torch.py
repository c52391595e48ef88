# SPDX-License-Identifier: GPL-3.0-or-later
# Models as Hugging Face's transformers and timm have them, in a few lines of PyTorch, float64: written as checkpoints with
# weights like those of trained models (no gain is 1, no bias 0), with token ids or images and the logits that the model gives.
#
# usage: weights_in_torch.py FOLDER      writes FOLDER/LAYOUT for each of the layouts at its end
import json
import math
import os
import sys

import numpy as np
import torch
from torch.nn import functional as F

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


def linear(name, rows, columns, biased, conv1d=False):
    w = make(name + ".weight", *((columns, rows) if conv1d else (rows, columns)))
    b = bias(name + ".bias", rows) if biased else 0
    return lambda x: (x @ w if conv1d else x @ w.T) + b


def heads(x, count):
    return x.unflatten(-1, (count, -1)).transpose(1, 2)


def attend(q, k, v, causal, scale=None, cap=0):
    scores = q @ k.transpose(-1, -2) * (scale or 1 / math.sqrt(q.shape[-1]))
    scores = cap * torch.tanh(scores / cap) if cap else scores
    if causal:
        scores = scores.masked_fill(torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1), -torch.inf)
    return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)


def llama3_scaled(frequency, rope):   # transformers, modeling_rope_utils.py
    length, old, factor = 2 * math.pi / frequency, rope["original_max_position_embeddings"], rope["factor"]
    smooth = (old / length - rope["low_freq_factor"]) / (rope["high_freq_factor"] - rope["low_freq_factor"])
    between = (1 - smooth) * frequency / factor + smooth * frequency
    scaled = torch.where(length > old / rope["low_freq_factor"], frequency / factor, frequency)
    medium = (length >= old / rope["high_freq_factor"]) & (length <= old / rope["low_freq_factor"])
    return torch.where(medium, between, scaled)


def rotate(x, base, share=1, rope=None):
    turned = int(x.shape[-1] * share)
    x, rest = x[..., :turned], x[..., turned:]
    half = turned // 2
    frequency = base ** (-torch.arange(half).double() / half)
    if rope:
        frequency = llama3_scaled(frequency, rope) if rope["rope_type"] == "llama3" else frequency / rope["factor"]
    angle = torch.outer(torch.arange(TOKENS).double(), frequency)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin(), rest], -1)


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


ROPES = {"llama3": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                    "original_max_position_embeddings": 64},
         "linear": {"type": "linear", "rope_type": "linear", "factor": 4.0}}


MIXTURES, EXPERTS = ("mixtral", "olmoe", "qwen3_moe"), 5


def llama(ids, kind):
    """LLaMA, and what is like it."""
    gemma, olmo = kind.startswith("gemma"), kind == "olmo2"
    narrow, base, epsilon = 2, 5000.0, 1e-6
    width = 16 if gemma or kind == "qwen3" else WIDTH // HEADS
    rope = ROPES.get(kind)
    cap, last_cap = (5.0, 4.0) if kind == "gemma2" else (0, 0)

    def norm(name, size=WIDTH):
        g = gain(name + ".weight", size) + (1 if gemma else 0)
        return lambda x: x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon) * g

    def attention(name, x):
        y = {r: linear(f"{name}{r}_proj", c * width, WIDTH, kind == "qwen2")(x)
             for r, c in (("q", HEADS), ("k", narrow), ("v", narrow))}
        if olmo or kind == "olmoe":
            y["q"], y["k"] = norm(name + "q_norm", HEADS * width)(y["q"]), norm(name + "k_norm", narrow * width)(y["k"])
        q, k, v = heads(y["q"], HEADS), heads(y["k"], narrow), heads(y["v"], narrow)
        if kind in ("qwen3", "qwen3_moe"):
            q, k = norm(name + "q_norm", width)(q), norm(name + "k_norm", width)(k)
        q, k = rotate(q, base, 1, rope), rotate(k, base, 1, rope)
        k, v = (t.repeat_interleave(HEADS // narrow, 1) for t in (k, v))
        return linear(name + "o_proj", WIDTH, HEADS * width, False)(
            attend(q, k, v, True, 20 ** -0.5 if kind == "gemma2" else None, cap))

    def experts(name, x):
        mixtral, stacked, chosen = kind == "mixtral", kind == "qwen3_moe", 2
        chance = linear(name + "gate", EXPERTS, WIDTH, False)(x).softmax(-1)
        gates, which = chance.topk(chosen, -1)
        if mixtral or stacked:
            gates = gates / gates.sum(-1, keepdim=True)
        if stacked:   # as transformers keeps them from version 5 on
            both = make(name + "experts.gate_up_proj", EXPERTS, 2 * INNER, WIDTH)
            last = make(name + "experts.down_proj", EXPERTS, WIDTH, INNER)
        y = torch.zeros_like(x)
        for i in range(EXPERTS):
            names = [f"{name}experts.{i}.{one}.weight" for one in (("w1", "w3", "w2") if mixtral else
                                                                  ("gate_proj", "up_proj", "down_proj"))]
            gate, up = both[i].chunk(2) if stacked else (make(one, INNER, WIDTH) for one in names[:2])
            down = last[i] if stacked else make(names[2], WIDTH, INNER)
            y = y + (gates * (which == i)).sum(-1, keepdim=True) * ((F.silu(x @ gate.T) * (x @ up.T)) @ down.T)
        return y

    def mlp(name, x):
        if kind in MIXTURES:
            return experts(name.replace("mlp.", "block_sparse_moe.") if kind == "mixtral" else name, x)
        gate, up = linear(name + "gate_proj", INNER, WIDTH, False)(x), linear(name + "up_proj", INNER, WIDTH, False)(x)
        gate = F.gelu(gate, approximate="tanh") if gemma else F.silu(gate)
        return linear(name + "down_proj", WIDTH, INNER, False)(gate * up)

    embedding = make("model.embed_tokens.weight", VOCABULARY, WIDTH)
    x = embedding[ids] * (math.sqrt(WIDTH) if gemma else 1)
    for i in range(LAYERS):
        name = f"model.layers.{i}."
        if olmo:
            x = x + norm(name + "post_attention_layernorm")(attention(name + "self_attn.", x))
            x = x + norm(name + "post_feedforward_layernorm")(mlp(name + "mlp.", x))
        elif kind == "gemma2":
            y = attention(name + "self_attn.", norm(name + "input_layernorm")(x))
            x = x + norm(name + "post_attention_layernorm")(y)
            y = mlp(name + "mlp.", norm(name + "pre_feedforward_layernorm")(x))
            x = x + norm(name + "post_feedforward_layernorm")(y)
        else:
            x = x + attention(name + "self_attn.", norm(name + "input_layernorm")(x))
            x = x + mlp(name + "mlp.", norm(name + "post_attention_layernorm")(x))
    config = {"model_type": "llama" if rope else kind, "num_hidden_layers": LAYERS, "hidden_size": WIDTH,
              "num_attention_heads": HEADS, "num_key_value_heads": narrow, "intermediate_size": INNER,
              "vocab_size": VOCABULARY, "rope_theta": base, "rms_norm_eps": epsilon, "hidden_act": "silu",
              "tie_word_embeddings": gemma, "head_dim": width, "max_position_embeddings": CONTEXT}
    if rope:
        config["rope_scaling"] = rope
    if gemma:
        config["hidden_activation"] = "gelu_pytorch_tanh"
    if kind in MIXTURES:
        config.update(num_experts_per_tok=2, norm_topk_prob=kind == "qwen3_moe",
                      **({"moe_intermediate_size": INNER} if kind == "qwen3_moe" else {}))
    if kind == "mixtral":
        del config["norm_topk_prob"]
    if kind == "gemma":   # told by its class alone
        del config["model_type"]
        config["architectures"] = ["GemmaForCausalLM"]
    if kind == "gemma2":
        config.update(query_pre_attn_scalar=20, attn_logit_softcapping=cap, final_logit_softcapping=last_cap,
                      sliding_window=4096)
    x = norm("model.norm")(x)
    logits = x @ embedding.T if gemma else linear("lm_head", VOCABULARY, WIDTH, False)(x)
    return last_cap * torch.tanh(logits / last_cap) if last_cap else logits, config


def gpt_neox(ids):
    base, share = 5000.0, 0.5
    x = make("gpt_neox.embed_in.weight", VOCABULARY, WIDTH)[ids]
    for i in range(LAYERS):
        name = f"gpt_neox.layers.{i}."
        y = linear(name + "attention.query_key_value", 3 * WIDTH, WIDTH, True)(
            layer_norm(name + "input_layernorm", 1e-5)(x))
        q, k, v = heads(y, HEADS).chunk(3, -1)   # of each head one behind the other
        y = linear(name + "attention.dense", WIDTH, WIDTH, True)(
            attend(rotate(q, base, share), rotate(k, base, share), v, True))
        z = linear(name + "mlp.dense_h_to_4h", INNER, WIDTH, True)(
            layer_norm(name + "post_attention_layernorm", 1e-5)(x))
        x = x + y + linear(name + "mlp.dense_4h_to_h", WIDTH, INNER, True)(F.gelu(z))
    config = {"model_type": "gpt_neox", "num_hidden_layers": LAYERS, "hidden_size": WIDTH, "num_attention_heads": HEADS,
              "intermediate_size": INNER, "vocab_size": VOCABULARY, "rotary_emb_base": base, "rotary_pct": share,
              "hidden_act": "gelu", "layer_norm_eps": 1e-5, "use_parallel_residual": True,
              "max_position_embeddings": CONTEXT}
    return linear("embed_out", VOCABULARY, WIDTH, False)(layer_norm("gpt_neox.final_layer_norm", 1e-5)(x)), config


def bert(ids, kind):
    epsilon, first = 1e-12, 2 if kind == "roberta" else 0   # behind the padding's position
    embedding = make(kind + ".embeddings.word_embeddings.weight", VOCABULARY, WIDTH)
    position = make(kind + ".embeddings.position_embeddings.weight", first + CONTEXT, WIDTH)
    kinds = make(kind + ".embeddings.token_type_embeddings.weight", 2, WIDTH)
    x = layer_norm(kind + ".embeddings.LayerNorm", epsilon)(embedding[ids] + position[first:first + TOKENS] + kinds[0])
    for i in range(LAYERS):
        name = f"{kind}.encoder.layer.{i}."
        q, k, v = (heads(linear(name + "attention.self." + r, WIDTH, WIDTH, True)(x), HEADS) for r in ("query", "key", "value"))
        y = linear(name + "attention.output.dense", WIDTH, WIDTH, True)(attend(q, k, v, False))
        x = layer_norm(name + "attention.output.LayerNorm", epsilon)(x + y)
        y = F.gelu(linear(name + "intermediate.dense", INNER, WIDTH, True)(x))
        x = layer_norm(name + "output.LayerNorm", epsilon)(x + linear(name + "output.dense", WIDTH, INNER, True)(y))
    linear(kind + ".pooler.dense", WIDTH, WIDTH, True)
    config = {"model_type": kind, "num_hidden_layers": LAYERS, "hidden_size": WIDTH, "num_attention_heads": HEADS,
              "intermediate_size": INNER, "vocab_size": VOCABULARY, "hidden_act": "gelu", "layer_norm_eps": epsilon,
              "max_position_embeddings": first + CONTEXT, "pad_token_id": 1 if first else 0}
    return x @ embedding.T, config


SIDE, PATCH, CHANNELS, CLASSES = 12, 4, 3, 7


def vit(images, kind):
    """As transformers has it, or timm."""
    timm = kind == "vit_timm"
    epsilon = 1e-6 if timm else 1e-12
    outer, body = ("patch_embed.proj", "") if timm else ("vit.embeddings.patch_embeddings.projection", "vit.")
    x = F.conv2d(images.unflatten(-1, (CHANNELS, SIDE, SIDE)), make(outer + ".weight", WIDTH, CHANNELS, PATCH, PATCH),
                 bias(outer + ".bias", WIDTH), PATCH).flatten(2).transpose(1, 2)
    first = make("cls_token" if timm else "vit.embeddings.cls_token", 1, 1, WIDTH)
    position = make("pos_embed" if timm else "vit.embeddings.position_embeddings", 1, x.shape[1] + 1, WIDTH)
    x = torch.cat([first.expand(len(x), -1, -1), x], 1) + position
    for i in range(LAYERS):
        name = f"blocks.{i}." if timm else f"vit.encoder.layer.{i}."
        y = layer_norm(name + ("norm1" if timm else "layernorm_before"), epsilon)(x)
        if timm:
            q, k, v = (heads(t, HEADS) for t in linear(name + "attn.qkv", 3 * WIDTH, WIDTH, True)(y).split(WIDTH, -1))
        else:
            q, k, v = (heads(linear(name + "attention.attention." + r, WIDTH, WIDTH, True)(y), HEADS)
                       for r in ("query", "key", "value"))
        x = x + linear(name + ("attn.proj" if timm else "attention.output.dense"), WIDTH, WIDTH, True)(attend(q, k, v, False))
        y = layer_norm(name + ("norm2" if timm else "layernorm_after"), epsilon)(x)
        y = F.gelu(linear(name + ("mlp.fc1" if timm else "intermediate.dense"), INNER, WIDTH, True)(y))
        x = x + linear(name + ("mlp.fc2" if timm else "output.dense"), WIDTH, INNER, True)(y)
    config = ({"architecture": "vit_of_a_test", "num_heads": HEADS} if timm else
              {"model_type": "vit", "num_hidden_layers": LAYERS, "hidden_size": WIDTH, "num_attention_heads": HEADS,
               "intermediate_size": INNER, "hidden_act": "gelu", "layer_norm_eps": epsilon, "image_size": SIDE,
               "patch_size": PATCH, "num_channels": CHANNELS})
    x = layer_norm("norm" if timm else body + "layernorm", epsilon)(x)
    return linear("head" if timm else "classifier", CLASSES, WIDTH, True)(x[:, :1]), config


LIKE_LLAMA = ("llama", "mistral", "qwen2", "qwen3", "olmo2", "gemma", "gemma2", *MIXTURES, *ROPES)
layouts = {"gpt2": lambda ids: gpt2(ids, "transformer."), "gpt2_bin": lambda ids: gpt2(ids, ""), "gpt_neox": gpt_neox,
           **{kind: lambda ids, kind=kind: bert(ids, kind) for kind in ("bert", "roberta")},
           **{kind: lambda ids, kind=kind: llama(ids, kind) for kind in LIKE_LLAMA},
           **{kind: lambda images, kind=kind: vit(images, kind) for kind in ("vit", "vit_timm")}}
for layout, model in layouts.items():
    folder = os.path.join(sys.argv[1], layout)
    os.makedirs(folder)
    tensors.clear()
    if layout.startswith("vit"):
        given = torch.randn(SEQUENCES, CHANNELS * SIDE * SIDE).double()
        logits, config = model(given)
    else:
        given = torch.randint(VOCABULARY, (SEQUENCES, TOKENS + 1))
        logits, config = model(given[:, :TOKENS])
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(config, file)
    np.save(os.path.join(folder, "input.npy"), given.numpy().astype(np.float32))
    np.save(os.path.join(folder, "logits.npy"), logits.flatten(0, 1).numpy())
    if layout == "gpt2_bin":
        torch.save({name: t.float() for name, t in tensors.items()}, os.path.join(folder, "pytorch_model.bin"))
    else:
        save(os.path.join(folder, "model.safetensors"), {name: t.numpy() for name, t in tensors.items()}, "F32")
