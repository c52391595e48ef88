// SPDX-License-Identifier: GPL-3.0-or-later
// The phase diagram of an activation in (σ_w², σ_b²): where signals settle, and whether they keep apart.
//
// A fixed point q has σ_b² = q − σ_w² E[φ²], and a correlation 1 − d has σ_w² E[(φ_a − φ_b)²]/2 = d q: both are
// explicit in the variances, so a whole map is read off tables over q and d instead of being solved point by
// point.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/depth_scale_table.h"
#include "core/theory/landmarks.h"
#include "core/theory/length_table.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// [0, weight] × [0, bias] in (σ_w², σ_b²).
struct PhaseRange {
    double weight = 4, bias = 1;
    bool operator==(const PhaseRange&) const = default;
};

/// Cell (column i, row j) is centred at ((i + ½) weight/columns, (j + ½) bias/rows), index j·columns + i.
struct PhaseMap {
    Activation activation;
    PhaseRange range;
    double input_square
        = 1;   ///< mean square of the input, which decides where signals go if they can go to several ends
    int columns = 0, rows = 0;
    /// χ where the input's signal settles; where it grows, at q = 1e12 in place of the limit of long signals. Right to
    /// 1e-6, and never NaN.
    std::vector<float> chi;
    std::vector<std::uint8_t> grows;   ///< 1 where the signal's length grows without bound
    /// ξ_c in layers at the same lengths (of long signals: in their limit), may be infinite; empty: not computed yet.
    /// Right to 3e-4, below one layer to 1e-3; in the chaotic phase nothing is below 0.03.
    std::vector<float> depth_scale;
    /// χ₁ = 1 inside the range at the lengths where the input's signal settles, in order along the line; each point
    /// exact to 1e-10, neighbours closer than a five-hundredth of the range. Several pieces are told apart by a point
    /// whose q is NaN.
    ///
    /// Functions that are straight on both sides of 0 (ReLU) are critical at one σ_w² at any length; so are, for
    /// long signals, those whose E[φ'²] rises to its limit (softplus). At that σ_w² lengths grow without bound, with
    /// χ → 1, and it parts order from chaos: it is a piece of points whose q is +∞, from σ_b² = 0 or where that
    /// begins up to the end of the range.
    std::vector<CriticalPoint> critical_line;
    /// Where the length that the input's signal settles at jumps: the edges of its basin of attraction. Pieces as
    /// above; q is the length on whose other side it goes elsewhere, right to 1e-6.
    std::vector<CriticalPoint> edges;
};

/// Of one activation; tables are worked out by the constructor (throws Stopped). Safe from several threads. Neither
/// copied nor moved.
class PhaseTheory {
public:
    PhaseTheory(const Activation& activation, const Context& context);

    const Activation& activation() const { return activation_; }
    const MeanField& mean_field() const { return mean_field_; }

    /// A range in which the critical line is well seen, with ends 1, 2, 2.5, 4 or 5 times a power of ten, doubled
    /// until it holds the point: the same for most points, so that axes do not jump.
    PhaseRange range_with(Variances point) const;

    /// What a map is the same for: 1 for activations whose signals go one way whatever their length.
    double input_square_that_counts(double input_square) const { return lengths_.has_basins() ? input_square : 1; }

    /// χ and the lines; with `depth_scales` ξ_c as well, whose tables are made when first asked for.
    PhaseMap map(PhaseRange range, int columns, int rows, bool depth_scales, const Context& context,
        double input_square = 1) const;

private:
    Activation activation_;
    MeanField mean_field_;
    LengthTable lengths_;
    DepthScaleTable depth_scales_;
    PhaseRange range_;   // before widening
};

}   // namespace stepzero
