// SPDX-License-Identifier: GPL-3.0-or-later
// Reports contain everything that was found, have the numbers of the tables, and load nothing from elsewhere.
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <set>

#include "core/diagnose/finding.h"
#include "core/study/grid_study.h"
#include "tests/core/field_cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/sample_capture.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/report/contents.h"
#include "widgets/report/pages.h"
#include "widgets/style/math.h"

namespace tst_report {

using namespace stepzero;

namespace {

struct Reported {
    StudyPtr study;
    ReportOptions options;
    ExhibitPtr exhibit = study;
};

Reported simulated(Experiment e)
{
    e.network.width = 32;
    e.input.samples = 32;
    e.measure.jacobian = e.measure.weight_spectra = false;
    StudyCaches caches(64 << 20);
    Reported r;
    r.exhibit = r.study = full_study({e, 1, {2}, nullptr, {}}, caches, {});
    r.options.fixed = fixed_studies(*r.study, 4, caches, {});
    return r;
}

const std::map<QString, Reported>& reported()
{
    static const std::map<QString, Reported> all {{"naive", simulated(networks::preset("notes-naive"))},
        {"exploding", simulated(networks::preset("exploding"))}, {"healthy", simulated(networks::preset("notes-he"))},
        {"dead", {sampleStudy({.dead = true}), {}}},
        {"beyond double", {sampleStudy({.depth = 200, .exponent = 5000, .infinite = true}), {}}},
        {"transformer", {blockStudy({.weight_std = 0.2}), {}}},
        {"lost", {blockStudy({.kind = "residual", .depth = 20, .weight_std = 1e5}), {}}},
        {"study", {nullptr, {}, grid_study(notesResult())}}};
    return all;
}

const QString& htmlOf(const QString& name)
{
    static std::map<QString, QString> known;
    QString& html = known[name];
    if (html.isEmpty())
        html = reportHtml(reported().at(name).exhibit, reported().at(name).options);
    return html;
}

/// Counts the pages of a PDF by its page objects.
qsizetype pagesOf(const QByteArray& pdf)
{
    const QRegularExpression page(QStringLiteral("/Type /Page\\b(?!s)"));
    qsizetype n = 0;
    for (auto it = page.globalMatch(QString::fromLatin1(pdf)); it.hasNext(); it.next())
        ++n;
    return n;
}

/// Parses a number of the report, "0.0893", "1.20×10⁻¹⁵", "−3.1", into log10 and sign.
std::pair<double, bool> numberOf(QString text)
{
    const bool negative = text.startsWith(QChar(0x2212));
    text.remove(QChar(0x2212));
    const QStringList parts = text.split(QString(QChar(0xd7)) + QStringLiteral("10"));
    static const QString digits = QString::fromUtf8("⁰¹²³⁴⁵⁶⁷⁸⁹");
    double exponent = 0;
    if (parts.size() > 1) {
        QString plain;
        for (const QChar c : parts[1])
            plain += c == QChar(0x207b) ? QStringLiteral("-") : QString::number(digits.indexOf(c));
        exponent = plain.isEmpty() ? 1 : plain.toDouble();
    }
    return {std::log10(parts[0].toDouble()) + exponent, negative};
}

}   // namespace

class TestReport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// Another value of any field changes the table.
    void settingsTellEveryField()
    {
        for (const NetworkKind& kind : kinds())
            for (const Field& field : fields_of(kind.network)) {
                if (field.path == "title" || (field.part() == "weights" && !kind.takes_weights))
                    continue;
                const Experiment base = experiment_with(kind, field);
                const QVector<QStringList> before = settingsTable(base).rows;
                int told = 0;
                for (const Json& value : allowed(field, base)) {
                    const auto read = with(base, field, value);
                    const auto* e = std::get_if<Experiment>(&read);
                    if (!e || *e == base)
                        continue;
                    ++told;
                    QVERIFY2(settingsTable(*e).rows != before,
                        qPrintable(QString::fromStdString(kind.name + ": " + field.path + ' ' + json_line(value))));
                }
                QVERIFY2(told > 0 || field.choices.size() == 1, field.path.c_str());
            }
    }

