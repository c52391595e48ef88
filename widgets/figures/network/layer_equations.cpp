// SPDX-License-Identifier: GPL-3.0-or-later
// The equations of a plain layer.
#include <QRegularExpression>
#include <cmath>
#include <set>

#include "core/math/activation/activation.h"
#include "core/network/init/framework_fans.h"
#include "core/study/step.h"
#include "core/theory/position_field.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/equations.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

using Ink = FormulaInk;
using Piece = FormulaPiece;

/// Returns the formula of φ with the values of its parameters, and with `argument` for z.
QString formulaOf(const Activation& activation, const QString& argument)
{
    const ActivationInfo* info = find_activation(activation.name);
    if (!info)
        return QString::fromStdString(activation.name);
    QString formula = QString::fromStdString(info->formula);
    if (activation.name == formula_name) {
        constexpr int longest = 60;
        formula = QString::fromStdString(word(completed(activation).parameters, formula_name));
        if (formula.size() > longest)
            return QStringLiteral("\"as typed\"");
        formula.replace(QRegularExpression(QStringLiteral("\\bx\\b")), QStringLiteral("z")).replace('*', QChar(0xb7));
    }
    for (const auto& [name, value] : completed(info->parameters, activation.parameters))
        if (const double* number = std::get_if<double>(&value))
            formula.replace(QRegularExpression(QStringLiteral("\\b%1\\b").arg(QString::fromStdString(name))),
                *number < 0 ? QStringLiteral("(%1)").arg(pretty(*number)) : pretty(*number));
    formula.replace(QRegularExpression(QStringLiteral("\\bz\\b")), QStringLiteral("{%1}").arg(argument));
    formula.remove(QRegularExpression(QStringLiteral("(?<![\\d.])1·")));   // omits a parameter that is 1
    return formula.replace(QStringLiteral(" for "), QStringLiteral(" \" for \" "));
}

/// Formats 1 − c: a correlation near 1 is written as its distance from 1.
const Spelling asCorrelation {
    [](double d) { return d > 0 && d < 1e-3 ? QStringLiteral("1 − ") + pretty(d) : pretty(1 - d); },
    [](double d) { return exactNumber(d); }};

class Composer {
public:
    explicit Composer(const Study& study) : study_(study), n_(step_numbers(study, study.layer))
    {
        const LayerPlan& layer = study.plan->layers[std::size_t(study.layer - 1)];
        const bool convolves = layer.window.dimensions > 0;
        to_.line(0, tr("signal"), "z_l",
            {{n_.normed && convolves ? "= γ \"norm\"(W_l ∗ x_(l−1) + b_l)"
                    : n_.normed      ? "= γ \"norm\"(W_l x_(l−1) + b_l)"
                    : convolves      ? "= W_l ∗ x_(l−1) + b_l"
                                     : "= W_l x_(l−1) + b_l"}});
        to_.line(1, tr("output"), "x_l", {{"= φ(z_l)"}, equals(formulaOf(layer.activation, QStringLiteral("z_l")))});
        if (layer.pooling != Pooling::none) {
            const QString side = QString::number(layer.pool.kernel);
            to_.also(faint((layer.pooling == Pooling::max ? tr("then the largest of %1") : tr("then the mean of %1"))
                               .arg(layer.pool.dimensions == 2 ? side + QStringLiteral(" × ") + side : side)));
        }
        add("layer", n_.layer);
        add("fan_in", n_.fan_in);
        add("fan_out", n_.fan_out);
        if (convolves)
            fans(layer);
        weights();
        forward();
        if (n_.theory)
            slope();
        gradient();
        correlation();
        if (n_.theory) {
            if (layer.window.receptive() > 1 && layer.window.stride == 1 && !layer.window.transposed
                && layer.window.side > 1)
                waves(layer);
            wholeNetwork();
        }
    }

    const Equations& equations() const { return to_; }

private:
    static QString tr(const char* text, int count = -1) { return QObject::tr(text, nullptr, count); }
    static Piece faint(const QString& words) { return {QStringLiteral("\"%1\"").arg(words), Ink::faint}; }
    static bool isWhole(double part) { return std::abs(part - 1) < 1e-9 || std::isnan(part); }
    void add(const char* symbol, const std::optional<double>& number)
    {
        to_.add(QString::fromUtf8(symbol), exactNumber(number));
    }
    void addPower(const char* symbol, double log10) { to_.add(QString::fromUtf8(symbol), powerText(log10)); }

