// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/block_numbers.h"

#include <algorithm>
#include <set>

#include "core/network/architecture.h"

namespace stepzero {

namespace {

/// A step's sites around those of its function; norm_after is the second of a sandwich.
void add_step(std::vector<std::string>& order, const std::string& word, bool norm_behind_sum,
    std::initializer_list<const char*> function)
{
    if (!norm_behind_sum)
        order.push_back(word + "_norm");
    order.insert(order.end(), function.begin(), function.end());
    order.push_back(word + "_norm_after");
    order.push_back(word + "_branch");
    if (norm_behind_sum)
        order.push_back(word + "_norm");
    order.push_back(word + "_stream");
    order.push_back(word + "_return");
}

/// Sites of all kinds of networks. One that is new comes last until it has a place here.
std::vector<std::string> site_order(bool norm_behind_sum)
{
    std::vector<std::string> order {"input", "embedding", "embedding_norm"};
    add_step(order, "attention", norm_behind_sum, {"q", "k", "v", "q_norm", "k_norm", "attention", "attention_out"});
    add_step(order, "mlp", norm_behind_sum, {"mlp_gate", "mlp_in", "mlp_activation", "mlp_out"});
    add_step(order, "branch", norm_behind_sum, {"branch_gate", "branch_in", "branch_activation", "branch_out"});
    order.insert(order.end(), {"final_norm", "logits"});
    return order;
}

}   // namespace

NamedNumbers numbers_of(const Distribution& d, Told told)
{
    NamedNumbers numbers {{"mean", d.plain(d.mean)}, {"std", d.plain(d.std)}};
    if (told != Told::weight)
        numbers.push_back({"rms", d.plain(d.rms)});
    if (told != Told::gradient)
        numbers.insert(numbers.end(), {{"min", d.plain(d.min)}, {"max", d.plain(d.max)}});
    if (told != Told::weight && d.exponent != 0)
        numbers.push_back({"log10_rms", d.log10_of(d.rms)});
    return numbers;
}

NamedNumbers numbers_of(const AttentionHead& head)
{
    return {{"logit_mean", head.logit_mean}, {"logit_std", head.logit_std}, {"logit_spread", head.logit_spread},
        {"entropy", head.entropy}, {"log_visible", head.log_visible}, {"queries", head.queries},
        {"lone_queries", head.lone_queries}};
}

NamedNumbers scalars_of(const Recording& recording, const Site& site)
{
    NamedNumbers numbers;
    for (const auto& [scalar, name] :
        {std::pair(Scalar::correlation, "correlation"), {Scalar::gradient_correlation, "gradient_correlation"},
            {Scalar::similarity, "similarity"}, {Scalar::cross_entropy, "cross_entropy"}})
        if (const auto found = recording.scalars.find({site, scalar}); found != recording.scalars.end())
            numbers.push_back({name, found->second});
    return numbers;
}

const double* find(const NamedNumbers& numbers, std::string_view name)
{
    const auto found
        = std::find_if(numbers.begin(), numbers.end(), [&](const NamedNumber& n) { return n.name == name; });
    return found == numbers.end() ? nullptr : &found->value;
}

std::vector<Site> sites_of(const Recording& recording, const Network& network, int block)
{
    std::set<Site> reached;
    for (const auto* map : {&recording.values, &recording.gradients})
        for (const auto& entry : *map)
            if (entry.first.block == block)
                reached.insert(entry.first);
    std::vector<Site> sites;
    for (const std::string& role : site_order(option_word(network, "norm_placement") == "post"))
        if (const auto found = reached.find({block, role}); found != reached.end())
            sites.push_back(reached.extract(found).value());
    sites.insert(sites.end(), reached.begin(), reached.end());
    return sites;
}

}   // namespace stepzero
