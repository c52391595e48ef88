// SPDX-License-Identifier: GPL-3.0-or-later
// OfferList of networks whose inputs are sequences: of words or patches, with attention or without.
#pragma once

#include "core/kinds/offers/stream.h"

namespace stepzero {

void offer_embedding(OfferList& offers);   ///< of words
void offer_patches(OfferList& offers);
void offer_head(OfferList& offers);

/// What transformers of words and of images have in common, up to what they read.
void offer_attending_stream(OfferList& offers, const Complaint& complaint);
/// NetworkKind::offers_anew of both.
std::vector<Offer> attending_anew(const Experiment& experiment, const NetworkPlan& plan);

/// With a norm before the head.
Experiment with_final_norm(Experiment experiment);

}   // namespace stepzero
