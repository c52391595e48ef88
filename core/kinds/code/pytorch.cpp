// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/pytorch.h"

#include <algorithm>
#include <cmath>

#include "core/kinds/code/dense.h"
#include "core/kinds/code/formula.h"
#include "core/kinds/kinds.h"
#include "core/modules/normed_layers.h"
#include "core/network/init/fans.h"

namespace stepzero {

namespace {

/// Returns the call of torch.nn.init under the scheme's name.
PytorchCall own_call(const Initializer& initializer, Shape shape, const std::string& tensor)
{
    const auto call = find_scheme(initializer.scheme)->pytorch;
    return call ? call(completed(initializer).parameters, shape, tensor)
                : PytorchCall {.lines = {}, .missing = "torch.nn.init has none of this name"};
}

/// Returns the reason why that call cannot be used.
std::string why_not_own(const Initializer& initializer, const PytorchCall& own, Role role, bool cut)
{
    const std::string name = initializer.scheme + ": ";
    if (!find_scheme(initializer.scheme)->pytorch)
        return name + own.missing;
    if (role == Role::bias)
        return name + "torch.nn.init knows no fans of a bias";
    return name + (cut ? "torch.nn.init does not truncate it" : own.missing);
}

Lines drawn(const Draw& draw, const std::string& tensor) { return draw.base->pytorch(draw, tensor); }

/// Applies the scheme to the tensor in the memory layout of another library.
Lines misread_fill(const Initializer& initializer, Shape shape, const std::string& tensor)
{
    const std::string order = shape.dimensions == 0 ? ".T"
        : shape.dimensions == 1                     ? ".permute(2, 1, 0)"
                                                    : ".permute(2, 3, 1, 0)";
    Lines lines {"# handed to the scheme as [in, out], which takes it for [out, in]"};
    const Draw draw = plain_draw(initializer, shape, Role::weight);
    Lines fill = draw.base->truncation ? Lines {} : own_call(initializer, shape, tensor + ".data" + order).lines;
    if (fill.empty())
        fill = drawn(draw, tensor);
    lines.insert(lines.end(), fill.begin(), fill.end());
    return lines;
}

bool is_misread(const Initializer& initializer, Role role)
{
    return role == Role::weight && misread(initializer.parameters);
}

Lines filled_by_numbers(const Initializer& initializer, Shape shape, Role role, const std::string& tensor)
{
    if (is_misread(initializer, role))
        return misread_fill(initializer, shape, tensor);
    const Scheme& scheme = *find_scheme(initializer.scheme);
    const auto scaling = scheme.counts_terms(shape) ? std::nullopt : variance_scaling_of(initializer, role);
    const bool by_numbers = !scaling && scheme.variance;
    const bool cut = scaling && scaling->base->truncation;
    const PytorchCall own = own_call(initializer, shape, tensor);
    if (role == Role::weight && !by_numbers && !cut && !own.lines.empty())
        return own.lines;
    if (!scaling)
        return drawn(plain_draw(initializer, shape, role), tensor);
    Lines lines {"# " + why_not_own(initializer, own, role, cut)};
    for (const std::string& line : scaling->base->pytorch_by_fans(*scaling, tensor))
        lines.push_back(line);
    return lines;
}

/// Returns statements with the expressions that were typed; none when torch.nn.init does not take them.
Lines typed_fill(const LawCode& law, const std::string& tensor)
{
    const Scheme& scheme = *find_scheme(law.initializer.scheme);
    Parameters p = completed(law.initializer).parameters;
    const FanVariance variance = scheme.variance ? scheme.variance(p, law.role) : FanVariance {};
    const auto scaling = variance_scaling_of(law.initializer, law.role);
    if (!scheme.pytorch || is_misread(law.initializer, law.role)
        || (law.role == Role::bias && variance.fan != Fan::none) || (scaling && scaling->base->truncation))
        return {};
    const auto code = typed_code(law);
    if (!code)
        return {};
    for (const auto& [name, python] : code->numbers)
        p.at(name) = TypedNumber {python};
    const Lines call = scheme.pytorch(p, law.shape, tensor).lines;
    if (call.empty())
        return {};
    Lines lines = code->variables;
    lines.insert(lines.end(), call.begin(), call.end());
    return lines;
}

}   // namespace

Lines pytorch_fill(const LawCode& law, const std::string& tensor)
{
    if (!law.typed)
        return filled_by_numbers(law.initializer, law.shape, law.role, tensor);
    Lines lines = typed_fill(law, tensor);
    if (lines.empty()) {
        lines = typed_comments(law.typed);
        for (const std::string& line : filled_by_numbers(law.initializer, law.shape, law.role, tensor))
            lines.push_back(line);
    }
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
    constexpr double reach = 7;   // in standard deviations; no entry is farther out
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

Lines initializer_lines(const LawCode& law) { return pytorch_layer_fill("linear", "nn.Linear", law); }

}   // namespace

Lines pytorch_layer_fill(const std::string& module, const std::string& type, const LawCode& law)
{
    const auto& [initializer, shape, role, typed, variables] = law;
    const std::string tensor = module + (role == Role::weight ? ".weight" : ".bias");
    Lines lines = pytorch_fill(law, tensor);
    if (find_scheme(initializer.scheme)->pytorch_default && !is_misread(initializer, role))
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

Lines pytorch_unit_norm(const NetworkPlan& plan, const BlockPlan& block, const std::string& count, int dimensions)
{
    const UnitNorm norm = plan.layers[std::size_t(block.block - 1)].norm;
    if (norm == UnitNorm::none)
        return {"norm = nn.Identity()"};
    const std::string type
        = norm == UnitNorm::layer ? "LayerNorm" : "BatchNorm" + std::to_string(std::max(1, dimensions)) + "d";
    Lines lines {"norm = nn." + type + "(" + count + ", eps=" + python_number(unit_norm_epsilon) + ")"};
    const ParameterPlan& scale = *block.find(norm_of_layer, Role::bias);
    Lines fill
        = pytorch_fill({scale.initializer, scale.shape, scale.kind, scale.typed, {{"l", "index"}}}, "norm.weight");
    if (fill == Lines {"nn.init.ones_(norm.weight)"})
        return lines;   // the initial value of both modules
    if (names_fan(fill, "fan_in"))
        lines.push_back("fan_in = " + count + "  # as a scheme sees the scale");
    for (const Lines& more :
        {fill, pytorch_rounding(scale.initializer, draw_of(scale), scale.shape, scale.kind, "norm.weight")})
        lines.insert(lines.end(), more.begin(), more.end());
    return lines;
}

std::string pytorch_code(const Experiment& experiment, const NetworkPlan& plan)
{
    const NetworkStructure structure = structure_of(experiment.network);
    const bool normed = structure.norms.has_value();
    DenseWriter writer {.imports = R"(import numpy as np
import torch
from torch import nn
)",
        .helpers = pytorch_functions(),
        .initializer = initializer_lines,
        .activation = pytorch_layer_end,
        .before = {},
        .after = {},
        .main = {}};
    if (normed)
        writer.norm = [&](const BlockPlan& block) { return pytorch_unit_norm(plan, block, "fan_out", 0); };
    const std::string members = normed ? "        self.norms = nn.ModuleDict()\n" : "",
                      add = normed ? "            self.norms[str(index)] = norm\n" : "",
                      z = normed ? "norms[index](linear(x))" : "linear(x)";
    writer.before = R"(class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict()
)" + members
        + R"(        self.activations = nn.ModuleDict()
        for index, (fan_in, fan_out) in enumerate(zip(WIDTHS, WIDTHS[1:]), start=1):
            linear = nn.Linear(fan_in, fan_out)
)";
    writer.after = std::string("            self.layers[str(index)] = ")
        + (structure.shared ? "self.layers[\"1\"] if index > 1 else linear" : "linear") + "\n" + add
        + R"(            self.activations[str(index)] = activation

    def forward(self, x):
        for index, linear in self.layers.items():
            x = self.activations[index]()"
        + (normed ? "self." : "") + z + R"()
        return x
)";
    writer.main = pytorch_main(experiment,
        R"(        for index, linear in network.layers.items():
            x = network.activations[index]()"
            + std::string(normed ? "network." : "") + z + R"()
            print(f"layer {index}: weight std {linear.weight.std():.4g}, activation std {x.std():.4g}")
)");
    return dense_code(experiment, plan, writer);
}

}   // namespace stepzero
