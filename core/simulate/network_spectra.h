// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values that belong to an experiment, each at the first sample of a replica: of one layer's weights, of its
// Jacobian diag(φ'(z_l)) W_l, and of the input-output Jacobian ∂x_L/∂x_0. The underlying forward pass runs in float64.
#pragma once

#include <vector>

#include "core/base/run/context.h"
#include "core/modules/spectrum/convolution_spectrum.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/init/noise_cache.h"
#include "core/network/init/parameter.h"
#include "core/network/plan.h"

namespace stepzero {

struct LayerSpectra {
    int layer = 1;
    std::vector<double> weight;   ///< largest first
    OperatorSpectrum whole {};   ///< spectrum of a convolution as a map of whole samples; otherwise without values
    LogSpectrum jacobian {};   ///< empty in a preview, where it is not computed yet, and without has_jacobian()
};

/// Returns whether the singular values of the Jacobian of a layer, or of the whole network, are available. For
/// convolutions the matrix has a row and a column for every unit at every position; beyond 2048 it takes too long.
bool has_jacobian(const NetworkPlan& plan, int layer);
bool has_jacobian(const NetworkPlan& plan);

/// Returns the spectra of one matrix, without the Jacobian. Throws Stopped.
LayerSpectra matrix_spectra(const ParameterPlan& matrix, const ParameterSource& parameters, const Context& context);

LayerSpectra layer_spectra(
    const Experiment& experiment, const NetworkPlan& plan, int layer, NoiseCache& cache, const Context& context);
LogSpectrum jacobian_spectrum(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context, int replica = 0);

}   // namespace stepzero
