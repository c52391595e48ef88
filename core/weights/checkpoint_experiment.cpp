// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/checkpoint_experiment.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/input/input_file.h"
#include "core/kinds/kinds.h"
#include "core/weights/model_config.h"
#include "core/weights/weight_places.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

namespace fs = std::filesystem;

constexpr int shortest_window = 128;   // of tokens, as many as an experiment begins with

class Builder {
public:
    Builder(const fs::path& path, const Checkpoint& checkpoint, const UnderstandingRequest& request,
        const Understanding& known)
        : path_(path), checkpoint_(checkpoint), config_(read_config(checkpoint, request)), known_(known)
    {
        experiment_.weights.file = fs::absolute(path).lexically_normal().string();
        if (known_.own)
            refuse("is read by a family file of its own, and run are families of the program");
        if (known_.family && (!request.family.empty() || !request.config.empty()))
            experiment_.weights.family = known_.family->name;
    }

    Experiment build()
    {
        if (!known_.family)
            refuse("is of no family that is known");
        const std::string& family = known_.family->name;
        const bool images = family == "vit" || family == "vit_timm";
        Network& n = experiment_.network;
        n = (images ? vision_transformer_kind() : transformer_kind()).network;
        experiment_.input = (images ? vision_transformer_kind() : transformer_kind()).input;
        experiment_.input.samples = 2;
        refuse_others(family);
        n.depth = whole("layers", variable("layers"));
        n.width = whole("width", variable("width"));
        set("mlp_ratio", double(shape("mlp_in").fan_out) / n.width);
        set("head_bias", find("head", TensorKind::bias) != nullptr && find("head_transform") == nullptr);
        if (images)
            vision(family == "vit_timm");
        else
            words(family);
        recipe();
        experiment_.title
            = known_.family->label + ": " + (path_.has_filename() ? path_ : path_.parent_path()).filename().string();
        experiment_ = with_completed_parameters(std::move(experiment_));
        if (const auto problems = validate(experiment_); !problems.empty())
            refuse("is no network that can be run: " + sentence("", problems.front()) + contradictions());
        // A network of fewer layers would run, and be another one.
        if (!known_.contradictions.empty())
            refuse("is no network that can be run: its config and its tensors disagree" + contradictions());
        try {
            weight_places(checkpoint_, plan_of(experiment_.network), experiment_.weights.family);   // as run does
        } catch (const BadInput& error) {
            throw FileError(error.what());
        }
        return experiment_;
    }

private:
    /// Families of which no network can be made, each with what it is that cannot.
    void refuse_others(const std::string& family) const
    {
        static const std::set<std::string> run {"gpt2", "nanogpt", "bert", "roberta", "gpt_neox", "llama", "mistral",
            "qwen2", "qwen3", "phi3", "olmo2", "gemma", "gemma2", "mixtral", "moe", "vit", "vit_timm"};
        static const std::map<std::string, const char*> why {
            {"t5", "has an encoder and a decoder with relative positions, which the network does not"},
            {"resnet", "has BatchNorm with means and variances of its own, and the network's are those of its batch"},
            {"llama_gguf", "has rows of queries and keys in GGUF's order, which is not that of the network"},
            {"llama_meta", "has rows of queries and keys in another order than the network"}};
        if (run.contains(family))
            return;
        const auto found = why.find(family);
        refuse(found != why.end() ? found->second
                                  : "is read as " + known_.family->label + ", which is audited and not run");
    }

    // Families of words

    void words(const std::string& family)
    {
        set("vocabulary", variable("vocabulary"));
        set("tied", known_.tied);
        set("padding_row", known_.padding_row == std::uint64_t(0));
        if (family == "gpt2" || family == "nanogpt")
            gpt2();
        else if (family == "bert" || family == "roberta")
            bert();
        else if (family == "gpt_neox")
            neox();
        else
            llama(family);
        experiment_.input.tokens = int(std::min(128.0, option(experiment_.network, "context")));
    }

    void gpt2()
    {
        heads({"n_head"});
        set("context", double(shape("position").fan_out));
        norms("pre", "layer_norm", {"layer_norm_epsilon"}, 1e-5);
        activation(config_.word({"activation_function"}, known_.family->name == "nanogpt" ? "gelu" : "gelu_new"));
        if (config_.flag("scale_attn_by_inverse_layer_idx", false))
            refuse("divides logits of attention by the block's number, which the network cannot");
        if (!config_.flag("scale_attn_weights", true))
            set("logit_scale", "none");
    }

