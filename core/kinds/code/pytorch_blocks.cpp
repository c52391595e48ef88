// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/pytorch_blocks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/kinds.h"
#include "core/kinds/stream.h"
#include "core/kinds/transformer.h"
#include "core/math/activation/activation.h"

namespace stepzero {

namespace {

/// Returns the reason for the plan's factor.
std::string reason(const ParameterPlan& plan, const StreamCode& stream)
{
    if (!stream.packed || !is_packable(plan.role))
        return stream.scheme->name;
    const bool scaled = plan.role == "v" && stream.scaling.value != 1;
    return "fans of q, k and v packed" + (scaled ? ", " + stream.scheme->name : "");
}

/// Returns the attribute of the network or block that holds the tensor.
std::string attribute_of(const ParameterPlan& plan)
{
    const std::string path = plan.name.substr(0, plan.name.size() - ending_of(CheckpointStyle::own, plan).size());
    return path.substr(path.rfind('.') + 1);
}

/// Returns the lines that fill the plan's tensor of `module`.
Lines fill_lines(const ParameterPlan& plan, const StreamCode& stream, const std::string& module)
{
    const bool is_bias = plan.name.ends_with(".bias");
    const bool flat = !is_bias && plan.window.dimensions > 0 && plan.shape.dimensions == 0;   // a kernel as a matrix
    const std::string tensor = module + ending_of(CheckpointStyle::own, plan) + (flat ? ".flatten(1)" : "");
    const std::string comment = "  # " + reason(plan, stream);
    if (plan.factor == 0)
        return {"nn.init.zeros_(" + tensor + ")" + comment};
    // eye_ and sparse_ only take matrices.
    const bool as_matrix
        = plan.shape.dimensions > 0 && plan.kind == Role::weight && find_scheme(plan.initializer.scheme)->needs_matrix;
    LawCode law {plan.initializer, plan.shape, plan.kind, plan.typed,
        {{"n", "fan_in"}, {"fan_in", "fan_in"}, {"fan_out", "fan_out"}}};
    if (plan.block > 0)
        law.variables.emplace("l", "l");   // the variable of the loop over blocks
    Lines lines = pytorch_fill(law, as_matrix ? tensor + ".data.flatten(1)" : tensor);
    const bool has_matrix = is_bias || plan.kind == Role::weight;   // otherwise a norm, whose scheme uses its width
    if (plan.shape.dimensions > 0 && has_matrix) {
        const Lines fans = pytorch_kernel_fans(lines, module);
        lines.insert(lines.begin(), fans.begin(), fans.end());
    } else if (names_fan(lines, "fan_in") || names_fan(lines, "fan_out")) {
        lines.insert(lines.begin(),
            "fan_out, fan_in = "
                + (is_bias           ? module + ".weight.shape"
                        : has_matrix ? tensor + ".shape"
                                     : "2 * " + tensor + ".shape"));
    }
    if (plan.factor != 1 && lines.back().find("zeros_") == std::string::npos)
        lines.push_back(tensor + ".data.mul_(" + python_number(plan.factor) + ")" + comment);
    for (const std::string& line : pytorch_rounding(plan.initializer, draw_of(plan), plan.shape, plan.kind, tensor))
        lines.push_back(line);
    return lines;
}

/// Plans whose lines are identical except for the module's name.
struct Group {
    Lines pattern;
    std::vector<const ParameterPlan*> plans;
};

std::vector<Group> groups_of(const std::vector<ParameterPlan>& plans, const StreamCode& stream)
{
    std::vector<Group> groups;
    for (const ParameterPlan& plan : plans) {
        Lines pattern = fill_lines(plan, stream, "module");
        if (pattern == Lines {"nn.init.ones_(module.weight)"} && plan.kind == Role::bias)
            continue;   // the initial value in class Norm
        const auto known
            = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.pattern == pattern; });
        if (known == groups.end())
            groups.push_back({std::move(pattern), {&plan}});
        else
            known->plans.push_back(&plan);
    }
    return groups;
}

