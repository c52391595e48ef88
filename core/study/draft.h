// SPDX-License-Identifier: GPL-3.0-or-later
// A study under construction. It begins with the parts of the last study whose keys are equal. The missing parts are
// then added, in the order in which they depend on each other.
#pragma once

#include <chrono>
#include <optional>

#include "core/study/make_study.h"

namespace stepzero {

class Draft {
public:
    /// Plans the network and chooses the layer and its matrix. The arguments must outlive the draft. Throws BadInput.
    Draft(const StudyRequest& request, Stage stage, StudyCaches& caches, const Context& context);
    /// Begins with a study of step 0. The parts that are added describe the network after a kept training step.
    Draft(const KeptStep& kept, const StudyPtr& start, const StudyRequest& request, StudyCaches& caches,
        const Context& context);

    Study study;
    const Study& last() const { return last_; }   ///< the last study; without parts when there is none
    bool is_deep() const;   ///< more than 500 blocks: theory and diagnosis take noticeable time

    // Each function adds a part if it is awaited, and throws what simulate() throws.
    void add_measurement(std::optional<Extent> extent);   ///< absent: all samples and replicas
    void add_weights();   ///< entries and the memory of a scan; in Stage::theory only their theoretical distributions
    void add_theory(Extent extent, bool whole_map);
    void add_laws();
    void add_comparison();
    void add_layer_spectra();
    void add_jacobian();
    void add_findings();
    void add_training();

    /// Calls StudyRequest::interim, if there is one, with the parts that exist so far.
    void show();
    StudyPtr finish();

private:
    void take_known_parts();
    void merge_findings();
    void judge();
    StudyPtr shown(Study so_far) const;

    const StudyRequest& request_;
    const Study& last_;
    StudyCaches& caches_;
    const Context& context_;
    std::chrono::steady_clock::time_point start_;
};

}   // namespace stepzero
