// SPDX-License-Identifier: GPL-3.0-or-later
// The equations of the chosen layer or block with the present numbers inserted, and the measured values for comparison.
#include "core/math/activation/activation.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/equations.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

const Spelling asSize {prettyLog10, powerText};
const Spelling asSquare {
    [](double log10) { return prettyLog10(2 * log10); }, [](double log10) { return powerText(2 * log10); }};
const Spelling asNumber {pretty, [](double number) { return exactNumber(number); }};

QString powerText(double log10) { return exactPower(log10); }

FormulaPiece equals(const QString& number) { return {QStringLiteral("= ") + number}; }

QString factor(const QString& number)
{
    return number.contains(u'×') || number.startsWith(u'−') ? QStringLiteral("(%1)").arg(number) : number;
}

void Equations::line(int rank, const QString& subject, const char* left, const QVector<FormulaPiece>& right)
{
    lines_ << FormulaLine {rank, subject, QString::fromUtf8(left), right};
}

bool Equations::compare(int rank, const QString& subject, const char* left, QVector<FormulaPiece> begun,
    const char* symbol, const Compared& numbers, FormulaInk ink, const Spelling& as)
{
    if (!numbers.theory && !numbers.measured)
        return false;
    const auto exact = [&](const std::optional<double>& number) { return number ? as.exact(*number) : QString(); };
    add(QString::fromUtf8(symbol), exact(numbers.theory), exact(numbers.measured),
        numbers.sigmas ? exactNumber(*numbers.sigmas) : QString());
    if (numbers.theory)
        begun << equals(as.text(*numbers.theory));
    if (numbers.measured) {
        QString found = QStringLiteral("\"%1\" ").arg(QObject::tr("measured")) + as.text(*numbers.measured);
        if (numbers.sigmas)
            found += QStringLiteral("\" · %1\"").arg(deviationText(*numbers.sigmas));
        begun << FormulaPiece {found, ink};
    }
    line(rank, subject, left, begun);
    return true;
}

void Equations::add(const QString& symbol, const QString& value, const QString& measured, const QString& sigmas)
{
    table_.rows << QStringList {symbol, value, measured, sigmas};
}

namespace {

Equations equationsOf(const Study& s)
{
    Equations equations = is_layered(s) ? layerEquations(s)
        : s.plan->steps.empty()         ? recurrentEquations(s)
                                        : blockEquations(s);
    // All steps of a recurrent network share its parameters, which therefore belong to no step.
    addTypedNumbers(equations, *s.plan, s.plan->kind->steps_of_input ? 0 : s.layer);
    return equations;
}

QString headingOf(const Study& s)
{
    const auto words = [](const Text& text) { return translated(text); };
    const Network& network = s.plan->network;
    if (s.plan->kind->steps_of_input)
        return QObject::tr("step t = %1 of T = %2 · width %3 · %4")
            .arg(s.layer)
            .arg(s.plan->depth())
            .arg(network.width)
            .arg(words(s.plan->kind->label));
    if (!is_layered(s))
        return QObject::tr("block l = %1 of L = %2 · width %3 · %4")
            .arg(s.layer)
            .arg(s.plan->depth())
            .arg(network.width)
            .arg(words(s.plan->kind->label));
    const LayerPlan& plan = s.plan->layers[std::size_t(s.layer - 1)];
    const ActivationInfo* info = find_activation(plan.activation.name);
    const Scheme* scheme = find_scheme(plan.weight.scheme);
    return QObject::tr("layer l = %1 of L = %2 · %3 → %n unit(s) · %4 · %5", nullptr, plan.units())
        .arg(s.layer)
        .arg(s.plan->depth())
        .arg(plan.inputs())
        .arg(translated(info ? info->label : Text::name(plan.activation.name)),
            translated(scheme ? scheme->label : Text::name(plan.weight.scheme)));
}

class FormulaFigure : public NetworkFigure<FormulaPanel> {
public:
    using NetworkFigure::NetworkFigure;

    FigureTable table() const override { return (study() ? equationsOf(*study()) : Equations()).table(); }

protected:
    bool awaitsStudy(const Study&) const override { return false; }   // theory alone is worth drawing
    void rebuild() override
    {
        const Study& s = *study();
        const QString silent = s.prediction->covers(s.layer) ? QString() : translated(s.prediction->remark);
        setLines(!isMeasured(s) ? headingOf(s) + QStringLiteral(" · ") + missingText(s) : headingOf(s),
            silent.isEmpty() ? lostSignalText(s) : silent, equationsOf(s).lines());
    }
};

}   // namespace

FigureKind figure_formula()
{
    return {QStringLiteral("formula"), QObject::tr("Worked equations"), created<FormulaFigure>,
        {{networkLayers, 5}, {networkStream, 5}, {networkTokens, 5}}, QObject::tr("Equations")};
}

}   // namespace stepzero
