// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/code/formula.h"
#include "core/kinds/code/pytorch_blocks.h"
#include "core/kinds/code/pytorch_positions.h"
#include "core/kinds/code/pytorch_tokens.h"
#include "core/kinds/kinds.h"
#include "core/kinds/transformer.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

class TransformerWriter {
public:
    TransformerWriter(const Experiment& experiment, const NetworkPlan& plan)
        : experiment_(experiment),
          s_(spec_of<TransformerSpec>(plan)), stream_ {*structure_of(plan.network).stream,
                                                  s_.norm_scaling && norms_before(s_.placement), s_.modulated,
                                                  s_.qkv_packed},
          activation_(activation_in_blocks(plan.network)), plans_(parameters_of(plan)),
          style_(checkpoint_style(plan.network))
    {
    }

    std::string text() const
    {
        return "import math\n\nimport numpy as np\nimport torch\n"
               "from torch import nn\nfrom torch.nn import functional as F\n\n"
            + indented(constants(), 0) + "\n\n" + helpers_used(pytorch_functions(), {pytorch_activation(activation_)})
            + (has_norm() ? norm_class(s_.norm, s_.norm_biases) : "") + stream_classes(s_.streams)
            + position_functions(s_) + (s_.experts > 0 ? expert_class() : "") + block_class() + network_class()
            + loading() + pytorch_tokens(experiment_);
    }

private:
    bool has_norm() const
    {
        return s_.placement != Placement::none || s_.qk_norm || s_.sub_norm || s_.latent || s_.embedding_norm
            || s_.final_norm;
    }
    bool is_numbered() const { return s_.value_embeddings || stream_.norm_scaling || s_.streams.count > 1; }
    bool has_head() const { return !s_.tied || s_.head_bias; }
    bool images() const { return s_.image.has_value(); }
    bool shares_keys() const { return s_.key_value_heads != s_.heads; }

    Lines constants() const
    {
        const auto number = [](int n) { return std::to_string(n); };
        Lines lines {"LAYERS, WIDTH, HEADS = " + number(s_.layers) + ", " + number(s_.width) + ", " + number(s_.heads),
            "HEAD_WIDTH = " + (s_.head_width > 0 ? number(s_.head_width) : "WIDTH // HEADS")};
        if (s_.value_width > 0)
            lines.push_back("VALUE_WIDTH = " + number(s_.value_width));
        if (from_latent())
            lines.push_back("QUERY_RANK = " + number(s_.latent->query_rank));
        if (s_.latent)
            lines.push_back("KEY_VALUE_RANK = " + number(s_.latent->rank));
        if (shares_entries())
            lines.push_back("SHARED_KEY_WIDTH = " + number(s_.latent->shared));
        if (shares_keys())
            lines.push_back("KEY_VALUE_HEADS = " + number(s_.key_value_heads));
        lines.push_back(std::string("MLP_WIDTH, ") + (images() ? "CLASSES" : "VOCABULARY") + " = "
            + number(inner_width(s_)) + ", " + number(s_.vocabulary));
        if (const auto& image = s_.image) {
            lines.push_back("CHANNELS, SIDE, PATCH = " + number(image->channels) + ", " + number(image->side) + ", "
                + number(image->patch));
            lines.emplace_back(std::string("TOKENS = (SIDE // PATCH) ** 2") + (image->class_token ? " + 1" : ""));
        }
        if (s_.experts > 0)
            lines.push_back("EXPERTS, CHOSEN = " + number(s_.experts) + ", " + number(s_.experts_chosen));
        if (s_.experts > 0 && s_.shared_experts > 0)
            lines.push_back("SHARED = " + number(s_.shared_experts));
        if (s_.positions > 0 && !images())
            lines.push_back("POSITIONS = " + number(s_.positions));
        if (s_.rotary)
            for (const std::string& line : rotary_constants(s_))
                lines.push_back(line);
        if (s_.value_embeddings)
            lines.push_back("GATE_CHANNELS = " + number(std::min(s_.value_gate_channels, s_.width)));
        if (s_.modulated)
            lines.push_back("SAMPLES = " + number(experiment_.input.samples));
        if (s_.relative)
            lines.push_back(
                "BUCKETS, LARGEST_DISTANCE = " + number(s_.relative->count) + ", " + number(s_.relative->reach()));
        const auto name = [&](const char* constant, double value, double usual) {
            if (value != usual)
                lines.push_back(std::string(constant) + " = " + python_number(value));
        };
        name("EMBEDDING_MULTIPLIER", s_.embedding_multiplier, 1);
        name("ATTENTION_MULTIPLIER", s_.attention_multiplier, 1);
        name("ATTENTION_SOFTCAP", s_.attention_softcap, 0);
        name("LOGITS_MULTIPLIER", s_.logits_multiplier, 1);
        name("LOGITS_SOFTCAP", s_.logits_softcap, 0);
        for (const std::string& line : stream_constants(stream_, has_norm()))
            lines.push_back(line);
        return lines;
    }

