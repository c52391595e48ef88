// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor of every layer beside the formats that networks are trained in: how large its entries are, and which
// layers a format loses something of.
#pragma once

#include <optional>
#include <vector>

#include "core/diagnose/float_range.h"

namespace stepzero {

/// Layers from the first to the last; null, or without entries, where nothing is known. In log2, NaN where there is
/// nothing to say. Refers to the distributions, which must outlive it.
struct FloatTensor {
    std::vector<const Distribution*> layers;
    double shift = 0;   ///< log2 of what the entries are multiplied by, the loss scale
    /// From the `low_level` quantile of |x| to the largest, shifted; from the RMS where entries were not counted.
    std::vector<double> low, rms, high;
};

inline constexpr double float_low_level = 0.05;

/// Whether a layer has entries, and whether they were counted in a histogram.
bool is_known(const Distribution* distribution);
bool is_counted(const Distribution* distribution);

FloatTensor float_tensor(std::vector<const Distribution*> layers, double shift = 0);

/// log2 of the largest power of two that keeps the largest entry of all layers within a format. Absent where no layer
/// has a largest entry that is finite and not 0.
std::optional<double> loss_shift(const std::vector<const Distribution*>& layers, const FloatRange& range);

/// What a format loses of a layer: its largest entries, or more than a few of its smallest
/// (core/diagnose/thresholds.h).
struct FloatLoss {
    bool over = false, under = false;
    bool operator==(const FloatLoss&) const = default;
};

/// One entry a layer; neither where nothing is known.
std::vector<FloatLoss> float_losses(const FloatTensor& tensor, FloatFormat format);
/// The layers that are beyond a format. Behind a signal that was lost nothing is known, but it is not within the format
/// again.
std::vector<bool> layers_over(const FloatTensor& tensor, const std::vector<FloatLoss>& losses);
/// The layers in which any of the tensors loses something, and those behind a signal that was lost there.
std::vector<bool> layers_left(const std::vector<FloatTensor>& tensors, FloatFormat format);

}   // namespace stepzero
