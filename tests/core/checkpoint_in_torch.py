# SPDX-License-Identifier: GPL-3.0-or-later
# What `run` says of a network made of blocks, computed again in plain PyTorch, float64, from the tensors alone (as a
# reader of Hugging Face's GPT-2, LLaMA and ViT checkpoints, or of Mamba's, would find them) and the experiment's options. Prints how many
# numbers were compared, those that only one side has, and the largest differences.
#
# usage: checkpoint_in_torch.py TENSORS RESULT
import json
import math
import struct
import sys

import numpy as np
import torch
from torch.nn import functional as F

with open(sys.argv[1], "rb") as file:
    data = file.read()
length = struct.unpack("<Q", data[:8])[0]
header = json.loads(data[8:8 + length])
header.pop("__metadata__")
tensors, used = {}, set()
for name, entry in header.items():
    begin, end = entry["data_offsets"]
    size = {"F32": 4, "I64": 8}[entry["dtype"]]
    assert begin % size == 0, name
    numbers = np.frombuffer(data[8 + length + begin:8 + length + end], {4: "<f4", 8: "<i8"}[size]).reshape(entry["shape"])
    tensors[name] = torch.from_numpy(numbers.astype(np.float64 if size == 4 else np.int64))
with open(sys.argv[2]) as file:
    result = json.load(file)
network = result["experiment"]["network"]
depth, width = network["depth"], network["width"]
activation = network["activation"]
placement = "none" if network["norm"] == "none" else network["norm_placement"]
epsilon = network["norm_epsilon"]
gates = {"glu": torch.sigmoid, "reglu": F.relu, "geglu": F.gelu, "geglu_tanh": lambda z: F.gelu(z, approximate="tanh"), "swiglu": F.silu, "bilinear": lambda z: z}
gate = gates.get(activation["name"])
vit, mamba = network["kind"] == "vision_transformer", network["kind"] == "state_space"
takes_tokens = network["kind"] in ("transformer", "state_space")
llama = network["kind"] == "transformer" and (gate is not None or network["norm"] == "rms_norm")
conv1d = not vit and not llama
parallel = network.get("parallel", "none")
streams = int(network.get("streams", 1))

# Those of the schemes that the tests use.
skip = network["skip"] * ((2 * depth) ** 0.25 if network["residual_scaling"] == "deepnorm" else 1)
branch_scale = network["branch"] / (depth ** 0.5 if network["residual_scaling"] == "inverse_sqrt_depth" else 1)


def take(name):
    used.add(name)
    return tensors[name]


def optional(name):
    return take(name) if name in tensors else None


found = {}   # (block, site): tensor
scalars, heads, weights, experts = {}, {}, {}, {}


def seen(block, site, tensor):
    tensor.retain_grad()
    found[block, site] = tensor
    return tensor


def norm(block, site, x, name):
    g = take(name + ".weight")
    if network.get("norm_scaling") and site in ("attention_norm", "mlp_norm") and placement in ("pre", "sandwich"):
        g = g / math.sqrt(block)
    if network["norm"] == "dyt":
        bias = optional(name + ".bias")
        assert bias is None or bool((bias == 0).all())
        y = torch.tanh(network["dyt_alpha"] * x) * g
    elif network["norm"] == "rms_norm":
        y = x / (x * x).mean(-1, keepdim=True).add(epsilon).sqrt() * g
    else:
        bias = optional(name + ".bias")
        assert bias is None or bool((bias == 0).all())
        centred = x - x.mean(-1, keepdim=True)
        y = centred / (centred * centred).mean(-1, keepdim=True).add(epsilon).sqrt() * g
    return seen(block, site, y)


def linear(block, site, x, name, conv1d=False, part=None):
    """part: which columns of a fused Conv1D."""
    w, b = take(name + ".weight"), optional(name + ".bias")
    if not network["biases"]:
        assert b is None or bool((b == 0).all())   # zeros where the model wants some
    w = w.T if conv1d else w
    if part is not None:
        w, b = w[part], b[part]
    weights[block, site] = w
    y = x @ w.T
    return seen(block, site, y if b is None else y + b)


def phi(z):
    name = activation["name"]
    if name == "squared_relu":
        return F.relu(z) ** 2
    if name == "gelu":
        return F.gelu(z, approximate=activation["approximate"])
    return {"relu": F.relu, "tanh": torch.tanh, "silu": F.silu}[name](z)


