// SPDX-License-Identifier: GPL-3.0-or-later
// From an Experiment to a Study.
#pragma once

#include <functional>

#include "core/study/caches.h"
#include "core/study/study.h"

namespace stepzero {

/// What a next study is to be, with the last one (the preview of the same, or an earlier one), whose results it takes
/// over where nothing that they depend on has changed.
struct StudyRequest {
    Experiment experiment;
    std::uint64_t generation = 0;
    int layer = 1;   ///< the chosen layer; clamped to the network's depth
    StudyPtr previous;   ///< may be null
    /// Called by full_study() with what is there before long spectra are begun (stage: preview). May be empty.
    std::function<void(const StudyPtr&)> interim;
};

/// Whether two experiments have the same results: they may differ in their title.
bool same_numbers(Experiment a, const Experiment& b);

/// A look at the experiment within milliseconds: on few samples, with those spectra that come for free.
StudyPtr preview_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// All that the experiment asks for. Throws what simulate() throws.
StudyPtr full_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

}   // namespace stepzero
