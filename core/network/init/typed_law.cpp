// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/typed_law.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/words/registry.h"
#include "core/network/init/fans.h"

namespace stepzero {

namespace {

bool is_allowed(const ParameterInfo& info, double value)
{
    return std::isfinite(value) && value >= info.low && value <= info.high
        && (!info.integer || value == std::trunc(value));
}

/// Returns the expression of a text, which lives until the next call; null when the text is invalid. Plans evaluate a
/// few texts for thousands of matrices, so expressions are kept.
const NumberExpression* expression_of(const std::string& text)
{
    constexpr std::size_t most_kept = 64;
    thread_local std::map<std::string, std::optional<NumberExpression>> kept;
    auto found = kept.find(text);
    if (found == kept.end()) {
        if (kept.size() >= most_kept)
            kept.clear();
        auto read = read_number_expression(text, law_names());
        auto* expression = std::get_if<NumberExpression>(&read);
        found = kept.emplace(text, expression ? std::optional(std::move(*expression)) : std::nullopt).first;
    }
    return found->second ? &*found->second : nullptr;
}

/// Calls body(name, text) for each expression until it returns true. Returns whether it did.
template <class Body>
bool any_expression(const Initializer& initializer, const Body& body)
{
    return std::ranges::any_of(initializer.parameters, [&](const auto& parameter) {
        const std::string* text = typed_text(parameter.second);
        return text && body(parameter.first, *text);
    });
}

}   // namespace

const NumberNames& law_names()
{
    static const NumberNames names {
        .variables = {"n", "fan_in", "fan_out", "n_in", "n_out", "k", "g", "d", "L", "l", "h", "d_h", "V"},
        .meant
        = {{"N", {"n"}}, {"m", {"fan_out", "n_out"}}, {"fan", {"fan_in", "fan_out"}}, {"width", {"d"}}, {"D", {"d"}},
            {"d_model", {"d"}}, {"hidden_size", {"d"}}, {"depth", {"L"}}, {"layers", {"L"}}, {"n_layer", {"L"}},
            {"n_layers", {"L"}}, {"blocks", {"L"}}, {"layer", {"l"}}, {"block", {"l"}}, {"layer_id", {"l"}},
            {"i", {"l"}}, {"heads", {"h"}}, {"H", {"h"}}, {"n_head", {"h"}}, {"d_head", {"d_h"}}, {"d_k", {"d_h"}},
            {"head_dim", {"d_h"}}, {"head_width", {"d_h"}}, {"vocabulary", {"V"}}, {"vocab_size", {"V"}},
            {"classes", {"V"}}, {"v", {"V"}}, {"kernel", {"k"}}, {"K", {"k"}}, {"groups", {"g"}}, {"G", {"g"}}}};
    return names;
}

bool is_typed(const Initializer& initializer)
{
    return any_expression(initializer, [](const std::string&, const std::string&) { return true; });
}

bool uses_variable(const Initializer& initializer, std::string_view name)
{
    return any_expression(initializer, [&](const std::string&, const std::string& text) {
        const NumberExpression* expression = expression_of(text);
        if (!expression)
            return false;
        const std::vector<std::string> used = expression->variables();
        return std::ranges::find(used, name) != used.end();
    });
}

TypedLaw typed_law(const Initializer& typed, const LawPlace& place, const NumberVariables& network)
{
    const Shape& shape = place.shape;
    const Shape counted = place.role == Role::weight && misread(typed.parameters) ? shape_misread(shape) : shape;
    const int receptive = shape.receptive();
    double n_in = double(shape.fan_in) / receptive * place.groups, n_out = shape.rows();
    if (shape.transposed())
        std::swap(n_in, n_out);
    NumberVariables all = network;
    all.insert({{"n", counted.fan_in}, {"fan_in", counted.fan_in}, {"fan_out", counted.fan_out}, {"n_in", n_in},
        {"n_out", n_out}, {"k", receptive}, {"g", place.groups}, {"l", place.block}});
    return {typed, std::move(all)};
}

Initializer evaluated(const TypedLaw& law)
{
    Initializer result = law.initializer;
    const Scheme* scheme = find_scheme(result.scheme);
    for (const auto& [name, value] : law.initializer.parameters)
        if (const std::string* text = typed_text(value)) {
            const ParameterInfo* info = scheme ? find_member(scheme->parameters, name) : nullptr;
            const NumberExpression* expression = info ? expression_of(*text) : nullptr;
            const auto number = expression ? expression->value(law.variables) : std::nullopt;
            if (number && is_allowed(*info, *number))
                result.parameters[name] = *number;
            else
                result.parameters.erase(name);
        }
    return completed(result);
}

Initializer evaluated(const Initializer& typed, const LawPlace& place, const NumberVariables& network)
{
    return is_typed(typed) ? evaluated(typed_law(typed, place, network)) : typed;
}

void evaluate(ParameterPlan& plan, const NumberVariables& network, int groups)
{
    plan.typed = {};
    if (!is_typed(plan.initializer))
        return;
    plan.typed = SharedLaw(typed_law(plan.initializer, {plan.shape, plan.kind, groups, plan.block}, network));
    plan.initializer = evaluated(*plan.typed);
}

std::optional<LawProblem> law_problem(const TypedLaw& law)
{
    const Scheme* scheme = find_scheme(law.initializer.scheme);
    std::optional<LawProblem> problem;
    any_expression(law.initializer, [&](const std::string& name, const std::string& text) {
        const ParameterInfo* info = scheme ? find_member(scheme->parameters, name) : nullptr;
        const NumberExpression* expression = info ? expression_of(text) : nullptr;
        if (!expression)
            return false;
        const std::vector<std::string> used = expression->variables();
        const auto missing = std::ranges::find_if(
            used, [&](const std::string& variable) { return !law.variables.contains(variable); });
        if (missing != used.end())
            problem = {.parameter = name, .expression = text, .missing = *missing, .info = info};
        else if (const double value = *expression->value(law.variables); !is_allowed(*info, value))
            problem = {.parameter = name, .expression = text, .value = value, .info = info};
        return problem.has_value();
    });
    return problem;
}

}   // namespace stepzero
