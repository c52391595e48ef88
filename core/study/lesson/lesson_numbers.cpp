// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_numbers.h"

#include <cmath>

#include "core/diagnose/finding.h"
#include "core/theory/width_band.h"

namespace stepzero {

namespace {

using Number = std::optional<double>;

Number plain(const Distribution* d, double Distribution::*number)
{
    return d && d->count > 0 ? Number(d->plain(d->*number)) : std::nullopt;
}
Number log10_rms(const Distribution* d) { return d && d->count > 0 ? Number(d->log10_of(d->rms)) : std::nullopt; }
Number value(const Predicted* predicted) { return predicted ? Number(predicted->value) : std::nullopt; }
Number log10_of(const Predicted* predicted) { return predicted ? predicted->log10() : std::nullopt; }
/// Returns an end of theory's band, three standard deviations of networks away. These are the bounds of exercises,
/// whose answer may be read off a simulated network: 0.3% of those lie outside, but 4.6% outside of two.
Number band_end(const Predicted* predicted, double WidthBand::*end)
{
    const auto band = predicted ? width_band(*predicted, 3) : std::nullopt;
    return band ? Number(std::pow(10, (*band).*end)) : std::nullopt;
}
Number complement(const Number& number) { return number ? Number(1 - *number) : std::nullopt; }

/// Returns log10 of the nonzero singular values of the Jacobian, largest first; empty when unknown.
std::vector<double> jacobian_of(const Study& study)
{
    std::vector<double> known;
    if (study.jacobian)
        for (const std::optional<double>& value : *study.jacobian)
            if (value)
                known.push_back(*value);
    return known;
}

Number of_jacobian(const Study& study, double (*number)(const std::vector<double>& log10))
{
    const std::vector<double> log10 = jacobian_of(study);
    return log10.empty() ? std::nullopt : Number(number(log10));
}

Number of_weights(const Study& study, double (*number)(const std::vector<double>& values))
{
    return study.layer_spectra && !study.layer_spectra->weight.empty() ? Number(number(study.layer_spectra->weight))
                                                                       : std::nullopt;
}

}   // namespace

const std::vector<LayerFunction>& layer_functions()
{
    using S = const Study&;
    static const std::vector<LayerFunction> all {
        {"signal", tr("RMS of the output"),
            [](S s, int l) { return plain(s.measurement->output(l), &Distribution::rms); }},
        {"signal_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return value(s.prediction->output(l, Quantity::rms)); }},
        {"signal_spread", tr("standard deviation of ln RMS among networks of this width, by theory"),
            [](S s, int l) {
                const Predicted* rms = s.prediction->output(l, Quantity::rms);
                return rms ? rms->spread : std::nullopt;
            }},
        {"signal_low", tr("lower end of theory's band: three standard deviations of networks of this width"),
            [](S s, int l) { return band_end(s.prediction->output(l, Quantity::rms), &WidthBand::low); }},
        {"signal_high", tr("upper end of the same band"),
            [](S s, int l) { return band_end(s.prediction->output(l, Quantity::rms), &WidthBand::high); }},
        {"log10_signal", tr("log10 of the RMS of the output, however large or small"),
            [](S s, int l) { return log10_rms(s.measurement->output(l)); }},
        {"log10_signal_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return log10_of(s.prediction->output(l, Quantity::rms)); }},
        {"preactivation", tr("RMS of the preactivation"),
            [](S s, int l) { return plain(s.measurement->preactivation(l), &Distribution::rms); }},
        {"preactivation_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return value(s.prediction->preactivation(l, Quantity::rms)); }},
        {"gradient", tr("RMS of the gradient"),
            [](S s, int l) { return plain(s.measurement->gradient(l), &Distribution::rms); }},
        {"gradient_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return value(s.prediction->gradient(l)); }},
        {"gradient_low", tr("lower end of theory's band: three standard deviations of networks of this width"),
            [](S s, int l) { return band_end(s.prediction->gradient(l), &WidthBand::low); }},
        {"gradient_high", tr("upper end of the same band"),
            [](S s, int l) { return band_end(s.prediction->gradient(l), &WidthBand::high); }},
        {"log10_gradient", tr("log10 of the RMS of the gradient, however large or small"),
            [](S s, int l) { return log10_rms(s.measurement->gradient(l)); }},
        {"log10_gradient_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return log10_of(s.prediction->gradient(l)); }},
        {"mean", tr("mean of the output"),
            [](S s, int l) { return plain(s.measurement->output(l), &Distribution::mean); }},
        {"mean_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return value(s.prediction->output(l, Quantity::mean)); }},
        {"std", tr("standard deviation of the output"),
            [](S s, int l) { return plain(s.measurement->output(l), &Distribution::std); }},
        {"std_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return value(s.prediction->output(l, Quantity::std)); }},
        {"weight_mean", tr("mean of the weights"),
            [](S s, int l) { return plain(s.measurement->weight(l), &Distribution::mean); }},
        {"weight_std", tr("standard deviation of the weights"),
            [](S s, int l) { return plain(s.measurement->weight(l), &Distribution::std); }},
        {"zeros", tr("fraction of zeros in the output"),
            [](S s, int l) { return s.measurement->number(l, Quantity::zero_fraction); }},
        {"dead", tr("fraction of units that are 0 on every sample"),
            [](S s, int l) { return s.measurement->number(l, Quantity::dead_fraction); }},
        {"saturated", tr("fraction of the output that is saturated"),
            [](S s, int l) { return s.measurement->number(l, Quantity::saturated_fraction); }},
        {"correlation", tr("correlation of the preactivations of two inputs, where the experiment measures it"),
            [](S s, int l) { return complement(s.measurement->number(l, Quantity::decorrelation)); }},
        {"correlation_theory", tr("the same, as predicted by theory"),
            [](S s, int l) { return complement(value(s.prediction->preactivation(l, Quantity::decorrelation))); }},
        {"chi", tr("χ = σ_w² E[φ'(z)²], by theory"),
            [](S s, int l) { return value(s.prediction->preactivation(l, Quantity::chi)); }},
        {"fan_in", tr("inputs of each unit in a plain layer"),
            [](S s, int l) {
                return is_layered(s) ? Number(s.plan->layers[std::size_t(l - 1)].fan_in) : std::nullopt;
            }},
        {"fan_out", tr("units that each input of a plain layer feeds"),
            [](S s, int l) {
                return is_layered(s) ? Number(s.plan->layers[std::size_t(l - 1)].fan_out) : std::nullopt;
            }},
    };
    return all;
}

const std::vector<StepFunction>& step_functions()
{
    using R = const TrainingRun&;
    static const std::vector<StepFunction> all {
        {"loss", tr("loss after t steps of training: on the next batch, or on all samples after the last step"),
            [](R run, std::size_t t) { return Number(t < run.steps.size() ? run.steps[t].loss : run.last_loss); }},
        {"right", tr("accuracy after t steps of training, on the next batch"),
            [](R run, std::size_t t) { return t < run.steps.size() ? run.steps[t].right : std::nullopt; }},
    };
    return all;
}

const std::vector<StudyNumber>& study_numbers()
{
    using S = const Study&;
    using V = const std::vector<double>&;
    static const std::vector<StudyNumber> all {
        {"depth", tr("layers or blocks"), [](S s) { return Number(s.plan->depth()); }},
        {"width", tr("of the first layer"), [](S s) { return Number(width_of_layer(s.experiment.network, 1)); }},
        {"input_width", tr("of the input"), [](S s) { return Number(width_of_layer(s.experiment.network, 0)); }},
        {"input_rms", tr("RMS of the input of the first layer"),
            [](S s) { return plain(&s.measurement->input, &Distribution::rms); }},
        {"layer", tr("the selected one"), [](S s) { return Number(s.layer); }},
        {"findings", tr("their number"),
            [](S s) { return s.findings ? Number(double(s.findings->size())) : std::nullopt; }},
        {"chi1", tr("χ₁ at the fixed point of the network's layers, by theory"),
            [](S s) { return s.prediction->fixed_point ? s.prediction->fixed_point->chi_1 : std::nullopt; }},
        {"jacobian_largest", tr("singular value of the Jacobian of the whole network"),
            [](S s) { return of_jacobian(s, [](V log10) { return std::pow(10, log10.front()); }); }},
        {"jacobian_median", tr("median singular value"),
            [](S s) { return of_jacobian(s, [](V log10) { return std::pow(10, log10[log10.size() / 2]); }); }},
        {"jacobian_smallest", tr("smallest nonzero one"),
            [](S s) { return of_jacobian(s, [](V log10) { return std::pow(10, log10.back()); }); }},
        {"jacobian_log_spread", tr("log10 of the ratio of the largest to the smallest nonzero one"),
            [](S s) { return of_jacobian(s, [](V log10) { return log10.front() - log10.back(); }); }},
        {"weight_largest", tr("singular value of the selected layer's weights"),
            [](S s) { return of_weights(s, [](V values) { return values.front(); }); }},
        {"weight_smallest", tr("the smallest of them"),
            [](S s) { return of_weights(s, [](V values) { return values.back(); }); }},
    };
    return all;
}

std::optional<double> outcome_of(const Outcome& outcome, const Study& study)
{
    if (study.measurement->record.empty() || !study.measurement->output(1))
        return std::nullopt;   // not simulated yet
    CellResult cell = cell_of(*study.measurement, *study.prediction);
    if (const TrainingRun* run = study.training.get(); run && !run->steps.empty())
        cell.training = {std::log10(run->steps.front().loss), std::log10(run->last_loss), {}, run->steps.back().right,
            run->diverged};
    const auto found = outcome.of(cell);
    if (!found)
        return std::nullopt;
    return outcome.logarithmic ? std::pow(10, found->value) : found->value;
}

}   // namespace stepzero
