// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/activations.h"

#include <stdexcept>
#include <utility>

#include "core/base/words/registry.h"
#include "core/math/activation/formula.h"

namespace stepzero {

const std::vector<ActivationInfo>& activations()
{
#define STEPZERO_ENTRY(name) activation_##name(),
    static const std::vector<ActivationInfo> all {STEPZERO_ACTIVATIONS(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const ActivationInfo* find_activation(std::string_view name) { return find_member(activations(), name); }

namespace {

/// The registry lives as long as the program, so the pointer does not own it.
std::shared_ptr<const ActivationInfo> registered(const std::string& name)
{
    const ActivationInfo* info = find_activation(name);
    if (!info)
        throw std::invalid_argument("no activation " + name);
    return {std::shared_ptr<const void>(), info};
}

}   // namespace

ActivationFunction::ActivationFunction(std::shared_ptr<const ActivationInfo> info, const Parameters& given)
    : info_(std::move(info)), parameters_(completed(info_->parameters, given)), limits_(info_->limits(parameters_)),
      saturation_(info_->saturation(parameters_))
{
}

ActivationFunction::ActivationFunction(std::shared_ptr<const ActivationInfo> info)
    : ActivationFunction(std::move(info), Parameters {})
{
}

namespace {

/// Throws std::invalid_argument when the text is not an activation.
ActivationFunction typed(const Parameters& given)
{
    const Parameters p = completed(find_activation(formula_name)->parameters, given);
    auto parsed = parse_formula(word(p, formula_name));
    if (const auto* problem = std::get_if<FormulaProblem>(&parsed))
        throw std::invalid_argument(problem->sentence.english());
    return std::get<ActivationFunction>(std::move(parsed));
}

}   // namespace

ActivationFunction::ActivationFunction(const Activation& activation)
    : ActivationFunction(activation.name == formula_name
            ? typed(activation.parameters)
            : ActivationFunction(registered(activation.name), activation.parameters))
{
}

bool is_identity(const ActivationFunction& phi)
{
    const Limits& l = phi.limits();
    return l.homogeneous && l.degree == 1 && l.slope_left == 1 && l.slope_right == 1;
}

Activation completed(const Activation& given)
{
    const ActivationInfo* info = find_activation(given.name);
    return info ? Activation {given.name, completed(info->parameters, given.parameters)} : given;
}

}   // namespace stepzero
