// SPDX-License-Identifier: GPL-3.0-or-later
// Training losses for networks without their own softmax. They are means, like PyTorch's functions of the same names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/modules/signal.h"

namespace stepzero {

enum class LossKind {
    mean_squared_error,   ///< mean over samples and outputs of (y − t)²
    cross_entropy,   ///< mean over samples of −ln softmax(y)[class], nats
};

/// Returns the words that Training::loss may have: "task", "mean_squared_error", "cross_entropy".
const std::vector<std::string>& losses();
/// Returns the loss for a word; absent for "task", which depends on whether the task has classes.
std::optional<LossKind> fixed_loss(const std::string& word);
LossKind loss_kind(const std::string& word, bool classes);

struct LossValue {
    double loss = 0;   ///< may be infinite or NaN
    double right = 0;   ///< fraction of samples whose largest output is at the largest target value
    Signal gradient;   ///< gradient of the loss at the outputs
};

/// Returns the loss for outputs and targets, both [outputs, samples]; for classes, the target is 1 at the class. Throws
/// Stopped.
LossValue loss_of(
    LossKind kind, const Signal& outputs, const Eigen::Ref<const Tensor>& wanted, const PassContext& context);

}   // namespace stepzero
