// SPDX-License-Identifier: GPL-3.0-or-later
// Haar-distributed orthonormal rows or columns, whichever are fewer. They are Q of a normal matrix whose R has a
// positive diagonal (Mezzadri 2007), transposed if the matrix is wide.
#include <algorithm>

#include "core/math/linear/qr.h"
#include "core/math/linear/tiles.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

void fill_haar(const Stream& stream, WeightMatrix& entries, const Context& context)
{
    fill_normal_rows(stream, entries, context);
    const bool wide = entries.rows() < entries.cols();
    // In tiles, so that it can be stopped: converting a large matrix between row and column order takes seconds.
    const auto by_tiles = [&](auto&& copy) {
        constexpr Eigen::Index tile = 64;   // columns
        for_tiles(std::min(entries.rows(), entries.cols()), tile, 8.0 * double(entries.size()), context, copy);
    };
    Eigen::MatrixXf tall(std::max(entries.rows(), entries.cols()), std::min(entries.rows(), entries.cols()));
    by_tiles([&](Eigen::Index first, Eigen::Index count) {
        if (wide)
            tall.middleCols(first, count) = entries.middleRows(first, count).transpose();
        else
            tall.middleCols(first, count) = entries.middleCols(first, count);
    });
    Qr<float> qr = householder_qr(std::move(tall), context);
    by_tiles([&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index j = first; j < first + count; ++j)
            if (qr.r(j, j) < 0)
                qr.q.col(j) = -qr.q.col(j);
        if (wide)
            entries.middleRows(first, count) = qr.q.middleCols(first, count).transpose();
        else
            entries.middleCols(first, count) = qr.q.middleCols(first, count);
    });
}

class Orthogonal : public Base {
public:
    explicit Orthogonal(Tap at)
        : Base({.name = "orthogonal",
            .dependence = Dependence::dependent,
            .parameters = {double(at.receptive), double(at.centre)},
            .isometric = true,
            .copies = 5,
            .tap = at})
    {
    }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        if (tap.receptive == 1) {
            fill_haar(stream, entries, context);
            return;
        }
        WeightMatrix across(entries.rows(), entries.cols() / tap.receptive);
        fill_haar(stream, across, context);
        entries.setZero();
        for (Eigen::Index channel = 0; channel < across.cols(); ++channel)
            entries.col(channel * tap.receptive + tap.centre) = across.col(channel);
    }
    Law law(Shape shape) const override { return one_in(sphere_law(dimensions(shape)), tap.receptive); }
    std::optional<double> kurtosis(Shape shape) const override
    {
        return tap.receptive > 1 ? std::nullopt : std::optional(sphere_kurtosis(dimensions(shape)));
    }
    std::function<double(double)> below(Shape shape) const override
    {
        return tap.receptive > 1 ? nullptr : sphere_below(dimensions(shape));
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        return {"nn.init.orthogonal_(" + tensor + ", gain=" + python_number(draw.scale) + ")"};
    }
    std::string jax(const Draw& draw, Shape shape) const override
    {
        return std::string("nn.initializers.") + (tap.receptive > 1 ? "delta_orthogonal" : "orthogonal")
            + "(scale=" + python_number(draw.scale) + (shape.transposed() ? ", column_axis=-2)" : ")");
    }
    std::string keras(const Draw& draw, Shape) const override
    {
        return (tap.receptive > 1 ? "delta_orthogonal(" : "initializers.Orthogonal(gain=") + python_number(draw.scale)
            + ")";
    }
    std::map<std::string, std::string> keras_functions() const override
    {
        return {{"delta_orthogonal", R"(def delta_orthogonal(gain):
    """Orthonormal at the centre of the kernel, zeros elsewhere (Xiao et al. 2018)."""

    def init(shape, dtype=None):
        *window, channels, units = shape
        centre = np.zeros((*window, 1, 1), np.float32)
        centre[tuple((side - 1) // 2 for side in window)] = 1
        return ops.convert_to_tensor(centre) * initializers.Orthogonal(gain=gain)((channels, units), dtype)

    return init
)"}};
    }

private:
    int dimensions(Shape shape) const { return std::max(shape.rows(), shape.columns() / tap.receptive); }
};

}   // namespace

std::shared_ptr<const Base> base_orthogonal(Tap tap) { return std::make_shared<const Orthogonal>(tap); }

}   // namespace stepzero
