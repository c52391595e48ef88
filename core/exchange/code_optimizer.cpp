// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code_optimizer.h"

#include <algorithm>
#include <regex>

#include "core/base/words/words.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/code/parts.h"
#include "core/kinds/kinds.h"
#include "core/train/optimizer.h"
#include "core/train/optimizers/muon.h"
#include "core/train/parametrization.h"

namespace stepzero {

namespace {

/// Returns the parameter's pattern in all blocks, or its own name for a layer that differs from the others.
std::string pattern_of(const ParameterPlan& parameter, bool one_layer)
{
    return one_layer ? parameter.name : name_in_blocks(parameter);
}

/// Returns the power of both sizes as Python code; empty for 1.
std::string python_power(const Powers& powers)
{
    std::string text;
    for (const auto& [name, power] : {std::pair("wider", powers.width), {"deeper", powers.depth}})
        if (power != 0)
            text += (text.empty() ? "" : " * ") + std::string(name)
                + (power == 1 ? std::string() : " ** " + python_number(power));
    return text;
}

/// Describes what else changes with the sizes, apart from learning rates.
Lines remarks(const Parametrization& by, const Network& network)
{
    Lines lines;
    const auto say = [&](const std::string& what, const Powers& powers) {
        if (const std::string text = python_power(powers); !text.empty())
            lines.push_back("# - " + what + " × " + text);
    };
    for (int growth = 0; growth < growths; ++growth) {
        const GrowthRule& rule = by.rules[growth];
        const std::string name(word(Growth(growth)));
        if (rule.initial)
            say("σ of " + name + ", from that at the base,", *rule.initial);
        say("the matrices of " + name + " in forward()", rule.multiplier);
    }
    const NetworkStructure structure = structure_of(network);
    if (structure.stream)
        say("what a branch adds to the stream", by.branch);
    if (structure.attention)
        say("attention's logits", by.attention);
    if (!lines.empty())
        lines.insert(lines.begin(), "# At another size the network itself has to change too:");
    return lines;
}

std::string warm_up(int steps)
{
    return steps > 0 ? "    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / "
            + std::to_string(steps) + "))\n"
                     : std::string();
}

/// torch.optim.Muon rejects parameters that are not [out, in].
constexpr const char* muon_of_kernels = R"(class Muon(torch.optim.Muon):
    """torch.optim.Muon takes matrices only: it gets kernels [out, in, k, k] as their views [out, in * k * k]."""

    def __init__(self, groups, **options):
        kernels = [p for group in groups for p in group["params"] if p.dim() > 2]
        self.views = [(kernel, nn.Parameter(kernel.detach().view(len(kernel), -1))) for kernel in kernels]
        view_of = {id(kernel): view for kernel, view in self.views}
        groups = [{**group, "params": [view_of.get(id(p), p) for p in group["params"]]} for group in groups]
        super().__init__(groups, **options)

    def step(self, closure=None):
        for kernel, view in self.views:
            view.grad = None if kernel.grad is None else kernel.grad.flatten(1)
        return super().step(closure)

    def zero_grad(self, set_to_none=True):
        super().zero_grad(set_to_none)
        for kernel, _ in self.views:
            kernel.grad = None


)";

/// Writes make_optimizers(), by the same rule as is_orthogonalized().
std::string two_optimizers(const NetworkPlan& plan, const OptimizerInfo& optimizer, const Parameters& p, int warmup)
{
    bool kernels = false;
    std::string no_maps;
    Lines known;
    for (const ParameterPlan* parameter : plan.parameters()) {
        const std::string name = name_in_blocks(*parameter);
        if (is_orthogonalized(*parameter)) {
            kernels = kernels || kernel_of(*parameter).dimensions > 0;
        } else if (parameter->kind == Role::weight && parameter->block > 0
            && std::ranges::find(known, name) == known.end()) {
            no_maps += (known.empty() ? "\"" : ", \"") + name + "\"";
            known.push_back(name);
        }
    }
    const OptimizerCode code = optimizer.pytorch(p), others = optimizer.others().pytorch(p);
    std::string text = kernels ? muon_of_kernels : "";
    text += R"(def make_optimizers(model, **size):
    """Matrices in blocks by Muon (torch.optim, from PyTorch 2.9 on), all else by AdamW: each takes a step."""
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    inside, others = [], []
    for group in parameter_groups(model, **size):
        for parameter in group["params"]:
            name = names[id(parameter)]
            is_matrix = parameter.dim() > 1 and name.startswith(("blocks.", "layers."))
)";
    if (!known.empty())
        text += "            if any(fnmatch(name, pattern) for pattern in [" + no_maps
            + "]):\n                is_matrix = False  # its numbers stand for channels, each by itself\n";
    text += R"(            rate = group["lr"] if is_matrix else group["lr"] * )"
        + python_number(number(p, "others_rate")) + R"(
            (inside if is_matrix else others).append({"params": [parameter], "lr": rate})
    optimizers = []
    if inside:
        optimizers.append()"
        + (kernels ? "" : "torch.optim.") + code.type + "(inside, " + python_text(code.arguments, p) + R"())
    if others:
        optimizers.append(torch.optim.)"
        + others.type + "(others, " + python_text(others.arguments, p) + "))\n";
    if (warmup > 0)
        text += "    schedules = [torch.optim.lr_scheduler.LambdaLR(o, lambda step: min(1, (step + 1) / "
            + std::to_string(warmup) + ")) for o in optimizers]\n";
    return text + (warmup > 0 ? "    return optimizers, schedules\n" : "    return optimizers\n");
}

}   // namespace

