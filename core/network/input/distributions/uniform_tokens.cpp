// SPDX-License-Identifier: GPL-3.0-or-later
// Every token of the vocabulary is equally likely.
#include <algorithm>

#include "core/network/input/distributions.h"

namespace stepzero {

const TokenDistribution& uniform_tokens_distribution()
{
    static const TokenDistribution uniform {.name = "uniform_tokens",
        .label = tr("uniform"),
        .draw = [](int vocabulary) -> std::function<int(double)> {
            return [vocabulary](double u) { return std::clamp(int(u * vocabulary), 0, vocabulary - 1); };
        },
        .repeat_chance = [](int vocabulary) { return 1.0 / vocabulary; },
        .frequencies = [](int vocabulary) { return std::vector<double>(std::size_t(vocabulary), 1.0 / vocabulary); },
        .log_frequencies = {"zeros", {}},
        .python = [](const std::string& shape) -> PythonLines {
            return {"return rng.integers(VOCABULARY, size=" + shape + ")"};
        }};
    return uniform;
}

}   // namespace stepzero
