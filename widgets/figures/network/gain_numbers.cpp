// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator: gains and critical points of the activation of the chosen layer or block, at the scale √q that
// the figure "gains" chooses. They can be applied to the experiment.
#include <QAction>
#include <cmath>

#include "core/math/activation/activation.h"
#include "core/theory/landmarks.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/formula_panel.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/fate_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Formats a number with six significant digits, since these numbers are copied into programs.
QString sixDigits(double value)
{
    const double size = std::abs(value);
    if (value == 0 || (size >= 1e-3 && size < 1e6)) {
        QString text = QString::number(value, 'f', std::max(0, value == 0 ? 6 : 5 - int(std::floor(std::log10(size)))));
        return text.replace('-', QChar(0x2212));
    }
    return pretty(value);
}

QString quoted(const QString& words) { return QStringLiteral("\"%1\"").arg(words); }

/// Lines for people, and rows with all digits for files.
struct GainLines {
    QVector<FormulaLine> lines;
    FigureTable table {{QStringLiteral("quantity"), QStringLiteral("value")}, {}};

    void begin(const QString& subject = {}) { lines << FormulaLine {int(lines.size()), subject, {}, {}}; }
    /// Adds a number to the last line; without one, or for NaN, a dash.
    void add(const char* key, const char* symbol, const std::optional<double>& value)
    {
        table.rows << QStringList {QLatin1String(key), exactNumber(value)};
        addText(symbol, value && !std::isnan(*value) ? sixDigits(*value) : QStringLiteral("–"));
    }
    void addText(const char* symbol, const QString& text)
    {
        FormulaLine& line = lines.last();
        const QString left = QString::fromUtf8(symbol), right = QStringLiteral("= ") + text;
        if (line.left.isEmpty())
            line.left = left;
        line.right << FormulaPiece {line.right.isEmpty() ? right : left + QLatin1Char(' ') + right};
    }
    void addWords(const QString& words) { lines.last().right << FormulaPiece {quoted(words), FormulaInk::faint}; }
};

class GainNumbersFigure : public NetworkFigure<FormulaPanel> {
public:
    explicit GainNumbersFigure(QWidget* parent)
        : NetworkFigure(parent), use_(new QAction(tr("Use in the experiment"), this))
    {
        connect(use_, &QAction::triggered, this, [this] {
            if (const auto point = usable())
                emit experimentEdited(with_variances(study()->experiment, *point), {tr("Critical gains"), {}, false});
        });
    }

    QList<QAction*> choices() const override { return {use_}; }
    FigureTable table() const override
    {
        return study() && study()->gains ? linesOf(*study()->gains).table : GainLines().table;
    }

protected:
    bool followsSteps() const override { return false; }
    bool awaitsStudy(const Study& s) const override { return is_coming(s, s.gains); }

    void rebuild() override
    {
        const Study& s = *study();
        use_->setEnabled(usable().has_value());
        const Activation& activation = s.plan->block(s.layer).activation;
        const ActivationInfo* info = find_activation(activation.name);
        const QString name = translated(info ? info->label : Text::name(activation.name));
        if (s.gains)
            setLines(QStringLiteral("%1 · √q = %2").arg(name, pretty(std::sqrt(s.gains->at_q.q))), remarkOf(*s.gains),
                linesOf(*s.gains).lines);
        else
            setLines(name,
                s.gains.is(Absence::impossible)
                    ? tr("%1 is not a function of one number and has no single gain").arg(name)
                    : tr("computing…"),
                {});
    }

private:
    std::optional<Variances> usable() const
    {
        return study() && study()->gains ? study()->gains->usable() : std::nullopt;
    }

    static GainLines linesOf(const Gains& gains)
    {
        const GainNumbers& at = gains.at_q;
        GainLines all;
        all.begin(tr("forward gain"));
        all.add("forward_gain", "√(q/E[φ^2])", at.forward);
        all.begin(tr("variance gain"));
        all.add("variance_gain", "√(q/Var[φ])", at.of_variance);
        all.begin(tr("backward gain"));
        all.add("backward_gain", "1/√(E[φ'^2])", at.backward);
        if (gains.pytorch) {
            all.begin(tr("PyTorch's gain"));
            all.add("pytorch_gain", "\"PyTorch\"", gains.pytorch);
        }
        if (const auto& point = gains.critical) {
            const Variances v = point->variances;
            all.begin();
            all.add("weight_variance", "σ_w^2", v.weight);
            all.addText("σ_w", sixDigits(std::sqrt(v.weight)));
            all.add("bias_variance", "σ_b^2", v.bias);
            if (v.bias >= 0)
                all.addText("σ_b", sixDigits(std::sqrt(v.bias)));
            all.add("slope_of_variance_map", "V'(q)", point->length_slope);
            all.addWords(
                joinedText({tr("Critical at this q"), v.bias >= 0 ? stateAt(*point) : tr("not available")}, ": "));
        }
        all.begin();
        all.add("weight_variance_without_biases", "σ_w^2", gains.critical_weight_without_bias);
        if (gains.without_bias)
            all.add("fixed_point_without_biases", "q^*", gains.without_bias->q_star);
        all.addWords(tr("Critical without biases"));
        if (const auto& found = gains.at_forward_gain) {
            all.begin();
            for (const LengthFixedPoint& point : found->points) {
                all.table.rows << QStringList {QStringLiteral("fixed_point_at_forward_gain"), exactNumber(point.q)};
                all.addText("q", pretty(point.q) + quoted(QStringLiteral(" (%1)").arg(stabilityText(point.stability))));
            }
            if (found->every)
                all.addText("q", quoted(tr("all q")));
            all.addWords(tr("Fixed points at the forward gain"));
        }
        all.begin();
        all.add("mean", "E[φ]", at.mean);
        all.add("mean_square", "E[φ^2]", at.square);
        all.add("variance", "Var[φ]", at.variance);
        all.add("mean_square_of_derivative", "E[φ'^2]", at.derivative_square);
        all.addWords(tr("At this q"));
        return all;
    }

    static QString stateAt(const CriticalPoint& point)
    {
        constexpr double marginal = 1e-9;
        const double over = std::abs(point.length_slope) - 1;
        return std::abs(over) < marginal ? tr("marginal") : over < 0 ? tr("stable") : tr("unstable");
    }

    static QString remarkOf(const Gains& gains)
    {
        QStringList remarks;
        if (gains.critical && !gains.usable_at_q())
            remarks << tr("No critical point at this q: it would need a negative bias variance.");
        if (gains.without_bias && !gains.without_bias->remark.empty())
            remarks << tr("Critical without biases: %1.").arg(translated(gains.without_bias->remark));
        if (gains.at_forward_gain && gains.at_forward_gain->unbounded && !gains.at_forward_gain->every)
            remarks << tr("With the forward gain, larger signals grow without bound.");
        return remarks.join(QLatin1Char(' '));
    }

    QAction* use_;
};

}   // namespace

FigureKind figure_gain_numbers()
{
    return {QStringLiteral("gain_numbers"), QObject::tr("Gain calculator"), created<GainNumbersFigure>,
        {{networkLayers, -1}, {networkStream, -1}, {networkTokens, -1}}};
}

}   // namespace stepzero
