// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/kinds/code/formula.h"
#include "core/kinds/code/pytorch_blocks.h"
#include "core/kinds/recurrent.h"

namespace stepzero {

namespace {

class RecurrentWriter {
public:
    RecurrentWriter(const Experiment& experiment, const NetworkPlan& plan)
        : experiment_(experiment), s_(spec_of<RecurrentSpec>(plan)), activation_(experiment.network.activation)
    {
    }

    std::string text() const
    {
        const std::string phi = pytorch_activation(activation_);
        return "import math\n\nimport numpy as np\nimport torch\nfrom torch import nn\n"
               "from torch.nn import functional as F\n\n"
            + indented(
                {"STEPS, WIDTH, INPUT_WIDTH, LAYERS = " + std::to_string(s_.steps) + ", " + std::to_string(s_.width)
                    + ", " + std::to_string(s_.input_width) + ", " + std::to_string(s_.layers.size())},
                0)
            + "\n\n" + (has_module() ? "" : helpers_used(pytorch_functions(), {phi})) + "class Network("
            + (has_module() ? module_name() : "nn.Module") + "):\n    def __init__(self):\n"
            + indented(has_module() ? module_members() : loop_members(phi), 2) + "\n" + initialize() + R"(
    def sequence(self, x):
        """[samples, STEPS, INPUT_WIDTH]: zeros where the input has ended."""
        x = x.reshape(len(x), -1, INPUT_WIDTH)
        return F.pad(x, (0, 0, 0, STEPS - x.shape[1]))

)"
            + (has_module() ? R"(    def states(self, x):
        """The top layer's h at every step: [samples, STEPS, WIDTH]."""
        return super().forward(self.sequence(x))[0]
)"
                            : loop())
            + R"(
    def forward(self, x):
        return self.states(x)[:, -1]


def load_stepzero(network, path):
    """Puts the tensors of a file that `stepzero run --tensors` wrote into the network."""
    from safetensors.torch import load_file

    tensors = load_file(path)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if name in tensors:
                parameter.copy_(tensors[name])


)" + python_input(experiment_, std::to_string(s_.steps_of_input()) + " * INPUT_WIDTH")
            + R"(

def loss(network, x):
    """The last h along a random direction: Stepzero's gradients are those of this number."""
    y = network(x)
    return (torch.randn_like(y) * y).sum()


if __name__ == "__main__":
)" + pytorch_main(experiment_, R"(        for step, h in enumerate(network.states(x).unbind(1), start=1):
            print(f"step {step}: state std {h.std():.4g}")
)");
    }

