// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_spectra.h"

#include <cmath>

#include "core/study/spectrum_time.h"

namespace stepzero {

namespace {

SpectraKey spectra_key(const Study& study)
{
    SpectraKey key;
    key.noise = {study.matrix, draw_of(study.matrix), study.experiment.seed, study.plan->given};
    key.noise.matrix.initializer = {};
    key.noise.matrix.factor = 1;
    key.scale = std::exchange(key.noise.draw.scale, 1);
    key.layer = study.layer;
    if (has_jacobian(*study.plan, study.layer))
        key.jacobian = study.plan.key();
    return key;
}

/// Returns whether the singular values for the two keys differ only by the ratio of the scales.
bool differ_by_scale(const SpectraKey& a, const SpectraKey& b)
{
    return a.noise == b.noise && !a.noise.given && a.noise.draw.shift == 0 && a.scale != 0;
}

/// Returns the last spectra of the matrix, rescaled for another key, without the layer's Jacobian.
SpectraPart scaled(const SpectraPart& last, SpectraKey key)
{
    const double ratio = std::abs(key.scale / last.key().scale);
    auto spectra = std::make_shared<LayerSpectra>();
    spectra->layer = key.layer;
    spectra->weight = last->weight;
    spectra->whole = last->whole;
    for (std::vector<double>* values : {&spectra->weight, &spectra->whole.values})
        for (double& value : *values)
            value *= ratio;
    key.jacobian = {};
    return {spectra, std::move(key)};
}

bool may_be_scaled(const Study& study)
{
    return study.stage == Stage::preview ? layer_spectra_seconds(study) >= preview_seconds : !is_layered(study);
}

}   // namespace

SpectraPart known_layer_spectra(const Study& study, const SpectraPart& last)
{
    SpectraKey key = spectra_key(study);
    if (!study.experiment.measure.weight_spectra)
        return {Absence::not_asked, std::move(key)};
    if (last && last.key() != key && differ_by_scale(last.key(), key) && may_be_scaled(study))
        return scaled(last, std::move(key));
    return known(last, std::move(key));
}

JacobianPart known_jacobian(const Study& study, const JacobianPart& last)
{
    return !study.experiment.measure.jacobian ? Absence::not_asked
        : !has_jacobian(*study.plan)          ? Absence::impossible
                                              : known(last, study.plan.key());
}

void complete_layer_spectra(Study& study, NoiseCache& noise, const Context& context)
{
    study.layer_spectra.complete([&] {
        if (is_layered(study))
            return layer_spectra(study.experiment, *study.plan, study.layer, noise, context);
        const NetworkParameters parameters(*study.plan, study.experiment.seed, 0, noise);
        LayerSpectra spectra = matrix_spectra(study.matrix, parameters, context);
        spectra.layer = study.layer;
        return spectra;
    });
}

void complete_jacobian(Study& study, NoiseCache& noise, const Context& context)
{
    study.jacobian.complete([&] { return jacobian_spectrum(study.experiment, *study.plan, noise, context); });
}

}   // namespace stepzero
