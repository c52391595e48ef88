// SPDX-License-Identifier: GPL-3.0-or-later
// Residual networks of convolutions for PyTorch.
#include <algorithm>

#include "core/kinds/code/formula.h"
#include "core/kinds/code/pytorch_blocks.h"
#include "core/kinds/kinds.h"
#include "core/kinds/resnet.h"

namespace stepzero {

namespace {

class ResnetCode {
public:
    ResnetCode(const Experiment& experiment, const NetworkPlan& plan)
        : experiment_(experiment), plan_(plan), spec_(spec_of<ResnetSpec>(plan)),
          activation_(activation_in_blocks(plan.network)), standardized_(weight_standardization(plan.network))
    {
    }

    std::string module() const
    {
        return std::string("import math\n\nimport numpy as np\nimport torch\nfrom torch import nn\n")
            + (spec_.norm == ImageNorm::layer ? "from torch.nn import functional as F\n\n" : "\n")
            + indented(constants(), 0) + "\n\n" + helpers_used(pytorch_functions(), {pytorch_activation(activation_)})
            + parts() + block_class() + network_class() + ending();
    }

private:
    bool norms() const { return spec_.norm != ImageNorm::none; }
    bool convnext() const { return spec_.form == BlockForm::convnext; }

    Lines constants() const
    {
        Lines lines {"IMAGE_CHANNELS, IMAGE_SIDE, STEM_CHANNELS = " + std::to_string(spec_.image_channels) + ", "
            + std::to_string(spec_.image_side) + ", " + std::to_string(spec_.stem_channels)};
        lines.emplace_back("STAGES = (  # blocks, hidden channels, channels, stride of the first");
        for (std::size_t first = 0, behind = 0; first < spec_.blocks.size(); first = behind) {
            const ResnetBlock& b = spec_.blocks[first];
            for (behind = first + 1; behind < spec_.blocks.size() && !ResnetSpec::changes(spec_.blocks[behind]);)
                ++behind;
            lines.push_back("    (" + std::to_string(behind - first) + ", " + std::to_string(b.hidden) + ", "
                + std::to_string(b.channels) + ", " + std::to_string(b.stride()) + "),");
        }
        lines.emplace_back(")");
        if (spec_.classes > 0)
            lines.push_back("CLASSES = " + std::to_string(spec_.classes));
        if (standardized_ && standardized_->scaled)
            lines.push_back("GAIN = " + python_number(standardized_->gain) + "  # 1/sqrt(Var(phi(z))), z ~ N(0, 1)");
        for (std::string& line : stream_constants(spec_.stream, norms()))
            lines.push_back(std::move(line));
        return lines;
    }

    /// Returns the helpers that make a convolution and a norm.
    std::string parts() const
    {
        std::string text;
        if (standardized_)
            text += std::string(R"(class Convolution(nn.Conv2d):
    """The weights of each output are standardized"""

    def forward(self, x):
        variance, mean = torch.var_mean(self.weight, dim=(1, 2, 3), keepdim=True, unbiased=False)
        weight = (self.weight - mean) / torch.sqrt(variance + 1e-6)
        return self._conv_forward(x, )")
                + (standardized_->scaled ? "GAIN / math.sqrt(weight[0].numel()) * weight" : "weight")
                + ", self.bias)\n\n\n";
        text += std::string("def convolution(before, behind, kernel=1, stride=1, groups=1):\n")
            + "    padding = kernel // 2 if kernel % 2 else 0\n    return "
            + (standardized_ ? "Convolution" : "nn.Conv2d") + "(before, behind, kernel, stride, padding, groups=groups"
            + rest_of_convolution() + ")\n\n\n";
        if (spec_.norm == ImageNorm::layer)
            text += R"(class Norm(nn.Module):
    """LayerNorm over the channels of each position, without offset"""

    def __init__(self, channels):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))

    def forward(self, x):
        x = F.layer_norm(x.movedim(1, -1), self.weight.shape, self.weight, eps=NORM_EPSILON)
        return x.movedim(-1, 1)


)";
        return text;
    }

    std::string rest_of_convolution() const
    {
        return (spec_.biases ? std::string() : ", bias=False")
            + (spec_.border == Border::circular ? ", padding_mode=\"circular\"" : "");
    }

    std::string norm_of(const std::string& channels) const
    {
        if (spec_.norm == ImageNorm::layer)
            return "Norm(" + channels + ")";
        return spec_.norm == ImageNorm::batch
            ? "nn.BatchNorm2d(" + channels + ", eps=NORM_EPSILON)"
            : "nn.GroupNorm(" + std::to_string(spec_.norm_groups) + ", " + channels + ", eps=NORM_EPSILON)";
    }

