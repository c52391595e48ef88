// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of numbers by depth on networks of every kind: their titles, and what they show of a network that has not run
// yet.
#include <QPainter>
#include <QRegularExpression>
#include <QtTest>

#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/sample_capture.h"
#include "tests/widgets/theory_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_figure_depth {

using namespace stepzero;

namespace {

ExhibitPtr exhibitOf(const QString& subject)
{
    static const StudyPtr dense = theoryStudy({.depth = 8}), residual = blockStudy({.kind = "residual"}),
                          transformer = blockStudy({.weight_std = 0.2});
    if (subject == manyExperiments)
        return gridStudy(singleResult());
    if (subject == oneCheckpoint) {
        static const AuditStudyPtr audited = auditedCheckpoint(false);
        return audited;
    }
    if (subject == oneCapture) {
        static const CaptureStudyPtr captured = captureStudy(transformerCapture(3, 1, true));
        return captured;
    }
    return subject == networkLayers ? dense : subject == networkStream ? residual : transformer;
}

/// Returns a study before the network has run: theory, and a measurement without records, or with empty ones.
StudyPtr beforeItRuns(const Study& study, std::size_t records)
{
    auto early = std::make_shared<Study>(study);
    auto measurement = std::make_shared<Measurement>();
    measurement->reading = study.measurement->reading;
    measurement->record.resize(records);
    early->measurement = measurement;
    early->stage = Stage::theory;
    return early;
}

}   // namespace

class TestFigureDepth : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void titles_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("subject");
        for (const FigureKind& kind : figureKinds())
            for (const QString& subject : kind.places.keys())
                QTest::newRow(qPrintable(kind.id + QLatin1Char(' ') + subject)) << kind.id << subject;
    }
    /// A figure writes its title from the registry, by layer or by block.
    void titles()
    {
        QFETCH(QString, kind);
        QFETCH(QString, subject);
        const FigureKind& known = *findFigureKind(kind);
        const ExhibitPtr exhibit = exhibitOf(subject);
        const QString title = titleOf(known, *exhibit);
        QCOMPARE(title == known.title,
            subject == networkLayers || subject == manyExperiments || !known.title.endsWith(QStringLiteral("layer")));
        QVERIFY(!title.endsWith(subject == networkLayers ? QStringLiteral("block") : QStringLiteral("layer"))
            || subject == manyExperiments);
        const std::unique_ptr<Figure> figure(known.create(nullptr));
        figure->setExhibit(exhibit);
        QImage image(QSize(620, 320), QImage::Format_RGB32);
        QPainter painter(&image);
        figure->paint(painter, image.size());
        QCOMPARE(figure->shownTitle(), title);
        QVERIFY(wordsOf(kind, exhibit).contains(QLatin1Char('>') + title + QLatin1Char('<')));
    }

    void theoryFirst_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("subject");
        QTest::newRow("signal, dense") << "signal" << networkLayers;
        QTest::newRow("signal, residual") << "signal" << networkStream;
        QTest::newRow("signal, transformer") << "signal" << networkTokens;
        QTest::newRow("correlation, dense") << "correlation" << networkLayers;
        QTest::newRow("correlation, transformer") << "correlation" << networkTokens;
        QTest::newRow("gradients, transformer") << "gradients" << networkTokens;
        QTest::newRow("fractions, dense") << "fractions" << networkLayers;
        QTest::newRow("attention, transformer") << "attention" << networkTokens;
    }
    /// Before a network has run, its theory is drawn in its final form, and a note states what is missing.
    void theoryFirst()
    {
        QFETCH(QString, kind);
        QFETCH(QString, subject);
        const auto whole = std::static_pointer_cast<const Study>(exhibitOf(subject));
        const QString title = titleOf(*findFigureKind(kind), *whole);
        static const QRegularExpression label(
            QStringLiteral("<text[^>]*>([^<]*(RMS|correlation|cosine|entropy|share)[^<]*)</text>"));
        const QString then = wordsOf(kind, whole);
        QVERIFY(!then.contains(QStringLiteral("computing")));
        for (const std::size_t records : {std::size_t(0), std::size_t(whole->plan->depth()) + 1}) {
            const StudyPtr early = beforeItRuns(*whole, records);
            const QString now = wordsOf(kind, early);
            QVERIFY2(now.contains(QStringLiteral(">computing…<")), qPrintable(now));
            QVERIFY(!now.contains(QStringLiteral("not measured")) && !now.contains(QStringLiteral("single token")));
            QVERIFY(now.contains(QStringLiteral(">theory<")) && now.contains(title));
            QCOMPARE(label.match(now).captured(1), label.match(then).captured(1));

            const auto figureOf = [&](const StudyPtr& study) {
                std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
                figure->resize(620, 320);
                figure->setExhibit(study);
                QImage image(figure->size(), QImage::Format_RGB32);
                QPainter painter(&image);
                figure->paint(painter, image.size());
                return figure;
            };
            const auto before = figureOf(early), after = figureOf(whole);
            QCOMPARE(dynamic_cast<AxesFigure&>(*before).canvas(before->size()).x,
                dynamic_cast<AxesFigure&>(*after).canvas(after->size()).x);
            // All numbers of theory are present, and none of the network.
            const FigureTable first = before->table(), last = after->table();
            QCOMPARE(first.header, last.header);
            if (kind != QLatin1String("attention"))   // its rows are measured heads
                QCOMPARE(first.rows.size(), last.rows.size());
            for (qsizetype column = 0; column < first.header.size(); ++column) {
                const QString& name = first.header[column];
                const bool known = name == QLatin1String("layer") || name == QLatin1String("block")
                    || name == QLatin1String("step") || name.startsWith(QStringLiteral("predicted"))
                    || name.startsWith(QStringLiteral("variance_sum"));
                for (qsizetype row = 0; row < first.rows.size(); ++row) {
                    const auto same = std::find_if(last.rows.begin(), last.rows.end(),
                        [&](const QStringList& cells) { return cells.first() == first.rows[row].first(); });
                    const QStringList& cells = kind == QLatin1String("attention") ? *same : last.rows[row];
                    QCOMPARE(first.rows[row][column], known ? cells[column] : QString());
                }
            }
            // Without anything to draw, only the computation is reported.
            auto silent = std::make_shared<Study>(*early);
            silent->prediction = std::make_shared<const Prediction>(silent_prediction(*whole->plan));
            QVERIFY(wordsOf(kind, silent).contains(QStringLiteral(">computing…<")));
        }
    }
};

STEPZERO_TEST(TestFigureDepth, QApplication)

}   // namespace tst_figure_depth
#include "tst_figure_depth.moc"
