// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <sys/stat.h>

#include "app/commands/short_text.h"
#include "app/commands/source.h"
#include "app/document.h"
#include "app/open_file.h"
#include "app/settings.h"
#include "core/files/complete.h"
#include "core/files/presets.h"
#include "core/files/title.h"
#include "core/train/default_training.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "widgets/file_path.h"

namespace tst_document {

using namespace stepzero;

class TestDocument : public QObject {
    Q_OBJECT
private slots:
    void aDragIsOneStep();
    void thereAndBackIsNoStep();
    void titlesFollowTheNetwork();
    void savesAndOpens();
    void stepsHideTheFileOfTheirOwn();
    void badFilesTellAll();
    void settings();
    void shortTextsHoldAllOfAnExperiment();
    void cutTextsAreToldSo();
    void namesOfFilesAreBytes();
    void whatHasNoEndIsNotOpened();
};

static Experiment ofDepth(int depth)
{
    Experiment e;
    e.network.depth = depth;
    return e;
}

void TestDocument::aDragIsOneStep()
{
    Document document;
    for (int depth = 11; depth <= 60; ++depth)
        document.edit(ofDepth(depth), {"Depth", "depth 1", true});
    document.edit(ofDepth(70), {"Depth", "depth 2", true});
    QCOMPARE(document.undoStack()->count(), 2);
    document.undoStack()->undo();
    QCOMPARE(document.experiment().network.depth, 60);
    document.undoStack()->undo();
    QVERIFY(document.experiment() == Experiment());
    QVERIFY(!document.isDirty());
    document.undoStack()->redo();
    QCOMPARE(document.experiment().network.depth, 60);
    QCOMPARE(document.undoStack()->undoText(), QString("Depth"));
}

void TestDocument::thereAndBackIsNoStep()
{
    Document document;
    document.edit(ofDepth(20), {"Depth", "depth 1", true});
    document.edit(ofDepth(10), {"Depth", "depth 1", true});
    QCOMPARE(document.undoStack()->count(), 0);
    QVERIFY(document.experiment() == Experiment());
    document.edit(ofDepth(20), {"Depth", {}, false});
    document.edit(ofDepth(30), {"Depth", {}, false});
    QCOMPARE(document.undoStack()->count(), 2);
}

/// The shown and the saved title, through a drag and its undo.
void TestDocument::titlesFollowTheNetwork()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath("a.stepzero.json");
    const auto saved = [&](Document& document) {
        QString error;
        QStringList problems;
        [&] { QVERIFY2(document.save(path, &error), qPrintable(error)); }();
        return std::get<OpenedExperiment>(*openFile(path, &problems)).experiment;
    };
    const Experiment he = networks::preset("notes-he");
    Document document;
    document.edit(he, {"Preset", {}, false});
    QCOMPARE(saved(document).title, he.title);
    Experiment deeper = he;
    for (const int depth : {11, 20, 10, 12}) {
        deeper.network.depth = depth;
        document.edit(deeper, {"Depth", "depth", true});
        QCOMPARE(title_of(document.experiment()).english(), depth == 10 ? he.title : generated_title(deeper).english());
    }
    // A file has no title if the window generates it, so that it is generated again after each change.
    QCOMPARE(saved(document).title, std::string());
    QCOMPARE(title_of(saved(document)).english(), std::string("He, ReLU, 12 × 1000"));
    document.undoStack()->undo();
    QCOMPARE(title_of(document.experiment()).english(), he.title);
    Experiment named = deeper;
    named.title = "Mine";
    document.edit(named, {"Title", {}, false});
    QCOMPARE(saved(document).title, std::string("Mine"));
}

void TestDocument::savesAndOpens()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QString::fromUtf8("Schicht für Schicht.stepzero.json"));
    Document document;
    document.edit(with_completed_parameters(ofDepth(33)), {"Depth", {}, false});
    QVERIFY(document.isDirty());
    QString error;
    QVERIFY(document.save(path, &error));
    QVERIFY(!document.isDirty());
    QStringList problems;
    const auto opened = openFile(path, &problems);
    QVERIFY2(opened, qPrintable(problems.join('\n')));
    QVERIFY(std::get<OpenedExperiment>(*opened).experiment == document.experiment());
    QVERIFY(!document.save(dir.filePath("no/such/folder/x.json"), &error));
    QVERIFY(!error.isEmpty());
    QCOMPARE(document.path(), path);

    const auto preset = openFile("notes-he", &problems);
    QVERIFY(preset && std::get<OpenedExperiment>(*preset).path.isEmpty());

    const auto study = openFile("notes-six-schemes", &problems);
    QVERIFY(study && std::get<OpenedGrid>(*study).path.isEmpty());
    QCOMPARE(cell_count(std::get<OpenedGrid>(*study).grid), std::size_t(12));
}

