// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts how far the RMS of a finite network's signals and gradients deviates from the infinite network's. It gives
// the standard deviation over networks and the shift of the mean, to leading order in 1/width.
//
// Given the layer below, the units of a layer are independent and Gaussian. Let q_ab = z_aᵀz_b/n for two inputs. The
// covariances of ln q_aa and ln q_bb then follow Σ_{l+1} = A Σ_l Aᵀ + C_l/n_l. A is the slope of the length map, and C
// the covariance of φ_a²/E[φ²] and φ_b²/E[φ²] of one unit (Roberts, Yaida and Hanin 2022, chapter 4; Hanin 2022). A
// batch's mean square averages one/S + two (1 − 1/S), in which its inputs share the weights. For A = 1 this is the
// result of Hanin and Nica (2018), exact to all orders of depth/width: ln‖x_L‖² of one input has variance 5β for ReLU,
// 2β if linear, β = Σ 1/n_l.
//
// Backward, ln of the mean square of δ_l is a sum over the layers from l on. One term is the fluctuation of φ'²
// y²/E[φ'²] y² over units, with y = W_{l+1}ᵀ δ_{l+1} Gaussian. The other is ln E[φ'²](q) through the lengths, which C
// above drives. The cotangents of a batch are independent; its gradients are correlated through the weights that they
// share.
//
// Two inputs that are uncorrelated in an infinite network have correlations of about 1/√n in a finite one. Since C is
// even there, this matters. The correlation is therefore followed with its variance, and C is averaged over both signs.
//
// An orthogonal W preserves xᵀx' of its inputs (a square one fully, otherwise the part n_out/n_in). Terms of second
// order in z then add nothing: A M Aᵀ is subtracted from C, with M the covariance of the z themselves.
//
// Means shift where the maps are curved. Given the layer below, a unit's z has variance q and excess kurtosis k. For
// independent weights k is that of W divided by n. For orthogonal ones, whose z lie on a sphere, it is −6/n with n the
// larger side. With F = E[φ²](q), ln E[x²] shifts by F'q/F times the shift of ln q and by q²F''/F (Var(ln q)/2 + k/6);
// for ReLU it does not shift.
//
// Backward, the same holds for E[φ'²](q) and for the quantities above as a function of q. In addition, W is partly
// known where it meets x. Of E[y yᵀ] ∝ 1 + p xxᵀ/|x|², the part along x contributes E[(δᵀWx)²], which is 1 + p times
// that of independent δ. With f = E[(g² − 1)φ'²]/E[φ'²], p_l = f + p_{l+1} E[gφφ']²/(E[φ²] E[φ'²]), both times the
// fraction of W in q; g is z's standard normal. A convolution's z depends on a window of positions: x at one of them is
// 1/window of it, both for f and for the propagation of lengths.
//
// The theory is valid while the fluctuations are small: Var(ln q) < 1 for one input. An exception is a φ that is
// straight on both sides of 0, without bias, for which ln q is a random walk. Backward, the shift of ln E[δ²] due to
// Var(ln q) and p > 0 must be below 1/2. The first layer that violates this ends the prediction.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/theory/unit_noise.h"

namespace stepzero {

inline double squared(double x) { return x * x; }

struct InputMoments;

/// The properties of a layer that the theory depends on.
///
/// For convolutions, the inputs of a batch are the positions of all samples. They share the mean over a window's
/// positions, so the random part of a correlation is averaged. The separate part of each position still counts once in
/// the mean over all.
struct LayerWidths {
    int units = 1, inputs = 1;   ///< n_l and n_{l−1}
    int receptive = 1;   ///< positions that a unit of a convolution sees; the columns of the batch are pairs of sample
                         ///< and position
    double share = 1;   ///< fraction of q due to the signal; the rest is the bias's variance
    double length_part = 1;   ///< q/(q + m²), m the mean of the bias
    double bias_excess = 0;   ///< excess kurtosis of the bias
    double weight_excess = 0;   ///< excess kurtosis of independent weights
    bool orthogonal = false;   ///< false: independent weights
};

/// Correlation of two inputs of a batch, and its variance over networks.
struct TwoInputs {
    double correlation = 0, variance = 0;

