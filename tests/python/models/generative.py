# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks that generate: GANs, autoencoders, diffusion, flows."""
import math

import torch
import torch.nn.functional as F
from torch import nn


def weights_init(m):
    """From PyTorch's DCGAN tutorial."""
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


class Generator(nn.Module):
    def __init__(self, nz=32, ngf=16, nc=3):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf * 4, 4, 1, 0, bias=False), nn.BatchNorm2d(ngf * 4), nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 4, ngf * 2, 4, 2, 1, bias=False), nn.BatchNorm2d(ngf * 2), nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 2, nc, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, input):
        return self.main(input)


def dcgan_generator():
    model = Generator()
    model.apply(weights_init)
    return model, torch.randn(8, 32, 1, 1), None


class Discriminator(nn.Module):
    def __init__(self, ndf=16, nc=3):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(nc, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False), nn.BatchNorm2d(ndf * 2), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf * 2, 1, 4, 1, 0, bias=False), nn.Sigmoid())

    def forward(self, input):
        return self.main(input).view(-1)


def dcgan_discriminator():
    model = Discriminator()
    model.apply(weights_init)
    return model, torch.randn(8, 3, 16, 16), lambda p: F.binary_cross_entropy(p, torch.ones_like(p))


class VAE(nn.Module):
    """PyTorch's example, which returns three tensors."""

    def __init__(self, size=64, hidden=48, latent=8):
        super().__init__()
        self.fc1, self.fc21, self.fc22 = nn.Linear(size, hidden), nn.Linear(hidden, latent), nn.Linear(hidden, latent)
        self.fc3, self.fc4 = nn.Linear(latent, hidden), nn.Linear(hidden, size)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + torch.randn_like(std) * std

    def forward(self, x):
        mu, logvar = self.encode(x)
        h3 = F.relu(self.fc3(self.reparameterize(mu, logvar)))
        return torch.sigmoid(self.fc4(h3)), mu, logvar


def vae():
    x = torch.rand(32, 64)

    def loss(output):
        recon, mu, logvar = output
        bce = F.binary_cross_entropy(recon, x, reduction="sum")
        return bce - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())

    return VAE(), x, loss


def timestep_embedding(timesteps, dim):
    half = dim // 2
    freqs = torch.exp(-math.log(10000) * torch.arange(half, dtype=torch.float32) / half)
    args = timesteps[:, None].float() * freqs[None]
    return torch.cat([torch.cos(args), torch.sin(args)], dim=-1)


def zero_module(module):
    """From OpenAI's guided-diffusion."""
    for p in module.parameters():
        p.detach().zero_()
    return module


class ResBlock(nn.Module):
    def __init__(self, channels, emb_channels, out_channels):
        super().__init__()
        self.in_layers = nn.Sequential(nn.GroupNorm(4, channels), nn.SiLU(),
                                       nn.Conv2d(channels, out_channels, 3, padding=1))
        self.emb_layers = nn.Sequential(nn.SiLU(), nn.Linear(emb_channels, out_channels))
        self.out_layers = nn.Sequential(nn.GroupNorm(4, out_channels), nn.SiLU(), nn.Dropout(p=0.0),
                                        zero_module(nn.Conv2d(out_channels, out_channels, 3, padding=1)))
        self.skip = nn.Identity() if out_channels == channels else nn.Conv2d(channels, out_channels, 1)

    def forward(self, x, emb):
        h = self.in_layers(x) + self.emb_layers(emb)[:, :, None, None]
        return self.skip(x) + self.out_layers(h)


class AttentionBlock(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.norm = nn.GroupNorm(4, channels)
        self.qkv = nn.Conv1d(channels, channels * 3, 1)
        self.proj_out = zero_module(nn.Conv1d(channels, channels, 1))

    def forward(self, x):
        b, c, *spatial = x.shape
        x = x.reshape(b, c, -1)
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=1)
        scale = 1 / math.sqrt(math.sqrt(c))
        weight = torch.einsum("bct,bcs->bts", q * scale, k * scale)
        weight = torch.softmax(weight.float(), dim=-1).type(weight.dtype)
        h = torch.einsum("bts,bcs->bct", weight, v)
        return (x + self.proj_out(h)).reshape(b, c, *spatial)


class DiffusionUNet(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.width = width
        self.time_embed = nn.Sequential(nn.Linear(width, 4 * width), nn.SiLU(), nn.Linear(4 * width, 4 * width))
        self.stem = nn.Conv2d(3, width, 3, padding=1)
        self.down_blocks = nn.ModuleList([ResBlock(width, 4 * width, width), ResBlock(width, 4 * width, 2 * width)])
        self.downsample = nn.Conv2d(width, width, 3, stride=2, padding=1)
        self.middle = AttentionBlock(2 * width)
        self.up_block = ResBlock(3 * width, 4 * width, width)
        self.out = nn.Sequential(nn.GroupNorm(4, width), nn.SiLU(), zero_module(nn.Conv2d(width, 3, 3, padding=1)))

    def forward(self, x, timesteps):
        emb = self.time_embed(timestep_embedding(timesteps, self.width))
        first = self.down_blocks[0](self.stem(x), emb)
        h = self.middle(self.down_blocks[1](self.downsample(first), emb))
        h = F.interpolate(h, scale_factor=2, mode="nearest")
        return self.out(self.up_block(torch.cat([h, first], dim=1), emb))


def diffusion():
    noise = torch.randn(4, 3, 8, 8)
    return DiffusionUNet(), {"x": torch.randn(4, 3, 8, 8), "timesteps": torch.randint(1000, (4,))}, noise


class Coupling(nn.Module):
    """RealNVP: the last layer begins at zero."""

    def __init__(self, size, hidden, mask):
        super().__init__()
        self.register_buffer("mask", mask)
        self.net = nn.Sequential(nn.Linear(size, hidden), nn.LeakyReLU(), nn.Linear(hidden, hidden), nn.LeakyReLU(),
                                 nn.Linear(hidden, 2 * size))
        nn.init.zeros_(self.net[-1].weight)
        nn.init.zeros_(self.net[-1].bias)

    def forward(self, x):
        s, t = self.net(x * self.mask).chunk(2, dim=-1)
        s, t = torch.tanh(s) * (1 - self.mask), t * (1 - self.mask)
        return x * torch.exp(s) + t, s.sum(-1)


class RealNVP(nn.Module):
    def __init__(self, size=6, flows=4):
        super().__init__()
        self.flows = nn.ModuleList([Coupling(size, 32, (torch.arange(size) + i) % 2 * 1.0) for i in range(flows)])

    def forward(self, x):
        total = 0
        for flow in self.flows:
            x, log_det = flow(x)
            total = total + log_det
        log_prob = -0.5 * (x ** 2).sum(-1) - 0.5 * x.shape[-1] * math.log(2 * math.pi) + total
        return -log_prob.mean()


def realnvp():
    return RealNVP(), torch.randn(64, 6), None


MODELS = {"dcgan_generator": dcgan_generator, "dcgan_discriminator": dcgan_discriminator, "vae": vae,
          "diffusion": diffusion, "realnvp": realnvp}
