// SPDX-License-Identifier: GPL-3.0-or-later
// The keys and values of multi-head latent attention (DeepSeek-AI: DeepSeek-V2. 2024). A small latent vector per token
// is computed from the stream and normalized, and the keys and values of all heads are computed from it. The last
// entries of every key may come from the stream itself: all heads share them, and rotary positions turn only them.
#pragma once

#include "core/modules/linear.h"
#include "core/modules/norm.h"

namespace stepzero {

struct LatentSpec {
    LinearSpec down;   ///< [rank + shared, width]: the latent vector, then the shared entries of the keys
    NormSpec norm;   ///< normalizes the latent vector
    LinearSpec up;   ///< [heads·(head_width − shared + value_width), rank]: for each head the key, then the value
    int shared = 0;   ///< last entries of each key that all heads share
};

/// The widths of keys and values.
struct KeyValueWidths {
    int heads, key, value;   ///< number of key heads, and the width of each key and value
};

class LatentKeys {
public:
    /// Throws std::invalid_argument when the shapes do not fit the heads.
    LatentKeys(LatentSpec spec, const KeyValueWidths& widths);

    struct KeysValues {
        Signal keys, values;
    };
    /// Returns keys and values of all heads, each head's below one another.
    KeysValues forward(Signal input, Pass& pass);
    /// Returns the gradient at the input. Throws Stopped, NotFinite, like forward().
    Signal backward(const KeysValues& gradients, Pass& pass);
    void list_parameters(std::vector<ParameterPlan>& plans) const;

private:
    KeyValueWidths widths_;
    int rank_, shared_, own_;   // own: entries of a key that come from the latent vector
    Linear down_, up_;
    Norm norm_;
};

}   // namespace stepzero
