// SPDX-License-Identifier: GPL-3.0-or-later
// Transposed convolutions whose stride does not divide their kernel. Along a dimension, output o sees the taps t with o
// + padding − t·dilation divisible by the stride s: ⌊k/s⌋ or ⌈k/s⌉ of k taps, depending on o mod s. With independent
// weights, Var(z) is proportional to their number, to the power of the dimensions. So standard deviations differ by
// (⌈k/s⌉/⌊k/s⌋)^(dimensions/2) between neighboring outputs, at every position of a smooth input.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/network/experiment/overrides.h"

namespace stepzero {

namespace {

/// The fewest and the most taps that an output sees along one dimension, apart from the edge.
struct SeenTaps {
    int fewest = std::numeric_limits<int>::max(), most = 0;

    bool uneven() const { return most > fewest; }
    /// Returns the factor between the standard deviations of outputs; infinite when some see nothing.
    double factor(int dimensions) const { return std::pow(double(most) / fewest, dimensions / 2.0); }
};

SeenTaps seen_taps(const Window& window)
{
    SeenTaps seen;
    for (int output = 0; output < window.side_out(); ++output) {
        int taps = 0;
        bool inside = true;
        for (int tap = 0; tap < window.kernel; ++tap) {
            const int from = output + window.padding() - tap * window.dilation;
            if (from % window.stride != 0)
                continue;
            ++taps;
            inside = inside && from >= 0 && from / window.stride < window.side;
        }
        if (!inside)
            continue;
        seen.fewest = std::min(seen.fewest, taps);
        seen.most = std::max(seen.most, taps);
    }
    return seen;
}

bool makes_checkerboard(const LayerPlan& layer)
{
    if (!layer.window.transposed || draw_of(layer.weight, layer.shape(), Role::weight).base->tap.receptive > 1)
        return false;   // kernels with one tap have their own pattern
    const SeenTaps seen = seen_taps(layer.window);
    return seen.uneven() && seen.factor(layer.window.dimensions) >= thresholds::checkerboard;
}

/// Sets kernels of layers: the network's own if all layers get the same.
Experiment with_kernels(Experiment experiment, const std::vector<LayerPlan>& layers, const std::vector<int>& kernels)
{
    Network& network = experiment.network;
    const bool all = int(layers.size()) == depth(network)
        && std::ranges::all_of(kernels, [&](int kernel) { return kernel == kernels.front(); });
    if (all)
        network.options["kernel"] = double(kernels.front());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        std::optional<int>& own = override_of(network, layers[i].layer).kernel;
        own = kernels[i];
        if (kernels[i] == whole_option(network, "kernel"))
            own.reset();
    }
    remove_empty_overrides(network);
    return experiment;
}

/// Returns the experiments with kernels that are the next multiple of their stride, up or down.
std::vector<Fix> fixes_of_kernels(const Case& c, const std::vector<LayerPlan>& layers)
{
    const double largest = find_member(c.plan.kind->options, "kernel")->high;
    std::vector<Fix> fixes;
    for (const bool up : {true, false}) {
        std::vector<int> kernels;
        for (const LayerPlan& layer : layers)
            kernels.push_back((layer.window.kernel / layer.window.stride + (up ? 1 : 0)) * layer.window.stride);
        const auto [least, most] = std::ranges::minmax(kernels);
        if (least < 1 || most > largest)
            continue;
        Experiment fixed = with_kernels(c.experiment, layers, kernels);
        std::vector<Problem> problems;
        c.plan.kind->check(fixed, problems);
        if (!problems.empty() || std::ranges::any_of(expand(fixed.network), makes_checkerboard))
            continue;
        fixes.push_back(fix_of({tr("Use a kernel that is a multiple of the stride: %1",
                                    arrow_text(tr("kernel"), layers.front().window.kernel, kernels.front())),
            std::move(fixed)}));
    }
    return fixes;
}

Text power_text(int number, int dimensions)
{
    return Text::name(std::to_string(dimensions == 2 ? number * number : number));
}

std::vector<Finding> find_checkerboard(const Case& c)
{
    std::vector<LayerPlan> uneven;
    for (const LayerPlan& layer : c.plan.layers)
        if (makes_checkerboard(layer))
            uneven.push_back(layer);
    if (uneven.empty())
        return {};
    const auto factor = [](const LayerPlan& layer) { return seen_taps(layer.window).factor(layer.window.dimensions); };
    const LayerPlan& worst = *std::ranges::max_element(uneven, {}, factor);
    const Window& window = worst.window;
    const SeenTaps seen = seen_taps(window);
    const Text where = span_text(c.network, worst.layer, worst.layer);
    return {{.id = "checkerboard",
        .severity = Severity::note,
        .first_layer = uneven.front().layer,
        .last_layer = uneven.back().layer,
        .message = seen.fewest == 0
            ? tr("The kernel of %1 has size %2 and its stride is %3: some outputs see no input.", where, window.kernel,
                window.stride)
            : tr("The kernel of %1 has size %2 and its stride is %3: outputs see %4 to %5 positions of the input, and "
                 "their standard deviations differ by a factor of %6.",
                where, window.kernel, window.stride, power_text(seen.fewest, window.dimensions),
                power_text(seen.most, window.dimensions), short_text(factor(worst))),
        .cause
        = tr("The stride of the transposed convolution does not divide its kernel. Windows then overlap unevenly, "
             "and generated images show a checkerboard."),
        .formula = window.dimensions == 2 ? "Var(z) = n Var(W) E[x²], n = n_in ⌊k/s⌋² to n_in ⌈k/s⌉²"
                                          : "Var(z) = n Var(W) E[x²], n = n_in ⌊k/s⌋ to n_in ⌈k/s⌉",
        .fixes = fixes_of_kernels(c, uneven)}};
}

}   // namespace

Rule rule_checkerboard()
{
    return {"checkerboard", "Odena, Dumoulin, Olah 2016: Deconvolution and checkerboard artifacts",
        {{"checkerboard", tr("uneven"),
            tr("the stride of a transposed convolution does not divide its kernel, so that outputs see different "
               "numbers of positions"),
            325, {"signal"}}},
        find_checkerboard, true};
}

}   // namespace stepzero
