// SPDX-License-Identifier: GPL-3.0-or-later
// The history of experiments: what is recorded and in which order, its file, and its panel.
#include <QAbstractItemModel>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>

#include "app/application.h"
#include "app/document.h"
#include "app/history_file.h"
#include "app/history_list.h"
#include "app/history_panel.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "app/workspace.h"
#include "core/base/formats/file.h"
#include "core/study/caches.h"
#include "core/study/make_study.h"
#include "core/study/study.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "widgets/language/language.h"
#include "widgets/language/verdict_text.h"

namespace tst_history {

using namespace stepzero;

namespace {

constexpr int patience = 60000;

Experiment seeded(int seed)
{
    Experiment e = networks::of_kind("dense", 4, 16, {}, 8);
    e.seed = std::uint64_t(seed);
    return e;
}

/// Returns a complete study of an experiment that differs from seeded() by numbers that the depth does not depend on.
Study studyOf(const Experiment& experiment)
{
    static const StudyPtr computed = [] {
        StudyCaches caches(0);
        return full_study({.experiment = seeded(0)}, caches, {});
    }();
    Study study = *computed;
    study.experiment = experiment;
    return study;
}

struct Tried {
    Document document;
    History history {document};

    void edit(const Experiment& experiment, const QString& key = {}, bool dragging = false)
    {
        document.edit(experiment, {QStringLiteral("test"), key, dragging});
        show();
    }
    void show() { history.record(studyOf(document.experiment())); }
    QVector<int> seeds() const
    {
        QVector<int> all;
        for (const HistoryEntryPtr& entry : history.entries())
            all << int(entry->experiment.seed);
        return all;
    }
};

HistoryEntries entriesOf(int count)
{
    Tried tried;
    for (int seed = 1; seed <= count; ++seed)
        tried.edit(seeded(seed));
    return tried.history.entries();
}

/// The panel of a workspace whose history has seeds 5 to 1.
struct OpenedPanel {
    OpenedPanel()
    {
        settings.set("history/kept", false);   // studies of the workspace arrive at any time
        workspace.history().load(entriesOf(5));
        panel = std::make_unique<HistoryPanel>(workspace, settings);
        panel->resize(300, 500);
        panel->show();
        good = QTest::qWaitForWindowExposed(panel.get());
    }
    QAbstractItemModel& model() { return *panel->list()->model(); }
    QString text(int row) { return model().index(row, 0).data().toString(); }
    void choose(int row) { panel->list()->setCurrentIndex(model().index(row, 0)); }
    QVector<int> seeds()
    {
        QVector<int> all;
        for (const HistoryEntryPtr& entry : workspace.history().entries())
            all << int(entry->experiment.seed);
        return all;
    }

    QTemporaryDir folder;
    Settings settings {folder.path()};
    Workspace workspace;
    std::unique_ptr<HistoryPanel> panel;
    bool good = false;
};

}   // namespace

class TestHistory : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void cleanup() { setLanguage(QStringLiteral("en")); }
    void undoStepsAreEntries();
    void whatReturnsMovesUp();
    void openedFilesAreSeparate();
    void removedIsNotRecordedAgain();
    void theOldestGo();
    void earlierEntriesAreBelow();
    void fileHasEverything();
    void fileIsSmall();
    void damagedFiles_data();
    void damagedFiles();
    void damagedEntriesAreLeftOut();
    void workspaceRecords();
    void days();
    void filterAndWords();
    void restoreIsOneUndoStep();
    void pinAndRemove();
    void clearAsks();
    void itCanBeSwitchedOff();
    void panelIsInTheLanguage();
    void keyBringsItToTheFront();
};

