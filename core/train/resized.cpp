// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/resized.h"

#include <algorithm>
#include <cmath>

#include "core/kinds/kinds.h"
#include "core/train/optimizer.h"

namespace stepzero {

Experiment resized(const Experiment& experiment, int size, bool depth)
{
    Experiment e = experiment;
    Network& network = e.network;
    if (depth) {
        network.depth = size;
        return e;
    }
    const NetworkKind& kind = kind_of(network);
    if (kind.takes_input_width()) {
        const int input = width_of_layer(experiment.network, 0);
        const double factor = double(size) / width_of_layer(experiment.network, 1);
        network.input_width = input == size ? std::nullopt : std::optional(input);
        for (int& width : network.widths)
            width = std::max(1, int(std::lround(width * factor)));
    }
    network.width = size;
    if (kind.fitted)
        network = kind.fitted(network, experiment.network);
    return e;
}

SizedExperiment::SizedExperiment(const Experiment& base, const Parametrization& by, int size, bool depth)
    : experiment(resized(base, size, depth)), scaled(scaled_network(by, base.network, experiment.network,
                                                  find_optimizer(base.train->optimizer.name)->adaptive)),
      plan(plan_of(scaled.network))
{
}

}   // namespace stepzero
