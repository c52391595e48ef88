// SPDX-License-Identifier: GPL-3.0-or-later
// The phase diagram of an activation in (σ_w², σ_b²): where signals settle, and whether they stay distinguishable.
//
// A fixed point q has σ_b² = q − σ_w² E[φ²], and a correlation 1 − d has σ_w² E[(φ_a − φ_b)²]/2 = d q. Both are
// explicit in the variances, so a whole map is read from tables over q and d instead of being solved point by point.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/depth_scale_table.h"
#include "core/theory/landmarks.h"
#include "core/theory/length_table.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// The rectangle [0, weight] × [0, bias] in (σ_w², σ_b²).
struct PhaseRange {
    double weight = 4, bias = 1;
    bool operator==(const PhaseRange&) const = default;
};

/// A map of cells: cell (column i, row j) is centred at ((i + ½) weight/columns, (j + ½) bias/rows), index j·columns +
/// i.
struct PhaseMap {
    Activation activation;
    PhaseRange range;
    double input_square = 1;   ///< mean square of the input, which selects one of several settled lengths
    int columns = 0, rows = 0;
    /// χ where the input's signal settles. Where it grows, χ at q = 1e12 replaces the limit of long signals. The error
    /// is 1e-6; never NaN.
    std::vector<float> chi;
    std::vector<std::uint8_t> grows;   ///< 1 where the signal's length grows without bound
    /// ξ_c in layers at the same lengths (for long signals, in their limit); may be infinite. Empty: not computed yet.
    /// The relative error is 3e-4, and 1e-3 below one layer; in the chaotic phase nothing is below 0.03.
    std::vector<float> depth_scale;
    /// χ₁ = 1 inside the range at the lengths where the input's signal settles, in order along the line. Each point is
    /// exact to 1e-10, and neighbours are closer than 1/500 of the range. A point whose q is NaN separates pieces.
    ///
    /// Functions that are straight on both sides of 0 (ReLU) are critical at one σ_w² for any length. Functions whose
    /// E[φ'²] rises to its limit (softplus) are so for long signals. At that σ_w², lengths grow without bound with χ →
    /// 1, and it separates order from chaos. It is a piece of points whose q is +∞, from σ_b² = 0 or where this begins
    /// up to the end of the range.
    std::vector<CriticalPoint> critical_line;
    /// The points where the settled length of the input's signal jumps: the edges of its basin of attraction. Pieces
    /// are separated as above. q is the length that separates different limits, with an error of 1e-6.
    std::vector<CriticalPoint> edges;
};

/// The phase diagram of one activation. The constructor computes tables and throws Stopped. Safe to use from several
/// threads; neither copyable nor movable.
class PhaseTheory {
public:
    PhaseTheory(const Activation& activation, const Context& context);

    const Activation& activation() const { return activation_; }
    const MeanField& mean_field() const { return mean_field_; }

    /// Returns a range that shows the critical line well, with ends 1, 2, 2.5, 4 or 5 times a power of ten. It is
    /// doubled until it contains the point; it is the same for most points, so that axes do not jump.
    PhaseRange range_with(Variances point) const;

    /// Returns the input_square that determines a map: 1 for activations whose signals settle independently of their
    /// length.
    double input_square_that_counts(double input_square) const { return lengths_.has_basins() ? input_square : 1; }

    /// Computes χ and the lines; with `depth_scales` also ξ_c, whose tables are computed on first use.
    PhaseMap map(PhaseRange range, int columns, int rows, bool depth_scales, const Context& context,
        double input_square = 1) const;

private:
    Activation activation_;
    MeanField mean_field_;
    LengthTable lengths_;
    DepthScaleTable depth_scales_;
    PhaseRange range_;   // before extension to a point
};

}   // namespace stepzero
