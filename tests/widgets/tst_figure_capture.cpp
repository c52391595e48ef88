// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of captures: what they draw and tabulate of a small model, of 300 modules, of an exploding one, and of
// numbers that are all 0 or missing; and the reason when they are empty. STEPZERO_PICTURES=folder saves pictures.
#include <QAction>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <memory>

#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_capture.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_figure_capture {

using namespace stepzero;

namespace {

std::unique_ptr<Figure> shown(const QString& kind, const CaptureStudyPtr& study, const QJsonObject& view = {})
{
    std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(800, 400);
    figure->setViewState(view);
    figure->setExhibit(study);
    return figure;
}

QStringList captureKinds()
{
    QStringList kinds;
    for (const FigureKind& kind : figureKinds())
        if (kind.places.contains(oneCapture))
            kinds << kind.id;
    return kinds;
}

/// Returns the column of a table with its first cells as keys.
QMap<QString, QString> column(const FigureTable& table, const QString& name, int key = 0)
{
    QMap<QString, QString> cells;
    const qsizetype at = table.header.indexOf(name);
    for (const QStringList& row : table.rows)
        cells[row[key]] = row[at];
    return cells;
}

QString words(const QString& kind, const CaptureStudyPtr& study, const QJsonObject& view = {})
{
    return wordsOf(kind, study, view);
}

}   // namespace

