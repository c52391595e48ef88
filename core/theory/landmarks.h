// SPDX-License-Identifier: GPL-3.0-or-later
// Well-known initializations as points of the phase diagram, and the converse: an experiment for a point of the
// diagram.
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
    bool covered = true;   ///< false: mean-field theory does not apply to it (identity); its position is given by E[W²]
};

/// Returns the landmarks for weights of this shape. They are the six schemes of the course notes (naive 0.01, Xavier,
/// He, orthogonal, fixed 0.02, identity) and the defaults of PyTorch, Keras and Flax.
std::vector<Landmark> landmarks(Shape shape);

/// Returns the experiment with weights and biases of these variances. Schemes become mean_field, and a bias of variance
/// 0 becomes zeros. Weights and biases keep their kind of distribution (normal, uniform or orthogonal). Overrides are
/// kept.
Experiment with_variances(Experiment experiment, Variances variances);

}   // namespace stepzero
