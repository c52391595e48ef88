// SPDX-License-Identifier: GPL-3.0-or-later
// The theory that a study's figures show: predictions by layer, the theory of the chosen layer, and laws of spectra.
#pragma once

#include "core/study/study.h"
#include "core/study/theory_cache.h"

namespace stepzero {

/// Adds the prediction for so much input, and the theory of the chosen layer if that covers it. `last`: the theory that
/// is taken over if its key is equal. `whole_map`: with the whole phase diagram, not only what is there at once. Throws
/// Stopped.
void add_theory(
    Study& study, const TheoryPart& last, Extent extent, bool whole_map, TheoryCache& cache, const Context& context);

/// The laws of those spectra that the study has; of theory alone, of those that are asked for. Takes over from `last`
/// those that depend on the same: of another layer, that of the network's Jacobian. Throws Stopped.
LawsPart spectrum_laws(const Study& study, const LawsPart& last, const Context& context);

}   // namespace stepzero
