// SPDX-License-Identifier: GPL-3.0-or-later
// The formula figure compares equal quantities: in every line, the measured value lies where theory predicts it, in
// networks of presets.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/files/presets.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "tests/widgets/latex_problem.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/style/latex.h"

namespace tst_figure_formula_presets {

using namespace stepzero;

namespace {

/// Returns the part of a preset that takes a second: later blocks behave as its first ones.
Experiment shortened(Experiment e)
{
    if (kind_of(e.network).layered) {
        e.input.samples = std::min(e.input.samples, 128);
        return e;
    }
    e.network.depth = std::min(e.network.depth, kind_of(e.network).kernels ? 3 : 2);
    e.input.samples = std::min(e.input.samples, kind_of(e.network).has_tokens() ? 2 : 128);
    e.input.tokens = std::min(e.input.tokens, 32);
    // Each token has its own embedding and logit, so a smaller vocabulary has the same numbers but for ln V. Images
    // have half the side, which all patches and strides divide.
    for (const auto& [name, most] : {std::pair("vocabulary", 2048.0), {"size", 112.0}})
        if (const auto found = e.network.options.find(name); found != e.network.options.end())
            found->second = std::min(std::get<double>(found->second), most);
    return e;
}

std::shared_ptr<Study> studyOf(const Experiment& experiment)
{
    const auto study = std::make_shared<Study>();
    study->experiment = experiment;
    study->plan = std::make_shared<const NetworkPlan>(plan_of(experiment.network));
    NoiseCache cache(1 << 20);
    study->measurement = std::make_shared<const Measurement>(simulate(experiment, *study->plan, cache, Context()));
    study->prediction
        = std::make_shared<const Prediction>(predict(experiment, *study->plan, whole_extent(experiment), Context()));
    return study;
}

/// Returns the width of the narrowest of some layers.
int narrowest(const NetworkPlan& plan, int first, int last)
{
    int width = plan.block(first).features_out;
    for (int layer = first; layer <= last; ++layer)
        width = std::min(width, plan.block(layer).features_out);
    return width;
}

}   // namespace

class TestFormulaPresets : public QObject {
    Q_OBJECT

private slots:
    void linesCompareTheSame_data()
    {
        QTest::addColumn<int>("preset");
        for (std::size_t i = 0; i < presets().size(); ++i)
            if (tested::in_turn(i + 1))   // others than those that tst_commands_export.cpp draws
                QTest::newRow(presets()[i].name.c_str()) << int(i);
    }

    void linesCompareTheSame()
    {
        QFETCH(int, preset);
        const Experiment experiment = shortened(networks::preset(presets()[std::size_t(preset)].name));
        const auto study = studyOf(experiment);
        const bool layered = study->plan->kind->layered;
        const int depth = study->plan->depth();
        const double targets
            = experiment.input.samples * (study->plan->kind->takes_tokens ? study->measurement->tokens : 1);
        int lines = 0;
        for (const int layer : {1, (depth + 1) / 2, depth}) {
            study->layer = layer;
            const ParameterPlan* weight = study->plan->block(layer).find("weight");
            const double entries = weight ? double(weight->shape.rows()) * weight->shape.columns() : 0;
            const std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("formula"))->create(nullptr));
            figure->setExhibit(std::make_shared<const Study>(*study));
            QCOMPARE(latexProblem(dynamic_cast<ShowsFormulas&>(*figure).latex()), QString());
            const FigureTable table = figure->table();
            const auto theoryOf = [&](const char* symbol) {
                const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                    [symbol](const QStringList& each) { return each[0] == QLatin1String(symbol); });
                return row == table.rows.end() ? std::nan("") : (*row)[1].toDouble();
            };
            for (const QStringList& row : table.rows) {
                if (row[1].isEmpty() || row[2].isEmpty())
                    continue;
                ++lines;
                const double theory = row[1].toDouble(), measured = row[2].toDouble();
                const QString what = QStringLiteral("layer %1: %2").arg(layer).arg(row.join(QStringLiteral(" | ")));
                if (!row[3].isEmpty()) {   // the deviation at finite width
                    QVERIFY2(std::abs(row[3].toDouble()) < 5, qPrintable(what));
                    continue;
                }
                // A matrix multiplies a mean square by about χ²(width)/width. Each layer or step has one matrix, or two
                // in a row. The gradient has passed through all matrices above.
                const bool backward = row[0].startsWith(QLatin1String("E[g^2]"));
                const double width = layered ? narrowest(*study->plan, backward ? layer : 1, backward ? depth : layer)
                                             : experiment.network.width,
                             matrices = layered ? depth : 2.0 * (backward ? depth : layer),
                             relative = 4 * std::sqrt(2 * matrices / width);
                double allowed = relative * std::abs(theory) + 1e-13;   // rounding of signals
                if (row[0]
                    == QLatin1String("std_w"))   // sample of `entries` numbers, whose tails are not heavier than normal
                    allowed = 5 * theory / std::sqrt(2.0 * entries);
                else if (row[0] == QLatin1String("mean_x"))   // mean over `width` units, each with the others of its
                                                              // channel
                    allowed += 5 * theoryOf("rms_x") / std::sqrt(double(width));
                else if (row[0] == QLatin1String("H"))   // ln n − s²/2, in float32
                    allowed = relative * theoryOf("s^2") + 1e-6;
                else if (row[0] == QLatin1String("CE"))   // mean of −z over `targets` targets
                    allowed = experiment.network.roles.contains("head_bias")
                        // A bias of log frequencies: −z is about the logarithm of a Zipf rank, which is nearly uniform.
                        ? 5 * std::log(option(experiment.network, "vocabulary")) / std::sqrt(12 * targets)
                        : 1e-13 + 5 * std::sqrt(theoryOf("E[z^2]") / targets) + relative * theoryOf("E[z^2]");
                else if (row[0] == QLatin1String("E[(C h)^2]"))   // few states, which all channels share
                    allowed = 2 * theory;
                QVERIFY2(std::abs(measured - theory) <= allowed, qPrintable(what));
                if (!layered && theory > 0)
                    ratios_[row[0].section(QLatin1Char(' '), 0, 0)] << std::log(measured / theory);
            }
        }
        if (study->prediction->covers(study->plan->depth()))
            QVERIFY(lines >= (study->prediction->gradient(1) ? 9 : 6));   // three per layer, or two
    }

    /// Over many presets random errors cancel, so that a difference in definition remains visible.
    void noLineIsOffOnAverage()
    {
        int judged = 0;
        for (auto it = ratios_.begin(); it != ratios_.end(); ++it) {
            if (it->size() < 3 * 5)
                continue;   // fewer than five networks do not tell their spread
            ++judged;
            const double n = double(it->size()), mean = std::accumulate(it->begin(), it->end(), 0.0) / n;
            double square = 0;
            for (const double ratio : *it)
                square += (ratio - mean) * (ratio - mean) / (n - 1);
            // The three blocks of a network count as one sample. Finite width accounts for 2% (tst_theory_transformer).
            const double error = std::sqrt(3 * square / n);
            QVERIFY2(std::abs(mean) <= 3 * error + 0.02,
                qPrintable(QStringLiteral("%1: %2 ± %3").arg(it.key()).arg(mean).arg(error)));
        }
        QVERIFY2(judged >= 8, qPrintable(QString::number(judged)));
    }

private:
    QMap<QString, QVector<double>> ratios_;   // ln of measured over theory, by line
};

STEPZERO_TEST(TestFormulaPresets, QApplication)

}   // namespace tst_figure_formula_presets
#include "tst_figure_formula_presets.moc"