class TestFigureCapture : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// Draws every figure with every choice, small or large.
    void everythingIsDrawn_data()
    {
        QTest::addColumn<QString>("kind");
        for (const QString& kind : captureKinds())
            QTest::newRow(qPrintable(kind)) << kind;
    }
    void everythingIsDrawn()
    {
        QFETCH(QString, kind);
        static const CaptureStudyPtr small = captureStudy(smallCapture()),
                                     deep = captureStudy(transformerCapture(24, 1.02, true));
        QVERIFY(deep->capture->modules.size() > 290);
        static const auto before = std::make_shared<const Capture>(
            main_capture(std::get<CaptureFile>(parse_capture(textOf(transformerCapture(24, 1.0))))));
        static const QVector<CaptureStudyPtr> studies {small, deep,
            with_before(*deep, before, Text::name("before.json")), captureStudy(brokenCapture()),
            captureStudy(explodingCapture()), captureStudy(captureOf({}, {})), captureStudy(widthsCapture(0.5)),
            with_width(*captureStudy(widthsCapture(0.5)), 0), with_chosen(*small, std::nullopt),
            with_filter(*small, "no such name")};
        int turn = 0;   // of sizes, for each choice
        for (const CaptureStudyPtr& study : studies) {
            const auto figure = shown(kind, study);
            QVector<QAction*> all {nullptr};
            for (QAction* choice : figure->choices())
                all << choice;
            for (QAction* choice : all) {
                if (choice && choice->isEnabled())
                    choice->trigger();
                const QImage image = pictureOf(*figure, ++turn % 2 == 0 ? QSize(220, 140) : QSize(900, 500));
                QVERIFY(!image.isNull());
                const FigureTable table = figure->table();
                for (const QStringList& row : table.rows)
                    QCOMPARE(row.size(), table.header.size());
            }
        }
        QVERIFY(shown(kind, small)->whyEmpty().isEmpty() || kind == "capture_attention" || kind == "capture_steps"
            || kind == "capture_widths");
        const CaptureStudyPtr whole = kind == "capture_widths" ? captureStudy(widthsCapture(0.5)) : deep;
        QVERIFY2(shown(kind, whole)->whyEmpty().isEmpty(), qPrintable(shown(kind, whole)->whyEmpty()));
    }

    void emptyFiguresSayWhy()
    {
        const CaptureStudyPtr small = captureStudy(smallCapture()), broken = captureStudy(brokenCapture()),
                              empty = captureStudy(captureOf({}, {}));
        const auto why = [](const char* kind, const CaptureStudyPtr& study, const QJsonObject& view = {}) {
            return shown(kind, study, view)->whyEmpty();
        };
        QCOMPARE(why("capture_attention", small), QString("no attention in this model"));
        QCOMPARE(why("capture_steps", small), QString("one pass only: capture_steps records updates"));
        QCOMPARE(
            why("capture_map", small, {{"what", "update"}}), QString("one pass only: capture_steps records updates"));
        QCOMPARE(why("capture_spectrum", with_chosen(*small, 1)), QString("act has no parameters"));
        QCOMPARE(why("capture_spectrum", with_chosen(*small, 4)), QString("fc1.bias is not a matrix"));
        QCOMPARE(
            why("capture_entries", with_chosen(*small, std::nullopt)), QString("choose a module in another figure"));
        QCOMPARE(why("capture_signal", small, {{"modules", "norms"}}), QString("no module of this kind in this model"));
        QCOMPARE(
            why("capture_signal", small, {{"modules", "blocks"}}), QString("no output of a whole block is recorded"));
        QCOMPARE(why("capture_table", with_filter(*small, "no such name")), QString("no row matches the filter"));
        QCOMPARE(why("capture_signal", broken), QString("no output is finite and above 0"));
        QCOMPARE(why("capture_fractions", broken), QString());   // one is all zeros
        QCOMPARE(why("capture_spectrum", with_chosen(*broken, 3)), QString("all singular values of a.weight are 0"));
        QVERIFY(why("capture_spectrum", with_chosen(*broken, 4)).contains("b.weight"));
        QCOMPARE(why("capture_entries", with_chosen(*broken, 0)),
            QString("output: every entry is 0 · gradient: every entry is 0"));
        QCOMPARE(why("capture_entries", with_chosen(*broken, 1)),
            QString("output: no entry is finite · gradient: no entry is finite"));
        QVERIFY(why("capture_entries", with_chosen(*broken, 2)).contains("no output was recorded"));
        for (const QString& kind : captureKinds())
            QVERIFY2(!shown(kind, empty)->whyEmpty().isEmpty() || kind == "capture_findings", qPrintable(kind));
        QCOMPARE(why("capture_signal", empty), QString("no modules were recorded"));
    }

    void signalHasEveryModuleAndItsOutliers()
    {
        const auto figure = shown("capture_signal", captureStudy(smallCapture()));
        const auto rms = column(figure->table(), "output_rms"), gradient = column(figure->table(), "gradient_rms");
        QCOMPARE(rms.size(), 3);
        QCOMPARE(rms["fc1"].toDouble(), 0.8);
        QCOMPARE(gradient["fc2"].toDouble(), 0.02);
        // A single large output among 300 is an outlier; the trend over blocks is not.
        QJsonObject capture = transformerCapture();
        QVERIFY(!words("capture_signal", captureStudy(capture)).contains("outlier"));
        QJsonArray modules = capture["modules"].toArray();
        QJsonObject one = modules[100].toObject();
        one["output"] = momentsOf(500, {8, 64, 128});
        modules[100] = one;
        capture["modules"] = modules;
        const QString said = words("capture_signal", captureStudy(capture));
        QVERIFY2(said.contains("outlier: 500 at " + one["path"].toString()), qPrintable(said));
        const QString broken = words("capture_signal", captureStudy(brokenCapture()));
        QVERIFY2(broken.contains("all zeros: a") && broken.contains("not finite: b"), qPrintable(broken));
    }

    void blocksAreOnTheAxis()
    {
        const QString said = words("capture_signal", captureStudy(transformerCapture(6)));
        QVERIFY(said.contains(">6<") && said.contains(">1<"));
        QVERIFY(said.contains("module in the order of execution, by block"));
        QVERIFY(words("capture_signal", captureStudy(smallCapture())).contains(">act<"));
    }

    void aClickAndTheArrowsChooseAModule()
    {
        const CaptureStudyPtr study = with_chosen(*captureStudy(smallCapture()), 0);
        const auto figure = shown("capture_signal", study);
        figure->show();
        QSignalSpy chosen(figure.get(), &Figure::cellChosen);
        auto* axes = qobject_cast<AxesFigure*>(figure.get());
        const Canvas c = axes->canvas(axes->size());
        QTest::mouseClick(axes, Qt::LeftButton, Qt::NoModifier, {int(c.px(2)), c.plot.center().y()});
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toInt(), 1);
        QTest::keyClick(axes, Qt::Key_Right);
        QCOMPARE(chosen[1][0].toInt(), 1);
        QTest::keyClick(axes, Qt::Key_Left);   // the first module stays
        QCOMPARE(chosen[2][0].toInt(), 0);
    }

    void theMapHasARowPerRole()
    {
        const CaptureStudyPtr study = captureStudy(transformerCapture(5));
        const auto map = shown("capture_map", study);
        QCOMPARE(map->table().rows.size(), qsizetype(study->capture->modules.size()));
        const QString said = words("capture_map", study);
        for (const char* role : {">attn.q<", ">mlp.c_fc<", ">ln_1<", ">wte<", ">outside blocks<"})
            QVERIFY2(said.contains(role), role);
        const auto weights = shown("capture_map", study, {{"what", "weight"}});
        QCOMPARE(weights->table().rows.size(), qsizetype(study->capture->parameters.size()));
        QCOMPARE(column(weights->table(), "value")["h.2.attn.q.weight"].toDouble(), 0.02);
        // Relative to another capture, an output twice as large is one octave.
        const auto twice = std::make_shared<const Capture>(
            main_capture(std::get<CaptureFile>(parse_capture(textOf(smallCapture(2))))));
        const CaptureStudyPtr compared = with_before(*captureStudy(smallCapture()), twice, Text::name("twice.json"));
        QCOMPARE(column(shown("capture_map", compared)->table(), "log2_ratio")["fc1"].toDouble(), -1.0);
        QVERIFY(words("capture_map", compared).contains("RMS of the output / that of twice.json"));
    }

    void theMapIsChosenByKeys()
    {
        const CaptureStudyPtr study = with_chosen(*captureStudy(transformerCapture(3)), 1);   // h.0.ln_1
        const auto map = shown("capture_map", study);
        map->show();
        QSignalSpy chosen(map.get(), &Figure::cellChosen);
        QTest::keyClick(map.get(), Qt::Key_Right);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(study->name_of(chosen[0][0].toUInt()), std::string("h.1.ln_1"));
        QTest::keyClick(map.get(), Qt::Key_Down);
        QCOMPARE(study->name_of(chosen[1][0].toUInt()), std::string("h.0.attn.q"));
    }

    void distributionsAreThoseOfTheChosenModule()
    {
        const CaptureStudyPtr study = with_chosen(*captureStudy(smallCapture()), 1);
        const FigureTable table = shown("capture_entries", study)->table();
        double output = 0, gradient = 0;
        for (const QStringList& row : table.rows)
            (row[0] == "output" ? output : gradient) += row[3].toDouble();
        // 16 × 64 entries each, but for the tails beyond 4 σ and the rounding of 40 bins.
        QVERIFY2(std::abs(output - 1024) <= 20 && std::abs(gradient - 1024) <= 20, qPrintable(QString::number(output)));
        QVERIFY(words("capture_entries", study).contains(">act · density<"));
        const FigureTable weights = shown("capture_entries", with_chosen(*study, 0), {{"what", "parameter"}})->table();
        QCOMPARE(weights.rows.first()[0], QString("parameter"));
        QVERIFY(words("capture_entries", with_chosen(*study, 0), {{"what", "parameter"}})
                    .contains(">fc1.weight · density<"));
    }

    void fractionsAndAttentionAreTabulated()
    {
        const auto zeros = column(shown("capture_fractions", captureStudy(smallCapture()))->table(), "zeros");
        QCOMPARE(zeros["act"].toDouble(), 0.5);
        QCOMPARE(column(shown("capture_fractions", captureStudy(brokenCapture()))->table(), "zeros")["c"], QString());
        const auto attention = shown("capture_attention", captureStudy(transformerCapture(4)))->table();
        QCOMPARE(attention.rows.size(), 4);
        QCOMPARE(column(attention, "entropy")["h.3.attn.attention"].toDouble(), 2.8);
    }

    void formatsAreJudged()
    {
        const CaptureStudyPtr study = captureStudy(explodingCapture());
        // Entries of 4 · 50^k exceed 65504 from k = 3 for outputs; gradients do up to module 17.
        QVERIFY2(words("capture_floats", study).contains("beyond the largest number of fp16"),
            qPrintable(words("capture_floats", study)));
        QVERIFY(words("capture_floats", captureStudy(smallCapture())).contains("every tensor fits in fp16"));
        const FigureTable table = shown("capture_floats", captureStudy(smallCapture()))->table();
        QCOMPARE(table.header, QStringList({"module", "tensor", "smallest", "rms", "largest"}));
        QVERIFY(std::abs(table.rows[0][4].toDouble() - 3.2) < 1e-12);   // exp2 of log2
    }

    void theSpectrumHasItsLaw()
    {
        const CaptureStudyPtr study = with_chosen(*captureStudy(smallCapture()), 0);
        const auto figure = shown("capture_spectrum", study);
        QCOMPARE(figure->table().rows.size(), 64);
        // Entries of RMS 0.09 in a 64 × 64 matrix: the law ends at 0.09 · 2 · 8.
        const QString said = words("capture_spectrum", study);
        QVERIFY2(said.contains("Marchenko–Pastur") && said.contains("1.44"), qPrintable(said));
    }

    void stepsAreTabulated()
    {
        const CaptureStudyPtr study = captureStudy(transformerCapture(4, 1, true));
        const FigureTable table = shown("capture_steps", study)->table();
        QCOMPARE(table.rows.size(), qsizetype(20 * study->capture->parameters.size()));
        QCOMPARE(table.rows.first()[3].toDouble(), 1e-3 * 1.02);
        const FigureTable loss = shown("capture_steps", study, {{"what", "loss"}})->table();
        QCOMPARE(loss.rows.size(), 20);
        QVERIFY(words("capture_steps", study).contains("loss from 6.10 to 4.20"));
        QVERIFY(!shown("capture_steps", study, {{"what", "gradient"}})->whyEmpty().isEmpty());
    }

    /// Exponents of ±0.5 are exact, so their intervals have no width (rounding of six digits in the text).
    void linesOverTheWidthHaveTheirSlopes()
    {
        const CaptureStudyPtr study = captureStudy(widthsCapture(0.5));
        const FigureTable modules = shown("capture_widths", study)->table();
        QCOMPARE(modules.rows.size(), qsizetype(2 * 3 * study->capture->modules.size()));
        int grow = 0;
        for (const QStringList& row : modules.rows) {
            const bool last = row[2] == "2", fc = row[0].endsWith("mlp.c_fc");
            const double slope = last && fc ? 0.5 : last && row[0] == "ln_f" ? -0.5 : 0;
            QVERIFY2(std::abs(row[5].toDouble() - slope) < 1e-12, qPrintable(row.join(' ')));
            QCOMPARE(row[8], QString(slope > 0 ? "grows" : slope < 0 ? "shrinks" : "level"));
            grow += slope > 0;
        }
        QCOMPARE(grow, 3 * 3);
        const QString said = words("capture_widths", study);
        for (const char* part : {"▲ grows with width: h.0.mlp.c_fc (slope 0.50) and 2 more",
                 "▼ shrinks with width: ln_f (slope −0.50)", "RMS of the output at step 2", ">64<", ">256<"})
            QVERIFY2(said.contains(part), qPrintable(said));
        const FigureTable roles = shown("capture_widths", study, {{"lines", "roles"}})->table();
        QVERIFY(roles.rows.size() < modules.rows.size());
        QCOMPARE(column(roles, "rms")["h.*.mlp.c_fc"].toDouble() > 0, true);
        // The capture that is shown decides the step.
        const CaptureStudyPtr first = with_width(*study, *capture_at(*study->widths, 128, 0));
        const QString before = words("capture_widths", first);
        QVERIFY2(before.contains("at step 0") && !before.contains("grows"), qPrintable(before));
        const QString steps = words("capture_widths", first, {{"lines", "steps"}});
        QVERIFY2(steps.contains("step 0") && steps.contains("step 2"), qPrintable(steps));
    }

    void aClickOnALineChoosesItsModule()
    {
        const CaptureStudyPtr study = captureStudy(widthsCapture(0.5));
        const auto figure = shown("capture_widths", study);
        figure->show();
        QSignalSpy chosen(figure.get(), &Figure::cellChosen);
        auto* axes = qobject_cast<AxesFigure*>(figure.get());
        const Canvas c = axes->canvas(axes->size());
        // wte is the lowest line: 0.02 at every width.
        QTest::mouseClick(
            axes, Qt::LeftButton, Qt::NoModifier, {int(c.px(std::log10(128))), int(c.py(std::log10(0.02)))});
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(study->name_of(chosen[0][0].toUInt()), std::string("wte"));
    }

    void theTableIsSortedAndFiltered()
    {
        const CaptureStudyPtr study = captureStudy(transformerCapture(4));
        const auto all = shown("capture_table", study);
        QCOMPARE(all->table().rows.size(), qsizetype(study->capture->modules.size()));
        const auto some = shown("capture_table", with_filter(*study, "GELU"));
        QCOMPARE(some->table().rows.size(), 4);
        const auto sorted = shown("capture_table", study, {{"sort", "output_rms"}, {"descending", true}})->table();
        QVERIFY(sorted.rows.first()[sorted.header.indexOf("output_rms")].toDouble()
            >= sorted.rows.last()[sorted.header.indexOf("output_rms")].toDouble());
        const auto parameters = shown("capture_table", study, {{"rows", "parameters"}})->table();
        QCOMPARE(parameters.rows.size(), qsizetype(study->capture->parameters.size()));
        QVERIFY(parameters.header.contains("largest_singular_value"));
    }

    void findingsAreListed()
    {
        const CaptureStudyPtr study = captureStudy(brokenCapture());
        QVERIFY(!study->findings.empty());
        const auto figure = shown("capture_findings", study);
        QCOMPARE(std::size_t(figure->table().rows.size()), study->findings.size());
        QCOMPARE(figure->table().rows[0][0].toStdString(), study->findings.front().id);
        figure->show();
        figure->setFocus();
        QSignalSpy chosen(figure.get(), &Figure::cellChosen);
        QTest::keyClick(figure.get(), Qt::Key_Down);
        QTest::keyClick(figure.get(), Qt::Key_Return);
        if (!study->findings.front().names.empty()) {
            QCOMPARE(chosen.size(), 1);
            QVERIFY(study->is_named(chosen[0][0].toUInt(), study->findings.front()));
        }
        QVERIFY(words("capture_findings", captureStudy(smallCapture())).contains("No problems found"));
    }

    void pictures()
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (folder.isEmpty())
            QSKIP("STEPZERO_PICTURES names no folder");
        for (const auto& [name, capture] :
            {std::pair("small", smallCapture()), {"deep", transformerCapture(24, 1.02, true)},
                {"broken", brokenCapture()}, {"exploding", explodingCapture()}, {"widths", widthsCapture(0.5, 12)}})
            for (const QString& kind : captureKinds()) {
                const auto figure = shown(kind, captureStudy(capture));
                QVERIFY(pictureOf(*figure, {900, 420}).save(QStringLiteral("%1/%2-%3.png").arg(folder, kind, name)));
            }
    }
};

STEPZERO_TEST(TestFigureCapture, QApplication)

}   // namespace tst_figure_capture
#include "tst_figure_capture.moc"