def soft(x, cap):
    return x if cap == 0 else cap * torch.tanh(x / cap)


def turned(x):   # [..., token, entry]
    half = int(x.shape[-1] * network["rotary_share"]) // 2
    place = torch.arange(x.shape[-2], dtype=torch.float64)
    speed = 1 / network["rotary_base"] ** (torch.arange(half, dtype=torch.float64) / half)
    if network["rotary_scaling"] != "none":
        turns = network["rotary_context"] * speed / (2 * math.pi)
        kept = ((turns - 1) / 3).clamp(0, 1) if network["rotary_scaling"] == "llama3" else 0
        speed = kept * speed + (1 - kept) * speed / network["rotary_factor"]
    angle = place[:, None] * speed
    z = torch.complex(x[..., :half], x[..., half:2 * half]) * torch.polar(torch.ones_like(angle), angle)
    return torch.cat((z.real, z.imag, x[..., 2 * half:]), -1)


def slope(head, count):
    """ALiBi's, for the head counted from 0."""
    power = 2 ** int(math.log2(count))
    return 2 ** (-8 * (head + 1) / power) if head < power else 2 ** (-8 * (head - power + 0.5) / power)


def bucket(offset):
    """T5's, for a key at this offset from the query."""
    count, distance, first = int(network["relative_buckets"]), -offset, 0
    if not network.get("causal"):
        count //= 2
        first, distance = (count if offset > 0 else 0), abs(offset)
    distance, exact = max(distance, 0), count // 2
    if distance < exact:
        return first + distance
    far = math.log(distance / exact) / math.log(network["relative_distance"] / exact) * (count - exact)
    return first + min(exact + int(far), count - 1)


def bias_by_distance(head, query, keys):
    if network["position"] == "alibi":
        return -slope(head, network["heads"]) * (torch.arange(keys) - query).abs().double()
    if network["position"] == "relative":
        weights[0, "relative_bias"] = take(("model." if llama else "") + "relative_attention_bias.weight")
        return weights[0, "relative_bias"][[bucket(key - query) for key in range(keys)], head]
    return 0


def with_embeddings(block, v, x):
    """Values [sequence, token, head, entry] of nanochat: with 2σ(z) times a row of a table."""
    if not network.get("value_embeddings") or (depth - block) % 2:
        return v
    table = take(f"{'model.' if llama else ''}value_embeds.{block - 1}.weight").requires_grad_()
    weights[block, "value_embedding"] = table
    channels = min(int(network["value_gate_channels"]), width)
    name = f"model.layers.{block - 1}.self_attn.ve_gate" if llama else f"h.{block - 1}.attn.ve_gate"
    z = linear(block, "value_gate", x[..., :channels], name, conv1d)
    return v + 2 * z.sigmoid()[..., None] * table[ids].unflatten(-1, v.shape[-2:])


