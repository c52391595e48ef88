// SPDX-License-Identifier: GPL-3.0-or-later
// A batch that a network is given from outside, in place of the one that its experiment draws.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace stepzero {

struct Batch {
    Eigen::MatrixXf numbers {};   ///< [entries of the input, samples]; of words none
    std::vector<int> tokens {};   ///< sequence after sequence
    int length = 1;   ///< of a sequence, in tokens
    std::vector<int>
        targets {};   ///< the class of each sample, or what comes after each token; none: numbers are asked
};

}   // namespace stepzero
