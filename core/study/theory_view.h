// SPDX-License-Identifier: GPL-3.0-or-later
// The theory that a study's figures show beside the predictions by layer.
#pragma once

#include "core/study/study.h"
#include "core/study/theory_cache.h"

namespace stepzero {

/// Of the study's chosen layer; null where the prediction does not cover it. `whole`: with the whole phase
/// diagram, not only what is there at once. Throws Stopped.
std::shared_ptr<const TheoryView> theory_view(
    const Study& study, TheoryCache& cache, bool whole, const Context& context);

/// The laws of those spectra that the study has; of theory alone, of those that are asked for. Takes over from `last`
/// (may be null) what is of the same numbers. Throws Stopped.
std::shared_ptr<const SpectrumLaws> spectrum_laws(const Study& study, const Study* last, const Context& context);

}   // namespace stepzero