    /// Returns the arguments of a block; `table` is what holds the biases by distance.
    std::string block_arguments(const std::string& table) const
    {
        return std::string(is_numbered() ? "number" : "") + (is_numbered() && s_.relative ? ", " : "")
            + (s_.relative ? table : "");
    }

    /// Width of all queries together, and of all keys.
    std::string queries() const { return s_.head_width > 0 ? "HEADS * HEAD_WIDTH" : "WIDTH"; }
    std::string keys() const { return shares_keys() ? "KEY_VALUE_HEADS * HEAD_WIDTH" : queries(); }
    std::string narrow() const { return shares_keys() ? "KEY_VALUE_HEADS" : "HEADS"; }
    /// Width of the values of a head, of all values together, and of what the heads write together.
    std::string value() const { return s_.value_width > 0 ? "VALUE_WIDTH" : "HEAD_WIDTH"; }
    std::string values() const { return s_.value_width > 0 ? narrow() + " * VALUE_WIDTH" : keys(); }
    std::string mixed() const { return s_.value_width > 0 ? "HEADS * VALUE_WIDTH" : queries(); }
    bool from_latent() const { return query_rank_of(s_) > 0; }
    bool shares_entries() const { return s_.latent && s_.latent->shared > 0; }
    /// Width of the entries of a key that come from the latent vector.
    std::string own_key() const { return shares_entries() ? "HEAD_WIDTH - SHARED_KEY_WIDTH" : "HEAD_WIDTH"; }

    std::string linear(const char* role, const std::string& in, const std::string& out) const
    {
        return std::string("self.") + role + " = nn.Linear(" + in + ", " + out + (s_.bias ? ")" : ", bias=False)");
    }

