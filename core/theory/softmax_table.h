// SPDX-License-Identifier: GPL-3.0-or-later
// Means over softmaxes of Gaussian logits (attention_theory.h) from a table, for code that needs thousands of them.
//
// The table uses coordinates in which these means are nearly straight lines of ln s at both ends. For the participation
// P let L = ln(nP)/ln n, and for the entropy H let M = (ln n − H)/ln n. They behave as s² for small s, and 1 − L and 1
// − M as 1/s for large s. The table holds ln(L/(1 − L)), ln(M/(1 − M)) and ln B, and interpolates them by cubics in ln
// s and ln n.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace stepzero {

class SoftmaxTable {
public:
    /// Returns the table of the program, which is computed at the first call.
    static const SoftmaxTable& shared();

    struct Entry {
        double participation = 1;   ///< E Σ p²
        double slope = 0;   ///< dP/d(s²)
        double entropy = 0;   ///< nats
        double pairing = 0;   ///< B
        double pairing_slope = 0;   ///< d ln B/d ln s
    };
    /// Precondition: keys ≥ 1, spread ≥ 0. More than 2^17 keys are treated as 2^17.
    Entry at(int keys, double spread) const;

private:
    SoftmaxTable();

    std::vector<double> log_keys_;
    Eigen::ArrayXXd participation_, entropy_, pairing_;   // logarithms as described above, [spread, keys]
};

}   // namespace stepzero