/// Returns `for module in (…):`, wrapped when it is long.
Lines loop_lines(const Group& group, const std::string& owner)
{
    constexpr std::size_t longest = 86;   // characters that four levels and the words around leave of 120
    Lines modules {""};
    for (const ParameterPlan* plan : group.plans) {
        const std::string attribute = attribute_of(*plan);
        if (modules.back().size() + 1 + owner.size() + attribute.size() + 1 > longest)
            modules.emplace_back();
        modules.back() += (modules.back().empty() ? "" : " ") + owner + attribute + ",";
    }
    if (modules.size() == 1) {
        modules.back().pop_back();
        return {"for module in (" + modules.back() + "):"};
    }
    Lines lines {"for module in ("};
    for (const std::string& line : modules)
        lines.push_back("    " + line);
    lines.emplace_back("):");
    return lines;
}

Lines group_lines(const std::vector<ParameterPlan>& plans, const std::string& owner, const StreamCode& stream)
{
    Lines lines;
    for (const Group& group : groups_of(plans, stream)) {
        if (group.plans.size() == 1) {
            const Lines own = fill_lines(*group.plans.front(), stream, owner + attribute_of(*group.plans.front()));
            lines.insert(lines.end(), own.begin(), own.end());
            continue;
        }
        for (const std::string& line : loop_lines(group, owner))
            lines.push_back(line);
        for (const std::string& line : group.pattern)
            lines.push_back("    " + line);
    }
    return lines;
}

std::string kept_text(const StreamCode& stream, const std::string& x = "x")
{
    return (stream.skip == 1 ? "" : "SKIP * ") + x + " + ";
}

/// Returns what a branch reads: the stream, or one of several, through the norm of the step `norm` if there is one.
std::string read_text(const StreamCode& stream, const std::string& word, const std::string& norm)
{
    const std::string read = stream.streams.count > 1 ? "self." + word + "_reading(x)[..., 0, :]" : "x";
    return norms_before(stream.placement)
        ? (stream.norm_scaling ? "self.norm_factor * self." : "self.") + norm + "_norm(" + read + ")"
        : read;
}

/// Returns α·F(read).
std::string branch_text(const StreamCode& stream, const std::string& word, const std::string& read)
{
    std::string added = "self." + word + "(" + read + ")";
    if (stream.modulated)
        added = "self.modulated(self." + word + ", self." + word + "_modulation, " + read + ")";
    if (norms_branch(stream.placement))
        added = "self." + word + "_norm_after(" + added + ")";
    if (learns_scale(stream))
        return "self." + word + "_scale * " + added;
    return stream.branch == 1 ? added : "BRANCH * " + added;
}

}   // namespace

bool learns_scale(const StreamSpec& stream) { return stream.scheme->learned != LearnedScale::none; }

std::string learned_scale(const StreamSpec& stream, const std::string& channels)
{
    return "nn.Parameter("
        + (stream.scheme->learned == LearnedScale::channels ? "torch.full((" + channels + "), float(BRANCH)))"
                                                            : "torch.tensor(float(BRANCH)))");
}

Lines stream_constants(const StreamSpec& stream, bool has_norm)
{
    Lines lines;
    if (stream.streams.count > 1)
        lines.push_back("STREAMS = " + std::to_string(stream.streams.count));
    if (has_norm && stream.norm == NormKind::dyt)
        lines.push_back("DYT_ALPHA = " + python_number(stream.alpha));
    else if (has_norm)
        lines.push_back("NORM_EPSILON = " + python_number(stream.epsilon));
    if (stream.skip != 1)
        lines.push_back("SKIP = " + python_number(stream.skip) + "  # of the stream");
    if (learns_scale(stream) || stream.branch != 1)
        lines.push_back(
            "BRANCH = " + python_number(stream.branch) + "  # of what is added to it: " + stream.scheme->name);
    return lines;
}

