// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator and the curves of gains: what they draw and tabulate, how √q is chosen, and what the gain
// calculator applies to the experiment.
#include <QAction>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/latex_problem.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/theory_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/style/latex.h"

namespace tst_figure_gains {

using namespace stepzero;

namespace {

constexpr QSize size(600, 400);

std::unique_ptr<Figure> make(const char* kind, const ExhibitPtr& study, const char* view = "gains")
{
    std::unique_ptr<Figure> figure(findFigureKind(QLatin1String(kind))->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(size);
    figure->setViewState({{QStringLiteral("show"), QLatin1String(view)}});
    figure->setExhibit(study);
    figure->show();
    return figure;
}

/// Returns a study of an activation with its gains at a variance.
StudyPtr studyOf(const char* activation, double q = 1)
{
    auto study = theoryStudy({.activation = activation, .depth = 4});
    study->gains = std::make_shared<const Gains>(gains(phaseTheory(activation).mean_field(), q));
    return study;
}

double numberIn(const Figure& figure, const char* quantity)
{
    for (const QStringList& row : figure.table().rows)
        if (row[0] == QLatin1String(quantity))
            return row[1].toDouble();
    return std::nan("");
}

/// Returns the variances that a click, or a key, chooses.
QVector<double> chosenBy(Figure& figure, const std::function<void()>& act)
{
    QSignalSpy chosen(&figure, &Figure::varianceChosen);
    act();
    QVector<double> all;
    for (const auto& arguments : chosen)
        all << arguments.first().toDouble();
    return all;
}

}   // namespace

class TestFigureGains : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void numbers()
    {
        const auto tanh = make("gain_numbers", studyOf("tanh"));
        const QString latex = dynamic_cast<ShowsFormulas&>(*tanh).latex();
        QVERIFY2(latex.startsWith("\\begin{aligned}\n"), qPrintable(latex));
        QCOMPARE(latexProblem(latex), QString());
        QVERIFY(std::abs(numberIn(*tanh, "forward_gain") - 1.592537) < 1e-6);
        QVERIFY(std::abs(numberIn(*tanh, "pytorch_gain") - 5.0 / 3) < 1e-12);
        QVERIFY(std::abs(numberIn(*tanh, "weight_variance") - 2.153303) < 1e-6);
        QVERIFY(std::abs(numberIn(*tanh, "bias_variance") - 0.150965) < 1e-6);
        const auto relu = make("gain_numbers", studyOf("relu", 4));
        QVERIFY(std::abs(numberIn(*relu, "backward_gain") - std::sqrt(2.0)) < 1e-12);
        // Six digits are shown.
        const QString words = wordsOf("gain_numbers", studyOf("relu", 4));
        QVERIFY2(words.contains("1.41421") && words.contains("√q = 2"), qPrintable(words));
    }

    void useIsAnEdit()
    {
        for (const char* activation : {"gelu", "tanh"}) {
            const StudyPtr study = studyOf(activation, 4);
            const auto figure = make("gain_numbers", study);
            QSignalSpy edited(figure.get(), &Figure::experimentEdited);
            QVERIFY(figure->choices().first()->isEnabled());
            figure->choices().first()->trigger();
            QCOMPARE(edited.size(), 1);
            const Network network = edited[0][0].value<Experiment>().network;
            const Variances point = *study->gains->usable();
            QCOMPARE(network.activation.name, std::string(activation));
            QCOMPARE(network.weight.scheme, std::string("mean_field"));
            QCOMPARE(std::get<double>(network.weight.parameters.at("variance")), point.weight);
            if (point.bias > 0)
                QCOMPARE(std::get<double>(network.bias.parameters.at("variance")), point.bias);
            else
                QCOMPARE(network.bias.scheme, std::string("zeros"));
        }
    }

