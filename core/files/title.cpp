// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/title.h"

#include <filesystem>
#include <limits>

#include "core/base/words/shown_text.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// Returns "He", or "Normal", "std 0.02": the scheme and the numbers that determine its scale.
std::vector<Text> scheme_title(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (!scheme)
        return {Text::name(initializer.scheme)};
    const Text& label = scheme->label;
    const std::size_t end = label.format().find(" (");   // "He (Kaiming) normal"
    std::vector<Text> parts {end == std::string::npos ? label : Text::whole(label.format().substr(0, end))};
    const Parameters parameters = completed(initializer).parameters;
    const auto add = [&](const std::string& name, const Text& label_of_number, double usual) {
        const auto found = parameters.find(name);
        if (found == parameters.end())
            return;
        if (const std::string* typed = typed_text(found->second))
            return parts.push_back(joined({label_of_number, Text::name(*typed)}, " "));
        if (!std::holds_alternative<double>(found->second))
            return;
        if (const double number = std::get<double>(found->second); number != usual)
            parts.push_back(joined({label_of_number, Text::name(short_text(number))}, " "));
    };
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    add("std", tr("std"), none);
    add("variance", tr("variance"), none);
    add("gain", tr("gain"), 1);
    return parts;
}

std::vector<Text> weights_title(const Experiment& experiment)
{
    if (experiment.weights.file.empty())
        return scheme_title(experiment.network.weight);
    const std::filesystem::path path(experiment.weights.file);
    return {tr("weights of %1", (path.has_filename() ? path : path.parent_path()).filename().string())};
}

/// Returns "10 × 256".
Text size_text(int depth, int width) { return Text::name(std::to_string(depth) + " × " + std::to_string(width)); }

Network completed_network(Experiment experiment) { return with_completed_parameters(std::move(experiment)).network; }

}   // namespace

Text activation_text(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return info ? info->label : Text::name(activation.name);
}

Text shape_text(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    if (!kind.layered)
        return joined({kind.label, size_text(network.depth, network.width)}, " ");
    const int end = depth(network);
    bool same = true;
    for (int layer = 1; layer < end; ++layer)
        same = same && width_of_layer(network, layer) == width_of_layer(network, layer + 1);
    const Text before = kind.kernels ? kind.label : Text();
    if (same)
        return joined({before, size_text(end, width_of_layer(network, 1))}, " ");
    constexpr int most = 5;
    std::string widths = std::to_string(width_of_layer(network, 0));
    for (int layer = 1; layer <= end; ++layer)
        if (end <= most || layer == 1 || layer == end)
            widths += "–" + std::to_string(width_of_layer(network, layer));
        else if (layer == 2)
            widths += "–…";
    return joined({before, Text::name(widths)}, " ");
}

Text generated_title(const Experiment& experiment)
{
    const Network& network = experiment.network;
    std::vector<Text> parts = weights_title(experiment);
    parts.push_back(activation_text(network.activation));
    parts.push_back(shape_text(network));
    if (const auto& own = network.overrides; own.size() == 1)
        parts.push_back(tr("layer %1 differs", own.front().layer));
    else if (!own.empty())
        parts.push_back(tr("%1 layers differ", own.size()));
    return joined(parts, ", ");
}

bool has_outdated_title(const Experiment& experiment)
{
    const Preset* preset = find_title(presets(), experiment.title);
    if (experiment.title.empty() || !preset)
        return false;
    const auto parsed = parse_experiment(preset->text);
    const auto* original = std::get_if<Experiment>(&parsed);
    return !original || original->weights != experiment.weights
        || completed_network(*original) != completed_network(experiment);
}

Text title_of(const Experiment& experiment)
{
    if (experiment.title.empty() || has_outdated_title(experiment))
        return generated_title(experiment);
    const Preset* preset = find_title(presets(), experiment.title);
    return preset ? preset->title : Text::name(experiment.title);
}

}   // namespace stepzero
