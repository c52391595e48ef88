// SPDX-License-Identifier: GPL-3.0-or-later
// The spectra of a study: the singular values of its chosen matrix, of the Jacobian of a plain layer, and of the whole
// network's Jacobian. They are expensive, so a study reuses those of the last study where it can.
#pragma once

#include "core/network/init/noise_cache.h"
#include "core/study/study.h"

namespace stepzero {

/// Returns the last study's spectra if they apply to this study's matrix, else an absent part. A preview rescales
/// spectra of the same random numbers at another scale when new ones would be slow. A full study does so when the
/// network's blocks are not plain layers.
SpectraPart known_layer_spectra(const Study& study, const SpectraPart& last);
JacobianPart known_jacobian(const Study& study, const JacobianPart& last);

/// Compute the spectra if they are awaited. Throw Stopped.
void complete_layer_spectra(Study& study, NoiseCache& noise, const Context& context);
void complete_jacobian(Study& study, NoiseCache& noise, const Context& context);

}   // namespace stepzero
