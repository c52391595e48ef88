// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of networks that scan their tokens.
#include "core/kinds/comparisons/groups.h"

#include <tuple>

#include "core/base/words/words.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// Compares the sources of memory: rates and time steps initialized as in Mamba, and with each of them zero.
std::vector<Variant> time_constants(const Experiment& e)
{
    const Initializer drawn_rates {"s4d_real", {}}, drawn_steps {"softplus_log_uniform", {}}, zeros {"zeros", {}};
    std::vector<Variant> all;
    for (const auto& [label, rates, steps] :
        {std::tuple(tr("S4D-real, Δ sampled"), drawn_rates, drawn_steps), {tr("A = −1, Δ sampled"), zeros, drawn_steps},
            {Text::name("S4D-real, Δ = 0.69"), drawn_rates, zeros}, {Text::name("A = −1, Δ = 0.69"), zeros, zeros}}) {
        Variant v {label, e};
        v.experiment.network.roles["A_log"] = completed(rates);
        v.experiment.network.roles["dt_bias"] = completed(steps);
        all.push_back(std::move(v));
    }
    return all;
}

}   // namespace

std::vector<ComparisonKind> scan_comparisons()
{
    return {
        {"time_constants", tr("A_log and dt_bias initialized and zero"),
            tr("signal and gradient hardly differ; the scan remembers up to 1000 tokens or about one"), nullptr,
            time_constants, "memory"},
    };
}

}   // namespace stepzero
