// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the command line: inputs stay unchanged, outputs go to whatever a shell can name, names may not be UTF-8,
// and files may be endless.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>
#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/base/formats/file.h"
#include "core/base/formats/npy.h"
#include "tests/app/program.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"

namespace tst_commands_files {

using namespace stepzero;

namespace {

QByteArray experiment(const QByteArray& members = {}, const QByteArray& input = R"("samples": 4)")
{
    return R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "dense", "depth": 2, "width": 16},
        "input": {)"
        + input + "}" + members + "}";
}

const QByteArray study = R"({"format": "stepzero-study", "version": 1, "experiment": {
    "network": {"kind": "dense", "depth": 2, "width": 16}, "input": {"file": "data.npy"}},
    "vary": [{"path": "network.activation", "values": ["relu", "tanh"]}]})";

Outcome run_in(const QString& folder, const QStringList& arguments)
{
    Surroundings there;
    there.folder = folder;
    return run_program(arguments, there);
}

/// Runs a bash script in which $P is the program. `err` has the standard error of both.
Outcome run_script(const QString& folder, const char* script)
{
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(display);
    environment.insert("P", STEPZERO_PROGRAM);
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(folder);
    shell.start("bash", {"-c", script});
    shell.closeWriteChannel();
    Outcome outcome;
    if (shell.waitForFinished(100'000) && shell.exitStatus() == QProcess::NormalExit)
        outcome.status = shell.exitCode();
    outcome.out = shell.readAllStandardOutput();
    outcome.err = shell.readAllStandardError();
    return outcome;
}

/// A folder with a file of every kind that a command reads.
struct Inputs {
    QTemporaryDir folder;

    Inputs()
    {
        const auto put = [&](const char* name, const QByteArray& bytes) { write(folder.filePath(name), bytes); };
        put("plain.json", experiment());
        put("pin.json", experiment(R"(, "seed": 7)"));
        put("data.npy", QByteArray::fromStdString(npy_bytes<float>({4, 16}, std::vector<float>(64, 0.5F))));
        for (const char* capture : {"capture.json", "before.json"})
            put(capture, R"({"format": "stepzero-capture", "version": 1, "modules": [], "parameters": []})");
        put("labels.csv", "0\n1\n0\n1\n");
        put("named.json",
            experiment(
                R"(, "train": {"task": "labels", "labels": "labels.csv", "steps": 1})", R"("file": "data.npy")"));
        put("study.json", study);
        QVERIFY(QDir(folder.path()).mkdir("images"));
        QImage image(4, 4, QImage::Format_Grayscale8);
        image.fill(100);
        QVERIFY(image.save(folder.filePath("images/one.png")));
        put("pictures.json", experiment({}, R"("file": "images")"));
        QCOMPARE(run_in(folder.path(), {"run", "plain.json", "--tensors", "w.safetensors", "-o", "r.json"}).status, 0);
        put("weighed.json", experiment(R"(, "weights": {"file": "w.safetensors"})"));
        for (const char* share : {"1", "2"})
            QCOMPARE(run_in(folder.path(),
                         {"run", "study.json", "--cells", QString(share) + "/2", "-o", QString("part%1").arg(share)})
                         .status,
                0);
        put("own.parametrization.json",
            read(
                QStringLiteral(STEPZERO_SOURCE_DIR "/resources/parametrizations/3_mup.stepzero-parametrization.json")));
        put("family.json", read(QStringLiteral(STEPZERO_SOURCE_DIR "/resources/families/gpt2.stepzero-family.json")));
        put("answers.csv", "lesson,step,title,answer,right,tries\r\nhe,1,Half,0.5,1,2\r\n");
        QVERIFY(QDir(folder.path()).mkdir("model"));
        QVERIFY(QFile::copy(folder.filePath("w.safetensors"), folder.filePath("model/model.safetensors")));
        put("model/config.json", experiment());
        put("model/model.safetensors.index.json", index());
    }

    /// Returns an index of all tensors.
    QByteArray index() const
    {
        const QByteArray bytes = read(folder.filePath("w.safetensors"));
        const auto length = qFromLittleEndian<quint64>(bytes.constData());
        QJsonObject map;
        for (const QString& name : json_object(bytes.mid(8, qsizetype(length))).keys())
            if (name != "__metadata__")
                map[name] = "model.safetensors";
        return QJsonDocument(QJsonObject {{"weight_map", map}}).toJson();
    }
};

/// A command that reads files, to which the place of its output is appended as one more argument.
struct Reading {
    QStringList arguments;
    QStringList inputs;   ///< files that it must not overwrite
    QString output = {};   ///< name that the command gives its output in that folder; otherwise the input's own
};

const std::vector<Reading>& readings()
{
    static const std::vector<Reading> all {
        {{"run", "named.json", "-o"}, {"named.json", "data.npy", "labels.csv"}},
        {{"run", "named.json", "--csv"}, {"data.npy"}},
        {{"run", "named.json", "--tensors"}, {"labels.csv"}},
        {{"run", "named.json", "--trained"}, {"data.npy"}},
        {{"run", "weighed.json", "-o"}, {"weighed.json", "w.safetensors"}},
        {{"run", "pictures.json", "-o"}, {"images/one.png"}},
        {{"run", "study.json", "-o"}, {"study.json", "data.npy"}},
        {{"run", "study.json", "--csv"}, {"data.npy"}},
        {{"merge", "part1", "part2", "-o"}, {"part1", "part2"}},
        {{"merge", "part1", "part2", "--csv"}, {"part2"}},
        {{"export", "plain.json", "--pin", "pin.json", "--figures", "signal", "--format", "csv", "--to"}, {"pin.json"},
            "signal.csv"},
        {{"export", "plain.json", "--figures", "signal", "--to"}, {"plain.json"}, "signal.png"},
        {{"animate", "plain.json", "--vary", "network.depth=1,2", "--pin", "pin.json", "--size", "320x200", "-o"},
            {"plain.json", "pin.json"}, "0001.png"},
        {{"report", "named.json", "-o"}, {"named.json", "data.npy"}, "report.html"},
        {{"code", "plain.json", "--framework", "pytorch", "-o"}, {"plain.json"}},
        {{"answers", "answers.csv", "-o"}, {"answers.csv"}},
        {{"audit", "w.safetensors", "-o"}, {"w.safetensors"}},
        {{"audit", "w.safetensors", "--config", "plain.json", "-o"}, {"plain.json"}},
        {{"audit", "w.safetensors", "--config", "plain.json", "--csv"}, {"plain.json"}},
        {{"audit", "w.safetensors", "--against", "model", "--csv"}, {"model/model.safetensors"}},
        {{"audit", "model", "-o"}, {"model/config.json", "model/model.safetensors.index.json"}},
        {{"audit", "w.safetensors", "--family", "family.json", "-o"}, {"family.json"}},
        {{"audit", "w.safetensors", "--sarif"}, {"w.safetensors"}},
        {{"inspect", "capture.json", "-o"}, {"capture.json"}},
        {{"inspect", "capture.json", "--against", "before.json", "--sarif"}, {"capture.json", "before.json"}},
        {{"inspect", "capture.json", "--weights", "w.safetensors", "-o"}, {"capture.json", "w.safetensors"}},
        {{"coordinate-check", "plain.json", "--widths", "8,16,32", "--steps", "1", "--parametrization",
             "own.parametrization.json", "-o"},
            {"plain.json", "own.parametrization.json"}},
        {{"transfer", "named.json", "--widths", "8,16,32", "--rates", "0.1,0.2,0.4", "--parametrization",
             "own.parametrization.json", "-o"},
            {"own.parametrization.json", "data.npy"}},
    };
    return all;
}

}   // namespace

class TestCommandsFiles : public QObject {
    Q_OBJECT
private slots:
    void every_command_with_an_output_is_tried()
    {
        for (const Command& command : commands()) {
            const bool reads = command.words.find("FILE") != std::string::npos
                || command.words.find("PATH") != std::string::npos || command.words.find("PART") != std::string::npos;
            for (const Option& option : command.options) {
                const bool output = option.name == "--output" || option.name == "--to" || option.name == "--csv"
                    || option.name == "--sarif";
                if (!reads || !output)
                    continue;
                QVERIFY2(std::ranges::any_of(readings(),
                             [&](const Reading& reading) {
                                 const QString last = reading.arguments.last();
                                 return reading.arguments.first().toStdString() == command.name
                                     && (last.toStdString() == option.name || last.toStdString() == option.letter);
                             }),
                    (command.name + " " + option.name).c_str());
            }
        }
    }

    void an_input_is_not_overwritten_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("output");
        for (const Reading& reading : readings())
            for (const QString& input : reading.inputs)
                QTest::addRow("%s %s over %s", qPrintable(reading.arguments.first()),
                    qPrintable(reading.arguments.last()), qPrintable(input))
                    << reading.arguments << input << reading.output;
    }
    void an_input_is_not_overwritten()
    {
        static const Inputs inputs;
        QFETCH(QStringList, arguments);
        QFETCH(QString, input);
        QFETCH(QString, output);
        const QDir folder(inputs.folder.path());
        const QByteArray before = read(folder.filePath(input));
        QVERIFY(QDir(folder).mkpath("ways/in"));
        const QByteArray file = folder.filePath(input).toLocal8Bit(), other = folder.filePath("ways").toLocal8Bit();
        QStringList ways;
        if (output.isEmpty()) {
            QCOMPARE(::symlink(file, other + "/symbolic"), 0);
            QCOMPARE(::link(file, other + "/hard"), 0);
            QCOMPARE(::symlink(folder.path().toLocal8Bit(), other + "/folder"), 0);
            // Its own name and others, two in turn.
            const QStringList names {input, "ways/../" + input, "ways/symbolic", "ways/hard", "ways/folder/" + input};
            static qsizetype turn = 0;
            for (int i = 0; i < 2; ++i)
                ways << names[turn++ % names.size()];
        } else {   // a name that the command chooses
            QCOMPARE(::symlink(file, other + "/in/" + output.toLocal8Bit()), 0);
            ways << (arguments.first() == "report" ? "ways/in/" + output : QString("ways/in"));
        }
        for (const QString& way : ways) {
            const Outcome outcome = run_in(folder.path(), arguments + QStringList {way});
            QVERIFY2(outcome.status == 2, way.toUtf8() + ": " + outcome.err);
            QVERIFY2(outcome.err.contains(" is read by this command and would be overwritten"), outcome.err);
            QCOMPARE(read(folder.filePath(input)), before);
        }
        QDir(folder.filePath("ways")).removeRecursively();
    }

    /// A second run of the same command replaces the output of the first.
    void an_output_is_overwritten()
    {
        const Inputs inputs;
        for (const QStringList& arguments : {QStringList {"run", "named.json", "-o", "result"},
                 {"audit", "model", "-o", "model/audit.json"}, {"run", "pictures.json", "-o", "images/result"}})
            for (int i = 0; i < 2; ++i) {
                const Outcome outcome = run_in(inputs.folder.path(), arguments);
                QVERIFY2(outcome.status < 2, outcome.err);
            }
    }

    void outputs_go_where_the_shell_says_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("out");
        const auto row = [](const char* name, const char* script, const char* out) {
            QTest::newRow(name) << QByteArray(script) << QByteArray(out);
        };
        row("/dev/stdout into a pipe", "$P run a.json -o /dev/stdout | head -c 1", "{");
        row("/dev/fd/1 into a pipe", "$P run a.json -o /dev/fd/1 | head -c 1", "{");
        row("/proc/self/fd/1", "$P run a.json -o /proc/self/fd/1 | head -c 1", "{");
        row("a process",
            "$P run a.json -o r.json --csv >(wc -l >lines); while [ ! -s lines ]; do sleep 0.05; done; cat lines",
            "3\n");
        row("a link to a pipe", "ln -s /dev/stdout out; $P run a.json -o out | head -c 1", "{");
        row("a file behind others", "echo first >f; $P run a.json -o /dev/stdout >>f; head -c 7 f | tr '\\n' ' '",
            "first {");
        row("a descriptor", "$P code a.json --framework jax -o /dev/fd/7 7>f; head -c 1 f | wc -c", "1\n");
        row("a fifo", "mkfifo p; head -c 1 <p >f & $P run a.json -o p 2>/dev/null; wait; cat f", "{");
        row("nowhere", "$P run a.json -o /dev/null && echo done", "done\n");
        row("theory", "$P theory --activation tanh --weight-variance 2 --bias-variance 0 -o /dev/stdout | head -c 1",
            "{");
        row("audit", "$P run a.json --tensors t -o r; $P audit t -o /dev/stdout | head -c 1", "{");
        row("a file from a process", "$P run <(cat a.json) | head -c 1", "{");
    }
    void outputs_go_where_the_shell_says()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, out);
        QTemporaryDir folder;
        write(folder.filePath("a.json"), experiment());
        const Outcome outcome = run_script(folder.path(), script);
        QVERIFY2(outcome.out == out, outcome.out + outcome.err);
        QVERIFY2(!outcome.err.contains("no such file"), outcome.err);
    }

    void names_are_bytes_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QStringList>("files");   // with \xe9 for the byte
        const auto row = [](const char* name, const char* script, const QStringList& files) {
            QTest::newRow(name) << QByteArray(script) << files;
        };
        row("result", "$P run a.json -o $'r-\\xe9.json' --csv $'c-\\xe9.csv' --tensors $'t-\\xe9'",
            {"a.json", "c-\\xe9.csv", "r-\\xe9.json", "t-\\xe9"});
        row("report", "$P report a.json -o $'r-\\xe9.html'", {"a.json", "r-\\xe9.html"});
        row("figures", "$P export a.json --to $'f-\\xe9' --figures signal --size 320x200",
            {"a.json", "f-\\xe9", "f-\\xe9/signal.png"});
        row("numbers", "$P export a.json --to $'f-\\xe9' --figures signal --format csv",
            {"a.json", "f-\\xe9", "f-\\xe9/signal.csv"});
        row("animation", "$P animate a.json --vary network.depth=1,2 --size 320x200 -o $'f-\\xe9'",
            {"a.json", "f-\\xe9", "f-\\xe9/0001.png", "f-\\xe9/0002.png"});
        row("experiment", "mv a.json $'a-\\xe9.json'; $P code $'a-\\xe9.json' --framework jax -o c.py",
            {"a-\\xe9.json", "c.py"});
        row("a folder of inputs",
            "mkdir $'d-\\xe9'; mv a.json i $'d-\\xe9'; cd $'d-\\xe9'; mv i/one.png $'i/one-\\xe9.png'; "
            "sed -i 's/\"samples\": 4/\"file\": \"i\"/' a.json; cd ..; $P run $'d-\\xe9/a.json' -o r.json",
            {"d-\\xe9", "d-\\xe9/a.json", "d-\\xe9/i", "d-\\xe9/i/one-\\xe9.png", "r.json"});
    }
    void names_are_bytes()
    {
        QFETCH(QByteArray, script);
        QFETCH(QStringList, files);
        QTemporaryDir folder;
        const auto removed = qScopeGuard([&] { std::filesystem::remove_all(folder.path().toStdString()); });
        write(folder.filePath("a.json"), experiment());
        if (files.join(' ').contains("/i/")) {
            QVERIFY(QDir(folder.path()).mkdir("i"));
            QImage image(4, 4, QImage::Format_Grayscale8);
            image.fill(50);
            QVERIFY(image.save(folder.filePath("i/one.png")));
        }
        const Outcome outcome = run_script(folder.path(), script);
        QVERIFY2(outcome.status == 0, outcome.err);
        QStringList found;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path().toStdString())) {
            QByteArray name
                = QByteArray::fromStdString(entry.path().lexically_relative(folder.path().toStdString()).native());
            found << QString::fromUtf8(name.replace('\xe9', "\\xe9"));
        }
        found.sort();
        QCOMPARE(found, files);
        // The output stays UTF-8.
        if (files.contains("r.json"))
            QVERIFY(!json_object(read(folder.filePath("r.json"))).isEmpty());
    }

    /// A handout has its pictures and its pages in one folder.
    void a_handout_is_in_one_folder()
    {
        QTemporaryDir folder;
        const auto removed = qScopeGuard([&] { std::filesystem::remove_all(folder.path().toStdString()); });
        write(folder.filePath("l.json"),
            R"({"format": "stepzero-lesson", "version": 1, "title": "t", "steps": [{"title": "a", "text": "b",
                "figures": ["signal", "weights"], "experiment": {"network": {"kind": "dense", "depth": 2, "width": 16},
                "input": {"samples": 4}}}]})");
        const Outcome outcome = run_script(
            folder.path(), "$P export l.json --to $'h-\\xe9' --size 320x200; ls -d h-* | wc -l; ls h-*/handout.*");
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY2(outcome.out.startsWith("1\n"), outcome.out);
        QCOMPARE(outcome.out.count("handout."), 2);
    }

    void messages_have_no_control_characters()
    {
        QTemporaryDir folder;
        write(folder.filePath("a.json"), "{\"\x7f\xc2\x9b[31m\x1b[31mred\": 1, \"\\u001b[31m\": 2}");
        for (const char* script : {"$P run $'\\x1b[31m\\x07.json'", "$P run a.json", "$P run $'\\xe9\\n.json'",
                 "$P $'\\x1b[31m'", "$P run a.json -o $'/nowhere/\\x1b]0;title\\x07'", "$P run -- $'--\\x1b'",
                 "cp a.json $'\\x1b[1m.json'; $P run $'\\x1b[1m.json'", "$P audit $'\\x1b.pt'",
                 "$P audit a.json --config $'\\x9b'", "$P presets $'a\\x08b'"}) {
            const Outcome outcome = run_script(folder.path(), script);
            QVERIFY2(outcome.status == 2, outcome.err);
            for (const char c : outcome.err)
                QVERIFY2(c == '\n' || static_cast<unsigned char>(c) >= 0x20, outcome.err);
            QVERIFY2(!outcome.err.contains('\x7f') && !outcome.err.contains("\xc2\x9b"), outcome.err);
            for (const QByteArray& line : outcome.err.trimmed().split('\n'))
                QVERIFY2(line.startsWith("stepzero: "), outcome.err);
        }
    }

    /// Refused by kind and size, in a sentence that names the file and does not mention memory.
    void what_has_no_end_is_named_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("named");
        const auto row = [](const char* name, const char* script, const char* named) {
            QTest::newRow(name) << QByteArray(script) << QByteArray(named);
        };
        for (const char* command :
            {"run", "code --framework jax", "export --to x", "report -o x.html", "lesson", "coordinate-check", "merge"})
            QTest::addRow("%s /dev/zero", command)
                << QByteArray("$P ") + command + " /dev/zero" << QByteArray("/dev/zero");
        row("standard input", "$P run - </dev/zero", "standard input");
        row("a large file", "truncate -s 40G l.json; $P run l.json", "l.json");
        row("a large file to report", "truncate -s 40G l.json; $P report l.json -o r.pdf", "l.json");
        row("zeros as .npy", "truncate -s 40G data.npy; $P run d.json", "data.npy");
        row("zeros as .csv", "truncate -s 40G data.csv; $P run c.json", "data.csv");
        row("a device as .npy", "ln -s /dev/zero data.npy; $P run d.json", "data.npy");
        row("too long rows",
            "{ printf '\\x93NUMPY\\x01\\x00\\x76\\x00'; printf '%-117s\\n' \"{'descr': '<f4', 'fortran_order': False, "
            "'shape': (10000, 1000000), }\"; } >data.npy; truncate -s 40000000128 data.npy; $P run d.json",
            "data.npy: must have rows of 16 numbers, as the network's input has, but they have 1000000");
        row("parametrization", "$P coordinate-check a.json --parametrization /dev/zero", "/dev/zero");
        row("config", "$P run a.json --tensors t -o r; $P audit t --config /dev/zero", "/dev/zero");
        row("family", "$P run a.json --tensors t -o r; truncate -s 40G f; $P audit t --family f", "cannot read f");
        row("pin", "$P export a.json --to x --pin /dev/zero", "/dev/zero");
    }
    void what_has_no_end_is_named()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, named);
        QTemporaryDir folder;
        write(folder.filePath("a.json"), experiment());
        write(folder.filePath("d.json"), experiment({}, R"("file": "data.npy")"));
        write(folder.filePath("c.json"), experiment({}, R"("file": "data.csv")"));
        const Outcome outcome = run_script(folder.path(), "ulimit -v 8000000; " + script);
        QVERIFY2(outcome.status == 2, outcome.err);
        QVERIFY2(outcome.err.contains(named), outcome.err);
        QVERIFY2(!outcome.err.contains("for this experiment"), outcome.err);
    }

    /// A short text whose header states another size than what it inflates to: zlib stops at the stated size.
    void a_short_text_is_bounded()
    {
        constexpr uLong size = 16 << 20;
        const QByteArray zeros(qsizetype(size), '0');
        QByteArray packed(qsizetype(::compressBound(size)), '\0');
        uLongf used = uLongf(packed.size());
        QCOMPARE(::compress(reinterpret_cast<Bytef*>(packed.data()), &used,
                     reinterpret_cast<const Bytef*>(zeros.constData()), size),
            Z_OK);
        packed.truncate(qsizetype(used));
        for (const quint32 said : {quint32(1000), quint32(1 << 20), quint32(size), ~quint32(0), quint32(0)}) {
            QByteArray header(4, '\0');
            qToBigEndian(said, header.data());
            const Outcome outcome = run_program(
                {"run", "stepzero:" + QString::fromLatin1((header + packed).toBase64(QByteArray::Base64UrlEncoding))});
            QCOMPARE(outcome.status, 2);
            QCOMPARE(outcome.err,
                QByteArray(
                    "stepzero: the text after stepzero: is not an experiment: it must be the complete text copied by "
                    "\"Copy experiment\"\n"));
        }
    }

    /// Messages of libraries are suppressed.
    void a_torn_image_is_one_sentence()
    {
        QTemporaryDir folder;
        write(folder.filePath("a.json"), experiment({}, R"("file": ".")"));
        QImage image(40, 40, QImage::Format_RGB32);
        for (int i = 0; i < 1600; ++i)
            image.setPixel(i % 40, i / 40, QRgb(i * 7919));
        QVERIFY(image.save(folder.filePath("one.png")));
        const QByteArray whole = read(folder.filePath("one.png"));
        for (const qsizetype at : {whole.size() / 2, qsizetype(60), whole.size() - 20}) {
            QByteArray torn = whole;
            torn[at] = char(~torn[at]);
            for (const QByteArray& bytes : {torn, whole.left(at)}) {
                write(folder.filePath("one.png"), bytes);
                const Outcome outcome = run_in(folder.path(), {"run", "a.json", "-o", "r.json"});
                if (outcome.status != 0) {
                    QCOMPARE(outcome.status, 2);
                    QCOMPARE(outcome.err.count('\n'), 1);
                    QVERIFY2(outcome.err.contains("one.png: cannot be read as an image"), outcome.err);
                } else {
                    QCOMPARE(outcome.err, QByteArray());
                }
            }
        }
    }

    /// The sentence has the number of written files, after an interrupt at any time.
    void an_interrupted_export_says_what_it_wrote()
    {
        int some = 0;
        for (int attempt = 0; attempt < 8; attempt += 3) {
            QTemporaryDir folder;
            QProcess program;
            program.start(STEPZERO_PROGRAM, {"export", "he-relu-10", "--to", folder.path(), "--size", "1000x750"});
            QVERIFY(program.waitForStarted());
            QElapsedTimer time;
            time.start();
            while (program.state() == QProcess::Running && all_files(folder.path()).size() < 1 + attempt
                && !time.hasExpired(60'000))
                program.waitForFinished(2);
            ::kill(pid_t(program.processId()), SIGTERM);
            QVERIFY(program.waitForFinished(60'000));
            if (program.exitCode() == 0)
                continue;
            QCOMPARE(program.exitCode(), 143);
            const qsizetype files = all_files(folder.path()).size();
            some += files > 0 ? 1 : 0;
            const QByteArray said = files == 0 ? "nothing was written"
                : files == 1                   ? "1 file was written"
                                               : QByteArray::number(files) + " files were written";
            QCOMPARE(program.readAllStandardError(), "stepzero: interrupted: " + said + "\n");
        }
        QVERIFY(some > 0);
    }

    /// A command tests whether it can write its output with a temporary file, which no signal may leave behind. If
    /// signals were not held meanwhile, about one kill in 400 would leave it, and 3 of 10 runs of this test would fail.
    void an_interrupted_check_leaves_nothing()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("result.json").toStdString();
        // Qt Test handles SIGTERM by printing a stack. A child may be killed before it has done anything, so it
        // inherits the default from here.
        struct sigaction usual {
        }, before {};
        usual.sa_handler = SIG_DFL;
        ::sigaction(SIGTERM, &usual, &before);
        const auto restored = qScopeGuard([&] { ::sigaction(SIGTERM, &before, nullptr); });
        for (int attempt = 0; attempt < tested::cases(400); ++attempt) {
            const pid_t child = ::fork();
            if (child == 0)
                for (;;)
                    check_output(path);
            QVERIFY(child > 0);
            if (attempt > 0)   // the first one is killed at once
                QTest::qSleep(1 + attempt % 7);
            ::kill(child, SIGTERM);
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
        }
        QCOMPARE(all_files(folder.path()), QStringList());
    }

    /// A figure that is left out as a picture is left out as numbers too.
    void numbers_are_those_of_the_pictures()
    {
        const Inputs inputs;
        for (const char* name : {"plain.json", "study.json"}) {
            const QString source = inputs.folder.filePath(name);
            QTemporaryDir folder;
            QStringList names[2];
            for (const auto& [format, files] : {std::pair("png", &names[0]), {"csv", &names[1]}}) {
                const QString to = folder.filePath(format);
                const Outcome outcome
                    = run_program({"export", source, "--to", to, "--format", format, "--size", "320x200"});
                QVERIFY2(outcome.status == 0, outcome.err);
                for (const QString& file : all_files(to))
                    *files << file.section('.', 0, 0);
            }
            QCOMPARE(names[0], names[1]);
        }
    }

    /// The config.json contradicts the tensors: `run` would refuse the resulting experiment.
    void a_contradiction_is_said_and_nothing_is_written_data()
    {
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<QByteArray>("wrong");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("vocabulary") << QByteArray(R"("vocab_size": 50)") << QByteArray(R"("vocab_size": 60)")
                                    << QByteArray("vocab_size is 60 in its config, but 50 according to its tensors");
        QTest::newRow("more layers") << QByteArray(R"("num_hidden_layers": 2)")
                                     << QByteArray(R"("num_hidden_layers": 3)")
                                     << QByteArray(
                                            "num_hidden_layers is 3 in its config, but 2 according to its tensors");
        QTest::newRow("fewer layers") << QByteArray(R"("num_hidden_layers": 2)")
                                      << QByteArray(R"("num_hidden_layers": 1)")
                                      << QByteArray(
                                             "num_hidden_layers is 1 in its config, but 2 according to its tensors");
        QTest::newRow("width") << QByteArray(R"("hidden_size": 32)") << QByteArray(R"("hidden_size": 64)")
                               << QByteArray("hidden_size is 64 in its config, but 32 according to its tensors");
    }
    void a_contradiction_is_said_and_nothing_is_written()
    {
        QFETCH(QByteArray, right);
        QFETCH(QByteArray, wrong);
        QFETCH(QByteArray, said);
        QTemporaryDir folder;
        const QString drawn = folder.filePath("drawn.json"), model = folder.filePath("model");
        QVERIFY(QDir().mkdir(model));
        write(drawn, R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "transformer", "depth": 2,
            "width": 32, "heads": 4, "vocabulary": 50, "context": 16, "position": "rotary", "norm": "rms_norm",
            "norm_epsilon": 1e-6, "activation": "swiglu", "tied": false, "biases": false},
            "input": {"samples": 2, "tokens": 16}})");
        const QByteArray config = R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 32,
            "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 50, "max_position_embeddings": 16,
            "rms_norm_eps": 1e-6, "hidden_act": "silu"})";
        QCOMPARE(run_program({"run", drawn, "--tensors", model + "/model.safetensors", "-o", "/dev/null"}).status, 0);
        write(model + "/config.json", config);
        const QString made = folder.filePath("made.json");
        const Outcome good = run_program({"audit", model, "--experiment", made});
        QVERIFY2(good.status < 2 && QFile::remove(made), good.err);
        write(model + "/config.json", QByteArray(config).replace(right, wrong));
        const Outcome outcome = run_program({"audit", model, "--experiment", made});
        QVERIFY2(outcome.status == 2, outcome.err);
        QVERIFY2(outcome.err.contains(said), outcome.err);
        QVERIFY(!QFile::exists(made));
    }

    /// Ten problems and the number of others are shown, however many there are.
    void many_problems_are_ten()
    {
        QTemporaryDir folder;
        QByteArray steps;
        for (int i = 0; i < 40; ++i)
            steps += QByteArray(i == 0 ? "" : ",")
                + R"({"title": {"en": "t"}, "text": {"en": "t"}, "experiment": {"format":
                "stepzero-experiment", "version": 1, "network": {"kind": "dense"}}, "figures": ["nonsense"]})";
        write(folder.filePath("l.json"),
            R"({"format": "stepzero-lesson", "version": 1, "title": {"en": "t"}, "steps": [)" + steps + "]}");
        const Outcome outcome = run_in(folder.path(), {"lesson", "l.json"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.count('\n') == 11 && outcome.err.contains("more problems"), outcome.err);
    }
};

STEPZERO_TEST(TestCommandsFiles, QCoreApplication)

}   // namespace tst_commands_files
#include "tst_commands_files.moc"