    void everyFindingIsTold()
    {
        int told = 0;
        for (const auto& [name, r] : reported()) {
            if (!r.study || !r.study->findings)
                continue;
            for (const Finding& finding : *r.study->findings) {
                ++told;
                QVERIFY2(htmlOf(name).contains(htmlWithFormulas(QString::fromStdString(finding.message.english()))),
                    finding.message.english().c_str());
                QVERIFY2(htmlOf(name).contains(htmlWithFormulas(QString::fromStdString(finding.cause.english()))),
                    finding.cause.english().c_str());
                for (const Fix& fix : finding.fixes)
                    QVERIFY2(htmlOf(name).contains(QStringLiteral("<li>")
                                 + htmlWithFormulas(QString::fromStdString(fix.label.english()))),
                        fix.label.english().c_str());
            }
        }
        QVERIFY(told > 4);
        QVERIFY(htmlOf("healthy").contains(QStringLiteral("No problems were found in this network"))
            == reported().at("healthy").study->findings->empty());
    }

    /// The picture of a fix shows the network and the fix, so it differs from one without it.
    void fixesAreDrawn()
    {
        const Reported& r = reported().at("naive");
        QVERIFY(!r.options.fixed.empty());
        for (const FixedStudy& fixed : r.options.fixed) {
            QVERIFY(fixed.fix == 0 && fixed.study->stage == Stage::full);
            QVERIFY(!(fixed.study->experiment == r.study->experiment));
        }
        const Report report = reportOf(r.study, r.options);
        int drawn = 0;
        for (const ReportSection& section : report.sections)
            for (const ReportFinding& finding : section.findings) {
                if (!finding.change)
                    continue;
                ++drawn;
                ReportFigure without = *finding.change;
                without.part.pins.clear();
                QImage pictures[2];
                for (int i = 0; i < 2; ++i) {
                    pictures[i] = QImage(430, 290, QImage::Format_RGB32);
                    pictures[i].fill(Qt::white);
                    QPainter painter(&pictures[i]);
                    paintFigure(painter, pictures[i].size(), i == 0 ? *finding.change : without, "print");
                }
                QVERIFY(pictures[0] != pictures[1]);
            }
        std::set<StudyPtr> different;   // a network is drawn once, however many findings it fixes
        for (const FixedStudy& fixed : r.options.fixed)
            different.insert(fixed.study);
        QCOMPARE(std::size_t(drawn), different.size());
        QCOMPARE(std::size_t(htmlOf("naive").count(QStringLiteral("” is drawn above: "))),
            r.options.fixed.size() - different.size());
        QVERIFY(!htmlOf("dead").contains(QStringLiteral("Before and after")));
    }

    void tablesHaveTheNumbers()
    {
        const std::map<QString, QString> kinds {{"exploding", "summary"}, {"naive", "summary"},
            {"beyond double", "summary"}, {"transformer", "summary"}, {"study", "study_table"}};
        for (const auto& [name, kind] : kinds) {
            const std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
            figure->setExhibit(reported().at(name).exhibit);
            const FigureTable exact = figure->table();
            const ReportTable people = tableForPeople(exact, RowKind::layer, 1000);
            QCOMPARE(people.rows.size(), exact.rows.size());
            QVERIFY(people.note.isEmpty());
            int compared = 0;
            for (qsizetype r = 0; r < exact.rows.size(); ++r) {
                QStringList kept, names;   // of the columns that are not empty
                for (qsizetype c = 0; c < exact.header.size(); ++c)
                    if (std::any_of(exact.rows.begin(), exact.rows.end(),
                            [c](const QStringList& row) { return !row[c].isEmpty(); })) {
                        kept << exact.rows[r][c];
                        names << exact.header[c];
                    }
                QCOMPARE(people.rows[r].size(), kept.size());
                for (qsizetype c = 0; c < kept.size(); ++c) {
                    const QString& written = people.rows[r][c];
                    if (written == kept[c])
                        continue;
                    const QStringList parts = kept[c].split('e');
                    const double mantissa = parts[0].toDouble();
                    if (!std::isfinite(mantissa)) {
                        QVERIFY2(written.contains(QChar(0x221e)), qPrintable(written));
                        continue;
                    }
                    if (names[c].contains("log10")) {
                        const double number = QString(written).replace(QChar(0x2212), '-').toDouble();
                        QVERIFY2(
                            std::abs(number - mantissa * (parts.size() > 1 ? std::pow(10, parts[1].toDouble()) : 1))
                                < 0.00051,
                            qPrintable(written));
                        continue;
                    }
                    const auto [log10, negative] = numberOf(written);
                    const double expected
                        = std::log10(std::abs(mantissa)) + (parts.size() > 1 ? parts[1].toDouble() : 0);
                    QVERIFY2(std::abs(log10 - expected) < 0.0025, qPrintable(written + " " + kept[c]));
                    QCOMPARE(negative, mantissa < 0);
                    ++compared;
                }
                if (exact.rows.size() <= 60)
                    for (const QString& cell : people.rows[r])
                        QVERIFY(htmlOf(name).contains(QStringLiteral(">%1</t").arg(cell.toHtmlEscaped())));
            }
            QVERIFY2(compared > 10, qPrintable(name));
        }
    }

