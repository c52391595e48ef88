// SPDX-License-Identifier: GPL-3.0-or-later
// Training in a low-precision format loses entries that are too large or too small for it. A FloatTensor holds the
// sizes of one tensor's entries in every layer; the functions below find the layers in which a format loses something.
#pragma once

#include <optional>
#include <vector>

#include "core/diagnose/float_range.h"

namespace stepzero {

/// Sizes of the entries in each layer, from the first layer to the last. All sizes are log2, NaN where unknown. Refers
/// to the distributions, which must outlive it.
struct FloatTensor {
    std::vector<const Distribution*> layers;   ///< null, or without entries, where nothing is known
    double shift = 0;   ///< log2 of the loss scale that multiplies the entries
    /// Shifted sizes: the float_low_level quantile of |x| (the RMS without a histogram), the RMS, and the largest |x|.
    std::vector<double> low, rms, high;
};

inline constexpr double float_low_level = 0.05;   ///< quantile of |x| that stands for the small entries

/// is_known() returns whether a layer has entries, is_counted() whether they also have a histogram.
bool is_known(const Distribution* distribution);
bool is_counted(const Distribution* distribution);

FloatTensor float_tensor(std::vector<const Distribution*> layers, double shift = 0);

/// Returns log2 of the largest loss scale, a power of two, that keeps the entries of all layers within a format. Absent
/// when no layer has a largest entry that is finite and not 0.
std::optional<double> loss_shift(const std::vector<const Distribution*>& layers, const FloatRange& range);

/// The entries of a layer that a format loses. `over`: its largest entries overflow. `under`: more than a few of its
/// smallest underflow (core/diagnose/thresholds.h).
struct FloatLoss {
    bool over = false, under = false;
    bool operator==(const FloatLoss&) const = default;
};

/// Returns one entry per layer. Nothing counts as lost in a layer of which nothing is known.
std::vector<FloatLoss> float_losses(const FloatTensor& tensor, FloatFormat format);
/// Marks the layers that overflow a format, and the unknown layers directly after them: once the signal has overflowed,
/// it does not return into the format.
std::vector<bool> layers_over(const FloatTensor& tensor, const std::vector<FloatLoss>& losses);
/// Marks the layers in which any of the tensors loses something, and the unknown layers directly after them.
std::vector<bool> layers_left(const std::vector<FloatTensor>& tensors, FloatFormat format);

}   // namespace stepzero
