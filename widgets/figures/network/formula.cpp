// SPDX-License-Identifier: GPL-3.0-or-later
// The formula at work: the equations of the chosen layer with the present numbers put in, and what was measured
// beside what they say.
#include <QRegularExpression>
#include <cmath>

#include "core/activation/activation.h"
#include "core/diagnose/deviation.h"
#include "core/study/step.h"
#include "widgets/figures/frame/formula_panel.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/network_figure.h"

namespace stepzero {

namespace {

using Ink = FormulaInk;
using Piece = FormulaPiece;
using Line = FormulaLine;

QString square(double log10) { return prettyLog10(2 * log10); }

QString measured(const Distribution& d, double number)
{
    return QStringLiteral("\"measured\" ")
        + (d.exponent == 0 || number == 0 || !std::isfinite(number)
                ? pretty(d.plain(number))
                : (number < 0 ? QStringLiteral("−") : QString()) + prettyLog10(d.log10_of(number)));
}

QString withDeviation(const QString& text, const std::optional<double>& deviation)
{
    return deviation ? text + QStringLiteral("\" · %1\"").arg(deviationText(*deviation)) : text;
}

/// φ's formula with its parameters' numbers and with `argument` in place of z.
QString formulaOf(const Activation& activation, const QString& argument)
{
    const ActivationInfo* info = find_activation(activation.name);
    if (!info)
        return QString::fromStdString(activation.name);
    QString formula = QString::fromStdString(info->formula);
    for (const auto& [name, value] : completed(info->parameters, activation.parameters))
        if (const double* number = std::get_if<double>(&value))
            formula.replace(QRegularExpression(QStringLiteral("\\b%1\\b").arg(QString::fromStdString(name))),
                *number < 0 ? QStringLiteral("(%1)").arg(pretty(*number)) : pretty(*number));
    formula.replace(QRegularExpression(QStringLiteral("\\bz\\b")), QStringLiteral("{%1}").arg(argument));
    formula.remove(QRegularExpression(QStringLiteral("(?<![\\d.])1·")));   // a parameter that is 1
    return formula.replace(QStringLiteral(" for "), QStringLiteral(" \" for \" "));
}

FigureTable emptyTable()
{
    return {
        {QStringLiteral("symbol"), QStringLiteral("value"), QStringLiteral("measured"), QStringLiteral("sigmas_off")},
        {}};
}

/// The equations of one layer as lines; the exact numbers as rows of a table.
class Composer {
public:
    explicit Composer(const Study& study)
        : study_(study), n_(step_numbers(study, study.layer)),
          weight_(*study.measurement->weight(study.layer)), z_(*study.measurement->preactivation(study.layer)),
          x_(*study.measurement->output(study.layer)), gradient_(study.measurement->gradient(study.layer)),
          off_(deviations(*study.measurement, *study.prediction, study.layer))
    {
        const LayerPlan& plan = study.plan->layers[std::size_t(study.layer - 1)];
        line(0, tr("signal"), "z_l", {{"= W_l x_(l−1) + b_l"}});
        line(1, tr("output"), "x_l", {{"= φ(z_l)"}, {QStringLiteral("= ") + formulaOf(plan.activation, "z_l")}});
        add("layer", QString::number(n_.layer));
        add("fan_in", QString::number(n_.fan_in));
        add("fan_out", QString::number(n_.fan_out));
        weights();
        if (n_.theory) {
            forward();
            slope();
            gradient();
            correlation();
            wholeNetwork();
        } else {
            withoutTheory();
        }
    }

    const QVector<Line>& lines() const { return lines_; }
    const FigureTable& table() const { return table_; }

private:
    static QString tr(const char* text) { return QObject::tr(text); }
    void line(int rank, const QString& subject, const char* left, const QVector<Piece>& right)
    {
        lines_ << Line {rank, subject, QString::fromUtf8(left), right};
    }
    void add(const char* symbol, const QString& value, const QString& measured = {}, const QString& deviation = {})
    {
        table_.rows << QStringList {QString::fromUtf8(symbol), value, measured, deviation};
    }
    static QString exact(const std::optional<double>& number) { return number ? exactNumber(*number) : QString(); }
    static QString exactPower(double log10)
    {
        return std::isfinite(log10) ? exactLog10(log10, false) : exactNumber(log10 < 0 ? 0.0 : log10);
    }
    /// "1.2 × 3" with brackets around a number that has a times sign or a minus of its own.
    static QString factor(const QString& number)
    {
        return number.contains(u'×') || number.startsWith(u'−') ? QStringLiteral("(%1)").arg(number) : number;
    }

