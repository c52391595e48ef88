// SPDX-License-Identifier: GPL-3.0-or-later
// Parses an activation written as a formula, which must be finite wherever it is evaluated.
#pragma once

#include <cmath>
#include <string_view>
#include <variant>

#include "core/math/activation/formula.h"
#include "tests/fuzz/promise.h"

namespace stepzero::fuzz {

inline void take_formula(std::string_view bytes)
{
    const auto parsed = parse_formula(bytes);
    if (const auto* problem = std::get_if<FormulaProblem>(&parsed)) {
        promise(!problem->sentence.empty() && problem->sentence.english().size() < 1000);
        promise(!problem->position || (*problem->position >= 1 && *problem->position <= bytes.size() + 1));
        return;
    }
    const ActivationFunction& phi = std::get<ActivationFunction>(parsed);
    for (const double z : {-1e7, -39.9, -1.0, 0.0, 1e-9, 0.7, 39.9, 1e7})
        promise(std::isfinite(phi.value(z)) && std::isfinite(phi.derivative(z)));
}

}   // namespace stepzero::fuzz
