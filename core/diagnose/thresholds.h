// SPDX-License-Identifier: GPL-3.0-or-later
// The thresholds above which a number becomes a finding, and their sources. All criteria and rules use these values.
#pragma once

#include <cmath>

namespace stepzero::thresholds {

/// ln of the RMS of a signal, last layer against first. A rule of thumb in debugging: the largest variance of a layer
/// is more than ten times the smallest.
inline const double signal_drift = std::log(10.0) / 2;
/// A drift of the signal larger by this is an error: half of float16's normal range, 2^−14 to 1.
inline const double grave_drift = 7 * std::log(2.0);
/// Up to this, a shrinking or growing signal is a note: the six scales ξ of Schoenholz et al. 2017 (below) up to which
/// networks train.
inline constexpr double mild_drift = 3;
/// The course notes' grades of stability by the last standard deviation: low below 0.1, high from 0.5 to 2.
inline constexpr double low_std = 0.1, high_std = 2;
/// Maximum ratio of an input's RMS to 1, up or down. A factor of ten turns 1 into 0.1, the end of the low grade.
inline constexpr double input_scale = 10;
/// ln of the norm of a gradient, first layer against last. Schoenholz et al. 2017: networks train to a depth of about
/// six times the scale on which χ^l decays, that is until the squared gradient has changed by e^6.
inline constexpr double gradient_drift = 3;
/// Up to this, a drifting gradient is a note: a factor of 55. Three sigmoid layers with Xavier weights, which train,
/// have e^3.
inline constexpr double mild_gradient_drift = 4;
/// Growth of the gradient through a single layer. Scales ξ describe many identical layers. One layer that makes the
/// gradient ten times larger differs from them; a sine hides that forwards, because its outputs stay within ±1.
inline const double gradient_of_one_layer = std::log(10.0);
/// Gradient drift that is an error: float16's normal range, 2^−14 to 1.
inline const double grave_gradient_drift = 14 * std::log(2.0);

/// ln of the difference 1 − c between two inputs, end against start. It is a square, like that of a gradient, so the
/// limit is the same e^6 (Schoenholz et al. 2017: trainable to six of the scales ξ_c on which 1 − c decays). The limit
/// also applies to tokens, whose mean cosine tends to 1 in rank collapse (Dong et al. 2021; Noci et al. 2022: then
/// queries and keys receive no gradient).
inline constexpr double alike = 2 * gradient_drift;
/// Value of 1 − c that float32's rounding makes of two equal inputs, about 1e-14 per layer.
inline constexpr double difference_rounding = 1e-13;
/// ln of 1 − c below which it is an error: entries differ by less than bfloat16's rounding, 2^−9 of a number.
inline const double grave_alike = -18 * std::log(2.0);
/// Target of 1 − c for uncorrelated inputs when a leaky ReLU is tailored (Zhang et al. 2022: 0.1).
inline constexpr double tailored_difference = 0.1;

/// Fraction of saturated outputs in excess of that for preactivations of variance 1, which schemes aim at. (Glorot,
/// Bengio 2010 show layers that saturate to a quarter and more, and do not recover.)
inline constexpr double saturated = 0.25;
/// Fraction of units that are zero on every sample; half a layer is a rule of thumb. Deep in any ReLU network, inputs
/// become similar, and then half is random, so binomial standard deviations are added.
inline constexpr double dead = 0.5, dead_sigmas = 5;
/// Theory does not predict single units: with this fraction of zeros, many are dead.
inline constexpr double zeros = 0.75;

/// Ratio √(fan_in/fan_out) beyond which fan_out is a fault rather than a choice. A std of 1 then leaves the range 0.5
/// to 2 that the course notes grade as high.
inline constexpr double fan_ratio = 2;
/// Ratio of standard deviations between neighboring outputs of a transposed convolution from which they form a
/// checkerboard: a tenth, as gain_mismatch (below).
inline constexpr double checkerboard = 1.1;
/// Bounds at this many σ cut off fewer than two of 10⁹ entries, less than one in most matrices.
inline constexpr double far_bounds = 6;
/// Fraction of the variance left by truncation, below which a layer's gain is off by more than gain_mismatch (below):
/// e^−0.1.
inline constexpr double variance_left = 0.9;
/// Fraction of a matrix's entries on a single number of its dtype; beyond it, entries form a coarse grid.
inline constexpr double alike_entries = 0.1;
/// |E[z]| over the RMS of z: at one half, a quarter of the mean square is due to the bias.
inline constexpr double offset = 0.5;
/// ln of σ_w² over the critical one, below which the scheme is not to blame: a tenth.
inline constexpr double gain_mismatch = 0.1;

/// ln of the RMS of the stream, end against start: a factor of ten in variance, as signal_drift. After a norm, branches
/// write the same whatever the stream. There, the end must also exceed the 1 that they read, which 1/√(2L) prevents
/// (Radford et al. 2019).
inline const double stream_growth = signal_drift;
inline constexpr double normed_stream = 1;

/// ln of a gain of a product of H_res, up or down: beyond a factor of ten, the streams are no longer a skip. Doubly
/// stochastic matrices stay below 2 (Xie et al. 2025, Fig. 7).
inline const double mixing_gain = std::log(10.0);
/// The same for an error: gains of a 27 B network whose training failed reached 3000 (Fig. 3).
inline const double grave_mixing_gain = std::log(3000.0);

/// Entropy of attention relative to uniform attention. Half is reached at s² = ln n, half way to freezing at s² = 2 ln
/// n, which is an error (Derrida 1981; attention_theory.h).
inline constexpr double frozen_entropy = 0.5;
/// Standard deviation of a query's logits below which attention is uniform. T-Fixup (Huang et al. 2020) trains from
/// 4e-4 at its published scale.
inline constexpr double uniform_spread = 1e-4;

/// Squared spread of loads over experts, scaled from 0 (even) to 1 (all tokens in the same ones). It measures how much
/// the choices of two tokens coincide beyond chance.
inline constexpr double crowded = 0.5;
/// 1 − the mean cosine of tokens, below which similar tokens cause the crowding.
inline constexpr double crowding_difference = 0.3;
/// Beyond this, routing has no choice left.
inline constexpr double all_in_few = 0.95;

/// Standard deviation of ln of a scan's time constants below which they are similar, within a fifth of each other.
/// Mamba's have 1.5; tokens alone vary those of one Δ and one A by 0.1.
inline constexpr double memory_spread = 0.2;

/// Standard deviation of the logits: the course notes' smoke test.
inline constexpr double sharp_logits = 10;
/// Nats between the first cross-entropy and ln V: the loss of a model e times as uncertain. Gaussian logits of variance
/// 1, due to normalized hidden vectors and σ = 1/√d, stay half a nat above.
inline constexpr double cross_entropy = 1;

/// RMS of a norm's scale: the factor 2 that the course notes' grade of stability allows.
inline constexpr double norm_scale = 2;

/// Fraction of nonzero entries that underflow to zero. Micikevicius et al. 2018 scaled the loss of a network that did
/// not train because about 5% of its gradient's entries were below float16.
inline constexpr double underflow = 0.05;
/// The same for 8-bit formats, whose tensors are scaled in practice (Micikevicius et al. 2022): only when most is lost.
inline constexpr double underflow_fp8 = 0.5;

/// ‖x̃ − x‖/‖x‖ of a network in low precision: half a digit is left, and first-order theory ends there.
inline constexpr double rounding_error = 0.3;

/// Decades from the largest singular value of a whole network to the smallest nonzero one: float32's normal range,
/// 2^−126 to 2^128. Half of it from the largest to the median makes it a warning.
inline const double jacobian_decades = 254 * std::log10(2.0);

/// Standard deviations from theory beyond which a deviation is not random.
inline constexpr double luck = 5;
/// Spread up to which its theory, leading order in 1/width, is accurate; beyond, its tails are not.
inline constexpr double lawful_spread = 0.3;
/// Relative deviation that float32's rounding explains.
inline constexpr double rounding = 1e-5;
/// Units of the narrowest layer for which a theory to leading order in 1/width is meaningful.
inline constexpr int lawful_units = 16;
/// As lawful_spread for networks made of blocks, whose theory (rules/theory.cpp) is coarser: that of 12 entries.
inline constexpr double lawful_spread_of_blocks = 0.2;

/// Additional error of infinite-width theory in ln RMS. Networks of width 256 lie within 2% of it with their streams
/// and within 5% with their gradients, averaged over seeds.
inline constexpr double block_theory = 0.05;
inline constexpr double channel_norms = 0.25;   ///< the same for gradients through norms of channels

/// Standard deviation of ln RMS over networks: samples differ by a factor of e. It grows with Σ 1/width (Hanin, Nica
/// 2018; Hanin 2018: which architectures give rise to exploding and vanishing gradients).
inline constexpr double spread = 1;
/// Σ 1/width beyond which the theory of the spread ends because of the network's width.
inline constexpr double narrow = 0.3;
/// Probability that all units of a layer are zero for a sample: as rare as five standard deviations.
inline constexpr double chance_of_death = 5.7e-7;

/// log10 of the RMS of a step's change over that of the weights. A thousandth is about right (Karpathy). Updates that
/// are ten times too large or a hundred times too small are reported if the loss does not move.
inline constexpr double good_update = -3, large_update = -2, small_update = -5;
/// Minimum relative decrease of a moving loss: more than batches differ by, less than any task reaches.
inline constexpr double moved_loss = 0.01;
/// Ratio of a loss to the initial one that batches and momentum never cause.
inline constexpr double thrown_loss = 10;
/// Ratio of the first loss to that of the best constant outputs. Zero logits on 45 or more classes reach it.
inline constexpr double loss_above_prior = 5;
/// Distance of two units, and of their gradients, relative to their size, below which no training separates them: a
/// hundred times float32's rounding.
inline constexpr double same_units = 1e-5;

/// Fraction of a limit that a fix must reach in theory, so that a finite network stays within the limit.
inline constexpr double margin = 0.6;

}   // namespace stepzero::thresholds
