// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/embedding.h"

#include <algorithm>
#include <stdexcept>

#include "core/modules/similarity.h"
#include "core/modules/table.h"
#include "core/modules/table_rows.h"
#include "core/network/sinusoids.h"

namespace stepzero {

Signal Embedding::forward(const std::vector<int>& tokens, int length, Pass& pass)
{
    const Shape shape = spec_.tokens.shape;
    if (!std::all_of(tokens.begin(), tokens.end(), [&](int t) { return t >= 0 && t < shape.fan_out; }))
        throw std::invalid_argument("a token is outside the vocabulary");
    if (spec_.positions && spec_.positions->shape.fan_out < length)
        throw std::invalid_argument("a sequence is longer than its positions");
    ScaledMatrix table = drawn_table(spec_.tokens, pass);
    if (const int added = spec_.tokens.rows.added; added > 0) {
        const TableRows rows = table_rows(table, added, pass.context);
        pass.recorder.number(spec_.site, Quantity::row_norm, rows.norm);
        pass.recorder.number(spec_.site, Quantity::added_row_norm, rows.added_norm);
        pass.recorder.number(spec_.site, Quantity::added_nearest_cosine, rows.nearest_cosine);
    }
    table *= spec_.multiplier;
    std::optional<ScaledMatrix> positions;
    if (spec_.positions)
        positions = drawn_table(*spec_.positions, pass);
    std::int64_t exponent = positions ? std::max(table.exponent, positions->exponent) : table.exponent;
    Tensor fixed;
    if (spec_.sinusoids) {
        exponent = std::max<std::int64_t>(exponent, 0);
        fixed = sinusoids(int(shape.fan_in), length) * float(power_of_two(-exponent));
    }
    Tensor sum(shape.fan_in, tokens.size());
    const Moments moments = fill_columns(sum, 2, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index c = first; c < first + count; ++c) {
            sum.col(c).setZero();
            add_row(sum.col(c), table, tokens[std::size_t(c)], exponent);
            if (positions)
                add_row(sum.col(c), *positions, c % length, exponent);
            if (spec_.sinusoids)
                sum.col(c) += fixed.col(c % length);
        }
    });
    Signal output = make_signal(std::move(sum), exponent, length, moments, pass.context);
    if (pass.trains())
        tokens_ = tokens;
    if (spec_.seen)
        *spec_.seen = tokens;
    pass.value(spec_.site, output);
    if (const auto similarity = token_similarity(output, pass.context))
        pass.recorder.number(spec_.site, Quantity::similarity, *similarity);
    return output;
}

void Embedding::backward(const Signal& gradient, Pass& pass)
{
    pass.gradient(spec_.site, gradient);
    if (!pass.trains())
        return;
    give_table_gradient(
        spec_.tokens, spec_.multiplier, gradient, [&](Eigen::Index c) { return tokens_[std::size_t(c)]; }, pass);
    if (spec_.positions)
        give_table_gradient(
            *spec_.positions, 1, gradient, [&](Eigen::Index c) { return c % gradient.positions; }, pass);
    tokens_.clear();
}

void Embedding::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.tokens);
    if (spec_.positions)
        plans.push_back(*spec_.positions);
}

}   // namespace stepzero
