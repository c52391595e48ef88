// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements far from theory, which indicate an error in the network, the program or the theory rather than the
// initialization.
#include <algorithm>
#include <cmath>

#include "core/diagnose/deviation.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

/// Numbers that were compared, and their deviations beyond random scatter.
struct Comparisons {
    struct Number {
        int layer = 0;
        double sigmas = 0;
        Text what;
    };
    std::vector<Number> all {};

    void add(int layer, double sigmas, const Text& what)
    {
        // A signal of exactly 0 deviates infinitely, but does occur: all units of a narrow ReLU layer can be dead.
        if (std::isfinite(sigmas))
            all.push_back({layer, sigmas, what});
    }

    /// Returns the deviation of one of many numbers that is as rare as thresholds::luck is for a single one
    /// (Bonferroni), by the normal tail e^{−x²/2}.
    double limit() const { return std::sqrt(thresholds::luck * thresholds::luck + 2 * std::log(double(all.size()))); }
};

Comparisons compare_dense(const Case& c)
{
    Comparisons compared;
    const Prediction& predicted = c.symptoms.prediction;
    if (!is_wide(c.plan))
        return compared;
    for (int l = 1; l <= c.plan.depth() && predicted.covers(l); ++l) {
        const Deviations d = deviations(c.measurement, predicted, l);
        const auto add = [&](const std::optional<double>& sigmas, const Predicted* size, const Text& what) {
            if (sigmas && size && is_lawful(*size) && *size->spread > thresholds::rounding)
                compared.add(l, *sigmas, what);
        };
        add(d.preactivation, predicted.preactivation(l, Quantity::rms), tr("preactivations"));
        add(d.activation, predicted.output(l, Quantity::rms), tr("outputs"));
        add(d.gradient, predicted.gradient(l), tr("gradient"));
    }
    return compared;
}

/// Upper bound of E[h⁴]/E[h²]² for the units of a branch, with Gaussian preactivations: 6 for ReLU, three times as much
/// with a gate, 70/3 for squared ReLU.
constexpr double kurtosis_of_relu = 6;
double kurtosis_of(const Network& network)
{
    if (is_gated(network.activation))
        return 3 * kurtosis_of_relu;
    return ActivationFunction(network.activation).limits().degree > 1 ? 70.0 / 3 : kurtosis_of_relu;
}

/// Returns the smallest side of a block's matrices.
int narrowest(const Case& c)
{
    int side = c.network.width;
    for (const ParameterPlan& plan : c.parameters)
        if (plan.kind == Role::weight && plan.block > 0)
            side = std::min({side, plan.shape.columns(), plan.shape.rows()});
    return side;
}

/// Returns the variances of ln RMS of stream and gradient after each block, to leading order in 1/width and for one
/// column. n Gaussian entries contribute 1/(2n). Each branch contributes (κ + 1)/(4n) times its fraction of the square,
/// squared. A gradient has the contributions of its own paths, and of the lengths that norms divide it by.
std::vector<std::pair<double, double>> variances_in_blocks(const Case& c)
{
    const Prediction& prediction = c.symptoms.prediction;
    const double of_entries = 1.0 / (2 * narrowest(c)), of_branch = (kurtosis_of(c.network) + 1) / (4 * narrowest(c));
    std::vector<std::pair<double, double>> variances;
    double forward = 0;
    for (int block = 1; block <= c.plan.depth() && prediction.output(block, Quantity::rms); ++block) {
        for (const StepInfo& step : c.plan.steps) {
            const BlockPrediction& p = prediction.block(block);
            const double part = std::min(0.0,
                *p.find(step.word + "_branch", Quantity::rms)->ln - *p.find(step.word + "_stream", Quantity::rms)->ln);
            forward += std::exp(4 * part);
        }
        variances.emplace_back(of_entries + of_branch * forward, 0);
    }
    double backward = forward;
    for (int block = int(variances.size()); block >= 1; --block) {
        variances[std::size_t(block - 1)].second = of_entries + of_branch * backward;
        for (std::size_t step = c.plan.steps.size(); step-- > 0;) {
            const Predicted* share
                = prediction.block(block).find(c.plan.steps[step].word + "_branch", Quantity::branch_share);
            const double part = share ? share->value : 1;
            backward += part * part;
        }
    }
    return variances;
}

