// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code_pytorch.h"

#include <algorithm>
#include <cmath>

#include "core/exchange/code_dense.h"
#include "core/exchange/code_formula.h"
#include "core/init/fans.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// PyTorch's own xavier or kaiming call, where it can say the same.
Lines own_call(const Initializer& initializer, const std::string& tensor)
{
    const std::string& name = initializer.scheme;
    const Parameters p = completed(find_scheme(name)->parameters, initializer.parameters);
    if (name.starts_with("xavier"))
        return {"nn.init." + name + "_(" + tensor + ", gain=" + python_number(number(p, "gain")) + ")"};
    if (!name.starts_with("kaiming"))
        return {};
    const std::string mode = word(p, "mode"), nonlinearity = word(p, "nonlinearity");
    if (has_pytorch_gain(nonlinearity) && (mode == "fan_in" || mode == "fan_out")) {
        const std::string slope
            = nonlinearity == "leaky_relu" ? "a=" + python_number(number(p, "negative_slope")) + ", " : "";
        return {"nn.init." + name + "_(" + tensor + ", " + slope + "mode=\"" + mode + "\", nonlinearity=\""
            + nonlinearity + "\")"};
    }
    return {};
}

/// Why own_call() has nothing, or would not do for a vector.
std::string why_not_own(const Initializer& initializer, Role role, bool cut)
{
    const std::string& name = initializer.scheme;
    if (!name.starts_with("kaiming") && !name.starts_with("xavier"))
        return name + ": torch.nn.init has none of this name";
    if (role == Role::bias)
        return name + ": torch.nn.init knows no fans of a bias";
    if (cut)
        return name + ": torch.nn.init does not truncate it";
    const Parameters p = completed(find_scheme(name)->parameters, initializer.parameters);
    if (!has_pytorch_gain(word(p, "nonlinearity")))
        return name + ": torch has no gain for " + word(p, "nonlinearity")
            + "; this one is 1/sqrt(E[phi(z)^2]), z ~ N(0, 1)";
    return name + ": torch.nn.init has no mode " + word(p, "mode");
}

Lines scaled(const VarianceScaling& scaling, const std::string& tensor)
{
    const std::string variance = scaling.variance();
    switch (scaling.base) {
    case Base::uniform:
        return {"bound = math.sqrt(" + scaling.variance(3) + ")", "nn.init.uniform_(" + tensor + ", -bound, bound)"};
    case Base::truncated_normal: {
        const std::string low = python_number(scaling.low), high = python_number(scaling.high);
        const std::string between = low + " and " + high;
        if (scaling.absolute)
            return {"# truncated at " + between + ": values, whatever std is",
                "nn.init.trunc_normal_(" + tensor + ", std=math.sqrt(" + variance + "), a=" + low + ", b=" + high
                    + ")"};
        const std::string fill
            = "nn.init.trunc_normal_(" + tensor + ", std=std, a=" + low + " * std, b=" + high + " * std)";
        if (scaling.left == 1)
            return {"# truncated at " + between + " std, which leaves less than that variance",
                "std = math.sqrt(" + variance + ")", fill};
        return {"# truncated at " + between + " std, and widened so that the variance is " + variance,
            "std = math.sqrt(" + variance + ") / " + python_number(scaling.left), fill};
    }
    default:
        return {"nn.init.normal_(" + tensor + ", std=math.sqrt(" + variance + "))"};
    }
}

