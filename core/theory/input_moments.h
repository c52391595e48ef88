// SPDX-License-Identifier: GPL-3.0-or-later
// The moments of an experiment's input: all that theory reads of it.
#pragma once

#include <optional>

#include "core/experiment/experiment.h"
#include "core/random/natural.h"

namespace stepzero {

/// What theory must know of the input.
struct InputMoments {
    double mean_square = 1;   ///< E[x_0²]
    double correlation = 0;   ///< of two different samples: E[x_0 x_0'] / E[x_0²]
    double kurtosis = 3;   ///< E[x_0⁴] / E[x_0²]², for the finite-width spread of one sample; 1: none
    /// Of positions of a sample that are not independent, entries where the network has none. Gaussian, kurtosis 3.
    std::optional<NaturalLikeness> alike {};

    /// Var(|x_0|²)/E[|x_0|²]² of so many entries, and the variance of the correlation of two samples.
    double length_variance(int entries) const;
    double chance(int entries) const;
};

/// Returns the moments of the experiment's input distribution; nothing for a file and for tokens.
std::optional<InputMoments> input_moments(const Experiment& experiment);

}   // namespace stepzero
