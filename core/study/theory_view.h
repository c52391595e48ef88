// SPDX-License-Identifier: GPL-3.0-or-later
// Adds to a study the theory that its figures show: predictions for every layer, the theory of the chosen layer, and
// the theoretical distributions of singular values.
#pragma once

#include "core/study/study.h"
#include "core/study/theory_cache.h"

namespace stepzero {

/// Adds the prediction for `extent` samples and tokens, the theory of the chosen layer if the prediction covers it, and
/// the gains of its activation at the variance q > 0. `last` is reused if its key is equal. `whole_map`: computes the
/// whole phase diagram; otherwise takes a cached one or a coarse one. Throws Stopped.
void add_theory(Study& study, const TheoryPart& last, Extent extent, bool whole_map, double q, TheoryCache& cache,
    const Context& context);

/// Returns the theoretical distributions of the spectra that the study has; in Stage::theory, of all spectra that the
/// experiment requests. Reuses `last` where nothing relevant changed: for another layer, the distribution of the
/// network's Jacobian. Throws Stopped.
LawsPart spectrum_laws(const Study& study, const LawsPart& last, const Context& context);

}   // namespace stepzero
