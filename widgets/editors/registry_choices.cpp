// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/registry_choices.h"

#include <map>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Returns name, variance and source of a scheme, one per line.
QString hintOf(const Scheme& scheme, Role role)
{
    QStringList lines;
    for (const std::string& line : {scheme.name, variance_formula(scheme, role), scheme.source})
        if (!line.empty())
            lines << QString::fromStdString(line);
    return lines.join(QLatin1Char('\n'));
}

}   // namespace

QVector<Choice> activationChoices(bool gated)
{
    static const std::map<std::string, std::pair<const char*, const char*>> pairs {{"glu", {"GLU", "σ(W_g x) ∘ W x"}},
        {"reglu", {"ReGLU", "max(0, W_g x) ∘ W x"}}, {"geglu", {"GEGLU", "GELU(W_g x) ∘ W x"}},
        {"swiglu", {"SwiGLU", "SiLU(W_g x) ∘ W x"}}, {"geglu_tanh", {"GeGLU, tanh", "GELU(W_g x) ∘ W x, by tanh"}},
        {"bilinear", {"Bilinear", "W_g x ∘ W x"}}};
    QVector<Choice> choices;
    if (gated)
        for (const std::string& name : gated_pairs())
            choices.push_back(
                {name, QString::fromUtf8(pairs.at(name).first), QString::fromUtf8(pairs.at(name).second), {}});
    for (const ActivationInfo& info : activations())
        choices.push_back({info.name, translated(info.label), QString::fromStdString(info.formula), info.parameters});
    return choices;
}

QVector<Choice> schemeChoices(Role role, bool kernels, std::string_view name)
{
    QVector<Choice> choices;
    for (const Scheme& scheme : schemes())
        if (fills(scheme, role, kernels, name))
            choices.push_back({scheme.name, translated(scheme.label), hintOf(scheme, role), scheme.parameters});
    return choices;
}

}   // namespace stepzero
