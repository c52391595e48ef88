// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/checkpoint_experiment.h"

#include <algorithm>
#include <cmath>

#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

namespace fs = std::filesystem;

class Builder {
public:
    Builder(const fs::path& path, const Checkpoint& checkpoint, const UnderstandingRequest& request)
        : path_(path), config_(read_config(checkpoint, request)),
          known_(read_understanding(checkpoint, request).front())
    {
    }

    Experiment build()
    {
        if (!known_.family)
            refuse("is of no family that is known");
        const std::string& family = known_.family->name;
        Network& n = experiment_.network;
        n = transformer_kind().network;
        n.depth = whole("layers", variable("layers"));
        n.width = whole("width", variable("width"));
        set("vocabulary", variable("vocabulary"));
        set("tied", known_.tied);
        set("mlp_ratio", double(shape("mlp_in").fan_out) / n.width);
        set("padding_row", known_.padding_row == std::uint64_t(0));
        if (family == "gpt2")
            gpt2();
        else if (family == "bert")
            bert();
        else if (family == "llama" || family == "mistral" || family == "qwen2" || family == "qwen3")
            llama(family == "qwen3");
        else
            refuse("is read as " + known_.family->label
                + ", and run are checkpoints of GPT-2, LLaMA, Mistral, Qwen 2 and 3, and BERT");
        recipe();
        experiment_.input = transformer_kind().input;
        experiment_.input.samples = 2;
        experiment_.input.tokens = int(std::min(128.0, option(n, "context")));
        experiment_.weights.file = fs::absolute(path_).lexically_normal().string();
        experiment_.title
            = known_.family->label + ": " + (path_.has_filename() ? path_ : path_.parent_path()).filename().string();
        experiment_ = with_completed_parameters(std::move(experiment_));
        if (const auto problems = validate(experiment_); !problems.empty())
            refuse("is no network that can be run: " + sentence("", problems.front()));
        return experiment_;
    }

private:
    void gpt2()
    {
        heads({"n_head"});
        set("context", double(shape("position").fan_out));
        norms("pre", "layer_norm", {"layer_norm_epsilon"}, 1e-5);
        set("norm_biases", true);
        activation(word({"activation_function"}, "gelu_new"));
        if (flag("scale_attn_by_inverse_layer_idx", false))
            refuse("divides logits of attention by the block's number, which the network cannot");
        if (!flag("scale_attn_weights", true))
            set("logit_scale", std::string("none"));
    }

    void bert()
    {
        heads({"num_attention_heads"});
        set("context", double(shape("position").fan_out));
        norms("post", "layer_norm", {"layer_norm_eps"}, 1e-12);
        set("norm_biases", true);
        set("embedding_norm", true);
        set("final_norm", false);
        set("causal", flag("is_decoder", false));
        activation(word({"hidden_act"}, "gelu"));
        if (const std::string kind = word({"position_embedding_type"}, "absolute"); kind != "absolute")
            refuse("has positions of the kind " + quote(kind) + ", and the network absolute ones");
    }

    void llama(bool qk_norm)
    {
        heads({"num_attention_heads"});
        const double all = option(experiment_.network, "heads"), narrow = number({"num_key_value_heads"}).value_or(all);
        set("key_value_heads", narrow == all ? 0 : narrow);
        if (const auto width = number({"head_dim"}); width && *width * all != experiment_.network.width)
            refuse("has heads of " + number_text(*width) + " numbers, and the network's have width/heads, "
                + number_text(experiment_.network.width / all));
        set("context", std::clamp(number({"max_position_embeddings"}).value_or(2048), 1.0, 1048576.0));
        set("position", std::string("rotary"));
        rotary();
        norms("pre", "rms_norm", {"rms_norm_eps"}, 1e-6);
        set("qk_norm", qk_norm);
        set("biases", std::ranges::any_of(known_.tensors, [](const UnderstoodTensor& t) {
            return t.block > 0 && t.kind == TensorKind::bias;
        }));
        const std::string act = word({"hidden_act", "hidden_activation"}, "silu");
        if (act != "silu" && act != "swish" && act != "gelu")
            refuse("has the activation " + quote(act) + ", and a gated pair is run with silu or gelu");
        experiment_.network.activation = {act == "gelu" ? "geglu" : "swiglu", {}};
        if (const auto window = number({"sliding_window"}); window && flag("use_sliding_window", true) && *window < 128)
            refuse("has a sliding window of " + number_text(*window) + " tokens, which the network does not");
    }

