// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of small residual networks and transformers for tests of figures: simulated, with their theory.
#pragma once

#include <memory>
#include <string>

#include "core/study/make_study.h"
#include "tests/networks.h"

namespace stepzero {

struct BlockSample {
    std::string kind = "transformer";
    int depth = 4, width = 32;
    Parameters options {};   ///< options that differ from the kind's defaults; "heads", "vocabulary" and "context" are
                             ///< small
    std::map<std::string, Initializer, std::less<>> roles {};
    std::string activation {};   ///< empty: the kind's default
    double weight_std = 0;   ///< above 0: every matrix is normal with this standard deviation
    int samples = 4, tokens = 16;
    bool gradient = true, spectra = false;
    int replicas = 1;
    Focus focus {};
    std::uint64_t generation = 1;
};

inline Experiment blockExperiment(const BlockSample& s = {})
{
    Parameters options = s.options;
    if (find_kind(s.kind)->takes_tokens)
        options.insert({{"heads", 4.0}, {"vocabulary", 64.0}, {"context", 64.0}});
    Experiment e = networks::of_kind(s.kind, s.depth, s.width, options, s.samples);
    e.network.roles = s.roles;
    if (!s.activation.empty())
        e.network.activation = {s.activation, {}};
    if (s.weight_std > 0)
        e.network.weight = {"normal", {{"mean", 0.0}, {"std", s.weight_std}}};
    e.input.tokens = s.tokens;
    e.measure.gradient = s.gradient;
    e.measure.weight_spectra = s.spectra;
    e.replicas = s.replicas;
    return networks::valid(with_completed_parameters(e));
}

/// Returns the result of full_study(), mutable for tests that remove parts.
inline std::shared_ptr<Study> blockStudy(const BlockSample& s = {})
{
    StudyCaches caches(64 << 20);
    const StudyRequest request {blockExperiment(s), s.generation, s.focus, nullptr, {}};
    return std::make_shared<Study>(*full_study(request, caches, Context()));
}

}   // namespace stepzero
