# SPDX-License-Identifier: GPL-3.0-or-later
"""Recurrent networks, scans and encoder-decoder transformers."""
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class SentimentLSTM(nn.Module):
    def __init__(self, vocab=60, embed=24, hidden=32):
        super().__init__()
        self.embedding = nn.Embedding(vocab, embed, padding_idx=0)
        self.rnn = nn.LSTM(embed, hidden, num_layers=2, bidirectional=True, dropout=0.2, batch_first=True)
        self.fc = nn.Linear(hidden * 2, 2)
        self.dropout = nn.Dropout(0.2)

    def forward(self, text, lengths):
        packed = pack_padded_sequence(self.dropout(self.embedding(text)), lengths, batch_first=True,
                                      enforce_sorted=False)
        packed_output, (hidden, cell) = self.rnn(packed)
        output, _ = pad_packed_sequence(packed_output, batch_first=True)
        return self.fc(self.dropout(torch.cat((hidden[-2], hidden[-1]), dim=1)))


def lstm():
    return SentimentLSTM(), (torch.randint(1, 60, (8, 12)), torch.tensor([12, 9, 4, 12, 7, 8, 3, 11])), 2


class Seq2Seq(nn.Module):
    """A GRU encoder, and a decoder cell that attends and is called at each step."""

    def __init__(self, vocab=40, hidden=32):
        super().__init__()
        self.embedding = nn.Embedding(vocab, hidden)
        self.encoder = nn.GRU(hidden, hidden)
        self.decoder = nn.GRUCell(2 * hidden, hidden)
        self.out = nn.Linear(2 * hidden, vocab)

    def forward(self, source, target):
        memory, state = self.encoder(self.embedding(source))
        state, logits = state[0], []
        for word in target:
            scores = torch.einsum("bh,sbh->bs", state, memory) / math.sqrt(memory.shape[-1])
            context = torch.bmm(F.softmax(scores, dim=-1)[:, None], memory.transpose(0, 1))[:, 0]
            state = self.decoder(torch.cat([self.embedding(word), context], -1), state)
            logits.append(self.out(torch.cat([state, context], -1)))
        return torch.stack(logits)


def gru():
    words = torch.randint(40, (9, 6))
    return Seq2Seq(), (torch.randint(40, (10, 6)), words), words


class TransformerModel(nn.Module):
    """Around nn.Transformer, as PyTorch's translation tutorial has it."""

    def __init__(self, vocab=50, d_model=32):
        super().__init__()
        self.src_emb, self.tgt_emb = nn.Embedding(vocab, d_model), nn.Embedding(vocab, d_model)
        self.transformer = nn.Transformer(d_model, 4, num_encoder_layers=2, num_decoder_layers=2, dim_feedforward=64,
                                          dropout=0.1)
        self.generator = nn.Linear(d_model, vocab)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.xavier_uniform_(p)

    def forward(self, src, tgt):
        mask = torch.triu(torch.full((tgt.shape[0], tgt.shape[0]), float("-inf")), 1)
        padding = torch.zeros(src.shape[1], src.shape[0], dtype=torch.bool)
        padding[0, -2:] = True
        outs = self.transformer(self.src_emb(src), self.tgt_emb(tgt), tgt_mask=mask, src_key_padding_mask=padding,
                                memory_key_padding_mask=padding)
        return self.generator(outs)


def transformer():
    return TransformerModel(), (torch.randint(50, (10, 4)), torch.randint(50, (9, 4))), 50


class WaveNetLayer(nn.Module):
    def __init__(self, channels, dilation):
        super().__init__()
        self.pad = dilation
        self.conv = nn.Conv1d(channels, 2 * channels, 2, dilation=dilation)
        self.res, self.skip = nn.Conv1d(channels, channels, 1), nn.Conv1d(channels, channels, 1)

    def forward(self, x):
        f, g = self.conv(F.pad(x, (self.pad, 0))).chunk(2, dim=1)
        z = torch.tanh(f) * torch.sigmoid(g)
        return x + self.res(z), self.skip(z)