    void bert()
    {
        heads({"num_attention_heads"});
        const UnderstoodTensor* positions = find("position");
        set("context", double(shape("position").fan_out) - double(positions->from_row));
        norms("post", "layer_norm", {"layer_norm_eps"}, 1e-12);
        set("embedding_norm", true);
        set("final_norm", false);
        set("causal", config_.flag("is_decoder", false));
        set("tied", true);
        activation(config_.word({"hidden_act"}, "gelu"));
        if (const std::string kind = config_.word({"position_embedding_type"}, "absolute"); kind != "absolute")
            refuse("has positions of the kind " + quote(kind) + ", and the network absolute ones");
    }

    void neox()
    {
        heads({"num_attention_heads"});
        norms("pre", "layer_norm", {"layer_norm_eps"}, 1e-5);
        set("parallel", config_.flag("use_parallel_residual", true) ? "two_norms" : "none");
        set("context", std::clamp(config_.number({"max_position_embeddings"}).value_or(2048), 1.0, 1048576.0));
        rotary({"rotary_emb_base", "rope_theta"}, config_.number({"rotary_pct"}).value_or(0.25));
        set("biases", block_biases());
        activation(config_.word({"hidden_act"}, "gelu"));
    }

    void llama(const std::string& family)
    {
        const bool gemma = family == "gemma" || family == "gemma2", olmo = family == "olmo2";
        heads({"num_attention_heads"});
        const double all = option(experiment_.network, "heads");
        const double narrow = config_.number({"num_key_value_heads"}).value_or(all);
        set("key_value_heads", narrow == all ? 0 : narrow);
        set("context", std::clamp(config_.number({"max_position_embeddings"}).value_or(2048), 1.0, 1048576.0));
        rotary({"rope_theta"}, config_.number({"partial_rotary_factor"}).value_or(1));
        norms(family == "gemma2" ? "sandwich" : olmo ? "reordered" : "pre", "rms_norm", {"rms_norm_eps"}, 1e-6);
        set("qk_norm", find("q_norm", TensorKind::scale) != nullptr);
        if (find("q_norm", TensorKind::scale) && stored("q_norm", TensorKind::scale).entries != head_width())
            set("qk_norm_over", "heads");
        if (find("router"))
            experts(family == "mixtral");
        set("biases", block_biases());
        gate(config_.word({"hidden_activation", "hidden_act"}, gemma ? "gelu_pytorch_tanh" : "silu"), gemma);
        if (gemma)
            of_gemma();
        if (const auto window = config_.number({"sliding_window"});
            window && config_.flag("use_sliding_window", true) && *window < shortest_window)
            refuse("has a sliding window of " + number_text(*window) + " tokens, which the network does not");
    }

    void of_gemma()
    {
        const Network& n = experiment_.network;
        set("embedding_multiplier", std::sqrt(double(n.width)));
        if (const auto scalar = config_.number({"query_pre_attn_scalar"}))
            set("attention_multiplier", std::sqrt(double(head_width()) / *scalar));
        set("attention_softcap", config_.number({"attn_logit_softcapping"}).value_or(0));
        set("logits_softcap", config_.number({"final_logit_softcapping"}).value_or(0));
    }

    std::uint64_t head_width() const
    {
        const Network& n = experiment_.network;
        const double own = option(n, "head_width");
        return std::uint64_t(own > 0 ? own : n.width / option(n, "heads"));
    }

    void experts(bool renormalized)
    {
        if (std::ranges::any_of(
                known_.tensors, [](const auto& t) { return t.pattern.find("shared_expert") != std::string::npos; }))
            refuse("has shared experts with a gate of their own, which the network does not");
        set("experts", double(shape("router").fan_out));
        set("experts_chosen", config_.number({"num_experts_per_tok"}).value_or(2));
        set("expert_ratio", double(shape("mlp_in").fan_out) / experiment_.network.width);
        set("gates_renormalized", config_.flag("norm_topk_prob", renormalized));
    }

    void gate(const std::string& name, bool gemma)
    {
        const bool by_tanh = name == "gelu_pytorch_tanh" || name == "gelu_new" || (gemma && name == "gelu");
        if (!by_tanh && name != "silu" && name != "swish" && name != "gelu")
            refuse("has the activation " + quote(name) + ", and a gated pair is run with silu or gelu");
        experiment_.network.activation = {by_tanh ? "geglu_tanh" : name == "gelu" ? "geglu" : "swiglu", {}};
    }