    /// Returns the mean of f over the two correlations one standard deviation away.
    template <class Function>
    double mean(const Function& f) const
    {
        const double away = std::sqrt(variance);
        if (away < 1e-9)
            return f(correlation);
        return (f(std::max(correlation - away, -1.0)) + f(std::min(correlation + away, 1.0))) / 2;
    }
    double square() const;   ///< E[c²]
    /// Returns the correlation after the weights and the bias of a layer.
    TwoInputs through_weights(double share) const;
    /// Returns the correlation after the units of a layer; this one is that of the preactivations.
    TwoInputs through_units(const UnitNoise& noise, const LayerWidths& layer) const;
};

/// Return the part of xᵀx' that a layer's weights preserve forward, and of δᵀδ' backward: 0 for independent weights.
double kept_forward(const LayerWidths& layer);
double kept_backward(const LayerWidths& layer);

/// Deviation of ln RMS: standard deviation over networks, and half the shift of ln of the mean square from infinite
/// width.
struct WidthLaw {
    double spread = 0, shift = 0;
};

class FiniteWidth {
public:
    FiniteWidth(const InputMoments& input, int input_width, double samples);

    /// Passes a layer; layers come first to last.
    void layer(const LayerWidths& widths, const UnitNoise& noise);
    /// Marks a layer, and all later ones, as not covered by the theory.
    void end() { lawful_ = false; }

    /// Return the standard deviations over networks for the batch, after the last layer passed.
    std::optional<WidthLaw> preactivation() const { return known(preactivation_); }
    std::optional<WidthLaw> activation() const { return known(activation_); }
    std::optional<double> deviation_spread() const { return known(deviation_); }   ///< of ln std
    std::optional<double> mean_spread() const
    {
        return lawful_ ? mean_ : std::nullopt;
    }   ///< for the mean, in units of the RMS

    /// Returns those of the gradient at every layer passed, first to last, when the network ends here.
    std::vector<std::optional<WidthLaw>> gradients() const;

private:
    /// Covariance of one input with itself, and between two different ones.
    struct Pair {
        double one = 0, two = 0;
    };
    struct Layer {
        LayerWidths widths;
        double square_slope = 0, derivative_slope = 0;
        double square_curvature = 0, derivative_curvature = 0;
        double alignment = 0;
        double length_shift = 0;   // shift of ln q
        double excess = 0;   // excess kurtosis of z
        double squares_together = 0;   // E[φ² φ'²]/(E[φ²] E[φ'²])
        Pair length;   // covariance of ln q
        double own_length = 0;   // that of one position
        Pair forward, cross;   // C/n of φ², and of φ² with φ'²
        Pair backward;   // C of φ'²
        double alike = 0;   // E[E[φ'_a φ'_b]²]/E[φ'²]² over correlations
        double squares_alike = 0;   // E[φ'_a² φ'_b²]/E[φ'²]²
        Pair kept;   // preserved part of φ'_a² and φ'_b², for orthogonal weights forward
    };

    template <class Law>
    std::optional<Law> known(Law law) const
    {
        return lawful_ ? std::optional(law) : std::nullopt;
    }
    double spread_of_log(Pair variance) const;

    double samples_;
    bool lawful_ = true;
    Pair signal_;   // variance of ln of the mean square of x
    double own_;   // that of one position
    TwoInputs inputs_;   // at x
    double signal_shift_ = 0;   // shift of ln of the mean square of x
    double kurtosis_;   // kurtosis of x
    WidthLaw preactivation_, activation_;
    double deviation_ = 0;
    std::optional<double> mean_;
    std::vector<Layer> layers_;
};

}   // namespace stepzero
