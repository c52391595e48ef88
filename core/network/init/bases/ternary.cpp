// SPDX-License-Identifier: GPL-3.0-or-later
// −γ, 0 or γ: N(0, 1) rounded to the nearest multiple of γ = √(2/π), the mean of |z|, and clamped. BitNet b1.58 rounds
// by the mean of the matrix at hand. That differs by a fraction of 0.76/√n for n entries.
#include <boost/math/constants/constants.hpp>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

const double ternary_size = std::sqrt(2 / boost::math::constants::pi<double>());

class Ternary : public Base {
public:
    Ternary() : Base({.name = "ternary"}) { }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        fill_normal_rows(stream, entries, context);
        const float size = float(ternary_size);
        by_rows(entries.rows(), entries.cols(), context, [&](Eigen::Index row) {
            for (float& entry : entries.row(row))
                entry = std::abs(entry) <= size / 2 ? 0.0f : std::copysign(size, entry);
        });
    }
    Law law(Shape) const override
    {
        const double size = double(float(ternary_size));
        return {.variance = kept() * size * size,
            .low = -size,
            .high = size,
            .atoms = {{-size, kept() / 2}, {0, 1 - kept()}, {size, kept() / 2}},
            .density = {}};
    }
    std::optional<double> kurtosis(Shape) const override { return 1 / kept(); }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        const std::string size = python_number(ternary_size);
        return {"nn.init.normal_(" + tensor + ")",
            tensor + ".data.div_(" + size + ").round_().clamp_(-1, 1).mul_(" + python_entry(draw, ternary_size) + ")"};
    }
    std::string jax(const Draw& draw, Shape) const override
    {
        return "ternary(" + python_entry(draw, ternary_size) + ")";
    }
    std::string keras(const Draw& draw, Shape shape) const override { return jax(draw, shape); }
    std::map<std::string, std::string> jax_functions() const override
    {
        return {{"ternary", R"(def ternary(size):
    """Normal numbers rounded to -size, 0 and size, where size is their mean absolute value."""

    def init(key, shape, dtype=jnp.float32):
        x = jax.random.normal(key, shape, dtype) * math.sqrt(math.pi / 2)
        return size * jnp.clip(jnp.round(x), -1, 1)

    return init
)"}};
    }
    std::map<std::string, std::string> keras_functions() const override
    {
        return {{"ternary", R"(def ternary(size):
    """Normal numbers rounded to -size, 0 and size, where size is their mean absolute value."""

    def init(shape, dtype=None):
        x = keras.random.normal(shape, dtype=dtype) * math.sqrt(math.pi / 2)
        return size * ops.clip(ops.round(x), -1, 1)

    return init
)"}};
    }

private:
    /// Returns the probability that an entry is not 0.
    static double kept() { return 2 * normal_below(-ternary_size / 2); }
};

}   // namespace

std::shared_ptr<const Base> base_ternary() { return shared_base<Ternary>(); }

}   // namespace stepzero
