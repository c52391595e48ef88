# SPDX-License-Identifier: GPL-3.0-or-later
# A transformer, or a network of state-space blocks, in plain PyTorch, float64, on the tensors of a safetensors file: prints the largest differences.
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
given = {}
for name, entry in header.items():
    if name != "__metadata__":
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(data[8 + length + begin:8 + length + end], "<f4").reshape(entry["shape"])
        given[name] = torch.from_numpy(numbers.astype(np.float64))
m = json.loads(sys.argv[2])

sites, numbers = {}, {}


def site(block, role, tensor):
    tensor.retain_grad()
    sites[f"{block}:{role}"] = tensor
    return tensor


def linear(block, role, x, owner=""):
    name = f"blocks.{block}.{owner}{role}"
    y = F.linear(x, given[name + ".weight"], given[name + ".bias"].flatten() if m["bias"] and role != "router" else None)
    return part(block, role, y) if owner else site(block, role, y)


parts = {}   # of sites that experts share, one after the other


def part(block, role, tensor):
    tensor.retain_grad()
    parts.setdefault(f"{block}:{role}", []).append(tensor)
    return tensor


def norm(block, role, x, owner=""):
    shared = role == "mlp_norm" and m["parallel"] == "one_norm" and m["placement"] in ("pre", "sandwich")
    scale = given[(f"blocks.{block}.{owner}" if block else "") + ("attention_norm" if shared else role) + ".weight"].flatten()
    if m["norm_scaling"] and role in ("attention_norm", "mlp_norm") and m["placement"] in ("pre", "sandwich"):
        scale = scale / math.sqrt(block)
    keep = part if owner else site
    if m["norm"] == "dyt":
        return keep(block, role, torch.tanh(m["alpha"] * x) * scale)
    if m["norm"] == "layer":
        return keep(block, role, F.layer_norm(x, scale.shape, scale, None, m["epsilon"]))
    return keep(block, role, x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + m["epsilon"]) * scale)


