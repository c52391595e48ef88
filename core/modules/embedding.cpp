// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/embedding.h"

#include <algorithm>
#include <stdexcept>

#include "core/modules/product.h"
#include "core/modules/similarity.h"

namespace stepzero {

Tensor Embedding::forward(const std::vector<int>& tokens, Pass& pass) const
{
    const Shape shape = spec_.tokens.shape;
    if (!std::all_of(tokens.begin(), tokens.end(), [&](int t) { return t >= 0 && t < shape.fan_out; }))
        throw std::invalid_argument("a token is outside the vocabulary");
    if (spec_.positions && spec_.positions->shape.fan_out < pass.tokens)
        throw std::invalid_argument("a sequence is longer than its positions");
    const DrawnMatrix table = pass.parameters.matrix(spec_.tokens, pass.context);
    pass.recorder.parameter(spec_.tokens, table.distribution());
    std::optional<DrawnMatrix> positions;
    if (spec_.positions) {
        positions = pass.parameters.matrix(*spec_.positions, pass.context);
        pass.recorder.parameter(*spec_.positions, positions->distribution());
    }
    const auto row = [](const DrawnMatrix& m, Eigen::Index r) {
        return m.scale * m.base->entries.row(r).transpose().array() + m.shift;
    };
    Tensor output(shape.fan_in, tokens.size());
    for_columns(output, 2, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index c = first; c < first + count; ++c) {
            output.col(c).array() = row(table, tokens[std::size_t(c)]);
            if (positions)
                output.col(c).array() += row(*positions, c % pass.tokens);
        }
    });
    pass.recorder.value(spec_.site, output, pass.context);
    if (const auto similarity = token_similarity(output, pass.tokens, pass.context))
        pass.recorder.number(spec_.site, Quantity::similarity, *similarity);
    return output;
}

void Embedding::backward(const Tensor& gradient, Pass& pass) const
{
    pass.recorder.gradient(spec_.site, gradient, pass.context);
}

void Embedding::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.tokens);
    if (spec_.positions)
        plans.push_back(*spec_.positions);
}

}   // namespace stepzero