def attention(block, x):
    h = network["heads"]
    rank, q_rank, shared = (int(network[name]) for name in ("key_value_rank", "query_rank", "shared_key_width"))
    k_heads = network["key_value_heads"] or h
    size = int(network["head_width"]) or width // h
    v_size = int(network["value_width"]) or size
    at = (f"model.layers.{block - 1}.self_attn." if llama
          else f"vit.encoder.layer.{block - 1}.attention.attention." if vit else f"h.{block - 1}.attn.")
    if rank:
        names = dict(zip(("q", "q_down", "q_latent_norm", "q_up", "kv_down", "kv_latent_norm", "kv_up"), (
            "q_proj", "q_a_proj", "q_a_layernorm", "q_b_proj", "kv_a_proj_with_mqa", "kv_a_layernorm", "kv_b_proj") if llama
            else ("query", "query_down", "query_latent_norm", "query_up", "key_value_down", "key_value_latent_norm", "key_value_up")
            if vit else ("c_attn", "c_q_down", "q_latent_norm", "c_q_up", "c_kv_down", "kv_latent_norm", "c_kv_up")))

        def map(role, x):
            return linear(block, role, x, at + names[role], conv1d)

        def latent(role, x):
            return norm(block, role, x, at + names[role])
        q = map("q_up", latent("q_latent_norm", map("q_down", x))) if q_rank else map("q", x)
        down = map("kv_down", x)
        up = map("kv_up", latent("kv_latent_norm", down[..., :rank]))
        each = size - shared + v_size   # of each head: its part of the key, and its value
        k = torch.cat([part for i in range(k_heads) for part in (up[..., i * each:(i + 1) * each - v_size], down[..., rank:])], -1)
        v = torch.cat([up[..., (i + 1) * each - v_size:(i + 1) * each] for i in range(k_heads)], -1)
    elif llama:
        q, k, v = (linear(block, role, x, f"{at}{role}_proj") for role in "qkv")
    elif vit:
        q, k, v = (linear(block, role, x, at + name) for role, name in zip("qkv", ("query", "key", "value")))
    else:
        cuts = np.cumsum([0, h * size, k_heads * size, k_heads * v_size])
        q, k, v = (linear(block, role, x, at + "c_attn", True, slice(a, b)) for role, a, b in zip("qkv", cuts, cuts[1:]))
    all_heads = network["qk_norm"] and network["qk_norm_over"] == "heads"
    if all_heads:
        q, k = norm(block, "q_norm", q, at + "q_norm"), norm(block, "k_norm", k, at + "k_norm")
    q, k = (t.unflatten(-1, (-1, size)) for t in (q, k))
    v = v.unflatten(-1, (-1, v_size))
    v = with_embeddings(block, v, x)
    if network["qk_norm"] and not all_heads:
        q, k = norm(block, "q_norm", q, at + "q_norm"), norm(block, "k_norm", k, at + "k_norm")
    q, k, v = (t.transpose(1, 2) for t in (q, k, v))
    causal = network.get("causal")
    if network["position"] == "rotary":
        q, k = (torch.cat((t[..., :size - shared], turned(t[..., size - shared:])), -1) if shared else turned(t) for t in (q, k))
    scale = {"1/sqrt(d_h)": size ** -0.5, "1/d_h": 1 / size, "none": 1}[network["logit_scale"]]
    scale *= network["attention_multiplier"]
    mixed, heads[block] = [], []
    tokens = x.shape[1]
    for i in range(h):
        j = i * k_heads // h
        logits = scale * torch.einsum("sqe,ske->sqk", q[:, i], k[:, j])
        most = max(logits[:, t, :t + 1 if causal else tokens].max().item() for t in range(tokens))
        logits = soft(logits, network["attention_softcap"])
        rows, entropies, spreads, visible, logs = [], [], [], [], []
        for t in range(tokens):   # what a query sees, nothing else
            n = t + 1 if causal else tokens
            row = logits[:, t, :n]
            p = (row + bias_by_distance(i, t, n)).softmax(-1)
            rows.append(F.pad(p, (0, tokens - n)))
            visible.append(row.flatten())
            if n > 1:
                entropies.append(torch.distributions.Categorical(probs=p).entropy())
                spreads.append(row.var(-1, unbiased=False))
                logs.append(math.log(n))
        mixed.append(torch.stack(rows, 1) @ v[:, j])
        everything = torch.cat(visible)
        sequences = x.shape[0]
        heads[block].append({
            "logit_mean": everything.mean().item(), "logit_std": everything.std(unbiased=False).item(),
            "logit_max": most,
            "logit_spread": torch.stack(spreads).mean().sqrt().item(), "entropy": torch.stack(entropies).mean().item(),
            "log_visible": float(np.mean(logs)), "queries": sequences * len(logs),
            "lone_queries": sequences * (tokens - len(logs))})
    mixed = seen(block, "attention", torch.cat(mixed, -1))
    if network["output_gate"]:
        name = f"vit.encoder.layer.{block - 1}.attention.output.gate" if vit else at + ("gate_proj" if llama else "c_gate")
        mixed = mixed * linear(block, "attention_gate", x, name, conv1d).sigmoid()
    if network["sub_norm"]:
        name = f"vit.encoder.layer.{block - 1}.attention.sub_norm" if vit else at + ("attn_sub_norm" if llama else "sub_norm")
        mixed = norm(block, "attention_sub_norm", mixed, name)
    out = at + ("o_proj" if llama else "c_proj")
    return linear(block, "attention_out", mixed, f"vit.encoder.layer.{block - 1}.attention.output.dense" if vit else out,
                  conv1d)


