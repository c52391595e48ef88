// SPDX-License-Identifier: GPL-3.0-or-later
// Single layers of a dense network that are filled unlike the rest, and the network with them mended. Nothing else of
// the experiment is touched.
#pragma once

#include <vector>

#include "core/base/words/text.h"
#include "core/diagnose/case.h"

namespace stepzero {

/// The scheme that papers and the course's checklist name for an activation, and for people: He for those that cut off
/// one side, LeCun for SELU, Xavier for the others.
std::pair<const char*, Initializer> textbook(const Activation& activation);

/// Mean and variance of the entries of a layer's weights and bias.
Law weight_law(const LayerPlan& layer);
Law bias_law(const LayerPlan& layer);
/// Whether the entries of two layers have the same mean and variance, to within rounding, and their biases too.
bool same_moments(const LayerPlan& a, const LayerPlan& b);
/// ... and the same distribution.
bool same_laws(const LayerPlan& a, const LayerPlan& b);

/// The singular value of the weights' mean against the edge of the bulk's; 0 where the mean belongs to what a layer is,
/// as with constant weights and the identity.
double mean_outlier(const LayerPlan& layer);
/// Whether these layers are nothing but a last one of a single unit: there a mean of the weights and a bias may be
/// meant (geometric initialization of implicit surfaces: Atzmon, Lipman 2020).
bool may_be_geometric(const std::vector<LayerPlan>& layers, int first);
/// What is said of it then.
Text unless_geometric();
/// A sentence, if a mean outweighs the rest.
Text blame_of_mean(const std::vector<LayerPlan>& layers);

/// Of one odd layer, of two, of all; each filled as the others are, or as the textbook has it.
std::vector<Candidate> mends(const Case& c);

}   // namespace stepzero
