// SPDX-License-Identifier: GPL-3.0-or-later
// Studies on the command line: run completely, in parts and merged again, interrupted, and refused with a sentence.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/app/program.h"
#include "tests/main/registered_test.h"

namespace tst_commands_grid {

namespace {

const QByteArray small = R"({"format": "stepzero-study", "version": 1, "title": "small",
  "experiment": {"network": {"kind": "dense", "width": 12}, "input": {"samples": 6}},
  "vary": [{"path": "network.activation", "values": ["relu", "tanh"]},
           {"path": "network.depth", "values": [1, 3, 40]}]})";

Outcome in_folder(const QString& folder, const QStringList& arguments)
{
    Surroundings there;
    there.folder = folder;
    return run_program(arguments, there);
}

/// A folder with the small study, and the results of each of three parts of it.
struct Shares {
    QTemporaryDir folder;
    QStringList parts;

    Shares()
    {
        write(folder.filePath("s.json"), small);
        for (int k = 1; k <= 3; ++k) {
            parts.append(QString("part%1.json").arg(k));
            const Outcome share
                = in_folder(folder.path(), {"run", "s.json", "--cells", QString("%1/3").arg(k), "-o", parts.last()});
            if (share.status != 0)
                qFatal("%s", share.err.constData());
        }
    }
};

/// Returns the peak memory of the program while it wrote, in bytes. It writes into a pipe of one page, which is read
/// only after a look at its memory: since it writes more than a page, it is still there at the first look. What it
/// wrote goes to the file `kept` in the folder.
qint64 peak_of(const QString& folder, const QStringList& arguments, const QString& kept = "kept.json")
{
    const QByteArray name = QFile::encodeName(folder + "/pipe");
    if (::mkfifo(name.constData(), 0600) != 0)
        return -1;
    const int pipe = ::open(name.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ::fcntl(pipe, F_SETPIPE_SZ, 4096);
    QProcess program;
    program.setWorkingDirectory(folder);
    program.setStandardOutputFile(folder + "/pipe");
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("GLIBC_TUNABLES");   // with large pages, each arena would have some megabytes
    program.setProcessEnvironment(environment);
    program.start(STEPZERO_PROGRAM, arguments);
    qint64 peak = 0, taken = 0;
    std::array<char, 4096> page {};
    QFile written(folder + '/' + kept);
    if (!written.open(QIODevice::WriteOnly))
        return -1;
    for (bool more = program.waitForStarted(); more;) {
        pollfd ready {pipe, POLLIN, 0};
        more = ::poll(&ready, 1, 60000) == 1;
        const QByteArray status = read(QStringLiteral("/proc/%1/status").arg(program.processId()));
        if (const auto at = status.indexOf("VmHWM:"); at >= 0)
            peak = std::max(peak, status.mid(at + 6, status.indexOf("kB", at) - at - 6).trimmed().toLongLong() * 1024);
        more = more && (taken = ::read(pipe, page.data(), page.size())) > 0;
        if (more)
            written.write(page.data(), taken);
    }
    written.close();
    ::close(pipe);
    QFile::remove(folder + "/pipe");
    return program.waitForFinished() && program.exitCode() == 0 ? peak : -1;
}

/// A study of cells that are cheap.
QByteArray many_cells(int seeds)
{
    QByteArray numbers;
    for (int i = 1; i <= seeds; ++i)
        numbers += (i > 1 ? "," : "") + QByteArray::number(i);
    return R"({"format": "stepzero-study", "version": 1, "experiment": {"network": {"kind": "dense", "depth": 1,
        "width": 2, "weight": {"scheme": "ones"}}, "input": {"samples": 1}, "measure": {"gradient": false}},
        "vary": [{"path": "seed", "values": [)"
        + numbers + R"(]}, {"path": "input.std", "values": [1,2,3,4,5,6,7,8,9,10]}]})";
}

}   // namespace

