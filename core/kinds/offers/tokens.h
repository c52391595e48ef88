// SPDX-License-Identifier: GPL-3.0-or-later
// Offers for networks whose inputs are sequences of words or patches, with attention or without. The kinds of
// transformers and state-space networks call them for what they have in common.
#pragma once

#include "core/kinds/offers/stream.h"

namespace stepzero {

void offer_embedding(OfferList& offers);   ///< for words only
void offer_patches(OfferList& offers);
void offer_head(OfferList& offers);

/// The first offers for transformers of words and of images, which differ only in their input.
void offer_attending_stream(OfferList& offers, const Complaint& complaint);
/// NetworkKind::offers_anew for both.
std::vector<Offer> attending_anew(const Experiment& experiment, const NetworkPlan& plan);

/// Adds a norm before the head.
Experiment with_final_norm(Experiment experiment);

}   // namespace stepzero
