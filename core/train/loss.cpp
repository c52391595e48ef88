// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loss.h"

#include <cmath>

#include "core/base/words/registry.h"

namespace stepzero {

namespace {

constexpr NamedValue<std::optional<LossKind>> loss_names[] {{std::nullopt, "task"},
    {LossKind::mean_squared_error, "mean_squared_error"}, {LossKind::cross_entropy, "cross_entropy"}};

}   // namespace

const std::vector<std::string>& losses()
{
    static const std::vector<std::string> words = names_of(loss_names);
    return words;
}

std::optional<LossKind> fixed_loss(const std::string& word) { return value_named(loss_names, word); }

LossKind loss_kind(const std::string& word, bool classes)
{
    return fixed_loss(word).value_or(classes ? LossKind::cross_entropy : LossKind::mean_squared_error);
}

LossValue loss_of(
    LossKind kind, const Signal& outputs, const Eigen::Ref<const Tensor>& wanted, const PassContext& context)
{
    context.check();
    const Eigen::Index rows = outputs.rows(), columns = outputs.columns();
    const double unit = power_of_two(outputs.exponent);
    const double share = 1.0 / double(columns) / (kind == LossKind::cross_entropy ? 1.0 : double(rows));
    LossValue value;
    Tensor gradient(rows, columns);
    for (Eigen::Index s = 0; s < columns; ++s) {
        const Eigen::ArrayXd y = outputs.numbers.col(s).cast<double>().array() * unit;
        const Eigen::ArrayXd t = wanted.col(s).cast<double>().array();
        Eigen::Index most = 0, right = 0;
        const double largest = y.maxCoeff(&most);
        t.maxCoeff(&right);
        value.right += most == right ? 1.0 / double(columns) : 0;
        if (kind == LossKind::mean_squared_error) {
            value.loss += share * (y - t).square().sum();
            gradient.col(s) = (2 * share * (y - t)).cast<float>();
        } else {
            const Eigen::ArrayXd e = (y - largest).exp();
            const double sum = e.sum();
            value.loss += share * (largest + std::log(sum) - y[right]);
            gradient.col(s) = (share * (e / sum - t)).cast<float>();
        }
    }
    value.gradient = make_signal(std::move(gradient), 0, 1, context);
    return value;
}

}   // namespace stepzero
