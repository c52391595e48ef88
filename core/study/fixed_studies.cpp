// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/fixed_studies.h"

#include <algorithm>

#include "core/diagnose/finding.h"

namespace stepzero {

std::vector<FixedStudy> fixed_studies(const Study& study, std::size_t most, StudyCaches& caches, const Context& context)
{
    std::vector<FixedStudy> fixed;
    if (!study.findings)
        return fixed;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < study.findings->size() && chosen.size() < most; ++i)
        if (!(*study.findings)[i].fixes.empty())
            chosen.push_back(i);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Context part = context.part(double(i) / double(chosen.size()), 1 / double(chosen.size()));
        const Fix& fix = (*study.findings)[chosen[i]].fixes.front();
        Experiment experiment = fix.experiment(caches.noise, part);
        experiment.measure.jacobian = experiment.measure.weight_spectra = false;
        const auto same = std::find_if(fixed.begin(), fixed.end(),
            [&](const FixedStudy& other) { return same_numbers(other.study->experiment, experiment); });
        if (same != fixed.end()) {
            fixed.push_back({chosen[i], 0, same->study});
            continue;
        }
        fixed.push_back({chosen[i], 0, full_study({experiment, study.generation, {study.layer}}, caches, part)});
    }
    return fixed;
}

}   // namespace stepzero