    void add_norm(Lines& to, const std::string& name, const std::string& channels) const
    {
        if (norms())
            to.push_back("self." + name + " = " + norm_of(channels));
    }

    void add_activation(Lines& to) const
    {
        const Lines remarks = python_remarks(activation_);
        to.insert(to.end(), remarks.begin(), remarks.end());
        to.push_back("self.activation = " + pytorch_activation(activation_));
    }

    std::string normed(const std::string& name, const std::string& x) const
    {
        return norms() ? "self." + name + "(" + x + ")" : x;
    }

    Lines block_members() const
    {
        const std::vector<BranchConvolution> convolutions = spec_.branch(spec_.blocks.front());
        // In a block that halves the positions, the last k×k convolution has stride 2.
        const std::size_t strided = convolutions.size() - 2;
        Lines lines;
        for (std::size_t k = 0; k < convolutions.size(); ++k) {
            const std::string number = std::to_string(k + 1);
            const bool first = k == 0, last = k + 1 == convolutions.size();
            std::string in = first ? "channels_in" : "hidden", out = last ? "channels" : "hidden";
            if (convnext()) {
                in = k == 2 ? "hidden" : "channels";
                out = k == 1 ? "hidden" : "channels";
            }
            std::string text = "self.conv_" + number + " = convolution(" + in + ", " + out;
            if (convolutions[k].window.kernel > 1)
                text += ", " + std::to_string(convolutions[k].window.kernel);
            if (!convnext() && k == strided)
                text += convolutions[k].window.kernel > 1 ? ", stride" : ", stride=stride";
            if (convnext() && first)
                text += ", groups=channels";
            else if (!convnext() && convolutions[k].window.groups > 1)
                text += ", groups=" + std::to_string(convolutions[k].window.groups);
            lines.push_back(text + ")");
            if (!convnext() || first)
                add_norm(lines, "norm_" + number, spec_.pre_activation && !convnext() ? in : out);
        }
        add_activation(lines);
        if (learns_scale(spec_.stream))
            lines.push_back("self.branch_scale = " + learned_scale(spec_.stream, "channels, 1, 1"));
        lines.emplace_back("self.changes = channels_in != channels or stride > 1");
        lines.emplace_back("if self.changes:");
        lines.push_back("    self.projection = convolution(channels_in, channels, "
            + std::string(convnext() ? "stride, stride)" : "stride=stride)"));
        if (norms() && (convnext() || !spec_.pre_activation))
            lines.push_back("    self.projection_norm = " + norm_of(convnext() ? "channels_in" : "channels"));
        return lines;
    }

    Lines branch_lines() const
    {
        if (convnext())
            return {"x = " + normed("norm_1", "self.conv_1(x)"), "return self.conv_3(self.activation(self.conv_2(x)))"};
        const int count = int(spec_.branch(spec_.blocks.front()).size());
        Lines lines;
        for (int k = 1; k <= count; ++k) {
            const std::string number = std::to_string(k), begin = k == count ? "return " : "x = ";
            const std::string call = "self.conv_" + number;
            if (!spec_.pre_activation) {
                const std::string z = normed("norm_" + number, call + "(x)");
                lines.push_back(begin + (k == count ? z : "self.activation(" + z + ")"));
            } else {
                lines.push_back(
                    begin + call + (k == 1 ? "(x)" : "(self.activation(" + normed("norm_" + number, "x") + "))"));
            }
        }
        return lines;
    }

    Lines block_forward() const
    {
        Lines lines;
        std::string read = "x";
        if (convnext()) {
            lines = {"if self.changes:", "    x = self.projection(" + normed("projection_norm", "x") + ")", "kept = x"};
        } else {
            if (spec_.pre_activation) {
                lines.push_back("read = self.activation(" + normed("norm_1", "x") + ")");
                read = "read";
            }
            const std::string projected = "self.projection(" + read + ")";
            lines.push_back("kept = " + (spec_.pre_activation ? projected : normed("projection_norm", projected))
                + " if self.changes else x");
        }
        std::string added = "self.branch(" + read + ")";
        if (learns_scale(spec_.stream))
            added = "self.branch_scale * " + added;
        else if (spec_.stream.branch != 1)
            added = "BRANCH * " + added;
        const std::string sum = (spec_.stream.skip == 1 ? "kept + " : "SKIP * kept + ") + added;
        lines.push_back("return " + (spec_.activates_sum() ? "self.activation(" + sum + ")" : sum));
        return lines;
    }

