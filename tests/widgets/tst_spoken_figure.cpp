// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader says of every figure.
#include <QAccessible>
#include <QtTest>
#include <memory>

#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/figures/frame/spoken_figure.h"

using namespace stepzero;

class TestSpokenFigure : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { installFigureAccess(); }
    void everyFigure();
    void rangeAndTrend();
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

QTEST_MAIN(TestSpokenFigure)
#include "tst_spoken_figure.moc"
