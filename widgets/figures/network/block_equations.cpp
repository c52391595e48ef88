// SPDX-License-Identifier: GPL-3.0-or-later
// The equations of a block: its contribution to the stream, its attention, and the head.
#include <cmath>
#include <utility>

#include "core/kinds/transformer.h"
#include "core/study/block_numbers.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/equations.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using Ink = FormulaInk;
using Piece = FormulaPiece;

QString tr(const char* text, int count = -1) { return QObject::tr(text, nullptr, count); }
QString square(double log10_rms) { return prettyLog10(2 * log10_rms); }

/// x_(l+1) = …
QString rule(const BlockNumbers& n)
{
    const StreamSpec& stream = n.stream;
    const auto times = [](double number) { return number == 1 ? QString() : pretty(number) + QStringLiteral(" "); };
    const QString s = times(stream.skip), a = times(stream.branch);
    if (stream.streams.count > 1) {
        const QString read = norms_before(stream.placement) ? "\"norm\" H_\"pre\" x_l" : "H_\"pre\" x_l";
        return QStringLiteral("%1H_\"res\" x_l + H_\"post\" %2%3F_l(%4)")
            .arg(s, a, norms_branch(stream.placement) ? "\"norm\" " : "", read);
    }
    if (n.parallel != Parallel::none) {
        const QString read
            = norms_before(stream.placement) ? QStringLiteral("(\"norm\" x_l)") : QStringLiteral("(x_l)"),
            after = norms_branch(stream.placement) ? QStringLiteral("\"norm\" ") : QString(),
            sum = QStringLiteral("%1x_l + %2%3A_l%4 + %2%3M_l%4").arg(s, a, after, read);
        return norms_sum(stream.placement) ? QStringLiteral("\"norm\" (%1)").arg(sum) : sum;
    }
    switch (stream.placement) {
    case Placement::pre:
        return QStringLiteral("%1x_l + %2F_l(\"norm\" x_l)").arg(s, a);
    case Placement::post:
        return QStringLiteral("\"norm\" (%1x_l + %2F_l(x_l))").arg(s, a);
    case Placement::sandwich:
        return QStringLiteral("%1x_l + %2\"norm\" F_l(\"norm\" x_l)").arg(s, a);
    case Placement::reordered:
        return QStringLiteral("%1x_l + %2\"norm\" F_l(x_l)").arg(s, a);
    case Placement::normalized:
        return QStringLiteral("\"norm\" (%1x_l + %2\"norm\" F_l(x_l))").arg(s, a);
    case Placement::none:
        break;
    }
    const QString sum = QStringLiteral("%1%2x_l + %3F_l(x_l)").arg(s, n.projected ? "P_l " : "", a);
    return n.activated ? QStringLiteral("φ(%1)").arg(sum) : sum;
}

/// Adds the residual scaling. Weights from a file do not contain the scaling factors of initialization, so these are
/// left out.
void scaling(Equations& to, const Network& network, const StreamSpec& stream, bool drawn)
{
    const auto& equations = stream.scheme->equations;
    if (equations.empty())
        return;
    const bool of_last = equations.front().value == &ResidualScaling::last;
    if (of_last && !drawn)
        return;
    QVector<Piece> pieces;
    for (const ScalingEquation& equation : equations) {
        const QString sign = QString::fromStdString(equation.sign) + QStringLiteral(" = ");
        pieces << Piece {QStringLiteral("%1%2 = %3%4")
                             .arg(pieces.isEmpty() ? QStringLiteral("= ") : sign,
                                 QString::fromStdString(equation.rule(network.depth)),
                                 pretty(stream.scaling.*equation.value), QString::fromStdString(equation.unit))};
    }
    if (of_last) {
        const QString role = kind_of(network).attends ? tr("projections") : tr("last layer");
        pieces << Piece {QStringLiteral("\"(%1)\"").arg(role), Ink::faint};
    }
    to.line(2, tr("scaling"), equations.front().sign.c_str(), pieces);
}