void TestHistory::undoStepsAreEntries()
{
    Tried t;
    t.edit(seeded(1));
    t.edit(seeded(2));
    QCOMPARE(t.seeds(), (QVector<int> {2, 1}));
    // Values on the way of a drag do not stay, although their studies were complete.
    for (const int seed : {3, 4, 5})
        t.edit(seeded(seed), QStringLiteral("drag 1"), true);
    QCOMPARE(t.seeds(), (QVector<int> {5, 2, 1}));
    t.edit(seeded(6), QStringLiteral("drag 2"), true);
    QCOMPARE(t.seeds(), (QVector<int> {6, 5, 2, 1}));
    // A drag over a value that was there before does not take it away.
    t.edit(seeded(1), QStringLiteral("drag 2"), true);
    t.edit(seeded(7), QStringLiteral("drag 2"), true);
    QCOMPARE(t.seeds(), (QVector<int> {7, 1, 5, 2}));
    // After undo, a new edit may have the address of the one that was undone.
    t.document.undoStack()->undo();
    t.document.edit(seeded(8), {QStringLiteral("test"), {}, false});
    t.show();
    QCOMPARE(t.seeds(), (QVector<int> {8, 7, 1, 5, 2}));
}

void TestHistory::whatReturnsMovesUp()
{
    Tried t;
    for (const int seed : {1, 2, 3})
        t.edit(seeded(seed));
    t.document.undoStack()->setIndex(1);
    t.show();
    QCOMPARE(t.seeds(), (QVector<int> {1, 3, 2}));
    Experiment titled = seeded(1);
    titled.title = "the same numbers";
    t.edit(titled);
    QCOMPARE(t.seeds(), (QVector<int> {1, 3, 2}));
    QCOMPARE(t.history.entries().first()->experiment.title, titled.title);
}

void TestHistory::openedFilesAreSeparate()
{
    Tried t;
    for (const int seed : {1, 2}) {
        t.document.replace(seeded(seed), {});
        t.show();
    }
    QCOMPARE(t.seeds(), (QVector<int> {2, 1}));
}

/// A study of another layer or training step is not another experiment.
void TestHistory::removedIsNotRecordedAgain()
{
    Tried t;
    t.edit(seeded(1));
    t.show();
    QCOMPARE(t.seeds(), (QVector<int> {1}));
    t.history.remove(t.history.entries().first());
    t.show();
    QVERIFY(t.history.entries().isEmpty());
    t.edit(seeded(2));
    t.edit(seeded(1));
    QCOMPARE(t.seeds(), (QVector<int> {1, 2}));
}

void TestHistory::theOldestGo()
{
    const HistoryEntries entries = entriesOf(History::mostEntries + 3);
    QCOMPARE(entries.size(), History::mostEntries);
    QCOMPARE(int(entries.first()->experiment.seed), History::mostEntries + 3);
    QCOMPARE(int(entries.last()->experiment.seed), 4);
}

void TestHistory::earlierEntriesAreBelow()
{
    Tried t;
    QVERIFY(!t.history.isLoaded());
    t.edit(seeded(2));
    t.history.load(entriesOf(3));
    QVERIFY(t.history.isLoaded());
    QCOMPARE(t.seeds(), (QVector<int> {2, 3, 1}));
}

void TestHistory::fileHasEverything()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("history.json");
    HistoryEntries entries = entriesOf(2);
    auto other = std::make_shared<HistoryEntry>(*entries.first());
    other->verdict.state = Verdict::State::found;
    other->verdict.severity = Severity::error;
    other->verdict.word = Text::whole("vanishing");
    other->gradient[1] = std::numeric_limits<double>::quiet_NaN();
    entries[0] = other;
    writeHistory(file, entries);
    const HistoryEntries read = readHistory(file);
    QCOMPARE(read.size(), 2);
    for (int i = 0; i < 2; ++i) {
        QVERIFY(read[i]->experiment == entries[i]->experiment);
        QCOMPARE(read[i]->fingerprint, entries[i]->fingerprint);
        QCOMPARE(read[i]->time, entries[i]->time);
        QCOMPARE(headOf(read[i]->verdict), headOf(entries[i]->verdict));
        QVERIFY(read[i]->verdict.severity == entries[i]->verdict.severity);
        QCOMPARE(read[i]->signal, entries[i]->signal);
    }
    QCOMPARE(read[0]->signal.size(), std::size_t(4));
    QVERIFY(std::isnan(read[0]->gradient[1]));
    QCOMPARE(read[0]->gradient[2], other->gradient[2]);
    setLanguage(QStringLiteral("zh_CN"));
    QVERIFY(!headOf(read[0]->verdict).contains("anishing"));
}

