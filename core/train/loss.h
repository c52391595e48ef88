// SPDX-License-Identifier: GPL-3.0-or-later
// What a network of no softmax of its own is trained to make small: as PyTorch's functions of these names, means.
#pragma once

#include <string>
#include <vector>

#include "core/modules/signal.h"

namespace stepzero {

enum class LossKind {
    mean_squared_error,   ///< mean over samples and outputs of (y − t)²
    cross_entropy,   ///< mean over samples of −ln softmax(y)[class], nats
};

/// The words that Training::loss may be: "task", "mean_squared_error", "cross_entropy".
const std::vector<std::string>& losses();
/// Of a word, for a task that asks for classes or not.
LossKind loss_kind(const std::string& word, bool classes);

struct LossValue {
    double loss = 0;   ///< may be infinite or NaN
    double right = 0;   ///< share of samples whose largest output is that of the largest wanted value
    Signal gradient;   ///< of the loss, at the outputs
};

/// For outputs and what is wanted there, both [outputs, samples]; of classes, 1 at the class. Throws Stopped.
LossValue loss_of(
    LossKind kind, const Signal& outputs, const Eigen::Ref<const Tensor>& wanted, const PassContext& context);

}   // namespace stepzero
