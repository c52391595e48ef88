// SPDX-License-Identifier: GPL-3.0-or-later
// The file format of a parametrization, "stepzero-parametrization" version 1, in JSON:
//
//     {"format": "stepzero-parametrization", "version": 1, "name": "mup", "label": "μP", "source": "…",
//      "hidden": {"initial": {"width": -0.5}, "multiplier": {}, "sgd_rate": {}, "adam_rate": {"width": -1}},
//      "input": …, "output": …, "vector": …, "branch": {"depth": -1}, "attention": {"width": -0.5}}
//
// Powers that are not named are 0. A rule without "initial" leaves σ to the scheme.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/base/words/problem.h"
#include "core/train/parametrization.h"

namespace stepzero {

std::variant<Parametrization, std::vector<Problem>> parse_parametrization(std::string_view text);

}   // namespace stepzero