def rotate(x):   # [sequence, head, token, entry], as LLaMA: x·cos + rotate_half(x)·sin
    how = m["rotary"]
    width, tokens = int(how["share"] * x.shape[-1]), x.shape[-2]
    x, rest = x[..., :width], x[..., width:]
    frequency = how["base"] ** (-torch.arange(0, width, 2).double() / width)
    length, old = 2 * math.pi / frequency, how["context"]
    if how["scaling"] == 1:
        frequency = frequency / how["factor"]
    elif how["scaling"] == 2:   # as transformers, modeling_rope_utils.py, with its usual factors 1 and 4
        smooth = (old / length - 1) / (4 - 1)
        between = (1 - smooth) * frequency / how["factor"] + smooth * frequency
        scaled = torch.where(length > old, frequency / how["factor"], frequency)
        frequency = torch.where((length >= old / 4) & (length <= old), between, scaled)
    angle = torch.outer(torch.arange(tokens).double(), frequency)
    angle = torch.cat((angle, angle), -1)
    half = torch.cat((-x[..., width // 2:], x[..., :width // 2]), -1)
    return torch.cat((x * angle.cos() + half * angle.sin(), rest), -1)


def capped(x, cap):
    return cap * torch.tanh(x / cap) if cap else x


def alibi(heads):   # as ofirpress/attention_with_linear_biases
    def of_power(n):
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start ** i for i in range(n)]
    if math.log2(heads).is_integer():
        return of_power(heads)
    power = 2 ** math.floor(math.log2(heads))
    return of_power(power) + alibi(2 * power)[0::2][:heads - power]


def buckets(relative, bidirectional, count, largest):   # as transformers, modeling_t5.py, _relative_position_bucket
    result = torch.zeros_like(relative)
    if bidirectional:
        count //= 2
        result += (relative > 0).long() * count
        relative = relative.abs()
    else:
        relative = -torch.min(relative, torch.zeros_like(relative))
    exact = count // 2
    far = exact + (torch.log(relative.double().clamp_min(1e-9) / exact) / math.log(largest / exact) * (count - exact)).long()
    return result + torch.where(relative < exact, relative, far.clamp_max(count - 1))


def distances(T):   # biases [head, query, key]
    relative = torch.arange(T)[None] - torch.arange(T)[:, None]
    if m["alibi"]:
        return -torch.tensor(alibi(m["heads"])).double()[:, None, None] * relative.abs()
    if m["relative"]:
        table = given["relative_bias.weight"]
        return table[buckets(relative, not m["causal"], m["relative"], m["largest_distance"])].permute(2, 0, 1)
    return 0


def heads(x, count):
    return x.view(x.shape[0], x.shape[1], count, -1)


def attention(block, x):
    H, K = m["heads"], m["key_value_heads"]
    D = given[f"blocks.{block}.attention_out.weight"].shape[1] // H   # of values
    if m["query_rank"]:   # as transformers, modeling_deepseek_v3.py
        q = linear(block, "q_up", norm(block, "q_latent_norm", linear(block, "q_down", x)))
    else:
        q = linear(block, "q", x)
    R = m["shared_key_width"]
    if m["key_value_rank"]:
        compressed, k_pe = torch.split(linear(block, "kv_down", x), [m["key_value_rank"], R], dim=-1)
        kv = heads(linear(block, "kv_up", norm(block, "kv_latent_norm", compressed)), K)
        k_nope, v = torch.split(kv, [kv.shape[-1] - D, D], dim=-1)
        k = torch.cat((k_nope, k_pe[:, :, None].expand(-1, -1, K, -1)), -1).flatten(2)
    else:
        k, v = linear(block, "k", x), heads(linear(block, "v", x), K)
    if f"blocks.{block}.value_embedding.weight" in given:   # as nanochat, gpt.py
        z = site(block, "value_gate", F.linear(x[..., :m["value_gate_channels"]], given[f"blocks.{block}.value_gate.weight"]))
        rows = given[f"blocks.{block}.value_embedding.weight"][given["tokens"].long()]
        v = v + 2 * torch.sigmoid(z)[..., None] * heads(rows, K)
    if m["qk_norm_over_heads"]:
        q, k = norm(block, "q_norm", q), norm(block, "k_norm", k)
    q, k = heads(q, H), heads(k, K)
    if m["qk_norm"] and not m["qk_norm_over_heads"]:
        q, k = norm(block, "q_norm", q), norm(block, "k_norm", k)
    q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
    if m["rotary"] and R:
        q, k = (torch.cat((x[..., :-R], rotate(x[..., -R:])), -1) for x in (q, k))
    elif m["rotary"]:
        q, k = rotate(q), rotate(k)
    k, v = k.repeat_interleave(H // K, 1), v.repeat_interleave(H // K, 1)
    d = q.shape[-1]
    scores = q @ k.transpose(-1, -2) * {"root": 1 / math.sqrt(d), "width": 1 / d, "none": 1}[m["logit_scale"]]
    scores = m["attention_multiplier"] * scores
    uncapped = scores
    scores = capped(scores, m["attention_softcap"])
    T = scores.shape[-1]
    seen = torch.ones(T, T, dtype=torch.bool)
    if m["causal"]:
        seen = seen.tril()
    weights = (scores + distances(T)).masked_fill(~seen, -math.inf).softmax(-1)
    count = seen.sum(-1)
    queries = count > 1
    entropy = -torch.where(weights > 0, weights * weights.clamp_min(1e-300).log(), 0.0).sum(-1)
    numbers[f"entropy:{block}"] = entropy[:, :, queries].mean((0, 2))
    numbers[f"log_visible:{block}"] = count[queries].double().log().mean().expand(H)
    visible = scores[:, :, seen]
    numbers[f"logit_max:{block}"] = uncapped[:, :, seen].amax((0, 2))
    numbers[f"logit_std:{block}"] = visible.transpose(0, 1).reshape(H, -1).std(-1, unbiased=False)
    mean = torch.where(seen, scores, 0.0).sum(-1) / count
    variance = torch.where(seen, (scores - mean[..., None]) ** 2, 0.0).sum(-1) / count
    numbers[f"logit_spread:{block}"] = variance[:, :, queries].mean((0, 2)).sqrt()
    for head in range(H):
        numbers[f"map:{block}:{head}"] = weights[0, head].T
    mixed = (weights @ v).transpose(1, 2).flatten(2)
    mixed = site(block, "attention", mixed)
    if m["output_gate"]:
        mixed = mixed * torch.sigmoid(linear(block, "attention_gate", x))
    return linear(block, "attention_out", norm(block, "attention_sub_norm", mixed) if m["sub_norm"] else mixed)


def phi(z):
    return F.silu(z) if m["activation"] == "silu" else F.gelu(z, approximate=m["approximate"])


def mlp(block, x):
    up = linear(block, "mlp_in", x)
    inner = phi(linear(block, "mlp_gate", x)) * up if m["gated"] else phi(up)
    inner = site(block, "mlp_activation", inner)
    return linear(block, "mlp_out", norm(block, "mlp_sub_norm", inner) if m["sub_norm"] else inner)


def expert(block, owner, x):
    up = linear(block, "mlp_in", x, owner)
    inner = phi(linear(block, "mlp_gate", x, owner)) * up if m["gated"] else phi(up)
    inner = part(block, "mlp_activation", inner)
    inner = norm(block, "mlp_sub_norm", inner, owner) if m["sub_norm"] else inner
    return linear(block, "mlp_out", inner, owner)


def modulated(block, word, function):   # as facebookresearch/DiT, models.py
    def branch(block, x):
        shift, scale, gate = linear(block, word + "_modulation", F.silu(given["condition"]))[:, None].chunk(3, -1)
        return gate * function(block, x * (1 + scale) + shift)
    return branch if m["modulated"] else function


def experts(block, x):
    shape, n, k = x.shape, m["experts"], m["experts_chosen"]
    x = x.flatten(0, 1)
    logits = linear(block, "router", x)
    chance = logits.softmax(-1)
    top, chosen = chance.topk(k, -1)
    gates = top / top.sum(-1, keepdim=True) if m["gates_renormalized"] else top
    y = torch.zeros_like(x)
    for i in range(n):
        token, place = (chosen == i).nonzero(as_tuple=True)
        if len(token):
            y = y.index_add(0, token, gates[token, place, None] * expert(block, f"experts.{i + 1}.", x[token]))
    for i in range(m["shared_experts"]):
        y = y + expert(block, f"shared_experts.{i + 1}.", x)
    load = F.one_hot(chosen, n).sum(1).double().mean(0)
    numbers[f"load:{block}"], numbers[f"probability:{block}"] = load, chance.mean(0)
    numbers[f"router_entropy:{block}"] = torch.distributions.Categorical(probs=chance).entropy().mean()
    numbers[f"top_probability:{block}"] = top.sum(-1).mean()
    numbers[f"load_balance:{block}"] = n * (load / k * chance.mean(0)).sum()
    numbers[f"load_spread:{block}"] = load.std(unbiased=False) / load.mean()
    return y.view(shape)


def mixer(block, u):   # as state-spaces/mamba, token after token
    own = {role: given[f"blocks.{block}.{role}"] for role in ("in_proj.weight", "conv1d.weight", "conv1d.bias",
        "x_proj.weight", "dt_proj.weight", "dt_proj.bias", "A_log", "D", "out_proj.weight")}
    x, z = site(block, "in_proj", F.linear(u, own["in_proj.weight"])).chunk(2, -1)
    channels, taps = own["conv1d.weight"].shape
    x = F.conv1d(x.transpose(1, 2), own["conv1d.weight"][:, None], own["conv1d.bias"].flatten(), padding=taps - 1,
        groups=channels)[..., :u.shape[1]].transpose(1, 2)
    x = site(block, "conv_activation", phi(site(block, "conv1d", x)))
    rank, states = own["dt_proj.weight"].shape[1], own["A_log"].shape[1]
    delta, b, c = site(block, "x_proj", F.linear(x, own["x_proj.weight"])).split((rank, states, states), -1)
    delta = site(block, "dt_proj", F.linear(delta, own["dt_proj.weight"], own["dt_proj.bias"].flatten()))
    step, rate = F.softplus(delta), own["A_log"].exp()
    decay = torch.exp(-step[..., None] * rate)
    h, y = torch.zeros(x.shape[0], channels, states).double(), []
    for t in range(x.shape[1]):
        h = decay[:, t] * h + (step * x)[:, t, :, None] * b[:, t, None]
        y.append((h * c[:, t, None]).sum(-1))
    memory = 1 / (step.mean((0, 1))[:, None] * rate)
    for what, number in {"time_step": step.mean(), "decay": decay.mean(), "shortest_memory": memory.min(),
            "longest_memory": memory.max(), "memory_spread": memory.log().std(unbiased=False)}.items():
        numbers[f"{what}:{block}"] = number
    y = site(block, "scan", torch.stack(y, 1)) + own["D"].flatten() * x
    return linear(block, "out_proj", site(block, "gate", y * phi(z)))


def alike(a, b):
    return (a * b).mean() / (a.pow(2).mean() * b.pow(2).mean()).sqrt()


def connection(block, word, what, start):   # of streams; its parameter is a change of the start
    change = given[f"blocks.{block}.{word}_{what}.weight"].view(start.shape)
    if what == "mixing" and m["mixing"] == 2:
        a = change.exp()
        for _ in range(20):
            a = a / a.sum(0)
            a = a / a.sum(1)[:, None]
        return a
    return start + change


def residual(block, word, function, x, read=None):
    second = read is not None   # of two parallel ones
    skip = 1 if second else m["skip"]
    entry = (read if second else x).clone()
    entry.retain_grad()
    sites[f"{block}:{word}_return"] = entry
    n, inner_entry = m["streams"], entry
    if n > 1:   # streams side by side
        step = 2 * (block - 1) + (word == "mlp")
        reading = connection(block, word, "reading", torch.eye(n).double()[[step % n]])
        mixing = connection(block, word, "mixing", torch.eye(n).double() if m["mixing"] == 0 else torch.zeros(n, n).double())
        writing = connection(block, word, "writing", torch.ones(n, 1).double())
        through = lambda a, x: (a @ x.unflatten(-1, (a.shape[1], -1))).flatten(-2)
        inner_entry, x = through(reading, entry), through(mixing, x)
    inner = norm(block, word + "_norm", inner_entry) if m["placement"] in ("pre", "sandwich") else inner_entry
    inner = modulated(block, word, function)(block, inner)
    if m["placement"] in ("sandwich", "reordered", "normalized"):
        inner = norm(block, word + "_norm_after", inner)
    if n > 1:
        inner = through(writing, inner)
    branch = site(block, word + "_branch", m["branch"] * inner)
    numbers[f"correlation:{block}:{word}"] = alike(skip * x, branch)
    x = skip * x + branch
    if m["placement"] in ("post", "normalized") and (second or m["parallel"] == "none"):
        x = norm(block, word + "_norm", x)
    x = site(block, word + "_stream", x * 1)
    unit = F.normalize(x, dim=-1)
    cosine = unit @ unit.transpose(1, 2)
    T = x.shape[1]
    numbers[f"similarity:{block}:{word}"] = (cosine.sum((1, 2)) - T).mean() / (T * (T - 1))
    return x


targets = given["targets"].long()
parameters = {name: given[name].requires_grad_() for name in given if ":" not in name and name not in ("tokens", "targets", "images", "condition")}
if m["image"]:
    image = given["images"].view(len(targets), m["side"] ** 2, -1).transpose(1, 2).requires_grad_()   # by position there
    sites["0:input"] = image
    bias = given["patch.bias"].flatten() if m["bias"] else None
    kernel = given["patch.weight"].view(-1, image.shape[1], m["patch"], m["patch"])
    patches = F.conv2d(image.unflatten(2, (m["side"], m["side"])), kernel, bias, m["patch"])
    x = site(0, "patch", patches.flatten(2).transpose(1, 2))
    if m["class_token"]:
        x = torch.cat((given["class_token.weight"].expand(len(x), 1, -1), x), 1)
else:
    x = m["embedding_multiplier"] * given["embedding.weight"][given["tokens"].long()]
if "position.weight" in given:
    x = x + given["position.weight"][:x.shape[1]]
if m.get("sinusoids"):   # as tensor2tensor, but with sine and cosine in turn as in the paper
    for pos in range(x.shape[1]):
        for i in range(x.shape[2]):
            angle = pos / 10000 ** (2 * (i // 2) / x.shape[2])
            x[:, pos, i] = x[:, pos, i] + (math.cos(angle) if i % 2 else math.sin(angle))
x = site(0, "embedding", x)
if m["embedding_norm"]:
    x = norm(0, "embedding_norm", x)
x = x.repeat(1, 1, m["streams"])
for block in range(1, m["layers"] + 1):
    if m["kind"] == "state_space":
        x = residual(block, "mixer", mixer, x)
        continue
    read = x
    x = residual(block, "attention", attention, x)
    x = residual(block, "mlp", experts if m["experts"] else mlp, x, None if m["parallel"] == "none" else read)
x = x.unflatten(-1, (m["streams"], -1)).sum(-2)
if m["final_norm"]:
    x = norm(0, "final_norm", x)
if m["modulated"] and m["final_norm"]:
    name = "final_modulation"
    both = F.linear(F.silu(given["condition"]), given[name + ".weight"], given[name + ".bias"].flatten() if m["bias"] else None)
    shift, scale = site(0, name, both)[:, None].chunk(2, -1)
    x = x * (1 + scale) + shift
if m["image"]:
    x = site(0, "pooled", x[:, 0] if m["class_token"] else x.mean(1))
logits = m["logits_multiplier"] * (x @ given["embedding.weight" if m["tied"] else "head.weight"].T) + (given["head.bias"].flatten() if m["head_bias"] else 0)
logits = site(0, "logits", capped(logits, m["logits_softcap"]))
loss = F.cross_entropy(logits.flatten(0, -2), targets.flatten(), reduction="sum")
numbers["cross_entropy"] = loss / targets.numel()
loss.backward()

expected = {f"number:{name}": number.detach() for name, number in numbers.items()}
for name, tensor in sites.items():
    value, gradient = tensor.detach(), tensor.grad
    if name == "0:input":   # position after position
        value, gradient = value.transpose(1, 2), gradient.transpose(1, 2)
    if not name.endswith("_return"):
        expected[f"value:{name}"] = value
    expected[f"gradient:{name}"] = gradient
for name, tensors in parts.items():
    expected[f"value:{name}"] = torch.cat(tensors).detach()
    expected[f"gradient:{name}"] = torch.cat([tensor.grad for tensor in tensors])
for name, tensor in parameters.items():
    expected[f"parameter:{name}"] = torch.zeros_like(tensor) if tensor.grad is None else tensor.grad
ours = {name for name in given if name.split(":")[0] in ("value", "gradient", "number", "parameter")}
print("only one side:", sorted(ours ^ set(expected)))
usual = torch.cat([tensor.grad.flatten() for tensor in parameters.values() if tensor.grad is not None]).pow(2).mean().sqrt()
worst = {}
for name in sorted(ours & set(expected)):
    found, right = given[name].flatten(), expected[name].flatten()
    assert found.shape == right.shape, (name, given[name].shape, expected[name].shape)
    kind = name.split(":")[0]
    size = right.pow(2).mean().sqrt()
    if kind == "parameter":   # that of a key's bias is the rest that rounding leaves of nothing
        size = torch.maximum(size, 1e-2 * usual)
    difference = ((found - right).abs().max() / size).item() if found.any() or right.any() else 0.0
    worst[kind] = max(worst.get(kind, (0, "")), (difference, name))
for kind, (difference, name) in worst.items():
    print(kind, difference, name)