std::string norm_class(NormKind kind, bool bias)
{
    const bool layer = kind == NormKind::layer, dyt = kind == NormKind::dyt;
    const std::string words = dyt ? "DyT, in place of a norm"
        : !layer                  ? "RMSNorm"
        : bias                    ? "LayerNorm"
                                  : "LayerNorm without offset";
    const std::string plus = bias ? " + self.bias" : "";
    return "class Norm(nn.Module):\n    \"\"\"" + words + R"("""

    def __init__(self, width):
        super().__init__()
)" + (dyt ? "        self.alpha = nn.Parameter(torch.tensor(float(DYT_ALPHA)))\n" : "")
        + "        self.weight = nn.Parameter(torch.ones(width))\n"
        + (bias ? "        self.bias = nn.Parameter(torch.zeros(width))\n" : "") + R"(
    def forward(self, x):
        return )"
        + (dyt           ? "self.weight * torch.tanh(self.alpha * x)" + plus
                : !layer ? "self.weight * x * torch.rsqrt(x.square().mean(-1, keepdim=True) + NORM_EPSILON)" + plus
                         : "F.layer_norm(x, self.weight.shape, self.weight, " + std::string(bias ? "self.bias, " : "")
                    + "eps=NORM_EPSILON)")
        + "\n\n\n";
}

std::string stream_classes(const StreamsSpec& streams)
{
    if (streams.count == 1)
        return {};
    std::string text = R"(class StreamMap(nn.Module):
    """Streams to streams, y_i = sum of A_ij x_j, with a learned change of A"""

    def __init__(self, start):
        super().__init__()
        self.register_buffer("start", start, persistent=False)
        self.weight = nn.Parameter(torch.zeros(start.numel()))

    def matrix(self):
        return self.start + self.weight.view_as(self.start)

    def forward(self, x):
        return self.matrix() @ x


)";
    if (streams.mixing == StreamMixing::doubly_stochastic)
        text += R"(class DoublyStochastic(StreamMap):
    """The same with A made doubly stochastic by Sinkhorn and Knopp"""

    def matrix(self):
        a = self.weight.view_as(self.start).exp()
        for _ in range(20):
            a = a / a.sum(0, keepdim=True)
            a = a / a.sum(1, keepdim=True)
        return a


)";
    return text;
}

Lines copied_lines(const StreamsSpec& streams)
{
    return streams.count == 1 ? Lines {} : Lines {"x = x[..., None, :].repeat_interleave(STREAMS, -2)"};
}
Lines summed_lines(const StreamsSpec& streams) { return streams.count == 1 ? Lines {} : Lines {"x = x.sum(-2)"}; }

Lines step_members(const StreamCode& stream, const std::string& word, const std::string& step, bool before)
{
    Lines lines;
    if (stream.streams.count > 1) {
        const bool doubly = stream.streams.mixing == StreamMixing::doubly_stochastic;
        const bool identity = stream.streams.mixing == StreamMixing::identity;
        lines.push_back("self." + word + "_reading = StreamMap(torch.eye(STREAMS)[[(" + step + ") % STREAMS]])");
        lines.push_back("self." + word + "_mixing = " + (doubly ? "DoublyStochastic" : "StreamMap") + "("
            + (identity ? "torch.eye(STREAMS)" : "torch.zeros(STREAMS, STREAMS)") + ")");
        lines.push_back("self." + word + "_writing = StreamMap(torch.ones(STREAMS, 1))");
    }
    if (before && norms_stream(stream.placement))
        lines.push_back("self." + word + "_norm = Norm(WIDTH)");
    if (norms_branch(stream.placement))
        lines.push_back("self." + word + "_norm_after = Norm(WIDTH)");
    if (learns_scale(stream))
        lines.push_back("self." + word + "_scale = " + learned_scale(stream, "WIDTH,"));
    return lines;
}

