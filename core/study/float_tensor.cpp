// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/float_tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/diagnose/thresholds.h"
#include "core/math/statistics/magnitude.h"

namespace stepzero {

namespace {

FloatLoss loss_of(const Distribution* d, FloatFormat format, double shift)
{
    if (!is_known(d))
        return {};
    const double limit = format >= FloatFormat::e5m2 ? thresholds::underflow_fp8 : thresholds::underflow;
    const FloatRange& range = float_range(format);
    return {overflows(*d, range, shift), underflow_share(*d, range, shift) > limit};
}

}   // namespace

bool is_known(const Distribution* d) { return d && d->count > 0; }

bool is_counted(const Distribution* d) { return is_known(d) && !d->histogram.counts.empty(); }

FloatTensor float_tensor(std::vector<const Distribution*> layers, double shift)
{
    FloatTensor tensor {std::move(layers), shift, {}, {}, {}};
    const auto shifted = [shift](double y) { return std::isfinite(y) ? y + shift : nan; };
    for (const Distribution* d : tensor.layers) {
        const double rms = is_known(d) ? shifted(log2_rms(*d)) : nan;
        tensor.rms.push_back(rms);
        tensor.low.push_back(is_counted(d) ? shifted(log2_magnitude_quantile(*d, float_low_level)) : rms);
        tensor.high.push_back(is_known(d) ? shifted(log2_largest(*d)) : nan);
    }
    return tensor;
}

std::optional<double> loss_shift(const std::vector<const Distribution*>& layers, const FloatRange& range)
{
    double largest = -std::numeric_limits<double>::infinity();
    for (const Distribution* d : layers)
        if (is_known(d) && std::isfinite(log2_largest(*d)))
            largest = std::max(largest, log2_largest(*d));
    if (!std::isfinite(largest))
        return std::nullopt;
    return std::floor(std::log2(range.largest) - largest);
}

std::vector<FloatLoss> float_losses(const FloatTensor& tensor, FloatFormat format)
{
    std::vector<FloatLoss> losses;
    for (const Distribution* d : tensor.layers)
        losses.push_back(loss_of(d, format, tensor.shift));
    return losses;
}

std::vector<bool> layers_over(const FloatTensor& tensor, const std::vector<FloatLoss>& losses)
{
    std::vector<bool> over(losses.size());
    for (std::size_t l = 0; l < losses.size(); ++l)
        over[l] = losses[l].over || (!is_known(tensor.layers[l]) && l > 0 && over[l - 1]);
    return over;
}

std::vector<bool> layers_left(const std::vector<FloatTensor>& tensors, FloatFormat format)
{
    std::vector<bool> left;
    for (const FloatTensor& tensor : tensors) {
        const std::vector<FloatLoss> losses = float_losses(tensor, format);
        left.resize(std::max(left.size(), losses.size()));
        for (std::size_t l = 0; l < losses.size(); ++l)
            left[l]
                = left[l] || losses[l].over || losses[l].under || (!is_known(tensor.layers[l]) && l > 0 && left[l - 1]);
    }
    return left;
}

}   // namespace stepzero
