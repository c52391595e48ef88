# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks for graphs and sets."""
import torch
import torch.nn.functional as F
from torch import nn


class GraphConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.lin, self.bias = nn.Linear(inputs, outputs, bias=False), nn.Parameter(torch.zeros(outputs))

    def forward(self, x, edges):
        x = self.lin(x)
        source, target = edges
        degree = torch.zeros(x.shape[0]).index_add(0, target, torch.ones(len(target))).clamp(min=1)
        norm = degree[source].rsqrt() * degree[target].rsqrt()
        return torch.zeros_like(x).index_add(0, target, norm[:, None] * x[source]) + self.bias


class GNN(nn.Module):
    def __init__(self, inputs=16, hidden=32, classes=4):
        super().__init__()
        self.convs = nn.ModuleList([GraphConv(inputs, hidden), GraphConv(hidden, hidden)])
        self.norms = nn.ModuleList([nn.BatchNorm1d(hidden), nn.BatchNorm1d(hidden)])
        self.out = nn.Linear(hidden, classes)

    def forward(self, x, edges):
        for conv, norm in zip(self.convs, self.norms):
            x = F.dropout(F.relu_(norm(conv(x, edges))), p=0.1, training=self.training)
        return self.out(x)


def gnn():
    edges = torch.randint(40, (2, 160))
    return GNN(), (torch.randn(40, 16), torch.cat([edges, torch.arange(40).repeat(2, 1)], 1)), torch.randint(4, (40,))


class SetAttention(nn.Module):
    """Pools a set by a learned query and nn.MultiheadAttention."""

    def __init__(self, inputs=6, dim=32):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(inputs, dim), nn.SELU(), nn.Linear(dim, dim))
        self.seed = nn.Parameter(torch.randn(1, 1, dim))
        self.pool = nn.MultiheadAttention(dim, 4, batch_first=True)
        self.rho = nn.Sequential(nn.SELU(), nn.Linear(dim, 3))

    def forward(self, x):
        h = self.phi(x)
        pooled, _ = self.pool(self.seed.expand(len(x), -1, -1), h, h, need_weights=False)
        return self.rho(pooled[:, 0])


def set_attention():
    return SetAttention(), torch.randn(8, 20, 6), 3


MODELS = {"gnn": gnn, "set_attention": set_attention}
