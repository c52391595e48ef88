// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of convolutions for PyTorch: nn.Conv1d or nn.Conv2d, or transposed ones, each with its activation.
#include <algorithm>

#include "core/kinds/code/convolution.h"
#include "core/kinds/code/dense.h"
#include "core/kinds/code/pytorch.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// Returns nn.Conv2d, for instance.
std::string class_of(int dimensions, bool transposed)
{
    return (transposed ? "nn.ConvTranspose" : "nn.Conv") + std::to_string(dimensions) + "d";
}

/// Returns initializer lines together with the fans that they name.
Lines kernel_initializer_lines(const LawCode& law)
{
    const std::string type = class_of(law.shape.dimensions, law.shape.transposed());
    const Lines fill = pytorch_layer_fill("convolution", type, law);
    Lines lines = pytorch_kernel_fans(fill, "convolution");
    lines.insert(lines.end(), fill.begin(), fill.end());
    return lines;
}

/// The parts of the code that depend on whether all layers have the same window.
struct WindowsCode {
    std::string constants;   ///< windows of the layers; empty if all are the same
    std::string loop;   ///< over the layers: "(before, behind) in …"
    Lines convolution;   ///< statements that make the convolution of a layer
};

/// Returns ", name=number", or nothing for the default.
std::string argument(const char* name, int number, int usual)
{
    return number == usual ? std::string() : std::string(", ") + name + "=" + std::to_string(number);
}

/// Returns the statement for layers with the same window.
std::string common_convolution(const Window& window)
{
    return "convolution = " + class_of(window.dimensions, window.transposed) + "(before, behind, "
        + std::to_string(window.kernel) + argument("stride", window.stride, 1)
        + argument("padding", window.padding(), 0) + argument("output_padding", window.output_padding(), 0)
        + argument("dilation", window.dilation, 1) + argument("groups", window.groups, 1)
        + (window.border == Border::circular && window.padding() > 0 ? ", padding_mode=\"circular\"" : "") + ")";
}

WindowsCode windows_code(const NetworkPlan& plan)
{
    const Window& window = plan.layers.front().window;
    if (!windows_differ(plan.network))
        return {.constants = {},
            .loop = "(before, behind) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1)",
            .convolution = {common_convolution(window)}};
    const auto list = [&](const auto& text_of) {
        std::string text;
        for (const LayerPlan& layer : plan.layers)
            text += (text.empty() ? "" : ", ") + std::string(text_of(layer.window));
        return "[" + text + "]";
    };
    const bool pads = window.border != Border::none;
    const std::string taps
        = window.dilation == 1 ? "(kernel - 1)" : std::to_string(window.dilation) + " * (kernel - 1)";
    const std::string common = argument("dilation", window.dilation, 1) + argument("groups", window.groups, 1);
    const std::string direct = "convolution = " + class_of(window.dimensions, false) + "(before, behind, kernel, stride"
        + (pads ? ", padding=" + taps + " // 2" : "") + common
        + (window.border == Border::circular ? ", padding_mode=\"circular\"" : "") + ")";
    WindowsCode code {.constants = "KERNELS = " + list([](const Window& w) { return std::to_string(w.kernel); })
            + "\nSTRIDES = " + list([](const Window& w) { return std::to_string(w.stride); }) + "\n",
        .loop = {},
        .convolution = {direct}};
    const auto transposed = [](const LayerPlan& layer) { return layer.window.transposed; };
    const bool any = std::ranges::any_of(plan.layers, transposed);
    if (any) {
        code.constants
            += "TRANSPOSED = " + list([](const Window& w) { return w.transposed ? "True" : "False"; }) + "\n";
        const std::string outputs
            = pads ? ", padding=" + taps + " // 2, output_padding=max(0, stride - 1 - " + taps + " % 2)" : "";
        code.convolution = {"if transposed:",
            "    convolution = " + class_of(window.dimensions, true) + "(before, behind, kernel, stride" + outputs
                + common + ")",
            "else:", "    " + direct};
    }
    code.constants += "\n\n";
    const std::string more = any ? ", transposed" : "", lists = any ? ", TRANSPOSED" : "";
    code.loop = "(before, behind, kernel, stride" + more + ") in enumerate(zip(WIDTHS, WIDTHS[1:], KERNELS, STRIDES"
        + lists + "), start=1)";
    return code;
}

}   // namespace

std::string pytorch_convolution_code(const Experiment& experiment, const NetworkPlan& plan)
{
    const Window window = plan.layers.front().window;
    const PoolingCode pool = pooling_code(plan, "MaxPool", "AvgPool");
    const std::string side = std::to_string(window.side);
    const WindowsCode windows = windows_code(plan);
    const bool normed = structure_of(plan.network).norms.has_value();
    const auto z = [&](const std::string& network) {
        return normed ? network + ".norms[index](convolution(x))" : "convolution(x)";
    };
    return dense_code(experiment, plan,
        {.imports = R"(import numpy as np
import torch
from torch import nn
)",
            .helpers = pytorch_functions(),
            .initializer = kernel_initializer_lines,
            .activation = pytorch_layer_end,
            .before = windows.constants + R"(class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict()
)" + (normed ? "        self.norms = nn.ModuleDict()\n" : "")
                + R"(        self.activations = nn.ModuleDict()
        for index, )"
                + windows.loop + ":\n" + indented(windows.convolution, 3),
            .levels = 3,
            .after = indented(where_pooled(plan,
                                  "activation = nn.Sequential(activation, nn." + pool.name
                                      + std::to_string(window.dimensions) + "d(" + std::to_string(pool.size) + "))"),
                         3)
                + "            self.layers[str(index)] = convolution\n"
                + (normed ? "            self.norms[str(index)] = norm\n" : "")
                + R"(            self.activations[str(index)] = activation

    def forward(self, x):
        for index, convolution in self.layers.items():
            x = self.activations[index]()"
                + z("self") + R"()
        return x
)",
            .main = pytorch_main(experiment,
                R"(        x = x.reshape(-1, WIDTHS[0], )" + side + (window.dimensions == 2 ? ", " + side : "") + R"()
        for index, convolution in network.layers.items():
            x = network.activations[index]()"
                    + z("network") + R"()
            print(f"layer {index}: weight std {convolution.weight.std():.4g}, activation std {x.std():.4g}")
)"),
            .entries = "WIDTHS[0] * " + std::to_string(window.positions_in()),
            .norm = normed ? std::function<Lines(const BlockPlan&)>([&](const BlockPlan& block) {
                return pytorch_unit_norm(plan, block, "behind", window.dimensions);
            })
                           : nullptr});
}

}   // namespace stepzero