/// As in the theory of dense networks, entries of matrices must be independent without heavy tails, or orthogonal.
bool lawful(const ParameterPlan& plan)
{
    const auto base = draw_of(plan).base;
    return plan.kind != Role::weight || base->dependence == Dependence::independent || base->haar();
}

Comparisons compare_blocks(const Case& c)
{
    Comparisons compared;
    // Without a norm, a branch that squares its input doubles every fluctuation of ln RMS.
    const bool squares = kurtosis_of(c.network) > kurtosis_of_relu && !has_norms(c.network);
    if (squares || !std::all_of(c.parameters.begin(), c.parameters.end(), lawful))
        return compared;
    const Profile predicted = profile_of(c.symptoms.prediction, c.plan);
    const auto variances = variances_in_blocks(c);
    // Through a frozen softmax, the gradient depends on few keys that happen to lie close.
    const bool frozen = frozen_attention(c.network, predicted, 1).has_value();
    // Norms of channels divide by deviations of few numbers, for which theory has only the mean.
    const double of_norms = c.plan.kind->kernels && has_norms(c.network) ? thresholds::channel_norms : 0;
    const auto add = [&](std::size_t l, double away, double variance, double known, const Text& what) {
        const double spread = std::sqrt(variance);
        if (spread <= thresholds::lawful_spread_of_blocks)
            compared.add(int(l) + 1, std::copysign(std::max(0.0, std::abs(away) - known), away) / spread, what);
    };
    for (std::size_t l = 0; l < predicted.layers.size() && l < c.profile.layers.size(); ++l) {
        const LayerProfile &p = predicted.layers[l], &m = c.profile.layers[l];
        add(l, m.ln_signal - p.ln_signal, variances[l].first, thresholds::block_theory, tr("stream"));
        if (m.ln_gradient && p.ln_gradient && !frozen)
            add(l, *m.ln_gradient - *p.ln_gradient, variances[l].second, thresholds::block_theory + of_norms,
                tr("gradient"));
    }
    return compared;
}

std::vector<Finding> find_theory(const Case& c)
{
    const Comparisons compared = c.layered ? compare_dense(c) : compare_blocks(c);
    const double limit = compared.limit();
    Comparisons::Number worst;
    int first = 0, last = 0;
    for (const Comparisons::Number& number : compared.all) {
        if (!(std::abs(number.sigmas) > limit))
            continue;
        first = first > 0 ? first : number.layer;
        last = number.layer;
        if (std::abs(number.sigmas) > std::abs(worst.sigmas))
            worst = number;
    }
    if (first == 0)
        return {};
    return {{.id = "far_from_theory",
        .severity = Severity::error,
        .first_layer = first,
        .last_layer = last,
        .message = tr("The RMS of the %1 at %2 is %3 standard deviations away from theory.", worst.what,
            span_text(c.network, worst.layer, worst.layer), short_text(worst.sigmas)),
        .cause = tr("This is too far from theory to be chance: the weights differ from the stated scheme, or the "
                    "theory does not apply."),
        .formula = "(ln RMS − E[ln RMS])/std[ln RMS]",
        .fixes = {},
        .unfixed = tr("This is not a fault of the initialization: compare the weights with the stated scheme.")}};
}

}   // namespace

Rule rule_theory()
{
    return {"theory", "Roberts, Yaida, Hanin 2022; Hanin, Nica 2018",
        {{"far_from_theory", tr("deviates from theory"),
            tr("the measurement deviates from theory by more than chance explains"), 380}},
        find_theory};
}

}   // namespace stepzero
