// SPDX-License-Identifier: GPL-3.0-or-later
// Measured far from theory: not a fault of the initialization but of the network, the program or the theory.
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/study/deviation.h"

namespace stepzero {

namespace {

std::vector<Finding> find(const Case& c)
{
    if (c.body)
        return {};
    // deviations() asks for a study; this one lends what is not its own.
    Study study;
    study.measurement = {std::shared_ptr<void> {}, &c.measurement};
    study.prediction = {std::shared_ptr<void> {}, &c.symptoms.prediction};
    struct {
        int layer = 0;
        double sigmas = 0;
        const char* what = "";
    } worst;
    int first = 0, last = 0;
    for (std::size_t l = 0; l < c.plan.size() && l < c.symptoms.prediction.layers.size(); ++l) {
        const auto& p = c.symptoms.prediction.layers[l];
        if (!p)
            break;
        const Deviations d = deviations(study, int(l) + 1);
        // A signal of exactly 0 lies infinitely far off, and happens: all units of a narrow ReLU layer can be dead.
        const auto look
            = [&](const std::optional<double>& sigmas, const std::optional<double>& spread, const char* what) {
                  if (!sigmas || !spread || *spread > thresholds::lawful_spread || !std::isfinite(*sigmas)
                      || !(std::abs(*sigmas) > thresholds::luck))
                      return;
                  first = first > 0 ? first : int(l) + 1;
                  last = int(l) + 1;
                  if (std::abs(*sigmas) > std::abs(worst.sigmas))
                      worst = {int(l) + 1, *sigmas, what};
              };
        look(d.preactivation, p->preactivation_spread, "preactivations");
        look(d.activation, p->activation_spread, "outputs");
        look(d.gradient, p->gradient_spread, "gradient");
    }
    if (first == 0)
        return {};
    return {{.id = "far_from_theory",
        .severity = Severity::error,
        .first_layer = first,
        .last_layer = last,
        .message = std::string("the RMS of the ") + worst.what + " at layer " + std::to_string(worst.layer) + " lies "
            + short_text(worst.sigmas) + " standard deviations from theory",
        .cause
        = "so far off is a fault, not luck: the weights are not what they are said to be, or theory is wrong here",
        .formula = "(ln RMS − E[ln RMS])/std[ln RMS]",
        .fixes = {}}};
}

}   // namespace

Rule rule_theory() { return {"theory", "Roberts, Yaida, Hanin 2022; Hanin, Nica 2018", find}; }

}   // namespace stepzero