private:
    /// Returns whether torch.nn has a module for the network.
    bool has_module() const
    {
        return activation_.name == "tanh" || (s_.cell == Cell::rnn && activation_.name == "relu");
    }
    std::string module_name() const { return "nn." + cell_info(s_.cell).label.english(); }

    Lines module_members() const
    {
        const std::string phi = s_.cell == Cell::rnn ? ", nonlinearity=\"" + activation_.name + "\"" : std::string();
        return {"super().__init__(INPUT_WIDTH, WIDTH, LAYERS, batch_first=True" + phi + ")", "self.initialize()"};
    }

    Lines loop_members(const std::string& phi) const
    {
        const std::string rows = s_.parts() == 1 ? "WIDTH" : std::to_string(s_.parts()) + " * WIDTH";
        Lines lines {"super().__init__()"};
        for (const std::string& remark : python_remarks(activation_))
            lines.push_back(remark);
        lines.push_back("self.activation = " + phi);
        for (const char* line : {"for layer in range(LAYERS):", "    size = INPUT_WIDTH if layer == 0 else WIDTH"})
            lines.emplace_back(line);
        lines.push_back(
            "    for name, shape in ((\"weight_ih\", (" + rows + ", size)), (\"weight_hh\", (" + rows + ", WIDTH)),");
        lines.push_back("                        (\"bias_ih\", (" + rows + ",)), (\"bias_hh\", (" + rows + ",))):");
        lines.emplace_back("        self.register_parameter(f\"{name}_l{layer}\", nn.Parameter(torch.empty(shape)))");
        lines.emplace_back("self.initialize()");
        return lines;
    }

    /// Returns the lines that fill one part of a tensor, starting at row `first`; `whole`: the part is the whole
    /// tensor.
    Lines fill(const ParameterPlan& plan, int first, bool whole) const
    {
        const std::string name = "self." + plan.name.substr(0, plan.name.find('.'));
        const int last = first + plan.shape.rows() / s_.width;
        const std::string tensor = whole ? name
                                         : name + ".data[" + (first == 0 ? "" : std::to_string(first) + " * WIDTH")
                + ":" + std::to_string(last) + " * WIDTH]";
        Lines lines = pytorch_fill({plan.initializer, plan.shape, plan.kind, plan.typed}, tensor);
        if (names_fan(lines, "fan_in") || names_fan(lines, "fan_out"))
            lines.insert(lines.begin(),
                plan.kind == Role::bias ? "fan_out, fan_in = " + std::to_string(plan.shape.rows()) + ", WIDTH"
                                        : "fan_out, fan_in = " + tensor + ".shape");
        if (plan.factor != 1)
            lines.push_back(tensor + ".data.mul_(" + python_number(plan.factor) + ")  # " + module_name()
                + " counts WIDTH, whatever enters");
        for (const std::string& line : pytorch_rounding(plan.initializer, draw_of(plan), plan.shape, plan.kind, tensor))
            lines.push_back(line);
        return lines;
    }

    std::string initialize() const
    {
        Lines lines;
        for (const RecurrentLayer& layer : s_.layers)
            for (const std::vector<ParameterPlan>* group : layer.groups()) {
                const bool same = std::ranges::all_of(
                    *group, [&](const ParameterPlan& p) { return p.initializer == group->front().initializer; });
                if (group->front().kind == Role::bias && same) {   // entries are independent
                    ParameterPlan whole = group->front();
                    whole.shape.fan_out = s_.parts() * s_.width;
                    add(lines, fill(whole, 0, true));
                    continue;
                }
                int first = 0;
                for (const ParameterPlan& plan : *group) {
                    add(lines, fill(plan, first, group->size() == 1));
                    first += plan.shape.rows() / s_.width;
                }
            }
        return "    def initialize(self):\n" + indented(lines, 2);
    }
    static void add(Lines& lines, const Lines& more) { lines.insert(lines.end(), more.begin(), more.end()); }

    std::string loop() const
    {
        Lines step;
        if (s_.cell == Cell::rnn)
            step = {"return self.activation(a + b), c"};
        else if (s_.cell == Cell::gru)
            step = {"(ar, az, an), (br, bz, bn) = a.chunk(3, -1), b.chunk(3, -1)",
                "r, z = torch.sigmoid(ar + br), torch.sigmoid(az + bz)", "n = self.activation(an + r * bn)",
                "return (1 - z) * n + z * h, c"};
        else
            step = {"i, f, g, o = (a + b).chunk(4, -1)",
                "c = torch.sigmoid(f) * c + torch.sigmoid(i) * self.activation(g)",
                "return torch.sigmoid(o) * self.activation(c), c"};
        return "    def step(self, a, b, h, c):\n" + indented(step, 2) + R"(
    def states(self, x):
        """The top layer's h at every step: [samples, STEPS, WIDTH]."""
        x = self.sequence(x)
        for layer in range(LAYERS):
            w_ih, w_hh, b_ih, b_hh = (getattr(self, f"{name}_l{layer}")
                                      for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
            h, c, all_h = x.new_zeros(len(x), WIDTH), x.new_zeros(len(x), WIDTH), []
            for t in range(STEPS):
                h, c = self.step(F.linear(x[:, t], w_ih, b_ih), F.linear(h, w_hh, b_hh), h, c)
                all_h.append(h)
            x = torch.stack(all_h, 1)
        return x
)";
    }

    const Experiment& experiment_;
    const RecurrentSpec& s_;
    Activation activation_;
};

}   // namespace

std::string pytorch_recurrent_code(const Experiment& experiment, const NetworkPlan& plan)
{
    return RecurrentWriter(experiment, plan).text();
}

}   // namespace stepzero
