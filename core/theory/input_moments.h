// SPDX-License-Identifier: GPL-3.0-or-later
// The moments of an experiment's input: all that theory reads of it.
#pragma once

#include <optional>

#include "core/math/random/natural.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// What theory must know of the input.
struct InputMoments {
    double mean_square = 1;   ///< E[x_0²]
    double correlation = 0;   ///< E[x_0 x_0'] / E[x_0²] for two different samples
    double kurtosis = 3;   ///< E[x_0⁴] / E[x_0²]², for the finite-width spread of one sample; 1: none
    /// Present where the positions of a sample (its entries, if it has no positions) are correlated; then the input is
    /// Gaussian.
    std::optional<NaturalLikeness> alike {};

    double length_variance(int entries) const;   ///< Var(|x_0|²)/E[|x_0|²]² of a sample with this number of entries
    double chance(int entries) const;   ///< variance of the correlation of two such samples
};

/// Returns the moments of the experiment's input distribution; nothing for a file and for tokens.
std::optional<InputMoments> input_moments(const Experiment& experiment);

}   // namespace stepzero