    std::string block_class() const
    {
        return "class Block(nn.Module):\n    def __init__(self, channels_in, hidden, channels, stride):\n"
               "        super().__init__()\n"
            + indented(block_members(), 2) + "\n    def branch(self, x):\n" + indented(branch_lines(), 2)
            + "\n    def forward(self, x):\n" + indented(block_forward(), 2) + "\n\n";
    }

    bool norms_stem() const { return norms() && (convnext() || !spec_.pre_activation); }
    bool ends_in_activation() const { return spec_.classes > 0 && spec_.pre_activation && !convnext(); }
    bool norms_end() const { return norms() && spec_.classes > 0 && (convnext() || spec_.pre_activation); }

    Lines network_members() const
    {
        const Window stem = spec_.stem_window();
        Lines lines {"self.stem = convolution(IMAGE_CHANNELS, STEM_CHANNELS, " + std::to_string(stem.kernel)
            + (stem.stride > 1 ? ", " + std::to_string(stem.stride) : "") + ")"};
        if (norms_stem())
            add_norm(lines, "stem_norm", "STEM_CHANNELS");
        if (spec_.activates_sum() || ends_in_activation())
            add_activation(lines);
        if (spec_.stem == Stem::pooled)
            lines.emplace_back("self.pool = nn.MaxPool2d(3, 2, 1)");
        for (const char* line : {"self.blocks = nn.ModuleList()", "before = STEM_CHANNELS",
                 "for blocks, hidden, channels, stride in STAGES:", "    for number in range(blocks):",
                 "        self.blocks.append(Block(before, hidden, channels, stride if number == 0 else 1))",
                 "        before = channels"})
            lines.emplace_back(line);
        if (norms_end())
            add_norm(lines, "final_norm", "channels");
        if (spec_.classes > 0)   // the weights of the head are not standardized
            lines.push_back("self.head = nn.Conv2d(channels, CLASSES, 1" + rest_of_convolution() + ")");
        lines.emplace_back("self.initialize()");
        return lines;
    }

    std::string network_class() const
    {
        std::string entered = "self.stem(x)";
        if (norms_stem())
            entered = normed("stem_norm", entered);
        if (spec_.activates_sum())
            entered = "self.activation(" + entered + ")";
        if (spec_.stem == Stem::pooled)
            entered = "self.pool(" + entered + ")";
        Lines forward {"x = self.enter(x)", "for block in self.blocks:", "    x = block(x)"};
        if (spec_.classes > 0) {
            if (ends_in_activation())
                forward.push_back("x = self.activation(" + normed("final_norm", "x") + ")");
            forward.emplace_back("x = x.mean((2, 3), keepdim=True)");
            forward.push_back(
                "return self.head(" + (convnext() ? normed("final_norm", "x") : std::string("x")) + ").flatten(1)");
        } else {
            forward.emplace_back("return x");
        }
        return "class Network(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            + indented(network_members(), 2) + "\n" + initialize_method(parameters_of(plan_), {spec_.stream})
            + "\n    def enter(self, x):\n        x = x.reshape(-1, IMAGE_CHANNELS, IMAGE_SIDE, IMAGE_SIDE)\n"
              "        return "
            + entered + "\n\n    def forward(self, x):\n" + indented(forward, 2) + "\n\n";
    }

    std::string ending() const
    {
        return R"(def load_stepzero(network, path):
    """Puts the tensors of a file that `stepzero run --tensors` wrote into the network."""
    from safetensors.torch import load_file

    tensors = load_file(path)
    parts = [(f"blocks.{number}.", block) for number, block in enumerate(network.blocks, start=1)]
    parts += [(f"{name}.", part) for name, part in network.named_children() if name != "blocks"]
    with torch.no_grad():
        for prefix, part in parts:
            for name, parameter in part.named_parameters():
                if prefix + name in tensors:
                    parameter.copy_(tensors[prefix + name])


)" + python_input(experiment_, "IMAGE_CHANNELS * IMAGE_SIDE ** 2")
            + R"(

def loss(network, x):
    """The output along a random direction: Stepzero's gradients are those of this number."""
    y = network(x)
    return (torch.randn_like(y) * y).sum()


if __name__ == "__main__":
)" + pytorch_main(experiment_, R"(        x = network.enter(x)
        for number, block in enumerate(network.blocks, start=1):
            x = block(x)
            print(f"block {number}: stream std {x.std():.4g}")
)");
    }

    const Experiment& experiment_;
    const NetworkPlan& plan_;
    const ResnetSpec& spec_;
    Activation activation_;
    std::optional<WeightStandardization> standardized_;
};

}   // namespace

std::string pytorch_resnet_code(const Experiment& experiment, const NetworkPlan& plan)
{
    return ResnetCode(experiment, plan).module();
}

}   // namespace stepzero