    void rotary(const std::vector<std::string>& base_keys, double share)
    {
        set("position", "rotary");
        double base = config_.number(base_keys).value_or(10000);
        if (const auto local = config_.number({"rope_local_base_freq"}); local && *local != base)
            refuse("turns some blocks by a base of " + number_text(*local) + " and others by " + number_text(base)
                + ", and the network all by one");
        for (const char* key : {"rope_parameters", "rope_scaling"}) {
            const Json* rope = config_.find(key);
            if (!rope || rope->kind != Json::Kind::object)
                continue;
            const auto number = [&](const char* name, double usual) {
                const Json* found = rope->find(name);
                return found && found->kind == Json::Kind::number ? found->number : usual;
            };
            if (std::ranges::any_of(rope->items, [](const Json& item) { return item.kind == Json::Kind::object; }))
                refuse("has rotary positions of more than one kind, and the network those of one");
            base = number("rope_theta", base);
            share = number("partial_rotary_factor", share);
            std::string type = "default";
            for (const char* name : {"rope_type", "type"})
                if (const Json* found = rope->find(name))
                    type = found->text;
            if (type == "default")
                continue;
            if (type != "linear" && type != "llama3")
                refuse("scales its rotary positions by " + quote(type) + ", and the network by linear or llama3");
            if (number("low_freq_factor", 1) != 1 || number("high_freq_factor", 4) != 4)
                refuse("scales its rotary positions by factors that are not LLaMA 3's, 1 and 4");
            set("rotary_scaling", type);
            set("rotary_factor", number("factor", 8));
            set("rotary_context", number("original_max_position_embeddings", 8192));
        }
        set("rotary_base", base);
        set("rotary_share", share);
    }

    // Of images

    void vision(bool timm)
    {
        if (const auto found = config_.number({"num_heads", "num_attention_heads"}))
            set("heads", *found);
        else if (timm)
            set("heads", double(heads_of_timm(config_.word({"architecture"}, ""))));
        else
            heads({"num_attention_heads"});
        const Sizes& patch = stored("patch").shape;   // [width, channels, side, side]
        const double tokens = double(stored("position").entries) / experiment_.network.width;
        const bool token = find("class_token") != nullptr;
        const double side = std::sqrt(tokens - (token ? 1 : 0));
        if (patch.size() != 4 || patch[2] != patch[3] || side != std::floor(side))
            refuse("has patches that do not make a square image");
        set("channels", double(patch[1]));
        set("patch", double(patch[2]));
        set("size", side * double(patch[2]));
        set("classes", double(shape("head").fan_out));
        set("pooling", token ? "class_token" : "mean");
        if (std::ranges::any_of(
                known_.tensors, [](const auto& t) { return t.pattern.find("fc_norm") != std::string::npos; }))
            refuse("has its last norm behind the mean over tokens, and the network before it");
        norms("pre", "layer_norm", {"layer_norm_eps"}, timm ? 1e-6 : 1e-12);
        set("embedding_norm", find("embedding_norm", TensorKind::scale) != nullptr);
        set("qk_norm", find("q_norm", TensorKind::scale) != nullptr);
        activation(config_.word({"hidden_act"}, "gelu"));
    }

    /// Heads of 64 numbers, as its models of these sizes have.
    int heads_of_timm(const std::string& architecture) const
    {
        for (const char* size : {"_tiny_", "_small_", "_base_", "_large_"})
            if (architecture.find(size) != std::string::npos)
                return experiment_.network.width / 64;
        refuse("does not tell the number of heads: config.json with num_heads must lie beside it, or be named by "
               "--config");
    }

    // Parts

    /// What the family's recipe draws, by role where it is not what most are.
    void recipe()
    {
        Network& n = experiment_.network;
        n.options["residual_scaling"] = std::string("plain");
        const Expected *plain = expected("mlp_in"), *last = expected("mlp_out");
        if (plain)
            n.weight = plain->initializer;
        if (last && last->factor != 1 && std::abs(last->factor * std::sqrt(2.0 * n.depth) - 1) < 1e-6)
            n.options["residual_scaling"] = std::string("inverse_sqrt_twice_depth");
        for (const RoleInfo& role : roles_of(with_completed_parameters(experiment_).network))
            if (const Expected* own = role.kind == Role::weight ? expected(role.name) : nullptr;
                own && own->row.empty() && !own->range && !(own->initializer == n.weight))
                n.roles[role.name] = own->initializer;
    }

    void norms(const char* placement, const char* norm, const std::vector<std::string>& epsilon, double usual)
    {
        set("norm", norm);
        set("norm_placement", placement);
        set("norm_epsilon", config_.number(epsilon).value_or(usual));
        set("norm_biases", std::ranges::any_of(known_.tensors, [](const UnderstoodTensor& t) {
            return t.kind == TensorKind::bias && t.role.find("norm") != std::string::npos;
        }));
    }