    void longTablesAreThinned()
    {
        FigureTable table {{"layer", "rms", "empty"}, {}};
        for (int i = 1; i <= 1000; ++i)
            table.rows << QStringList {QString::number(i), QString::number(i / 7.0, 'g', 17), {}};
        const ReportTable thin = tableForPeople(table, RowKind::layer, 60);
        QVERIFY(thin.rows.size() <= 61);
        QCOMPARE(thin.header, (QStringList {"layer", "RMS"}));
        QCOMPARE(thin.rows.first().first(), QStringLiteral("1"));
        QCOMPARE(thin.rows.last().first(), QStringLiteral("1000"));
        QVERIFY(thin.note.contains(QStringLiteral("in 17 of the 1000")));
    }

    void textIsEscaped()
    {
        auto study = std::make_shared<Study>(*sampleStudy({.depth = 3}));
        study->experiment.title = "<b>&\"'</title><script>alert(1)</script>";
        ReportOptions options;
        options.date = QStringLiteral("<u>today</u>");
        const QString html = reportHtml(study, options);
        QVERIFY(html.contains(QStringLiteral("&lt;b&gt;&amp;&quot;")));
        QVERIFY(!html.contains(QStringLiteral("<script")));
        QVERIFY(!html.contains(QStringLiteral("<b>")));
        QVERIFY(!html.contains(QStringLiteral("<u>")));
        QCOMPARE(html.count(QStringLiteral("</title>")), 1);
        // Also within attributes: the alternative text of each picture is terminated correctly.
        const QRegularExpression image(
            QStringLiteral("<img src=\"data:image/png;base64,[A-Za-z0-9+/=]+\" width=\"\\d+\" "
                           "height=\"\\d+\" alt=\"[^\"<>]*\">"));
        qsizetype pictures = 0;
        for (auto it = image.globalMatch(html); it.hasNext(); it.next())
            ++pictures;
        QCOMPARE(pictures, html.count(QStringLiteral("<img")));
        QVERIFY(pictures > 5);
    }

    /// Symbols are typeset in every text of a page.
    void symbolsAreTypesetEverywhere()
    {
        const QString raw = QStringLiteral("σ_w² against ξ_c"), set = htmlWithFormulas(raw);
        QVERIFY(set.contains(QStringLiteral("<sub>w</sub>²")));
        ReportSection section {
            .title = raw, .paragraphs = {raw}, .findings = {}, .tables = {}, .figures = {}, .code = {}};
        section.closing << raw;
        section.tables << ReportTable {};
        section.tables.last().header << raw << raw;
        section.tables.last().rows << QStringList {raw, raw};
        section.findings << ReportFinding {};
        section.findings.last().where = section.findings.last().message = section.findings.last().cause = raw;
        Report report {.title = raw, .settings = raw, .date = {}, .footer = {}, .sections = {section}};
        const QString html = reportHtml(report, {});
        QCOMPARE(html.count(raw), 1);   // the title of the browser tab, which is plain text
        QCOMPARE(html.count(set), 12);
    }

    void nothingIsFetchedOrRun()
    {
        for (const auto& [name, r] : reported()) {
            const QString& html = htmlOf(name);
            QVERIFY(html.startsWith(QStringLiteral("<!DOCTYPE html>")) && html.endsWith(QStringLiteral("</html>\n")));
            for (const char* word : {"<script", "<link", "<iframe", "href=", "src=\"http", "url(", "@import", "srcset"})
                QVERIFY2(!html.contains(QLatin1String(word)), word);
            QCOMPARE(html.count(QStringLiteral("src=\"")), html.count(QStringLiteral("src=\"data:image/png;base64,")));
            QVERIFY2(html.size() < 8'000'000, qPrintable(QString::number(html.size())));
        }
    }