def mlp(block, x):
    at = f"vit.encoder.layer.{block - 1}." if vit else f"model.layers.{block - 1}.mlp." if llama else f"h.{block - 1}.mlp."
    first, second, third = (("intermediate.dense", "intermediate.gate", "output.dense") if vit
                            else ("up_proj", "gate_proj", "down_proj") if llama else ("c_fc", "", "c_proj"))
    up = linear(block, "mlp_in", x, at + first, conv1d)
    inner = up if gate is None else linear(block, "mlp_gate", x, at + second)
    inner = phi(inner) if gate is None else gate(inner) * up
    inner = seen(block, "mlp_activation", inner)
    if network["sub_norm"]:
        name = f"vit.encoder.layer.{block - 1}.mlp_sub_norm" if vit else at + ("ffn_sub_norm" if llama else "sub_norm")
        inner = norm(block, "mlp_sub_norm", inner, name)
    return linear(block, "mlp_out", inner, at + third, conv1d)


parts = {}   # (block, site): tensors of experts, one after the other
firsts = {}   # (block, site): weights of the first expert


def mixture(block, x):
    """Token by token."""
    at = f"model.layers.{block - 1}.mlp." if llama else f"h.{block - 1}.mlp."
    names = ("up_proj", "down_proj") if llama else ("c_fc", "c_proj")
    n, k = int(network["experts"]), int(network["experts_chosen"])
    shape, x = x.shape, x.flatten(0, 1)
    logits = linear(block, "router", x, at + "gate", not llama)

    def expert(name, rows):
        def part(site, tensor):
            tensor.retain_grad()
            parts.setdefault((block, site), []).append(tensor)
            return tensor

        def map(site, x, tensor):
            w, b = take(f"{at}{name}.{tensor}.weight"), optional(f"{at}{name}.{tensor}.bias")
            assert network["biases"] or b is None or bool((b == 0).all())
            w = w if llama else w.T
            if name == "experts.0":
                firsts[block, site] = w
            parts.setdefault((block, site, "weight"), []).append(w)
            y = x @ w.T
            return y if b is None else y + b
        up = map("mlp_in", rows, names[0])
        inner = None if gate is None else map("mlp_gate", rows, "gate_proj")
        if len(rows) == 0:
            map("mlp_out", inner if gate is not None else up, names[1])
            return rows
        up = part("mlp_in", up)
        inner = phi(up) if gate is None else gate(part("mlp_gate", inner)) * up
        return part("mlp_out", map("mlp_out", part("mlp_activation", inner), names[1]))

    given = [[] for _ in range(n)]   # (token, gate)
    chances, picks = logits.softmax(-1), torch.zeros(n, dtype=torch.float64)
    for t, p in enumerate(chances):
        best = sorted(range(n), key=lambda i: (-p[i].item(), i))[:k]
        total = sum(p[i] for i in best) if network["gates_renormalized"] else 1
        for i in best:
            given[i].append((t, p[i] / total))
            picks[i] += 1
    sums = [0] * len(x)
    for i in range(n):
        y = expert(f"experts.{i}", x[[t for t, _ in given[i]]])
        for row, (t, g) in zip(y, given[i]):
            sums[t] = sums[t] + g * row
    out = torch.stack(sums)
    for i in range(int(network["shared_experts"])):
        out = out + expert(f"shared_experts.{i}", x)
    loads, means = picks / len(x), chances.mean(0).detach()
    experts[block] = [{"load": a.item(), "probability": b.item()} for a, b in zip(loads, means)]
    chances = chances.detach()
    scalars[block, "router", "router_entropy"] = -(chances * chances.log()).sum(-1).mean().item()
    scalars[block, "router", "top_probability"] = chances.topk(k).values.sum(-1).mean().item()
    scalars[block, "router", "load_balance"] = n * (loads / k * means).sum().item()
    scalars[block, "router", "load_spread"] = (loads.var(unbiased=False).sqrt() / loads.mean()).item()
    return out.view(shape)


def branch(block, x):
    at = f"blocks.{block}."
    inner = linear(block, "branch_in", x, at + "branch_in")
    inner = phi(inner) if gate is None else gate(linear(block, "branch_gate", x, at + "branch_gate")) * inner
    inner = seen(block, "branch_activation", inner)
    return linear(block, "branch_out", inner, at + "branch_out") if network["layers_per_branch"] == 2 else inner