void TestHistory::fileIsSmall()
{
    HistoryEntries entries = entriesOf(History::mostEntries);
    for (HistoryEntryPtr& entry : entries) {
        auto large = std::make_shared<HistoryEntry>(*entry);
        large->signal = large->gradient = std::vector<double>(History::mostPoints, -10.123);
        large->experiment.title = std::string(3000, 'x');
        entry = large;
    }
    const std::string text = formatHistory(entries);
    QVERIFY(text.size() < mostHistoryBytes + 1000);
    const HistoryEntries read = parseHistory(text);
    QVERIFY(read.size() > 50 && read.size() < History::mostEntries);
    QCOMPARE(read.first()->experiment.seed, entries.first()->experiment.seed);   // the newest stay
}

void TestHistory::damagedFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    const std::string whole = formatHistory(entriesOf(2));
    const QByteArray good = QByteArray::fromStdString(whole);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut off") << good.left(good.size() / 2);
    QTest::newRow("not JSON") << QByteArray("PK\x03\x04\xff\xfe", 6);
    QTest::newRow("a list") << QByteArray("[1, 2]");
    QTest::newRow("another file") << QByteArray(R"({"format": "stepzero-experiment", "version": 1, "entries": []})");
    QTest::newRow("another version") << QByteArray(good).replace("\"version\": 1", "\"version\": 2");
    QTest::newRow("no list") << QByteArray(R"({"format": "stepzero-history", "version": 1, "entries": 3})");
    QTest::newRow("no entries") << QByteArray(
        R"({"format": "stepzero-history", "version": 1, "entries": [null, 1, {}, [], {"experiment": 3, "time": 4}]})");
}

void TestHistory::damagedFiles()
{
    QFETCH(const QByteArray, text);
    QTemporaryDir folder;
    const QString path = folder.filePath("history.json");
    QVERIFY(readHistory(path).isEmpty());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QVERIFY(readHistory(path).isEmpty());
    QVERIFY_EXCEPTION_THROWN(writeHistory(folder.filePath("none/history.json"), {}), FileError);
}

void TestHistory::damagedEntriesAreLeftOut()
{
    HistoryEntries entries = entriesOf(3);
    auto grave = std::make_shared<HistoryEntry>(*entries.first());
    grave->verdict.severity = Severity::error;
    entries.first() = grave;
    QByteArray text = QByteArray::fromStdString(formatHistory(entries));
    text.replace("\"seed\": 2", "\"seed\": \"two\"");
    QVERIFY(text.contains("\"severity\": \"error\""));
    text.replace("\"severity\": \"error\"", "\"severity\": \"other\"");
    text.replace("\"signal\": [", "\"signal\": [\"inf\", 1e200, ");
    const HistoryEntries read = parseHistory({text.constData(), std::size_t(text.size())});
    QCOMPARE(read.size(), 2);
    QCOMPARE(int(read[0]->experiment.seed), 3);
    QVERIFY(!read[0]->verdict.severity);
    QCOMPARE(int(read[1]->experiment.seed), 1);
    QVERIFY(std::isnan(read[0]->signal[0]) && std::isnan(read[0]->signal[1]) && std::isfinite(read[0]->signal[2]));
}

void TestHistory::workspaceRecords()
{
    Workspace workspace;
    const HistoryEntries& entries = workspace.history().entries();
    workspace.document().replace(seeded(1), {});
    QTRY_COMPARE_WITH_TIMEOUT(entries.size(), 1, patience);
    QVERIFY(entries.first()->experiment == seeded(1));
    QVERIFY(std::isfinite(entries.first()->signal.back()) && std::isfinite(entries.first()->gradient.front()));
    workspace.chooseLayer(3);
    QTRY_COMPARE_WITH_TIMEOUT(workspace.study()->layer, 3, patience);
    QTRY_COMPARE_WITH_TIMEOUT(workspace.study()->stage, Stage::full, patience);
    QCOMPARE(entries.size(), 1);
    workspace.edit(seeded(2), {QStringLiteral("test"), {}, false}, workspace.focus());
    QTRY_COMPARE_WITH_TIMEOUT(entries.size(), 2, patience);
    workspace.refresh();   // as for another language
    QTRY_VERIFY_WITH_TIMEOUT(workspace.runner().state() == StudyRunner::State::idle, patience);
    QCOMPARE(entries.size(), 2);
}

