# SPDX-License-Identifier: GPL-3.0-or-later
"""Language models: GPT, LLaMA, BERT, T5, mixture of experts."""
import dataclasses
import math
from collections import OrderedDict
from typing import Optional

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

from .sequence import RMSNorm


class CausalSelfAttention(nn.Module):
    """After Karpathy's nanoGPT, with or without the fused function."""

    def __init__(self, n_embd, n_head, block_size):
        super().__init__()
        self.c_attn, self.c_proj = nn.Linear(n_embd, 3 * n_embd), nn.Linear(n_embd, n_embd)
        self.attn_dropout, self.resid_dropout = nn.Dropout(0.1), nn.Dropout(0.1)
        self.n_head, self.dropout = n_head, 0.1
        self.flash = hasattr(F, "scaled_dot_product_attention")
        self.register_buffer("bias", torch.tril(torch.ones(block_size, block_size)).view(1, 1, block_size, block_size))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(C, dim=2)
        q, k, v = (t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) for t in (q, k, v))
        if self.flash:
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=self.dropout if self.training else 0,
                                               is_causal=True)
        else:
            att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
            att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
            att = self.attn_dropout(F.softmax(att, dim=-1))
            y = att @ v
        return self.resid_dropout(self.c_proj(y.transpose(1, 2).contiguous().view(B, T, C)))


class MLP(nn.Module):
    def __init__(self, n_embd):
        super().__init__()
        self.c_fc, self.gelu, self.c_proj = nn.Linear(n_embd, 4 * n_embd), nn.GELU(), nn.Linear(4 * n_embd, n_embd)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        return self.dropout(self.c_proj(self.gelu(self.c_fc(x))))


class Block(nn.Module):
    def __init__(self, n_embd, n_head, block_size):
        super().__init__()
        self.ln_1, self.attn = nn.LayerNorm(n_embd), CausalSelfAttention(n_embd, n_head, block_size)
        self.ln_2, self.mlp = nn.LayerNorm(n_embd), MLP(n_embd)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self, vocab_size=65, n_layer=3, n_head=4, n_embd=32, block_size=16, checkpointed=None):
        super().__init__()
        self.checkpointed = checkpointed
        self.transformer = nn.ModuleDict(dict(
            wte=nn.Embedding(vocab_size, n_embd), wpe=nn.Embedding(block_size, n_embd), drop=nn.Dropout(0.1),
            h=nn.ModuleList([Block(n_embd, n_head, block_size) for _ in range(n_layer)]), ln_f=nn.LayerNorm(n_embd)))
        self.lm_head = nn.Linear(n_embd, vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
        self.apply(self._init_weights)
        for pn, p in self.named_parameters():
            if pn.endswith("c_proj.weight"):
                nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(2 * n_layer))

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, mean=0.0, std=0.02)

    def forward(self, idx, targets=None):
        pos = torch.arange(0, idx.size(1), dtype=torch.long, device=idx.device)
        x = self.transformer.drop(self.transformer.wte(idx) + self.transformer.wpe(pos))
        for block in self.transformer.h:
            if self.checkpointed is None:
                x = block(x)
            else:
                x = checkpoint(block, x, use_reentrant=self.checkpointed)
        x = self.transformer.ln_f(x)
        if targets is not None:
            logits = self.lm_head(x)
            return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return self.lm_head(x[:, [-1], :]), None


def gpt(**options):
    return GPT(**options), {"idx": torch.randint(65, (4, 16)), "targets": torch.randint(65, (4, 16))}, None


