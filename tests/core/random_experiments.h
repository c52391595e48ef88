// SPDX-License-Identifier: GPL-3.0-or-later
// Generates random valid experiments of any kind.
#pragma once

#include <cmath>
#include <random>

#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/init/scheme.h"
#include "core/network/input/distributions.h"

namespace diagnose_cases {

using namespace stepzero;

class RandomExperiments {
public:
    /// With `formulas`, every activation is a formula.
    explicit RandomExperiments(unsigned seed, bool formulas = false) : engine_(seed), formulas_(formulas) { }

    Experiment next(const NetworkKind& kind)
    {
        for (;;) {
            Experiment e;
            e.network = kind.network;
            e.input = kind.input;
            (kind.layered ? shape_layers(e) : shape_blocks(e, kind));
            e.network.activation = activation(kind.gated);
            e.network.weight = initializer(Role::weight);
            if (chance(0.5))
                e.network.bias = initializer(Role::bias);
            e.input.samples = whole(1, 12);
            e.measure.gradient = chance(0.9);
            e.measure.correlation = chance(0.9);
            e.seed = std::uint64_t(whole(0, 1 << 30));
            e.replicas = chance(0.15) ? 2 : 1;
            e = with_completed_parameters(e);
            if (validate(e).empty())
                return e;
        }
    }

private:
    bool chance(double p) { return std::bernoulli_distribution(p)(engine_); }
    int whole(int low, int high) { return std::uniform_int_distribution(low, high)(engine_); }
    double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(engine_); }
    template <class Container>
    const auto& one_of(const Container& c)
    {
        return c[std::size_t(whole(0, int(c.size()) - 1))];
    }

    std::string formula()
    {
        return one_of(std::vector<std::string> {"z*sigmoid(1.702*z)", "max(0, z) - 0.1*exp(-z*z)", "z + sin(z)^2",
            "z > 1 ? 2*z - 1 : z*abs(z)", "log(1 + exp(z)) - log(2)", "0.3", "exp(-z^2)", "tanh(3*z) + z/(1 + abs(z))",
            "sin(30*z)"});
    }

    /// Returns the default in most cases, otherwise a random value of the range, in which decades are as likely as the
    /// middle.
    ParameterValue value(const ParameterInfo& info)
    {
        if (!info.choices.empty())
            return one_of(info.choices);
        const double usual = std::get<double>(info.default_value);
        if (chance(0.5))
            return usual;
        const double low = std::max(info.low, -1e6), high = std::min(info.high, 1e6);
        double number
            = chance(0.5) ? uniform(low, high) : std::pow(10, uniform(-6, 2)) * (low < 0 && chance(0.5) ? -1 : 1);
        number = std::clamp(number, low, high);
        return info.integer ? std::round(number) : number;
    }

    Activation activation(bool gated)
    {
        if (formulas_)
            return {"formula", {{"formula", formula()}}};
        if (gated && chance(0.2))
            return {one_of(gated_pairs()), {}};
        const ActivationInfo& info
            = activations()[std::size_t(whole(0, int(activations().size()) - 2))];   // excludes the formula
        Activation a {info.name, {}};
        for (const ParameterInfo& p : info.parameters)
            a.parameters[p.name] = value(p);
        return a;
    }

    static const std::vector<Scheme>& schemes_of_any_role()
    {
        static const std::vector<Scheme> all = [] {
            std::vector<Scheme> found = schemes();
            // A recurrent network of ternary weights with biases of 9·10⁵ overflows, and nothing fixes it.
            std::erase_if(found, [](const Scheme& s) { return !s.of_role.empty() || s.name == "ternary"; });
            return found;
        }();
        return all;
    }

    Initializer with_any_parameters(const Scheme& scheme)
    {
        Initializer i {scheme.name, {}};
        for (const ParameterInfo& p : scheme.parameters)
            i.parameters[p.name] = value(p);
        return i;
    }

    Initializer initializer(Role role)
    {
        for (;;) {
            const Scheme& scheme = one_of(schemes_of_any_role());
            if (role == Role::bias && chance(0.5))
                return {"normal", {{"mean", 0.0}, {"std", std::pow(10, uniform(-3, 1))}}};
            if (role == Role::weight && chance(0.4))
                return {"normal", {{"mean", 0.0}, {"std", std::pow(10, uniform(-4, 2))}}};
            return with_any_parameters(scheme);
        }
    }