    void weights()
    {
        QVector<Piece> right {{"= fan_in Var(W)"}};
        const double variance = n_.fan_in * n_.weight_variance;
        if (n_.rule) {
            const VarianceRule& r = *n_.rule;
            const QString above = QString::fromUtf8(r.numerator), below = QString::fromUtf8(r.denominator);
            if (above != QStringLiteral("σ_w^2"))
                right << Piece {QStringLiteral("= fan_in × ")
                    + (below.isEmpty() ? above : QStringLiteral("{%1}/{%2}").arg(above, below))};
            right << Piece {QStringLiteral("= %1 × ").arg(n_.fan_in)
                + (below.isEmpty() ? factor(pretty(r.above))
                                   : QStringLiteral("{%1}/{%2}").arg(pretty(r.above), pretty(r.below)))};
        } else {
            right << Piece {QStringLiteral("= %1 × %2").arg(n_.fan_in).arg(factor(pretty(n_.weight_variance)))};
        }
        right << Piece {QStringLiteral("= ") + pretty(variance)};
        if (n_.weight_mean != 0)
            right << Piece {QStringLiteral("E[W] = ") + pretty(n_.weight_mean)};
        line(2, tr("weights"), "σ_w^2", right);
        line(14, {}, "√(Var(W))",
            {{QStringLiteral("= ") + pretty(std::sqrt(n_.weight_variance))},
                {measured(weight_, weight_.std), Ink::weights}});
        add("var_w", exactNumber(n_.weight_variance));
        add("std_w", exactNumber(std::sqrt(n_.weight_variance)), exactNumber(weight_, weight_.std));
        add("sigma_w2", exactNumber(variance));
        add("sigma_b2", exactNumber(n_.bias_variance));
        if (n_.bias_mean != 0)
            add("mean_b", exactNumber(n_.bias_mean));
    }

    void forward()
    {
        const StepTheory& p = *n_.theory;
        line(3, tr("length"), "q_l",
            {{"= σ_w^2 E[x_(l−1)^2] + σ_b^2"},
                {QStringLiteral("= %1 × %2 + %3")
                        .arg(factor(pretty(p.weight_variance)), factor(prettyLog10(n_.log10_input_square)),
                            factor(pretty(p.bias_variance)))},
                {QStringLiteral("= ") + prettyLog10(n_.log10_length)}});
        const bool shifted = n_.bias_mean != 0;
        line(4, {}, "RMS(z_l)",
            {{shifted ? QStringLiteral("= √(q_l + E[b]^2)") : QStringLiteral("= √q_l")},
                {QStringLiteral("= ") + prettyLog10(p.log10_preactivation_rms)},
                {withDeviation(measured(z_, z_.rms), off_.preactivation), Ink::forward}});
        line(7, tr("output"), "E[x_l^2]",
            {{shifted ? QStringLiteral("= E[φ(E[b] + √q_l g)^2]") : QStringLiteral("= E[φ(√q_l g)^2]")},
                {QStringLiteral("= ") + square(p.log10_activation_rms)}});
        line(8, {}, "RMS(x_l)",
            {{QStringLiteral("= ") + prettyLog10(p.log10_activation_rms)},
                {withDeviation(measured(x_, x_.rms), off_.activation), Ink::forward}});
        // Without a logarithm of its own the mean is known only within the range of double.
        const bool meanKnown = std::isfinite(p.activation_mean) && p.log10_activation_rms > -300;
        if (meanKnown)
            line(13, {}, "E[x_l]",
                {{QStringLiteral("= ") + pretty(p.activation_mean)},
                    {measured(x_, x_.mean), Ink::forward}});
        line(15, {}, "std(x_l)",
            {{QStringLiteral("= ") + prettyLog10(p.log10_activation_std)},
                {measured(x_, x_.std), Ink::forward}});
        add("mean_square_input", exactPower(n_.log10_input_square));
        add("q", exactPower(n_.log10_length));
        add("rms_z", exactPower(p.log10_preactivation_rms), exactNumber(z_, z_.rms),
            exact(off_.preactivation));
        add("mean_square_x", exactPower(2 * p.log10_activation_rms));
        add("rms_x", exactPower(p.log10_activation_rms), exactNumber(x_, x_.rms), exact(off_.activation));
        add("mean_x", meanKnown ? exactNumber(p.activation_mean) : QString(), exactNumber(x_, x_.mean));
        add("std_x", exactPower(p.log10_activation_std), exactNumber(x_, x_.std));
    }