def rotate(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


class LlamaAttention(nn.Module):
    def __init__(self, dim, n_heads, n_kv_heads):
        super().__init__()
        self.n_heads, self.n_kv_heads, self.head_dim = n_heads, n_kv_heads, dim // n_heads
        self.wq = nn.Linear(dim, n_heads * self.head_dim, bias=False)
        self.wk = nn.Linear(dim, n_kv_heads * self.head_dim, bias=False)
        self.wv = nn.Linear(dim, n_kv_heads * self.head_dim, bias=False)
        self.wo = nn.Linear(n_heads * self.head_dim, dim, bias=False)

    def forward(self, x, cos, sin, mask):
        B, T, _ = x.shape
        q = rotate(self.wq(x).view(B, T, self.n_heads, self.head_dim).transpose(1, 2), cos, sin)
        k = rotate(self.wk(x).view(B, T, self.n_kv_heads, self.head_dim).transpose(1, 2), cos, sin)
        v = self.wv(x).view(B, T, self.n_kv_heads, self.head_dim).transpose(1, 2)
        k, v = (t.repeat_interleave(self.n_heads // self.n_kv_heads, dim=1) for t in (k, v))
        scores = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(self.head_dim) + mask
        scores = F.softmax(scores.float(), dim=-1).type_as(q)
        return self.wo(torch.matmul(scores, v).transpose(1, 2).reshape(B, T, -1))


class FeedForward(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1, self.w2 = nn.Linear(dim, hidden, bias=False), nn.Linear(hidden, dim, bias=False)
        self.w3 = nn.Linear(dim, hidden, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class LlamaBlock(nn.Module):
    def __init__(self, dim, feed_forward=None):
        super().__init__()
        self.attention, self.feed_forward = LlamaAttention(dim, 4, 2), feed_forward or FeedForward(dim, 3 * dim)
        self.attention_norm, self.ffn_norm = RMSNorm(dim), RMSNorm(dim)

    def forward(self, x, cos, sin, mask):
        h = x + self.attention(self.attention_norm(x), cos, sin, mask)
        return h + self.feed_forward(self.ffn_norm(h))


class Llama(nn.Module):
    def __init__(self, vocab=64, dim=32, layers=2, feed_forward=lambda: None):
        super().__init__()
        self.tok_embeddings = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList([LlamaBlock(dim, feed_forward()) for _ in range(layers)])
        self.norm, self.output = RMSNorm(dim), nn.Linear(dim, vocab, bias=False)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.normal_(p, std=0.02)
        for layer in self.layers:
            nn.init.normal_(layer.attention.wo.weight, std=0.02 / math.sqrt(2 * layers))

    def forward(self, tokens):
        T = tokens.shape[1]
        angles = torch.outer(torch.arange(T).float(), 10000 ** -(torch.arange(4).float() / 4))
        mask = torch.triu(torch.full((T, T), float("-inf")), 1)
        h = self.tok_embeddings(tokens)
        for layer in self.layers:
            h = layer(h, angles.cos().to(h.dtype), angles.sin().to(h.dtype), mask.to(h.dtype))
        return self.output(self.norm(h))


def llama():
    return Llama(), torch.randint(64, (4, 12)), 64


def llama_bfloat16():
    return Llama().to(torch.bfloat16), torch.randint(64, (2, 8)), 64


class MoE(nn.Module):
    """The two best of four experts, each with the tokens that chose it. Mixtral's code, shortened."""

    def __init__(self, dim=32, experts=4, top_k=2):
        super().__init__()
        self.top_k = top_k
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = nn.ModuleList([FeedForward(dim, 2 * dim) for _ in range(experts)])

    def forward(self, hidden_states):
        x = hidden_states.reshape(-1, hidden_states.shape[-1])
        weights, chosen = torch.topk(F.softmax(self.gate(x), dim=1, dtype=torch.float), self.top_k, dim=-1)
        weights = (weights / weights.sum(dim=-1, keepdim=True)).to(x.dtype)
        out = torch.zeros_like(x)
        for index, expert in enumerate(self.experts):
            rows, place = torch.where(chosen == index)
            if rows.numel():
                out.index_add_(0, rows, expert(x[rows]) * weights[rows, place, None])
        return out.reshape(hidden_states.shape)


def moe():
    return Llama(feed_forward=MoE), torch.randint(64, (4, 12)), 64


@dataclasses.dataclass
class MaskedLMOutput:
    loss: Optional[torch.Tensor] = None
    logits: Optional[torch.Tensor] = None
    hidden_states: Optional[tuple] = None


class BertLayer(nn.Module):
    """Post-LN, additive masks of -10000, as in transformers of 2019."""

    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(hidden, hidden) for _ in range(3))
        self.dense, self.LayerNorm1 = nn.Linear(hidden, hidden), nn.LayerNorm(hidden)
        self.intermediate, self.output = nn.Linear(hidden, 4 * hidden), nn.Linear(4 * hidden, hidden)
        self.LayerNorm2, self.softmax, self.dropout = nn.LayerNorm(hidden), nn.Softmax(dim=-1), nn.Dropout(0.1)

    def forward(self, x, mask):
        B, T, C = x.shape
        q, k, v = (f(x).view(B, T, self.heads, C // self.heads).permute(0, 2, 1, 3)
                   for f in (self.query, self.key, self.value))
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(C // self.heads) + mask
        context = torch.matmul(self.dropout(self.softmax(scores)), v).permute(0, 2, 1, 3).contiguous().view(B, T, C)
        x = self.LayerNorm1(x + self.dropout(self.dense(context)))
        return self.LayerNorm2(x + self.dropout(self.output(F.gelu(self.intermediate(x)))))


class Bert(nn.Module):
    def __init__(self, vocab=60, hidden=32, layers=2):
        super().__init__()
        self.embeddings = nn.Embedding(vocab, hidden, padding_idx=0)
        self.position = nn.Embedding(16, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.layer = nn.ModuleList([BertLayer(hidden, 4) for _ in range(layers)])
        self.decoder = nn.Linear(hidden, vocab)
        self.apply(self._init_weights)
        self.decoder.weight = self.embeddings.weight
        # Unused when words are predicted.
        self.pooler = nn.Sequential(OrderedDict(dense=nn.Linear(hidden, hidden), activation=nn.Tanh()))

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(mean=0.0, std=0.02)
            if isinstance(module, nn.Linear):
                module.bias.data.zero_()

    def forward(self, input_ids, attention_mask, labels=None):
        x = self.norm(self.embeddings(input_ids) + self.position(torch.arange(input_ids.shape[1])))
        mask = (1.0 - attention_mask[:, None, None, :].float()) * -10000.0
        states = (x,)
        for layer in self.layer:
            x = layer(x, mask)
            states += (x,)
        logits = self.decoder(x)
        loss = None if labels is None else F.cross_entropy(logits.view(-1, logits.shape[-1]), labels.view(-1))
        return MaskedLMOutput(loss, logits, states)


def bert():
    mask = torch.ones(4, 10)
    mask[1, 6:] = 0
    labels = torch.randint(60, (4, 10))
    labels[:, ::2] = -100
    return Bert(), {"input_ids": torch.randint(1, 60, (4, 10)), "attention_mask": mask, "labels": labels}, None


def gpt_checkpointed():
    return gpt(checkpointed=True)


MODELS = {"gpt": gpt, "gpt_checkpointed": gpt_checkpointed, "llama": llama, "llama_bfloat16": llama_bfloat16,
          "moe": moe, "bert": bert}
