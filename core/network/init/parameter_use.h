// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies the use of a parameter in a network: lookup table, linear map or neither. Theory and rules treat them
// differently. Here the words of roles become values.
#pragma once

#include "core/network/init/parameter_plan.h"

namespace stepzero {

enum class ParameterUse {
    map,   ///< W in y = W x, and all that is not listed here
    tokens,   ///< a table of tokens
    positions,   ///< a table of positions
    distances,   ///< a table of distances between tokens
    class_token,   ///< the vector that precedes the patches of an image
    kernel,   ///< a depthwise kernel: separate numbers for each channel
    rates,   ///< rates of a scan: separate numbers for each channel
    router,   ///< chooses experts
    head,   ///< reads the last stream
    readout,   ///< reads the last block while training networks without a head
    values,   ///< a table of tokens that adds to the values of attention
};
ParameterUse use_of(std::string_view role);
ParameterUse use_of(const ParameterPlan& plan);

/// Returns whether rows are looked up, not summed over: tables of tokens, positions or distances, and the class token.
bool is_looked_up(const ParameterPlan& plan);
/// Returns whether a vector is the scale γ of a norm, not a bias.
bool is_norm_scale(const ParameterPlan& plan);
/// Returns whether a matrix is W in y = W x: neither a table, nor separate numbers per channel (a depthwise kernel,
/// rates of a scan).
bool is_map(const ParameterPlan& plan);

}   // namespace stepzero
