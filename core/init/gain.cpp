// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/activation/formula.h"
#include "core/init/scheme.h"
#include "core/quadrature/moments.h"

namespace stepzero {

namespace {

// PyTorch's table. leaky_relu's gain depends on its slope.
constexpr std::array<std::pair<std::string_view, double>, 9> pytorch_gains {
    {{"linear", 1}, {"conv1d", 1}, {"conv2d", 1}, {"conv3d", 1}, {"sigmoid", 1}, {"tanh", 5.0 / 3},
        {"relu", 1.4142135623730951}, {"leaky_relu", 0}, {"selu", 0.75}}};

bool in_pytorch(std::string_view name)
{
    for (const auto& [known, value] : pytorch_gains)
        if (known == name)
            return true;
    return false;
}

// Gains of the activations that PyTorch has none for, at default parameters.
const std::map<std::string, double, std::less<>>& computed_gains()
{
    static const std::map<std::string, double, std::less<>> gains = [] {
        std::map<std::string, double, std::less<>> all;
        for (const ActivationInfo& info : activations())
            if (!in_pytorch(info.name) && info.name != formula_name)
                all[info.name] = forward_gain(ActivationFunction({info.name, {}}));
        return all;
    }();
    return gains;
}

}   // namespace

double gain(std::string_view nonlinearity, double negative_slope)
{
    if (nonlinearity == "leaky_relu")
        return std::sqrt(2 / (1 + negative_slope * negative_slope));
    for (const auto& [known, value] : pytorch_gains)
        if (known == nonlinearity)
            return value;
    const auto found = computed_gains().find(nonlinearity);
    if (found == computed_gains().end())
        throw std::invalid_argument("no gain for " + std::string(nonlinearity));
    return found->second;
}

std::vector<std::string> nonlinearities()
{
    std::vector<std::string> names;
    for (const auto& [known, value] : pytorch_gains)
        names.emplace_back(known);
    for (const ActivationInfo& info : activations())
        if (!in_pytorch(info.name) && info.name != formula_name)
            names.push_back(info.name);
    return names;
}

}   // namespace stepzero
