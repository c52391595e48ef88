// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of the weights of a layer, or of other sampled numbers, next to the theoretical distribution that
// they were sampled from.
#pragma once

#include "core/base/run/context.h"
#include "core/math/statistics/distribution.h"
#include "core/network/init/base.h"
#include "core/network/init/noise_cache.h"

namespace stepzero {

struct Study;   // core/study/study.h

struct WeightView {
    int layer = 1;
    Distribution sample;
    Law law;   ///< the theoretical distribution
    Curve density;   ///< density of `law` over the range of the histogram; empty when it consists of atoms only
    Curve estimate;   ///< kernel density estimate of the sample; empty for a single value
};

/// Returns the view of sampled numbers of a layer. A sample of count 0 gives the theoretical distribution alone. Pure.
WeightView weight_view(int layer, Law law, const Distribution& sample);

/// Returns the view of a study's chosen matrix; in Stage::theory, without a sample. Throws Stopped.
WeightView weight_view(const Study& study, NoiseCache& noise, const Context& context);

}   // namespace stepzero
