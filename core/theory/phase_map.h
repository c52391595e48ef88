// SPDX-License-Identifier: GPL-3.0-or-later
// The phase diagram of an activation in (σ_w², σ_b²): where signals settle, and whether they keep apart.
//
// A fixed point q has σ_b² = q − σ_w² E[φ²], and a correlation 1 − d has σ_w² E[(φ_a − φ_b)²]/2 = d q: both are
// explicit in the variances, so a whole map is read off tables over q and d instead of being solved point by
// point.
#pragma once

#include <memory>
#include <vector>

#include "core/run/context.h"
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
    std::vector<float> chi;   ///< χ where a signal of q = 1 settles, or in the limit of long ones; never NaN
    std::vector<float> depth_scale;   ///< ξ_c in layers, may be infinite; empty: not computed yet
    /// χ₁ = 1 inside the range, in order along the line; each point exact to 1e-10, neighbours closer than a
    /// five-hundredth of the range. Several pieces are told apart by a point whose q is NaN.
    std::vector<CriticalPoint> critical_line;
};

/// Of one activation; tables are worked out by the constructor (throws Stopped). Safe from several threads.
class PhaseTheory {
public:
    PhaseTheory(const Activation& activation, const Context& context);

    const Activation& activation() const { return activation_; }
    const MeanField& mean_field() const { return mean_field_; }

    /// A range with round ends in which the critical line is well seen, widened in steps of two until it holds
    /// the point: the same for most points, so that axes do not jump.
    PhaseRange range_with(Variances point) const;

    /// χ and the critical line; with `depth_scales` ξ_c as well, whose tables are made when first asked for.
    PhaseMap map(PhaseRange range, int columns, int rows, bool depth_scales, const Context& context) const;

private:
    Activation activation_;
    MeanField mean_field_;
};

/// A well-known initialization as a point of the diagram.
struct Landmark {
    std::string label;   ///< "He", "PyTorch default"
    Variances variances;
    bool covered = true;   ///< false: mean-field theory does not hold for it (identity); it lies there by E[W²]
};

/// The six schemes of the course notes (naive 0.01, Xavier, He, orthogonal, fixed 0.02, identity) and the
/// defaults of PyTorch, Keras and Flax, for a square layer of this width.
std::vector<Landmark> landmarks(int width);

/// The experiment with its weights and biases at these variances: schemes become mean_field (a bias of variance
/// 0 zeros), weights keep their kind of distribution (normal, uniform or orthogonal). Overrides stay.
Experiment with_variances(Experiment experiment, Variances variances);

}   // namespace stepzero
