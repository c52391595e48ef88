// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/checkpoint_experiment.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/audit/family_file.h"
#include "core/audit/recipe_number.h"
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
        const std::optional<FamilyRun>& run = known_.family->file->run;
        if (!run)
            refuse("is read as " + known_.family->label + ", which is audited and not run");
        if (!run->refused.empty())
            refuse(run->refused);
        const NetworkKind& kind = *find_kind(run->kind);
        Network& n = experiment_.network;
        n = kind.network;
        experiment_.input = kind.input;
        experiment_.input.samples = 2;
        n.depth = whole("layers", variable("layers"));
        n.width = whole("width", variable("width"));
        n.options["residual_scaling"] = std::string("plain");
        heads(*run);
        sizes(kind);
        norms();
        for (const auto& [name, value] : run->options)
            n.options[name] = value;
        if (run->rotary)
            rotary(*run->rotary);
        if (find("router"))
            experts();
        numbers(run->numbers);
        cases(run->cases);
        activation(run->activation);
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
    void heads(const FamilyRun& run)
    {
        const Network& n = experiment_.network;
        auto found = config_.number(run.heads);
        if (!found && run.heads_by) {
            const std::string word = config_.word({run.heads_by->config}, "");
            if (std::ranges::any_of(
                    run.heads_by->words, [&](const auto& part) { return word.find(part) != std::string::npos; }))
                found = n.width / run.heads_by->width;
        }
        if (!found)
            refuse("does not tell the number of heads: config.json with " + run.heads.front()
                + " must lie beside it, or be named by --config");
        set("heads", *found);
        if (const auto width = config_.number({"head_dim"}); width && *width * *found != n.width)
            set("head_width", *width);
        if (const auto narrow = config_.number({"num_key_value_heads"}))
            set("key_value_heads", *narrow == *found ? 0 : *narrow);
    }

    /// What tensors tell, whatever the family.
    void sizes(const NetworkKind& kind)
    {
        Network& n = experiment_.network;
        set("mlp_ratio", double(shape("mlp_in").fan_out) / n.width);
        set("head_bias", find("head", TensorKind::bias) != nullptr && find("head_transform") == nullptr);
        set("biases", block_biases());
        if (!kind.takes_tokens)
            return image();
        set("vocabulary", variable("vocabulary"));
        set("tied", known_.tied);
        set("padding_row", known_.padding_row == std::uint64_t(0));
        if (const UnderstoodTensor* positions = find("position"))
            set("context", double(shape("position").fan_out) - double(positions->from_row));
        else
            set("context", std::clamp(config_.number({"max_position_embeddings"}).value_or(2048), 1.0, 1048576.0));
        experiment_.input.tokens = int(std::min(128.0, option(n, "context")));
        if (const auto window = config_.number({"sliding_window"});
            window && config_.flag("use_sliding_window", true) && *window < shortest_window)
            refuse("has a sliding window of " + number_text(*window) + " tokens, which the network does not");
    }

    void image()
    {
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
    }

    void norms()
    {
        set("norm_biases", std::ranges::any_of(known_.tensors, [](const UnderstoodTensor& t) {
            return t.kind == TensorKind::bias && t.role.find("norm") != std::string::npos;
        }));
        set("embedding_norm", find("embedding_norm", TensorKind::scale) != nullptr);
        set("qk_norm", find("q_norm", TensorKind::scale) != nullptr);
        if (find("q_norm", TensorKind::scale) && stored("q_norm", TensorKind::scale).entries != head_width())
            set("qk_norm_over", "heads");
    }

    std::uint64_t head_width() const
    {
        const Network& n = experiment_.network;
        const double own = option(n, "head_width");
        return std::uint64_t(own > 0 ? own : n.width / option(n, "heads"));
    }

    void numbers(const std::vector<RunNumber>& all)
    {
        const Network& n = experiment_.network;
        RecipeVariables known {
            {"width", double(n.width)}, {"heads", option(n, "heads")}, {"head_width", double(head_width())}};
        for (const RunNumber& number : all) {
            const auto given = config_.number(number.config);
            if (given)
                known["given"] = *given;
            const std::string& text = given ? number.value : number.usual;
            const auto value = given && text.empty() ? given : recipe_number(text, known);
            if (value)
                set(number.option.c_str(), *value);
        }
    }

    void cases(const std::vector<RunCase>& all)
    {
        for (const RunCase& one : all) {
            const Json* found = config_.find(one.config);
            const std::string now = !found                             ? one.usual
                : found->kind == Json::Kind::text                      ? found->text
                : found->kind == Json::Kind::boolean && found->boolean ? "true"
                : found->kind == Json::Kind::boolean                   ? "false"
                                                                       : one.usual;
            if ((now == one.word) != one.equal)
                continue;
            if (!one.refused.empty())
                refuse(one.refused);
            for (const auto& [name, value] : one.options)
                experiment_.network.options[name] = value;
        }
    }

    void activation(const RunActivation& keys)
    {
        static const std::map<std::string, Activation, std::less<>> plain {{"gelu", {"gelu", {}}},
            {"gelu_new", tanh_gelu()}, {"gelu_pytorch_tanh", tanh_gelu()}, {"gelu_fast", tanh_gelu()},
            {"relu", {"relu", {}}}, {"silu", {"silu", {}}}, {"swish", {"silu", {}}}};
        static const std::map<std::string, Activation, std::less<>> gated {{"gelu", {"geglu", {}}},
            {"gelu_new", {"geglu_tanh", {}}}, {"gelu_pytorch_tanh", {"geglu_tanh", {}}}, {"silu", {"swiglu", {}}},
            {"swish", {"swiglu", {}}}};
        const std::string name = config_.word(keys.config, keys.usual.c_str());
        const auto meant = keys.words.find(name);
        const auto& known = keys.gated ? gated : plain;
        const auto found = known.find(meant == keys.words.end() ? name : meant->second);
        if (found == known.end() && keys.gated)
            refuse("has the activation " + quote(name) + ", and a gated pair is run with silu or gelu");
        if (found == known.end())
            refuse("has the activation " + quote(name) + ", and run are gelu, gelu_new, relu and silu");
        experiment_.network.activation = found->second;
    }
    static Activation tanh_gelu() { return {"gelu", {{"approximate", std::string("tanh")}}}; }

    void experts()
    {
        if (std::ranges::any_of(
                known_.tensors, [](const auto& t) { return t.pattern.find("shared_expert") != std::string::npos; }))
            refuse("has shared experts with a gate of their own, which the network does not");
        set("experts", double(shape("router").fan_out));
        set("experts_chosen", config_.number({"num_experts_per_tok"}).value_or(2));
        set("expert_ratio", double(shape("mlp_in").fan_out) / experiment_.network.width);
    }

    void rotary(const RunRotary& keys)
    {
        set("position", "rotary");
        double base = config_.number(keys.base).value_or(10000);
        double share = config_.number(keys.share).value_or(keys.usual_share);
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

    // Parts

    /// What the family's recipe draws, by role where it is not what most are.
    void recipe()
    {
        Network& n = experiment_.network;
        const Expected *plain = expected("mlp_in"), *last = expected("mlp_out");
        if (plain)
            n.weight = plain->initializer;
        if (last && last->factor != 1 && std::abs(last->factor * std::sqrt(2.0 * n.depth) - 1) < 1e-6)
            n.options["residual_scaling"] = std::string("inverse_sqrt_twice_depth");
        for (const RoleInfo& role : roles_of(with_completed_parameters(experiment_).network))
            if (const Expected* own = role.kind == Role::weight ? expected(role.name) : nullptr;
                own && own->row.empty() && !own->range) {
                const bool scaled = option_word(n, "residual_scaling") != "plain"
                    && (role.name == "attention_out" || role.name == "mlp_out");
                const Initializer law = times(own->initializer, scaled ? own->factor / last->factor : own->factor);
                if (!(law == n.weight))
                    n.roles[role.name] = law;
            }
    }

    /// With its std or gain, where it has one, times a factor.
    static Initializer times(Initializer law, double factor)
    {
        for (const char* size : {"std", "gain"})
            if (const auto found = law.parameters.find(size); found != law.parameters.end() && factor != 1)
                found->second = number(law.parameters, size) * factor;
        return law;
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

std::string recipe_left_out(const Experiment& experiment, const Understanding& known)
{
    std::map<std::pair<std::string, int>, const Expected*> expected;   // by role and block
    for (const UnderstoodTensor& tensor : known.tensors) {
        if (tensor.kind != TensorKind::weight)
            continue;
        if (tensor.expected)
            expected[{tensor.role, tensor.block}] = &*tensor.expected;
        for (const TensorPart& part : tensor.parts)
            if (part.expected || tensor.expected)
                expected[{part.role, tensor.block}] = part.expected ? &*part.expected : &*tensor.expected;
    }
    std::set<std::string> by_block, others;   // roles
    const NetworkPlan plan = plan_of(experiment.network);
    for (const ParameterPlan* parameter : plan.parameters()) {
        const auto found = expected.find({parameter->role, parameter->block});
        if (parameter->kind != Role::weight || found == expected.end() || !found->second->row.empty()
            || found->second->range)
            continue;
        const double drawn = law_of(draw_of(*parameter), parameter->shape, parameter->kind).variance,
                     due = law_of(found->second->draw, found->second->shape, parameter->kind).variance;
        if (std::abs(drawn - due) > 1e-6 * due)
            (parameter->block > 1 ? by_block : others).insert(parameter->role);
    }
    if (!others.empty())
        return "The experiment does not draw " + list_text({others.begin(), others.end()}) + " as the recipe does.";
    if (!by_block.empty())
        return "The recipe scales " + list_text({by_block.begin(), by_block.end()})
            + " by the number of the block, and an experiment has one distribution per role: all blocks are drawn as "
              "the first.";
    return {};
}

}   // namespace stepzero
