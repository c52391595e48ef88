// SPDX-License-Identifier: GPL-3.0-or-later
// Applies an activation to the mean products of two tokens. Internal to core/theory.
#pragma once

#include "core/theory/mean_field.h"
#include "core/theory/token_gram.h"

namespace stepzero {

/// E[φ(z) φ(z')] and E[φ'(z) φ'(z')] for Gaussian z with the given products.
struct Passed {
    TokenGram value, slope;
};

/// Lengths may differ between tokens; cosines are mapped at the mean length.
Passed pass(const GaussianExpectation& phi, const TokenGram& z);

}   // namespace stepzero
