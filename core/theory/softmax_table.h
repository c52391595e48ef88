// SPDX-License-Identifier: GPL-3.0-or-later
// Means over softmaxes of Gaussian logits (attention_theory.h) from a table, for those who need thousands.
//
// ln((P − 1/n)/(1 − P)) of the participation P and ln((ln n − H)/H) of the entropy H are near to straight lines of
// ln s at both ends of a table: P − 1/n and ln n − H go like s², 1 − P and H like 1/s. Between its points they are
// interpolated by cubics in ln s and ln n, to 1e-3 of 1 − P and of H.
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
    };
    /// Precondition: keys ≥ 1, spread ≥ 0. More than 2^17 keys are taken for 2^17.
    Entry at(int keys, double spread) const;

private:
    SoftmaxTable();

    std::vector<double> log_keys_;
    Eigen::ArrayXXd participation_, entropy_;   // as logarithms above, [spread, keys]
};

}   // namespace stepzero
