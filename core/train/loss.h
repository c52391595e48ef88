// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of training losses for networks without their own softmax. To add one, define its function in a file in
// losses/ and add its name here, in menu order.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/modules/signal.h"

#define STEPZERO_LOSSES(loss) loss(mean_squared_error) loss(cross_entropy) loss(binary_cross_entropy) loss(focal)

namespace stepzero {

struct LossInfo {
    std::string name;   ///< as in files
    Text label;   ///< display name: "mean squared error"
    Text axis;   ///< display name with its unit: "cross-entropy, nats"
    bool classes = false;   ///< needs a task with classes; the target is 1 at the class and 0 elsewhere
    bool softmax = false;   ///< the loss of networks that end in a softmax
    bool over_outputs = false;   ///< a mean over samples and outputs; otherwise a mean over samples of the sum
    /// Returns share·(the loss of one sample) for its outputs y and targets t, and its gradient at y.
    double (*sample)(const Eigen::ArrayXd& y, const Eigen::ArrayXd& t, double share, Eigen::ArrayXd& gradient);
    /// Returns the loss' second derivative for one sample times a change of y, without share.
    Eigen::ArrayXd (*curvature)(const Eigen::ArrayXd& y, const Eigen::ArrayXd& t, const Eigen::ArrayXd& change);
    /// Returns the loss of one output that is constant at the logit y, for a target that is 1 with this frequency.
    /// Null: the outputs are not independent decisions.
    double (*constant)(double y, double frequency) = nullptr;
};

/// Returns all losses in the order of the menus.
const std::vector<LossInfo>& losses();
/// Returns the loss for a word of Training::loss; nullptr for "task", which depends on whether the task has classes,
/// and for unknown words.
const LossInfo* fixed_loss(std::string_view word);
const LossInfo& loss_named(std::string_view word, bool classes);

struct LossValue {
    double loss = 0;   ///< may be infinite or NaN
    double right = 0;   ///< fraction of samples whose largest output is at the largest target value
    Signal gradient;   ///< gradient of the loss at the outputs
};

/// Returns the loss for outputs and targets, both [outputs, samples]; for classes, the target is 1 at the class. Throws
/// Stopped.
LossValue loss_of(
    const LossInfo& loss, const Signal& outputs, const Eigen::Ref<const Tensor>& wanted, const PassContext& context);

/// Returns the factor of each sample in the mean: 1/samples, or 1/(samples·outputs).
double loss_share(const LossInfo& loss, Eigen::Index outputs, Eigen::Index samples);

/// Each loss is defined in its own file.
#define STEPZERO_DECLARE(name) LossInfo loss_##name();
STEPZERO_LOSSES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