Lines drawn(const Draw& draw, const std::string& tensor)
{
    const std::string scale = python_number(draw.scale), shift = python_number(draw.shift);
    const auto at = [&](double base) { return python_number(draw.shift + draw.scale * base); };
    switch (draw.base) {
    case Base::constant: {
        const std::string value = at(1);
        if (value == "0" || value == "1")
            return {std::string("nn.init.") + (value == "0" ? "zeros_(" : "ones_(") + tensor + ")"};
        return {"nn.init.constant_(" + tensor + ", " + value + ")"};
    }
    case Base::normal:
        return {"nn.init.normal_(" + tensor + ", mean=" + shift + ", std=" + scale + ")"};
    case Base::uniform:
        return {"nn.init.uniform_(" + tensor + ", " + at(-1) + ", " + at(1) + ")"};
    case Base::truncated_normal:
        return {"nn.init.trunc_normal_(" + tensor + ", mean=" + shift + ", std=" + scale + ", a=" + at(draw.low)
            + ", b=" + at(draw.high) + ")"};
    case Base::orthogonal:
        return {"nn.init.orthogonal_(" + tensor + ", gain=" + scale + ")"};
    case Base::identity: {
        Lines lines {"nn.init.eye_(" + tensor + ")"};
        if (draw.scale != 1)
            lines.push_back(tensor + ".data.mul_(" + scale + ")");
        return lines;
    }
    case Base::sparse_normal:
        return {"nn.init.sparse_(" + tensor + ", sparsity=" + python_number(draw.sparsity) + ", std=" + scale + ")"};
    case Base::unit_rows:
    case Base::unit_columns:
        return {"nn.init.normal_(" + tensor + ")",
            tensor + ".data.mul_(" + scale + " / " + tensor
                + ".data.norm(dim=" + (draw.base == Base::unit_rows ? "1" : "0") + ", keepdim=True))"};
    case Base::twins: {
        const double length = std::sqrt(1 + draw.noise * draw.noise);
        const std::string share = python_number(1 / length), own = python_number(draw.noise / length);
        const auto twin = [&](const char* first, const char* second) {
            return tensor + ".data[" + second + "].mul_(" + own + ").add_(" + tensor + ".data[" + first
                + "], alpha=" + share + ")";
        };
        return {"nn.init.normal_(" + tensor + ", std=" + scale + ")",
            "# the second unit is the first once more, into it and out of it", twin(":1", "1:2"),
            twin(":, :1", ":, 1:2")};
    }
    case Base::log_ordinal:
        return {"numbers = torch.arange(1, " + tensor + ".shape[-1] + 1, dtype=torch.float32)",
            tensor + ".data.copy_(numbers.log().expand_as(" + tensor + "))"};
    case Base::softplus_inverse: {
        const std::string low = python_number(std::log(draw.low)), high = python_number(std::log(draw.high));
        return {
            "# what softplus makes log-uniform between " + python_number(draw.low) + " and " + python_number(draw.high),
            "step = torch.empty_like(" + tensor + ").uniform_(" + low + ", " + high
                + ").exp().clamp(min=" + python_number(draw.floor) + ")",
            tensor + ".data.copy_(step + torch.log(-torch.expm1(-step)))"};
    }
    }
    return {};
}

/// The scheme on the tensor as it lies in another library.
Lines misread_fill(const Initializer& initializer, Shape shape, const std::string& tensor)
{
    const std::string order = shape.dimensions == 0 ? ".T"
        : shape.dimensions == 1                     ? ".permute(2, 1, 0)"
                                                    : ".permute(2, 3, 1, 0)";
    Lines lines {"# handed to the scheme as [in, out], which takes it for [out, in]"};
    const Draw draw = plain_draw(initializer, shape, Role::weight);
    Lines fill = draw.base == Base::truncated_normal ? Lines {} : own_call(initializer, tensor + ".data" + order);
    if (fill.empty())
        fill = drawn(draw, tensor);
    lines.insert(lines.end(), fill.begin(), fill.end());
    return lines;
}

bool is_misread(const Initializer& initializer, Role role)
{
    return role == Role::weight && misread(initializer.parameters);
}

}   // namespace

Lines pytorch_fill(const Initializer& initializer, Shape shape, Role role, const std::string& tensor)
{
    if (initializer.scheme == "dirac")
        return {
            "nn.init.dirac_(" + tensor + ", groups=" + python_number(number(initializer.parameters, "groups")) + ")"};
    if (initializer.scheme == "delta_orthogonal") {
        const std::string centre = std::to_string((shape.kernel - 1) / 2);
        return {"nn.init.zeros_(" + tensor + ")",
            "nn.init.orthogonal_(" + tensor + ".data[:, :, " + centre + (shape.dimensions == 2 ? ", " + centre : "")
                + "], gain=" + python_number(number(initializer.parameters, "gain")) + ")"};
    }
    if (is_misread(initializer, role))
        return misread_fill(initializer, shape, tensor);
    const auto scaling = variance_scaling_of(initializer, role);
    if (!scaling)
        return drawn(plain_draw(initializer, shape, role), tensor);
    const bool cut = scaling->base == Base::truncated_normal;
    Lines own = role == Role::weight && !cut ? own_call(initializer, tensor) : Lines {};
    if (!own.empty())
        return own;
    Lines lines {"# " + why_not_own(initializer, role, cut)};
    for (const std::string& line : scaled(*scaling, tensor))
        lines.push_back(line);
    return lines;
}

