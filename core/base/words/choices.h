// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of a registry member by its name, with the parameters of that member: what an experiment stores for an
// activation, an initializer and the like.
#pragma once

#include <string>

#include "core/base/words/parameters.h"

namespace stepzero {

/// An activation function by its registry name, e.g. {"leaky_relu", {{"negative_slope", 0.2}}}.
struct Activation {
    std::string name = "relu";
    Parameters parameters;
    bool operator==(const Activation&) const = default;
};

/// The scheme that fills a weight matrix or a bias vector, by its registry name.
struct Initializer {
    std::string scheme = "kaiming_normal";
    Parameters parameters;
    bool operator==(const Initializer&) const = default;
};

/// A member of another registry, by its name.
struct Selection {
    std::string name;   ///< empty: no member is selected
    Parameters parameters;
    bool operator==(const Selection&) const = default;
};

}   // namespace stepzero
