// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/offers/offer.h"

#include <cmath>

#include "core/base/words/arrow_text.h"
#include "core/base/words/shown_text.h"
#include "core/kinds/kinds.h"

namespace stepzero {

Experiment with_option(const Experiment& experiment, const std::string& name, const ParameterValue& value)
{
    Experiment changed = experiment;
    changed.network.options[name] = value;
    return changed;
}

Experiment with_role(const Experiment& experiment, const std::string& role, const Initializer& initializer)
{
    Experiment changed = experiment;
    changed.network.roles[role] = completed(initializer);
    return changed;
}

bool can_be_standard(const Input& input) { return input.file.empty() && (input.mean != 0 || input.std != 1); }

Experiment with_standard_input(Experiment experiment)
{
    if (can_be_standard(experiment.input)) {
        experiment.input.mean = 0;
        experiment.input.std = 1;
    }
    return experiment;
}

Offer standard_input_offer(const Experiment& experiment)
{
    const Input& input = experiment.input;
    return {tr("Standardize the input"), with_standard_input(experiment),
        tr("The input is not standardized: it has mean %1 and σ %2, so its RMS is %3 instead of 1.",
            short_text(input.mean), short_text(input.std), short_text(std::hypot(input.mean, input.std)))};
}

void OfferList::add(Text label, Experiment experiment, Text blame)
{
    if (!(experiment == e_))
        all_.push_back({std::move(label), std::move(experiment), std::move(blame)});
}

void OfferList::add_option(Text label, const std::string& name, const ParameterValue& value)
{
    add(std::move(label), with_option(e_, name, value));
}

void OfferList::add_multiplier(const std::string& name, const Text& label)
{
    if (!has_option(network(), name) || option(network(), name) == 1)
        return;
    const double now = option(network(), name);
    add(tr("Set the multiplier of %1 to 1: %2", label, arrow_text(Text::name("m"), now, 1)), with_option(e_, name, 1.0),
        tr("The multiplier of %1 is %2, not 1.", label, short_text(now)));
}

void OfferList::add_stds(const Text& label, const std::vector<std::pair<std::string, double>>& roles)
{
    Experiment changed = e_;
    for (const auto& [role, std] : roles)
        changed = with_role(changed, role, {"normal", {{"mean", 0.0}, {"std", std}}});
    for (const auto& [role, std] : roles) {
        const Law law = law_of_role(role);
        if (const Text change
            = arrows_text({{tr("mean"), law.mean, 0}, {Text::name("σ"), std::sqrt(law.variance), std}});
            !change.empty())
            return add(joined({label, change}, ": "), changed);
    }
}

void OfferList::add_std(const Text& label, double std, const std::vector<std::string>& roles)
{
    std::vector<std::pair<std::string, double>> all;
    for (const std::string& role : roles)
        all.emplace_back(role, std);
    add_stds(label, all);
}

void OfferList::add_standard_input()
{
    if (!can_be_standard(e_.input))
        return;
    Offer offer = standard_input_offer(e_);
    add(std::move(offer.label), std::move(offer.experiment), std::move(offer.blame));
}

Law OfferList::law_of_role(const std::string& role) const
{
    for (const auto* part : {&plan_.before, &plan_.blocks.front().parameters, &plan_.after})
        for (const ParameterPlan& parameter : *part)
            if (parameter.role == role && parameter.kind == Role::weight)
                return law_of(draw_of(parameter), parameter.shape, parameter.kind);
    return {};
}

}   // namespace stepzero
