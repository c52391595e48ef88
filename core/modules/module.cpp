// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/module.h"

#include <cmath>

namespace stepzero {

void Pass::check(const Site& site, const Signal& signal, bool gradient) const
{
    // An infinity or a NaN also shows in the sum of squares, which finite floats cannot overflow.
    const bool finite = std::isfinite(signal.moments.m2) && std::isfinite(signal.moments.mean);
    if (finite && (gradient || followed(signal)))
        return;
    const NotFinite where {.site = site, .gradient = gradient, .below = signal.exponent < 0};
    recorder.lost(where);
    throw where;
}

void Pass::value(const Site& site, const Signal& signal) const
{
    check(site, signal);
    recorder.value(site, signal, context);
}

void Pass::gradient(const Site& site, const Signal& signal) const
{
    check(site, signal, true);
    recorder.gradient(site, signal, context);
}

Signal LayerSequence::forward(Signal input, Pass& pass)
{
    for (Sequence& layer : layers_) {
        input = layer.forward(std::move(input), pass);
        pass.advance(1, tr("forward"));
    }
    return input;
}

Signal LayerSequence::backward(Signal gradient, Pass& pass)
{
    for (std::size_t l = layers_.size(); l-- > 0;) {
        gradient = layers_[l].backward(std::move(gradient), pass);
        pass.advance(1, tr("backward"));
    }
    return gradient;
}

void LayerSequence::list_parameters(std::vector<ParameterPlan>& plans) const
{
    for (const Sequence& layer : layers_)
        layer.list_parameters(plans);
}

}   // namespace stepzero
