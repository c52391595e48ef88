// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a layer, or other drawn numbers, and their law.
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
    Law law;
    Curve density;   ///< the law's, over the range of the histogram; empty for a law of atoms only
    Curve estimate;   ///< kernel density estimate; empty for a single value
};

/// The view of drawn numbers of a layer. Pure; takes their distribution, of count 0 for the law alone.
WeightView weight_view(int layer, Law law, const Distribution& sample);

/// The view of a study's chosen matrix; of theory alone, that of its law. Throws Stopped.
WeightView weight_view(const Study& study, NoiseCache& noise, const Context& context);

}   // namespace stepzero