    void fans(const LayerPlan& layer)
    {
        const auto all = framework_fans(layer.weight, layer.shape(), layer.window.groups);
        const int rank = all.size() > 1 ? 2 : 12;   // fans that differ between frameworks are important
        for (const FrameworkFans& f : all) {
            QVector<Piece> right {
                {QStringLiteral("= %1, %2").arg(f.fan_in).arg(f.fan_out)}, faint(QString::fromStdString(f.names))};
            if (f.output != 1)
                right << faint(tr("output × %1").arg(pretty(f.output)));
            to_.line(
                rank, to_.lines().last().left.contains("fan_out") ? QString() : tr("fans"), "fan_in, fan_out", right);
        }
        if (layer.window.groups > 1 && !layer.window.transposed)
            to_.also(faint(tr("each input enters %n product(s)", n_.fan_out / layer.window.groups)));
    }

    void weights()
    {
        const bool transposed = n_.terms != n_.fan_in;   // n counts the weights that an output sums
        const QString terms = transposed ? QStringLiteral("n") : QStringLiteral("fan_in"),
                      count = QString::number(n_.terms, 'g', 10);
        QVector<Piece> right {{QStringLiteral("= %1 Var(W)").arg(terms)}};
        const double variance = n_.terms * n_.weight_variance;
        double left = 1;
        if (n_.rule) {
            const VarianceRule& r = *n_.rule;
            const QString above = QString::fromStdString(r.numerator), below = QString::fromStdString(r.denominator);
            if (above != QStringLiteral("σ_w^2"))
                right << Piece {QStringLiteral("= %1 × ").arg(terms)
                    + (below.isEmpty() ? above : QStringLiteral("{%1}/{%2}").arg(above, below))};
            right << Piece {QStringLiteral("= %1 × ").arg(count)
                + (below.isEmpty() ? factor(pretty(r.above))
                                   : QStringLiteral("{%1}/{%2}").arg(pretty(r.above), pretty(r.below)))
                + (isWhole(r.left) ? QString() : QStringLiteral(" × ") + pretty(r.left))};
            left = r.left;
        } else {
            right << Piece {QStringLiteral("= %1 × %2").arg(count, factor(pretty(n_.weight_variance)))};
        }
        right << equals(pretty(variance));
        if (!isWhole(left))
            right << faint(tr("last factor: variance left after truncation or rounding"));
        if (n_.weight_mean != 0)
            right << Piece {QStringLiteral("E[W] = ") + pretty(n_.weight_mean)};
        if (transposed)
            right << faint(tr("n: weights that reach an output of the transposed convolution"));
        to_.line(2, tr("weights"), "σ_w^2", right);
        to_.compare(14, {}, "√(Var(W))", {}, "std_w", n_.weight_std, Ink::weights, asNumber);
        add("var_w", n_.weight_variance);
        add("sigma_w2", variance);
        add("sigma_b2", n_.bias_variance);
        if (n_.bias_mean != 0)
            add("mean_b", n_.bias_mean);
    }

    void forward()
    {
        const bool shifted = n_.bias_mean != 0 && !n_.normed;
        if (n_.theory && n_.normed) {
            to_.line(3, tr("length"), "q_l",
                {{"= γ^2 {v_l/{v_l + ε}}"}, equals(prettyLog10(n_.log10_length)),
                    faint(tr("v: the variance that the norm divides by"))});
        } else if (n_.theory) {
            const QString sum = QStringLiteral("%1 × %2 + %3")
                                    .arg(factor(pretty(n_.sigma_w2)), factor(prettyLog10(n_.log10_input_square)),
                                        factor(pretty(n_.sigma_b2)));
            QVector<Piece> length {{"= σ_w^2 E[x_(l−1)^2] + σ_b^2"}};
            if (isWhole(n_.inside))
                length << Piece {"= " + sum} << equals(prettyLog10(n_.log10_length));
            else
                length << Piece {QStringLiteral("= (%1) × %2").arg(sum, pretty(n_.inside))}
                       << equals(prettyLog10(n_.log10_length)) << faint(tr("last factor: zero padding"));
            to_.line(3, tr("length"), "q_l", length);
        }
        QVector<Piece> root;
        if (n_.theory)
            root << Piece {shifted ? "= √(q_l + E[b]^2)" : "= √q_l"};
        to_.compare(4, {}, "RMS(z_l)", root, "rms_z", n_.preactivation_rms, Ink::forward);
        if (const auto& rms = n_.output_rms.theory) {
            to_.line(7, tr("output"), "E[x_l^2]",
                {{shifted ? "= E[φ(E[b] + √q_l g)^2]" : "= E[φ(√q_l g)^2]"}, equals(prettyLog10(2 * *rms))});
            addPower("mean_square_input", n_.log10_input_square);
            addPower("q", n_.log10_length);
            addPower("mean_square_x", 2 * *rms);
        }
        to_.compare(8, {}, "RMS(x_l)", {}, "rms_x", n_.output_rms, Ink::forward);
        to_.compare(13, {}, "E[x_l]", {}, "mean_x", n_.output_mean, Ink::forward, asNumber);
        to_.compare(15, {}, "std(x_l)", {}, "std_x", n_.output_std, Ink::forward);
    }

