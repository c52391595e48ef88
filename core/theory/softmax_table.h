// SPDX-License-Identifier: GPL-3.0-or-later
// Means over softmaxes of Gaussian logits (attention_theory.h) from a table, for those who need thousands.
//
// Of the participation P the part L = ln(nP)/ln n and of the entropy H the part M = (ln n − H)/ln n go like s² where s
// is small, and 1 − L and 1 − M like 1/s where it is large: ln(L/(1 − L)) and ln(M/(1 − M)) are near to straight lines
// of ln s at both ends of a table, as ln B is. Between its points they are interpolated by cubics in ln s and ln n.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace stepzero {

class SoftmaxTable {
public:
    /// Worked out at the first call, for the whole program.
    static const SoftmaxTable& shared();

    struct Entry {
        double participation = 1;   ///< E Σ p²
        double slope = 0;   ///< dP/d(s²)
        double entropy = 0;   ///< nats
        double pairing = 0;   ///< B
        double pairing_slope = 0;   ///< d ln B/d ln s
    };
    /// Precondition: keys ≥ 1, spread ≥ 0. More than 2^17 keys are taken for 2^17.
    Entry at(int keys, double spread) const;

private:
    SoftmaxTable();

    std::vector<double> log_keys_;
    Eigen::ArrayXXd participation_, entropy_, pairing_;   // as logarithms above, [spread, keys]
};

}   // namespace stepzero
