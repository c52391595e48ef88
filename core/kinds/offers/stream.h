// SPDX-License-Identifier: GPL-3.0-or-later
// OfferList of networks with a residual stream.
#pragma once

#include "core/kinds/offers/offer.h"

namespace stepzero {

/// What a kind calls its usual norm, and the words of options that give it.
struct UsualNorm {
    std::string label;   ///< "LayerNorm before each branch"
    std::vector<std::pair<std::string, std::string>> options;
};
/// Of kinds whose norms have a place, and of convolutions.
const UsualNorm& layer_norm_before_branches();
const UsualNorm& batch_norm_of_convolutions();

/// Weights as the kind usually has them.
struct UsualWeights {
    std::string label;   ///< "σ = 0.02 everywhere"
    Initializer weight, bias;
};
const UsualWeights& he_weights();
const UsualWeights& weights_of_std_002();

constexpr double usual_epsilon = 1e-5;   ///< PyTorch's

/// Connections of several streams.
void offer_streams(OfferList& offers);
/// γ of all norms.
void offer_norm_scale(OfferList& offers, const Complaint& complaint);
/// Of the branches, and factors of the network's own.
void offer_scaling(OfferList& offers);
void offer_norm(OfferList& offers, const UsualNorm& norm);
void offer_epsilon(OfferList& offers);
/// All matrices; `blame` as Offer has it.
void offer_weights(OfferList& offers, const UsualWeights& weights, const std::string& blame = {});

Experiment scaled(const Experiment& experiment, const char* scheme);
Experiment with_norm(Experiment experiment, const UsualNorm& norm);
/// With no matrix of its own.
Experiment with_weights(Experiment experiment, const UsualWeights& weights);

/// Everything anew: the usual norm, scaled projections, usual weights; with the present activation, and with another.
void offer_anew(OfferList& offers, Experiment anew, const std::string& activation, const std::string& what);
/// What offer_anew() is given, but for what is the kind's own.
Experiment stream_anew(const Experiment& experiment, const UsualNorm& norm, const UsualWeights& weights);
std::string stream_anew_text(const Experiment& experiment, const UsualNorm& norm);

}   // namespace stepzero