def mixer(block, x):
    """Token by token, channel and state at once."""
    at = f"backbone.layers.{block - 1}.mixer."

    def map(site, name, x, bias=None):
        weights[block, site] = take(f"{at}{name}.weight")
        y = x @ weights[block, site].T
        return seen(block, site, y if bias is None else y + bias)
    x, z = map("in_proj", "in_proj", x).chunk(2, -1)
    kernel, tokens = take(at + "conv1d.weight")[:, 0], x.shape[1]
    weights[block, "conv1d"] = kernel
    taps = kernel.shape[1]
    rows = [take(at + "conv1d.bias") + sum(kernel[:, taps - 1 - lag] * x[:, t - lag] for lag in range(min(taps, t + 1)))
            for t in range(tokens)]
    x = seen(block, "conv_activation", phi(seen(block, "conv1d", torch.stack(rows, 1))))
    rates = take(at + "A_log")
    weights[block, "A_log"] = rates
    states = rates.shape[1]
    mixed = map("x_proj", "x_proj", x)
    step = F.softplus(map("dt_proj", "dt_proj", mixed[..., :-2 * states], take(at + "dt_proj.bias")))
    b, c = mixed[..., -2 * states:-states], mixed[..., -states:]
    h, ys, decays = 0, [], []
    for t in range(tokens):
        decays.append(torch.exp(-step[:, t, :, None] * rates.exp()))
        h = decays[t] * h + step[:, t, :, None] * b[:, t, None, :] * x[:, t, :, None]
        ys.append(torch.einsum("scn,sn->sc", h, c[:, t]))
    y = seen(block, "scan", torch.stack(ys, 1))
    memory = 1 / (step.detach().mean((0, 1))[:, None] * rates.exp())
    for name, number in (("time_step", step.mean()), ("decay", torch.stack(decays).mean()),
            ("shortest_memory", memory.min()), ("longest_memory", memory.max()),
            ("memory_spread", memory.log().var(unbiased=False).sqrt())):
        scalars[block, "scan", name] = number.item()
    return map("out_proj", "out_proj", seen(block, "gate", (y + take(at + "D") * x) * phi(z)))


def norm_names(block, word):
    if word == "mixer":
        return f"backbone.layers.{block - 1}.norm", f"backbone.layers.{block - 1}.norm_after"
    if word == "branch":
        return f"blocks.{block}.branch_norm", f"blocks.{block}.branch_norm_after"
    if vit:
        name = f"vit.encoder.layer.{block - 1}.layernorm_" + ("before" if word == "attention" else "after")
    elif llama:
        name = f"model.layers.{block - 1}." + ("input" if word == "attention" else "post_attention") + "_layernorm"
    else:
        name = f"h.{block - 1}.ln_" + ("1" if word == "attention" else "2")
    return name, name + "_after"


mixings = []   # of each step, of several streams


def connections(block, word):
    """H_pre, H_res and H_post."""
    at = f"blocks.{block}." if word == "branch" else (f"model.layers.{block - 1}." if llama else f"h.{block - 1}.")
    reading, mixing, writing = (take(f"{at}{word}_{what}.weight") for what in ("reading", "mixing", "writing"))
    mixing = mixing.reshape(streams, streams)
    if network["stream_mixing"] == "identity":
        mixing = mixing + torch.eye(streams)
    elif network["stream_mixing"] == "doubly_stochastic":
        mixing = mixing.exp()
        for dimension in (0, 1) * 20:
            mixing = mixing / mixing.sum(dimension, keepdim=True)
    reading = reading + F.one_hot(torch.tensor(len(mixings) % streams), streams)
    mixings.append(mixing)
    return reading[None, :], mixing, (writing + 1)[:, None]


def map_streams(matrix, x):
    """Of streams side by side."""
    return torch.einsum("ij,...jw->...iw", matrix, x.unflatten(-1, (matrix.shape[1], -1))).flatten(-2)


def tell_gains():
    def put(l, ending, product):
        block, word = l // len(words) + 1, words[l % len(words)]
        for way, dimension in (("forward", 1), ("backward", 0)):
            gain = product.sum(dimension).abs().max().log10().item()
            scalars[block, word + "_stream", way + "_gain" + ending + "_log10"] = gain

    product = torch.eye(streams, dtype=torch.float64)
    for l, mixing in enumerate(mixings):
        product = mixing @ product
        put(l, "", product)
    product = torch.eye(streams, dtype=torch.float64)
    for l in reversed(range(len(mixings))):
        product = product @ mixings[l]
        put(l, "_to_end", product)


