// SPDX-License-Identifier: GPL-3.0-or-later
// The same experiment with other initializers.
#pragma once

#include <functional>
#include <optional>

#include "core/diagnose/criteria.h"
#include "core/kinds/offers/offer.h"

namespace stepzero {

struct Initializers {
    Initializer weight;
    std::optional<Initializer> bias;   ///< absent: as it was
    bool operator==(const Initializers&) const = default;
};

/// Layers that follow one another, and what they are filled with.
struct Filled {
    Span layers;
    Initializers by;
};

/// All layers, in as few spans as hold none that is unlike the one before it, or that reads another activation.
std::vector<Span> spans_alike(const std::vector<LayerPlan>& layers);

/// A dense network all of whose layers are filled so, first to last. Activations stay; what most layers share stands
/// once, the rest as overrides.
Experiment with_initializers(const Experiment& experiment, const std::vector<Filled>& filled);
/// ... as told of the layers that the network has: once of each span alike.
Experiment with_initializers(const Experiment& experiment, const std::vector<LayerPlan>& layers,
    const std::function<Initializers(const LayerPlan&)>& told);

/// A dense network with some of its layers filled as these are, and no other touched: overrides, where the network's
/// own initializers do not do.
Experiment with_layers(const Experiment& experiment, const std::vector<LayerPlan>& layers);

/// How many times as wide a network has to be whose ln RMS has this standard deviation, which may be infinite, so that
/// it is not too narrow.
int width_factor(double spread);
/// A dense network so many times as wide, as far as widths go. Its input and, with widths of their own, its last layer
/// stay. Absent where that is more than 3·10⁷ weights: no advice for a network that was small.
std::optional<Experiment> wider(const Experiment& experiment, int factor);

}   // namespace stepzero