    void activation(const std::string& name)
    {
        if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast")
            experiment_.network.activation = {"gelu", {{"approximate", std::string("tanh")}}};
        else if (name == "gelu" || name == "relu" || name == "silu" || name == "swish")
            experiment_.network.activation = {name == "swish" ? "silu" : name, {}};
        else
            refuse("has the activation " + quote(name) + ", and run are gelu, gelu_new, relu and silu");
    }

    /// And their width, where it is not width/heads.
    void heads(const std::vector<std::string>& keys)
    {
        const auto found = config_.number(keys);
        if (!found)
            refuse("does not tell the number of heads: config.json with " + keys.front()
                + " must lie beside it, or be named by --config");
        set("heads", *found);
        if (const auto width = config_.number({"head_dim"}); width && *width * *found != experiment_.network.width)
            set("head_width", *width);
    }

    bool block_biases() const
    {
        return std::ranges::any_of(known_.tensors, [](const UnderstoodTensor& t) {
            return t.block > 0 && t.kind == TensorKind::bias && t.role.find("norm") == std::string::npos;
        });
    }

    void set(const char* name, ParameterValue value) { experiment_.network.options[name] = std::move(value); }
    void set(const char* name, bool value) { set(name, ParameterValue(std::string(value ? "true" : "false"))); }
    void set(const char* name, double value) { set(name, ParameterValue(value)); }
    void set(const char* name, const char* value) { set(name, ParameterValue(std::string(value))); }
    void set(const char* name, const std::string& value) { set(name, ParameterValue(value)); }

    // The tensors

    using Sizes = std::vector<std::uint64_t>;

    double variable(const char* name) const
    {
        const auto found = known_.variables.find(name);
        if (found == known_.variables.end())
            refuse(std::string("does not tell its ") + name);
        return found->second;
    }
    int whole(const char* name, double value) const
    {
        if (!(value >= 1 && value <= 1e6) || value != std::floor(value))
            refuse("cannot have " + number_text(value) + " " + name);
        return int(value);
    }
    const UnderstoodTensor* find(const char* role, TensorKind kind = TensorKind::weight) const
    {
        const auto found = std::ranges::find_if(
            known_.tensors, [&](const UnderstoodTensor& t) { return t.role == role && t.kind == kind; });
        return found == known_.tensors.end() ? nullptr : &*found;
    }
    const UnderstoodTensor& the(const char* role, TensorKind kind = TensorKind::weight) const
    {
        const UnderstoodTensor* found = find(role, kind);
        if (!found)
            refuse(std::string("has no tensor that is read as ") + role);
        return *found;
    }
    Shape shape(const char* role) const
    {
        for (const UnderstoodTensor& tensor : known_.tensors)
            for (const TensorPart& part : tensor.parts)
                if (part.role == role && tensor.kind == TensorKind::weight)
                    return part.shape;
        return the(role).shape;
    }
    const StoredTensor& stored(const char* role, TensorKind kind = TensorKind::weight) const
    {
        return checkpoint_.tensors()[std::size_t(&the(role, kind) - known_.tensors.data())];
    }
    const Expected* expected(const std::string& role) const
    {
        for (const UnderstoodTensor& tensor : known_.tensors) {
            if (tensor.kind != TensorKind::weight)
                continue;
            if (tensor.role == role && tensor.expected)
                return &*tensor.expected;
            for (const TensorPart& part : tensor.parts)
                if (part.role == role && (part.expected || tensor.expected))
                    return part.expected ? &*part.expected : &*tensor.expected;
        }
        return nullptr;
    }

    /// What its config and its tensors disagree about, as more lines behind a sentence.
    std::string contradictions() const
    {
        std::string lines;
        for (const std::string& one : known_.contradictions)
            lines += "\n" + path_.string() + ": " + one;
        return lines;
    }

    [[noreturn]] void refuse(const std::string& why) const { throw FileError(path_.string() + " " + why); }

    const fs::path& path_;
    const Checkpoint& checkpoint_;
    ModelConfig config_;
    Understanding known_;
    Experiment experiment_;
};

}   // namespace

Experiment experiment_of(
    const fs::path& path, const Checkpoint& checkpoint, const UnderstandingRequest& request, const Understanding& known)
{
    if (auto experiment = stated_experiment(checkpoint, request)) {
        experiment->weights = {.file = fs::absolute(path).lexically_normal().string(), .family = {}};
        return std::move(*experiment);
    }
    return Builder(path, checkpoint, request, known).build();
}

}   // namespace stepzero
