// SPDX-License-Identifier: GPL-3.0-or-later
// Finds single layers of a dense network whose initialization differs from the rest, and fixes them. Nothing else of
// the experiment changes.
#pragma once

#include <vector>

#include "core/base/words/text.h"
#include "core/diagnose/case.h"

namespace stepzero {

/// Returns the name and scheme that papers and the course's checklist recommend for an activation: He for activations
/// that are zero on one side, LeCun for SELU, Xavier for the others.
std::pair<const char*, Initializer> textbook(const Activation& activation);

/// Return the mean and variance of the entries of a layer's weights and bias.
Law weight_law(const LayerPlan& layer);
Law bias_law(const LayerPlan& layer);
/// Returns whether the weights of two layers have the same mean and variance, up to rounding, and so do their biases.
bool same_moments(const LayerPlan& a, const LayerPlan& b);
/// Returns the same, and whether the distributions are identical too.
bool same_laws(const LayerPlan& a, const LayerPlan& b);

/// Returns the singular value due to the weights' mean, relative to the edge of the bulk. It is 0 when the mean is
/// intended, as for constant weights and the identity.
double mean_outlier(const LayerPlan& layer);
/// Returns whether these layers are only a last one with a single unit. There, a mean of the weights and a bias may be
/// intended (geometric initialization of implicit surfaces: Atzmon, Lipman 2020).
bool may_be_geometric(const std::vector<LayerPlan>& layers, int first);
/// Returns the remark about that.
Text unless_geometric();
/// Returns a sentence if the mean of a layer outweighs the rest.
Text blame_of_mean(const std::vector<LayerPlan>& layers);

/// Returns candidates that fix one odd layer, two, or all. Each takes the initializers of the other layers, or the
/// textbook scheme.
std::vector<Candidate> mends(const Case& c);

}   // namespace stepzero