    void slope()
    {
        const StepTheory& p = *n_.theory;
        QVector<Piece> right {{n_.bias_mean != 0 ? "= σ_w^2 E[φ′(E[b] + √q_l g)^2]" : "= σ_w^2 E[φ′(√q_l g)^2]"}};
        if (!std::isnan(n_.derivative_square))
            right << Piece {QStringLiteral("= %1 × %2")
                                .arg(factor(pretty(p.weight_variance)), factor(pretty(n_.derivative_square)))};
        right << Piece {QStringLiteral("= ") + pretty(p.chi)};
        const Phase phase = phase_of(p.chi);
        const QString name = QString::fromLatin1(word(phase));
        const QString change = phase == Phase::ordered ? tr("shrinks") : tr("grows");
        right << Piece {phase == Phase::critical
                ? QStringLiteral("\"%1\"").arg(tr("%1: a gradient keeps its size").arg(name))
                : QStringLiteral("\"%1\" √χ_l = %2 \"%3\"")
                      .arg(tr("%1: a gradient %2 by").arg(name, change), pretty(std::sqrt(p.chi)), tr("a layer")),
            Ink::faint};
        line(5, tr("slope"), "χ_l", right);
        add("mean_square_slope", std::isnan(n_.derivative_square) ? QString() : exactNumber(n_.derivative_square));
        add("chi", exactNumber(p.chi));
        add("phase", name);
    }

    void gradient()
    {
        const StepTheory& p = *n_.theory;
        if (!p.log10_gradient_rms)
            return;
        QVector<Piece> right;
        if (n_.next) {
            right << Piece {"= n_(l+1) Var(W_(l+1)) E[δ_(l+1)^2] E[φ′(z_l)^2]"};
            if (!std::isnan(n_.derivative_square))
                right << Piece {
                    QStringLiteral("= %1 × %2 × %3 × %4")
                        .arg(n_.next->units)
                        .arg(factor(pretty(n_.next->weight_variance)),
                            factor(prettyLog10(n_.next->log10_gradient_square)), factor(pretty(n_.derivative_square)))};
            add("n_next", QString::number(n_.next->units));
            add("var_w_next", exactNumber(n_.next->weight_variance));
            add("mean_square_gradient_next", exactPower(n_.next->log10_gradient_square));
        } else {
            right << Piece {"= E[φ′(z_l)^2]"};
        }
        right << Piece {QStringLiteral("= ") + square(*p.log10_gradient_rms)};
        line(6, tr("gradient"), "E[δ_l^2]", right);
        right = {{QStringLiteral("= ") + prettyLog10(*p.log10_gradient_rms)}};
        if (gradient_)
            right << Piece {withDeviation(measured(*gradient_, gradient_->rms), off_.gradient), Ink::gradient};
        line(9, {}, "RMS(δ_l)", right);
        add("mean_square_gradient", exactPower(2 * *p.log10_gradient_rms));
        add("rms_gradient", exactPower(*p.log10_gradient_rms),
            gradient_ ? exactNumber(*gradient_, gradient_->rms) : QString(), exact(off_.gradient));
    }

    /// Near 1 a correlation is told by its distance from it.
    static QString correlationText(double d)
    {
        return d > 0 && d < 1e-3 ? QStringLiteral("1 − ") + pretty(d) : pretty(1 - d);
    }
    void correlation()
    {
        const StepTheory& p = *n_.theory;
        if (!p.decorrelation)
            return;
        QVector<Piece> right;
        if (n_.layer > 1)
            right << Piece {"= {σ_w^2 E[φ(u_1) φ(u_2)] + σ_b^2}/q_l"};
        right << Piece {QStringLiteral("= ") + correlationText(*p.decorrelation)};
        const auto found = study_.measurement->number(n_.layer, Quantity::decorrelation);
        if (found)
            right << Piece {
                withDeviation(QStringLiteral("\"measured\" ") + correlationText(*found), off_.decorrelation),
                Ink::forward};
        line(12, tr("correlation"), "c_l", right);
        add("decorrelation", exactNumber(*p.decorrelation), exact(found), exact(off_.decorrelation));
    }

