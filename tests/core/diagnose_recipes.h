// SPDX-License-Identifier: GPL-3.0-or-later
// Published recipes at random sizes: healthy networks to judge the findings by.
#pragma once

#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/files/complete.h"
#include "tests/core/diagnose_cases.h"

namespace diagnose_cases {

struct HeldOut {
    std::string name;
    Experiment experiment;
    std::set<std::string> ids {};   ///< ids of findings that name the fault; empty: the network is healthy
    /// Texts in the first finding's message, cause or first fix, where one thing is the cause.
    std::vector<std::string> blamed {};
};

class RandomRecipes {
public:
    explicit RandomRecipes(unsigned seed) : engine_(seed) { }

    HeldOut healthy()
    {
        switch (whole(0, 6)) {
        case 0:
            return dense_recipe(whole(3, 16));
        case 1:
            return convolution_recipe();
        case 2:
            return residual_recipe();
        case 3:
            return resnet_recipe();
        case 4:
            return transformer_recipe();
        case 5:
            return vision_recipe();
        default:
            return state_space_recipe();
        }
    }

protected:
    bool chance(double p) { return std::bernoulli_distribution(p)(engine_); }
    int whole(int low, int high) { return std::uniform_int_distribution(low, high)(engine_); }
    double between(double low, double high) { return std::uniform_real_distribution(low, high)(engine_); }
    /// Samples uniformly in the logarithm.
    double about(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
    template <class T>
    T one_of(std::initializer_list<T> all)
    {
        return *(all.begin() + whole(0, int(all.size()) - 1));
    }

    static Initializer constant(double value) { return {"constant", {{"value", value}}}; }
    static Initializer normal(double std, double mean = 0) { return {"normal", {{"mean", mean}, {"std", std}}}; }
    static Initializer named(const char* scheme) { return {scheme, {}}; }
    static Initializer he(const std::string& nonlinearity, const char* mode = "fan_in", bool uniform = false)
    {
        return {uniform ? "kaiming_uniform" : "kaiming_normal",
            {{"mode", std::string(mode)}, {"nonlinearity", nonlinearity}}};
    }
    static void option(Experiment& e, const char* name, const ParameterValue& value)
    {
        e.network.options[name] = value;
    }
    static void word(Experiment& e, const char* name, const char* value)
    {
        e.network.options[name] = std::string(value);
    }

    HeldOut finished(std::string name, Experiment e)
    {
        e.seed = std::uint64_t(whole(0, 1 << 30));
        return {std::move(name), with_completed_parameters(std::move(e))};
    }
    // Healthy recipes

    struct DenseRecipe {
        const char* activation;
        Initializer weight;
        int deepest;   ///< depth up to which it is published
    };
    DenseRecipe dense_choice()
    {
        const bool uniform = chance(0.5);
        switch (whole(0, 10)) {
        case 7:
            return {"elu", he("elu", "fan_in", uniform), 10};
        case 8:   // sine activations (Sitzmann et al. 2020): U(±√(6/n)) after the first layer
            return {"sin",
                {"kaiming_uniform", {{"mode", std::string("fan_in")}, {"nonlinearity", std::string("relu")}}}, 6};
        case 9:
            return {"tanh", {"orthogonal", {{"gain", 1.0}}}, 12};
        case 0:
            return {"tanh", named(uniform ? "xavier_uniform" : "xavier_normal"), 10};
        case 1:
            return {"selu", named(uniform ? "lecun_uniform" : "lecun_normal"), 16};
        case 2:
            return {"gelu", he("gelu", "fan_in", uniform), 10};
        case 3:
            return {"leaky_relu", he("leaky_relu", "fan_in", uniform), 16};
        case 4:
            return {"relu", {"orthogonal", {{"gain", std::sqrt(2.0)}}}, 16};
        default:
            return relu_choice(uniform);
        }
    }
    static DenseRecipe relu_choice(bool uniform) { return {"relu", he("relu", "fan_in", uniform), 16}; }

    HeldOut dense_of(const DenseRecipe& recipe, int depth, bool head)
    {
        Experiment e = dense(R"("depth": 3, "width": 3)");
        e.network.depth = std::min(depth, recipe.deepest);
        e.network.width = 32 * whole(4, 8);
        e.network.input_width = chance(0.5) ? std::optional(whole(64, 784)) : std::nullopt;
        e.network.activation = {recipe.activation, {}};
        e.network.weight = recipe.weight;
        if (head) {
            const bool pyramid = e.network.depth <= 4 && chance(0.5);
            for (int l = 1; l < e.network.depth; ++l)
                e.network.widths.push_back(pyramid ? e.network.width * 4 >> l : e.network.width);
            e.network.widths.push_back(10);
            e.network.overrides = {{e.network.depth, Activation {"linear", {}}, named("xavier_normal"), {}}};
        }
        e.input.samples = 64;
        e.input.distribution = one_of<const char*>({"normal", "uniform"});
        return finished("dense " + std::string(recipe.activation), e);
    }
    HeldOut dense_recipe(int depth) { return dense_of(dense_choice(), depth, chance(0.3)); }

    /// torchvision's VGG with 11 layers, but narrower: He with fan_out, pooling, no norms.
    HeldOut vgg_recipe()
    {
        Experiment e = experiment(R"("kind": "convolution", "pooling": "max", "pooling_every": 2)");
        const int width = 8 * whole(2, 4);
        e.network.widths = {width, 2 * width, 4 * width, 4 * width, 8 * width, 8 * width};
        e.network.input_width = 3;
        e.network.weight = he("relu", "fan_out");
        option(e, "size", 16.0);
        e.input.samples = 16;
        return finished("VGG", e);
    }

    HeldOut convolution_recipe()
    {
        if (chance(0.2))
            return vgg_recipe();
        return plain_convolution();
    }
    HeldOut plain_convolution()
    {
        Experiment e = experiment(R"("kind": "convolution", "depth": 3, "width": 16)");
        e.network.depth = whole(3, 8);
        e.network.width = 8 * whole(3, 8);
        e.network.input_width = chance(0.5) ? 3 : e.network.width;
        word(e, "padding", e.network.depth <= 4 && chance(0.5) ? "zeros" : "circular");
        option(e, "size", double(whole(6, 10)));
        if (chance(0.7)) {
            e.network.weight = he("relu", "fan_in", chance(0.5));
        } else {
            e.network.activation = {"leaky_relu", {}};
            e.network.weight = he("leaky_relu");
        }
        e.input.samples = 16;
        return finished("convolution", e);
    }

    HeldOut residual_recipe()
    {
        Experiment e = residual(R"("depth": 4)");
        e.network.depth = whole(3, 16);
        e.network.width = 32 * whole(3, 6);
        e.network.activation = {one_of<const char*>({"relu", "gelu", "silu"}), {}};
        e.network.weight = he(e.network.activation.name);
        if (chance(0.6)) {
            word(e, "norm", one_of({"layer_norm", "rms_norm"}));
            word(e, "residual_scaling", one_of({"inverse_sqrt_depth", "inverse_sqrt_twice_depth", "skipinit"}));
        } else {
            word(e, "residual_scaling", one_of({"fixup", "skipinit", "inverse_sqrt_twice_depth"}));
        }
        return finished("residual", e);
    }

    HeldOut resnet_recipe()
    {
        Experiment e = resnet(R"("depth": 4)");
        e.network.depth = whole(3, 6);
        e.network.width = 8 * whole(2, 4);
        word(e, "block", one_of({"basic", "bottleneck"}));
        word(e, "order", one_of({"post_activation", "pre_activation"}));
        word(e, "norm", chance(0.7) ? "batch_norm" : "group_norm");
        option(e, "norm_groups", 4.0);
        option(e, "stage_3", double(e.network.depth > 4 ? 5 : 0));
        option(e, "classes", chance(0.7) ? double(whole(10, 40)) : 0.0);
        if (chance(0.5) && std::get<std::string>(e.network.options["order"]) == "post_activation")
            e.network.roles["last_norm_scale"] = named("zeros");
        if (chance(0.5) && std::get<double>(e.network.options["classes"]) > 0)
            e.network.roles["head"] = named("pytorch_linear");
        return finished("resnet", e);
    }

    HeldOut transformer_recipe()
    {
        Experiment e = transformer(R"("depth": 4)");
        e.network.depth = whole(2, 6);
        e.network.width = 32 * whole(2, 5);
        option(e, "vocabulary", double(whole(200, 900)));
        if (chance(0.4)) {   // as in LLaMA
            word(e, "norm", "rms_norm");
            word(e, "position", "rotary");
            word(e, "tied", "false");
            word(e, "biases", "false");
            e.network.activation = {"swiglu", {}};
        } else if (chance(0.3)) {   // a mixture of experts
            option(e, "experts", double(one_of({4, 8})));
            option(e, "expert_ratio", 1.0);
        }
        if (chance(0.15)) {   // as in BERT
            word(e, "norm_placement", "post");
            word(e, "residual_scaling", "plain");
            word(e, "embedding_norm", "true");
            word(e, "final_norm", "false");
        } else if (chance(0.2))
            e.network.roles["attention_out"] = e.network.roles["mlp_out"] = named("zeros");
        word(e, "causal", chance(0.7) ? "true" : "false");
        return finished("transformer", e);
    }

    HeldOut vision_recipe()
    {
        Experiment e = vision("\"biases\": true");
        e.network.depth = whole(2, 5);
        e.network.width = 32 * whole(2, 4);
        e.network.roles["patch"] = named("lecun_normal");
        word(e, "pooling", one_of({"class_token", "mean"}));
        if (chance(0.5)) {
            e.network.weight = normal(0.02);
        } else {
            e.network.weight = named("xavier_uniform");
            e.network.roles["position"] = normal(0.02);
            e.network.roles["class_token"] = named("zeros");
            e.network.roles["head"] = named("zeros");
        }
        return finished("vision transformer", e);
    }

    HeldOut state_space_recipe()
    {
        Experiment e = state_space(R"("depth": 4)");
        e.network.depth = whole(2, 6);
        e.network.width = 16 * whole(3, 6);
        option(e, "d_state", double(one_of({4, 8, 16})));
        word(e, "norm", one_of({"rms_norm", "layer_norm"}));
        return finished("state space", e);
    }

private:
    std::mt19937 engine_;
};

}   // namespace diagnose_cases
