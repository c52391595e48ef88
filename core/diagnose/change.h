// SPDX-License-Identifier: GPL-3.0-or-later
// Makes copies of an experiment with other initializers or widths. Fixes of findings are such copies.
#pragma once

#include <functional>
#include <optional>

#include "core/diagnose/criteria.h"
#include "core/kinds/offers/offer.h"

namespace stepzero {

struct Initializers {
    Initializer weight;
    std::optional<Initializer> bias;   ///< absent: unchanged
    bool operator==(const Initializers&) const = default;
};

/// A range of layers, and their initializers.
struct Filled {
    Span layers;
    Initializers by;
};

/// Splits all layers into the fewest ranges of identical layers that read the same activation.
std::vector<Span> spans_alike(const std::vector<LayerPlan>& layers);

/// Returns a dense network with the given initializers, which must cover all layers in order. Activations are
/// unchanged. The most common initializers belong to the network, and the others are overrides.
Experiment with_initializers(const Experiment& experiment, const std::vector<Filled>& filled);
/// Does the same for the given function of a layer, called once per range of identical layers.
Experiment with_initializers(const Experiment& experiment, const std::vector<LayerPlan>& layers,
    const std::function<Initializers(const LayerPlan&)>& told);

/// Returns a dense network in which some layers take the initializers of `layers`. All others are unchanged; overrides
/// are used where the network's own initializers differ.
Experiment with_layers(const Experiment& experiment, const std::vector<LayerPlan>& layers);

/// Returns the factor by which a network must be wider so that it is not too narrow. `spread`: standard deviation of ln
/// RMS, may be infinite.
int width_factor(double spread);
/// Returns a dense network that is wider by a factor, up to the maximum width. The input is unchanged, and so is the
/// last layer if widths are listed. Absent for more than 3·10⁷ weights, which is not useful advice for a small network.
std::optional<Experiment> wider(const Experiment& experiment, int factor);

}   // namespace stepzero