    std::string block_class() const
    {
        const bool parallel = s_.parallel != Parallel::none;
        Lines members = step_members(stream_, "attention", "2 * number - 2", !parallel || !norms_sum(s_.placement));
        const auto add = [&](const std::string& line) { members.push_back(line); };
        if (s_.relative)
            add("self.relative_bias = relative_bias");
        if (from_latent()) {
            add(linear("q_down", "WIDTH", "QUERY_RANK"));
            add("self.q_latent_norm = Norm(QUERY_RANK)");
            add(linear("q_up", "QUERY_RANK", queries()));
        } else {
            add(linear("q", "WIDTH", queries()));
        }
        if (s_.latent) {
            add(linear(
                "kv_down", "WIDTH", std::string("KEY_VALUE_RANK") + (shares_entries() ? " + SHARED_KEY_WIDTH" : "")));
            add("self.kv_latent_norm = Norm(KEY_VALUE_RANK)");
            add(linear("kv_up", "KEY_VALUE_RANK", narrow() + " * (" + own_key() + " + " + value() + ")"));
        } else {
            add(linear("k", "WIDTH", keys()));
            add(linear("v", "WIDTH", values()));
        }
        if (s_.qk_norm) {
            add("self.q_norm = Norm(" + (s_.qk_norm_over_heads ? queries() : "HEAD_WIDTH") + ")");
            add("self.k_norm = Norm(" + (s_.qk_norm_over_heads ? keys() : "HEAD_WIDTH") + ")");
        }
        if (s_.sub_norm)
            add("self.attention_sub_norm = Norm(" + mixed() + ")");
        if (s_.value_embeddings) {
            add("self.has_values = (LAYERS - number) % 2 == 0");
            add("if self.has_values:");
            add("    self.value_embedding = nn.Embedding(VOCABULARY, " + values() + ")");
            add("    self.value_gate = nn.Linear(GATE_CHANNELS, " + narrow() + ", bias=False)");
        }
        if (s_.output_gate)
            add(linear("attention_gate", "WIDTH", mixed()));
        add(linear("attention_out", mixed(), "WIDTH"));
        if (stream_.norm_scaling)
            members.insert(members.begin(), "self.norm_factor = 1 / math.sqrt(number)");
        const bool own = s_.parallel != Parallel::one_norm || !norms_before(s_.placement);
        for (const std::string& line : step_members(stream_, "mlp", "2 * number - 1", own))
            add(line);
        for (const std::string& line : s_.experts > 0 ? expert_members() : mlp_members())
            add(line);
        if (s_.modulated)
            for (const char* role : {"attention_modulation", "mlp_modulation"})
                add(linear(role, "WIDTH", "3 * WIDTH"));
        Lines forward = step_lines(stream_, "attention");
        for (const std::string& line : step_lines(stream_, "mlp"))
            forward.push_back(line);
        if (parallel)
            forward = parallel_lines(stream_, "attention", "mlp", !own);
        forward.emplace_back("return x");
        return std::string("class Block(nn.Module):\n    def __init__(self")
            + (is_numbered() || s_.relative ? ", " : "") + block_arguments("relative_bias")
            + "):\n        super().__init__()\n" + indented(members, 2) + "\n" + attention_method()
            + (s_.modulated ? modulated_method() : "") + "\n    def mlp(self, x):\n"
            + indented(s_.experts > 0 ? routing() : Lines {mlp_line()}, 2) + "\n    def forward(self, x):\n"
            + indented(forward, 2) + "\n\n";
    }

