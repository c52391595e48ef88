// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace stepzero {

/// Rotary positions (Su et al. 2021): of a head's first entries pairs i turn by the token's place times their speed.
struct Rotary {
    /// How speeds are changed for sequences longer than those of training.
    enum class Scaling {
        none,
        linear,   ///< all divided by the factor (Chen et al. 2023)
        /// Those of wavelengths above the context are divided, those below a quarter of it stay, and between the change
        /// is linear in context/wavelength (LLaMA 3.1).
        llama3,
    };

    double base = 10000;   ///< 500000 in LLaMA 3
    double share = 1;   ///< of a head's entries that turn, 0.25 in GPT-NeoX: the largest even number of them
    Scaling scaling = Scaling::none;
    double factor = 8;
    double context = 8192;   ///< tokens of a sequence in training

    bool operator==(const Rotary&) const = default;
};

/// Radians a token: of each pair of entries that turns, entries i and i + the number of speeds of a head.
std::vector<double> rotary_speeds(const Rotary& rotary, int head_width);

}   // namespace stepzero
