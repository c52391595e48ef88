// SPDX-License-Identifier: GPL-3.0-or-later
// N(0, 1) with ceil(sparsity·rows) zeros in each column.
#include <cmath>
#include <vector>

#include "core/base/words/nan.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class SparseNormal : public Base {
public:
    explicit SparseNormal(double sparsity)
        : Base({.name = "sparse_normal", .dependence = Dependence::dependent, .parameters = {sparsity}, .free = false}),
          sparsity_(sparsity)
    {
    }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        fill_normal_rows(stream, entries, context);
        const int empty = zeros(int(entries.rows()));
        by_rows(entries.cols(), entries.rows(), context, [&](Eigen::Index column) {
            std::vector<std::uint32_t> order(std::size_t(entries.rows()));
            fill_permutation(stream, std::uint32_t(column), order.data(), order.size());
            for (int i = 0; i < empty; ++i)
                entries(order[std::size_t(i)], column) = 0;
        });
    }
    Law law(Shape shape) const override
    {
        const double empty = zeros(shape.rows()) / double(shape.rows());
        Law law {.mean = 0, .variance = 1 - empty, .low = -infinity, .high = infinity, .atoms = {}, .density = {}};
        if (empty > 0)
            law.atoms = {{0, empty}};
        if (empty < 1)
            law.density = [empty](double x) { return (1 - empty) * normal_density(x); };
        else
            law.low = law.high = 0;
        return law;
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        return {"nn.init.sparse_(" + tensor + ", sparsity=" + python_number(sparsity_)
            + ", std=" + python_number(draw.scale) + ")"};
    }
    std::string jax(const Draw& draw, Shape) const override
    {
        return "sparse(" + python_number(sparsity_) + ", " + python_number(draw.scale) + ")";
    }
    std::string keras(const Draw& draw, Shape shape) const override { return jax(draw, shape); }
    std::map<std::string, std::string> jax_functions() const override
    {
        return {{"sparse", R"(def sparse(sparsity, std):
    """As torch.nn.init.sparse_: each input feeds only some of the outputs."""

    def init(key, shape, dtype=jnp.float32):
        fan_in, fan_out = shape
        normal_key, order_key = jax.random.split(key)
        order = jax.vmap(lambda k: jax.random.permutation(k, fan_out))(jax.random.split(order_key, fan_in))
        kept = order >= math.ceil(sparsity * fan_out)
        return jnp.where(kept, std * jax.random.normal(normal_key, shape, dtype), 0)

    return init
)"}};
    }
    std::map<std::string, std::string> keras_functions() const override
    {
        return {{"sparse", R"(def sparse(sparsity, std):
    """As torch.nn.init.sparse_: each input feeds only some of the outputs."""

    def init(shape, dtype=None):
        fan_in, fan_out = shape
        kernel = std * keras.random.normal(shape, dtype=dtype)
        order = ops.argsort(ops.argsort(keras.random.uniform(shape), axis=1), axis=1)
        return ops.where(order >= math.ceil(sparsity * fan_out), kernel, 0)

    return init
)"}};
    }

private:
    int zeros(int rows) const { return int(std::ceil(sparsity_ * rows)); }   // per column

    double sparsity_;
};

}   // namespace

std::shared_ptr<const Base> base_sparse_normal(double sparsity)
{
    return std::make_shared<const SparseNormal>(sparsity);
}

}   // namespace stepzero
