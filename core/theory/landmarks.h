// SPDX-License-Identifier: GPL-3.0-or-later
// Well-known initializations as points of the phase diagram, and a point of it as an experiment.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// A well-known initialization as a point of the diagram.
struct Landmark {
    Text label;   ///< "He", "PyTorch default"
    Variances variances;
    bool covered = true;   ///< false: mean-field theory does not hold for it (identity); it lies there by E[W²]
};

/// The six schemes of the course notes (naive 0.01, Xavier, He, orthogonal, fixed 0.02, identity) and the
/// defaults of PyTorch, Keras and Flax, for a square layer of this width.
std::vector<Landmark> landmarks(int width);

/// The experiment with its weights and biases at these variances: schemes become mean_field (a bias of variance
/// 0 zeros), weights keep their kind of distribution (normal, uniform or orthogonal), and so does a bias.
/// Overrides stay.
Experiment with_variances(Experiment experiment, Variances variances);

}   // namespace stepzero