class TestCommandsGrid : public QObject {
    Q_OBJECT
private slots:
    void a_study_is_run()
    {
        QTemporaryDir folder;
        const Outcome outcome = run_program({"run", "-", "--csv", folder.filePath("t.csv")}, {small});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(outcome.err, QByteArray());
        const QJsonObject result = json_object(outcome.out);
        QCOMPARE(result["format"].toString(), "stepzero-study-result");
        QCOMPARE(result["complete"].toBool(), true);
        QCOMPARE(result["study"]["title"].toString(), "small");
        const QJsonArray cells = result["cells"].toArray();
        QCOMPARE(cells.size(), 6);
        for (int i = 0; i < 6; ++i) {
            const QJsonObject cell = cells[i].toObject();
            QCOMPARE(cell["cell"].toInt(), i);
            const QStringList labels {i < 3 ? "relu" : "tanh", QStringList {"1", "3", "40"}[i % 3]};
            QCOMPARE(cell["labels"].toVariant().toStringList(), labels);
            QCOMPARE(cell["layers"].toArray().size(), labels[1].toInt());
        }
        const QList<QByteArray> lines = read(folder.filePath("t.csv")).split('\n');
        QCOMPARE(lines.size(), 8);   // including the text after the last line end
        QCOMPARE(lines[0],
            QByteArray("cell,network.activation,network.depth,stability,last_std,min_layer_std,max_layer_std,"
                       "gradient_ratio,log10_gradient_ratio\r"));
        QVERIFY2(lines[6].startsWith("5,tanh,40,"), lines[6]);
        QCOMPARE(lines[6].split(',')[4].toDouble(), cells[5].toObject()["last_std"].toDouble());
    }