std::string name_in_blocks(const ParameterPlan& parameter)
{
    static const std::regex numbers(R"(\.\d+(?=\.))");
    return std::regex_replace(parameter.name, numbers, ".*");
}

std::string pytorch_optimizer(const Experiment& experiment, const NetworkPlan& plan)
{
    const Training& train = *experiment.train;
    const OptimizerInfo& optimizer = *find_optimizer(train.optimizer.name);
    const Parameters p = completed(optimizer.parameters, train.optimizer.parameters);
    const Parametrization& by = *find_parametrization(train.parametrization);

    Lines patterns[growths];
    for (const ParameterPlan* parameter : plan.parameters()) {
        const Growth growth = growth_of(*parameter, plan);
        const std::string name = "\"" + pattern_of(*parameter, plan.kind->layered && growth == Growth::input) + "\"";
        Lines& known = patterns[int(growth)];
        if (growth != Growth::vector && std::ranges::find(known, name) == known.end())
            known.push_back(name);
    }
    if (!plan.outputs)
        patterns[int(Growth::output)].push_back("\"readout.weight\"");

    std::string text
        = "# What grows with the width: input by its outputs, output by its inputs, hidden by both; all else is a "
          "vector.\n"
          "GROWTH = {\n";
    for (const Growth growth : {Growth::input, Growth::hidden, Growth::output})
        if (const Lines& names = patterns[int(growth)]; !names.empty()) {
            text += "    \"" + std::string(word(growth)) + "\": [";
            for (std::size_t i = 0; i < names.size(); ++i)
                text += (i == 0 ? "" : ", ") + names[i];
            text += "],\n";
        }
    const std::string width = std::to_string(width_of_layer(experiment.network, 1)),
                      depth = std::to_string(plan.depth());
    text += "}\nBASE_WIDTH, BASE_DEPTH = " + width + ", " + depth + "  # at which the rate is meant\n";
    for (const std::string& line : remarks(by, experiment.network))
        text += line + "\n";
    text += "\n\ndef growth_of(name):\n"
            "    return next((growth for growth, names in GROWTH.items() if any(fnmatch(name, n) for n in names)), "
            "\"vector\")\n";
    text += "\n\ndef parameter_groups(model, rate=" + python_number(train.learning_rate) + ", width=" + width
        + ", depth=" + depth + "):\n";
    text += "    \"\"\"Learning rates by what grows: " + by.label.english()
        + (by.source.empty() ? "" : ", " + by.source)
        + ".\"\"\"\n"
          "    wider, deeper = width / BASE_WIDTH, depth / BASE_DEPTH\n"
          "    rates = {\n";
    for (int growth = 0; growth < growths; ++growth) {
        const GrowthRule& rule = by.rules[growth];
        const std::string power = python_power(optimizer.adaptive ? rule.adam_rate : rule.sgd_rate);
        text += "        \"" + std::string(word(Growth(growth))) + "\": " + (power.empty() ? "1" : power) + ",\n";
    }
    text += "    }\n"
            "    groups = {growth: [] for growth in rates}\n"
            "    for name, parameter in model.named_parameters():\n"
            "        groups[growth_of(name)].append(parameter)\n"
            "    return [{\"params\": group, \"lr\": rate * rates[growth]} for growth, group in groups.items() if "
            "group]\n\n\n";
    if (optimizer.others)
        return text + two_optimizers(plan, optimizer, p, train.warmup);
    const OptimizerCode code = optimizer.pytorch(p);
    return text + "def make_optimizer(model, **size):\n    optimizer = torch.optim." + code.type
        + "(parameter_groups(model, **size), " + python_text(code.arguments, p) + ")\n" + warm_up(train.warmup)
        + (train.warmup > 0 ? "    return optimizer, schedule  # both take a step\n" : "    return optimizer\n");
}

}   // namespace stepzero
