// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loss.h"

#include "core/base/words/registry.h"

namespace stepzero {

const std::vector<LossInfo>& losses()
{
#define STEPZERO_MEMBER(name) loss_##name(),
    static const std::vector<LossInfo> all {STEPZERO_LOSSES(STEPZERO_MEMBER)};
#undef STEPZERO_MEMBER
    return all;
}

const LossInfo* fixed_loss(std::string_view word) { return find_member(losses(), word); }

const LossInfo& loss_named(std::string_view word, bool classes)
{
    const LossInfo* fixed = fixed_loss(word);
    return fixed ? *fixed : *fixed_loss(classes ? "cross_entropy" : "mean_squared_error");
}

double loss_share(const LossInfo& loss, Eigen::Index outputs, Eigen::Index samples)
{
    return 1.0 / double(samples) / (loss.over_outputs ? double(outputs) : 1.0);
}

LossValue loss_of(
    const LossInfo& loss, const Signal& outputs, const Eigen::Ref<const Tensor>& wanted, const PassContext& context)
{
    context.check();
    const Eigen::Index rows = outputs.rows(), columns = outputs.columns();
    const double unit = power_of_two(outputs.exponent), share = loss_share(loss, rows, columns);
    LossValue value;
    Tensor gradient(rows, columns);
    Eigen::ArrayXd of_sample(rows);
    for (Eigen::Index s = 0; s < columns; ++s) {
        const Eigen::ArrayXd y = outputs.numbers.col(s).cast<double>().array() * unit;
        const Eigen::ArrayXd t = wanted.col(s).cast<double>().array();
        Eigen::Index most = 0, right = 0;
        y.maxCoeff(&most);
        t.maxCoeff(&right);
        value.right += most == right ? 1.0 / double(columns) : 0;
        value.loss += loss.sample(y, t, share, of_sample);
        gradient.col(s) = of_sample.cast<float>();
    }
    value.gradient = make_signal(std::move(gradient), 0, 1, context);
    return value;
}

}   // namespace stepzero
