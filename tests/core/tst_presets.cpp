// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that come with the program.
#include <QDir>
#include <QTest>
#include <set>

#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/files/validate.h"

using namespace stepzero;

namespace {
Experiment experiment_of(const Preset& preset)
{
    auto parsed = parse_experiment(preset.text);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        qFatal("%s", sentence(preset.name, problems->front()).c_str());
    return std::get<Experiment>(parsed);
}
}   // namespace

class TestPresets : public QObject {
    Q_OBJECT

private slots:
    void every_file_is_embedded()
    {
        const QDir folder(STEPZERO_SOURCE_DIR "/resources/presets");
        const QStringList files = folder.entryList({"*.stepzero.json"}, QDir::Files, QDir::Name);
        QVERIFY(files.size() >= 12);
        QCOMPARE(presets().size(), std::size_t(files.size()));
        for (int i = 0; i < files.size(); ++i) {
            const Preset& preset = presets()[std::size_t(i)];
            QCOMPARE(QString::fromStdString(preset.name) + ".stepzero.json", files[i]);
            QFile file(folder.filePath(files[i]));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(QByteArray(preset.text.data(), qsizetype(preset.text.size())), file.readAll());
        }
    }

    void every_preset_is_valid_and_has_its_own_title()
    {
        std::set<std::string> titles;
        for (const Preset& preset : presets()) {
            const Experiment experiment = experiment_of(preset);
            QVERIFY(validate(experiment).empty());
            QCOMPARE(experiment.title, preset.title);
            QVERIFY2(!preset.title.empty() && titles.insert(preset.title).second, preset.name.c_str());
            QCOMPARE(find_preset(preset.name), &preset);
        }
        QCOMPARE(find_preset("none"), nullptr);
    }

    void notes_are_as_in_the_notes_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::newRow("notes-naive") << "normal";
        QTest::newRow("notes-xavier") << "xavier_normal";
        QTest::newRow("notes-he") << "kaiming_normal";
        QTest::newRow("notes-orthogonal") << "orthogonal";
        QTest::newRow("notes-fixed") << "normal";
        QTest::newRow("notes-identity") << "eye";
    }

    void notes_are_as_in_the_notes()
    {
        QFETCH(QString, scheme);
        const Preset* preset = find_preset(QTest::currentDataTag());
        QVERIFY(preset);
        const Experiment experiment = experiment_of(*preset);
        QCOMPARE(experiment.network.width, 1000);
        QCOMPARE(experiment.network.depth, 10);
        QCOMPARE(experiment.input.samples, 1000);
        QCOMPARE(experiment.network.activation.name, std::string("relu"));
        QCOMPARE(QString::fromStdString(experiment.network.weight.scheme), scheme);
        QCOMPARE(experiment.network.bias.scheme, std::string("zeros"));
    }

    void the_two_stds_of_the_notes_differ()
    {
        const auto std_of = [](const char* name) {
            return number(experiment_of(*find_preset(name)).network.weight.parameters, "std");
        };
        QCOMPARE(std_of("notes-naive"), 0.01);
        QCOMPARE(std_of("notes-fixed"), 0.02);
    }
};

QTEST_APPLESS_MAIN(TestPresets)
#include "tst_presets.moc"
