// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary positions: a transformer can encode the position of a token by rotating its queries and keys. This header
// defines the rotation speeds, and how they change for long sequences.
#pragma once

#include <vector>

namespace stepzero {

/// Rotary positions (Su et al. 2021). Each pair i of a head's first entries is rotated by the angle position · speed_i.
struct Rotary {
    /// How the speeds change for sequences longer than those of training.
    enum class Scaling {
        none,
        linear,   ///< all speeds are divided by the factor (Chen et al. 2023)
        /// LLaMA 3.1: speeds with wavelengths above `context` are divided by the factor, and those below a quarter of
        /// it are kept. In between, the weight of the two is linear in context/wavelength.
        llama3,
    };

    double base = 10000;   ///< 500000 in LLaMA 3
    double share = 1;   ///< fraction of a head's entries that rotate, rounded down to an even number; 0.25 in GPT-NeoX
    Scaling scaling = Scaling::none;
    double factor = 8;
    double context = 8192;   ///< tokens per sequence in training

    bool operator==(const Rotary&) const = default;
};

/// Returns radians per token for each rotating pair. Pair i consists of entries i and i + n of a head, where n is the
/// number of speeds.
std::vector<double> rotary_speeds(const Rotary& rotary, int head_width);

}   // namespace stepzero
