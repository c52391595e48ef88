// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/outcome.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace stepzero {

namespace {

constexpr double ln10 = std::numbers::ln10;

/// Returns log10 of a prediction; absent when there is none.
std::optional<double> log10_of(const std::optional<double>& plain, const std::optional<double>& beyond)
{
    return beyond ? beyond : plain ? std::optional(std::log10(*plain)) : std::nullopt;
}

/// Converts the spread of ln to that of log10.
std::optional<double> in_log10(const std::optional<double>& ln_spread)
{
    return ln_spread ? std::optional(*ln_spread / ln10) : std::nullopt;
}

/// Returns the first-order standard deviation of log10. `sd` may exceed the number itself.
std::optional<double> log10_sd(double number, double sd)
{
    const double relative = sd / number;
    return std::isfinite(relative) ? std::optional(relative / ln10) : std::nullopt;
}

OutcomeValue log10_value(const CellNumbers& numbers)
{
    OutcomeValue value {log10_rms(numbers.value)};
    if (numbers.sd)
        value.sd = log10_sd(numbers.value.rms, numbers.sd->rms);
    return value;
}

std::optional<OutcomeValue> known(OutcomeValue value)
{
    if (std::isnan(value.value))
        return std::nullopt;
    const auto drop_nan = [](std::optional<double>& number) {
        if (number && std::isnan(*number))
            number.reset();
    };
    drop_nan(value.sd);
    drop_nan(value.theory);
    drop_nan(value.theory_sd);
    return value;
}

/// Returns the measured value, the prediction, its logarithm if it exceeds the range of double, and its relative
/// spread.
std::optional<OutcomeValue> rms_value(const CellNumbers& measured, const std::optional<double>& theory,
    const std::optional<double>& log10_theory, const std::optional<double>& spread)
{
    OutcomeValue value = log10_value(measured);
    value.theory = log10_of(theory, log10_theory);
    value.theory_sd = in_log10(spread);
    return known(value);
}

std::optional<OutcomeValue> last_rms(const CellResult& cell)
{
    const CellPrediction& theory = cell.layers.back().prediction;
    return rms_value(
        cell.layers.back().output, theory.activation_rms, theory.log10_activation_rms, theory.activation_spread);
}

std::optional<OutcomeValue> last_output_std(const CellResult& cell)
{
    const CellLayer& last = cell.layers.back();
    const CellMoments& output = last.output.value;
    if (output.log10_rms && (output.std == 0 || std::isinf(output.std)))   // beyond the range of double, and not stored
        return std::nullopt;
    OutcomeValue value {std::log10(output.std)};
    if (last.output.sd)
        value.sd = log10_sd(last.output.value.std, last.output.sd->std);
    value.theory = log10_of(last.prediction.activation_std, last.prediction.log10_activation_std);
    value.theory_sd = in_log10(last.prediction.activation_std_spread);
    return known(value);
}

std::optional<OutcomeValue> last_preactivation_rms(const CellResult& cell)
{
    const CellPrediction& theory = cell.layers.back().prediction;
    return rms_value(cell.layers.back().preactivation, theory.preactivation_rms, theory.log10_preactivation_rms,
        theory.preactivation_spread);
}

std::optional<OutcomeValue> first_gradient_rms(const CellResult& cell)
{
    const CellLayer& first = cell.layers.front();
    if (!first.gradient)
        return std::nullopt;
    const CellPrediction& theory = first.prediction;
    return rms_value(*first.gradient, theory.gradient_rms, theory.log10_gradient_rms, theory.gradient_spread);
}

std::optional<OutcomeValue> gradient_ratio(const CellResult& cell)
{
    const auto ratio = log10_gradient_ratio(cell);
    if (!ratio)
        return std::nullopt;
    OutcomeValue value {*ratio};
    const CellPrediction &first = cell.layers.front().prediction, &last = cell.layers.back().prediction;
    const auto above = log10_of(first.gradient_rms, first.log10_gradient_rms);
    const auto below = log10_of(last.gradient_rms, last.log10_gradient_rms);
    if (above && below)
        value.theory = *above - *below;
    return known(value);
}

/// Returns the standard deviation of ln RMS over replicas, for the last preactivations. ln RMS is close to normal
/// (core/theory/finite_width.h). With standard deviation s, the RMS has sd/mean = √(exp(s²) − 1). From sd/mean = 1 on,
/// a few replicas are not informative.
std::optional<OutcomeValue> spread(const CellResult& cell)
{
    const CellLayer& last = cell.layers.back();
    if (!last.preactivation.sd)
        return std::nullopt;
    const double relative = last.preactivation.sd->rms / last.preactivation.value.rms;
    if (!(relative < 1))
        return std::nullopt;
    return known({std::sqrt(std::log1p(relative * relative)), {}, last.prediction.preactivation_spread});
}

std::optional<OutcomeValue> weight_std(const CellResult& cell)
{
    const CellLayer& first = cell.layers.front();
    OutcomeValue value {std::log10(first.weight.value.std)};
    if (first.weight.sd)
        value.sd = log10_sd(first.weight.value.std, first.weight.sd->std);
    value.theory = log10_of(first.prediction.weight_std, {});
    return known(value);
}

std::optional<OutcomeValue> zeros(const CellResult& cell)
{
    const CellLayer& last = cell.layers.back();
    return last.zero_fraction ? known({*last.zero_fraction, {}, last.prediction.zero_fraction}) : std::nullopt;
}

std::optional<OutcomeValue> saturated(const CellResult& cell)
{
    const CellLayer& last = cell.layers.back();
    return last.saturated_fraction ? known({*last.saturated_fraction, {}, last.prediction.saturated_fraction})
                                   : std::nullopt;
}

std::optional<OutcomeValue> last_loss(const CellResult& cell)
{
    const auto& training = cell.training;
    return training && !training->diverged ? known({training->log10_last_loss, training->last_loss_sd}) : std::nullopt;
}

std::optional<OutcomeValue> loss_ratio(const CellResult& cell)
{
    const auto& training = cell.training;
    return training && !training->diverged ? known({training->log10_last_loss - training->log10_first_loss})
                                           : std::nullopt;
}

std::optional<OutcomeValue> right(const CellResult& cell)
{
    return cell.training && !cell.training->diverged && cell.training->right ? known({*cell.training->right})
                                                                             : std::nullopt;
}

}   // namespace

const std::vector<Outcome>& outcomes()
{
    static const std::vector<Outcome> all {
        {"last_rms", tr("RMS of the last output"), true, false, last_rms},
        {"last_std", tr("std of the last output"), true, false, last_output_std},
        {"last_preactivation_rms", tr("RMS of the last preactivation"), true, false, last_preactivation_rms},
        {"gradient_ratio", tr("gradient RMS, first / last"), true, false, gradient_ratio},
        {"first_gradient_rms", tr("gradient RMS at the first layer"), true, false, first_gradient_rms},
        {"spread", tr("spread of ln RMS over networks"), false, true, spread},
        {"weight_std", tr("std of the first weights"), true, false, weight_std},
        {"zero_fraction", tr("zeros in the last output"), false, false, zeros},
        {"saturated_fraction", tr("saturated fraction of the last output"), false, false, saturated},
        {"last_loss", tr("loss after the last step"), true, false, last_loss},
        {"loss_ratio", tr("loss, last / first"), true, false, loss_ratio},
        {"right", tr("accuracy at the last step"), false, false, right},
    };
    return all;
}

const Outcome* find_outcome(std::string_view id)
{
    for (const Outcome& outcome : outcomes())
        if (outcome.id == id)
            return &outcome;
    return nullptr;
}

}   // namespace stepzero
