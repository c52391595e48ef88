// SPDX-License-Identifier: GPL-3.0-or-later
// A study that has theory but no measurement yet: figures show what theory predicts, leave measured numbers out, and
// state that these are being computed. The tests also cover the opposite order.
#include <QImage>
#include <QPainter>
#include <QtTest>

#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"

namespace tst_figure_theory_first {

using namespace stepzero;

namespace {

const QString computing = QStringLiteral("computing…");

StudyPtr measured(const QString& subject)
{
    static std::map<QString, StudyPtr> made;
    StudyPtr& study = made[subject];
    if (!study)
        study = blockStudy(subject == networkTokens
                ? BlockSample {.width = 32}
                : BlockSample {.kind = subject == networkLayers ? "dense" : "residual"});
    return study;
}

StudyPtr theoryOf(const StudyPtr& study)
{
    auto result = std::make_shared<Study>(*study);
    auto nothing = std::make_shared<Measurement>();
    nothing->reading = study->plan->reading;
    result->measurement = nothing;
    result->stage = Stage::theory;
    result->findings = Absence::not_yet;
    result->layer_spectra = Absence::not_yet;
    result->jacobian = Absence::not_yet;
    return result;
}

StudyPtr withoutTheory(const StudyPtr& study)
{
    auto result = std::make_shared<Study>(*study);
    auto nothing = std::make_shared<Prediction>();
    nothing->reading = study->plan->reading;
    nothing->blocks.resize(std::size_t(study->plan->depth()) + 1);
    nothing->remark = Text::name("the theory of this network is being computed");
    result->prediction = nothing;
    result->stage = Stage::preview;
    result->theory = Absence::not_yet;
    result->laws = std::make_shared<SpectrumLaws>();
    result->findings = Absence::not_yet;
    return result;
}

std::unique_ptr<Figure> make(const QString& kind, const StudyPtr& study)
{
    std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(700, 360);
    figure->setExhibit(study);
    return figure;
}

bool isTheory(const QString& column)
{
    static const QStringList always {"layer", "block", "head", "fan_in"};
    return always.contains(column) || column.contains(QLatin1String("theory"))
        || column.startsWith(QLatin1String("predicted_"));
}

}   // namespace

class TestFigureTheoryFirst : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void saysThatItComputes_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("subject");
        for (const char* kind : {"summary", "formula", "findings", "floats", "attention", "attention_map"})
            for (const QString& subject : {networkLayers, networkStream, networkTokens})
                if (findFigureKind(kind)->places.contains(subject))
                    QTest::addRow("%s, %s", kind, qPrintable(subject)) << QString(kind) << subject;
    }

    void saysThatItComputes()
    {
        QFETCH(QString, kind);
        QFETCH(QString, subject);
        const StudyPtr whole = measured(subject), theory = theoryOf(whole);
        const QString words = wordsOf(kind, theory);
        QVERIFY2(words.contains(computing), qPrintable(words));
        for (const char* wrong : {"not measured", "Nothing", "nan", "one token", "preview of"})
            QVERIFY2(!words.contains(QLatin1String(wrong)), wrong);
        QVERIFY(!wordsOf(kind, whole).contains(computing));
        // Afterwards, the measurement is drawn as without such a beginning.
        const auto figure = make(kind, theory), fresh = make(kind, whole);
        QVERIFY(pictureOf(*figure) != pictureOf(*fresh));
        figure->setExhibit(whole);
        QCOMPARE(pictureOf(*figure), pictureOf(*fresh));
        // These figures do not show theory.
        const bool waits = kind == QLatin1String("findings") || kind == QLatin1String("attention_map");
        QCOMPARE(figure->recomputations(), waits ? 1 : 2);
        for (QAction* choice : fresh->choices())   // every view of it
            if (!choice->isSeparator() && !choice->menu()) {
                choice->trigger();
                const auto other = make(kind, theory);
                other->setViewState(fresh->viewState());
                pictureOf(*other);
            }
    }

    void measuredFirst_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("subject");
        for (const FigureKind& kind : figureKinds())
            for (const QString& subject : {networkLayers, networkStream, networkTokens})
                if (kind.places.contains(subject))
                    QTest::addRow("%s, %s", qPrintable(kind.id), qPrintable(subject)) << kind.id << subject;
    }

    /// In every view of every figure, theory is drawn later as without such a beginning.
    void measuredFirst()
    {
        QFETCH(QString, kind);
        QFETCH(QString, subject);
        const StudyPtr whole = measured(subject), early = withoutTheory(whole);
        const auto figure = make(kind, early), fresh = make(kind, whole);
        pictureOf(*figure);
        for (const QStringList& row : figure->table().rows)
            for (const QString& cell : row)
                QVERIFY(!cell.contains(QLatin1String("nan"), Qt::CaseInsensitive));
        figure->setExhibit(whole);
        QCOMPARE(pictureOf(*figure), pictureOf(*fresh));
        for (QAction* choice : fresh->choices())
            if (!choice->isSeparator() && !choice->menu()) {
                choice->trigger();
                const auto other = make(kind, early);
                other->setViewState(fresh->viewState());
                pictureOf(*other);
            }
    }

    void theorysColumns_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("subject");
        for (const QString& subject : {networkLayers, networkStream, networkTokens})
            QTest::addRow("summary, %s", qPrintable(subject)) << "summary" << subject;
        QTest::newRow("attention") << "attention" << networkTokens;
    }

    void theorysColumns()
    {
        QFETCH(QString, kind);
        QFETCH(QString, subject);
        const FigureTable whole = make(kind, measured(subject))->table(),
                          theory = make(kind, theoryOf(measured(subject)))->table();
        QCOMPARE(theory.header, whole.header);
        QCOMPARE(theory.rows.size(), measured(subject)->plan->depth());
        int known = 0;
        for (const QStringList& row : theory.rows)
            for (qsizetype i = 0; i < row.size(); ++i) {
                const bool keeps = isTheory(theory.header[i]) && theory.header[i] != QLatin1String("head");
                if (!keeps)
                    QVERIFY2(row[i].isEmpty(), qPrintable(theory.header[i]));
                else
                    known += row[i].isEmpty() ? 0 : 1;
                if (keeps && kind == QLatin1String("summary"))
                    QCOMPARE(row[i], whole.rows[theory.rows.indexOf(row)][i]);
            }
        QVERIFY(known >= 3 * theory.rows.size());
    }

    void theorysEquations_data()
    {
        QTest::addColumn<QString>("subject");
        for (const QString& subject : {networkLayers, networkStream, networkTokens})
            QTest::newRow(qPrintable(subject)) << subject;
    }

    void theorysEquations()
    {
        QFETCH(QString, subject);
        const auto rows = [](const StudyPtr& study) {
            std::map<QString, QStringList> all;
            for (const QStringList& row : make(QStringLiteral("formula"), study)->table().rows)
                all[row[0]] = row.mid(1);
            return all;
        };
        const auto whole = rows(measured(subject)), theory = rows(theoryOf(measured(subject)));
        QCOMPARE(theory.size(), whole.size());
        for (const auto& [symbol, row] : theory) {
            QCOMPARE(row[0], whole.at(symbol)[0]);
            QVERIFY2(!row[0].isEmpty() && row[1].isEmpty() && row[2].isEmpty(), qPrintable(symbol));
        }
    }
};

STEPZERO_TEST(TestFigureTheoryFirst, QApplication)

}   // namespace tst_figure_theory_first
#include "tst_figure_theory_first.moc"