/// Adds the sum of stream and branch, and the gradient that returns to it.
void step(Equations& to, const BlockStep& n, const BlockNumbers& block)
{
    const StreamSpec& stream = block.stream;
    const QString label = translated(n.label), name = QString::fromStdString(n.label.english());   // tables are English
    QVector<Piece> right;
    if (n.after.theory && norms_sum(stream.placement))
        right << Piece {"= E[(\"norm\" (s x + u))^2]"};
    else if (n.after.theory && stream.streams.count > 1)
        right << Piece {"= E[(s H_\"res\" x + u)^2]"};
    else if (n.after.theory && (block.activated || block.projected))
        right << Piece {QStringLiteral("= E[%1]").arg(
            QString(block.activated ? "φ(%1)^2" : "(%1)^2").arg(block.projected ? "s P x + u" : "s x + u"))};
    else if (n.after.theory && n.before.theory && n.branch.theory) {
        const double skip = n.log10_skip + *n.before.theory, branch = *n.branch.theory, c = n.correlation.value_or(0);
        const QString s = n.log10_skip == 0 ? QString() : QStringLiteral("s^2 "),
                      common = pretty(2 * std::abs(c)) + QStringLiteral(" × ") + factor(prettyLog10(skip + branch)),
                      sign = c < 0 ? QStringLiteral(" − ") : QStringLiteral(" + ");
        right << Piece {QStringLiteral("= %1E[x^2] + E[u^2]").arg(s)
            + (c == 0 ? QString() : QStringLiteral(" + 2 c √(%1E[x^2] E[u^2])").arg(s))};
        right << equals(square(skip) + QStringLiteral(" + ") + square(branch) + (c == 0 ? QString() : sign + common));
    }
    to.compare(1, tr("after %1").arg(label), "E[x'^2]", right, qPrintable(QStringLiteral("E[x'^2] ") + name), n.after,
        Ink::forward, asSquare);
    to.compare(9, {}, "E[u^2]", {}, qPrintable(QStringLiteral("E[u^2] ") + name), n.branch, Ink::forward, asSquare);
    to.compare(
        10, tr("channel means"), "E[m^2]/E[x'^2]", {}, "E[m^2]/E[x'^2]", n.channel_means, Ink::forward, asNumber);
    if (to.compare(5, tr("gradient"), "E[g^2]", {}, qPrintable(QStringLiteral("E[g^2] ") + name), n.gradient,
            Ink::gradient, asSquare)
        && n.branch_share)
        to.also({QStringLiteral("\"%1\"").arg(tr("the branch carries %1%").arg(pretty(100 * *n.branch_share))),
            Ink::faint});
}

/// Adds, for several streams, the growth under products of the matrices that mix them.
void gains(Equations& to, const StreamsSpec& streams, const MixingNumbers& n)
{
    const auto both = [](double forward, double backward) {
        return QStringLiteral("\"%1\" × %2, \"%3\" × %4")
            .arg(tr("a signal"), factor(prettyLog10(forward)), tr("a gradient"), factor(prettyLog10(backward)));
    };
    to.line(3, tr("%n stream(s)", streams.count), "Π H_\"res\"",
        {{QStringLiteral("\"%1\"").arg(tr("from the start:"))}, {both(n.forward, n.backward)}});
    to.line(
        3, {}, "", {{QStringLiteral("\"%1\"").arg(tr("to the end:"))}, {both(n.forward_to_end, n.backward_to_end)}});
}

/// Returns the square of the multiplier of the logits, as a prefix.
QString times_square(double multiplier)
{
    return multiplier == 1 ? QString() : QStringLiteral("%1^2 ").arg(pretty(multiplier));
}

void soft_cap(Equations& to, double cap)
{
    if (cap > 0)
        to.also({QStringLiteral("\"%1\" %2").arg(tr("after a soft cap of"), pretty(cap)), Ink::faint});
}