void TestHistory::days()
{
    const QDate today(2026, 3, 1);
    QCOMPARE(dayText(today, today), QString("Today"));
    QCOMPARE(dayText(QDate(2026, 2, 28), today), QString("Yesterday"));
    QCOMPARE(dayText(QDate(2026, 2, 27), today), QString("27 February 2026"));
    QCOMPARE(dayText(QDate(2026, 3, 2), today), QString("2 March 2026"));   // the clock was wrong
    setLanguage(QStringLiteral("zh_CN"));
    QCOMPARE(dayText(QDate(2026, 2, 27), today), QString("2026年2月27日"));
    setLanguage(QStringLiteral("en"));

    HistoryEntries entries = entriesOf(3);
    for (int i = 0; i < 3; ++i) {
        auto dated = std::make_shared<HistoryEntry>(*entries[i]);
        dated->time = QDateTime(today.addDays(i == 0 ? 0 : -1), QTime(9, 5));
        entries[i] = dated;
    }
    HistoryModel model;
    model.show(entries, {}, today);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.index(0).data().toString(), QString("Today"));
    QVERIFY(!model.entryAt(model.index(0)));
    QVERIFY(!model.index(0).flags().testFlag(Qt::ItemIsSelectable));
    QVERIFY(model.entryAt(model.index(1)) == entries[0]);
    QCOMPARE(model.index(2).data().toString(), QString("Yesterday"));
    QCOMPARE(model.wordsAt(model.index(4)).time, QString("09:05"));
    QVERIFY(model.indexOf(entries[2]).row() == 4);
}

void TestHistory::filterAndWords()
{
    OpenedPanel o;
    QVERIFY(o.good);
    QCOMPARE(o.model().rowCount(), 6);
    QVERIFY2(o.text(1).contains("seed 4 → 5"), qPrintable(o.text(1)));
    QVERIFY(!o.text(5).contains("→"));   // the oldest has nothing before it
    o.panel->filter()->setText(QStringLiteral("SEED → 3"));
    QCOMPARE(o.model().rowCount(), 3);   // 2 → 3 and 3 → 4
    QVERIFY(o.text(2).contains("seed 2 → 3"));
    o.panel->filter()->setText(QStringLiteral("nowhere"));
    QCOMPARE(o.model().rowCount(), 0);
    QVERIFY(o.panel->list()->isHidden());
    o.panel->filter()->clear();
    QCOMPARE(o.model().rowCount(), 6);
}

void TestHistory::restoreIsOneUndoStep()
{
    OpenedPanel o;
    Document& document = o.workspace.document();
    const Experiment before = document.experiment();
    QVERIFY(!o.panel->restoreAction()->isEnabled());
    o.choose(3);
    QVERIFY(o.panel->restoreAction()->isEnabled());
    const QRect place = o.panel->list()->visualRect(o.model().index(2, 0));
    QTest::mouseClick(o.panel->list()->viewport(), Qt::LeftButton, {}, place.center());
    QCOMPARE(int(o.panel->chosen()->experiment.seed), 4);
    QVERIFY(document.experiment() == before);   // a click only selects
    QTest::mouseDClick(o.panel->list()->viewport(), Qt::LeftButton, {}, place.center());
    QVERIFY(document.experiment() == seeded(4));
    QCOMPARE(document.undoStack()->count(), 1);
    document.undoStack()->undo();
    QVERIFY(document.experiment() == before);
    o.choose(5);
    QTest::keyClick(o.panel->list(), Qt::Key_Return);
    QVERIFY(document.experiment() == seeded(1));
    QCOMPARE(document.undoStack()->count(), 1);
}

