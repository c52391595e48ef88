// SPDX-License-Identifier: GPL-3.0-or-later
// `inspect` and the option --sarif: reports, results, exit statuses, and sentences about bad files.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/program.h"
#include "tests/core/capture_cases.h"
#include "tests/main/registered_test.h"

namespace tst_commands_inspect {

using namespace stepzero;

namespace {

/// A folder with captures.
struct Captures {
    QTemporaryDir folder;

    Captures()
    {
        const auto put = [this](const char* name, const std::string& text) {
            write(folder.filePath(name), QByteArray::fromStdString(text));
        };
        put("healthy.json", capture_cases::text_of_capture(capture_cases::gpt()));
        put("shrinking.json", capture_cases::text_of_capture(capture_cases::mlp(0.1)));
        Capture note = capture_cases::mlp();
        note.loss->value = 0.01;
        put("note.json", capture_cases::text_of_capture(note));
        put("widths.json", capture_cases::text_of_widths(capture_cases::widths(0.5)));
        put("bad.json", R"({"format": "stepzero-capture", "version": 1, "modules": [{"path": 3}], "parameters": []})");
    }

    Outcome inspect(const QStringList& arguments) const
    {
        Surroundings there;
        there.folder = folder.path();
        return run_program(QStringList {"inspect"} + arguments, there);
    }
    QByteArray file(const QString& name) const { return read(folder.filePath(name)); }
};

}   // namespace

class TestCommandsInspect : public QObject {
    Q_OBJECT
private slots:
    void the_status_is_that_of_the_findings_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("report");
        QTest::newRow("healthy") << "healthy.json" << 0 << QByteArray("GPT: healthy\n6 blocks, ");
        QTest::newRow("note") << "note.json" << 0 << QByteArray("MLP: note\n");
        QTest::newRow("error") << "shrinking.json" << 1 << QByteArray("MLP: vanishing\n");
        QTest::newRow("widths") << "widths.json" << 1
                                << QByteArray("MLP: grows with width\n6 captures at widths from 64");
    }
    void the_status_is_that_of_the_findings()
    {
        QFETCH(QString, file);
        QFETCH(int, status);
        QFETCH(QByteArray, report);
        const Captures captures;
        const Outcome outcome = captures.inspect({file});
        QVERIFY2(outcome.status == status, outcome.err);
        QVERIFY2(outcome.out.startsWith(report), outcome.out);
        QCOMPARE(outcome.err, QByteArray());
        Surroundings input;
        input.input = captures.file(file);
        QCOMPARE(run_program({"inspect", "-"}, input).out, outcome.out);
    }

    void results_go_where_they_are_asked_to()
    {
        const Captures captures;
        const Outcome both = captures.inspect({"shrinking.json", "-o", "findings.json", "--sarif", "findings.sarif"});
        QCOMPARE(both.status, 1);
        QVERIFY2(both.out.startsWith("MLP: vanishing\n"), both.out);
        QCOMPARE(json_object(captures.file("findings.json"))["format"].toString(), "stepzero-inspection");
        const QJsonObject sarif = json_object(captures.file("findings.sarif"));
        const QJsonValue result = sarif["runs"][0]["results"][0];
        QCOMPARE(result["level"].toString(), "error");
        QCOMPARE(result["ruleId"].toString(), "vanishing_signal");
        QCOMPARE(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].toString(), "shrinking.json");
        // The result replaces the report, and two results cannot go to the same place.
        const Outcome json = captures.inspect({"shrinking.json", "-o", "-"});
        QCOMPARE(json.status, 1);
        QCOMPARE(json.out, captures.file("findings.json"));
        QCOMPARE(captures.inspect({"shrinking.json", "-o", "-", "--sarif", "-"}).status, 2);
    }

    void captures_are_compared()
    {
        const Captures captures;
        const Outcome same = captures.inspect({"healthy.json", "--against", "healthy.json"});
        QCOMPARE(same.status, 0);
        QVERIFY2(same.out.contains("common tensors have identical statistics."), same.out);
        const Outcome other = captures.inspect({"note.json", "--against", "shrinking.json"});
        QVERIFY2(other.out.contains("net.2 ") && other.out.contains(" tensors differ, "), other.out);
        QCOMPARE(captures.inspect({"note.json", "--against", "widths.json"}).status, 2);
    }

    void weights_are_audited_if_they_are_there()
    {
        const Captures captures;
        Capture capture = capture_cases::gpt();
        capture.weights = "gone.safetensors";
        write(
            captures.folder.filePath("with.json"), QByteArray::fromStdString(capture_cases::text_of_capture(capture)));
        const Outcome gone = captures.inspect({"with.json"});
        QCOMPARE(gone.status, 0);
        QVERIFY2(gone.err.contains("The weights of this capture are missing: \"gone.safetensors\"."), gone.err);
        QCOMPARE(captures.inspect({"with.json", "--weights", "gone.safetensors"}).status, 2);
        QCOMPARE(captures.inspect({"widths.json", "--weights", "gone.safetensors"}).status, 2);
        // A network of the program's own belongs to no family.
        QCOMPARE(
            run_program({"run", "he-relu-10", "--tensors", captures.folder.filePath("gone.safetensors")}).status, 0);
        const Outcome there = captures.inspect({"with.json", "--weights", "gone.safetensors"});
        QCOMPARE(there.status, 0);
        QVERIFY2(there.err.contains("The weights are not judged"), there.err);
        QCOMPARE(captures.inspect({"with.json"}).err, QByteArray());
    }

    void a_table_has_every_module()
    {
        const Captures captures;
        const QByteArray plain = captures.inspect({"healthy.json"}).out;
        const QByteArray table = captures.inspect({"healthy.json", "--table"}).out;
        QVERIFY(table.startsWith(plain));
        // a blank line, headings, and one row for each call
        QCOMPARE(table.count('\n') - plain.count('\n'), 2 + int(capture_cases::gpt().modules.size()));
    }

    void a_bad_file_is_reported_in_a_sentence()
    {
        const Captures captures;
        const Outcome bad = captures.inspect({"bad.json"});
        QCOMPARE(bad.status, 2);
        QCOMPARE(bad.out, QByteArray());
        QVERIFY2(bad.err.contains("bad.json: modules[0].path: must be a string, got 3"), bad.err);
        const Outcome missing = captures.inspect({"missing.json"});
        QCOMPARE(missing.status, 2);
        QVERIFY2(missing.err.contains("missing.json"), missing.err);
        // Other commands say what a capture is.
        Surroundings there;
        there.folder = captures.folder.path();
        const Outcome run = run_program({"run", "healthy.json"}, there);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.err.contains("healthy.json is a capture of a model, not an experiment"), run.err);
    }

    void an_audit_writes_sarif()
    {
        QTemporaryDir folder;
        const QString model = folder.filePath("model.safetensors"), sarif = folder.filePath("audit.sarif");
        QCOMPARE(run_program({"run", "he-relu-10", "--tensors", model}).status, 0);
        const Outcome audit = run_program({"audit", model, "--sarif", sarif});
        const QJsonArray findings = json_object(audit.out)["findings"].toArray();
        const QJsonValue run = json_object(read(sarif))["runs"][0];
        QCOMPARE(run["tool"]["driver"]["name"].toString(), "Stepzero");
        QCOMPARE(run["results"].toArray().size(), findings.size());
    }
};

STEPZERO_TEST(TestCommandsInspect, NoApplication)

}   // namespace tst_commands_inspect
#include "tst_commands_inspect.moc"