void attention(Equations& to, const BlockNumbers& n)
{
    const BlockHeads& heads = n.heads;
    const LogitScale scale = n.scale;
    const QString times = QStringLiteral("= ") + times_square(n.multiplier);
    const auto compared = [&](auto number) {
        Compared both;
        if (heads.theory)
            both.theory = number(*heads.theory);
        if (heads.mean && std::isfinite(number(*heads.mean)))
            both.measured = number(*heads.mean);
        return both;
    };
    to.compare(3, tr("logits"), "E[l^2]",
        {{times
            + (scale == LogitScale::root         ? "σ_q^2 σ_k^2"
                    : scale == LogitScale::width ? "σ_q^2 σ_k^2/d_h"
                                                 : "d_h σ_q^2 σ_k^2")}},
        "E[l^2]", compared([](const HeadMean& h) { return h.logit_rms * h.logit_rms; }), Ink::forward, asNumber);
    soft_cap(to, n.softcap);
    to.compare(4, {}, "s^2", {{"= \"Var\" l \"over the keys of a query\""}}, "s^2",
        compared([](const HeadMean& h) { return h.logit_spread * h.logit_spread; }), Ink::forward, asNumber);
    if (!to.compare(4, tr("entropy"), "H", {}, "H", compared([](const HeadMean& h) { return h.entropy; }), Ink::forward,
            asNumber))
        return;
    const HeadMean& law = heads.theory ? *heads.theory : *heads.mean;
    const double square = law.logit_spread * law.logit_spread / 2;
    const QString visible = pretty(law.log_visible), half = pretty(square);
    if (square <= law.log_visible)
        to.also({QStringLiteral("\"%1\" H = %2, \"ln\" n = %3")
                     .arg(tr("Gaussian logits:"), pretty(n.gaussian_entropy), visible),
            Ink::faint});
    else   // Derrida 1981
        to.also({QStringLiteral("\"frozen: s²/2 = %1 is beyond ln n = %2\"").arg(half, visible), Ink::faint});
}

/// Adds the router, which chooses among experts.
void router(Equations& to, const RouterNumbers& n)
{
    if (to.compare(4, tr("router"), "H_r", {}, "H_r", n.entropy, Ink::forward, asNumber))
        to.also({QStringLiteral("\"%1\" \"ln\" n = %2").arg(tr("entropy of"), pretty(std::log(double(n.experts)))),
            Ink::faint});
    if (to.compare(4, {}, "p_\"top\"", {}, "p_top", n.top_probability, Ink::forward, asNumber))
        to.also({QStringLiteral("\"%1\"").arg(tr("of the selected experts: %1 of %2").arg(n.chosen).arg(n.experts)),
            Ink::faint});
    if (to.compare(4, tr("loads"), "\"std/mean\"", {}, "std/mean of loads", n.load_spread, Ink::forward, asNumber)
        && n.most_load > 0)
        to.also({QStringLiteral("\"%1\"").arg(tr("expert load %1 to %2% of the tokens, uniform: %3%")
                                                  .arg(pretty(100 * n.least_load), pretty(100 * n.most_load),
                                                      pretty(100.0 * n.chosen / n.experts))),
            Ink::faint});
    to.compare(8, tr("load-balance loss"), "n Σ f_i P_i", {}, "n Σ f P", n.load_balance, Ink::forward, asNumber);
}

/// Adds the tokens of an image: patches, and the class token.
void tokens(Equations& to, const ImageSpec& image)
{
    to.line(3, tr("tokens"), "T",
        {{QStringLiteral("= (%1/%2)^2%3 = %4")
                 .arg(image.side)
                 .arg(image.patch)
                 .arg(QLatin1String(image.class_token ? " + 1" : ""))
                 .arg(image.tokens())},
            {QStringLiteral("\"%1\"").arg(
                 tr("each patch reads %n number(s)", image.channels * image.patch * image.patch)),
                Ink::faint}});
}

