// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in experiments.
#include <QDir>
#include <QTest>
#include <set>

#include "core/base/words/registry.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/files/title.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/study/capture_study.h"
#include "core/study/grid/grid_json.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_presets {

using namespace stepzero;

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
            const Experiment experiment = networks::preset(preset.name);
            QVERIFY(validate(experiment).empty());
            QCOMPARE(experiment.title, preset.title.english());
            QVERIFY2(!preset.title.empty() && titles.insert(preset.title.english()).second, preset.name.c_str());
            QCOMPARE(find_preset(preset.name), &preset);
        }
        QCOMPARE(find_preset("none"), nullptr);
    }

    /// Examples are small, and show one fault each.
    void every_example_capture_has_one_finding()
    {
        const QStringList files = QDir(STEPZERO_SOURCE_DIR "/resources/captures")
                                      .entryList({"*.stepzero-capture.json"}, QDir::Files, QDir::Name);
        QCOMPARE(example_captures().size(), std::size_t(files.size()));
        std::set<std::string> titles;
        for (const Preset& example : example_captures()) {
            QVERIFY2(example.text.size() < 60'000, example.name.c_str());
            QVERIFY2(titles.insert(example.title.english()).second && example.title.english() != example.name,
                example.name.c_str());
            auto read = parse_capture(example.text);
            QVERIFY2(std::holds_alternative<CaptureFile>(read), example.name.c_str());
            const CaptureStudyPtr study = capture_study(std::get<CaptureFile>(std::move(read)), example.name);
            QCOMPARE(study->findings.size(), std::size_t(1));
            QCOMPARE(study->findings.front().severity, Severity::warning);
            QCOMPARE(find_example_capture(example.name), &example);
        }
        QCOMPARE(find_example_capture("none"), nullptr);
    }

    /// A preset says what it is for and where its numbers come from, in texts that fit under a picture.
    void every_preset_is_described()
    {
        std::set<std::string> used;
        std::set<int> places;
        for (const Preset& preset : presets()) {
            const PresetInfo& info = preset.info;
            QVERIFY2(find_member(preset_groups(), info.group), preset.name.c_str());
            used.insert(info.group);
            const std::string about = info.about.english();
            QVERIFY2(about.ends_with('.') && about.size() <= 100, (preset.name + ": " + about).c_str());
            QVERIFY2(info.source.empty() == info.link.empty() || info.date == "1998", preset.name.c_str());
            if (info.welcome > 0)
                QVERIFY2(places.insert(info.welcome).second, preset.name.c_str());
        }
        QCOMPARE(used.size(), preset_groups().size());
        QCOMPARE(places, (std::set {1, 2, 3, 4, 5, 6}));
        std::size_t grouped = 0;
        for (const PresetGroup& group : preset_groups())
            grouped += presets_of(group).size();
        QCOMPARE(grouped, presets().size());
        QCOMPARE(source_line(find_preset("gpt2-small")->info), std::string("Radford et al., GPT-2 (2019-02)"));
    }

    void descriptions_are_checked_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("problem");
        QTest::newRow("no object") << "3"
                                   << "preset: must be an object, got 3";
        QTest::newRow("no sentence") << R"({"group": "vision"})"
                                     << "preset.about: is required";
        QTest::newRow("group") << R"({"group": "visions", "about": "A."})"
                               << "preset.group: must be one of language_models, vision";
        QTest::newRow("date") << R"({"group": "vision", "about": "A.", "source": "s", "date": "2025-1"})"
                              << "preset.date: must be a date such as 2025-10, got \"2025-1\"";
        QTest::newRow("link") << R"({"group": "vision", "about": "A.", "source": "s", "link": "http://a"})"
                              << "preset.link: must begin with https://, got \"http://a\"";
        QTest::newRow("no source") << R"({"group": "vision", "about": "A.", "date": "2025"})"
                                   << "preset.source: is required";
        QTest::newRow("unknown") << R"({"group": "vision", "about": "A.", "abuot": 1})"
                                 << "preset.abuot: is not known";
    }
    void descriptions_are_checked()
    {
        QFETCH(QString, preset);
        QFETCH(QString, problem);
        const std::string text = R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "dense"},
            "preset": )"
            + preset.toStdString() + "}";
        const auto parsed = parse_experiment(text);
        const auto* problems = std::get_if<std::vector<Problem>>(&parsed);
        QVERIFY(problems);
        QCOMPARE(problems->size(), std::size_t(1));
        const std::string told = sentence("", problems->front()).english();
        QVERIFY2(told.find(problem.toStdString()) != std::string::npos, told.c_str());
    }

    /// The description belongs to the built-in file: it is neither kept nor written.
    void descriptions_are_not_kept()
    {
        const std::string written = format_experiment(networks::preset("he-relu-10"));
        QVERIFY(written.find("\"preset\"") == std::string::npos);
    }

    /// A preset's title is shown while the network equals the preset; a title that the user typed always stays.
    void titles_are_true()
    {
        for (const Preset& preset : presets()) {
            Experiment e = networks::preset(preset.name);
            ++e.seed;
            e.input.samples = 3;
            QCOMPARE(title_of(e).english(), preset.title.english());
            Experiment changed = e;
            changed.network.bias = {"normal", {{"std", 0.125}}};
            QVERIFY2(has_outdated_title(changed), preset.name.c_str());
            QCOMPARE(title_of(changed).english(), generated_title(changed).english());
            QVERIFY2(title_of(changed) != preset.title, preset.name.c_str());
            changed.title = "Mine";
            QCOMPARE(title_of(changed).english(), std::string("Mine"));
            changed.title.clear();
            QCOMPARE(title_of(changed).english(), generated_title(e).english());
            QCOMPARE(title_of(e).english(), preset.title.english());   // as after an undo
        }
        for (const Preset& preset : study_presets()) {
            Grid grid = std::get<Grid>(parse_grid(preset.text));
            QCOMPARE(title_of(grid).english(), preset.title.english());
            grid.axes.front().values.pop_back();
            grid.axes.front().labels.pop_back();
            QVERIFY(title_of(grid).empty());
            grid.title = "Mine";
            QCOMPARE(title_of(grid).english(), std::string("Mine"));
        }
    }

    void titles_are_generated()
    {
        Experiment e;
        e.network.weight = {"xavier_normal", {}};
        QCOMPARE(generated_title(e).english(), std::string("Xavier, ReLU, 10 × 256"));
        e.network.weight = {"xavier_uniform", {{"gain", 3.0}}};
        e.network.widths = {512, 512, 10};
        e.network.overrides = {{3, Activation {"linear", {}}, {}, {}}};
        QCOMPARE(generated_title(e).english(), std::string("Xavier, gain 3, ReLU, 512–512–512–10, layer 3 differs"));
        for (const NetworkKind& kind : kinds()) {
            Experiment of_kind;
            of_kind.network = kind.network;
            of_kind.network.weight = {"normal", {{"std", 0.02}}};
            const std::string title = generated_title(of_kind).english();
            QVERIFY2(title.starts_with("Normal, std 0.02, ") && title.ends_with(shape_text(of_kind.network).english()),
                title.c_str());
            QVERIFY(title.find(activation_text(of_kind.network.activation).english()) != std::string::npos);
        }
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
        const Experiment experiment = networks::preset(preset->name);
        QCOMPARE(experiment.network.width, 1000);
        QCOMPARE(experiment.network.depth, 10);
        QCOMPARE(experiment.input.samples, 1000);
        QCOMPARE(experiment.network.activation.name, std::string("relu"));
        QCOMPARE(QString::fromStdString(experiment.network.weight.scheme), scheme);
        QCOMPARE(experiment.network.bias.scheme, std::string("zeros"));
    }

    void the_two_stds_of_the_notes_differ()
    {
        const auto std_of
            = [](const char* name) { return number(networks::preset(name).network.weight.parameters, "std"); };
        QCOMPARE(std_of("notes-naive"), 0.01);
        QCOMPARE(std_of("notes-fixed"), 0.02);
    }
};

STEPZERO_TEST(TestPresets, NoApplication)

}   // namespace tst_presets
#include "tst_presets.moc"