def modulated(block, word, function):
    """A branch after shift and scale, and before a gate, all of which the sample's condition gives."""
    if not network.get("norm_modulation"):
        return function
    at = f"vit.encoder.layer.{block - 1}." if vit else f"model.layers.{block - 1}." if llama else f"h.{block - 1}."

    def branch(block, x):
        c = take("condition").requires_grad_()
        m = linear(block, word + "_modulation", c * c.sigmoid(), f"{at}{word}_modulation", conv1d)[:, None]
        return function(block, x + x * m[..., width:2 * width] + m[..., :width]) * m[..., 2 * width:]
    return branch


def modulated_end(x, name):
    if not (network.get("norm_modulation") and network["final_norm"]):
        return x
    c = take("condition").requires_grad_()
    m = linear(0, "final_modulation", c * c.sigmoid(), name)[:, None]
    return x + x * m[..., width:] + m[..., :width]


def step(block, word, function, x, read=None):
    """read: what the second of two parallel branches reads, with the first one's sum in x."""
    first, second = norm_names(block, word)
    behind = read is not None
    if parallel == "one_norm" and placement in ("pre", "sandwich"):
        first = norm_names(block, words[0])[0]
    entry = seen(block, word + "_return", (read if behind else x).clone())   # its gradient: what comes back through the branch
    y = entry
    if streams > 1:
        reading, mixing, writing = connections(block, word)
        y, x = map_streams(reading, y), map_streams(mixing, x)
    if placement in ("pre", "sandwich"):
        y = norm(block, word + "_norm", y, first)
    y = modulated(block, word, function)(block, y)
    if placement in ("sandwich", "reordered", "normalized"):
        y = norm(block, word + "_norm_after", y, second)
    if streams > 1:
        y = map_streams(writing, y)
    y = seen(block, word + "_branch", branch_scale * y)
    kept = x if behind else skip * x
    scalars[block, word + "_branch", "correlation"] = F.cosine_similarity(kept.flatten(), y.flatten(), 0).item()
    x = seen(block, word + "_sum", kept + y)
    if placement in ("post", "normalized") and (behind or parallel == "none"):
        x = norm(block, word + "_norm", x, first)
    return seen(block, word + "_stream", x * 1)


def similarity(x):
    """Mean cosine of two different tokens of a sequence."""
    pairs = [F.cosine_similarity(s[i], s[j], 0) for s in x.detach() for i in range(len(s)) for j in range(i)]
    return torch.stack(pairs).mean().item()


words = ["mixer"] if mamba else ["attention", "mlp"] if takes_tokens or vit else ["branch"]
functions = {"mixer": mixer, "attention": attention, "mlp": mixture if network.get("experts", 0) else mlp, "branch": branch}
if takes_tokens:
    ids, labels = take("input_ids"), take("labels")
    table = take("backbone.embedding.weight" if mamba else "model.embed_tokens.weight" if llama else "wte.weight").requires_grad_()
    weights[0, "embedding"] = table
    x = network.get("embedding_multiplier", 1) * table[ids]
    if network.get("position") == "learned":
        weights[0, "position"] = take("model.embed_positions.weight" if llama else "wpe.weight")
        x = x + weights[0, "position"][:ids.shape[1]]
    if network.get("position") == "sinusoidal":
        angle = torch.arange(ids.shape[1])[:, None] / 10000 ** (torch.arange(0, width, 2).double() / width)
        x = x + torch.stack((angle.sin(), angle.cos()), -1).flatten(1)[:, :width]
    x = seen(0, "embedding", x)
    scalars[0, "embedding", "similarity"] = similarity(x)
    if network.get("embedding_norm"):
        x = norm(0, "embedding_norm", x, "model.embed_norm" if llama else "ln_e")