    void a_cell_is_the_experiment_with_its_values_put_in()
    {
        const QByteArray alone = R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "dense",
            "width": 12, "depth": 3, "activation": "tanh"}, "input": {"samples": 6}})";
        const QJsonArray layers = json_object(run_program({"run", "-"}, {alone}).out)["layers"].toArray();
        const QJsonObject cell = json_object(run_program({"run", "-"}, {small}).out)["cells"].toArray()[4].toObject();
        for (int l = 0; l < 3; ++l)
            for (const char* group : {"weight", "preactivation", "activation_output", "gradient"})
                for (const char* name : {"mean", "std", "rms"}) {
                    if (group == QString("weight") && name == QString("rms"))
                        continue;   // a number that `run` does not report
                    QCOMPARE(cell["layers"][l][group][name].toDouble(), layers[l][group][name].toDouble());
                }
        // From the last layer, where the gradient begins, to the first.
        QCOMPARE(cell["gradient_ratio"].toDouble(),
            layers[0]["gradient"]["rms"].toDouble() / layers[2]["gradient"]["rms"].toDouble());
    }

    void shares_are_joined_to_the_bytes_of_one_run()
    {
        const Shares shares;
        const QString folder = shares.folder.path();
        const QByteArray whole = in_folder(folder, {"run", "s.json"}).out;
        const QJsonObject part = json_object(read(folder + "/part2.json"));
        QCOMPARE(part["complete"].toBool(), false);
        QCOMPARE(part["cells"].toArray().size(), 2);
        QCOMPARE(part["cells"].toArray()[1].toObject()["cell"].toInt(), 4);
        QStringList order = shares.parts;
        do {
            QCOMPARE(in_folder(folder, QStringList {"merge"} + order).out, whole);
        } while (std::next_permutation(order.begin(), order.end()));
        Surroundings pipe;
        pipe.folder = folder;
        pipe.input = read(folder + "/part2.json");
        QCOMPARE(run_program({"merge", "part3.json", "-", "part1.json"}, pipe).out, whole);
        // Merged in steps, and into files.
        QCOMPARE(in_folder(folder, {"merge", "part3.json", "part1.json", "--partial", "-o", "two.json"}).status, 0);
        QCOMPARE(in_folder(folder, {"merge", "two.json", "part2.json", "-o", "all.json", "--csv", "a.csv"}).status, 0);
        QCOMPARE(read(folder + "/all.json"), whole);
        QCOMPARE(in_folder(folder, {"run", "s.json", "--csv", "b.csv", "-o", "b.json"}).status, 0);
        QCOMPARE(read(folder + "/a.csv"), read(folder + "/b.csv"));
        // With more parts than cells, some are empty.
        QCOMPARE(in_folder(folder, {"run", "s.json", "--cells", "9/10", "-o", "empty.json"}).status, 0);
        QCOMPARE(in_folder(folder, QStringList {"merge", "empty.json"} + shares.parts).out, whole);
    }

    // More cells than the window can hold, while `run` and `merge` hold one at a time.
    void many_cells_take_no_more_memory_than_few()
    {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("what is freed is kept");
#endif
        QTemporaryDir folder;
        write(folder.filePath("few.json"), many_cells(1));
        write(folder.filePath("many.json"), many_cells(1010));
        const qint64 few = peak_of(folder.path(), {"run", "few.json"});
        QVERIFY(few > 0);
        const qint64 run = peak_of(folder.path(), {"run", "many.json", "--csv", "r.csv"}, "r.json");
        const qint64 merge = peak_of(folder.path(), {"merge", "r.json"});
        QVERIFY(read(folder.filePath("kept.json")) == read(folder.filePath("r.json")));
        // Memory that is allowed: a place per cell, and blocks of 1 MB that are read and written.
        const qint64 size = QFileInfo(folder.filePath("r.json")).size(), more = qint64(4) << 20;
        QVERIFY2(size > 3 * more, qPrintable(QString::number(size)));
        for (const qint64 peak : {run, merge})
            QVERIFY2(peak > 0 && peak < few + more, qPrintable(QStringLiteral("%1, few %2").arg(peak).arg(few)));
        QCOMPARE(read(folder.filePath("r.csv")).count("\r\n"), 10101);
        // A merge interrupted in the middle of writing.
        const QStringList before = all_files(folder.path());
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.start(STEPZERO_PROGRAM, {"merge", "r.json", "-o", "m.json"});
        QTRY_VERIFY_WITH_TIMEOUT(all_files(folder.path()).size() > before.size(), 60000);
        ::kill(pid_t(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.readAllStandardError(), QByteArray("stepzero: interrupted: nothing was written\n"));
        QCOMPARE(program.exitCode(), 130);
        QCOMPARE(all_files(folder.path()), before);
        QVERIFY(in_folder(folder.path(), {"report", "many.json", "-o", "r.html"})
                    .err.contains("must make at most 10000 cells together to be drawn, got 10100"));
    }

    void what_does_not_go_together_is_a_sentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const QStringList& arguments, const char* sentence) {
            QTest::newRow(name) << arguments << QByteArray(sentence);
        };
        row("no parts", {"merge"}, "merge: PART is missing: stepzero merge PART…");
        row("missing cells", {"merge", "part1.json", "part3.json"}, "stepzero: 2 of 6 cells are missing: 1, 4\n");
        row("a cell twice", {"merge", "part1.json", "part2.json", "part1.json"},
            "stepzero: part1.json: cell 0 (relu, 1) is also in part1.json\n");
        row("a cut part", {"merge", "part1.json", "cut.json", "part3.json"}, "stepzero: cut.json: is not JSON: line ");
        row("another study", {"merge", "part1.json", "other.json"},
            "stepzero: other.json belongs to a different study from part1.json\n");
        row("a study itself", {"merge", "s.json"},
            R"(stepzero: s.json: format: must be "stepzero-study-result", got "stepzero-study")");
        row("no such part", {"merge", "part4.json"}, R"(there is no file or preset "part4.json")");
        row("onto a part", {"merge", "part1.json", "-o", "part1.json"},
            R"(merge: "part1.json" is read by this command and would be overwritten)");
        row("one place", {"merge", "part1.json", "--csv", "-"}, "merge: result and table cannot go to the same place");
        row("a switch with a value", {"merge", "part1.json", "--partial=yes"}, "merge: --partial takes no value");
        row("no share", {"run", "s.json", "--cells", "3"}, R"(run: --cells must be K/N, the K-th of N parts, got "3")");
        row("share 0", {"run", "s.json", "--cells", "0/3"},
            R"(run: K of --cells K/N must be a whole number from 1 to 3, got "0")");
        row("share of none", {"run", "s.json", "--cells", "1/0"},
            R"(run: N of --cells K/N must be a whole number from 1 to 10000, got "0")");
        row("cells of an experiment", {"run", "notes-he", "--cells", "1/2"},
            R"(run: --cells is for studies, but "notes-he" is one experiment)");
        row("tensors of a study", {"run", "s.json", "--tensors", "t"},
            R"(run: --tensors is for one experiment, but "s.json" is a study)");
        row("trained weights of a study", {"run", "s.json", "--trained", "t"},
            R"(run: --trained is for one experiment, but "s.json" is a study)");
        row("a wrong value", {"run", "wrong.json"},
            "stepzero: wrong.json: vary[1].values[2]: must be 1 to 10000, got -40\n");
        row("the study itself", {"run", "s.json", "-o", "s.json"}, "would be overwritten");
        row("too large", {"run", "large.json"}, "stepzero: cell 1 (100000) needs about ");
        row("a study as an experiment", {"code", "s.json", "--framework", "jax"},
            R"(s.json: format: must be "stepzero-experiment", got "stepzero-study")");
    }
    void what_does_not_go_together_is_a_sentence()
    {
        static const Shares shares;
        const QString folder = shares.folder.path();
        const bool first = !QFile::exists(folder + "/other.json");
        write(folder + "/wrong.json", QByteArray(small).replace("40", "-40"));
        write(folder + "/large.json", R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "residual", "width": 1000, "depth": 1000}, "input": {"samples": 1}},
            "vary": [{"path": "input.samples", "values": [1, 100000]}]})");
        write(folder + "/cut.json", read(folder + "/part2.json").chopped(200));
        write(folder + "/o.json", QByteArray(small).replace("small", "other"));
        if (first)
            QCOMPARE(in_folder(folder, {"run", "o.json", "--cells", "2/3", "-o", "other.json"}).status, 0);
        const QStringList before = all_files(folder);
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, sentence);
        const Outcome outcome = in_folder(folder, arguments);
        QCOMPARE(outcome.status, QTest::currentDataTag() == QString("too large") ? 3 : 2);
        QVERIFY2(outcome.err.contains(sentence), outcome.err);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(all_files(folder), before);
        QCOMPARE(read(folder + "/s.json"), small);
    }

    void a_cell_that_fails_leaves_the_others()
    {
        // Cells 0 and 1 sample their tokens; cell 2 reads one that is not in the vocabulary.
        QTemporaryDir folder;
        write(folder.filePath("s.json"), R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "transformer", "depth": 1, "width": 8, "heads": 2, "vocabulary": 30}},
            "vary": [{"path": "input", "values": [{"samples": 1, "tokens": 3}, {"samples": 2, "tokens": 3},
                                                  {"file": "x.npy"}]}]})");
        QByteArray npy("\x93NUMPY\x01\x00", 8);
        const QByteArray header
            = QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 4), }").leftJustified(117) + "\n";
        npy += char(header.size());
        npy += char(0);
        const float tokens[] {1, 2, 99, 3};
        write(
            folder.filePath("x.npy"), npy + header + QByteArray(reinterpret_cast<const char*>(tokens), sizeof tokens));
        const Outcome outcome = in_folder(folder.path(), {"run", "s.json"});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.startsWith("stepzero: cell 2 (file x.npy): "), outcome.err);
        QVERIFY2(outcome.err.endsWith("stepzero: 2 of 3 cells were written\n"), outcome.err);
        QCOMPARE(json_object(outcome.out)["cells"].toArray().size(), 2);
    }

    void an_interrupt_keeps_what_is_done()
    {
        // A quick cell, and one that would take minutes.
        QTemporaryDir folder;
        write(folder.filePath("s.json"), R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "dense", "width": 512, "depth": 2}, "input": {"samples": 1},
            "measure": {"weight_spectra": false}},
            "vary": [{"path": "network.depth", "values": [1, 3000], "labels": ["flat", "deep"]}]})");
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.start(STEPZERO_PROGRAM, {"run", "s.json", "-o", "r.json", "--csv", "t.csv"});
        QVERIFY(program.waitForStarted());
        QVERIFY(!program.waitForFinished(800));
        ::kill(pid_t(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(30000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 130);
        const QByteArray said = program.readAllStandardError();
        QVERIFY2(said.endsWith("stepzero: interrupted: 1 of 2 cells were written\n"), said);
        const QJsonObject result = json_object(read(folder.filePath("r.json")));
        QCOMPARE(result["complete"].toBool(true), false);
        QCOMPARE(result["cells"].toArray().size(), 1);
        QCOMPARE(result["cells"].toArray()[0].toObject()["labels"].toArray()[0].toString(), "flat");
        QCOMPARE(read(folder.filePath("t.csv")).count("\r\n"), 2);
        // The finished cells can be merged with the rest.
        QCOMPARE(in_folder(folder.path(), {"merge", "r.json", "--partial"}).out, read(folder.filePath("r.json")));
    }

    /// The last cells have ten times as many layers, which the estimate must include.
    void a_long_study_says_what_it_will_take()
    {
        QTemporaryDir folder;
        QByteArray seeds;
        for (int seed = 0; seed < 10000; ++seed)
            seeds += (seed > 0 ? "," : "") + QByteArray::number(seed);
        write(folder.filePath("s.json"),
            R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "dense", "width": 400}, "input": {"samples": 100}},
            "vary": [{"path": "network.depth", "values": [2, 20]}, {"path": "seed", "values": [)"
                + seeds + "]}]}");
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.setReadChannel(QProcess::StandardError);
        program.start(STEPZERO_PROGRAM, {"run", "s.json", "--cells", "1/2", "-o", "r.json"});
        QVERIFY(program.waitForStarted());
        QByteArray said;
        while (!said.contains('\n') && program.waitForReadyRead(30000))
            said += program.readAllStandardError();
        ::kill(pid_t(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(30000));
        static const QRegularExpression sentence(
            "^stepzero: 10000 of 2 × 10000 cells: about [1-9][0-9]* (s|min|h) and ([0-9.]+) MB\n$");
        const QRegularExpressionMatch match = sentence.match(QString::fromUtf8(said));
        QVERIFY2(match.hasMatch(), said);
        const QByteArray written = read(folder.filePath("r.json"));
        const auto cells = json_object(written)["cells"].toArray().size();
        const auto study = double(QFileInfo(folder.filePath("s.json")).size());   // which the result repeats
        const double ofAll
            = (study + (double(written.size()) - study) / double(cells) * 10000 * (2 + 20) / 2 / 2) / 1e6;
        // A cell also has parts that do not grow with its layers.
        const double megabytes = match.captured(2).toDouble();
        QVERIFY2(megabytes > 0.6 * ofAll && megabytes < 1.7 * ofAll, qPrintable(QString::number(megabytes / ofAll)));
    }

    void networks_made_of_blocks_are_run()
    {
        const QByteArray study = R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "transformer", "depth": 2, "width": 16, "heads": 2, "vocabulary": 30},
            "input": {"samples": 2, "tokens": 5}},
            "vary": [{"path": "network.roles.mlp_out", "values": [{"scheme": "zeros"}, {"scheme": "orthogonal"}]},
                     {"path": "network.residual_scaling", "values": ["plain", "rezero"]}]})";
        const Outcome outcome = run_program({"run", "-"}, {study});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonArray cells = json_object(outcome.out)["cells"].toArray();
        QCOMPARE(cells.size(), 4);
        for (const QJsonValue& cell : cells) {
            QCOMPARE(cell["layers"].toArray().size(), 2);
            QVERIFY(cell["layers"][1]["activation_output"]["rms"].toDouble() > 0);
            QVERIFY(cell["layers"][1]["prediction"]["activation_rms"].toDouble() > 0);
        }
        QCOMPARE(cells[0].toObject()["layers"][0]["weight"]["std"].toDouble(), 0.0);
        QVERIFY(cells[2].toObject()["layers"][0]["weight"]["std"].toDouble() > 0);
    }

    /// The table of REFERENCE.md: width 1000, depth 10, 1000 samples. Tolerances as in tst_commands_numbers.cpp: both
    /// numbers are single samples. With ReLU all scalings of a Gaussian matrix have He's spread of ln std, √(5β)/2 with
    /// β = Σ 1/n_l (Hanin and Nica 2018). An orthogonal one has √(3β)/2. The tolerance is 2% where no distribution is
    /// known.
    void the_notes_table_is_reproduced()
    {
        QTemporaryDir folder;
        const Outcome outcome
            = in_folder(folder.path(), {"run", "notes-six-schemes", "-o", "r.json", "--csv", "t.csv"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const double beta = 10 / 1000.0, he = std::sqrt(5 * beta) / 2 * std::sqrt(2.0), of_two = std::sqrt(3.0 / 5.0);
        const struct {
            const char* label;
            double relu, tanh, relu_spread;
        } table[] = {{"naive", 0.000, 0.000, 0}, {"Xavier", 0.029, 0.229, he}, {"He", 0.835, 0.556, he},
            {"orthogonal", 0.026, 0.229, he * of_two}, {"fixed 0.02", 0.000, 0.007, 0}, {"identity", 0.584, 0.305, 0}};
        const QJsonObject result = json_object(read(folder.filePath("r.json")));
        const QJsonArray cells = result["cells"].toArray();
        QCOMPARE(cells.size(), 12);
        for (int i = 0; i < 12; ++i) {
            const auto& row = table[i / 2];
            const bool relu = i % 2 == 0;
            const QJsonObject cell = cells[i].toObject();
            const QStringList labels {row.label, relu ? "ReLU" : "tanh"};
            QCOMPARE(cell["labels"].toVariant().toStringList(), labels);
            const double published = relu ? row.relu : row.tanh, spread = relu ? row.relu_spread : 0;
            const double found = cell["last_std"].toDouble(), rounding = 0.0005;
            const double allowed = rounding + published * (spread > 0 ? std::expm1(3 * spread) : 0.02);
            QVERIFY2(std::abs(found - published) <= allowed,
                qPrintable(QString("%1: %2 found, %3 published").arg(labels.join(", ")).arg(found).arg(published)));
            QCOMPARE(cell["stability"].toString(),
                QString(published >= 0.5 && published <= 2 ? "high"
                        : published > 0.1                  ? "medium"
                                                           : "low"));

            // The first figure of the course notes: the weights' histogram, a density, mean and ±σ.
            const QJsonObject weights = cell["weights"].toObject();
            double entries = 0;
            for (const QJsonValue& count : weights["counts"].toArray())
                entries += count.toDouble();
            QCOMPARE(entries, 1e6);
            const QJsonArray density = weights["density"]["values"].toArray();
            const double low = weights["density"]["low"].toDouble(), high = weights["density"]["high"].toDouble();
            double area = 0;
            for (const QJsonValue& y : density)
                area += y.toDouble() * (high - low) / (density.size() - 1);
            QVERIFY2(std::abs(area - 1) < 0.02, qPrintable(labels.join(", ") + QString(": area %1").arg(area)));
        }
        QCOMPARE(read(folder.filePath("t.csv")).count("\r\n"), 13);
    }
};

STEPZERO_TEST(TestCommandsGrid, QCoreApplication)

}   // namespace tst_commands_grid
#include "tst_commands_grid.moc"
