// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of the scan in the chosen block: its time constants, in tokens, or its time steps, on a logarithmic axis.
#include "widgets/figures/figures.h"
#include "widgets/figures/network/law_figure.h"

namespace stepzero {

namespace {

class MemoryFigure : public LawFigure {
public:
    explicit MemoryFigure(QWidget* parent) : LawFigure(parent)
    {
        addChoice(timeStep_, QStringLiteral("of"),
            {{false, "memory", tr("Memory 1/(Δ $|A|$)")}, {true, "step", tr("Time step Δ")}});
    }

protected:
    const WeightView* viewOf(const Study& s) const override
    {
        return !s.memory ? nullptr : ofSteps() ? &s.memory->step : &s.memory->memory;
    }
    QString absence() const override { return tr("no scan"); }
    QString quantity() const override { return ofSteps() ? tr("Δ") : tr("memory, tokens"); }
    QString subjectOf(const Study& s) const override { return tr("block %1").arg(s.layer); }
    bool isLog() const override { return true; }
    /// The note has the ends of the samples and of the distribution, since moments of logarithms are hard to interpret.
    QString noteOf(const WeightView& w) const override
    {
        const auto ends = [this](double low, double high) {
            return tr("%1 to %2").arg(aligned(valueAt(low)), aligned(valueAt(high)));
        };
        const QString law = tr("distribution: %1").arg(ends(w.law.low, w.law.high));
        return w.sample.count > 0
            ? tr("sampled: %1").arg(ends(w.sample.min, w.sample.max)) + QStringLiteral(" · ") + law
            : law;
    }

private:
    bool ofSteps() const { return timeStep_.value(); }

    ChoiceOf<bool> timeStep_;
};

}   // namespace

FigureKind figure_memory()
{
    return {QStringLiteral("memory"), QObject::tr("Memory of the selected block"), created<MemoryFigure>,
        {{networkStream, -1}}, QObject::tr("Memory")};
}

}   // namespace stepzero