    void rotary()
    {
        const Json *parameters = member("rope_parameters"), *scaling = member("rope_scaling");
        double base = number({"rope_theta"}).value_or(10000);
        for (const Json* rope : {parameters, scaling}) {
            if (!rope || rope->kind != Json::Kind::object)
                continue;
            if (const Json* theta = rope->find("rope_theta"); theta && theta->kind == Json::Kind::number)
                base = theta->number;
            for (const char* key : {"rope_type", "type"})
                if (const Json* type = rope->find(key); type && type->text != "default")
                    refuse("scales its rotary positions by " + quote(type->text) + ", which the network does not");
        }
        set("rotary_base", base);
    }

    /// What the family's recipe draws.
    void recipe()
    {
        Network& n = experiment_.network;
        n.options["residual_scaling"] = std::string("plain");
        const Expected* plain = expected("mlp_in");
        const Expected* last = expected("mlp_out");
        if (plain)
            n.weight = plain->initializer;
        if (last && std::abs(last->factor * std::sqrt(2.0 * n.depth) - 1) < 1e-6)
            n.options["residual_scaling"] = std::string("inverse_sqrt_twice_depth");
    }

    void norms(const char* placement, const char* norm, const std::vector<std::string>& epsilon, double usual)
    {
        set("norm", std::string(norm));
        set("norm_placement", std::string(placement));
        set("norm_epsilon", number(epsilon).value_or(usual));
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

    void heads(const std::vector<std::string>& keys)
    {
        const auto found = number(keys);
        if (!found)
            refuse("does not tell the number of heads: config.json with " + keys.front()
                + " must lie beside it, or be named by --config");
        set("heads", *found);
    }

    void set(const char* name, ParameterValue value) { experiment_.network.options[name] = std::move(value); }
    void set(const char* name, bool value) { set(name, ParameterValue(std::string(value ? "true" : "false"))); }
    void set(const char* name, double value) { set(name, ParameterValue(value)); }
    void set(const char* name, std::string value) { set(name, ParameterValue(std::move(value))); }

    // The config

    const Json* member(std::string_view key) const
    {
        if (config_.kind != Json::Kind::object)
            return nullptr;
        if (const Json* found = config_.find(key))
            return found;
        const Json* text = config_.find("text_config");
        return text && text->kind == Json::Kind::object ? text->find(key) : nullptr;
    }
    std::optional<double> number(const std::vector<std::string>& keys) const
    {
        for (const std::string& key : keys)
            if (const Json* found = member(key); found && found->kind == Json::Kind::number)
                return found->number;
        return {};
    }
    std::string word(const std::vector<std::string>& keys, const char* usual) const
    {
        for (const std::string& key : keys)
            if (const Json* found = member(key); found && found->kind == Json::Kind::text)
                return found->text;
        return usual;
    }
    bool flag(const char* key, bool usual) const
    {
        const Json* found = member(key);
        return found && found->kind == Json::Kind::boolean ? found->boolean : usual;
    }

    // The tensors

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
    const UnderstoodTensor* find(const char* role) const
    {
        const auto found = std::ranges::find_if(
            known_.tensors, [&](const UnderstoodTensor& t) { return t.role == role && t.kind == TensorKind::weight; });
        return found == known_.tensors.end() ? nullptr : &*found;
    }
    Shape shape(const char* role) const
    {
        const UnderstoodTensor* found = find(role);
        if (!found)
            refuse(std::string("has no tensor that is read as ") + role);
        return found->shape;
    }
    const Expected* expected(const char* role) const
    {
        const UnderstoodTensor* found = find(role);
        return found && found->expected ? &*found->expected : nullptr;
    }

    [[noreturn]] void refuse(const std::string& why) const { throw FileError(path_.string() + " " + why); }

    const fs::path& path_;
    Json config_;
    Understanding known_;
    Experiment experiment_;
};

}   // namespace

Experiment experiment_of(const fs::path& path, const Checkpoint& checkpoint, const UnderstandingRequest& request)
{
    return Builder(path, checkpoint, request).build();
}

}   // namespace stepzero
