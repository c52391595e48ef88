// SPDX-License-Identifier: GPL-3.0-or-later
// How far the RMS of a finite network's signals and gradients may lie from the infinite one's: standard deviations
// over networks and shifts of the mean, to leading order in 1/width.
//
// Given the layer below, the units of a layer are independent and Gaussian. With q_ab = z_aᵀz_b/n of two inputs,
// ln q_aa and ln q_bb therefore have covariances that follow Σ_{l+1} = A Σ_l Aᵀ + C_l/n_l: A the slope of the length
// map, C the covariance of φ_a²/E[φ²] and φ_b²/E[φ²] of one unit (Roberts, Yaida and Hanin 2022, chapter 4;
// Hanin 2022). A batch's mean square averages one/S + two (1 − 1/S), in which its inputs share the weights. Where A
// is 1 this is Hanin and Nica's law (2018), exact to all orders of depth/width: ln‖x_L‖² of one input has variance
// 5β for ReLU, 2β if linear, β = Σ 1/n_l.
//
// Backward, ln of the mean square of δ_l is a sum over the layers from l on: of the fluctuation of φ'² y²/E[φ'²] y²
// over units, y = W_{l+1}ᵀ δ_{l+1} Gaussian, and of ln E[φ'²](q) through the lengths, which C above drives. The
// cotangents of a batch are independent; its gradients are correlated through the weights that they share.
//
// Two inputs that are uncorrelated in an infinite network are correlated by about 1/√n in a finite one. As C is even
// there, this counts: the correlation is followed with its variance, and C is averaged over both signs of it.
//
// Of an orthogonal W, xᵀx' of its inputs is kept (by a square one, or to the part n_out/n_in), so that what is of
// second order in z adds nothing: A M Aᵀ is taken from C, M that of the z themselves.
//
// Means shift where the maps are curved. Given the layer below, a unit's z has variance q and excess kurtosis k, which
// is that of W over n for independent weights and −6/n for orthogonal ones, whose z lie on a sphere (n the larger
// side). With F = E[φ²](q), ln E[x²] thus shifts by F'q/F times the shift of ln q and by q²F''/F (Var(ln q)/2 + k/6);
// nothing for ReLU.
//
// Backward, the same holds for E[φ'²](q) and for all that is above as a function of q. And W is known where it meets x:
// of E[y yᵀ] ∝ 1 + p xxᵀ/|x|² the part along x counts E[(δᵀWx)²], which is 1 + p times that of independent δ. Of
// f = E[(g² − 1)φ'²]/E[φ'²] it is p_l = f + p_{l+1} E[gφφ']²/(E[φ²] E[φ'²]), both times the share of W in q; g is z's
// standard normal. A
// convolution's z is of a window of positions: x at one of them is 1/window of it, for f and for how lengths follow
// each other.
//
// Holds where the fluctuations are small: Var(ln q) < 1 for one input, except where φ is straight on both sides of 0
// and there is no bias, so that ln q is a random walk; backward, while the shift of ln E[δ²] that Var(ln q) and p > 0
// bring is below 1/2. The first layer where it fails ends the law.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/theory/unit_noise.h"

namespace stepzero {

struct InputMoments;

/// Of convolutions the inputs of a batch are positions, of all samples. What they share is the mean over a window's
/// positions, so the chance part of a correlation is averaged; what each has of its own still counts once in the mean
/// over all.
///
/// What the law must know of a layer.
struct LayerWidths {
    int units = 1, inputs = 1;   ///< n_l and n_{l−1}
    int receptive = 1;   ///< positions that a unit of a convolution sees; the batch's columns are sample by position
    double share = 1;   ///< of q that is signal, the rest is the bias's variance
    double length_part = 1;   ///< q/(q + m²), m the mean of the bias
    double bias_excess = 0;   ///< excess kurtosis of the bias
    double weight_excess = 0;   ///< of independent weights
    bool orthogonal = false;   ///< and independent otherwise
};

/// Correlation of two inputs of a batch, and its variance over networks.
struct TwoInputs {
    double correlation = 0, variance = 0;

    /// Mean of f over the correlations that lie one standard deviation to either side.
    template <class Function>
    double mean(const Function& f) const
    {
        const double away = std::sqrt(variance);
        if (away < 1e-9)
            return f(correlation);
        return (f(std::max(correlation - away, -1.0)) + f(std::min(correlation + away, 1.0))) / 2;
    }
    double square() const;   ///< E[c²]
    /// After the weights and the bias of a layer.
    TwoInputs through_weights(double share) const;
    /// After its units, of preactivations so correlated.
    TwoInputs through_units(const UnitNoise& noise, const LayerWidths& layer) const;
};

/// The part of xᵀx' that a layer's weights keep forward, and of δᵀδ' backward: 0 for independent ones.
double kept_forward(const LayerWidths& layer);
double kept_backward(const LayerWidths& layer);

/// Of ln RMS over networks: standard deviation, and half the ln of the mean square against that of infinite width.
struct WidthLaw {
    double spread = 0, shift = 0;
};

class FiniteWidth {
public:
    FiniteWidth(const InputMoments& input, int input_width, double samples);

    /// Goes through a layer, first to last.
    void layer(const LayerWidths& widths, const UnitNoise& noise);
    /// The law does not cover a layer, nor any after it.
    void end() { lawful_ = false; }

    /// Standard deviations over networks, of the batch, after the last layer gone through.
    std::optional<WidthLaw> preactivation() const { return known(preactivation_); }
    std::optional<WidthLaw> activation() const { return known(activation_); }
    std::optional<double> deviation_spread() const { return known(deviation_); }   ///< of ln of the std
    std::optional<double> mean_spread() const
    {
        return lawful_ ? mean_ : std::nullopt;
    }   ///< of the mean, in units of the RMS

    /// Of the gradient at every layer gone through, when the network ends here; first to last.
    std::vector<std::optional<WidthLaw>> gradients() const;

private:
    /// A covariance of one input with itself, and of two different ones.
    struct Pair {
        double one = 0, two = 0;
    };
    struct Layer {
        LayerWidths widths;
        double square_slope = 0, derivative_slope = 0;
        double square_curvature = 0, derivative_curvature = 0;
        double alignment = 0;
        double length_shift = 0;   // of ln q
        double excess = 0;   // excess kurtosis of z
        double squares_together = 0;   // E[φ² φ'²]/(E[φ²] E[φ'²])
        Pair length;   // of ln q
        double own_length = 0;   // of one position
        Pair forward, cross;   // C/n of φ², and of φ² with φ'²
        Pair backward;   // C of φ'²
        double alike = 0;   // E[E[φ'_a φ'_b]²]/E[φ'²]² over correlations
        double squares_alike = 0;   // E[φ'_a² φ'_b²]/E[φ'²]²
        Pair kept;   // of φ'_a² and φ'_b², by orthogonal weights forward
    };

    template <class Law>
    std::optional<Law> known(Law law) const
    {
        return lawful_ ? std::optional(law) : std::nullopt;
    }
    double spread_of_log(Pair variance) const;

    double samples_;
    bool lawful_ = true;
    Pair signal_;   // of ln of the mean square of x
    double own_;   // of one position
    TwoInputs inputs_;   // of x
    double signal_shift_ = 0;   // of ln of the mean square of x
    double kurtosis_;   // of x
    WidthLaw preactivation_, activation_;
    double deviation_ = 0;
    std::optional<double> mean_;
    std::vector<Layer> layers_;
};

}   // namespace stepzero
