// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/latent.h"

#include <stdexcept>
#include <utility>

#include "core/modules/common_unit.h"

namespace stepzero {

using Eigen::Index;

LatentKeys::LatentKeys(LatentSpec spec, const KeyValueWidths& widths)
    : widths_(widths), rank_(spec.up.weight.shape.fan_in), shared_(spec.shared), own_(widths.key - spec.shared),
      down_(spec.down), up_(spec.up), norm_(std::move(spec.norm))
{
    if (shared_ < 0 || own_ < 1 || rank_ < 1 || spec.down.weight.shape.fan_out != rank_ + shared_
        || spec.up.weight.shape.fan_out != widths.heads * (own_ + widths.value))
        throw std::invalid_argument("the shapes of latent attention do not fit its heads");
}

LatentKeys::KeysValues LatentKeys::forward(Signal input, Pass& pass)
{
    const Signal read = down_.forward(std::move(input), pass);
    const int positions = read.positions;
    const Signal all = up_.forward(
        norm_.forward(make_signal(read.numbers.topRows(rank_), read.exponent, positions, pass.context), pass), pass);
    const CommonUnit unit(all, shared_ > 0 ? read : all);
    Tensor keys(widths_.heads * widths_.key, all.columns()), values(widths_.heads * widths_.value, all.columns());
    for_columns(all.numbers, 2, pass.context, [&](Index first, Index count) {
        for (int head = 0; head < widths_.heads; ++head) {
            const Index from = Index(head) * (own_ + widths_.value), key = Index(head) * widths_.key;
            keys.block(key, first, own_, count) = unit.of_a * all.numbers.block(from, first, own_, count);
            keys.block(key + own_, first, shared_, count)
                = unit.of_b * read.numbers.block(rank_, first, shared_, count);
            values.block(Index(head) * widths_.value, first, widths_.value, count)
                = all.numbers.block(from + own_, first, widths_.value, count);
        }
    });
    return {make_signal(std::move(keys), unit.exponent, positions, pass.context),
        make_signal(std::move(values), all.exponent, positions, pass.context)};
}

Signal LatentKeys::backward(const KeysValues& gradients, Pass& pass)
{
    const Signal &keys = gradients.keys, &values = gradients.values;
    const CommonUnit unit(keys, values);
    const Index columns = keys.columns();
    Tensor all(widths_.heads * (own_ + widths_.value), columns), shared = Tensor::Zero(shared_, columns);
    for_columns(all, 3, pass.context, [&](Index first, Index count) {
        for (int head = 0; head < widths_.heads; ++head) {
            const Index from = Index(head) * (own_ + widths_.value), key = Index(head) * widths_.key;
            all.block(from, first, own_, count) = unit.of_a * keys.numbers.block(key, first, own_, count);
            all.block(from + own_, first, widths_.value, count)
                = unit.of_b * values.numbers.block(Index(head) * widths_.value, first, widths_.value, count);
            shared.middleCols(first, count) += keys.numbers.block(key + own_, first, shared_, count);
        }
    });
    const Signal latent = norm_.backward(
        up_.backward(make_signal(std::move(all), unit.exponent, keys.positions, pass.context), pass), pass);
    const CommonUnit together(latent, shared_ > 0 ? keys : latent);
    Tensor read(rank_ + shared_, columns);
    read.topRows(rank_) = together.of_a * latent.numbers;
    read.bottomRows(shared_) = together.of_b * shared;
    return down_.backward(make_signal(std::move(read), together.exponent, keys.positions, pass.context), pass);
}

void LatentKeys::list_parameters(std::vector<ParameterPlan>& plans) const
{
    down_.list_parameters(plans);
    norm_.list_parameters(plans);
    up_.list_parameters(plans);
}

}   // namespace stepzero