    void figuresAreThoseOfTheBoardWithSomethingToShow()
    {
        int empty = 0;
        for (const auto& [name, r] : reported())
            for (const FigureKind& kind : figureKinds()) {
                if (kind.places.value(subjectOf(*r.exhibit), -1) < 0 || kind.id.contains("summary")
                    || kind.id == "findings" || kind.id == "study_table")
                    continue;
                const bool shows = figureOf(PicturePart {kind.id, {}}, r.exhibit)->whyEmpty().isEmpty();
                empty += !shows;
                QVERIFY2(
                    shows == htmlOf(name).contains(QStringLiteral(". %1</figcaption>").arg(titleOf(kind, *r.exhibit))),
                    qPrintable(name + " " + kind.id));
            }
        QVERIFY(empty > 0);
    }

    void ofACheckpoint()
    {
        const AuditStudyPtr wrong = auditedCheckpoint(false), right = auditedCheckpoint(true);
        const QString html = reportHtml(wrong, {}), healthy = reportHtml(right, {});
        QVERIFY(html.contains("✕ Deviates · GPT-2"));
        for (const AuditFinding& finding : wrong->audit->findings)
            for (const Text& text : {finding.message, finding.cause, finding.fix})
                QVERIFY2(
                    html.contains(htmlWithFormulas(QString::fromStdString(text.english()))), text.english().c_str());
        QVERIFY(html.contains(". Tensors by block and role</figcaption>"));
        // Both deviating matrices are drawn, once each; so is one of a file that follows no recipe.
        QCOMPARE(html.count("<figcaption>"), 3);
        QVERIFY(html.contains(QRegularExpression("h\\.\\d\\.attn\\.c_proj\\.weight</figcaption>")));
        QCOMPARE(healthy.count("<figcaption>"), 1);
        QVERIFY(healthy.contains("Every tensor follows the recipe."));
        // Every tensor has a row.
        for (std::size_t place = 0; place < right->places.size(); ++place)
            QVERIFY(healthy.contains('>' + QString::fromStdString(right->name_of(place)) + '<'));
        QVERIFY(pagesOf(reportPdf(wrong, {})) >= 2);
    }

    void ofACapture()
    {
        const CaptureStudyPtr wrong = captureStudy(explodingCapture()), right = captureStudy(smallCapture());
        const QString html = reportHtml(wrong, {}), healthy = reportHtml(right, {});
        QVERIFY(html.contains("✕ Exploding"));
        for (const CaptureFinding& finding : wrong->findings)
            QVERIFY2(html.contains(htmlWithFormulas(QString::fromStdString(finding.message.english()))),
                finding.message.english().c_str());
        QVERIFY(html.contains(". Signal and gradient by module</figcaption>"));
        // There is neither attention nor a step of training, and such figures are left out.
        QVERIFY(!healthy.contains("Attention entropy") && !healthy.contains("Updates by step"));
        QVERIFY(healthy.contains("No problems were found in this pass."));
        QVERIFY(healthy.contains(">fc1<") && healthy.contains(">act<"));
    }

    void theExperimentAndItsCodeAreInIt()
    {
        const Reported& r = reported().at("naive");
        QVERIFY(
            htmlOf("naive").contains(QString::fromStdString(format_experiment(r.study->experiment)).toHtmlEscaped()));
        QVERIFY(htmlOf("naive").contains(QStringLiteral("import torch")));
        QVERIFY(htmlOf("study").contains(QString::fromStdString(format_grid(notesResult().grid)).toHtmlEscaped()));
        QVERIFY(htmlOf("naive").contains(QStringLiteral("Stepzero ")));
        QVERIFY(htmlOf("naive").contains(settingsOf(*r.study).toHtmlEscaped()));
    }

    void sameInputSameBytes()
    {
        const Reported& r = reported().at("naive");
        QVERIFY(reportHtml(r.study, r.options) == htmlOf("naive"));
        const QByteArray pdf = reportPdf(r.study, r.options);
        QTest::qWait(1100);   // a date would differ now
        QVERIFY(reportPdf(r.study, r.options) == pdf);
    }

