// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/text.h"

#include "core/kinds/kinds.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/off_scale.h"
#include "core/diagnose/criteria.h"

namespace stepzero {

std::string exp_text(double ln)
{
    const double log10 = ln / std::log(10.0);
    if (is_off_scale(log10))
        return off_scale_text;
    if (!std::isfinite(ln) || std::abs(log10) < 300)
        return short_text(std::exp(ln));
    const double power = std::floor(log10);
    return short_text(std::pow(10.0, log10 - power)) + (power < 0 ? "e" : "e+") + std::to_string((long long)(power));
}

std::string percent_text(double share) { return short_text(100 * share) + "%"; }

Text role_text(const NetworkKind& kind, const ParameterPlan& plan)
{
    const auto role = std::ranges::find(kind.roles, plan.role, &RoleInfo::name);
    return role == kind.roles.end() ? Text::whole(plan.role) : role->label;
}

Text span_text(const Network& network, int first, int last)
{
    const NetworkKind& kind = kind_of(network);
    if (first == last)
        return kind.numbered_unit(first);
    return kind.layered       ? tr("layers %1–%2", first, last)
        : kind.steps_of_input ? tr("steps %1–%2", first, last)
                              : tr("blocks %1–%2", first, last);
}

Text rms_text(const Network& network, const WrongScale& wrong)
{
    const Text rms = Text::name(short_text(wrong.rms));
    return wrong.block == 0 ? rms : tr("%1 in %2", rms, span_text(network, wrong.block, wrong.block));
}

double weight_std(const LayerPlan& layer)
{
    const Shape shape = layer.shape();
    return std::sqrt(law_of(draw_of(layer.weight, shape, Role::weight), shape, Role::weight).variance);
}

Text scheme_text(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    return !scheme               ? Text::name(initializer.scheme)
        : scheme->person.empty() ? scheme->label
                                 : Text::name(scheme->person);
}

}   // namespace stepzero
