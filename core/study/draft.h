// SPDX-License-Identifier: GPL-3.0-or-later
// A study in the making. It begins with what the last study has from equal keys; the parts that it lacks are added in
// the order in which they depend on each other.
#pragma once

#include <chrono>
#include <optional>

#include "core/study/make_study.h"

namespace stepzero {

class Draft {
public:
    /// Plans the network and chooses the layer and its matrix. The arguments must outlive the draft. Throws BadInput.
    Draft(const StudyRequest& request, Stage stage, StudyCaches& caches, const Context& context);
    /// Begins with a study of step 0. What is added is that of the network after a kept step.
    Draft(const KeptStep& kept, const StudyPtr& start, const StudyRequest& request, StudyCaches& caches,
        const Context& context);

    Study study;
    const Study& last() const { return last_; }   ///< without parts if there is none
    bool is_deep() const;   ///< what is not measured takes long enough to be waited for

    // Each adds a part if it is awaited, and throws what simulate() throws.
    void add_measurement(std::optional<Extent> extent);   ///< absent: of all samples and replicas
    void add_weights();   ///< what is drawn, with the memory of a scan; before a measurement, their laws alone
    void add_theory(Extent extent, bool whole_map);
    void add_laws();
    void add_comparison();
    void add_layer_spectra();
    void add_jacobian();
    void add_findings();
    void add_training();

    /// Calls the request's interim, if there is one, with what is there so far.
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
