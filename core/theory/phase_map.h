// SPDX-License-Identifier: GPL-3.0-or-later
// The phase diagram of an activation in (σ_w², σ_b²): where signals settle, and whether they keep apart.
//
// A fixed point q has σ_b² = q − σ_w² E[φ²], and a correlation 1 − d has σ_w² E[(φ_a − φ_b)²]/2 = d q: both are
// explicit in the variances, so a whole map is read off tables over q and d instead of being solved point by
// point.
#pragma once

#include <vector>

#include "core/run/context.h"
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
    int columns = 0, rows = 0;
    /// χ where a signal of q = 1 settles; if nowhere, at the length that attracts shorter signals; if there is none
    /// either, at q = 1e12 in place of the limit of long signals. Right to 1e-6, and never NaN.
    std::vector<float> chi;
    /// ξ_c in layers at the same lengths (of long signals: in their limit), may be infinite; empty: not computed yet.
    /// Right to 3e-4, below one layer to 1e-3; in the chaotic phase nothing is below 0.03.
    std::vector<float> depth_scale;
    /// χ₁ = 1 inside the range, in order along the line; each point exact to 1e-10, neighbours closer than a
    /// five-hundredth of the range. Several pieces are told apart by a point whose q is NaN. Stable lengths and
    /// unstable ones are told apart by length_slope.
    ///
    /// Functions that are straight on both sides of 0 (ReLU) are critical at one σ_w² at any length; so are, for
    /// long signals, those whose E[φ'²] rises to its limit (softplus). At that σ_w² lengths grow without bound, with
    /// χ → 1, and it parts order from chaos: it is a piece of points whose q is +∞, from σ_b² = 0 or where that
    /// begins up to the end of the range.
    std::vector<CriticalPoint> critical_line;
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

    /// χ and the critical line; with `depth_scales` ξ_c as well, whose tables are made when first asked for.
    PhaseMap map(PhaseRange range, int columns, int rows, bool depth_scales, const Context& context) const;

private:
    Activation activation_;
    MeanField mean_field_;
    LengthTable lengths_;
    DepthScaleTable depth_scales_;
    PhaseRange range_;   // before widening
};

}   // namespace stepzero
