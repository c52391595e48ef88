// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/kinds/code/formula.h"
#include "core/kinds/code/pytorch_blocks.h"
#include "core/kinds/kinds.h"
#include "core/kinds/stream.h"

namespace stepzero {

namespace {

const ParameterPlan* find_role(const std::vector<ParameterPlan>& plans, const std::string& role)
{
    const auto found = std::find_if(plans.begin(), plans.end(), [&](const auto& p) { return p.role == role; });
    return found == plans.end() ? nullptr : &*found;
}

std::string block_class(
    const std::vector<ParameterPlan>& plans, const StreamCode& stream, const Activation& activation, bool biases)
{
    const bool two = find_role(plans, "branch_out"), gated = find_role(plans, "branch_gate");
    const auto linear = [&](const std::string& role, const std::string& in, const std::string& out) {
        return "self." + role + " = nn.Linear(" + in + ", " + out + (biases ? ")" : ", bias=False)");
    };
    const std::string hidden = two ? "HIDDEN" : "WIDTH";
    Lines members = step_members(stream, "branch", "number - 1");
    if (gated)
        members.push_back(linear("branch_gate", "WIDTH", hidden));
    members.push_back(linear("branch_in", "WIDTH", hidden));
    const Lines remarks = python_remarks(activation);
    members.insert(members.end(), remarks.begin(), remarks.end());
    members.push_back("self.activation = " + pytorch_activation(activation));
    if (two)
        members.push_back(linear("branch_out", hidden, "WIDTH"));
    const std::string inner
        = gated ? "self.activation(self.branch_gate(x)) * self.branch_in(x)" : "self.activation(self.branch_in(x))";
    Lines forward = step_lines(stream, "branch");
    forward.emplace_back("return x");
    return std::string("class Block(nn.Module):\n    def __init__(self") + (stream.streams.count > 1 ? ", number" : "")
        + "):\n        super().__init__()\n" + indented(members, 2) + "\n    def branch(self, x):\n        return "
        + (two ? "self.branch_out(" + inner + ")" : inner) + "\n\n    def forward(self, x):\n" + indented(forward, 2)
        + "\n\n";
}

}   // namespace

std::string pytorch_residual_code(const Experiment& experiment, const NetworkPlan& plan)
{
    const Network& network = plan.network;
    const std::vector<ParameterPlan> plans = parameters_of(plan);
    const ParameterPlan* out = find_role(plans, "branch_out");
    const StreamCode stream {spec_of<StreamSpec>(plan)};
    const std::string blocks = stream.streams.count > 1 ? "Block(number) for number in range(1, BLOCKS + 1)"
                                                        : "Block() for _ in range(BLOCKS)";
    Lines forward = copied_lines(stream.streams);
    for (const char* line : {"for block in self.blocks:", "    x = block(x)"})
        forward.emplace_back(line);
    for (const std::string& line : summed_lines(stream.streams))
        forward.push_back(line);
    forward.emplace_back("return x");
    const Activation activation = activation_in_blocks(network);
    const bool has_norm = stream.placement != Placement::none;
    Lines constants {"BLOCKS, WIDTH = " + std::to_string(network.depth) + ", " + std::to_string(network.width)};
    if (out)
        constants.push_back("HIDDEN = " + std::to_string(out->shape.fan_in));
    for (const std::string& line : stream_constants(stream, has_norm))
        constants.push_back(line);
    const std::string source = "tensors[f\"blocks.{number}.{name}\"]";
    const Lines copy = has_other_parameters(stream, activation)
        ? Lines {"if f\"blocks.{number}.{name}\" in tensors:", "    parameter.copy_(" + source + ")"}
        : Lines {"parameter.copy_(" + source + ")"};

    return std::string("import math\n\nimport numpy as np\nimport torch\nfrom torch import nn\n")
        + (has_norm && stream.norm == NormKind::layer ? "from torch.nn import functional as F\n\n" : "\n")
        + indented(constants, 0) + "\n\n" + helpers_used(pytorch_functions(), {pytorch_activation(activation)})
        + (has_norm ? norm_class(stream.norm) : "") + stream_classes(stream.streams)
        + block_class(plans, stream, activation, structure_of(network).biases) + R"(class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList()"
        + blocks + R"()
        self.initialize()

)" + initialize_method(plans, stream)
        + R"(
    def forward(self, x):
)" + indented(forward, 2)
        + R"(

def load_stepzero(network, path):
    """Puts the tensors of a file that `stepzero run --tensors` wrote into the network."""
    from safetensors.torch import load_file

    tensors = load_file(path)
    with torch.no_grad():
        for number, block in enumerate(network.blocks, start=1):
            for name, parameter in block.named_parameters():
)" + indented(copy, 4)
        + "\n\n" + python_input(experiment, "WIDTH") + R"(

def loss(network, x):
    """The last stream along a random direction: Stepzero's gradients are those of this number."""
    y = network(x)
    return (torch.randn_like(y) * y).sum()


if __name__ == "__main__":
)"
        + pytorch_main(experiment,
            indented(copied_lines(stream.streams), 2)
                + R"(        for number, block in enumerate(network.blocks, start=1):
            x = block(x)
            print(f"block {number}: stream std {x.std():.4g}")
)");
}

}   // namespace stepzero
