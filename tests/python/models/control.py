# SPDX-License-Identifier: GPL-3.0-or-later
"""Policies and values."""
import math

import torch
from torch import nn
from torch.distributions import Categorical


def layer_init(layer, std=math.sqrt(2), bias_const=0.0):
    """From CleanRL."""
    nn.init.orthogonal_(layer.weight, std)
    nn.init.constant_(layer.bias, bias_const)
    return layer


class Agent(nn.Module):
    """The PPO agent of CleanRL. forward() is the loss, as training computes it."""

    def __init__(self, observation=8, actions=4):
        super().__init__()
        self.critic = nn.Sequential(layer_init(nn.Linear(observation, 64)), nn.Tanh(), layer_init(nn.Linear(64, 64)),
                                    nn.Tanh(), layer_init(nn.Linear(64, 1), std=1.0))
        self.actor = nn.Sequential(layer_init(nn.Linear(observation, 64)), nn.Tanh(), layer_init(nn.Linear(64, 64)),
                                   nn.Tanh(), layer_init(nn.Linear(64, actions), std=0.01))

    def forward(self, x, action, advantage, value_target):
        probs = Categorical(logits=self.actor(x))
        policy = -(advantage * probs.log_prob(action)).mean()
        value = 0.5 * ((self.critic(x).view(-1) - value_target) ** 2).mean()
        return policy + 0.5 * value - 0.01 * probs.entropy().mean()


def ppo():
    return Agent(), (torch.randn(64, 8), torch.randint(4, (64,)), torch.randn(64), torch.randn(64)), None


class DuelingDQN(nn.Module):
    def __init__(self, frames=4, actions=6):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(frames, 16, 4, 2), nn.ReLU(), nn.Conv2d(16, 32, 3, 1), nn.ReLU(),
                                  nn.Flatten())
        self.value = nn.Sequential(nn.Linear(32 * 25, 64), nn.ReLU(), nn.Linear(64, 1))
        self.advantage = nn.Sequential(nn.Linear(32 * 25, 64), nn.ReLU(), nn.Linear(64, actions))

    def forward(self, x):
        x = self.conv(x)
        advantage = self.advantage(x)
        return self.value(x) + advantage - advantage.mean(dim=1, keepdim=True)


def dqn():
    return DuelingDQN(), torch.rand(8, 4, 16, 16), torch.randn(8, 6)


MODELS = {"ppo": ppo, "dqn": dqn}