void TestHistory::pinAndRemove()
{
    OpenedPanel o;
    o.choose(2);
    o.panel->pinAction()->trigger();
    QCOMPARE(o.workspace.pins().entries().size(), 1);
    QVERIFY(o.workspace.pins().entries().first().experiment == seeded(4));
    // The next one is selected, so that several can be removed.
    QTest::keyClick(o.panel->list(), Qt::Key_Delete);
    QTest::keyClick(o.panel->list(), Qt::Key_Delete);
    QCOMPARE(o.seeds(), (QVector<int> {5, 2, 1}));
    QVERIFY(o.text(2).contains("seed 1 → 2"));
    QVERIFY2(o.text(1).contains("seed 2 → 5"), qPrintable(o.text(1)));   // compared with the entry that is left
}

void TestHistory::clearAsks()
{
    OpenedPanel o;
    for (const QString& answer : {QStringLiteral("Cancel"), QStringLiteral("Clear")}) {
        o.panel->clearAction()->trigger();
        const auto* box = o.panel->findChild<QMessageBox*>(QStringLiteral("clearHistory"));
        QVERIFY(box && box->isVisible());
        QVERIFY(box->text().contains("5 experiments"));
        for (QAbstractButton* button : box->buttons())
            if (button->text().remove(QChar(u'&')) == answer)
                button->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(o.workspace.history().entries().size(), answer == QStringLiteral("Clear") ? 0 : 5);
    }
    QVERIFY(o.panel->list()->isHidden());
    QVERIFY(!o.panel->clearAction()->isEnabled());
}

void TestHistory::itCanBeSwitchedOff()
{
    OpenedPanel o;
    o.workspace.history().record(studyOf(seeded(7)));
    QCOMPARE(o.seeds().first(), 5);
    o.panel->keepAction()->trigger();
    QVERIFY(o.settings.value("history/kept").toBool());
    o.workspace.history().record(studyOf(seeded(7)));
    QCOMPARE(o.seeds().first(), 7);
    o.panel->keepAction()->trigger();
    QVERIFY(!o.settings.value("history/kept").toBool());
    o.workspace.history().record(studyOf(seeded(8)));
    QCOMPARE(o.seeds().first(), 7);
}

void TestHistory::panelIsInTheLanguage()
{
    OpenedPanel o;
    setLanguage(QStringLiteral("zh_CN"));
    HistoryPanel panel(o.workspace, o.settings);   // as another window has one
    const QAbstractItemModel* model = panel.list()->model();
    QCOMPARE(model->rowCount(), 6);
    QVERIFY(model->index(0, 0).data().toString() != o.text(0));
    QVERIFY2(!model->index(1, 0).data().toString().contains("seed"), qPrintable(model->index(1, 0).data().toString()));
}

void TestHistory::keyBringsItToTheFront()
{
    QWidget window;
    auto* history = new QWidget;
    SidePanel side(new QWidget, new QWidget, history, new QWidget, &window);
    const auto* tabs = side.findChild<QTabWidget*>();
    QAction* action = side.historyAction();
    QCOMPARE(tabs->currentIndex(), 0);
    action->trigger();
    QVERIFY(action->isChecked());
    QCOMPARE(tabs->currentWidget(), history);
    action->trigger();
    QVERIFY(!action->isChecked() && !tabs->isTabVisible(tabs->indexOf(history)));
    QCOMPARE(tabs->currentIndex(), 0);
    const QJsonObject hidden = side.state();
    action->trigger();
    QCOMPARE(tabs->currentWidget(), history);
    side.restore(hidden);
    QVERIFY(!tabs->isTabVisible(tabs->indexOf(history)));
    side.reset();
    QVERIFY(tabs->isTabVisible(tabs->indexOf(history)));
    QCOMPARE(tabs->currentIndex(), 0);
}

STEPZERO_TEST(TestHistory, QApplication)

}   // namespace tst_history
#include "tst_history.moc"