/// Adds the memory of a scan.
void scan(Equations& to, const ScanNumbers& n)
{
    to.compare(3, tr("time step"), "\"mean\" Δ", {{"= \"mean softplus\"(b_Δ + W_Δ δ)"}}, "mean Δ", n.time_step,
        Ink::forward, asNumber);
    to.compare(3, {}, "\"mean\" e^{ΔA}", {}, "mean e^ΔA", n.decay, Ink::forward, asNumber);
    // Theory has only the ends of the distribution, which are not comparable to a measured mean.
    const auto memory = [&](const QString& subject, const char* left, const char* symbol, Compared tokens) {
        const std::optional<double> end = std::exchange(tokens.theory, std::nullopt);
        const Piece law {QStringLiteral("\"%1\" %2")
                             .arg(tr("tokens; the distribution of 1/(Δ |A|) ends at"), pretty(end.value_or(0))),
            Ink::faint};
        const bool measured = to.compare(4, subject, left, {}, symbol, tokens, Ink::forward, asNumber);
        if (measured && end)
            to.also(law);
        else if (end)
            to.line(4, subject, left, {law});
    };
    memory(tr("memory"), "\"longest memory\"", "longest memory", n.longest);
    memory({}, "\"shortest memory\"", "shortest memory", n.shortest);
    to.compare(6, tr("scan"), "E[(C h)^2]", {}, "E[(C h)^2]", n.rms, Ink::forward, asSquare);
}

void head(Equations& to, const HeadNumbers& n, const QString& sign)
{
    QVector<Piece> right;
    if (n.logit_square.theory)
        right << Piece {QStringLiteral("= %1d E[x^2] σ_w^2").arg(times_square(n.multiplier))
            + (n.own_square ? QStringLiteral(" + z_\"own\"^2/V") : QString())};
    if (n.own_square && n.logit_square.theory)
        right << equals(
            QStringLiteral("%1 + %2").arg(pretty(*n.logit_square.theory - *n.own_square), pretty(*n.own_square)));
    if (to.compare(6, tr("head"), "E[z^2]", right, "E[z^2]", n.logit_square, Ink::forward, asNumber))
        soft_cap(to, n.softcap);
    if (to.compare(7, tr("first loss"), "\"CE\"", {}, "CE", n.cross_entropy, Ink::forward, asNumber)
        && n.small_cross_entropy)
        to.also({QStringLiteral("≈ \"ln\" %1 + {d E[x^2] σ_w^2}/2 = %2 + %3 = %4")
                     .arg(sign, pretty(n.log_vocabulary), pretty(*n.small_cross_entropy - n.log_vocabulary),
                         pretty(*n.small_cross_entropy)),
            Ink::faint});
}

void depth(Equations& to, const Prediction& p, std::size_t steps)
{
    if (!p.writing_blocks)
        return;
    QVector<Piece> right {{QStringLiteral("\"%1\"").arg(
        tr("%1 of %2 steps contribute to the last stream").arg(pretty(*p.writing_blocks)).arg(steps))}};
    if (p.path_length)
        right << Piece {
            QStringLiteral("\"%1\"").arg(tr("mean gradient path %1 ± %2 branches")
                                             .arg(pretty(*p.path_length), pretty(p.path_length_std.value_or(0))))};
    to.line(8, tr("effective depth"), "", right);
}

}   // namespace

Equations blockEquations(const Study& study)
{
    const BlockNumbers n = block_numbers(study, study.layer);
    Equations to;
    to.line(0, tr("step"), "x_(l+1)", {equals(rule(n))});
    const Network& network = study.plan->network;
    scaling(to, network, n.stream, !study.plan->given);
    if (study.plan->kind->attends && !study.plan->kind->takes_tokens)
        tokens(to, *spec_of<TransformerSpec>(*study.plan).image);
    for (const BlockStep& each : n.steps)
        step(to, each, n);
    if (n.gains)
        gains(to, n.stream.streams, *n.gains);
    attention(to, n);
    if (n.router)
        router(to, *n.router);
    if (n.scan)
        scan(to, *n.scan);
    if (n.head)
        head(to, *n.head, outcomesSign(network));
    depth(to, *study.prediction, n.steps.size() * std::size_t(study.plan->depth()));
    return to;
}

}   // namespace stepzero
