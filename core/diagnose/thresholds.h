// SPDX-License-Identifier: GPL-3.0-or-later
// Where a number begins to be a finding, and who says so.
#pragma once

#include <cmath>

namespace stepzero::thresholds {

/// ln of the RMS of a signal, last layer against first. A rule of thumb in debugging: the largest variance of a layer
/// above ten times the smallest.
inline const double signal_drift = std::log(10.0) / 2;
/// A drift of the signal by so much more makes it an error: half of float16's normal range, 2^−14 to 1.
inline const double grave_drift = 7 * std::log(2.0);
/// Up to this a signal that shrinks or grows is a note: the six scales ξ of Schoenholz et al. 2017 (below) to which
/// networks train.
inline constexpr double mild_drift = 3;
/// The course notes' grades of stability by the last standard deviation: low below 0.1, high from 0.5 to 2.
inline constexpr double low_std = 0.1, high_std = 2;
/// RMS of an input, either way from 1, that no weights are made for: the same grade at its low end, which a factor of
/// ten makes of 1.
inline constexpr double input_scale = 10;
/// ln of the norm of a gradient, first layer against last. Schoenholz et al. 2017: networks train to a depth of about
/// six times the scale on which χ^l falls, that is until the square of a gradient has changed by e^6.
inline constexpr double gradient_drift = 3;
/// Up to this it is a note: a factor of 55. Three sigmoid layers with Xavier weights, which train, have e^3.
inline constexpr double mild_gradient_drift = 4;
/// Back through one layer alone. Scales ξ are of many layers that are alike; one that makes the gradient ten times as
/// large by itself is unlike them, and a sine hides that forward, where its outputs stay in ±1.
inline const double gradient_of_one_layer = std::log(10.0);
/// The same for an error: float16's normal range, 2^−14 to 1.
inline const double grave_gradient_drift = 14 * std::log(2.0);

/// ln of what two inputs differ by, 1 − c, end against start: a square, as that of a gradient, and by the same e^6
/// (Schoenholz et al. 2017: trainable to six of the scales ξ_c on which 1 − c falls). Of tokens, whose mean cosine
/// going to 1 is rank collapse (Dong et al. 2021; Noci et al. 2022: no gradient then comes to queries and keys), the
/// same.
inline constexpr double alike = 2 * gradient_drift;
/// 1 − c that float32's rounding makes of two equal inputs, some 1e-14 a layer.
inline constexpr double difference_rounding = 1e-13;
/// ln of 1 − c below which it is an error: entries that differ by less than bfloat16's rounding, 2^−9 of a number.
inline const double grave_alike = -18 * std::log(2.0);
/// 1 − c that a leaky ReLU is tailored to leave of uncorrelated inputs (Zhang et al. 2022: 0.1).
inline constexpr double tailored_difference = 0.1;

/// Share of saturated outputs beyond the one that a preactivation of variance 1 has, which is what schemes aim at
/// (Glorot, Bengio 2010 show layers that saturate to a quarter and more, and do not come out of it).
inline constexpr double saturated = 0.25;
/// Share of units that are zero on every sample; a rule of thumb is half a layer. Deep in any ReLU network inputs
/// become alike, and then half is chance: so many binomial standard deviations on top.
inline constexpr double dead = 0.5, dead_sigmas = 5;
/// Theory knows no single units: with so many zeros many are dead.
inline constexpr double zeros = 0.75;

/// √(fan_in/fan_out) beyond which fan_out is a fault rather than a choice: a std of 1 leaves the 0.5 to 2 that the
/// course notes grade as high.
inline constexpr double fan_ratio = 2;
/// Bounds so many σ out cut less than two of 10⁹ entries: fewer than one of most matrices.
inline constexpr double far_bounds = 6;
/// Of the variance by truncation, below which a layer's gain is off by more than gain_mismatch (below): e^−0.1.
inline constexpr double variance_left = 0.9;
/// Share of a matrix's entries on one number of its dtype: more than that is a grid of few numbers, and no law.
inline constexpr double alike_entries = 0.1;
/// |E[z]| against the RMS of z: at a half, a quarter of the mean square is the bias's offset.
inline constexpr double offset = 0.5;
/// σ_w² against the critical one, as a logarithm, below which the scheme is not to blame: a tenth.
inline constexpr double gain_mismatch = 0.1;

/// ln of the RMS of the stream, end against start: the variance by ten, as signal_drift. Behind a norm branches write
/// what they would without any stream, whatever its start; there the end must also exceed the 1 that they read, which
/// 1/√(2L) keeps (Radford et al. 2019).
inline const double stream_growth = signal_drift;
inline constexpr double normed_stream = 1;

/// ln of a gain of a product of H_res, either way: beyond a factor of ten the streams are no longer a skip. Doubly
/// stochastic matrices stay below 2 (Xie et al. 2025, Fig. 7) …
inline const double mixing_gain = std::log(10.0);
/// … and those of a network of 27 B whose training broke came to 3000 (Fig. 3).
inline const double grave_mixing_gain = std::log(3000.0);

/// Entropy of attention against that of uniform attention. Half is reached where s² = ln n, half way to freezing at
/// s² = 2 ln n (Derrida 1981; attention_theory.h), with which it is an error.
inline constexpr double frozen_entropy = 0.5;
/// Standard deviation of a query's logits below which attention is uniform. T-Fixup (Huang et al. 2020) trains from
/// 4e-4 at its published scale.
inline constexpr double uniform_spread = 1e-4;

/// Square of the loads' spread over experts, from 0, even, to 1, all tokens in the same ones: how much of their choice
/// two tokens have in common beyond chance.
inline constexpr double crowded = 0.5;
/// 1 − the mean cosine of tokens below which it is they who crowd.
inline constexpr double crowding_difference = 0.3;
/// Beyond it nothing is left of the choice.
inline constexpr double all_in_few = 0.95;

/// Standard deviation of ln of a scan's time constants below which they are alike: within a fifth of each other.
/// Mamba's have 1.5; tokens alone move those of one Δ and one A by 0.1.
inline constexpr double memory_spread = 0.2;

/// Standard deviation of the logits: the course notes' smoke test.
inline constexpr double sharp_logits = 10;
/// Nats between the first cross-entropy and ln V: the loss of one who is e times as unsure. Gaussian logits of variance
/// 1, which normalized hidden vectors and σ = 1/√d give, stay half a nat above.
inline constexpr double cross_entropy = 1;

/// RMS of a norm's scale: the factor 2 that the course notes' grade of stability allows.
inline constexpr double norm_scale = 2;

/// Share of entries that are not zero but become so. Micikevicius et al. 2018 scaled the loss of a network that did
/// not train because about 5 % of its gradient's entries were below float16.
inline constexpr double underflow = 0.05;
/// The same in eight bits, whose tensors are scaled in practice (Micikevicius et al. 2022): only where most is lost.
inline constexpr double underflow_fp8 = 0.5;

/// ‖x̃ − x‖/‖x‖ of a network in fewer bits: one digit in two is left, and first-order theory ends there.
inline constexpr double rounding_error = 0.3;

/// Decades from the largest singular value of a whole network to the smallest that is not 0: float32's normal range,
/// 2^−126 to 2^128. Half of it from the largest to the median makes it a warning.
inline const double jacobian_decades = 254 * std::log10(2.0);

/// Standard deviations from theory at which it is no longer luck.
inline constexpr double luck = 5;
/// ... where the law of the spread, leading order in 1/width, is good: beyond, its tails are not.
inline constexpr double lawful_spread = 0.3;
/// ... and beyond what float32 rounds.
inline constexpr double rounding = 1e-5;
/// Units of the narrowest layer of which a law to leading order in 1/width says anything.
inline constexpr int lawful_units = 16;
/// The same of networks made of blocks, whose law (rules/theory.cpp) is rougher: that of 12 entries.
inline constexpr double lawful_spread_of_blocks = 0.2;

/// ... and what theory of infinite width is off by beside, in ln RMS: networks of width 256 lie within 2 % of it with
/// their streams and within 5 % with their gradients, in the mean over seeds.
inline constexpr double block_theory = 0.05;
inline constexpr double channel_norms = 0.25;   ///< the same of gradients through norms of channels

/// Standard deviation of ln RMS over networks: one draw is e times another. Grows with Σ 1/width (Hanin, Nica 2018;
/// Hanin 2018: which architectures give rise to exploding and vanishing gradients).
inline constexpr double spread = 1;
/// Σ 1/width beyond which a law of the spread that ends with depth does so for the network's width.
inline constexpr double narrow = 0.3;
/// Of a layer whose units are all zero, for a sample: as rare as five standard deviations.
inline constexpr double chance_of_death = 5.7e-7;

/// log10 of the RMS of a step's change over that of the weights: a thousandth is about right (Karpathy), and what is
/// ten times and a hundred times off for good is told where the loss does not move.
inline constexpr double good_update = -3, large_update = -2, small_update = -5;
/// Part of the loss that must be gone for it to have moved: more than batches differ by, less than any task gives.
inline constexpr double moved_loss = 0.01;
/// Of a loss over that before the first step: batches and momentum never make so much.
inline constexpr double thrown_loss = 10;
/// Distance of two units, and of their gradients, over their size, below which no steps will part them: a hundred times
/// what float32 rounds.
inline constexpr double same_units = 1e-5;

/// What a fix must reach in theory: this part of a limit, so that a finite network stays within it.
inline constexpr double margin = 0.6;

}   // namespace stepzero::thresholds
