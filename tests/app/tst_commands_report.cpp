// SPDX-License-Identifier: GPL-3.0-or-later
// Reports on the command line: complete for experiments and studies, refused with a sentence, and interrupted.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "tests/app/program.h"
#include "tests/main/registered_test.h"

namespace tst_commands_report {

namespace {

/// JSON with single quotes, because moc cannot parse raw strings with brackets in them.
QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

const QByteArray small
    = json("{'format': 'stepzero-experiment', 'version': 1, 'title': 'A <small> & \\\"quoted\\\" one',"
           "'network': {'kind': 'dense', 'depth': 4, 'width': 24,"
           "            'weight': {'scheme': 'normal', 'std': 0.001}}, 'input': {'samples': 16}}");
const QByteArray study = json("{'format': 'stepzero-study', 'version': 1, 'title': 'six cells',"
                              "'experiment': {'network': {'kind': 'dense', 'width': 12}, 'input': {'samples': 6}},"
                              "'vary': [{'path': 'network.activation', 'values': ['relu', 'tanh']},"
                              "         {'path': 'network.depth', 'values': [1, 3, 5]}]}");

}   // namespace

class TestCommandsReport : public QObject {
    Q_OBJECT
private slots:
    void an_experiment_is_reported()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("r.html");
        const Outcome outcome = run_program({"report", "-", "-o", path, "--layer", "2"}, {small});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.err, QByteArray());
        const QByteArray html = read(path);
        QVERIFY(html.startsWith("<!DOCTYPE html>"));
        QVERIFY(html.contains("A &lt;small&gt; &amp; &quot;quoted&quot; one"));
        QVERIFY(html.contains("Before and after"));   // a fix was simulated
        // The same bytes again.
        QCOMPARE(run_program({"report", "-", "-o", folder.filePath("again.html"), "--layer=2"}, {small}).status, 0);
        QCOMPARE(read(folder.filePath("again.html")), html);
        QCOMPARE(all_files(folder.path()), (QStringList {"again.html", "r.html"}));
    }

    void a_study_is_reported()
    {
        QTemporaryDir folder;
        for (const char* ending : {"html", "pdf"}) {
            const QString path = folder.filePath(QString("r.") + ending);
            const Outcome outcome = run_program({"report", "-", "--output", path, "--theme", "light"}, {study});
            QVERIFY2(outcome.status == 0, outcome.err);
        }
        QVERIFY(read(folder.filePath("r.html")).contains("six cells"));
        QVERIFY(read(folder.filePath("r.pdf")).startsWith("%PDF"));
    }

    void a_pdf_is_the_same_at_another_time()
    {
        QTemporaryDir folder;
        QCOMPARE(run_program({"report", "-", "-o", folder.filePath("a.pdf")}, {small}).status, 0);
        QTest::qWait(1100);   // a date would differ now
        QCOMPARE(run_program({"report", "-", "-o", folder.filePath("b.pdf")}, {small}).status, 0);
        QVERIFY(read(folder.filePath("a.pdf")).startsWith("%PDF"));
        QVERIFY(read(folder.filePath("a.pdf")) == read(folder.filePath("b.pdf")));
    }

    void misuse_is_a_sentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const QStringList& arguments, const QByteArray& input, int status,
                             const char* sentence) {
            QTest::newRow(name) << arguments << input << status << QByteArray(sentence);
        };
        row("no output", {"-"}, small, 2, "-o FILE is required; FILE must end in .html or .pdf");
        row("ending", {"-", "-o", "r.doc"}, small, 2, "a report must be .html or .pdf, got \"r.doc\"");
        row("theme", {"-", "-o", "r.pdf", "--theme", "dark"}, small, 2, "--theme");
        row("layer", {"-", "-o", "r.pdf", "--layer", "5"}, small, 2, "--layer");
        row("layer of a study", {"-", "-o", "r.pdf", "--layer", "1"}, study, 2, "is a study");
        row("no experiment", {"-", "-o", "r.pdf"}, "{}", 2, "format");
        row("bad study", {"-", "-o", "r.pdf"}, json("{'format': 'stepzero-study', 'version': 1}"), 2, "vary");
        row("no folder", {"-", "-o", "nowhere/r.pdf"}, small, 3, "nowhere");
        row("nothing", {}, small, 2, "FILE is missing");
    }
    void misuse_is_a_sentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, input);
        QFETCH(int, status);
        QFETCH(QByteArray, sentence);
        QTemporaryDir folder;
        Surroundings there {input};
        there.folder = folder.path();
        const Outcome outcome = run_program(QStringList {"report"} + arguments, there);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.startsWith("stepzero: ") && outcome.err.contains(sentence), outcome.err);
        QCOMPARE(all_files(folder.path()), QStringList());
    }

    void an_interrupt_leaves_the_old_report()
    {
        QTemporaryDir folder;
        const QByteArray large = json("{'format': 'stepzero-experiment', 'version': 1, 'input': {'samples': 4096},"
                                      "'network': {'kind': 'dense', 'depth': 100, 'width': 2048}}");
        for (const auto& [name, bytes] : {std::pair("large.json", large), {"r.html", QByteArray("old")}}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        }
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.start(STEPZERO_PROGRAM, {"report", "large.json", "-o", "r.html"});
        QVERIFY(program.waitForStarted());
        QVERIFY(!program.waitForFinished(1500));
        ::kill(pid_t(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(30000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 130);
        QCOMPARE(read(folder.filePath("r.html")), QByteArray("old"));
        QCOMPARE(all_files(folder.path()), (QStringList {"large.json", "r.html"}));
    }
};

STEPZERO_TEST(TestCommandsReport, QCoreApplication)

}   // namespace tst_commands_report
#include "tst_commands_report.moc"