/// Save would write a lesson's step over the user's experiment.
void TestDocument::stepsHideTheFileOfTheirOwn()
{
    const QTemporaryDir folder;
    const auto saved = [&](Document& document, const char* name) {
        QString error;
        return document.save(folder.filePath(name), &error);
    };
    Document document;
    QVERIFY(saved(document, "own.json"));
    document.beginSteps("Lesson");
    QVERIFY(!document.hidesOwn());
    document.edit(ofDepth(20), {"Step 1", {}, false});
    QVERIFY(document.hidesOwn());
    document.endSteps();
    QVERIFY(document.hidesOwn());
    document.undoStack()->undo();
    QVERIFY(!document.hidesOwn());
    document.undoStack()->redo();

    QVERIFY(saved(document, "step.json"));
    QVERIFY(!document.hidesOwn());
    document.edit(ofDepth(21), {"Depth", {}, false});
    QVERIFY(!document.hidesOwn());

    const std::optional<Document::Own> own = document.own();
    document.replace(document.experiment(), folder.filePath("own.json"), false, own);
    QVERIFY(document.hidesOwn());
}

void TestDocument::badFilesTellAll()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath("bad.stepzero.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "stepzero-experiment", "version": 1,
        "network": {"kind": "dense", "depth": -3, "activation": "rellu", "wight": 3}})");
    file.close();
    QStringList problems;
    QVERIFY(!openFile(path, &problems));
    QVERIFY2(problems.size() >= 3, qPrintable(problems.join('\n')));
    for (const QString& problem : problems)
        QVERIFY2(problem.contains("bad.stepzero.json: "), qPrintable(problem));
    QVERIFY(problems.join('\n').contains("network.depth"));
    QVERIFY(!openFile(dir.filePath("missing.json"), &problems));
    QCOMPARE(problems.size(), 1);
}

void TestDocument::settings()
{
    const QTemporaryDir dir;
    {
        Settings settings(dir.path());
        QCOMPARE(settings.value("look/scale").toDouble(), 0.0);   // determined by the screen
        settings.set("look/scale", 1.5);
        settings.set("document/recent", QStringList {"a", "b"});
    }
    Settings again(dir.path());
    QCOMPARE(again.value("look/scale").toDouble(), 1.5);
    QCOMPARE(again.value("document/recent").toStringList(), (QStringList {"a", "b"}));
    {
        QSettings raw(dir.filePath("stepzero.ini"), QSettings::IniFormat);
        raw.setValue("look/scale", "huge");
    }
    Settings damaged(dir.path());
    QCOMPARE(damaged.value("look/scale").toDouble(), 0.0);
}

void TestDocument::shortTextsHoldAllOfAnExperiment()
{
    std::size_t longest = 0;
    for (const Preset& preset : presets()) {
        Experiment e = networks::preset(preset.name);
        for (const bool trained : {false, true}) {
            if (trained)
                e.train = default_training(e.network);
            e = with_completed_parameters(e);
            const std::string text = short_text(e);
            QVERIFY(text.find_first_not_of("stepzero:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
                == std::string::npos);
            longest = std::max(longest, text.size());
            // Chats break lines.
            std::string broken = text;
            broken.insert(40, "\n  ");
            for (const std::string& each : {text, broken})
                QVERIFY2(experiment_from(each) == e, preset.name.c_str());
        }
    }
    QVERIFY2(longest < 1000, qPrintable(QString::number(longest)));
    QVERIFY(short_text(with_completed_parameters(Experiment())).size() < 200);
}

void TestDocument::cutTextsAreToldSo()
{
    const std::string text = short_text(with_completed_parameters(Experiment()));
    for (const std::string& bad :
        {text.substr(0, text.size() / 2), std::string("stepzero:"), std::string("stepzero:AAAA"),
            std::string("stepzero:____________"), text.substr(0, 20) + "%" + text.substr(20)}) {
        try {
            experiment_from(bad);
            QFAIL(bad.c_str());
        } catch (const BadExperiment& error) {
            QVERIFY(std::string(error.what()).starts_with("the text after stepzero: is not an experiment"));
        }
    }
}

void TestDocument::namesOfFilesAreBytes()
{
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
        std::string name;
        for (int k = 0; k < 12; ++k)
            name += random() % 3 == 0 ? std::string("\xf0\x9d\x9c\x8e é") : std::string(1, char(1 + random() % 255));
        QCOMPARE(pathOf(pathText(name)).native(), name);
    }
    const QString plain = QStringLiteral("/α/𝜎 é.json");
    QCOMPARE(pathText(plain.toStdString()), plain);
    QCOMPARE(pathOf(plain).native(), plain.toStdString());
}

/// Refused by kind or size, with the name.
void TestDocument::whatHasNoEndIsNotOpened()
{
    QTemporaryDir dir;
    const QString pipe = dir.filePath("pipe"), large = dir.filePath("large");
    QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
    QFile file(large);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64(40) << 30));
    for (const QString& name : {pipe, large, QStringLiteral("/dev/zero")}) {
        QStringList problems;
        QVERIFY(!openFile(name, &problems));
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.first().contains(name), qPrintable(problems.first()));
    }
}

STEPZERO_TEST(TestDocument, QApplication)

}   // namespace tst_document
#include "tst_document.moc"