    void wholeNetwork()
    {
        if (n_.log10_chi_product) {
            line(10, tr("depth"), "{Π}_(k=1)^L χ_k",
                {{QStringLiteral("= ") + prettyLog10(*n_.log10_chi_product)},
                    {QStringLiteral("\"%1\"").arg(tr("mean square singular value after %1 layers").arg(n_.depth)),
                        Ink::faint}});
            add("chi_product", exactPower(*n_.log10_chi_product));
        }
        if (const auto& fixed = study_.prediction->fixed_point) {
            if (fixed->xi_c) {
                const double xi = *fixed->xi_c;
                const QString meaning = std::isinf(xi)
                    ? tr("layers: signals reach any depth")
                    : tr("layers: trainable to about 6 ξ = %1, here %2").arg(pretty(6 * xi)).arg(n_.depth);
                line(11, tr("depth scale"), "ξ_c",
                    {{QStringLiteral("≈ ") + pretty(xi)}, {QStringLiteral("\"%1\"").arg(meaning), Ink::faint}});
                add("xi_c", exactNumber(xi));
            }
            if (fixed->q_star) {
                QVector<Piece> right {{QStringLiteral("= ") + pretty(*fixed->q_star)}};
                if (fixed->chi_1)
                    right << Piece {QStringLiteral("χ_1 = ") + pretty(*fixed->chi_1)};
                if (fixed->c_star)
                    right << Piece {QStringLiteral("c^* = ") + pretty(*fixed->c_star)};
                line(16, tr("fixed point"), "q^*", right);
                add("q_star", exactNumber(*fixed->q_star));
                add("chi_1", exact(fixed->chi_1));
                add("c_star", exact(fixed->c_star));
            }
        }
        if (const auto spread = n_.theory->preactivation_spread) {
            line(17, tr("finite width"), "s_l",
                {{QStringLiteral("= \"std of\" ln RMS(z_l)")}, {QStringLiteral("= ") + pretty(*spread)},
                    {QStringLiteral("\"%1\"").arg(
                         tr("two networks in three within a factor of %1").arg(pretty(std::exp(*spread)))),
                        Ink::faint}});
            add("spread", exactNumber(*spread));
        }
    }

    void withoutTheory()
    {
        line(3, tr("length"), "RMS(z_l)", {{measured(z_, z_.rms), Ink::forward}});
        line(4, {}, "RMS(x_l)", {{measured(x_, x_.rms), Ink::forward}});
        add("rms_z", {}, exactNumber(z_, z_.rms));
        add("rms_x", {}, exactNumber(x_, x_.rms));
        if (gradient_) {
            line(5, tr("gradient"), "RMS(δ_l)", {{measured(*gradient_, gradient_->rms), Ink::gradient}});
            add("rms_gradient", {}, exactNumber(*gradient_, gradient_->rms));
        }
    }

    const Study& study_;
    StepNumbers n_;
    const Distribution &weight_, &z_, &x_;
    const Distribution* gradient_;   // null: not measured
    Deviations off_;
    QVector<Line> lines_;
    FigureTable table_ = emptyTable();
};

class FormulaFigure : public NetworkFigure<FormulaPanel> {
public:
    using NetworkFigure::NetworkFigure;

    FigureTable table() const override { return study() ? Composer(*study()).table() : emptyTable(); }

protected:
    void rebuild() override
    {
        const Study& s = *study();
        const LayerPlan& plan = s.plan->layers[std::size_t(s.layer - 1)];
        const ActivationInfo* info = find_activation(plan.activation.name);
        const Scheme* scheme = find_scheme(plan.weight.scheme);
        const QString heading = tr("layer l = %1 of L = %2 · %3 → %4 units · %5 · %6")
                                    .arg(s.layer)
                                    .arg(s.plan->depth())
                                    .arg(plan.fan_in)
                                    .arg(plan.fan_out)
                                    .arg(QString::fromStdString(info ? info->label : plan.activation.name),
                                        QString::fromStdString(scheme ? scheme->label : plan.weight.scheme));
        const QString remark
            = s.prediction->covers(s.layer) ? QString() : QString::fromStdString(s.prediction->remark);
        setLines(heading, remark, Composer(s).lines());
    }
};

}   // namespace

Figure* createFormula(QWidget* parent) { return new FormulaFigure(parent); }

}   // namespace stepzero