    void pdfHasPages()
    {
        for (const auto& [name, r] : reported()) {
            const QByteArray pdf = reportPdf(r.exhibit, r.options);
            QVERIFY2(pdf.startsWith("%PDF"), qPrintable(name));
            QVERIFY2(pagesOf(pdf) >= 2 && pagesOf(pdf) < 60, qPrintable(name));
        }
    }

    // The character table of each font is complete, and a space is a space.
    void textOfAPdfCanBeSearched()
    {
        const Reported& r = reported().at("naive");
        const QByteArray pdf = reportPdf(r.study, r.options);
        // Lines have the form "<first glyph> <last glyph> <character>" or "<first glyph> <last glyph> [<character> …]".
        // Glyph 0 has no character.
        const QRegularExpression table(QStringLiteral("beginbfrange\n<0000> <0000> <0000>\n([^e]*)endbfrange")),
            character(QStringLiteral("<([0-9A-F]{4})>"));
        QString all;
        for (auto it = table.globalMatch(QString::fromLatin1(pdf)); it.hasNext();)
            for (const QString& line : it.next().captured(1).split('\n'))
                for (auto in = character.globalMatch(line.mid(14)); in.hasNext();)
                    all += QChar(in.next().captured(1).toUShort(nullptr, 16));
        QVERIFY(!all.contains(QChar(0)) && !all.contains('\t'));
        for (const char* needed : {"=", "×", "→", "−", " ", "σ"})
            QVERIFY2(all.contains(QString::fromUtf8(needed)), needed);
    }

    void piecesAreNotParted()
    {
        const double page = PageSize::body_height;
        const auto piece = [](double height, bool keep = false) { return Piece {height, {}, 0, keep, {}, {}}; };
        // A heading moves to the page of its next piece.
        auto pages = paginated({piece(page - 30), piece(20, true), piece(20)});
        QCOMPARE(pages.size(), std::size_t(2));
        QCOMPARE(pages[1].size(), std::size_t(2));
        // Space above counts, except at the top of a page.
        Piece spaced = piece(page);
        spaced.before = 10;
        pages = paginated({spaced, piece(page)});
        QCOMPARE(pages.size(), std::size_t(2));
        // There is room for the head of a table that continues.
        Piece row = piece(page / 10.5);
        row.head = std::make_shared<const Piece>(piece(page / 10.5));
        pages = paginated(std::vector<Piece>(19, row));
        QCOMPARE(pages.size(), std::size_t(3));
        QCOMPARE(pages[0].size(), std::size_t(9));
        // A piece higher than a page stands alone.
        QCOMPARE(paginated({piece(10), piece(2 * page), piece(10)}).size(), std::size_t(3));
        QVERIFY(paginated({}).empty());
    }

    void filesAreWrittenByTheirEnding()
    {
        const QTemporaryDir dir;
        const StudyPtr study = reported().at("dead").study;
        QString error;
        for (const auto& [name, start] :
            {std::pair("a.html", "<!DOCTYPE"), {"a.HTM", "<!DOCTYPE"}, {"a.pdf", "%PDF"}}) {
            QVERIFY2(writeReport(pathOf(dir.filePath(name)), study, {}, &error), qPrintable(error));
            QFile file(dir.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith(start));
        }
        QVERIFY(!writeReport(pathOf(dir.filePath("a.doc")), study, {}, &error));
        QVERIFY(error.contains(QStringLiteral(".html or .pdf")));
        QVERIFY(!writeReport(pathOf(dir.filePath("nowhere/a.html")), study, {}, &error));
        QVERIFY(!error.isEmpty());
    }

    void canBeStopped()
    {
        struct Enough { };
        const QTemporaryDir dir;
        for (const char* name : {"a.html", "a.pdf"}) {
            ReportOptions options;
            int calls = 0;
            options.progress = [&](double fraction) {
                QVERIFY(fraction >= 0 && fraction <= 1);
                if (++calls == 2)
                    throw Enough {};
            };
            QString error;
            const QString path = dir.filePath(name);
            QVERIFY_THROWS_EXCEPTION(
                Enough, writeReport(pathOf(path), reported().at("exploding").study, options, &error));
            QVERIFY(!QFile::exists(path));
        }
    }
};

STEPZERO_TEST(TestReport, QApplication)

}   // namespace tst_report
#include "tst_report.moc"