    void slope()
    {
        QVector<Piece> right {{n_.normed ? "= γ^2 σ_w^2 {E[φ′(√q_l g)^2]/{v_l + ε}}"
                : n_.bias_mean != 0      ? "= σ_w^2 E[φ′(E[b] + √q_l g)^2]"
                                         : "= σ_w^2 E[φ′(√q_l g)^2]"}};
        if (!std::isnan(n_.derivative_square))
            right << Piece {
                QStringLiteral("= %1 × %2").arg(factor(pretty(n_.sigma_w2)), factor(pretty(n_.derivative_square)))};
        right << equals(pretty(n_.chi));
        const Phase sign = phase_of(n_.chi);
        right << Piece {sign == Phase::critical
                ? QStringLiteral("\"%1\"").arg(tr("gradient norm preserved"))
                : QStringLiteral("\"%1\" √χ_l = %2 \"%3\"")
                      .arg(sign == Phase::ordered ? tr("gradient shrinks by") : tr("gradient grows by"),
                          pretty(std::sqrt(n_.chi)), tr("per layer")),
            Ink::faint};
        to_.line(5, tr("slope"), "χ_l", right);
        if (!n_.normed)
            add("mean_square_slope", n_.derivative_square);
        add("chi", n_.chi);
        if (const auto& fixed = study_.prediction->fixed_point; fixed && fixed->phase)
            to_.add(QStringLiteral("phase"), QString::fromLatin1(word(*fixed->phase)));
    }

    /// Returns whether the factors of E[δ_l²] multiply to this, to a thousandth.
    bool isProduct(double log10_square) const
    {
        double log10 = std::log10(n_.derivative_square);
        if (n_.next)
            log10 += std::log10(n_.next->units * n_.next->weight_variance * n_.inside_back)
                + n_.next->log10_gradient_square;
        return !(std::abs(log10_square - log10) > 4e-4);
    }

    void gradient()
    {
        if (const auto& rms = n_.gradient_rms.theory) {
            QVector<Piece> right;
            if (n_.next) {
                right << Piece {n_.next->normed ? "= n_(l+1) Var(W_(l+1)) {γ^2/{v_(l+1) + ε}} E[δ_(l+1)^2] E[φ′(z_l)^2]"
                                                : "= n_(l+1) Var(W_(l+1)) E[δ_(l+1)^2] E[φ′(z_l)^2]"};
                if (!n_.next->normed && !std::isnan(n_.derivative_square))
                    right << Piece {QStringLiteral("= %1 × %2 × %3 × %4")
                                        .arg(n_.next->units)
                                        .arg(factor(pretty(n_.next->weight_variance)),
                                            factor(prettyLog10(n_.next->log10_gradient_square)),
                                            factor(pretty(n_.derivative_square)))
                        + (isWhole(n_.inside_back) ? QString() : " × " + pretty(n_.inside_back))};
                add("n_next", n_.next->units);
                add("var_w_next", n_.next->weight_variance);
                addPower("mean_square_gradient_next", n_.next->log10_gradient_square);
            } else {
                right << Piece {"= E[φ′(z_l)^2]"};
            }
            // A mean over samples of different lengths differs from the product of means.
            const QString value = prettyLog10(2 * *rms);
            right << (isProduct(2 * *rms) ? equals(value) : Piece {QStringLiteral("≈ %1").arg(value)});
            to_.line(6, tr("gradient"), "E[δ_l^2]", right);
            addPower("mean_square_gradient", 2 * *rms);
        }
        to_.compare(
            9, n_.theory ? QString() : tr("gradient"), "RMS(δ_l)", {}, "rms_gradient", n_.gradient_rms, Ink::gradient);
    }

