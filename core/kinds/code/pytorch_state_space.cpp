// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/code/formula.h"
#include "core/kinds/code/pytorch_blocks.h"
#include "core/kinds/code/pytorch_tokens.h"
#include "core/kinds/kinds.h"
#include "core/kinds/state_space.h"

namespace stepzero {

namespace {

class StateSpaceWriter {
public:
    StateSpaceWriter(const Experiment& experiment, const NetworkPlan& plan)
        : experiment_(experiment), s_(spec_of<StateSpaceSpec>(plan)), stream_ {*structure_of(plan.network).stream},
          activation_(activation_in_blocks(plan.network)), plans_(parameters_of(plan))
    {
    }

    std::string text() const
    {
        return "import math\nimport re\n\nimport numpy as np\nimport torch\n"
               "from torch import nn\nfrom torch.nn import functional as F\n\n"
            + indented(constants(), 0) + "\n\n" + helpers_used(pytorch_functions(), {pytorch_activation(activation_)})
            + (has_norm() ? norm_class(s_.norm) : "") + block_class() + network_class() + loading()
            + pytorch_tokens(experiment_);
    }

private:
    bool has_norm() const { return s_.placement != Placement::none || s_.final_norm; }

    Lines constants() const
    {
        const auto number = [](int n) { return std::to_string(n); };
        Lines lines {
            "LAYERS, WIDTH, VOCABULARY = " + number(s_.layers) + ", " + number(s_.width) + ", " + number(s_.vocabulary),
            "INNER, STATES = " + number(s_.channels) + ", " + number(s_.states) + "  # d_inner, d_state",
            "TAPS, DT_RANK = " + number(s_.taps) + ", " + number(s_.dt_rank) + "  # d_conv, dt_rank"};
        for (const std::string& line : stream_constants(stream_, has_norm()))
            lines.push_back(line);
        return lines;
    }

    std::string block_class() const
    {
        Lines members = step_members(stream_, "mixer", "number - 1");
        for (const char* line : {"self.in_proj = nn.Linear(WIDTH, 2 * INNER, bias=False)",
                 "self.conv1d = nn.Conv1d(INNER, INNER, TAPS, groups=INNER, padding=TAPS - 1)",
                 "self.x_proj = nn.Linear(INNER, DT_RANK + 2 * STATES, bias=False)",
                 "self.dt_proj = nn.Linear(DT_RANK, INNER)", "self.A_log = nn.Parameter(torch.empty(INNER, STATES))",
                 "self.D = nn.Parameter(torch.empty(INNER))"})
            members.emplace_back(line);
        for (const std::string& line : python_remarks(activation_))
            members.push_back(line);
        members.push_back("self.activation = " + pytorch_activation(activation_));
        members.emplace_back("self.out_proj = nn.Linear(INNER, WIDTH, bias=False)");
        Lines forward = step_lines(stream_, "mixer");
        forward.emplace_back("return x");
        return "class Block(nn.Module):\n    def __init__(self):\n        super().__init__()\n" + indented(members, 2)
            + R"(
    def mixer(self, u):
        x, z = self.in_proj(u).chunk(2, dim=-1)
        x = self.conv1d(x.transpose(1, 2))[..., :u.shape[1]].transpose(1, 2)  # sees none that come later
        x = self.activation(x)
        dt, b, c = self.x_proj(x).split((DT_RANK, STATES, STATES), dim=-1)
        step = F.softplus(self.dt_proj(dt))
        y = self.scan(x, step, b, c) + self.D * x
        return self.out_proj(y * self.activation(z))

    def scan(self, x, step, b, c):
        """h <- exp(step * A) h + step * b * x, y = c . h, token after token."""
        decay = torch.exp(-step[..., None] * self.A_log.exp())
        written = (step * x)[..., None] * b[:, :, None, :]
        h, y = torch.zeros_like(written[:, 0]), []
        for t in range(x.shape[1]):
            h = decay[:, t] * h + written[:, t]
            y.append((h * c[:, t, None, :]).sum(-1))
        return torch.stack(y, dim=1)

    def forward(self, x):
)" + indented(forward, 2)
            + "\n\n";
    }

    std::string network_class() const
    {
        Lines members {"self.embedding = nn.Embedding(VOCABULARY, WIDTH)",
            "self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))"},
            forward {"x = self.embed(tokens)", "for block in self.blocks:", "    x = block(x)"};
        if (s_.final_norm) {
            members.emplace_back("self.final_norm = Norm(WIDTH)");
            forward.emplace_back("x = self.final_norm(x)");
        }
        if (!s_.tied)
            members.emplace_back("self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)");
        members.emplace_back("self.initialize()");
        forward.emplace_back(s_.tied ? "return F.linear(x, self.embedding.weight)" : "return self.head(x)");
        return "class Network(nn.Module):\n    def __init__(self):\n        super().__init__()\n" + indented(members, 2)
            + "\n" + initialize_method(plans_, stream_)
            + "\n    def embed(self, tokens):\n        return self.embedding(tokens)\n\n    def forward(self, "
              "tokens):\n"
            + indented(forward, 2) + "\n\n";
    }

    std::string loading() const
    {
        constexpr std::string_view first_block = "blocks.1.";
        Lines names;
        for (const ParameterPlan& plan : plans_)
            if (plan.block <= 1)
                names.push_back("\"" + plan.name.substr(plan.block == 1 ? first_block.size() : 0) + "\": \""
                    + checkpoint_name(CheckpointStyle::mamba, plan) + ending_of(CheckpointStyle::mamba, plan) + "\",");
        Lines lines {"block, own = re.match(r\"(?:blocks\\.(\\d+)\\.)?(.*)\", name).groups()"};
        if (has_other_parameters(stream_, activation_)) {
            lines.emplace_back("if own not in NAMES:");
            lines.emplace_back("    continue");
        }
        lines.emplace_back("parameter.copy_(tensors[NAMES[own].format(block)])");
        return pytorch_loading("state-spaces/mamba", names, lines);
    }

    const Experiment& experiment_;
    const StateSpaceSpec& s_;
    StreamCode stream_;
    Activation activation_;
    std::vector<ParameterPlan> plans_;
};

}   // namespace

std::string pytorch_state_space_code(const Experiment& experiment, const NetworkPlan& plan)
{
    return StateSpaceWriter(experiment, plan).text();
}

}   // namespace stepzero
