// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of a network's parameter: its name, role, shape and initializer. A network's plan lists all of them, and
// their values are sampled later (parameter.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/math/activation/number_expression.h"
#include "core/network/init/given_rows.h"
#include "core/network/init/scheme.h"
#include "core/network/init/window.h"

namespace stepzero {

/// An initializer with expressions, and the variables of the matrix that it was evaluated for (typed_law.h).
struct TypedLaw {
    Initializer initializer;
    NumberVariables variables;
    bool operator==(const TypedLaw&) const = default;
};

/// A typed law, or none, that copies of a plan share. Two are equal if their laws are.
class SharedLaw {
public:
    SharedLaw() = default;
    explicit SharedLaw(TypedLaw law) : law_(std::make_shared<const TypedLaw>(std::move(law))) { }

    explicit operator bool() const { return law_ != nullptr; }
    const TypedLaw& operator*() const { return *law_; }
    const TypedLaw* operator->() const { return law_.get(); }
    bool operator==(const SharedLaw& other) const
    {
        return law_ == other.law_ || (law_ && other.law_ && *law_ == *other.law_);
    }

private:
    std::shared_ptr<const TypedLaw> law_;
};

struct ParameterPlan {
    std::string name;   ///< for users and files, e.g. "h.3.attn.c_proj.weight"; unique in a network
    std::string role;   ///< "embedding", "position", "q", "k", "v", "attention_out", "mlp_in", "mlp_out", "head", …
    int block = 0;   ///< counts from 1; 0 outside of the blocks
    Shape shape;   ///< [rows, columns]; a vector has `rows` entries, but its scheme sees both fans
    Initializer initializer {"zeros", {}};
    Role kind = Role::weight;   ///< weight: a matrix; bias: a vector (a bias, a norm's scale)
    double factor = 1;   ///< additional factor, e.g. 1/√(2·layers)
    std::uint32_t stream = 0;   ///< below 2^28; unique among matrices, and among vectors
    Window window {};   ///< kernels only: receptive field and positions
    int expert = 0;   ///< expert of its block, counted from 1, shared ones last; 0: none
    GivenRows rows {};   ///< token tables only
    bool scale_free = false;   ///< its scale has no effect: weights are standardized, or a norm follows
    SharedLaw typed {};   ///< what `initializer` was evaluated from; absent: all its numbers are plain
    bool operator==(const ParameterPlan&) const = default;
};

/// Returns the draw of the plan's scheme, times its factor. Throws std::invalid_argument for an unknown scheme.
Draw draw_of(const ParameterPlan& plan);

}   // namespace stepzero
