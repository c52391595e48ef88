// SPDX-License-Identifier: GPL-3.0-or-later
// Lists changes that may fix a network: those for plain layers, or the offers of its kind.
#include <algorithm>
#include <map>

#include "core/diagnose/layer_candidates.h"
#include "core/diagnose/text.h"
#include "core/files/complete.h"

namespace stepzero {

namespace {

/// Removes candidates that change nothing, equal an earlier one, or have the same label.
std::vector<Candidate> distinct(std::vector<Candidate> all, const Experiment& now)
{
    std::vector<Candidate> kept;
    const Experiment before = with_completed_parameters(now);
    std::vector<Experiment> stand_ins;
    for (Candidate& candidate : all) {
        const bool stands_for_itself = !candidate.experiment;
        Experiment changed = with_completed_parameters(candidate.stand_in);
        if (candidate.label.empty() || std::ranges::count(kept, candidate.label, &Candidate::label) > 0
            || (stands_for_itself && (changed == before || std::ranges::count(stand_ins, changed) > 0)))
            continue;
        if (stands_for_itself)
            stand_ins.push_back(std::move(changed));
        kept.push_back(std::move(candidate));
    }
    return kept;
}

/// Returns what is wrong with a scale of norms, as a sentence; empty if nothing is.
Text blame_of_norm_scale(const Network& network, const RoleInfo& scale)
{
    const std::optional<WrongScale> wrong = wrong_norm_scale(network, scale);
    if (!wrong)
        return {};
    const Text rms = rms_text(network, *wrong);
    const bool large = wrong->rms > 1;
    if (!scale.follows.empty())
        return large ? tr("The %1 γ has RMS %2, not 1: the layer after the norm gets inputs that are too large.",
                   scale.label, rms)
                     : tr("The %1 γ has RMS %2, not 1: the layer after the norm gets inputs that are too small.",
                         scale.label, rms);
    return large
        ? tr("The norms' scale γ has RMS %1, not 1: the layers after the norms get inputs that are too large.", rms)
        : tr("The norms' scale γ has RMS %1, not 1: the layers after the norms get inputs that are too small.", rms);
}

std::map<std::string, Text> blames_of_norm_scales(const Network& network)
{
    std::map<std::string, Text> blames;
    for (const RoleInfo& scale : specified_norm_scales(network))
        blames[scale.name] = blame_of_norm_scale(network, scale);
    return blames;
}

std::vector<Candidate> offered(std::vector<Offer> offers)
{
    std::vector<Candidate> all;
    for (Offer& offer : offers)
        all.push_back({std::move(offer.label), with_completed_parameters(std::move(offer.experiment)), {},
            std::move(offer.blame)});
    return all;
}

std::vector<Candidate> offers_of(const Case& c)
{
    const NetworkKind& kind = *c.plan.kind;
    if (!kind.offers)
        return {};
    return offered(kind.offers(c.experiment, c.plan,
        {.starved_norm = starved_norm(c.network, c.profile, 1).has_value(),
            .norm_scales = blames_of_norm_scales(c.network)}));
}

}   // namespace

std::vector<Candidate> candidates(const Case& c)
{
    return distinct(c.layered ? layer_candidates(c) : offers_of(c), c.experiment);
}

std::vector<Candidate> last_resorts(const Case& c)
{
    const NetworkKind& kind = *c.plan.kind;
    return distinct(kind.offers_anew ? offered(kind.offers_anew(c.experiment, c.plan))
            : c.layered              ? layers_anew(c)
                                     : std::vector<Candidate> {},
        c.experiment);
}

}   // namespace stepzero
