// SPDX-License-Identifier: GPL-3.0-or-later
// The spectra of a study: of its chosen matrix with the Jacobian of a plain layer, and of the whole network's Jacobian.
#pragma once

#include "core/network/init/noise_cache.h"
#include "core/study/study.h"

namespace stepzero {

/// What the last study knows of the spectra of this one's matrix. Those of the same noise at another scale will do
/// where they would be long in coming: in a preview, and in a full study without the Jacobian of a layer.
SpectraPart known_layer_spectra(const Study& study, const SpectraPart& last);
JacobianPart known_jacobian(const Study& study, const JacobianPart& last);

/// Compute what is awaited. Throw Stopped.
void complete_layer_spectra(Study& study, NoiseCache& noise, const Context& context);
void complete_jacobian(Study& study, NoiseCache& noise, const Context& context);

}   // namespace stepzero
