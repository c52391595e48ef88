// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/title.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/words/shown_text.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

/// "He"; "Normal", "std 0.02": the scheme with the numbers that set its size, where it has some.
std::vector<std::string> scheme_title(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (!scheme)
        return {initializer.scheme};
    std::vector<std::string> parts {scheme->label.substr(0, scheme->label.find(" ("))};   // "He (Kaiming) normal"
    const Parameters parameters = completed(initializer).parameters;
    const auto add = [&](const std::string& name, double usual) {
        const auto found = parameters.find(name);
        if (found == parameters.end() || !std::holds_alternative<double>(found->second))
            return;
        if (const double number = std::get<double>(found->second); number != usual)
            parts.push_back(name + " " + short_text(number));
    };
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    add("std", none);
    add("variance", none);
    add("gain", 1);
    return parts;
}

std::vector<std::string> weights_title(const Experiment& experiment)
{
    if (experiment.weights.file.empty())
        return scheme_title(experiment.network.weight);
    const std::filesystem::path path(experiment.weights.file);
    return {"weights of " + (path.has_filename() ? path : path.parent_path()).filename().string()};
}

Network completed_network(Experiment experiment) { return with_completed_parameters(std::move(experiment)).network; }

}   // namespace

std::string activation_text(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return info ? info->label : activation.name;
}

std::string shape_text(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    if (!kind.layered)
        return kind.label + " " + std::to_string(network.depth) + " × " + std::to_string(network.width);
    const int end = depth(network);
    bool same = true;
    for (int layer = 1; layer < end; ++layer)
        same = same && width_of_layer(network, layer) == width_of_layer(network, layer + 1);
    const std::string before = kind.kernels ? kind.label + " " : "";
    if (same)
        return before + std::to_string(end) + " × " + std::to_string(width_of_layer(network, 1));
    constexpr int most = 5;
    std::string widths = std::to_string(width_of_layer(network, 0));
    for (int layer = 1; layer <= end; ++layer)
        if (end <= most || layer == 1 || layer == end)
            widths += "–" + std::to_string(width_of_layer(network, layer));
        else if (layer == 2)
            widths += "–…";
    return before + widths;
}

std::string generated_title(const Experiment& experiment)
{
    const Network& network = experiment.network;
    std::vector<std::string> parts = weights_title(experiment);
    parts.push_back(activation_text(network.activation));
    parts.push_back(shape_text(network));
    if (const auto& own = network.overrides; own.size() == 1)
        parts.push_back("layer " + std::to_string(own.front().layer) + " differs");
    else if (!own.empty())
        parts.push_back(std::to_string(own.size()) + " layers differ");
    return list_text(parts);
}

bool has_outdated_title(const Experiment& experiment)
{
    const auto preset = std::ranges::find(presets(), experiment.title, &Preset::title);
    if (experiment.title.empty() || preset == presets().end())
        return false;
    const auto parsed = parse_experiment(preset->text);
    const auto* original = std::get_if<Experiment>(&parsed);
    return !original || original->weights != experiment.weights
        || completed_network(*original) != completed_network(experiment);
}

std::string title_of(const Experiment& experiment)
{
    return experiment.title.empty() || has_outdated_title(experiment) ? generated_title(experiment) : experiment.title;
}

}   // namespace stepzero
