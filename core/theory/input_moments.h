// SPDX-License-Identifier: GPL-3.0-or-later
// The moments of an experiment's input, which are all that theory needs to know of it. They follow from the input's
// distribution, or from measurement for an input from a file.
#pragma once

#include <optional>

#include "core/math/random/natural.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Moments of the input, over its entries and samples.
struct InputMoments {
    double mean_square = 1;   ///< E[x_0²]
    double correlation = 0;   ///< E[x_0⁴] / E[x_0²]², for the finite-width spread of one sample; 1: no spread
    double kurtosis = 3;   ///< E[x_0⁴] / E[x_0²]², for the finite-width spread of one sample; 1: none
    /// Present when the positions of a sample (or its entries, without positions) are correlated; the input is then
    /// Gaussian.
    std::optional<NaturalLikeness> alike {};

    double length_variance(int entries) const;   ///< Var(|x_0|²)/E[|x_0|²]² of a sample with this number of entries
    double chance(int entries) const;   ///< variance of the correlation of two such samples
};

/// Returns the moments of the experiment's input distribution, or nullopt for files and tokens.
std::optional<InputMoments> input_moments(const Experiment& experiment);

}   // namespace stepzero
