// SPDX-License-Identifier: GPL-3.0-or-later
// All entries are 1.
#include "core/network/init/bases/parts.h"

#include <map>
#include <string>

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
        static const std::map<std::string, std::string> without_value {{"0", "zeros_"}, {"1", "ones_"}};
        if (const auto found = without_value.find(value); found != without_value.end())
            return {"nn.init." + found->second + "(" + tensor + ")"};
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