    void correlation()
    {
        QVector<Piece> begun;
        if (n_.layer > 1 && n_.decorrelation.theory)
            begun << Piece {
                n_.normed ? "= {σ_w^2 E[φ(u_1) φ(u_2)] + σ_b^2}/v_l" : "= {σ_w^2 E[φ(u_1) φ(u_2)] + σ_b^2}/q_l"};
        to_.compare(
            12, tr("correlation"), "c_l", begun, "decorrelation", n_.decorrelation, Ink::forward, asCorrelation);
    }

    /// Adds how waves over positions are attenuated: the longest wave, and those of four and two positions.
    void waves(const LayerPlan& layer)
    {
        const Window& window = layer.window;
        const bool oneTap = draw_of(layer.weight, layer.shape(), Role::weight).base->tap.receptive > 1;
        QStringList kept, lengths;
        for (const int cycles : std::set {1, window.side / 4, window.side / 2})
            if (cycles > 0) {
                const double share = wave_kept(window, cycles, oneTap);
                kept << pretty(share);
                lengths << pretty(double(window.side) / cycles);
                to_.add(QStringLiteral("lambda_%1").arg(cycles), exactNumber(share));
            }
        const QString side = pretty(double(window.side) / window.dilation);
        if (oneTap)
            to_.line(9, tr("positions"), "λ_k",
                {{"= 1"}, faint(tr("all weight in one tap: waves over positions pass unattenuated"))});
        else
            to_.line(9, tr("positions"), "λ_k",
                {{QStringLiteral("= {1/%1} |{Σ}_(t=1)^%1 e^(2πi k {t/%2})|").arg(window.kernel).arg(side)},
                    {QStringLiteral("= ") + kept.join(QStringLiteral(", "))},
                    faint(tr("factors for waves with periods of %1 positions, in addition to χ")
                              .arg(lengths.join(QStringLiteral(", "))))});
    }

    void wholeNetwork()
    {
        if (n_.log10_chi_product) {
            to_.line(10, tr("depth"), "{Π}_(k=1)^L χ_k",
                {equals(prettyLog10(*n_.log10_chi_product)),
                    faint(tr("mean square singular value after %n layer(s)", n_.depth))});
            addPower("chi_product", *n_.log10_chi_product);
        }
        if (const auto& fixed = study_.prediction->fixed_point) {
            if (fixed->xi_c) {
                const double xi = *fixed->xi_c;
                to_.line(11, tr("depth scale"), "ξ_c",
                    {{QStringLiteral("≈ ") + pretty(xi)},
                        faint(std::isinf(xi) ? tr("layers: correlations approach 1 as a power law in depth")
                                             : tr("layers: trainable depth ≈ 6 ξ = %1, here %2")
                                                   .arg(pretty(6 * xi))
                                                   .arg(n_.depth))});
                add("xi_c", xi);
            }
            if (fixed->q_star) {
                QVector<Piece> right {equals(pretty(*fixed->q_star))};
                if (fixed->chi_1)
                    right << Piece {QStringLiteral("χ_1 = ") + pretty(*fixed->chi_1)};
                if (fixed->c_star)
                    right << Piece {QStringLiteral("c^* = ") + pretty(*fixed->c_star)};
                to_.line(16, tr("fixed point"), "q^*", right);
                add("q_star", *fixed->q_star);
                add("chi_1", fixed->chi_1);
                add("c_star", fixed->c_star);
            }
        }
        if (n_.spread) {
            to_.line(17, tr("finite width"), "s_l",
                {{"= \"std of\" ln RMS(z_l)"}, equals(pretty(*n_.spread)),
                    faint(tr("68% of networks within ×%1").arg(pretty(std::exp(*n_.spread))))});
            add("spread", *n_.spread);
        }
    }

    const Study& study_;
    StepNumbers n_;
    Equations to_;
};

}   // namespace

Equations layerEquations(const Study& study) { return Composer(study).equations(); }

}   // namespace stepzero