class WaveNet(nn.Module):
    def __init__(self, channels=16, classes=32):
        super().__init__()
        self.first = nn.Conv1d(1, channels, 1)
        self.layers = nn.ModuleList([WaveNetLayer(channels, 2 ** i) for i in range(4)])
        self.last = nn.Sequential(nn.ReLU(), nn.Conv1d(channels, channels, 1), nn.ReLU(),
                                  nn.Conv1d(channels, classes, 1))

    def forward(self, x):
        x, total = self.first(x), 0
        for layer in self.layers:
            x, skip = layer(x)
            total = total + skip
        return self.last(total)


def wavenet():
    return WaveNet(), torch.randn(4, 1, 40), 32


class MambaBlock(nn.Module):
    """After John Ma's mamba-minimal."""

    def __init__(self, d_model=24, d_state=4, d_conv=3, expand=2):
        super().__init__()
        self.d_inner, self.dt_rank, self.d_state = expand * d_model, 2, d_state
        self.in_proj = nn.Linear(d_model, self.d_inner * 2, bias=False)
        self.conv1d = nn.Conv1d(self.d_inner, self.d_inner, d_conv, groups=self.d_inner, padding=d_conv - 1)
        self.x_proj = nn.Linear(self.d_inner, self.dt_rank + d_state * 2, bias=False)
        self.dt_proj = nn.Linear(self.dt_rank, self.d_inner)
        dt = torch.exp(torch.rand(self.d_inner) * (math.log(0.1) - math.log(0.001)) + math.log(0.001))
        with torch.no_grad():
            self.dt_proj.bias.copy_(dt + torch.log(-torch.expm1(-dt)))
        self.A_log = nn.Parameter(torch.log(torch.arange(1, d_state + 1).float()).repeat(self.d_inner, 1))
        self.D = nn.Parameter(torch.ones(self.d_inner))
        self.out_proj = nn.Linear(self.d_inner, d_model, bias=False)

    def forward(self, x):
        b, l, d = x.shape
        x, res = self.in_proj(x).split([self.d_inner, self.d_inner], dim=-1)
        x = F.silu(self.conv1d(x.transpose(1, 2))[:, :, :l].transpose(1, 2))
        y = self.ssm(x)
        return self.out_proj(y * F.silu(res))

    def ssm(self, x):
        A = -torch.exp(self.A_log)
        delta, B, C = self.x_proj(x).split([self.dt_rank, self.d_state, self.d_state], dim=-1)
        delta = F.softplus(self.dt_proj(delta))
        deltaA = torch.exp(torch.einsum("bld,dn->bldn", delta, A))
        deltaB_u = torch.einsum("bld,bln,bld->bldn", delta, B, x)
        state, ys = torch.zeros_like(deltaA[:, 0]), []
        for i in range(x.shape[1]):
            state = deltaA[:, i] * state + deltaB_u[:, i]
            ys.append(torch.einsum("bdn,bn->bd", state, C[:, i]))
        return torch.stack(ys, dim=1) + x * self.D


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.eps, self.weight = eps, nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class ResidualBlock(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.mixer, self.norm = MambaBlock(d_model), RMSNorm(d_model)

    def forward(self, x):
        return self.mixer(self.norm(x)) + x


class Mamba(nn.Module):
    def __init__(self, d_model=24, n_layer=2, vocab=40):
        super().__init__()
        self.embedding = nn.Embedding(vocab, d_model)
        self.layers = nn.ModuleList([ResidualBlock(d_model) for _ in range(n_layer)])
        self.norm_f = RMSNorm(d_model)
        self.lm_head = nn.Linear(d_model, vocab, bias=False)
        nn.init.normal_(self.embedding.weight, std=0.02)
        self.lm_head.weight = self.embedding.weight

    def forward(self, input_ids):
        x = self.embedding(input_ids)
        for layer in self.layers:
            x = layer(x)
        return self.lm_head(self.norm_f(x))


def mamba():
    return Mamba(), torch.randint(40, (4, 12)), 40


MODELS = {"lstm": lstm, "gru": gru, "transformer": transformer, "wavenet": wavenet, "mamba": mamba}
