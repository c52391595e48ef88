// SPDX-License-Identifier: GPL-3.0-or-later
// Rows or columns of length 1 with uniform, independent directions: normal vectors divided by their lengths.
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

void fill_unit_rows(const Stream& stream, WeightMatrix& entries, const Context& context)
{
    fill_normal_rows(stream, entries, context);
    by_rows(entries.rows(), entries.cols(), context, [&](Eigen::Index row) {
        const Eigen::VectorXd numbers = entries.row(row).transpose().cast<double>();
        entries.row(row) = (numbers / numbers.norm()).cast<float>().transpose();
    });
}

class UnitVectors : public Base {
public:
    explicit UnitVectors(bool columns)
        : Base({.name = "unit_vectors", .dependence = Dependence::dependent, .parameters = {double(columns)}}),
          columns_(columns)
    {
    }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        if (!columns_) {
            fill_unit_rows(stream, entries, context);
            return;
        }
        WeightMatrix transposed(entries.cols(), entries.rows());
        fill_unit_rows(stream, transposed, context);
        entries = transposed.transpose();
    }
    Law law(Shape shape) const override { return sphere_law(length(shape)); }
    std::optional<double> kurtosis(Shape shape) const override { return sphere_kurtosis(length(shape)); }
    std::function<double(double)> below(Shape shape) const override { return sphere_below(length(shape)); }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        return {"nn.init.normal_(" + tensor + ")",
            tensor + ".data.mul_(" + python_number(draw.scale) + " / " + tensor
                + ".data.norm(dim=" + (columns_ ? "0" : "1") + ", keepdim=True))"};
    }
    std::string jax(const Draw& draw, Shape) const override   // JAX stores the transpose
    {
        return std::string("unit_vectors(") + (columns_ ? "1" : "0") + ", " + python_number(draw.scale) + ")";
    }
    std::string keras(const Draw& draw, Shape shape) const override { return jax(draw, shape); }
    std::map<std::string, std::string> jax_functions() const override
    {
        return {{"unit_vectors", R"(def unit_vectors(axis, gain):
    """Vectors of one length along an axis."""

    def init(key, shape, dtype=jnp.float32):
        x = jax.random.normal(key, shape, dtype)
        return gain * x / jnp.sqrt((x**2).sum(axis, keepdims=True))

    return init
)"}};
    }
    std::map<std::string, std::string> keras_functions() const override
    {
        return {{"unit_vectors", R"(def unit_vectors(axis, gain):
    """Vectors of one length along an axis."""

    def init(shape, dtype=None):
        x = keras.random.normal(shape, dtype=dtype)
        return gain * x / ops.sqrt(ops.sum(ops.square(x), axis=axis, keepdims=True))

    return init
)"}};
    }

private:
    int length(Shape shape) const { return columns_ ? shape.rows() : shape.columns(); }

    bool columns_;
};

}   // namespace

std::shared_ptr<const Base> base_unit_vectors(bool columns) { return std::make_shared<const UnitVectors>(columns); }

}   // namespace stepzero
