// SPDX-License-Identifier: GPL-3.0-or-later
// All entries are 1.
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class Constant : public Base {
public:
    Constant() : Base({.name = "constant", .dependence = Dependence::constant}) { }

    void fill(const Stream&, WeightMatrix& entries, const Context&) const override { entries.setOnes(); }
    Law law(Shape) const override
    {
        return {.mean = 1, .variance = 0, .low = 1, .high = 1, .atoms = {{1, 1}}, .density = {}};
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        const std::string value = python_entry(draw, 1);
        if (value == "0" || value == "1")
            return {std::string("nn.init.") + (value == "0" ? "zeros_(" : "ones_(") + tensor + ")"};
        return {"nn.init.constant_(" + tensor + ", " + value + ")"};
    }
    std::string jax(const Draw& draw, Shape) const override
    {
        return "nn.initializers.constant(" + python_entry(draw, 1) + ")";
    }
    std::string keras(const Draw& draw, Shape) const override
    {
        return "initializers.Constant(" + python_entry(draw, 1) + ")";
    }
};

}   // namespace

std::shared_ptr<const Base> base_constant() { return shared_base<Constant>(); }

}   // namespace stepzero