Lines step_lines(const StreamCode& stream, const std::string& word)
{
    if (stream.streams.count > 1)
        return {"read = " + read_text(stream, word, word), "added = " + branch_text(stream, word, "read"),
            "x = " + kept_text(stream, "self." + word + "_mixing(x)") + "self." + word
                + "_writing(added[..., None, :])"};
    const std::string sum = kept_text(stream) + branch_text(stream, word, read_text(stream, word, word));
    return {"x = " + (norms_sum(stream.placement) ? "self." + word + "_norm(" + sum + ")" : sum)};
}

Lines parallel_lines(const StreamCode& stream, const std::string& first, const std::string& second, bool one_norm)
{
    const std::string sum = kept_text(stream) + first + " + " + second;
    const auto branch = [&stream](const std::string& word, const std::string& norm) {
        return word + " = " + branch_text(stream, word, read_text(stream, word, norm));
    };
    return {branch(first, first), branch(second, one_norm ? first : second),
        "x = " + (norms_sum(stream.placement) ? "self." + second + "_norm(" + sum + ")" : sum)};
}

bool has_other_parameters(const StreamCode& stream, const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return learns_scale(stream) || (info && !info->fixed.empty()) || stream.norm == NormKind::dyt;
}

namespace {

/// Returns the lines for tables with rows that no scheme initializes.
Lines lines_of_rows(const std::vector<ParameterPlan>& plans)
{
    Lines lines;
    for (const ParameterPlan& plan : plans) {
        if (plan.rows.changed() == 0)
            continue;
        const std::string added = std::to_string(plan.rows.added);
        lines.push_back("with torch.no_grad():");
        lines.push_back("    table = self." + plan.name);
        if (plan.rows.added > 0 && plan.rows.rule != GivenRows::Rule::drawn) {
            lines.push_back("    old, new = table[:-" + added + "], table[-" + added + ":]");
            lines.emplace_back("    new.copy_(old.mean(0).expand_as(new))");
        }
        if (plan.rows.added > 0 && plan.rows.rule == GivenRows::Rule::mean_with_spread)
            lines.push_back("    new += (1e-9 / len(old)) ** 0.5 * torch.randn(" + added
                + ", len(old)) @ (old - old.mean(0))  # 1e-9 times the covariance of the others");
        if (plan.rows.padding)
            lines.emplace_back("    table[0] = 0  # the padding token");
    }
    return lines;
}

/// Returns the name of a parameter within its block; the experts of a block share one name.
std::string name_in_block(const ParameterPlan& plan)
{
    const std::string name = plan.name.substr(plan.name.find('.', 7) + 1);
    return plan.expert == 0 ? name : "experts." + attribute_of(plan) + ending_of(CheckpointStyle::own, plan);
}

/// Returns the names in a block of parameters whose expressions have other numbers in other blocks.
std::set<std::string> names_that_differ(const std::vector<ParameterPlan>& plans)
{
    std::map<std::string, const ParameterPlan*> first;
    std::set<std::string> differ;
    for (const ParameterPlan& plan : plans)
        if (plan.block > 0 && plan.typed) {
            const auto [known, inserted] = first.emplace(name_in_block(plan), &plan);
            if (!inserted && (known->second->initializer != plan.initializer || known->second->factor != plan.factor))
                differ.insert(known->first);
        }
    return differ;
}

Lines experts_lines(const std::vector<ParameterPlan>& of_an_expert, bool shared, const StreamCode& stream)
{
    if (of_an_expert.empty())
        return {};
    Lines lines {shared ? "for expert in (*block.experts, *block.shared_experts):" : "for expert in block.experts:"};
    for (const std::string& line : group_lines(of_an_expert, "expert.", stream))
        lines.push_back("    " + line);
    return lines;
}

/// Returns the lines for parameters that differ between blocks. Neighbouring blocks with the same lines share a loop.
Lines lines_by_block(const std::vector<ParameterPlan>& plans, bool shared, const StreamCode& stream)
{
    std::map<int, std::vector<ParameterPlan>> of_block, of_expert;
    for (const ParameterPlan& plan : plans)
        if (plan.expert <= 1)
            (plan.expert == 0 ? of_block : of_expert)[plan.block].push_back(plan);
    struct Run {
        int first = 0, last = 0;
        Lines lines;
    };
    std::vector<Run> runs;
    const int end = plans.empty() ? 0 : std::ranges::max_element(plans, {}, &ParameterPlan::block)->block;
    for (int block = 1; block <= end; ++block) {
        Lines lines = group_lines(of_block[block], "block.", stream);
        for (const std::string& line : experts_lines(of_expert[block], shared, stream))
            lines.push_back(line);
        if (!lines.empty() && !runs.empty() && runs.back().last == block - 1 && runs.back().lines == lines)
            runs.back().last = block;
        else if (!lines.empty())
            runs.push_back({block, block, std::move(lines)});
    }
    Lines all;
    for (const Run& run : runs) {
        const std::string first = std::to_string(run.first), before = std::to_string(run.first - 1),
                          last = std::to_string(run.last);
        const bool numbered = names_variable(run.lines, "l"), every = run.first == 1 && run.last == end;
        const std::string blocks = every ? "self.blocks" : "self.blocks[" + before + ":" + last + "]";
        if (run.first == run.last)
            all.push_back((numbered ? "l, block = " + first + ", " : "block = ") + "self.blocks[" + before + "]");
        else if (numbered)
            all.push_back("for l, block in enumerate(" + blocks + ", start=" + first + "):");
        else
            all.push_back("for block in " + blocks + ":");
        for (const std::string& line : run.lines)
            all.push_back((run.first == run.last ? "" : "    ") + line);
    }
    return all;
}

}   // namespace

