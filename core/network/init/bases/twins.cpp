// SPDX-License-Identifier: GPL-3.0-or-later
// N(0, 1), where unit 2 equals unit 1 up to noise: rows 1 and 2, and columns 1 and 2.
#include <cmath>

#include "core/math/random/twins.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class Twins : public Base {
public:
    explicit Twins(double noise)
        : Base({.name = "twins",
            .dependence = Dependence::dependent,
            .parameters = {noise},
            .free = false,
            .identical_units = noise == 0}),
          noise_(noise)
    {
    }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        fill_normal_rows(stream, entries, context);
        make_twins(entries.data(), std::size_t(entries.rows()), std::size_t(entries.cols()), noise_);
    }
    Law law(Shape shape) const override { return base_normal()->law(shape); }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        const double length = std::sqrt(1 + noise_ * noise_);
        const std::string share = python_number(1 / length), own = python_number(noise_ / length);
        const auto twin = [&](const char* first, const char* second) {
            return tensor + ".data[" + second + "].mul_(" + own + ").add_(" + tensor + ".data[" + first
                + "], alpha=" + share + ")";
        };
        return {"nn.init.normal_(" + tensor + ", std=" + python_number(draw.scale) + ")",
            "# the second unit is the first once more, into it and out of it", twin(":1", "1:2"),
            twin(":, :1", ":, 1:2")};
    }
    std::string jax(const Draw& draw, Shape) const override
    {
        return "twins(" + python_number(draw.scale) + ", " + python_number(noise_) + ")";
    }
    std::string keras(const Draw& draw, Shape shape) const override { return jax(draw, shape); }
    std::map<std::string, std::string> jax_functions() const override
    {
        return {{"twins", R"(def twins(std, noise):
    """The second unit is the first once more, into it and out of it; noise parts them."""

    def init(key, shape, dtype=jnp.float32):
        x = std * jax.random.normal(key, shape, dtype)
        x = x.at[:, 1:2].set((x[:, :1] + noise * x[:, 1:2]) / math.sqrt(1 + noise**2))
        return x.at[1:2].set((x[:1] + noise * x[1:2]) / math.sqrt(1 + noise**2))

    return init
)"}};
    }
    std::map<std::string, std::string> keras_functions() const override
    {
        return {{"twins", R"(def twins(std, noise):
    """The second unit is the first once more, into it and out of it; noise parts them."""

    def init(shape, dtype=None):
        x = std * keras.random.normal(shape, dtype=dtype)
        for _ in range(2):
            twin = (x[:, :1] + noise * x[:, 1:2]) / math.sqrt(1 + noise**2)
            x = ops.transpose(ops.concatenate([x[:, :1], twin, x[:, 2:]], axis=1))
        return x

    return init
)"}};
    }

private:
    double noise_;
};

}   // namespace

std::shared_ptr<const Base> base_twins(double noise) { return std::make_shared<const Twins>(noise); }

}   // namespace stepzero
