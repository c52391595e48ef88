// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of small residual networks and transformers for tests of figures: simulated, with their theory.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "core/base/words/problem.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/study/make_study.h"

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
    const NetworkKind& kind = *find_kind(s.kind);
    Experiment e;
    e.network = kind.network;
    e.input = kind.input;
    e.network.depth = s.depth;
    e.network.width = s.width;
    if (kind.takes_tokens)
        for (const auto& [name, value] : {std::pair("heads", 4.0), {"vocabulary", 64.0}, {"context", 64.0}})
            e.network.options[name] = value;
    for (const auto& [name, value] : s.options)
        e.network.options[name] = value;
    e.network.roles = s.roles;
    if (!s.activation.empty())
        e.network.activation = {s.activation, {}};
    if (s.weight_std > 0)
        e.network.weight = {"normal", {{"mean", 0.0}, {"std", s.weight_std}}};
    e.input.samples = s.samples;
    e.input.tokens = s.tokens;
    e.measure.gradient = s.gradient;
    e.measure.weight_spectra = s.spectra;
    e.replicas = s.replicas;
    e = with_completed_parameters(e);
    if (const auto problems = validate(e); !problems.empty())
        throw std::invalid_argument(problems.front().path + " " + problems.front().message.english());
    return e;
}

/// Returns the result of full_study(), mutable for tests that remove parts.
inline std::shared_ptr<Study> blockStudy(const BlockSample& s = {})
{
    StudyCaches caches(64 << 20);
    const StudyRequest request {blockExperiment(s), s.generation, s.focus, nullptr, {}};
    return std::make_shared<Study>(*full_study(request, caches, Context()));
}

}   // namespace stepzero
