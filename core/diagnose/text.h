// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and layers in sentences. Nothing here depends on the locale.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/words/arrow_text.h"
#include "core/base/words/shown_text.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/scheme.h"

namespace stepzero {

/// e^ln, beyond the range of double too: "1.3e-400", and "off the scale" where no number says it.
std::string exp_text(double ln);
std::string percent_text(double share);   ///< "37%"
/// The role of a parameter as files name it, "mlp_out", translated where the word is a label too.
inline Text role_text(const ParameterPlan& plan) { return Text::whole(plan.role); }
/// "layer 3", "layers 3–10", "block 1".
Text span_text(const Network& network, int first, int last);

/// Standard deviation of the weights of a layer.
double weight_std(const LayerPlan& layer);
/// The person a scheme is named after, "He", or its label.
Text scheme_text(const Initializer& initializer);

}   // namespace stepzero
