// SPDX-License-Identifier: GPL-3.0-or-later
// Formats numbers, layers and schemes in the sentences of findings, independent of the locale.
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

struct NetworkKind;
struct WrongScale;

/// Returns e^ln, also beyond the range of double: "1.3e-400", and "off the scale" for extreme values.
std::string exp_text(double ln);
std::string percent_text(double share);   ///< "37%"
/// Returns the label of a parameter's role: "query".
Text role_text(const NetworkKind& kind, const ParameterPlan& plan);
/// Returns "layer 3", "layers 3–10", "block 1".
Text span_text(const Network& network, int first, int last);
/// Returns the RMS of a norm's scale, and the block that it belongs to if blocks differ: "0.1 in block 3".
Text rms_text(const Network& network, const WrongScale& wrong);

/// Returns the standard deviation of the weights of a layer.
double weight_std(const LayerPlan& layer);
/// Returns the name of the person after whom a scheme is named, "He", or its label.
Text scheme_text(const Initializer& initializer);

}   // namespace stepzero
