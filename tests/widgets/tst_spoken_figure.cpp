// SPDX-License-Identifier: GPL-3.0-or-later
// The text that a screen reader speaks for every figure.
#include <QAccessible>
#include <QtTest>
#include <memory>

#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/figures/frame/spoken_figure.h"

namespace tst_spoken_figure {

using namespace stepzero;

class TestSpokenFigure : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { installFigureAccess(); }
    void everyFigure();
    void rangeAndTrend();
    void namesAndNumbers();
    void itsOwnFinding();
};

void TestSpokenFigure::everyFigure()
{
    int spoken = 0;
    for (const ExhibitPtr& exhibit : {ExhibitPtr(sampleStudy()), ExhibitPtr(blockStudy()),
             ExhibitPtr(gridStudy(notesResult())), ExhibitPtr(auditedCheckpoint(false))})
        for (const FigureKind& kind : figureKinds()) {
            if (!kind.places.contains(subjectOf(*exhibit)))
                continue;
            const std::unique_ptr<Figure> figure(kind.create(nullptr));
            figure->setTitle(kind.title);
            figure->setExhibit(exhibit);
            QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(figure.get());
            QVERIFY(interface);
            QCOMPARE(interface->role(), QAccessible::Chart);
            const QString name = interface->text(QAccessible::Name), said = interface->text(QAccessible::Description);
            QVERIFY2(!name.isEmpty() && said.startsWith(name) && said.size() > name.size() + 2, qPrintable(said));
            spoken += said.contains(" from ") ? 1 : 0;
        }
    QVERIFY2(spoken > 15, qPrintable(QString::number(spoken)));
}

void TestSpokenFigure::rangeAndTrend()
{
    const std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("signal"))->create(nullptr));
    figure->setTitle(QStringLiteral("Signal"));
    QVERIFY2(spokenFigure(*figure).contains("computing"), qPrintable(spokenFigure(*figure)));
    figure->setExhibit(sampleStudy({.growth = 0.5}));
    const QString said = spokenFigure(*figure);
    QVERIFY2(said.contains("preactivation rms from ") && said.contains("falls"), qPrintable(said));
}

void TestSpokenFigure::namesAndNumbers()
{
    const std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("gain_numbers"))->create(nullptr));
    figure->setExhibit(sampleStudy());
    const QString said = spokenFigure(*figure);
    QVERIFY2(said.contains("forward gain 1.414; variance gain") && !said.contains(" from "), qPrintable(said));
}

/// Each figure reports its own most severe finding; the board reports the network's verdict.
void TestSpokenFigure::itsOwnFinding()
{
    Study study = *sampleStudy({.growth = 0.5});
    const auto found = [](const char* id, Severity severity, const char* message) {
        Finding finding;
        finding.id = id;
        finding.severity = severity;
        finding.message = Text::name(message);
        return finding;
    };
    study.findings = std::make_shared<const std::vector<Finding>>(
        std::vector<Finding> {found("vanishing_signal", Severity::error, "the signal is lost"),
            found("wrong_fan", Severity::warning, "another fan"),
            found("vanishing_gradient", Severity::note, "the gradient is small")});
    const auto said = [&](const char* kind) {
        const std::unique_ptr<Figure> figure(findFigureKind(QLatin1String(kind))->create(nullptr));
        figure->setExhibit(std::make_shared<const Study>(study));
        return spokenFigure(*figure);
    };
    QVERIFY2(
        said("signal").contains("; error: the signal is lost; preactivation rms from "), qPrintable(said("signal")));
    QVERIFY(!said("signal").contains("the gradient is small"));   // it is less severe
    QVERIFY2(said("weights").contains("; warning: another fan; "), qPrintable(said("weights")));
    QVERIFY(!said("fractions").contains("lost") && !said("fractions").contains("fan"));
    study.step = 3;   // findings describe step 0
    QVERIFY(!said("signal").contains("lost"));
}

STEPZERO_TEST(TestSpokenFigure, QApplication)

}   // namespace tst_spoken_figure
#include "tst_spoken_figure.moc"
