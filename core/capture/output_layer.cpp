// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/output_layer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/capture/capture_thresholds.h"

namespace stepzero {

const CapturedModule* output_layer(const Capture& capture)
{
    if (!capture.loss || !capture.loss->classes)
        return nullptr;
    const std::uint64_t classes = *capture.loss->classes;
    for (auto one = capture.modules.rbegin(); one != capture.modules.rend(); ++one) {
        if (!one->output || !one->is_linear())
            continue;
        const std::vector<std::uint64_t>& shape = one->output->shape;
        const bool last = !shape.empty() && shape.back() == classes;
        if (last || (shape.size() > 2 && shape[1] == classes))
            return &*one;
    }
    return nullptr;
}

std::optional<double> uniform_loss(const CapturedLoss& loss)
{
    if (loss.kind == CapturedLossKind::cross_entropy && loss.classes && *loss.classes > 1)
        return std::log(double(*loss.classes));
    if (loss.kind == CapturedLossKind::binary_cross_entropy)
        return std::numbers::ln2;
    return {};
}

double notable_loss_offset(const Capture& capture)
{
    if (!capture.loss || !capture.loss->value || !uniform_loss(*capture.loss))
        return 0;
    // The standard error of the mean over random targets is the standard deviation of a logit over √targets. A usual
    // one is at most 1.
    const CapturedModule* output = output_layer(capture);
    const double spread = std::min(output ? output->output->std.value_or(1) : 1, 1.0);
    const double targets
        = output ? double(output->output->count) / double(*capture.loss->classes) : double(capture.batch);
    const double usual = capture_limits::loss + thresholds::luck * spread / std::sqrt(std::max(targets, 1.0));
    const double offset = *capture.loss->value - *uniform_loss(*capture.loss);
    return std::abs(offset) > usual ? offset : 0;
}

bool has_sharp_logits(const Capture& capture)
{
    const CapturedModule* output = output_layer(capture);
    if (!output || !output->output->std)
        return false;
    // Softmax over n classes freezes at a variance of 2 ln n (Derrida 1981). Trained models are that sure, and right.
    const double spread = *output->output->std;
    const bool frozen = spread * spread > 2 * std::log(double(*capture.loss->classes));
    return spread > capture_limits::sharp_logits || (frozen && notable_loss_offset(capture) > 0);
}

}   // namespace stepzero
