// SPDX-License-Identifier: GPL-3.0-or-later
// Members of the registries by their names, with parameters of their own.
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

/// How a weight matrix or a bias vector is filled, by its registry name.
struct Initializer {
    std::string scheme = "kaiming_normal";
    Parameters parameters;
    bool operator==(const Initializer&) const = default;
};

/// A member of any other registry.
struct Selection {
    std::string name;   ///< empty: none is named
    Parameters parameters;
    bool operator==(const Selection&) const = default;
};

}   // namespace stepzero
