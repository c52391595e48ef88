// SPDX-License-Identifier: GPL-3.0-or-later
// The limits beyond which a number of a capture becomes a finding. They are those of core/diagnose/thresholds.h where
// the same number is judged. Captures are of any architecture, without a theory to compare with, and often of trained
// weights. So limits differ where healthy models of some kind would otherwise have findings; the reason is given.
#pragma once

#include "core/diagnose/thresholds.h"

namespace stepzero::capture_limits {

/// ln of the RMS of outputs of one kind, last block or layer against first. Up to e^3, Stepzero's own networks have
/// only a note, and layers of any architecture differ by less, so there is no finding.
inline constexpr double signal_drift = thresholds::mild_drift;
inline const double grave_signal_drift = thresholds::grave_drift;
/// The same for norms of gradients, first against last. Norms, because smaller images have fewer and larger entries.
inline constexpr double gradient_drift = thresholds::mild_gradient_drift;
inline const double grave_gradient_drift = thresholds::grave_gradient_drift;
/// Blocks or layers that are needed to see a trend.
inline constexpr int least_points = 3;
/// Fraction of the limit that must remain of a drift without its largest step. Heads of policies are initialized a
/// hundred times smaller than the layers before them (Engstrom et al. 2020), which is not a trend.
inline constexpr double drift_without_jump = 0.5;
/// Fraction of the series (one per role in blocks) that must drift. A single role, such as a scale that depends
/// on depth by design (Touvron et al. 2021: LayerScale), is not a trend of the network.
inline constexpr double drifting_series = 0.5;

/// Fraction of units that are 0 for the whole batch, as thresholds::dead, with thresholds::dead_sigmas binomial
/// standard deviations for a batch whose samples have become similar, or that is a single sample.
inline constexpr double dead = thresholds::dead;
/// Entries per unit below which a batch is too small to tell dead units from inactive ones, in trained networks.
inline constexpr double least_samples = 16;
/// Units of a layer that is too narrow for this test, but is 0 throughout: at half a chance each, 21 are so at
/// thresholds::chance_of_death. With many samples, whose outputs are then equal too, 8 are enough.
inline constexpr double some_units = 21, few_units = 8;

/// Fraction of saturated entries beyond that of preactivations of variance 1, as thresholds::saturated.
inline constexpr double saturated = thresholds::saturated;

/// Fraction of the rows of a weight that equal another row. Rows of added tokens and padding are fewer.
inline constexpr double equal_rows = 0.05;

/// Entropy of attention over that of uniform attention. The first is a note: half way to freezing, but heads of trained
/// models are often that sharp (Clark et al. 2019). At a quarter, a query spreads over n^¼ of n keys, such as 2 of 16;
/// at a twentieth softmax is a maximum, and queries and keys receive no gradient.
inline constexpr double sharp_entropy = thresholds::frozen_entropy, frozen_entropy = 0.25, grave_entropy = 0.05;
/// ln 2: below two keys there is nothing to choose from.
inline constexpr double least_uniform_entropy = 0.69;

/// Fraction of the trainable entries that may have no gradient in modules that ran after others with one. Such modules
/// are dead ends, such as the last residual connection of WaveNet; a larger fraction, or the first layers, is cut off.
inline constexpr double dead_end = 0.1;

/// Standard deviation of logits, as thresholds::sharp_logits.
inline constexpr double sharp_logits = thresholds::sharp_logits;
/// Nats between a loss and that of uniform outputs, as thresholds::cross_entropy, beyond thresholds::luck standard
/// errors of the mean over the batch.
inline constexpr double loss = thresholds::cross_entropy;

/// Ratio of a gradient's RMS to the largest gradient anywhere, below which no power of two brings both into float16:
/// 2^−24 over 65504.
inline const double float16_span = std::ldexp(1.0, -24) / 65504;

}   // namespace stepzero::capture_limits
