// SPDX-License-Identifier: GPL-3.0-or-later
// A parameter of a network as a plan: what it is, and how it is drawn.
#pragma once

#include <cstdint>
#include <string>

#include "core/network/init/given_rows.h"
#include "core/network/init/scheme.h"
#include "core/network/init/window.h"

namespace stepzero {

struct ParameterPlan {
    std::string name;   ///< for people and files, e.g. "h.3.attn.c_proj.weight"; unique in a network
    std::string role;   ///< "embedding", "position", "q", "k", "v", "attention_out", "mlp_in", "mlp_out", "head", …
    int block = 0;   ///< counts from 1; 0 outside the blocks
    Shape shape;   ///< [rows, columns]; a vector has `rows` entries, its scheme sees both fans
    Initializer initializer {"zeros", {}};
    Role kind = Role::weight;   ///< weight: a matrix; bias: a vector (a bias, a norm's scale)
    double factor = 1;   ///< on top of the scheme, e.g. 1/√(2·layers)
    std::uint32_t stream = 0;   ///< below 2^28; a matrix and a vector may have the same, two of a kind may not
    Window window {};   ///< of a kernel: what its units see, and where
    int expert = 0;   ///< of which expert of its block, counts from 1, shared ones behind the others; 0: of none
    GivenRows rows {};   ///< of a table of tokens
    bool scale_free = false;   ///< its scale is taken out: the weights are standardized, or a norm stands behind
    bool operator==(const ParameterPlan&) const = default;
};

/// The draw of the plan's scheme, times its factor. Throws std::invalid_argument on an unknown scheme.
Draw draw_of(const ParameterPlan& plan);

}   // namespace stepzero