Lines pytorch_rounding(
    const Initializer& initializer, const Draw& draw, Shape shape, Role role, const std::string& tensor)
{
    const auto format = rounded_to(initializer);
    if (!format)
        return {};
    const FloatRange& range = float_range(draw.format);
    const Law law = law_of(draw, shape, role);
    constexpr double reach = 7;   // no entry is farther out
    const bool over = std::min(law.high, law.mean + reach * std::sqrt(law.variance)) > range.largest
        || std::max(law.low, law.mean - reach * std::sqrt(law.variance)) < -range.largest;
    const std::string kept
        = over ? ".clamp(" + python_number(-range.largest) + ", " + python_number(range.largest) + ")" : "";
    return {tensor + ".data.copy_(" + tensor + ".data" + kept + ".to(torch." + *format + "))"};
}

Lines pytorch_kernel_fans(const Lines& fill, const std::string& module)
{
    Lines lines;
    if (names_fan(fill, "fan_in"))
        lines.push_back("fan_in = " + module + ".weight[0].numel()");
    if (names_fan(fill, "fan_out"))
        lines.push_back("fan_out = " + module + ".weight[:, 0].numel()");
    return lines;
}

const std::map<std::string, std::string>& pytorch_functions()
{
    static const std::map<std::string, std::string> all = [] {
        std::map<std::string, std::string> classes;
        for (const ActivationInfo& info : activations())
            if (const std::string& value = info.code.pytorch_value; !value.empty()) {
                const std::string name = info.code.pytorch.substr(0, info.code.pytorch.find('('));
                classes[name]
                    = "class " + name + "(nn.Module):\n    def forward(self, x):\n        return " + value + "\n";
            }
        classes["Formula"] = R"(class Formula(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)
)";
        return classes;
    }();
    return all;
}

std::string pytorch_activation(const Activation& activation)
{
    static const PythonFunctions functions {"torch.",
        {{"cbrt", "(torch.sign({0}) * torch.abs({0}) ** (1 / 3))"}, {"rint", "torch.round({0})"},
            {"Phi", "torch.special.ndtr({0})"}, {"minimum number", "torch.clamp({0}, max={1})"},
            {"maximum number", "torch.clamp({0}, min={1})"}},
        "({0}).to(x.dtype)", &ActivationCode::pytorch, "{0}"};
    return python_activation(activation, functions);
}

namespace {

Lines initializer_lines(const Initializer& initializer, Shape shape, Role role)
{
    return pytorch_layer_fill("linear", "nn.Linear", initializer, shape, role);
}

}   // namespace

Lines pytorch_layer_fill(
    const std::string& module, const std::string& type, const Initializer& initializer, Shape shape, Role role)
{
    const std::string tensor = module + (role == Role::weight ? ".weight" : ".bias");
    Lines lines = pytorch_fill(initializer, shape, role, tensor);
    if (initializer.scheme == "pytorch_linear" && !is_misread(initializer, role))
        lines = {"# " + tensor + " keeps " + type + "'s own initialization, U(-1/sqrt(fan_in), 1/sqrt(fan_in))"};
    for (const std::string& line :
        pytorch_rounding(initializer, draw_of(initializer, shape, role), shape, role, tensor))
        lines.push_back(line);
    return lines;
}

Lines pytorch_layer_end(const Activation& activation)
{
    Lines lines = python_remarks(activation);
    lines.push_back("activation = " + pytorch_activation(activation));
    return lines;
}

std::string pytorch_main(const Experiment& experiment, const std::string& rest)
{
    return "    torch.manual_seed(" + std::to_string(experiment.seed) + R"()
    network = Network()
    x = torch.from_numpy(sample_input())
    with torch.no_grad():
)" + rest;
}

std::string pytorch_code(const Experiment& experiment)
{
    return dense_code(experiment,
        {"PyTorch", R"(import numpy as np
import torch
from torch import nn
)",
            pytorch_functions(), initializer_lines, pytorch_layer_end, R"(class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict()
        self.activations = nn.ModuleDict()
        for index, (fan_in, fan_out) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
            linear = nn.Linear(fan_in, fan_out)
)",
            3,
            std::string("            self.layers[str(index)] = ")
                + (option_flag(experiment.network, "shared") ? "self.layers[\"1\"] if index > 1 else linear" : "linear")
                + R"(
            self.activations[str(index)] = activation

    def forward(self, x):
        for index, linear in self.layers.items():
            x = self.activations[index](linear(x))
        return x
)",
            pytorch_main(experiment, R"(        for index, linear in network.layers.items():
            x = network.activations[index](linear(x))
            print(f"layer {index}: weight std {linear.weight.std():.4g}, activation std {x.std():.4g}")
)")});
}

}   // namespace stepzero
