// SPDX-License-Identifier: GPL-3.0-or-later
// `stepzero export`: every figure of every kind, preset and study in every format, and what is left out.
#include <QDir>
#include <QFile>
#include <QImageReader>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/proposed_grid.h"
#include "tests/app/program.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "widgets/figures/figures.h"

namespace tst_commands_export {

using namespace stepzero;

namespace {

const QByteArray small = R"({"format": "stepzero-experiment", "version": 1,
  "network": {"kind": "dense", "depth": 3, "width": 16, "activation": "tanh"}, "input": {"samples": 8}})";

/// A format, and the first bytes of its files.
const QVector<QPair<QString, QByteArray>> formats {{"png", "\x89PNG"}, {"svg", "<?xml"}, {"pdf", "%PDF"}, {"csv", ""}};

/// Reduces an experiment to what takes milliseconds: its kind, activation and schemes.
Experiment reduced(Experiment e)
{
    Network& n = e.network;
    const auto no_more = [](int& value, int most) { value = std::min(value, most); };
    for (int& width : n.widths)
        no_more(width, 16);
    if (n.input_width)
        no_more(*n.input_width, 16);
    no_more(n.depth, 3);
    no_more(n.width, 16);
    const auto option = [&](const char* name, double most) {
        if (const auto found = n.options.find(name); found != n.options.end())
            if (double* number = std::get_if<double>(&found->second))
                *number = std::min(*number, most);
    };
    option("heads", 2);
    option("key_value_heads", 2);
    option("context", 64);
    option("vocabulary", 50);
    option("size", 32);
    option("classes", 10);
    option("stem_channels", 16);
    option("norm_groups", 4);
    std::erase_if(n.overrides, [&](const LayerOverride& own) { return own.layer > depth(n); });
    no_more(e.input.samples, 3);
    no_more(e.input.tokens, 4);
    no_more(e.replicas, 2);
    return e;
}

/// Reduces a study in the same way, to two values per list.
Grid reduced(const Grid& grid)
{
    std::vector<GridAxis> axes = grid.axes;
    for (GridAxis& axis : axes)
        if (axis.values.size() > 2) {
            axis.values.resize(2);
            axis.labels.resize(2);
        }
    return grid_of(reduced(cell_experiment(grid, 0)), axes);
}

QStringList figures_of(const QString& subject, const QString& format)
{
    QStringList files;
    for (const FigureKind& figure : figureKinds())
        if (figure.places.contains(subject))
            files << figure.id + '.' + format;
    files.sort();
    return files;
}

/// Exports all figures of a text, and compares the files and the figures reported as left out with the expectation.
void export_all(const QByteArray& text, const QString& subject, const QPair<QString, QByteArray>& format)
{
    const auto& [name, start] = format;
    QTemporaryDir folder;
    const Outcome outcome
        = run_program({"export", "-", "--to", folder.path(), "--format", name, "--size", "320x200"}, {text});
    QVERIFY2(outcome.status == 0, qPrintable(name + ": " + outcome.err + text));
    QStringList files = all_files(folder.path());
    for (const QString& file : files)
        QVERIFY2(read(folder.filePath(file)).startsWith(start), qPrintable(file));
    QVERIFY(files.size() >= 4);
    for (const QByteArray& line : outcome.err.split('\n'))
        if (const QByteArray words = "stepzero: left out "; line.startsWith(words)) {
            const QString figure = line.mid(words.size(), line.indexOf(':', words.size()) - words.size());
            QVERIFY2(line.size() > words.size() + figure.size() + 5, line);   // and it gives a reason
            files << figure + '.' + name;
        }
    files.sort();
    QCOMPARE(files, figures_of(subject, name));
}

}   // namespace

