// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of convolutions for PyTorch: nn.Conv1d or nn.Conv2d, each with its activation.
#include "core/kinds/code/convolution.h"
#include "core/kinds/code/dense.h"
#include "core/kinds/code/pytorch.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// Returns initializer lines together with the fans that they name.
Lines kernel_initializer_lines(const LawCode& law)
{
    const std::string type = "nn.Conv" + std::to_string(law.shape.dimensions) + "d";
    const Lines fill = pytorch_layer_fill("convolution", type, law);
    Lines lines = pytorch_kernel_fans(fill, "convolution");
    lines.insert(lines.end(), fill.begin(), fill.end());
    return lines;
}

/// The parts of the code that depend on whether all layers have the same window.
struct WindowsCode {
    std::string constants;   ///< kernel sizes and strides of the layers; empty if all are the same
    std::string loop;   ///< over the layers: "(before, behind) in …"
    std::string numbers;   ///< arguments of nn.Conv2d after the channels
};

WindowsCode windows_code(const NetworkPlan& plan)
{
    const Window& window = plan.layers.front().window;
    const auto set = [](const char* name, int number, int usual) {
        return number == usual ? std::string() : std::string(", ") + name + "=" + std::to_string(number);
    };
    const std::string common = set("dilation", window.dilation, 1) + set("groups", window.groups, 1),
                      circular = window.border == Border::circular ? ", padding_mode=\"circular\"" : "";
    if (!windows_differ(plan.network))
        return {.constants = {},
            .loop = "(before, behind) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1)",
            .numbers = std::to_string(window.kernel) + set("stride", window.stride, 1)
                + set("padding", window.padding(), 0) + common + (window.padding() > 0 ? circular : "")};
    const auto list = [&](int Window::*number) {
        std::string text;
        for (const LayerPlan& layer : plan.layers)
            text += (text.empty() ? "" : ", ") + std::to_string(layer.window.*number);
        return "[" + text + "]";
    };
    const std::string taps
        = window.dilation == 1 ? "(kernel - 1)" : std::to_string(window.dilation) + " * (kernel - 1)";
    return {.constants = "KERNELS = " + list(&Window::kernel) + "\nSTRIDES = " + list(&Window::stride) + "\n\n\n",
        .loop = "(before, behind, kernel, stride) in enumerate(zip(WIDTHS, WIDTHS[1:], KERNELS, STRIDES), start=1)",
        .numbers
        = "kernel, stride" + (window.border == Border::none ? "" : ", padding=" + taps + " // 2") + common + circular};
}

}   // namespace

std::string pytorch_convolution_code(const Experiment& experiment, const NetworkPlan& plan)
{
    const Window window = plan.layers.front().window;
    const std::string type = "nn.Conv" + std::to_string(window.dimensions) + "d";
    const PoolingCode pool = pooling_code(plan, "MaxPool", "AvgPool");
    const std::string side = std::to_string(window.side);
    const WindowsCode windows = windows_code(plan);
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
        self.activations = nn.ModuleDict()
        for index, )"
                + windows.loop + R"(:
            convolution = )"
                + type + "(before, behind, " + windows.numbers + ")\n",
            .levels = 3,
            .after = indented(where_pooled(plan,
                                  "activation = nn.Sequential(activation, nn." + pool.name
                                      + std::to_string(window.dimensions) + "d(" + std::to_string(pool.size) + "))"),
                         3)
                + R"(            self.layers[str(index)] = convolution
            self.activations[str(index)] = activation

    def forward(self, x):
        for index, convolution in self.layers.items():
            x = self.activations[index](convolution(x))
        return x
)",
            .main = pytorch_main(experiment,
                R"(        x = x.reshape(-1, WIDTHS[0], )" + side + (window.dimensions == 2 ? ", " + side : "") + R"()
        for index, convolution in network.layers.items():
            x = network.activations[index](convolution(x))
            print(f"layer {index}: weight std {convolution.weight.std():.4g}, activation std {x.std():.4g}")
)"),
            .entries = "WIDTHS[0] * " + std::to_string(window.positions_in())});
}

}   // namespace stepzero
