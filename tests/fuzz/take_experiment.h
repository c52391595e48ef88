// SPDX-License-Identifier: GPL-3.0-or-later
// Parses an experiment of JSON. If it is accepted, it is valid, and is written so that it is read back identically.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/files/experiment_json.h"
#include "core/files/validate.h"
#include "tests/fuzz/promise.h"

namespace stepzero::fuzz {

inline void take_experiment(std::string_view bytes)
{
    const auto parsed = parse_experiment(bytes);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed)) {
        promise(!problems->empty());
        for (const Problem& problem : *problems)
            promise(!problem.message.empty() && problem.message.english().size() < 1000);
        return;
    }
    const Experiment& experiment = std::get<Experiment>(parsed);
    promise(validate(experiment).empty());
    promise(int(expand(experiment.network).size()) == depth(experiment.network));
    const auto again = parse_experiment(format_experiment(experiment));
    promise(std::holds_alternative<Experiment>(again) && std::get<Experiment>(again) == experiment);
}

}   // namespace stepzero::fuzz
