// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as described to users: exit statuses, sentences, streams, files.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/commands/interrupt.h"
#include "tests/app/program.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"

namespace tst_commands {

namespace {

const QByteArray small = R"({"format": "stepzero-experiment", "version": 1,
  "network": {"kind": "dense", "depth": 3, "width": 16, "activation": "tanh"}, "input": {"samples": 8}})";

/// Returns the processor time of a program and of all its children that have ended.
double processor_seconds(qint64 program)
{
    // "12 (name) S 1 …", where the name may contain anything: user and system ticks are the 12th and 13th number after
    // it.
    const QByteArray all = read(QString("/proc/%1/stat").arg(program));
    const QByteArrayList numbers = all.mid(all.lastIndexOf(')') + 2).split(' ');
    return (numbers.value(11).toDouble() + numbers.value(12).toDouble()) / double(sysconf(_SC_CLK_TCK));
}
double processor_seconds_of_children()
{
    rusage used {};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}   // namespace

class TestCommands : public QObject {
    Q_OBJECT
private slots:
    void help_is_there_for_everything_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("all") << QStringList {"--help"} << QByteArray("stepzero run");
        for (const char* command : {"run", "export", "code", "presets"})
            QTest::newRow(command) << QStringList {command, "--help"} << QByteArray(":\n  stepzero ") + command + " ";
        QTest::newRow("version") << QStringList {"--version"} << QByteArray("\nlibraries: Qt ");
    }
    void help_is_there_for_everything()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, word);
        const Outcome outcome = run_program(arguments);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains(word), outcome.out);
        QCOMPARE(outcome.err, QByteArray());
    }

    void bad_usage_is_a_sentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const QStringList& arguments, const char* sentence) {
            QTest::newRow(name) << arguments << QByteArray(sentence);
        };
        row("unknown option", {"run", "notes-he", "--cvs", "x"},
            R"(run: unknown option "--cvs": did you mean "--csv"?)");
        row("unknown program option", {"--halp"}, R"(unknown option "--halp": did you mean "--help"?)");
        row("missing value", {"run", "notes-he", "-o"}, "run: --output needs a value: --output FILE");
        row("option for a value", {"run", "notes-he", "--csv", "--tensors", "x"},
            "run: --csv needs a value: --csv FILE");
        row("course, figures", {"export", "course", "--to", "x", "--figures", "signal"},
            "export: --figures cannot be used with the course");
        row("course, nowhere", {"export", "course"}, "export: --to DIR is required");
        row("twice", {"run", "notes-he", "-o", "a", "--output", "b"}, "run: --output is given twice");
        row("no file", {"run"}, "run: FILE is missing: stepzero run FILE");
        row("no checkpoint", {"audit"}, "audit: PATH is missing: stepzero audit PATH");
        row("a folder", {"."}, R"("." is a folder, but FILE must be an experiment file)");
        row("a folder to run", {"run", "."}, R"("." is a folder, but FILE must be an experiment file)");
        row("no file behind --", {"--", "run"}, R"(there is no file, preset or command "run")");
        row("two files behind --", {"--", "notes-he", "x"},
            R"(the window opens one experiment at a time: unexpected "x")");
        row("two files", {"run", "notes-he", "x"}, R"(run: unexpected "x" after "notes-he")");
        row("a word too many", {"theory", "x"},
            R"(theory: unexpected "x")"
            "\n");
        row("damaged text", {"run", "stepzero:AAAAEAAAAAAA"}, "the text after stepzero: is not an experiment");
        row("two outputs, one file", {"run", "notes-he", "-o", "a", "--csv", "./a"},
            R"(run: "./a" is given for two outputs)");
        row("two outputs, one stream", {"run", "notes-he", "--csv", "-"},
            "run: only one output can go to standard output");
        row("tensors to a stream", {"run", "notes-he", "--tensors", "-"}, "run: --tensors needs a file");
        row("unknown command", {"rnu", "notes-he"}, R"(there is no command "rnu": did you mean "run"?)");
        row("unknown word", {"notes-hee"},
            R"(there is no file, preset or command "notes-hee": did you mean "notes-he"?)");
        row("theory of nothing", {"theory"}, "theory: --activation NAME is required");
        row("theory of half a point", {"theory", "--activation", "tanh", "--weight-variance", "1"},
            "theory: --bias-variance V is required: a fixed point needs both variances");
        row("theory of a negative variance",
            {"theory", "--activation", "tanh", "--weight-variance", "-1", "--bias-variance", "0"},
            "theory: --weight-variance must be a number from 0");
        row("theory of a typo", {"theory", "--activation", "thanh", "--weight-variance", "1", "--bias-variance", "0"},
            "did you mean \"tanh\"?");
        const auto theory_of = [&](const char* name, const char* activation, const char* sentence) {
            row(name, {"theory", "--activation", activation, "--weight-variance", "1", "--bias-variance", "0"},
                sentence);
        };
        theory_of("theory of a formula's typo", "formula:max(0, reluu(z))",
            "theory: --activation: formula must be a function of z: unknown name “reluu” at 8: did you mean relu?");
        theory_of("theory, a parameter's typo", "elu:aplha=2",
            R"(theory: --activation: aplha is not a parameter of elu: did you mean "alpha"? (it has alpha))");
        theory_of("theory, a parameter of none", "tanh:alpha=2",
            "theory: --activation: alpha is not a parameter of tanh (it has none)");
        theory_of("theory, a word for a number", "leaky_relu:negative_slope=steep",
            R"(theory: --activation: negative_slope must be a number, got "steep")");
        theory_of("theory, a wrong word", "gelu:approximate=tahn", R"(did you mean "tanh"?)");
        theory_of("theory, nothing behind the colon", "elu:", R"(must be NAME or NAME:PARAMETER=VALUE,…, got "elu:")");
        theory_of("theory, no value", "elu:alpha", "theory: --activation must be NAME or NAME:PARAMETER=VALUE,…");
        theory_of("theory, a parameter twice", "elu:alpha=1,alpha=2", "theory: --activation: alpha is given twice");
        row("export without a folder", {"export", "notes-he"}, "export: --to DIR is required");
        row("unknown figure", {"export", "notes-he", "--to", "x", "--figures", "curvse"},
            R"(there is no figure "curvse")");
        row("unknown format", {"export", "notes-he", "--to", "x", "--format", "pgn"},
            R"(export: --format must be one of png, svg, pdf, csv, got "pgn": did you mean "png"?)");
        row("unknown theme", {"export", "notes-he", "--to", "x", "--theme", "drak"},
            R"(export: --theme must be one of light, dark, print, contrast, got "drak": did you mean "dark"?)");
        row("size", {"export", "notes-he", "--to", "x", "--size", "1600"},
            R"(export: --size must be WIDTHxHEIGHT in pixels, or WIDTHxHEIGHTmm, got "1600")");
        row("size in words", {"export", "notes-he", "--to", "x", "--size", "1600xbig"},
            R"(a side of --size must be a whole number from 64 to 20000, got "big")");
        row("dpi", {"export", "notes-he", "--to", "x", "--dpi", "300,5"},
            R"(export: --dpi must be a number from 24 to 2400, got "300,5")");
        row("no framework", {"code", "notes-he"}, "code: --framework NAME is required: one of pytorch, jax, keras");
        row("unknown framework", {"code", "notes-he", "--framework", "pytroch"},
            R"(--framework must be one of pytorch, jax, keras, got "pytroch": did you mean "pytorch"?)");
        row("unknown preset", {"presets", "notes-hee"}, R"(there is no preset "notes-hee": did you mean "notes-he"?)");
        row("no such file", {"run", "nowhere.stepzero.json"}, R"(there is no file or preset "nowhere.stepzero.json")");
        row("no display", {}, "stepzero: ");
    }
    void bad_usage_is_a_sentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, sentence);
        QTemporaryDir folder;
        Surroundings there;
        there.folder = folder.path();
        const Outcome outcome = run_program(arguments, there);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(sentence), outcome.err);
        for (const QByteArray& line : outcome.err.trimmed().split('\n'))   // no line of Qt
            QVERIFY2(line.startsWith("stepzero: "), line);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(all_files(folder.path()), QStringList());
    }

    void a_platform_that_is_not_there_is_a_sentence()
    {
        Surroundings there;
        there.environment.insert("QT_QPA_PLATFORM", "nonsense");
        const Outcome outcome = run_program({}, there);
        QVERIFY2(outcome.status == 2 || outcome.status == 3, outcome.err);
        for (const QByteArray& line : outcome.err.trimmed().split('\n'))
            QVERIFY2(line.startsWith("stepzero: "), outcome.err);
    }

    void bad_file_is_named_with_path_and_reason_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const char* from, const char* to, const char* sentence) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(sentence);
        };
        row("out of range", R"("depth": 3)", R"("depth": -3)",
            "stepzero: he.stepzero.json: network.depth: must be 1 to 10000, got -3\n");
        row("typo", R"("activation": "tanh")", R"("weight": {"scheme": "kaiming_norml"})",
            R"("kaiming_norml": did you mean "kaiming_normal"?)");
        row("unknown key", R"("depth": 3)", R"("dpeth": 3)", "network.dpeth");
        row("wrong type", R"("depth": 3)", R"("depth": "three")", "network.depth");
        row("later version", R"("version": 1)", R"("version": 2)", "version");
        row("duplicate key", R"("depth": 3)", R"("depth": 3, "depth": 4)", "network.depth");
        row("not a number", R"("depth": 3)", R"("depth": NaN)", "he.stepzero.json: ");
        row("missing input", R"({"samples": 8})", R"({"file": "x.npy"})", "x.npy");
    }
    void bad_file_is_named_with_path_and_reason()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, sentence);
        QTemporaryDir folder;
        QByteArray text = small;
        QVERIFY(text.contains(from));
        write(folder.filePath("he.stepzero.json"), text.replace(from, to));
        Surroundings there;
        there.folder = folder.path();
        const Outcome outcome = run_program({"run", "he.stepzero.json", "-o", "out.json"}, there);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(sentence), outcome.err);
        QCOMPARE(all_files(folder.path()), QStringList {"he.stepzero.json"});
    }

    void all_problems_are_told_at_once()
    {
        QByteArray text = small;
        text.replace(R"("depth": 3)", R"("depth": 0)").replace(R"("samples": 8)", R"("samples": 0)");
        const Outcome outcome = run_program({"run", "-"}, {text});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("standard input: network.depth: must be 1 to 10000, got 0\n"), outcome.err);
        QVERIFY2(outcome.err.contains("standard input: input.samples: "), outcome.err);
        QCOMPARE(outcome.err.count('\n'), 2);
    }

    void result_has_the_documented_members()
    {
        const Outcome outcome = run_program({"run", "-"}, {small});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.err, QByteArray());   // no progress, because it is not a terminal
        const QJsonObject result = json_object(outcome.out);
        QCOMPARE(result["format"].toString(), "stepzero-result");
        QCOMPARE(result["version"].toInt(), 1);
        QCOMPARE(
            result["experiment"].toObject()["network"].toObject()["bias"].toObject()["scheme"].toString(), "zeros");
        QCOMPARE(result["layers"].toArray().size(), 3);
        QCOMPARE(result["jacobian"].toObject()["log10_singular_values"].toArray().size(), 16);
        QVERIFY(result["findings"].isArray());
        QVERIFY(QStringList({"high", "medium", "low"}).contains(result["stability"].toString()));
        const QMap<QString, QStringList> members {{"weight", {"mean", "std", "min", "max"}},
            {"preactivation", {"mean", "std", "rms", "min", "max"}},
            {"activation_output", {"mean", "std", "rms", "min", "max", "zero_fraction", "saturated_fraction"}},
            {"gradient", {"mean", "std", "rms"}}};
        for (const QJsonValue& value : result["layers"].toArray()) {
            const QJsonObject layer = value.toObject();
            QCOMPARE(layer["fan_in"].toInt(), 16);
            QCOMPARE(layer["fan_out"].toInt(), 16);
            QCOMPARE(layer["activation"].toString(), "tanh");
            QCOMPARE(layer["weight_singular_values"].toArray().size(), 16);
            for (auto group = members.begin(); group != members.end(); ++group)
                for (const QString& name : *group)
                    QVERIFY2(layer[group.key()].toObject()[name].isDouble(), qPrintable(group.key() + "." + name));
        }
    }

    void networks_made_of_blocks_are_run()
    {
        QTemporaryDir folder;
        const QMap<QByteArray, QStringList> kinds {
            {R"({"kind": "transformer", "depth": 2, "width": 16, "heads": 2, "vocabulary": 30})", {"attention", "mlp"}},
            {R"({"kind": "residual", "depth": 2, "width": 16})", {"branch"}}};
        for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) {
            const QByteArray text = R"({"format": "stepzero-experiment", "version": 1, "network": )" + kind.key()
                + R"(, "input": {"samples": 3}, "measure": {"weight_spectra": true}})";
            const QString csv = folder.filePath("l.csv"), tensors = folder.filePath("t.safetensors");
            const Outcome outcome = run_program({"run", "-", "--csv", csv, "--tensors", tensors}, {text});
            QCOMPARE(outcome.status, 0);
            QCOMPARE(outcome.err, QByteArray());
            const QJsonObject result = json_object(outcome.out);
            QCOMPARE(result["layers"].toArray().size(), 2);
            for (const QString& word : *kind) {
                const QJsonObject block = result["layers"][1].toObject();
                QVERIFY(block["sites"][word + "_stream"]["rms"].isDouble());
                QVERIFY(block["sites"][word + "_stream"]["gradient"]["rms"].isDouble());
                QVERIFY(block["prediction"][word]["stream_rms"].isDouble());
            }
            const QString out = kind->last() + "_" + (kind->last() == "mlp" ? "out" : "in");
            QCOMPARE(result["layers"][0]["weight_singular_values"][out].toArray().size(), 16);
            QVERIFY(result["outside"].isObject() && !result.contains("jacobian"));
            QCOMPARE(read(csv).count("\r\n"), 3);
            QVERIFY(read(tensors).contains(kind->contains("mlp") ? "h.1.mlp.c_proj.weight" : "blocks.2.branch_out"));
            // The same bytes again, when run alone and without tensors.
            QCOMPARE(run_program({"run", "-"}, {text}).out, outcome.out);

            QVERIFY(run_program({"code", "-", "--framework", "pytorch"}, {text}).out.contains("class Block"));
            for (const char* framework : {"jax", "keras"}) {
                const Outcome refused = run_program({"code", "-", "--framework", framework}, {text});
                QCOMPARE(refused.status, 2);
                QVERIFY2(refused.err.contains(" networks is available for PyTorch only"), refused.err);
                QCOMPARE(refused.out, QByteArray());
            }
        }
    }

    void what_is_not_measured_is_absent_and_replicas_bring_their_spread()
    {
        QByteArray text = small;
        text.chop(1);
        text += R"(, "replicas": 3, "measure": {"gradient": false, "weight_spectra": false, "jacobian": false}})";
        const QJsonObject result = json_object(run_program({"run", "-"}, {text}).out);
        const QJsonObject layer = result["layers"].toArray()[0].toObject();
        QVERIFY(!layer.contains("gradient"));
        QVERIFY(!layer.contains("weight_singular_values"));
        QVERIFY(!result.contains("jacobian"));
        QVERIFY(layer["preactivation"].toObject()["rms_sd"].toDouble() > 0);
    }

    /// A matrix of 32768 rows and columns would take 8 GB and hours; one of 512 is computed.
    void a_jacobian_that_takes_too_long_is_absent()
    {
        for (const auto& [size, there] : {std::pair(32, false), {4, true}}) {
            const QByteArray text
                = R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "convolution",
                "depth": 2, "width": 32, "size": )"
                + QByteArray::number(size) + R"(, "pooling": "average", "pooling_every": 1}, "input": {"samples": 2}})";
            QCOMPARE(json_object(run_program({"run", "-"}, {text}).out).contains("jacobian"), there);
        }
    }

    void a_pipe_a_file_and_an_output_file_give_the_same_bytes()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QString::fromUtf8("初始化 é.stepzero.json"));
        const QString output = folder.filePath(QString::fromUtf8("结果.json"));
        write(file, small);
        const QByteArray piped = run_program({"run", "-"}, {small}).out;
        QVERIFY(!piped.isEmpty());
        QCOMPARE(run_program({"run", file}).out, piped);
        const Outcome outcome = run_program({"run", file, "--output=" + output, "--csv", folder.filePath("l.csv")});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(read(output), piped);
        QCOMPARE(read(folder.filePath("l.csv")).count("\r\n"), 4);
        QCOMPARE(all_files(folder.path()).size(), 3);
    }

    void a_comma_locale_changes_nothing()
    {
        QTemporaryDir folder;
        QProcess maker;
        maker.start("localedef", {"-i", "de_DE", "-f", "UTF-8", folder.filePath("de_DE.UTF-8")});
        if (!maker.waitForFinished() || !QFile::exists(folder.filePath("de_DE.UTF-8/LC_NUMERIC")))
            QSKIP("the locale de_DE.UTF-8 cannot be made here: the package locales is missing");
        Surroundings german {small};
        german.environment.insert("LOCPATH", folder.path());
        german.environment.insert("LC_ALL", "de_DE.UTF-8");
        QCOMPARE(run_program({"run", "-"}, german).out, run_program({"run", "-"}, {small}).out);
        QCOMPARE(run_program({"export", "-", "--to", folder.filePath("de"), "--format", "csv"}, german).status, 0);
        QCOMPARE(run_program({"export", "-", "--to", folder.filePath("c"), "--format", "csv"}, {small}).status, 0);
        const QStringList files = all_files(folder.filePath("c"));
        QVERIFY(!files.isEmpty());
        for (const QString& file : files)
            QCOMPARE(read(folder.filePath("de/" + file)), read(folder.filePath("c/" + file)));
    }

    void a_full_disk_is_a_sentence_and_status_3()
    {
        const Outcome to_file = run_program({"run", "-", "-o", "/dev/full"}, {small});
        QCOMPARE(to_file.status, 3);
        QCOMPARE(to_file.err, QByteArray("stepzero: cannot write /dev/full: no space is left on the device\n"));

        Surroundings full {small};
        full.output_file = "/dev/full";
        const Outcome to_stream = run_program({"run", "-"}, full);
        QCOMPARE(to_stream.status, 3);
        QCOMPARE(
            to_stream.err, QByteArray("stepzero: cannot write to standard output: no space is left on the device\n"));

        Surroundings closed {small};
        closed.in_child = [] { ::close(STDOUT_FILENO); };
        const Outcome to_nothing = run_program({"run", "-"}, closed);
        QCOMPARE(to_nothing.status, 3);
        QCOMPARE(to_nothing.err, QByteArray("stepzero: cannot write to standard output: it is closed\n"));
    }

    void a_file_that_cannot_be_finished_leaves_the_old_one()
    {
        QTemporaryDir folder;
        for (const char* option : {"-o", "--csv", "--tensors"}) {
            const QString file = folder.filePath("old");
            write(file, "old");
            Surroundings limited {small};
            limited.in_child = [] {
                const rlimit limit {100, 100};
                ::setrlimit(RLIMIT_FSIZE, &limit);
            };
            const Outcome outcome = run_program({"run", "-", option, file}, limited);
            QCOMPARE(outcome.status, 3);
            QVERIFY2(outcome.err.contains("cannot write " + file.toUtf8()), outcome.err);
            QCOMPARE(read(file), QByteArray("old"));
            QCOMPARE(all_files(folder.path()), QStringList {"old"});
        }
    }

    void an_output_that_cannot_be_written_is_found_before_the_computation()
    {
        // It would be refused with another sentence if it were computed.
        QByteArray text = small;
        text.replace(R"("width": 16)", R"("width": 65536)").replace(R"("samples": 8)", R"("samples": 1000000)");
        const Outcome outcome = run_program({"run", "-", "-o", "/nowhere/x.json"}, {text});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("cannot write /nowhere/x.json"), outcome.err);
    }

    void too_large_is_refused_with_its_estimate()
    {
        QByteArray text = small;
        text.replace(R"("width": 16)", R"("width": 65536)").replace(R"("depth": 3)", R"("depth": 1000)");
        text.replace(R"("samples": 8)", R"("samples": 100000)");
        const Outcome outcome = run_program({"run", "-"}, {text});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("GiB"), outcome.err);
    }

    /// Commands that draw check for a stop only between pictures. If a picture takes forever, the patience ends.
    void a_command_that_hangs_ends()
    {
        const pid_t child = fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            const stepzero::Interrupt interrupt(std::chrono::milliseconds(50));
            kill(getpid(), SIGTERM);
            for (;;)
                pause();
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 128 + SIGTERM);
    }

    void an_interrupt_stops_soon_and_leaves_nothing_data()
    {
        QTest::addColumn<QByteArray>("large");
        const auto row
            = [](const char* name, const QByteArray& network, const QByteArray& input, const QByteArray& measure) {
                  QTest::newRow(name) << R"({"format": "stepzero-experiment", "version": 1, "network": {)" + network
                          + R"(}, "input": {)" + input + R"(}, "measure": {)" + measure + "}}";
              };
        // Enough layers that the computation takes minutes, but few enough that it has begun when it is interrupted.
        const QByteArray dense = R"("kind": "dense", "depth": 20, "width": 2048)", one = R"("samples": 1)";
        row("simulation", R"("kind": "dense", "depth": 100, "width": 2048)", R"("samples": 4096)",
            R"("gradient": true, "weight_spectra": false, "jacobian": false)");
        row("weight spectra", dense, one, R"("gradient": false, "weight_spectra": true, "jacobian": false)");
        row("jacobian", dense, one, R"("gradient": false, "weight_spectra": false, "jacobian": true)");
        const QByteArray transformer = R"("kind": "transformer", "width": 1600, "heads": 25, "vocabulary": 5000)";
        row("transformer", transformer + R"(, "depth": 48)", R"("samples": 4, "tokens": 512)",
            R"("weight_spectra": false)");
        row("weight spectra of a transformer", transformer + R"(, "depth": 2, "residual_scaling": "rezero")",
            R"("samples": 1, "tokens": 2)", R"("gradient": false, "weight_spectra": true)");
        row("residual", R"("kind": "residual", "depth": 200, "width": 2048)", R"("samples": 1024)",
            R"("weight_spectra": false)");
    }
    void an_interrupt_stops_soon_and_leaves_nothing()
    {
        QFETCH(QByteArray, large);
        QTemporaryDir folder;
        write(folder.filePath("large.stepzero.json"), large);
        double least = 1e9;
        for (int attempt = 0; attempt < 5 && least > 0.1; ++attempt) {
            const double before = processor_seconds_of_children();
            QProcess program;
            program.setWorkingDirectory(folder.path());
            program.start(STEPZERO_PROGRAM,
                {"run", "large.stepzero.json", "-o", "r.json", "--csv", "l.csv", "--tensors", "t.safetensors"});
            QVERIFY(program.waitForStarted());
            QVERIFY(!program.waitForFinished(300 + 300 * attempt));
            const double spent = processor_seconds(program.processId());
            ::kill(pid_t(program.processId()), SIGINT);
            QVERIFY(program.waitForFinished(30000));   // the computation would take minutes
            least = std::min(least, processor_seconds_of_children() - before - spent);
            QCOMPARE(program.exitStatus(), QProcess::NormalExit);
            QCOMPARE(program.exitCode(), 130);
            QCOMPARE(program.readAllStandardError(), QByteArray("stepzero: interrupted: nothing was written\n"));
            QCOMPARE(all_files(folder.path()), QStringList {"large.stepzero.json"});
        }
#if !defined(__SANITIZE_ADDRESS__)
        // Work after the interrupt in processor time, which other programs do not affect: a tenth of a second each, for
        // runs of many threads.
        const double most = 0.1 * QThread::idealThreadCount();
        QVERIFY2(least <= most, qPrintable(QString("%1 s").arg(least)));
#endif
    }

    void help_is_lined_up()
    {
        const QString help = QString::fromUtf8(run_program({"--help"}).out);
        qsizetype column = -1;
        for (const char* summary : {"run an experiment", "join parts", "write the figures", "write settings",
                 "write the fixed point", "write the network", "list the presets"}) {
            const qsizetype at = help.indexOf(QLatin1String(summary));
            QVERIFY2(at > 0, summary);
            const qsizetype here = at - help.lastIndexOf('\n', at);
            QVERIFY2(column < 0 || here == column, summary);
            column = here;
        }
    }

    void studies_are_listed_and_printed()
    {
        const Outcome list = run_program({"presets", "--studies"});
        QCOMPARE(list.status, 0);
        QVERIFY(list.out.contains("notes-six-schemes"));
        QVERIFY(!run_program({"presets"}).out.contains("notes-six-schemes"));   // each of which is an experiment
        const Outcome printed = run_program({"presets", "notes-six-schemes"});
        QCOMPARE(printed.status, 0);
        QVERIFY(printed.out.contains("\"stepzero-study\""));
        QCOMPARE(run_program({"presets", "--studies", "notes-six-schemes"}).status, 2);
    }

    /// Details are indented below each preset, whose own lines stay as they are.
    void presets_have_details()
    {
        const Outcome list = run_program({"presets"}), details = run_program({"presets", "--details"});
        QCOMPARE(details.status, 0);
        QByteArray plain;
        for (const QByteArray& line : details.out.split('\n'))
            if (!line.startsWith(' ') && !line.isEmpty())
                plain += line + '\n';
        QCOMPARE(plain, list.out);
        for (const char* detail : {" Language models\n", " Radford et al., GPT-2 (2019-02)\n",
                 " https://github.com/openai/gpt-2\n", " Signal and gradient stay level.\n"})
            QVERIFY2(details.out.contains(detail), detail);
        QCOMPARE(run_program({"presets", "--details", "notes-he"}).status, 2);
    }

    void presets_are_listed_printed_and_run()
    {
        const Outcome list = run_program({"presets"});
        QCOMPARE(list.status, 0);
        const QList<QByteArray> lines = list.out.trimmed().split('\n');
        QVERIFY(lines.size() >= 10);
        int turn = 0;
        for (const QByteArray& line : lines) {
            if (turn++ % 6 > 0 && !tested::every_case())
                continue;   // tst_commands_export.cpp draws others
            const QString name = QString::fromUtf8(line.left(line.indexOf(' ')));
            const Outcome printed = run_program({"presets", name});
            QCOMPARE(printed.status, 0);
            // Smaller, so that the test is quick: two layers unless layers differ, few words, one sample, and no
            // spectra.
            QJsonObject experiment = json_object(printed.out), network = experiment["network"].toObject();
            if (network.value("depth").toInt() > 2 && !network.contains("widths") && !network.contains("overrides"))
                network["depth"] = 2;
            if (network.contains("vocabulary"))
                network["vocabulary"] = std::min(network["vocabulary"].toInt(), 1000);
            experiment["network"] = network;
            QJsonObject input = experiment["input"].toObject();
            QVERIFY2(input.contains("samples"), printed.out);
            input["samples"] = 1;
            if (input.contains("tokens"))
                input["tokens"] = 4;
            experiment["input"] = input;
            experiment["measure"] = QJsonObject {{"gradient", true}, {"weight_spectra", false}, {"jacobian", false}};
            experiment["replicas"] = 1;
            const Outcome outcome = run_program({"run", "-"}, {QJsonDocument(experiment).toJson()});
            QVERIFY2(outcome.status == 0, qPrintable(name + ": " + outcome.err));
            QVERIFY(json_object(outcome.out).contains("stability"));
        }
    }

    void code_is_python()
    {
        for (const char* framework : {"pytorch", "jax", "keras"}) {
            const Outcome outcome = run_program({"code", "-", "--framework", framework}, {small});
            QCOMPARE(outcome.status, 0);
            QVERIFY2(outcome.out.contains("import"), outcome.out);
        }
    }
};

STEPZERO_TEST(TestCommands, QCoreApplication)

}   // namespace tst_commands
#include "tst_commands.moc"
