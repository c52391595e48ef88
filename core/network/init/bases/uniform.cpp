// SPDX-License-Identifier: GPL-3.0-or-later
// U(−1, 1).
#include <cmath>

#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class Uniform : public Base {
public:
    Uniform() : Base({.name = "uniform", .flat = true}) { }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        by_rows(entries.rows(), entries.cols(), context, [&](Eigen::Index row) {
            fill_uniform(stream, std::uint32_t(row), 0, entries.row(row).data(), std::size_t(entries.cols()));
        });
    }
    Law law(Shape) const override
    {
        return {.mean = 0, .variance = 1.0 / 3, .low = -1, .high = 1, .atoms = {}, .density = [](double x) {
                    return std::abs(x) <= 1 ? 0.5 : 0.0;
                }};
    }
    std::optional<double> kurtosis(Shape) const override { return 1.8; }
    std::function<double(double)> below(Shape) const override
    {
        return [](double x) { return std::clamp(0.5 * (x + 1), 0.0, 1.0); };
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        return {"nn.init.uniform_(" + tensor + ", " + ends(draw) + ")"};
    }
    std::string jax(const Draw& draw, Shape) const override   // nn.initializers.uniform starts at 0
    {
        return jax_function("jax.random.uniform(key, shape, dtype, " + ends(draw) + ")");
    }
    std::string keras(const Draw& draw, Shape) const override
    {
        return "initializers.RandomUniform(" + ends(draw) + ")";
    }

    PythonLines pytorch_by_fans(const VarianceScaling& scaling, const std::string& tensor) const override
    {
        return {bound(scaling), "nn.init.uniform_(" + tensor + ", -bound, bound)"};
    }
    std::optional<FanCode> jax_by_fans(const VarianceScaling& scaling) const override
    {
        return FanCode {
            "uniform", {bound(scaling)}, jax_function("jax.random.uniform(key, shape, dtype, -bound, bound)")};
    }
    std::optional<FanCode> keras_by_fans(const VarianceScaling& scaling) const override
    {
        const std::string root = "math.sqrt(" + scaling.variance(3) + ")";
        return FanCode {"uniform", {}, "initializers.RandomUniform(-" + root + ", " + root + ")"};
    }

private:
    static std::string ends(const Draw& draw) { return python_entry(draw, -1) + ", " + python_entry(draw, 1); }
    static std::string bound(const VarianceScaling& scaling)
    {
        return "bound = math.sqrt(" + scaling.variance(3) + ")";
    }
};

}   // namespace

std::shared_ptr<const Base> base_uniform() { return shared_base<Uniform>(); }

}   // namespace stepzero
