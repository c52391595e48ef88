// SPDX-License-Identifier: GPL-3.0-or-later
// 1 on the diagonal. Each group of units has its own channels, as far as there are enough of both.
#include <algorithm>

#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class Identity : public Base {
public:
    Identity(Tap at, int groups)
        : Base({.name = "identity",
            .dependence = Dependence::fixed,
            .parameters = {double(at.receptive), double(at.centre), double(groups)},
            .isometric = groups == 1,
            .free = false,
            .tap = at}),
          groups_(groups)
    {
    }

    void fill(const Stream&, WeightMatrix& entries, const Context&) const override
    {
        entries.setZero();
        const Eigen::Index units = entries.rows() / groups_, channels = entries.cols() / tap.receptive;
        for (Eigen::Index group = 0; group < groups_; ++group)
            for (Eigen::Index i = 0; i < std::min(units, channels); ++i)
                entries(group * units + i, i * tap.receptive + tap.centre) = 1;
    }
    Law law(Shape shape) const override
    {
        const double units = double(shape.rows()) / groups_, channels = double(shape.columns()) / tap.receptive;
        const double ones = 1 / std::max(units, channels) / tap.receptive;
        Law law {.mean = ones, .variance = ones * (1 - ones), .low = 0, .high = 1, .atoms = {{1, ones}}, .density = {}};
        if (ones < 1)
            law.atoms.insert(law.atoms.begin(), {0, 1 - ones});
        return law;
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        PythonLines lines {"nn.init.eye_(" + tensor + ")"};
        if (draw.scale != 1)
            lines.push_back(tensor + ".data.mul_(" + python_number(draw.scale) + ")");
        return lines;
    }
    std::string jax(const Draw& draw, Shape shape) const override
    {
        if (shape.dimensions > 0)
            return jax_function("jnp.asarray(" + dirac(draw) + ", dtype)");
        return jax_function(
            (draw.scale == 1 ? "" : python_number(draw.scale) + " * ") + "jnp.eye(*shape, dtype=dtype)");
    }
    std::string keras(const Draw& draw, Shape shape) const override
    {
        if (shape.dimensions > 0)
            return "lambda shape, dtype=None: ops.convert_to_tensor(" + dirac(draw) + ")";
        return "initializers.Identity(gain=" + python_number(draw.scale) + ")";
    }
    std::map<std::string, std::string> jax_functions() const override { return keras_functions(); }
    std::map<std::string, std::string> keras_functions() const override
    {
        return {{"dirac", R"(def dirac(shape, groups, scale):
    """As torch.nn.init.dirac_: a number at the centre of each kernel that maps a channel to itself."""
    *window, channels, units = shape
    kernel = np.zeros(shape, np.float32)
    for unit in range(units):
        channel = unit % (units // groups)
        if channel < channels:
            kernel[(*(side // 2 for side in window), channel, unit)] = scale
    return kernel
)"}};
    }

private:
    std::string dirac(const Draw& draw) const
    {
        return "dirac(shape, " + std::to_string(groups_) + ", " + python_number(draw.scale) + ")";
    }

    int groups_;
};

}   // namespace

std::shared_ptr<const Base> base_identity(Tap tap, int groups) { return std::make_shared<const Identity>(tap, groups); }

}   // namespace stepzero
