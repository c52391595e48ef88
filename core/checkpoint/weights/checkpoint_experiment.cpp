// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/weights/checkpoint_experiment.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/recipe_number.h"
#include "core/checkpoint/weights/model_config.h"
#include "core/checkpoint/weights/weight_places.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/input/input_file.h"

namespace stepzero {

namespace {

namespace fs = std::filesystem;

constexpr int shortest_window = 128;   // in tokens; also the default of an experiment

class Builder {
public:
    Builder(const fs::path& path, const Checkpoint& checkpoint, const UnderstandingRequest& request,
        const Understanding& known)
        : path_(path), checkpoint_(checkpoint), config_(read_config(checkpoint, request)), known_(known)
    {
        experiment_.weights.file = fs::absolute(path).lexically_normal().string();
        if (known_.own)
            refuse(tr("is read by one of your family files, but only the program's own families can be run"));
        if (known_.family && (!request.family.empty() || !request.config.empty()))
            experiment_.weights.family = known_.family->name;
    }

    Experiment build()
    {
        if (!known_.family)
            refuse(tr("belongs to no known family"));
        const std::optional<FamilyRun>& run = known_.family->file->run;
        if (!run)
            refuse(tr("is read as %1, which can be audited but not run", known_.family->label));
        if (!run->refused.empty())
            refuse(run->refused);
        const NetworkKind& kind = *find_kind(run->kind);
        Network& n = experiment_.network;
        n = kind.network;
        experiment_.input = kind.input;
        experiment_.input.samples = 2;
        n.depth = whole(tr("number of layers"), variable("layers", tr("number of layers")));
        n.width = whole(tr("width"), variable("width", tr("width")));
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
        experiment_.title = known_.family->label.english() + ": "
            + (path_.has_filename() ? path_ : path_.parent_path()).filename().string();
        experiment_ = with_completed_parameters(std::move(experiment_));
        if (const auto problems = validate(experiment_); !problems.empty())
            refuse_with_contradictions(tr("is not a network that can be run: %1", sentence("", problems.front())));
        // A network with fewer layers would run, but it would be a different network.
        if (!known_.contradictions.empty())
            refuse_with_contradictions(tr("is not a network that can be run: its config and its tensors disagree"));
        try {
            weight_places(checkpoint_, plan_of(experiment_.network), experiment_.weights.family);   // as run does
        } catch (const BadInput& error) {
            throw FileError(text_of(error));
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
            refuse(
                tr("does not state its number of heads: a config.json with %1 must be next to it or named by --config",
                    run.heads.front()));
        set("heads", *found);
        if (const auto width = config_.number({"head_dim"}); width && *width * *found != n.width)
            set("head_width", *width);
        if (const auto narrow = config_.number({"num_key_value_heads"}))
            set("key_value_heads", *narrow == *found ? 0 : *narrow);
    }

    /// Sets the sizes that the tensors determine in every family.
    void sizes(const NetworkKind& kind)
    {
        Network& n = experiment_.network;
        set("mlp_ratio", double(shape("mlp_in").fan_out) / n.width);
        set("head_bias", find("head", TensorKind::bias) != nullptr && find("head_transform") == nullptr);
        set("biases", block_biases());
        if (!kind.takes_tokens)
            return image();
        set("vocabulary", variable("vocabulary", tr("vocabulary size")));
        set("tied", known_.tied);
        set("padding_row", known_.padding_row == std::uint64_t(0));
        if (const UnderstoodTensor* positions = find("position"))
            set("context", double(shape("position").fan_out) - double(positions->from_row));
        else
            set("context", std::clamp(config_.number({"max_position_embeddings"}).value_or(2048), 1.0, 1048576.0));
        experiment_.input.tokens = int(std::min(128.0, option(n, "context")));
        if (const auto window = config_.number({"sliding_window"});
            window && config_.flag("use_sliding_window", true) && *window < shortest_window)
            refuse(tr("has a sliding window of %1 tokens, which the network does not have", number_text(*window)));
    }

    void image()
    {
        const Sizes& patch = stored("patch").shape;   // [width, channels, side, side]
        const double tokens = double(stored("position").entries) / experiment_.network.width;
        const bool token = find("class_token") != nullptr;
        const double side = std::sqrt(tokens - (token ? 1 : 0));
        if (patch.size() != 4 || patch[2] != patch[3] || side != std::floor(side))
            refuse(tr("has patches that do not make a square image"));
        set("channels", double(patch[1]));
        set("patch", double(patch[2]));
        set("size", side * double(patch[2]));
        set("classes", double(shape("head").fan_out));
        set("pooling", token ? "class_token" : "mean");
        if (std::ranges::any_of(
                known_.tensors, [](const auto& t) { return t.pattern.find("fc_norm") != std::string::npos; }))
            refuse(tr("has its last norm after the mean over tokens, but the network has it before"));
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
            refuse(tr("has the activation %1, but a gated pair is run only with silu or gelu", quote(name)));
        if (found == known.end())
            refuse(tr(
                "has the activation %1, but the network is run only with gelu, gelu_new, relu or silu", quote(name)));
        experiment_.network.activation = found->second;
    }
    static Activation tanh_gelu() { return {"gelu", {{"approximate", std::string("tanh")}}}; }

    void experts()
    {
        if (std::ranges::any_of(
                known_.tensors, [](const auto& t) { return t.pattern.find("shared_expert") != std::string::npos; }))
            refuse(tr("has shared experts with a separate gate, which the network does not have"));
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
            refuse(tr("has the rotary base %1 in some blocks and %2 in others, but the network has one for all blocks",
                number_text(*local), number_text(base)));
        for (const char* key : {"rope_parameters", "rope_scaling"}) {
            const Json* rope = config_.find(key);
            if (!rope || rope->kind != Json::Kind::object)
                continue;
            const auto number = [&](const char* name, double usual) {
                const Json* found = rope->find(name);
                return found && found->kind == Json::Kind::number ? found->number : usual;
            };
            if (std::ranges::any_of(rope->items, [](const Json& item) { return item.kind == Json::Kind::object; }))
                refuse(tr("has rotary positions of more than one kind, but the network has one kind"));
            base = number("rope_theta", base);
            share = number("partial_rotary_factor", share);
            std::string type = "default";
            for (const char* name : {"rope_type", "type"})
                if (const Json* found = rope->find(name))
                    type = found->text;
            if (type == "default")
                continue;
            if (type != "linear" && type != "llama3")
                refuse(tr("scales its rotary positions by %1, but the network scales them only by linear or llama3",
                    quote(type)));
            if (number("low_freq_factor", 1) != 1 || number("high_freq_factor", 4) != 4)
                refuse(tr("scales its rotary positions by factors other than those of LLaMA 3, which are 1 and 4"));
            set("rotary_scaling", type);
            set("rotary_factor", number("factor", 8));
            set("rotary_context", number("original_max_position_embeddings", 8192));
        }
        set("rotary_base", base);
        set("rotary_share", share);
    }

    // Parts

    /// Sets the recipe's distributions: the most common one for the network, the others by role.
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

    /// Returns `law` with its std or gain, if it has one, multiplied by a factor.
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
    void set(const char* name, bool value) { set(name, flag_value(value)); }
    void set(const char* name, double value) { set(name, ParameterValue(value)); }
    void set(const char* name, const char* value) { set(name, ParameterValue(std::string(value))); }
    void set(const char* name, const std::string& value) { set(name, ParameterValue(value)); }

    // The tensors

    using Sizes = std::vector<std::uint64_t>;

    double variable(const char* name, const Text& label) const
    {
        const auto found = known_.variables.find(name);
        if (found == known_.variables.end())
            refuse(tr("does not state its %1", label));
        return found->second;
    }
    int whole(const Text& label, double value) const
    {
        if (!(value >= 1 && value <= 1e6) || value != std::floor(value))
            refuse(tr("cannot be run: its %1 is %2", label, number_text(value)));
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
            refuse(tr("has no tensor that is read as %1", role));
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

    /// `why` continues a sentence that begins with the file's name.
    Text about_file(const Text& why) const { return joined({Text::name(path_.string()), why}, " "); }
    [[noreturn]] void refuse(const Text& why) const { throw FileError(about_file(why)); }

    /// Appends one line for each contradiction between the config and the tensors.
    [[noreturn]] void refuse_with_contradictions(const Text& why) const
    {
        std::vector<Text> lines {about_file(why)};
        for (const Text& one : known_.contradictions)
            lines.push_back(joined({Text::name(path_.string()), one}, ": "));
        throw FileError(joined(lines, "\n"));
    }

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

Text recipe_left_out(const Experiment& experiment, const Understanding& known)
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
        return tr(
            "The experiment does not initialize %1 as the recipe does.", list_text({others.begin(), others.end()}));
    if (!by_block.empty())
        return tr(
            "The recipe scales %1 by the block's number. An experiment has one distribution per role, so all blocks "
            "are initialized like the first.",
            list_text({by_block.begin(), by_block.end()}));
    return {};
}

}   // namespace stepzero
