// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code_adapters.h"

#include <algorithm>
#include <tuple>

#include "core/exchange/code_optimizer.h"
#include "core/kinds/code/parts.h"
#include "core/kinds/kinds.h"
#include "core/train/adapter.h"

namespace stepzero {

namespace {

/// Generated code counts blocks from 0, a plan from 1.
std::string name_in_code(const ParameterPlan& parameter)
{
    const std::string from = "blocks." + std::to_string(parameter.block) + ".";
    return parameter.name.starts_with(from)
        ? "blocks." + std::to_string(parameter.block - 1) + "." + parameter.name.substr(from.size())
        : parameter.name;
}

/// Returns "blocks.*.q.weight" when the matrices of all blocks are adapted, else all names.
Lines adapted_names(const NetworkPlan& plan, const std::string& adapted)
{
    const std::vector<const ParameterPlan*> all = plan.parameters();
    Lines names;
    for (const ParameterPlan* parameter : all) {
        if (!is_adapted(adapted, *parameter))
            continue;
        const bool whole = std::ranges::all_of(all, [&](const ParameterPlan* other) {
            return name_in_blocks(*other) != name_in_blocks(*parameter) || is_adapted(adapted, *other);
        });
        if (std::string name = whole ? name_in_blocks(*parameter) : name_in_code(*parameter);
            std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

/// Returns the code that fills the factors; w is the matrix [out, in].
Lines factors(const AdapterInfo& adapter, const Parameters& p)
{
    if (!adapter.pytorch_factors.empty())
        return adapter.pytorch_factors;
    const std::string inputs = adapter.behind ? "w.shape[0]" : "w.shape[1]";
    Lines lines {"self.A = nn.Parameter(torch.zeros(RANK, " + inputs + "))",
        "self.B = nn.Parameter(torch.zeros(w.shape[0], RANK))"};
    const ZeroFactors zero = zero_factors(p);
    for (const auto& [factor, is_zero, read] : {std::tuple("A", zero.a, inputs), {"B", zero.b, "RANK"}})
        if (!is_zero)
            lines.push_back("nn.init."
                + (samples_normal(p)
                        ? "normal_(self." + std::string(factor) + ", std=1 / RANK)"
                        : "uniform_(self." + std::string(factor) + ", -(" + read + " ** -0.5), " + read + " ** -0.5)"));
    return lines;
}

}   // namespace

std::string pytorch_adapters(const Experiment& experiment, const NetworkPlan& plan)
{
    const Training& train = *experiment.train;
    const AdapterInfo& adapter = *find_adapter(train.adapters.name);
    const Parameters p = completed(adapter.parameters, train.adapters.parameters);
    std::string text = "RANK, SCALE = " + python_number(number(p, "rank")) + ", " + python_number(adapter_scale(p))
        + "\nADAPTED = [\n";
    for (const std::string& name : adapted_names(plan, train.adapted))
        text += "    \"" + name + "\",\n";
    text += "]\n\n\nclass Adapter(nn.Module):\n    \"\"\""
        + std::string(adapter.behind ? "W = (1 + s B A) W0" : "W = W0 + s B A")
        + ", of kernels with their axes side by side.\"\"\"\n\n"
          "    def __init__(self, weight):\n"
          "        super().__init__()\n"
          "        w = weight.detach().flatten(1)\n"
        + indented(factors(adapter, p), 2) + "\n\n    def forward(self, w):\n        return w + SCALE * (self.B @ "
        + (adapter.behind ? "(self.A @ w.flatten(1))" : "self.A") + ").reshape(w.shape)\n\n\n";
    text += "def add_adapters(model):\n"
            "    \"\"\"Freezes the model, and puts adapters on its matrices: to be called before "
            "make_optimizer().\"\"\"\n"
            "    model.requires_grad_(False)\n"
            "    for name, weight in list(model.named_parameters()):\n"
            "        if any(fnmatch(name, pattern) for pattern in ADAPTED):\n"
            "            adapter = Adapter(weight)\n";
    if (!adapter.pytorch_factors.empty())
        text += "            weight.sub_(adapter(torch.zeros_like(weight)).detach())\n";
    return text
        + "            module, _, attribute = name.rpartition(\".\")\n"
          "            nn.utils.parametrize.register_parametrization(model.get_submodule(module), attribute, "
          "adapter)\n";
}

}   // namespace stepzero
