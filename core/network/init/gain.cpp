// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "core/math/activation/activation.h"
#include "core/math/quadrature/moments.h"
#include "core/network/init/scheme.h"

namespace stepzero {

namespace {

/// Layers that PyTorch treats as linear.
constexpr std::array<std::string_view, 3> linear_layers {"conv1d", "conv2d", "conv3d"};

/// Gains of the activations for which PyTorch has none, at default parameters. A formula has no gain here, because its
/// text is not known.
const std::map<std::string, double, std::less<>>& computed_gains()
{
    static const std::map<std::string, double, std::less<>> gains = [] {
        std::map<std::string, double, std::less<>> all;
        for (const ActivationInfo& info : activations())
            if (info.name != formula_name && !info.pytorch_gain)
                all[info.name] = forward_gain(ActivationFunction({info.name, {}}));
        return all;
    }();
    return gains;
}

}   // namespace

bool has_pytorch_gain(std::string_view nonlinearity)
{
    const ActivationInfo* info = find_activation(nonlinearity);
    return std::ranges::find(linear_layers, nonlinearity) != linear_layers.end() || (info && info->pytorch_gain);
}

double gain(std::string_view nonlinearity, double negative_slope)
{
    if (std::ranges::find(linear_layers, nonlinearity) != linear_layers.end())
        return 1;
    if (const ActivationInfo* info = find_activation(nonlinearity); info && info->pytorch_gain)
        return info->pytorch_gain({{"negative_slope", negative_slope}});
    const auto found = computed_gains().find(nonlinearity);
    if (found == computed_gains().end())
        throw std::invalid_argument("no gain for " + std::string(nonlinearity));
    return found->second;
}

std::vector<std::string> nonlinearities()
{
    std::vector<std::string> names, others;
    for (const ActivationInfo& info : activations())
        if (info.name != formula_name)
            (info.pytorch_gain ? names : others).push_back(info.name);
    names.insert(names.end(), linear_layers.begin(), linear_layers.end());
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

}   // namespace stepzero