    void shape_layers(Experiment& e)
    {
        if (chance(0.5)) {
            e.network.depth = whole(1, 40);
            e.network.width = whole(1, 40);
        } else {
            for (int l = whole(1, 8); l > 0; --l)
                e.network.widths.push_back(whole(1, 50));
        }
        if (chance(0.5))
            e.network.input_width = whole(1, 30);
        if (chance(0.3)) {
            LayerOverride o;
            o.layer = whole(1, depth(e.network));
            if (chance(0.5))
                o.activation = activation(false);
            if (chance(0.5))
                o.weight = initializer(Role::weight);
            if (chance(0.5))
                o.bias = initializer(Role::bias);
            if (o.activation || o.weight || o.bias)
                e.network.overrides.push_back(o);
        }
        e.input.distribution = one_of(input_distributions());
        if (chance(0.3)) {
            e.input.mean = uniform(-3, 3);
            e.input.std = chance(0.2) ? 0 : std::pow(10, uniform(-4, 3));
        }
    }

    void draw_latent(Network& network)
    {
        const bool latent = chance(0.3);
        network.options["key_value_rank"] = double(latent ? whole(1, 12) : 0);
        network.options["query_rank"] = double(latent && chance(0.7) ? whole(1, 12) : 0);
        network.options["shared_key_width"] = double(latent && chance(0.7) ? 2 * whole(0, 2) : 0);
        network.options["value_width"] = double(chance(0.2) ? whole(1, 8) : 0);
    }

    void shape_blocks(Experiment& e, const NetworkKind& kind)
    {
        e.network.depth = whole(1, 8);
        e.network.width = 4 * whole(1, 8);
        for (const ParameterInfo& info : kind.options)
            if (chance(0.5))
                e.network.options[info.name] = value(info);
        e.network.options["mlp_ratio"] = 2.0;
        e.network.options["hidden_ratio"] = uniform(0.25, 4);
        for (const char* size : {"vocabulary", "context"})
            e.network.options[size] = double(whole(2, 60));
        e.network.options["heads"] = double(1 << whole(0, 2));
        e.network.options["head_width"] = double(chance(0.3) ? 2 * whole(1, 5) : 0);
        if (has_option(e.network, "key_value_rank"))
            draw_latent(e.network);
        e.network.options["experts"] = double(chance(0.5) ? whole(0, 6) : 0);
        e.network.options["experts_chosen"] = double(whole(1, 3));
        e.network.options["expert_ratio"] = chance(0.5) ? 0.5 : 0;
        e.network.options["shared_experts"] = double(chance(0.3) ? whole(0, 2) : 0);
        if (has_option(e.network, "d_state"))
            shape_scan(e);
        // For images: small ones, and few channels.
        e.network.options["size"] = double(whole(3, 14));   // smaller ones consist of edges only
        for (const char* number : {"channels", "norm_groups"})
            e.network.options[number] = double(whole(1, 4));
        for (const auto& [name, high] : {std::pair("stage_2", 3), {"stage_3", 6}, {"stage_4", 9}, {"classes", 12}})
            e.network.options[name] = double(chance(0.5) ? whole(0, high) : 0);
        e.network.options["stem_channels"] = 4.0 * whole(0, 4);
        e.network.options["kernel"] = 1.0 + 2 * whole(0, 2);
        const int side = int(std::get<double>(e.network.options["size"]));
        e.network.options["patch"] = side % 2 == 0 ? 2.0 : side % 3 == 0 ? 3.0 : 1.0;
        if (double& classes = std::get<double>(e.network.options["classes"]); kind.attends)
            classes = std::max(2.0, classes);
        std::erase_if(e.network.options, [&](const auto& o) {
            return std::none_of(kind.options.begin(), kind.options.end(),
                [&](const ParameterInfo& info) { return info.name == o.first; });
        });
        for (const RoleInfo& role : roles_of(with_completed_parameters(e).network))
            if (chance(0.2))
                e.network.roles[role.name] = initializer(role.kind);
            else if (role.usual && chance(0.4))
                e.network.roles[role.name] = with_any_parameters(*find_scheme(role.usual->scheme));
        e.input.tokens = kind.takes_tokens ? whole(1, 16) : e.input.tokens;
    }

    /// Chooses few states, and sometimes an explicit rank.
    void shape_scan(Experiment& e)
    {
        e.network.options["d_state"] = double(whole(1, 6));
        e.network.options["expand"] = uniform(0.5, 3);
        e.network.options["dt_rank"] = double(chance(0.5) ? whole(1, 5) : 0);
    }

    std::mt19937 engine_;
    bool formulas_;
};

}   // namespace diagnose_cases