    static std::string modulated_method()
    {
        return "\n    def modulated(self, branch, modulation, x):\n"
            + indented({R"("""A branch with shift, scale and gate from the condition of each sample.""")",
                           "shift, scale, gate = modulation(F.silu(self.condition))[:, None].chunk(3, dim=-1)",
                           "return gate * branch((1 + scale) * x + shift)"},
                2);
    }

    Lines mlp_members() const
    {
        Lines members;
        if (s_.gated)
            members.push_back(linear("mlp_gate", "WIDTH", "MLP_WIDTH"));
        members.push_back(linear("mlp_in", "WIDTH", "MLP_WIDTH"));
        for (const std::string& line : python_remarks(activation_))
            members.push_back(line);
        members.push_back("self.activation = " + pytorch_activation(activation_));
        if (s_.sub_norm)
            members.emplace_back("self.mlp_sub_norm = Norm(MLP_WIDTH)");
        members.push_back(linear("mlp_out", "MLP_WIDTH", "WIDTH"));
        return members;
    }
    std::string mlp_line() const
    {
        const std::string inner
            = s_.gated ? "self.activation(self.mlp_gate(x)) * self.mlp_in(x)" : "self.activation(self.mlp_in(x))";
        return "return self.mlp_out(" + (s_.sub_norm ? "self.mlp_sub_norm(" + inner + ")" : inner) + ")";
    }

    std::string expert_class() const
    {
        return "class Expert(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            + indented(mlp_members(), 2) + "\n    def forward(self, x):\n" + indented({mlp_line()}, 2) + "\n\n";
    }
    Lines expert_members() const
    {
        Lines members {"self.router = nn.Linear(WIDTH, EXPERTS, bias=False)",
            "self.experts = nn.ModuleList(Expert() for _ in range(EXPERTS))"};
        if (s_.shared_experts > 0)
            members.emplace_back("self.shared_experts = nn.ModuleList(Expert() for _ in range(SHARED))");
        return members;
    }
    /// Experts have no capacity limit.
    Lines routing() const
    {
        Lines lines {"shape = x.shape", "x = x.flatten(0, 1)",
            "gates, chosen = self.router(x).softmax(-1).topk(CHOSEN, dim=-1)"};
        if (s_.gates_renormalized)
            lines.emplace_back("gates = gates / gates.sum(-1, keepdim=True)");
        lines.insert(lines.end(),
            {"y = torch.zeros_like(x)", "for number, expert in enumerate(self.experts):",
                "    token, place = (chosen == number).nonzero(as_tuple=True)",
                "    y = y.index_add(0, token, gates[token, place, None] * expert(x[token]))"});
        if (s_.shared_experts > 0)
            lines.insert(lines.end(), {"for expert in self.shared_experts:", "    y = y + expert(x)"});
        lines.emplace_back("return y.view(shape)");
        return lines;
    }

    std::string attention_method() const
    {
        Lines lines {"sequences, tokens, _ = x.shape"};
        const auto add = [&](const std::string& line) { lines.push_back(line); };
        const bool over_heads = s_.qk_norm && s_.qk_norm_over_heads;
        const auto split
            = [&](const std::string& name, const std::string& all, const std::string& heads, const std::string& width) {
                  add(name + " = " + (over_heads && name != "v" ? "self." + name + "_norm(" + all + ")" : all)
                      + ".view(sequences, tokens, " + heads + ", " + width + ").transpose(1, 2)");
              };
        split(
            "q", from_latent() ? "self.q_up(self.q_latent_norm(self.q_down(x)))" : "self.q(x)", "HEADS", "HEAD_WIDTH");
        if (s_.latent) {
            for (const std::string& line : latent_lines())
                add(line);
            if (over_heads)
                split("k", "k.transpose(1, 2).flatten(2)", narrow(), "HEAD_WIDTH");
        } else {
            split("k", "self.k(x)", narrow(), "HEAD_WIDTH");
            split("v", "self.v(x)", narrow(), value());
        }
        if (s_.value_embeddings) {
            add("if self.has_values:");
            add("    gate = 2 * torch.sigmoid(self.value_gate(x[..., :GATE_CHANNELS]))");
            add("    values = self.value_embedding(self.tokens).view(sequences, tokens, " + narrow() + ", " + value()
                + ")");
            add("    v = v + (gate[..., None] * values).transpose(1, 2)");
        }
        if (s_.qk_norm && !s_.qk_norm_over_heads)
            add("q, k = self.q_norm(q), self.k_norm(k)");
        if (s_.rotary && shares_entries())
            add("q, k = rotate_shared(q), rotate_shared(k)");
        else if (s_.rotary)
            add("q, k = rotate(q), rotate(k)");
        if (shares_keys()) {
            add("k = k.repeat_interleave(HEADS // KEY_VALUE_HEADS, dim=1)");
            add("v = v.repeat_interleave(HEADS // KEY_VALUE_HEADS, dim=1)");
        }
        const char* const scales[] {" / math.sqrt(HEAD_WIDTH)", " / HEAD_WIDTH", ""};
        add(std::string("logits = ") + (s_.attention_multiplier == 1 ? "" : "ATTENTION_MULTIPLIER * ")
            + "q @ k.transpose(-2, -1)" + scales[int(s_.logit_scale)]);
        if (s_.attention_softcap > 0)
            add("logits = ATTENTION_SOFTCAP * torch.tanh(logits / ATTENTION_SOFTCAP)");
        if (s_.alibi)
            add("logits = logits + alibi(tokens).to(x)");
        if (s_.relative)
            add("logits = logits + self.relative_bias(buckets(tokens).to(x.device)).permute(2, 0, 1)");
        if (s_.causal) {
            add("future = torch.ones(tokens, tokens, dtype=torch.bool, device=x.device).triu(1)");
            add("logits = logits.masked_fill(future, -math.inf)");
        }
        add("mixed = (logits.softmax(-1) @ v).transpose(1, 2).reshape(sequences, tokens, " + mixed() + ")");
        if (s_.output_gate)
            add("mixed = torch.sigmoid(self.attention_gate(x)) * mixed");
        add(std::string("return self.attention_out(") + (s_.sub_norm ? "self.attention_sub_norm(mixed))" : "mixed)"));
        return "    def attention(self, x):\n" + indented(lines, 2);
    }

    /// Returns the lines that compute keys and values from the latent vector, of which each head has its own part.
    Lines latent_lines() const
    {
        Lines lines {shares_entries()
                ? "latent, shared = self.kv_down(x).split((KEY_VALUE_RANK, SHARED_KEY_WIDTH), dim=-1)"
                : "latent = self.kv_down(x)"};
        lines.push_back("both = self.kv_up(self.kv_latent_norm(latent)).view(sequences, tokens, " + narrow()
            + ", -1).transpose(1, 2)");
        lines.push_back("k, v = both.split((" + own_key() + ", " + value() + "), dim=-1)");
        if (shares_entries())
            lines.push_back("k = torch.cat((k, shared[:, None].expand(-1, " + narrow()
                + ", -1, -1)), dim=-1)  # same for all heads");
        return lines;
    }

    void add_words(Lines& members, Lines& embed) const
    {
        members.emplace_back("self.embedding = nn.Embedding(VOCABULARY, WIDTH)");
        embed.emplace_back(std::string("x = ") + (s_.embedding_multiplier == 1 ? "" : "EMBEDDING_MULTIPLIER * ")
            + "self.embedding(tokens)");
        if (s_.positions > 0) {
            members.emplace_back("self.position = nn.Embedding(POSITIONS, WIDTH)");
            embed.emplace_back("x = x + self.position.weight[:tokens.shape[1]]");
        }
        if (s_.value_embeddings) {
            embed.emplace_back("for block in self.blocks:  # whose value embeddings read the tokens");
            embed.emplace_back("    block.tokens = tokens");
        }
        if (s_.sinusoids)
            embed.emplace_back("x = x + sinusoids(tokens.shape[1]).to(x)");
        if (s_.relative)
            members.emplace_back("self.relative_bias = nn.Embedding(BUCKETS, HEADS)");
    }
    void add_images(Lines& members, Lines& embed) const
    {
        members.emplace_back(
            std::string("self.patch = nn.Conv2d(CHANNELS, WIDTH, PATCH, PATCH") + (s_.bias ? ")" : ", bias=False)"));
        embed.emplace_back("x = self.patch(images.reshape(-1, CHANNELS, SIDE, SIDE)).flatten(2).transpose(1, 2)");
        if (s_.image->class_token) {
            members.emplace_back("self.class_token = nn.Embedding(1, WIDTH)");
            embed.emplace_back("x = torch.cat((self.class_token.weight.expand(len(x), 1, WIDTH), x), dim=1)");
        }
        if (s_.positions > 0) {
            members.emplace_back("self.position = nn.Embedding(TOKENS, WIDTH)");
            embed.emplace_back("x = x + self.position.weight");
        }
    }

    std::string network_class() const
    {
        const std::string input = images() ? "images" : "tokens";
        Lines members, embed;
        if (images())
            add_images(members, embed);
        else
            add_words(members, embed);
        if (s_.embedding_norm) {
            members.emplace_back("self.embedding_norm = Norm(WIDTH)");
            embed.emplace_back("x = self.embedding_norm(x)");
        }
        if (s_.modulated) {
            members.emplace_back("condition = torch.randn(SAMPLES, WIDTH)  # one row per sample");
            members.emplace_back("self.register_buffer(\"condition\", condition, persistent=False)");
            embed.emplace_back("for block in self.blocks:");
            embed.emplace_back("    block.condition = self.condition[:len(x)]");
        }
        for (const std::string& line : copied_lines(s_.streams))
            embed.push_back(line);
        embed.emplace_back("return x");
        members.push_back("self.blocks = nn.ModuleList(Block(" + block_arguments("self.relative_bias") + ") for "
            + (is_numbered() ? "number in range(1, LAYERS + 1))" : "_ in range(LAYERS))"));
        if (s_.final_norm)
            members.emplace_back("self.final_norm = Norm(WIDTH)");
        if (modulates_end(s_))
            members.push_back(linear("final_modulation", "WIDTH", "2 * WIDTH"));
        if (has_head())
            members.push_back(std::string("self.head = nn.Linear(WIDTH, ") + (images() ? "CLASSES" : "VOCABULARY")
                + (s_.head_bias ? ")" : ", bias=False)"));
        if (has_head() && s_.tied)
            members.emplace_back("self.head.weight = self.embedding.weight");
        members.emplace_back("self.initialize()");
        Lines forward {"x = self.embed(" + input + ")", "for block in self.blocks:", "    x = block(x)"};
        for (const std::string& line : summed_lines(s_.streams))
            forward.push_back(line);
        if (s_.final_norm)
            forward.emplace_back("x = self.final_norm(x)");
        if (modulates_end(s_)) {
            forward.emplace_back("condition = F.silu(self.condition[:len(x)])");
            forward.emplace_back("shift, scale = self.final_modulation(condition)[:, None].chunk(2, dim=-1)");
            forward.emplace_back("x = (1 + scale) * x + shift");
        }
        if (images())
            forward.emplace_back(s_.image->class_token ? "x = x[:, 0]" : "x = x.mean(1)");
        const std::string read = s_.logits_multiplier == 1 ? "x" : "LOGITS_MULTIPLIER * x";   // excludes the bias
        const std::string logits
            = has_head() ? "self.head(" + read + ")" : "F.linear(" + read + ", self.embedding.weight)";
        forward.push_back("return "
            + (s_.logits_softcap > 0 ? "LOGITS_SOFTCAP * torch.tanh(" + logits + " / LOGITS_SOFTCAP)" : logits));
        return "class Network(nn.Module):\n    def __init__(self):\n        super().__init__()\n" + indented(members, 2)
            + "\n" + initialize_method(plans_, stream_, "has_values") + "\n    def embed(self, " + input + "):\n"
            + indented(embed, 2) + "\n    def forward(self, " + input + "):\n" + indented(forward, 2) + "\n\n";
    }

    /// Returns the names of the roles in the file that `run --tensors` writes, and the function that reads it.
    std::string loading() const
    {
        Lines names;
        std::set<std::string> named;
        for (const ParameterPlan& plan : plans_)
            if (plan.expert <= 1 && (!plan.name.ends_with(".bias") || (use_of(plan) == ParameterUse::head && s_.tied))
                && named.insert(plan.role).second)
                names.push_back("\"" + plan.role + "\": \"" + checkpoint_name(style_, plan) + "\",");
        Lines lines {"*block, role, kind = name.replace(\"blocks.\", \"\").split(\".\")"};
        if (has_other_parameters(stream_, activation_)) {
            lines.emplace_back(
                stream_.norm == NormKind::dyt ? "if role not in NAMES or kind == \"alpha\":" : "if role not in NAMES:");
            lines.emplace_back("    continue");
        }
        if (images())   // positions and class token have no ending, and an axis for one image
            lines.insert(lines.end(),
                {"name = NAMES[role].format(*block)",
                    "tensor = tensors[name if name in tensors else f\"{name}.{kind}\"].view(parameter.shape)"});
        else
            lines.emplace_back("tensor = tensors[f\"{NAMES[role].format(*block)}.{kind}\"]");
        if (style_ == CheckpointStyle::gpt2) {
            if (!s_.latent) {
                lines.emplace_back("if role in (\"q\", \"k\", \"v\"):  # side by side");
                lines.push_back("    widths = (" + queries() + ", " + keys() + ", " + values() + ")");
                lines.emplace_back("    tensor = tensor.split(widths, dim=-1)[\"qkv\".index(role)]");
            }
            lines.emplace_back(s_.value_embeddings
                    ? "if block and tensor.dim() == 2 and role != \"value_embedding\":  # [fan_in, fan_out] there"
                    : "if block and tensor.dim() == 2:  # [fan_in, fan_out] there");
            lines.emplace_back("    tensor = tensor.T");
        }
        lines.emplace_back("parameter.copy_(tensor)");
        const Lines after = s_.modulated ? Lines {"network.condition = tensors[\"condition\"]"} : Lines {};
        return pytorch_loading("Hugging Face", names, lines, after);
    }

    const Experiment& experiment_;
    const TransformerSpec& s_;
    StreamCode stream_;
    Activation activation_;
    std::vector<ParameterPlan> plans_;
    CheckpointStyle style_;
};

}   // namespace

std::string pytorch_transformer_code(const Experiment& experiment, const NetworkPlan& plan)
{
    return TransformerWriter(experiment, plan).text();
}

}   // namespace stepzero
