// SPDX-License-Identifier: GPL-3.0-or-later
// Offers for networks with a residual stream. A kind calls the functions for what it has, in its own order.
#pragma once

#include "core/base/words/text.h"
#include "core/kinds/offers/offer.h"

namespace stepzero {

/// The default norm of a kind: its label, and the options that set it.
struct UsualNorm {
    Text label;   ///< "Add LayerNorm before each branch"
    std::string name;   ///< "LayerNorm"
    std::vector<std::pair<std::string, std::string>> options;
};
const UsualNorm& layer_norm_before_branches();
const UsualNorm& batch_norm_of_convolutions();

/// The default initializers of a kind.
struct UsualWeights {
    Text label;   ///< "Set σ to 0.02 everywhere"
    Initializer weight, bias;
};
const UsualWeights& he_weights();
const UsualWeights& weights_of_std_002();

constexpr double usual_epsilon = 1e-5;   ///< PyTorch's default

/// Offers stable mixing for several streams.
void offer_streams(OfferList& offers);
/// Offers γ = 1 for all norms.
void offer_norm_scale(OfferList& offers, const Complaint& complaint);
/// Offers to scale the branches, and to reset the factors of the network.
void offer_scaling(OfferList& offers);
void offer_norm(OfferList& offers, const UsualNorm& norm);
void offer_epsilon(OfferList& offers);
/// Offers the usual initializers for all matrices; `blame` is Offer::blame.
void offer_weights(OfferList& offers, const UsualWeights& weights, const Text& blame = {});

Experiment scaled(const Experiment& experiment, const char* scheme);
Experiment with_norm(Experiment experiment, const UsualNorm& norm);
/// Initializes every matrix like the network, with no role of its own.
Experiment with_weights(Experiment experiment, const UsualWeights& weights);

/// Offers a complete re-initialization, with the present activation and with another one.
void offer_anew(OfferList& offers, Experiment anew, const std::string& activation, const Text& what);
/// Returns the default norm, scaled projections and default weights, and the label for them: the part that kinds share.
Experiment stream_anew(const Experiment& experiment, const UsualNorm& norm, const UsualWeights& weights);
Text stream_anew_text(const Experiment& experiment, const UsualNorm& norm);

}   // namespace stepzero
