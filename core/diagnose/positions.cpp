// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/positions.h"

#include <algorithm>
#include <cmath>

#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Returns the fraction of a kernel's receptive field that is not zero padding, averaged over its outputs.
double share_inside(const Window& window)
{
    if (window.border != Border::zeros)
        return 1;
    Window line = window;
    line.dimensions = 1;
    const Taps taps(line);
    double inside = 0;
    for (int output = 0; output < line.positions_out(); ++output)
        for (int tap = 0; tap < taps.taps(); ++tap)
            inside += taps.input(output, tap) >= 0 ? 1 : 0;
    return std::pow(inside / (line.positions_out() * line.taps_per_output()), window.dimensions);
}

/// Returns whether the network is plain convolutional layers; ResNets are not.
bool of_convolutions(const Case& c) { return c.layered && c.plan.kind->kernels; }

const LayerPlan& layer_of(const Case& c, int layer) { return c.plan.layers[std::size_t(layer - 1)]; }

/// Losses as logarithms of RMS from layer 1 to `end`, and the number of layers followed by average pooling.
struct Taken {
    double by_means = 0, by_edge = 0;
    int means = 0;
};

Taken taken_of_signal(const Case& c, int end)
{
    Taken taken;
    for (int layer = 1; layer < end; ++layer) {
        taken.by_edge -= std::log(share_inside(layer_of(c, layer + 1).window)) / 2;
        if (layer_of(c, layer).pooling != Pooling::average)
            continue;
        const Distribution *before = c.measurement.output(layer), *behind = c.measurement.block(layer).value("pooled");
        if (!before || !behind || !(before->rms > 0) || !(behind->rms > 0))
            continue;
        taken.by_means -= (behind->log10_of(behind->rms) - before->log10_of(before->rms)) * std::log(10.0);
        ++taken.means;
    }
    return taken;
}

Fix with_option(const Case& c, const Text& label, const char* option, const char* word)
{
    Experiment fixed = c.experiment;
    fixed.network.options[option] = std::string(word);
    return fix_of({.label = label, .stand_in = std::move(fixed)});
}
Fix without_means(const Case& c) { return with_option(c, tr("Switch to max pooling"), "pooling", "max"); }

}   // namespace

std::optional<Finding> blamed_on_positions(const Case& c, const Finding& lost_signal, int end, double ln_lost)
{
    if (!of_convolutions(c))
        return {};
    const Taken taken = taken_of_signal(c, end);
    if (!(taken.by_means + taken.by_edge > ln_lost / 2))
        return {};
    const Text mean = tr("Average pooling leaves %1 of the RMS each time, since a mean over different positions is "
                         "smaller than the values themselves.",
        exp_text(-taken.by_means / std::max(1, taken.means)));
    const Text edge = tr("With zero padding, only %1 of the receptive field of layer %2 lies within the image, but "
                         "schemes count all of it.",
        percent_text(share_inside(layer_of(c, end).window)), end);
    const bool by_means = taken.by_means >= taken.by_edge / 4, by_edge = taken.by_edge >= taken.by_means / 4;
    Finding finding = lost_signal;
    finding.cause = by_means && by_edge ? joined({mean, edge}, " ") : by_means ? mean : edge;
    if (by_means)
        finding.fixes.push_back(without_means(c));
    const auto transposed = [](const LayerPlan& layer) { return layer.window.transposed; };
    if (by_edge && std::ranges::none_of(c.plan.layers, transposed))   // they have no circular padding
        finding.fixes.push_back(with_option(c, tr("Switch to circular padding"), "padding", "circular"));
    return finding;
}

std::optional<Finding> gradient_blamed_on_positions(
    const Case& c, const Finding& lost_gradient, int end, double ln_lost)
{
    double taken = 0;
    int positions = 0;
    for (int layer = 1; of_convolutions(c) && layer < end; ++layer)
        if (const LayerPlan& plan = layer_of(c, layer); plan.pooling == Pooling::average) {
            positions = plan.pool.receptive();
            taken += std::log(double(positions)) / 2;
        }
    if (positions == 0 || !(taken > ln_lost / 2))
        return {};
    Finding finding = lost_gradient;
    finding.cause = tr("Average pooling splits the gradient over %1 positions and divides its norm by √%1 each time, "
                       "whatever the weights are.",
        positions);
    finding.fixes.push_back(without_means(c));
    return finding;
}

}   // namespace stepzero
