// SPDX-License-Identifier: GPL-3.0-or-later
// N(0, 1).
#include "core/base/words/nan.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class Normal : public Base {
public:
    Normal() : Base({.name = "normal"}) { }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        fill_normal_rows(stream, entries, context);
    }
    Law law(Shape) const override
    {
        return {.mean = 0, .variance = 1, .low = -infinity, .high = infinity, .atoms = {}, .density = normal_density};
    }
    std::optional<double> kurtosis(Shape) const override { return 3; }
    std::function<double(double)> below(Shape) const override { return normal_below; }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        return {"nn.init.normal_(" + tensor + ", mean=" + python_number(draw.shift)
            + ", std=" + python_number(draw.scale) + ")"};
    }
    std::string jax(const Draw& draw, Shape) const override
    {
        const std::string scale = python_number(draw.scale);
        return draw.shift == 0
            ? "nn.initializers.normal(stddev=" + scale + ")"
            : jax_function(python_number(draw.shift) + " + " + scale + " * jax.random.normal(key, shape, dtype)");
    }
    std::string keras(const Draw& draw, Shape) const override
    {
        return "initializers.RandomNormal(mean=" + python_number(draw.shift) + ", stddev=" + python_number(draw.scale)
            + ")";
    }

    PythonLines pytorch_by_fans(const VarianceScaling& scaling, const std::string& tensor) const override
    {
        return {"nn.init.normal_(" + tensor + ", std=math.sqrt(" + scaling.variance() + "))"};
    }
    std::optional<FanCode> jax_by_fans(const VarianceScaling& scaling) const override
    {
        return FanCode {"normal", {}, "nn.initializers.normal(stddev=math.sqrt(" + scaling.variance() + "))"};
    }
    std::optional<FanCode> keras_by_fans(const VarianceScaling& scaling) const override
    {
        return FanCode {
            "untruncated_normal", {}, "initializers.RandomNormal(stddev=math.sqrt(" + scaling.variance() + "))"};
    }
};

}   // namespace

std::shared_ptr<const Base> base_normal() { return shared_base<Normal>(); }

}   // namespace stepzero