class TestCommandsExport : public QObject {
    Q_OBJECT
private slots:
    /// Presets in one format in turn; every kind as a picture and as numbers, if no preset has shown it so; and the
    /// first study in every format.
    void every_preset_and_format_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("subject");
        QTest::addColumn<int>("format");
        int turn = 0;
        std::set<std::pair<std::string, bool>> shown;   // kinds, as pictures or as numbers
        for (std::size_t i = 0; i < presets().size(); ++i) {
            const Preset& preset = presets()[i];
            if (!tested::in_turn(i))
                continue;
            const Experiment e = reduced(networks::preset(preset.name));
            const int format = turn++ % int(formats.size());
            shown.emplace(e.network.kind, formats[format].first != "csv");
            QTest::newRow(preset.name.c_str())
                << QByteArray::fromStdString(format_experiment(e)) << subjectOf(kind_of(e.network)) << format;
        }
        for (const Preset& preset : study_presets()) {
            const auto text = QByteArray::fromStdString(format_grid(reduced(std::get<Grid>(parse_grid(preset.text)))));
            const bool first = &preset == &study_presets().front();
            for (int format = 0; format < (first ? int(formats.size()) : 1); ++format)
                QTest::addRow("%s %d", preset.name.c_str(), format)
                    << text << manyExperiments << (first ? format : turn++ % int(formats.size()));
        }
        for (const NetworkKind& kind : kinds())
            for (int format = 0; format < int(formats.size()); ++format) {
                if (!shown.emplace(kind.name, formats[format].first != "csv").second && !tested::every_case())
                    continue;
                Experiment e;
                e.network = kind.network;
                e.input = kind.input;
                QTest::addRow("%s %d", kind.name.c_str(), format)
                    << QByteArray::fromStdString(format_experiment(reduced(e))) << subjectOf(kind) << format;
            }
    }
    void every_preset_and_format()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, subject);
        QFETCH(int, format);
        export_all(text, subject, formats[format]);
    }

    /// Signal and gradient of a squared ReLU exceed 10^(2^63) in either direction.
    void numbers_off_the_scale_data()
    {
        QTest::addColumn<QByteArray>("variance");
        QTest::addColumn<QString>("beyond");
        QTest::newRow("growing") << QByteArray("40") << "inf";
        QTest::newRow("vanishing") << QByteArray("0.05") << "0";
    }
    void numbers_off_the_scale()
    {
        QFETCH(QByteArray, variance);
        QFETCH(QString, beyond);
        const QByteArray text = R"({"format": "stepzero-experiment", "version": 1,
  "network": {"kind": "dense", "depth": 66, "width": 8, "activation": "squared_relu",
  "weight": {"scheme": "mean_field", "variance": )"
            + variance + R"(}}, "input": {"samples": 4}})";
        const QTemporaryDir folder;
        for (const char* format : {"svg", "csv"}) {
            const Outcome outcome
                = run_program({"export", "-", "--to", folder.path(), "--format", format, "--size", "320x200"}, {text});
            QCOMPARE(outcome.status, 0);
            for (const QFileInfo& file : QDir(folder.path()).entryInfoList({QStringLiteral("*.") + format}))
                QVERIFY2(!read(file.filePath()).contains("2147483648"), qPrintable(file.fileName()));
        }
        const QStringList last
            = QString::fromUtf8(read(folder.filePath("signal.csv"))).trimmed().split('\n').last().split(',');
        QVERIFY2(last.contains(beyond), qPrintable(last.join(' ')));
        const Outcome report = run_program({"report", "-", "-o", folder.filePath("report.html")}, {text});
        QCOMPARE(report.status, 0);
        QVERIFY(read(folder.filePath("report.html")).contains("off the scale"));
    }

    void nothing_empty_unasked()
    {
        const QByteArray blocks = R"({"format": "stepzero-experiment", "version": 1,
          "network": {"kind": "residual", "depth": 2, "width": 16}, "input": {"samples": 3}})";
        QTemporaryDir folder;
        const Outcome all = run_program({"export", "-", "--to", folder.path(), "--size", "320x200"}, {blocks});
        QCOMPARE(all.status, 0);
        QVERIFY2(all.err.contains("stepzero: left out compare: choose a comparison\n"), all.err);
        QVERIFY(!all_files(folder.path()).contains("compare.png"));
        const Outcome named
            = run_program({"export", "-", "--to", folder.path(), "--figures", "compare,signal"}, {blocks});
        QCOMPARE(named.status, 2);
        QVERIFY2(named.err.contains("the figure compare needs --comparison NAME"), named.err);
        const Outcome compared = run_program({"export", "-", "--to", folder.path(), "--figures", "compare", "--size",
                                                 "320x200", "--comparison", "residual_scaling"},
            {blocks});
        QVERIFY2(compared.status == 0, compared.err);
        QVERIFY(all_files(folder.path()).contains("compare.png"));
        QByteArray unmeasured = small;
        unmeasured.replace(R"("samples": 8})", R"("samples": 8}, "measure": {"correlation": false})");
        const Outcome asked = run_program(
            {"export", "-", "--to", folder.path(), "--figures", "correlation", "--size", "320x200"}, {unmeasured});
        QVERIFY2(asked.status == 0, asked.err);
        QVERIFY(all_files(folder.path()).contains("correlation.png"));
    }

    void a_chosen_scale_is_kept()
    {
        QTemporaryDir folder;
        const auto drawn = [&](const QStringList& more) {
            const Outcome outcome = run_program(
                QStringList {"export", "-", "--to", folder.path(), "--figures", "signal"} + more, {small});
            return outcome.status == 0 ? QImage(folder.filePath("signal.png")) : QImage();
        };
        const QImage usual = drawn({});
        QCOMPARE(usual.size(), QSize(1600, 900));
        QCOMPARE(drawn({"--scale", "1.818181818"}), usual);   // 900 / 45 / 11
        QVERIFY(drawn({"--scale", "1"}) != usual);
    }

    void takes_the_figures_and_sizes_that_are_named()
    {
        QTemporaryDir folder;
        const Outcome outcome = run_program({"export", "-", "--to", folder.path(), "--figures", "signal", "--size",
                                                "100x50mm", "--dpi", "254", "--layer", "2"},
            {small});
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(all_files(folder.path()), QStringList {"signal.png"});
        QCOMPARE(QImageReader(folder.filePath("signal.png")).size(), QSize(1000, 500));
    }

    void makes_the_folder_and_is_quiet()
    {
        QTemporaryDir folder;
        const QString to = folder.filePath("new/figures");
        const Outcome outcome
            = run_program({"export", "-", "--to", to, "--size", "800x450", "--theme", "dark"}, {small});
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY2(outcome.out.isEmpty(), outcome.out);
        for (const QString& file : all_files(to))
            QCOMPARE(QImageReader(to + "/" + file).size(), QSize(800, 450));
    }
};

STEPZERO_TEST(TestCommandsExport, QCoreApplication)

}   // namespace tst_commands_export
#include "tst_commands_export.moc"