std::string initialize_method(
    const std::vector<ParameterPlan>& plans, const StreamCode& stream, const std::string& attribute)
{
    std::vector<ParameterPlan> outside, inside, changing, of_experts, by_block;
    const std::set<std::string> differ = names_that_differ(plans);
    bool shared = false;
    int blocks = 0;
    std::map<std::string, int> count;   // number of blocks that have a parameter of this name
    for (const ParameterPlan& plan : plans) {
        blocks = std::max(blocks, plan.block);
        shared = shared || plan.name.find(".shared_experts.") != std::string::npos;
        if (plan.block == 0)
            outside.push_back(plan);
        else if (differ.contains(name_in_block(plan)))
            by_block.push_back(plan);
        else if (plan.expert == 0)
            ++count[name_in_block(plan)];
        else if (plan.block == 1 && plan.expert == 1)
            of_experts.push_back(plan);
    }
    for (const ParameterPlan& plan : plans)
        if (plan.block > 0 && plan.expert == 0)
            if (const auto of = count.extract(name_in_block(plan)))
                (of.mapped() == blocks ? inside : changing).push_back(plan);
    Lines of_all = group_lines(inside, "block.", stream);
    const Lines of_others = group_lines(changing, "block.", stream);
    for (const std::string& line : experts_lines(of_experts, shared, stream))
        of_all.push_back(line);
    const bool numbered = names_variable(of_all, "l") || names_variable(of_others, "l");
    const std::string loop
        = numbered ? "for l, block in enumerate(self.blocks, start=1):\n" : "for block in self.blocks:\n";
    return "    def initialize(self):\n" + indented(group_lines(outside, "self.", stream), 2)
        + indented(lines_of_rows(plans), 2) + (of_all.empty() && of_others.empty() ? "" : "        " + loop)
        + indented(of_all, 3) + (of_others.empty() ? "" : "            if block." + attribute + ":\n")
        + indented(of_others, 4) + indented(lines_by_block(by_block, shared, stream), 2);
}

Activation activation_in_blocks(const Network& network)
{
    const Activation activation = block_activation(network);
    return {activation.name, completed(find_activation(activation.name)->parameters, activation.parameters)};
}

std::vector<ParameterPlan> parameters_of(const NetworkPlan& plan)
{
    std::vector<ParameterPlan> all;
    for (const ParameterPlan* parameter : plan.parameters())
        all.push_back(*parameter);
    return all;
}

}   // namespace stepzero
