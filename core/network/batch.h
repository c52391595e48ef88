// SPDX-License-Identifier: GPL-3.0-or-later
// A batch of inputs that the caller passes to a network. It replaces the batch that the network's experiment would
// generate from its seed.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace stepzero {

struct Batch {
    Eigen::MatrixXf numbers {};   ///< [input entries, samples]; empty for a network of tokens
    std::vector<int> tokens {};   ///< all sequences, concatenated
    int length = 1;   ///< sequence length in tokens
    std::vector<int>
        targets {};   ///< class of each sample, or the token that follows each token; empty when numbers are targets
};

}   // namespace stepzero
