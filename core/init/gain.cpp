// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/init/scheme.h"
#include "core/quadrature/moments.h"

namespace stepzero {

namespace {

// PyTorch's table. leaky_relu's gain depends on its slope.
constexpr std::array<std::pair<std::string_view, double>, 9> pytorch_gains {
    {{"linear", 1}, {"conv1d", 1}, {"conv2d", 1}, {"conv3d", 1}, {"sigmoid", 1}, {"tanh", 5.0 / 3},
        {"relu", 1.4142135623730951}, {"leaky_relu", 0}, {"selu", 0.75}}};

/// Activations that have one gain of their own, which PyTorch has none for: a typed one is none until it is typed.
std::vector<std::string> others()
{
    std::vector<std::string> names;
    for (const ActivationInfo& info : activations())
        if (info.name != formula_name
            && std::ranges::none_of(pytorch_gains, [&](const auto& gain) { return gain.first == info.name; }))
            names.push_back(info.name);
    return names;
}

// Theirs, at default parameters.
const std::map<std::string, double, std::less<>>& computed_gains()
{
    static const std::map<std::string, double, std::less<>> gains = [] {
        std::map<std::string, double, std::less<>> all;
        for (const std::string& name : others())
            all[name] = forward_gain(ActivationFunction({name, {}}));
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
    const std::vector<std::string> own = others();
    names.insert(names.end(), own.begin(), own.end());
    return names;
}

}   // namespace stepzero