elif vit:
    labels, side, patch = take("labels"), int(network["size"]), int(network["patch"])
    # By position there.
    image = take("input").view(len(labels), -1, side * side).transpose(1, 2).clone().requires_grad_()
    w, b = take("vit.embeddings.patch_embeddings.projection.weight"), take("vit.embeddings.patch_embeddings.projection.bias")
    weights[0, "patch"] = w.flatten(1)
    cut = seen(0, "input", image).view(len(labels), side // patch, patch, side // patch, patch, -1)
    cut = cut.permute(0, 1, 3, 5, 2, 4).reshape(len(labels), (side // patch) ** 2, -1)
    x = seen(0, "patch", cut @ weights[0, "patch"].T + b)
    if network["pooling"] == "class_token":
        weights[0, "class_token"] = take("vit.embeddings.cls_token")[0]
        x = torch.cat((weights[0, "class_token"].expand(len(x), 1, width), x), 1)
    if network["position"] == "learned":
        weights[0, "position"] = take("vit.embeddings.position_embeddings")[0]
        x = x + weights[0, "position"]
    x = seen(0, "embedding", x)
    scalars[0, "embedding", "similarity"] = similarity(x)
    if network["embedding_norm"]:
        x = norm(0, "embedding_norm", x, "vit.embeddings.norm")
else:
    x = seen(0, "input", take("input").requires_grad_())
x = torch.cat([x] * streams, -1)
for block in range(1, depth + 1):
    read = x
    for word in words:
        x = step(block, word, functions[word], x, read if parallel != "none" and word == "mlp" else None)
        if takes_tokens or vit:
            scalars[block, word + "_stream", "similarity"] = similarity(x)
x = x.unflatten(-1, (streams, -1)).sum(-2)
tell_gains()
if takes_tokens:
    if network["final_norm"]:
        x = norm(0, "final_norm", x, "backbone.norm_f" if mamba else "model.norm" if llama else "ln_f")
    x = modulated_end(x, "model.final_modulation" if llama else "final_modulation")
    head = table if network["tied"] else take("lm_head.weight")
    if not network["tied"]:
        weights[0, "head"] = head
    bias = take("lm_head.bias") if network.get("head_bias") else 0
    logits = seen(0, "logits", soft(network.get("logits_multiplier", 1) * (x @ head.T) + bias, network.get("logits_softcap", 0)))
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum")
    scalars[0, "logits", "cross_entropy"] = loss.item() / labels.numel()
    scalars[0, "logits", "log_vocabulary"] = math.log(network["vocabulary"])
elif vit:
    x = norm(0, "final_norm", x, "vit.layernorm") if network["final_norm"] else x
    x = modulated_end(x, "vit.final_modulation")
    x = seen(0, "pooled", x[:, 0] if network["pooling"] == "class_token" else x.mean(1))
    weights[0, "head"] = take("classifier.weight")
    bias = take("classifier.bias")
    assert network["head_bias"] or bool((bias == 0).all())
    logits = seen(0, "logits", network["logits_multiplier"] * (x @ weights[0, "head"].T) + bias)
    loss = F.cross_entropy(logits, labels, reduction="sum")
    scalars[0, "logits", "cross_entropy"] = loss.item() / labels.numel()
    scalars[0, "logits", "log_classes"] = math.log(network["classes"])
else:
    loss = (take("cotangent") * x).sum()
loss.backward()


class Parts:
    """As a tensor of all with a gradient."""

    def __init__(self, tensors):
        self.all, self.grad = torch.cat([t.detach() for t in tensors]), torch.cat([t.grad for t in tensors])

    def detach(self):
        return self.all


for key, some in parts.items():
    if len(key) == 2:
        found[key] = Parts(some)
    else:
        weights[key[:2]] = torch.stack(some)
for block in range(1, depth + 1):
    for word in words:
        skipped = found.pop((block, word + "_sum")).grad
        if streams > 1:   # at what came before H_res
            skipped = map_streams(mixings[(block - 1) * len(words) + words.index(word)].T, skipped)
        skipped = (1 if parallel != "none" and word == "mlp" else skip) * skipped
        returned = found[block, word + "_return"].grad
        scalars[block, word + "_branch", "gradient_correlation"] = F.cosine_similarity(
            skipped.flatten(), returned.flatten(), 0).item()

compared, worst, lonely = 0, {}, []


def compare(kind, path, ours, right, scale):
    global compared
    compared += 1
    difference = abs(ours - right) / scale
    if not difference <= worst.get(kind, (-1, ""))[0]:
        worst[kind] = (difference, path)


def moments(x, names):
    x = x.detach()
    all = {"mean": x.mean(), "std": x.std(unbiased=False), "rms": (x * x).mean().sqrt(), "min": x.min(), "max": x.max()}
    return {name: all[name].item() for name in names}


def compare_all(kind, path, ours, right, scale=None):
    """Numbers of one object; those of a distribution are held to its RMS."""
    lonely.extend(path + "." + name for name in set(ours) ^ set(right))
    for name in set(ours) & set(right):
        compare(kind, path + "." + name, ours[name], right[name], scale or abs(right[name]) or 1)


def largest(x):
    return (x.detach() ** 2).mean().sqrt().item()


def compare_sites(block, sites):
    expected = {site for b, site in found if b == block}
    lonely.extend(f"{block}.{site}" for site in expected ^ set(sites))
    for site in expected & set(sites):
        ours, x, path = dict(sites[site]), found[block, site], f"{block}.{site}"
        if "gradient" in ours:
            compare_all("gradients", path + ".gradient", ours.pop("gradient"), moments(x.grad, ["mean", "std", "rms"]), largest(x.grad))
        else:
            lonely.append(path + ".gradient")
        of_site = {key[2]: value for key, value in scalars.items() if key[:2] == (block, site)}
        for name in sorted(set(of_site) - set(ours)):
            lonely.append(path + "." + name)
        for name in sorted(set(of_site) & set(ours)):
            # Cosines are held to 1, cross-entropies to themselves.
            scale = 1 if "correlation" in name or "gain" in name or name == "similarity" else abs(of_site[name])
            compare("scalars", path + "." + name, ours.pop(name), of_site[name], scale)
        if not site.endswith("_return"):
            compare_all("values", path, ours, moments(x, ["mean", "std", "rms", "min", "max"]), largest(x))
        else:
            lonely.extend(path + "." + name for name in ours)


def compare_weights(block, ours):
    expected = {role for b, role in weights if b == block}
    lonely.extend(f"{block}.weights.{role}" for role in expected ^ set(ours))
    for role in expected & set(ours):
        w = weights[block, role]
        assert ours[role]["shape"] == list(w.shape)[-2:], (block, role)
        numbers = {name: value for name, value in ours[role].items() if name != "shape"}
        compare_all("weights", f"{block}.weights.{role}", numbers, moments(w, ["mean", "std", "min", "max"]), largest(w))


compare_sites(0, result["outside"]["sites"])
compare_weights(0, result["outside"]["weights"])
assert [layer["layer"] for layer in result["layers"]] == list(range(1, depth + 1))
for layer in result["layers"]:
    block = layer["layer"]
    compare_sites(block, layer["sites"])
    compare_weights(block, layer["weights"])
    stream = layer["sites"][words[-1] + "_stream"]
    assert layer["activation_output"] == {name: stream[name] for name in ("mean", "std", "rms", "min", "max")}
    assert layer["gradient"] == stream["gradient"]
    assert [head["head"] for head in layer.get("attention", [])] == [i + 1 for i in range(len(heads.get(block, [])))]
    for ours, right in zip(layer.get("attention", []), heads.get(block, [])):
        numbers = {name: value for name, value in ours.items() if name != "head"}
        spread = right["logit_std"]
        mean = "logit_mean"
        compare("attention", f"{block}.{mean}", numbers.pop(mean), right.pop(mean), spread)
        compare_all("attention", f"{block}.head {ours['head']}", numbers, right)
    assert [expert["expert"] for expert in layer.get("experts", [])] == [i + 1 for i in range(len(experts.get(block, [])))]
    for ours, right in zip(layer.get("experts", []), experts.get(block, [])):
        compare_all("experts", f"{block}.expert {ours.pop('expert')}", ours, right)
    for role, values in layer.get("weight_singular_values", {}).items():
        right = torch.linalg.svdvals(firsts.get((block, role), weights[block, role]))
        assert len(values) == len(right)
        for ours, value in zip(values, right.tolist()):
            compare("singular values", f"{block}.{role}", ours, value, right[0].item())
lonely.extend(set(tensors) - used)
print("compared", compared)
print("only one side:", sorted(lonely))
for kind, (difference, path) in worst.items():
    print(f"{kind}: {difference:.3g} at {path}")