    void aGatedUnitHasNone()
    {
        const auto study = std::make_shared<Study>(*blockStudy());
        auto plan = *study->plan;
        for (BlockPlan& block : plan.blocks)
            block.activation = {"swiglu", {}};
        study->plan = std::make_shared<const NetworkPlan>(plan);
        study->gains = Absence::impossible;
        const auto numbers = make("gain_numbers", study);
        QVERIFY(!numbers->choices().first()->isEnabled());
        QVERIFY(numbers->table().rows.isEmpty());
        for (const char* kind : {"gains", "gain_numbers"})
            QVERIFY2(wordsOf(kind, study).contains("swiglu is not a function of one number"), kind);
    }

    /// A click chooses a scale of two significant digits, in both views that have an axis for it.
    void scaleIsChosen()
    {
        const StudyPtr study = studyOf("silu");
        for (const auto& [view, x] : {std::pair("gains", 2.5), std::pair("map", std::log10(2.5 * 2.5))}) {
            const auto figure = make("gains", study, view);
            const QPoint at = dynamic_cast<AxesFigure&>(*figure).canvas(size).at(x, 0.5).toPoint();
            const QVector<double> chosen
                = chosenBy(*figure, [&] { QTest::mouseClick(figure.get(), Qt::LeftButton, {}, at); });
            QVERIFY(chosen.size() == 1 && std::abs(std::sqrt(chosen.first()) - 2.5) < 0.101);
            const double digits = std::sqrt(chosen.first()) * 10;
            QVERIFY(std::abs(digits - std::round(digits)) < 1e-9);
        }
        const auto function = make("gains", study, "function");
        QVERIFY(chosenBy(*function, [&] {
            QTest::mouseClick(function.get(), Qt::LeftButton, {}, QPoint(400, 200));
        }).isEmpty());
    }

    /// Keys move by a tenth on the linear axis, and by a factor on the logarithmic axis of the variance map. Left never
    /// raises the scale.
    void keysMoveTheScale()
    {
        const auto chosen = [](const char* view, double root, Qt::Key key) {
            const auto figure = make("gains", studyOf("silu", root * root), view);
            return chosenBy(*figure, [&] { QTest::keyClick(figure.get(), key); });
        };
        QCOMPARE(chosen("gains", 1, Qt::Key_Right), QVector<double> {1.1 * 1.1});
        QCOMPARE(chosen("gains", 1, Qt::Key_Left), QVector<double> {0.9 * 0.9});
        QCOMPARE(chosen("gains", 0.02, Qt::Key_Right), QVector<double> {0.1 * 0.1});
        QCOMPARE(chosen("gains", 0.02, Qt::Key_Left), QVector<double>());
        QCOMPARE(chosen("map", 1, Qt::Key_Right), QVector<double> {1.1 * 1.1});
        QCOMPARE(chosen("map", 1, Qt::Key_Left), QVector<double> {0.89 * 0.89});
        QCOMPARE(chosen("map", 0.02, Qt::Key_Right), QVector<double> {0.022 * 0.022});
        QCOMPARE(chosen("map", 0.02, Qt::Key_Left), QVector<double> {0.018 * 0.018});
        QCOMPARE(chosen("map", 1000, Qt::Key_Right), QVector<double> {1100.0 * 1100});
    }

    void curves()
    {
        const auto gained = make("gains", studyOf("relu"));
        const FigureTable table = gained->table();
        QCOMPARE(table.header, QStringList({"root_q", "forward", "variance", "backward"}));
        for (const QStringList& row : table.rows)   // the same at every scale
            QVERIFY(std::abs(row[1].toDouble() - std::sqrt(2.0)) < 1e-9
                && std::abs(row[3].toDouble() - std::sqrt(2.0)) < 1e-9);
        QCOMPARE(make("gains", studyOf("relu"), "function")->table().header, QStringList({"z", "value", "derivative"}));
        QCOMPARE(
            make("gains", studyOf("relu"), "map")->table().header, QStringList({"log10_q", "forward", "critical"}));
        // The chosen scale is marked.
        QVERIFY(pictureOf(*gained) != pictureOf(*make("gains", studyOf("relu", 4))));
    }
};

STEPZERO_TEST(TestFigureGains, QApplication)

}   // namespace tst_figure_gains
#include "tst_figure_gains.moc"
