// SPDX-License-Identifier: GPL-3.0-or-later
// The window with real computations, real figures and real mouse and key events.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QImageReader>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStatusBar>
#include <QSysInfo>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/application.h"
#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_pictures.h"
#include "app/board_view.h"
#include "app/export_dialog.h"
#include "app/grid_window.h"
#include "app/main_window.h"
#include "app/session.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/network/init/scheme.h"
#include "core/study/grid/grid_json.h"
#include "tests/app/autosave.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/layer_table.h"
#include "widgets/editors/run_section.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_window {

using namespace stepzero;

namespace {

/// A window with separate settings, and the studies that its runner delivered.
struct Opened {
    explicit Opened(const QString& folder, const QString& file = {}) : settings(folder), window(settings)
    {
        QObject::connect(
            &window.runner(), &StudyRunner::delivered, &window, [this](const StudyPtr& s) { delivered << s; });
        window.start(file);
        window.setWindowState(Qt::WindowNoState);   // on a small screen, the first start maximizes the window
        window.resize(1920, 1080);   // makes room for the grid of the default layout
        good = QTest::qWaitForWindowExposed(&window);
    }
    bool settled() const
    {
        return window.runner().state() == StudyRunner::State::idle && !delivered.isEmpty()
            && delivered.last()->stage == Stage::full;
    }
    MainWindow& w() { return window; }

    Settings settings;
    mutable MainWindow window;
    QVector<StudyPtr> delivered;
    bool good = false;
};

Experiment small()
{
    Experiment e;
    e.network.depth = 6;
    e.network.width = 32;
    e.input.samples = 32;
    return e;
}

bool written(const QString& path, const QByteArray& text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QVector<FigureDock*> visibleDocks(const Board* board)
{
    QVector<FigureDock*> visible;
    for (FigureDock* dock : board->docks())
        if (!dock->figure()->visibleRegion().isEmpty())
            visible << dock;
    return visible;
}

/// Answers the next message box, and stores its text.
void answerNext(QMessageBox::StandardButton button, QString* said)
{
    auto* timer = new QTimer(qApp);
    timer->setInterval(10);
    QObject::connect(timer, &QTimer::timeout, timer, [=] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        if (said)
            *said = box->text() + "\n" + box->informativeText();
        box->button(button)->click();
        timer->deleteLater();
        timer->stop();
    });
    timer->start();
}

}   // namespace

class TestWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void firstStartDrawsTenLayers();
    void dragOfFiftyValues_data();
    void dragOfFiftyValues();
    void layersAreLinked();
    void depths_data();
    void depths();
    void enlargeRestoreHide();
    void comesBackAsItWas();
    void experimentsAreCopiedAsText();
    void survivesACrash();
    void studiesSurviveACrash();
    void twoWindowsKeepTheirOwn();
    void opensAndDrops();
    void badFileIsToldAndKeepsTheOld();
    void failureDimsTheBoard();
    void exportsTheExactSize();
    void copies();
    void themesAndScale();
    void firstStartShowsThePanelWhole();
    void keysForFullScreenAndBack();
    void recentFiles();
    void longRunShowsProgressAndCancels();
    void hoverIsLinked();
    void dialogWritesEveryFormat();
    void memoryWhenIdle();
};

void TestWindow::firstStartDrawsTenLayers()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    const Experiment& e = o.w().document().experiment();
    QCOMPARE(e.network.depth, 10);
    QCOMPARE(e.network.width, 256);
    QCOMPARE(e.network.weight.scheme, std::string("kaiming_normal"));
    QCOMPARE(o.w().study()->measurement->depth(), 10);
    QVERIFY(visibleDocks(o.w().board()).size() >= 6);
    for (FigureDock* dock : visibleDocks(o.w().board()))
        QVERIFY2(dock->figure()->shownExhibit() == o.delivered.last(), qPrintable(dock->kind().id));
}

void TestWindow::dragOfFiftyValues_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("depth") << "depth";
    QTest::newRow("sigma_w") << "sigma_w";
}

void TestWindow::dragOfFiftyValues()
{
    QFETCH(QString, what);
    const QTemporaryDir dir;
    Opened o(dir.path());
    Experiment e = small();
    e.network.weight = {"mean_field", {{"variance", 2.0}}};
    o.w().document().replace(e, {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);

    Board* board = o.w().board();
    const QVector<FigureDock*> docks = visibleDocks(board);
    QVERIFY(docks.size() >= 6);
    QVector<int> before;
    for (FigureDock* dock : docks)
        before << dock->figure()->recomputations();
    o.delivered.clear();
    // After each delivery every visible figure shows that very study, unless its part is still being computed.
    bool allShow = true;
    QVector<int> taken(docks.size());
    connect(&o.w().runner(), &StudyRunner::delivered, board, [&](const StudyPtr& study) {
        for (int i = 0; i < docks.size(); ++i) {
            const QString& id = docks[i]->kind().id;
            const bool awaited = study->stage == Stage::theory || (id == "findings" && !study->findings)
                || (id == "spectrum" && !study->jacobian);
            const bool shown = docks[i]->figure()->shownExhibit() == study;
            allShow = allShow && (awaited || shown);
            taken[i] += shown;
        }
    });

    auto* row = what == "depth" ? o.w().panel()->depth()
                                : qobject_cast<LabeledSlider*>(o.w().panel()->weight()->parameterEditor("variance"));
    QVERIFY(row);
    ExactSlider* slider = row->slider();
    const int first = slider->maximum() / 4;
    QSet<double> values;
    QTest::mousePress(slider, Qt::LeftButton, {}, slider->handleCentre(first));
    for (int i = 0; i < 50; ++i) {
        QTest::mouseMove(slider, slider->handleCentre(first + 2 * i));
        values << row->value();
        QTest::qWait(4);
    }
    QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->handleCentre(first + 98));
    QVERIFY2(values.size() >= (what == "depth" ? 30 : 45), qPrintable(QString::number(values.size())));
    const Experiment last = o.w().document().experiment();
    QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.delivered.last()->experiment == last, 60000);

    QVERIFY(allShow);
    QVERIFY2(o.delivered.size() >= 5, "nothing was shown while dragging");
    // Measured studies never go back. Nor does theory alone, which only a measured study may follow with an older
    // generation.
    quint64 newest = 0, measured = 0;
    for (int i = 0; i < o.delivered.size(); ++i) {
        const Study& study = *o.delivered[i];
        QVERIFY(study.generation >= (study.stage == Stage::theory ? newest : measured));
        newest = std::max<quint64>(newest, study.generation);
        if (study.stage != Stage::theory)
            measured = study.generation;
        QVERIFY(i == 0 || o.delivered[i] != o.delivered[i - 1]);
    }
    QCOMPARE(o.delivered.last()->generation, o.w().runner().requestedGeneration());
    for (int i = 0; i < docks.size(); ++i) {
        const Figure* figure = docks[i]->figure();
        QVERIFY(figure->shownExhibit() == o.delivered.last());
        QCOMPARE(figure->shownExhibit()->generation, o.w().runner().deliveredGeneration());
        QVERIFY2(figure->recomputations() - before[i] == taken[i], qPrintable(docks[i]->kind().id));
    }

    // One undo restores the value before the drag.
    QCOMPARE(o.w().document().undoStack()->count(), 1);
    o.w().findChild<QAction*>("undo")->trigger();
    QVERIFY(o.w().document().experiment() == e);
    QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.delivered.last()->experiment == e, 60000);
    o.w().findChild<QAction*>("redo")->trigger();
    QVERIFY(o.w().document().experiment() == last);
}

void TestWindow::layersAreLinked()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    const auto shows = [&](int layer) {
        return o.settled() && o.delivered.last()->layer == layer && o.w().workspace().focus().layer == layer
            && o.w().layerBox()->value() == layer && o.w().layerTable()->view()->currentIndex().row() == layer - 1
            && o.delivered.last()->weights->layer == layer;
    };
    emit o.w().board()->docks().first()->figure()->layerChosen(3);
    QTRY_VERIFY(shows(3));
    o.w().layerTable()->view()->setCurrentIndex(o.w().layerTable()->model()->index(4, 0));
    QTRY_VERIFY(shows(5));
    o.w().layerBox()->setValue(2);
    QTRY_VERIFY(shows(2));
    o.w().board()->setFocus();
    QTest::keyClick(&o.w(), Qt::Key_Right);
    QTRY_VERIFY(shows(3));
    QTest::keyClick(&o.w(), Qt::Key_Left);
    QTRY_VERIFY(shows(2));
    // In an editor the arrow keys belong to the editor.
    QTest::keyClick(o.w().panel()->width()->slider(), Qt::Key_Right);
    QCOMPARE(o.w().document().experiment().network.width, 64);
    QCOMPARE(o.w().workspace().focus().layer, 2);
    // A network that ends before the chosen layer.
    emit o.w().board()->docks().first()->figure()->layerChosen(6);
    QTRY_VERIFY(shows(6));
    Experiment shallow = small();
    shallow.network.depth = 4;
    o.w().document().edit(shallow, {"Depth", {}, false});
    QTRY_VERIFY(shows(4));
}

void TestWindow::depths_data()
{
    QTest::addColumn<int>("depth");
    QTest::newRow("1") << 1;
    QTest::newRow("300") << 300;
}

void TestWindow::depths()
{
    QFETCH(int, depth);
    const QTemporaryDir dir;
    Opened o(dir.path());
    Experiment e = small();
    e.network.depth = depth;
    o.w().document().replace(e, {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.delivered.last()->experiment == e, 120000);
    QVERIFY(!o.w().grab().isNull());
    for (FigureDock* dock : visibleDocks(o.w().board()))
        QVERIFY(dock->figure()->shownExhibit() == o.delivered.last());
}

void TestWindow::enlargeRestoreHide()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    Board* board = o.w().board();
    const QVector<FigureDock*> before = visibleDocks(board);
    FigureDock* dock = before[1];
    const QSize usual = dock->size();
    QTest::mouseDClick(board->view()->cellOf(dock)->tabs(), Qt::LeftButton, {}, QPoint(20, 8));
    QCOMPARE(visibleDocks(board), QVector<FigureDock*> {dock});
    QTRY_VERIFY(dock->width() > board->width() * 9 / 10 && dock->height() > board->height() * 9 / 10);
    // The hidden figures follow when they come back, not before.
    o.w().workspace().chooseLayer(2);
    QTRY_VERIFY(o.settled() && o.delivered.last()->layer == 2);
    QVERIFY(before[0]->figure()->shownExhibit() != o.delivered.last());
    QTest::keyClick(&o.w(), Qt::Key_Escape);
    QCOMPARE(visibleDocks(board), before);
    QTRY_COMPARE(dock->size(), usual);
    QVERIFY(before[0]->figure()->shownExhibit() == o.delivered.last());

    QTest::mouseClick(board->view()->cellOf(dock)->closeButton(), Qt::LeftButton);
    QVERIFY(!dock->isVisible());
    QVERIFY(!dock->toggleViewAction()->isChecked());
    dock->toggleViewAction()->trigger();
    QVERIFY(dock->isVisible());
    o.w().findChild<QAction*>("defaultLayout")->trigger();
    QCOMPARE(visibleDocks(board).size(), before.size());
    // Two columns of equal rows.
    const auto place = [&](int i) { return QRect(before[i]->mapTo(board, QPoint(0, 0)), before[i]->size()); };
    QTRY_COMPARE(place(0).bottom(), place(1).bottom());
    QCOMPARE(place(2).left(), place(0).left());
    QVERIFY(place(1).left() > place(0).right());
}

void TestWindow::comesBackAsItWas()
{
    const QTemporaryDir dir;
    Experiment e = small();
    e.title = "Kept";
    QString hidden;
    {
        Opened o(dir.path());
        o.w().document().edit(with_completed_parameters(e), {"Test", {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.w().workspace().chooseLayer(4);
        o.w().setScale(1.5);
        o.w().setAppearance("dark");
        hidden = o.w().board()->docks()[1]->kind().id;
        o.w().board()->setShown(hidden, false);
        QCOMPARE(o.w().panel()->opened(), QStringList());
        QTest::keyClick(o.w().panel()->run()->line(), Qt::Key_Space);
        o.w().board()->toggleMaximised(o.w().board()->docks()[0]);   // enlargement is not saved, but the board is
        o.w().close();
    }
    Opened o(dir.path());
    QVERIFY(o.w().document().experiment() == with_completed_parameters(e));
    QCOMPARE(o.w().workspace().focus().layer, 4);
    QCOMPARE(o.w().scale(), 1.5);
    QVERIFY(o.w().board()->docks()[0]->figure()->style().theme.dark);
    QCOMPARE(o.w().panel()->opened(), QStringList("run"));
    QVERIFY(o.w().panel()->run()->seed()->isVisible() && !o.w().panel()->input()->samples()->isVisible());
    QVERIFY(!o.w().board()->isShown(hidden));
    QVERIFY(!o.w().board()->dock(hidden)->isVisible());
    QVERIFY(o.w().board()->dock("weights")->isVisible());
    o.w().setAppearance("system");
}

/// Creates the lock file of a process that no longer exists.
static bool crashed(const QString& folder)
{
    return written(folder + "/open", "4194305\nstepzero\n" + QSysInfo::machineHostName().toUtf8() + '\n');
}

void TestWindow::twoWindowsKeepTheirOwn()
{
    const QTemporaryDir dir;
    const QString places[] {dir.path(), dir.filePath("window-2")};
    Experiment e = small();
    const auto seeds = [&](Opened& first, Opened& second) {
        return std::pair(first.w().document().experiment().seed, second.w().document().experiment().seed);
    };
    {
        Opened first(dir.path()), second(dir.path());
        e.seed = 11;
        first.w().document().edit(e, {"Seed", {}, false});
        e.seed = 22;
        second.w().document().edit(e, {"Seed", {}, false});
        second.w().workspace().pinExperiment();
        first.w().close();
        second.w().close();
    }
    {
        Opened first(dir.path()), second(dir.path());
        QCOMPARE(seeds(first, second), std::pair(std::uint64_t(11), std::uint64_t(22)));
        QCOMPARE(first.w().pins().pins().size(), 0);
        QCOMPARE(second.w().pins().pins().size(), 1);
    }
    // One session ends without closing while the other continues.
    {
        Opened first(dir.path());
        QVERIFY(crashed(places[1]));
        Opened second(dir.path());
        QVERIFY(!first.w().findChild<QMessageBox*>("lostSession"));
        auto* box = second.w().findChild<QMessageBox*>("lostSession");
        QVERIFY(box);
        QVERIFY(!box->informativeText().contains("windows"));
        box->buttons().constFirst()->click();
        QCOMPARE(seeds(first, second), std::pair(std::uint64_t(11), std::uint64_t(22)));
    }
    // Neither ended properly: one window restores both, one after the other.
    for (const QString& place : places)
        QVERIFY(crashed(place));
    {
        Opened o(dir.path());
        auto* box = o.w().findChild<QMessageBox*>("lostSession");
        QVERIFY(box);
        QVERIFY2(box->informativeText().contains("2 windows"), qPrintable(box->informativeText()));
        box->buttons().constFirst()->click();
        QCOMPARE(o.w().document().experiment().seed, std::uint64_t(11));
        QString error;
        QVERIFY2(o.w().document().save(dir.filePath("first.stepzero.json"), &error), qPrintable(error));
        auto* restore = o.w().findChild<QAction*>("restoreLost");
        restore->trigger();
        QCOMPARE(o.w().document().experiment().seed, std::uint64_t(22));
        QCOMPARE(o.w().pins().pins().size(), 1);
        restore->trigger();   // nothing is left
        QCOMPARE(o.w().document().experiment().seed, std::uint64_t(22));
    }
    Opened o(dir.path());
    QVERIFY(!o.w().findChild<QMessageBox*>("lostSession"));
    QCOMPARE(o.w().document().experiment().seed, std::uint64_t(22));
}

/// tests/app/tst_kill.cpp tests this with real crashes.
void TestWindow::survivesACrash()
{
    const QTemporaryDir dir;
    Settings settings(dir.path());
    const auto crash = [&] { QVERIFY(crashed(dir.path())); };
    Experiment e = small();
    e.seed = 777;
    {
        Opened o(dir.path());
        hastenAutosave(o.w());
        o.w().document().edit(e, {"Seed", {}, false});
        o.w().workspace().pinExperiment();
        // Never closed: what is found again was written while it ran.
        QTRY_VERIFY_WITH_TIMEOUT(
            kept(settings.place().experiment()) && !kept(settings.place().experiment())->saved, 5000);
    }
    {
        Opened o(dir.path());   // after closing, the work continues
        QCOMPARE(o.w().document().experiment().seed, std::uint64_t(777));
        QVERIFY(o.w().document().isDirty());
        QVERIFY(!o.w().findChild<QMessageBox*>("lostSession"));
        QCOMPARE(o.w().pins().pins().size(), 1);
    }
    crash();
    {
        Opened o(dir.path());   // it asks, but does not insist
        QCOMPARE(o.w().document().experiment(), Experiment {});
        QVERIFY(o.w().pins().pins().isEmpty());
        auto* box = o.w().findChild<QMessageBox*>("lostSession");
        QVERIFY(box && box->isVisible());
        box->reject();
    }
    crash();
    {
        Opened o(dir.path());   // without an answer, it asks again
        hastenAutosave(o.w());
        auto* box = o.w().findChild<QMessageBox*>("lostSession");
        QVERIFY(box);
        box->buttons().constFirst()->click();
        QCOMPARE(o.w().document().experiment().seed, std::uint64_t(777));
        QVERIFY(o.w().document().isDirty());
        QCOMPARE(o.w().pins().pins().size(), 1);
        QTRY_VERIFY(kept(settings.place().experiment()) && !QFile::exists(settings.place().lost().experiment()));
    }
    {
        settings.set("session/crashes", 1);
        settings.sync();
        crash();
        Opened o(dir.path());   // after two crashes the window is empty, and nothing is asked
        QCOMPARE(o.w().document().experiment(), Experiment {});
        QVERIFY(!o.w().findChild<QMessageBox*>("lostSession"));
        QVERIFY(o.w().statusBar()->currentMessage().contains("Restore"));
        o.w().findChild<QAction*>("restoreLost")->trigger();
        QCOMPARE(o.w().document().experiment().seed, std::uint64_t(777));
    }
    // Opened with a file instead of an empty window: the lost work can still be restored.
    Opened o(dir.path(), "he-relu-10");
    QVERIFY(o.w().document().experiment().seed != 777);
    o.w().findChild<QAction*>("restoreLost")->trigger();
    QCOMPARE(o.w().document().experiment().seed, std::uint64_t(777));
}

/// Edits in the window of studies are offered too, even if there are no others.
void TestWindow::studiesSurviveACrash()
{
    const QTemporaryDir dir;
    Settings settings(dir.path());
    std::string edited;
    {
        Opened o(dir.path());
        GridWindow* studies = o.w().studyWindow();
        hastenAutosave(*studies);
        studies->choosePreset("edge-of-chaos");
        edited = format_grid(studies->grid());
        QTRY_VERIFY_WITH_TIMEOUT(kept(settings.place().study()) && !kept(settings.place().study())->saved, 5000);
    }
    QVERIFY(crashed(dir.path()));
    {
        Opened o(dir.path());
        auto* box = o.w().findChild<QMessageBox*>("lostSession");
        QVERIFY(box);
        QVERIFY(format_grid(o.w().studyWindow()->grid()) != edited);
        hastenAutosave(*o.w().studyWindow());
        box->buttons().constFirst()->click();
        QVERIFY(o.w().studyWindow()->isVisible());
        QCOMPARE(format_grid(o.w().studyWindow()->grid()), edited);
        QVERIFY(o.w().studyWindow()->isDirty());
        QTRY_VERIFY(!QFile::exists(settings.place().lost().study()));
    }
    Opened o(dir.path());
    QVERIFY(!o.w().findChild<QMessageBox*>("lostSession"));
    QCOMPARE(format_grid(o.w().studyWindow()->grid()), edited);
}

void TestWindow::opensAndDrops()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath("six.stepzero.json");
    QVERIFY(written(path, QByteArray::fromStdString(format_experiment(small()))));
    Opened o(dir.path(), path);
    QCOMPARE(o.w().document().experiment().network.depth, 6);
    QCOMPARE(o.w().document().path(), path);
    QVERIFY(!o.w().isWindowModified());
    QVERIFY(o.w().open("notes-xavier"));
    QVERIFY(o.w().document().path().isEmpty());
    QCOMPARE(o.settings.value("document/recent").toStringList(), QStringList {path});

    const auto drop = [&](const QString& file) {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.w(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent onto(QPointF(50, 50), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.w(), &onto);
    };
    drop(path);
    QTRY_COMPARE(o.w().document().path(), path);
    // Files of numbers and folders become the input.
    for (const QString& dropped : {dir.filePath("numbers.CSV"), dir.path()}) {
        drop(dropped);
        QTRY_COMPARE(QString::fromStdString(o.w().document().experiment().input.file), dropped);
        QCOMPARE(o.w().document().path(), path);
    }

    // Changes are not discarded without a question.
    Experiment changed = small();
    changed.seed = 5;
    o.w().document().edit(changed, {"Seed", {}, false});
    QVERIFY(o.w().isWindowModified());
    answerNext(QMessageBox::Cancel, nullptr);
    QVERIFY(!o.w().open("notes-xavier"));
    QVERIFY(o.w().document().experiment() == changed);
    QVERIFY(o.w().save());
    QVERIFY(!o.w().isWindowModified());
    QVERIFY(o.w().open("notes-xavier"));
}

void TestWindow::badFileIsToldAndKeepsTheOld()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath("bad.stepzero.json");
    QVERIFY(written(path, R"({"format": "stepzero-experiment", "version": 1,
        "network": {"kind": "dense", "depth": -3, "weight": {"scheme": "kaiming_norml"}}})"));
    QString said;
    answerNext(QMessageBox::Ok, &said);
    Opened o(dir.path(), path);
    QTRY_VERIFY(!said.isEmpty());
    QVERIFY2(said.contains("network.depth") && said.contains("kaiming_norml"), qPrintable(said));
    QVERIFY(o.w().document().experiment() == Experiment());
    said.clear();
    answerNext(QMessageBox::Ok, &said);
    QVERIFY(!o.w().open(path));
    QVERIFY(said.contains("network.depth"));
    answerNext(QMessageBox::Ok, &said);
    QVERIFY(!o.w().open(dir.filePath("missing.json")));
}

void TestWindow::failureDimsTheBoard()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    const StudyPtr good = o.delivered.last();
    Experiment impossible = small();
    impossible.network.depth = 1000;
    impossible.network.width = 65536;
    o.w().document().edit(impossible, {"Width", {}, false});
    QTRY_VERIFY_WITH_TIMEOUT(!o.w().board()->notice().isEmpty(), 120000);
    QVERIFY(o.w().board()->dock("activations")->figure()->exhibit() == good);
    o.w().document().undoStack()->undo();
    QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.w().board()->notice().isEmpty(), 120000);
}

void TestWindow::exportsTheExactSize()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    const QString pixels = dir.filePath("figure.png"), paper = dir.filePath("board.png");
    const auto fill = [&](const QString& path, double width, double height, int unit, int dpi) {
        QTimer::singleShot(50, qApp, [=] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setPath(path);
            dialog->dpiBox()->setValue(dpi);
            dialog->unitBox()->setCurrentIndex(unit);
            dialog->widthBox()->setValue(width);
            dialog->heightBox()->setValue(height);
            dialog->accept();
        });
    };
    fill(pixels, 777, 555, 0, 96);
    o.w().exportBoard(o.w().board()->docks().first());
    QCOMPARE(QImageReader(pixels).size(), QSize(777, 555));
    fill(paper, 120, 90, 1, 300);
    o.w().exportBoard(nullptr);
    QCOMPARE(QImageReader(paper).size(), QSize(qRound(120 / 25.4 * 300), qRound(90 / 25.4 * 300)));
    // Remembered for the next time.
    QCOMPARE(o.settings.value("export/unit").toString(), QString("mm"));
}

void TestWindow::copies()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    FigureDock* dock = o.w().board()->docks().first();
    copyPicture(&o.w(), o.settings, *o.w().board(), dock, 1);
    QCOMPARE(QApplication::clipboard()->image().size(), dock->figure()->size() * 2);
    copyPicture(&o.w(), o.settings, *o.w().board(), nullptr, 1);
    QCOMPARE(QApplication::clipboard()->image().size(), o.w().board()->size() * 2);
}

void TestWindow::themesAndScale()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    const auto isDark = [&] { return o.w().board()->docks().first()->figure()->style().theme.dark; };
    o.w().setAppearance("dark");
    QVERIFY(isDark());
    o.w().setAppearance("light");
    QVERIFY(!isDark());
    o.w().setAppearance("system");
    QPalette night(QColor("#222222"), QColor("#181818"));
    QApplication::setPalette(night);   // as the platform does in the evening
    QTRY_VERIFY(isDark());
    o.w().setAppearance("system");
    QTRY_VERIFY(!isDark());
    for (int i = 0; i < 30; ++i)
        o.w().setScale(o.w().scale() * 1.2);
    QCOMPARE(o.w().scale(), 3.0);
    QCOMPARE(o.w().board()->docks().first()->figure()->style().scale, 3.0);
}

void TestWindow::firstStartShowsThePanelWhole()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    const auto shownWhole = [&] {
        const ExperimentPanel* panel = o.w().panel();
        return panel->viewport()->width() >= panel->widget()->minimumSizeHint().width();
    };
    QTRY_VERIFY(shownWhole());
    // Rows other than the initial ones fit as well.
    for (const Scheme& scheme : schemes())
        if (!scheme.needs_convolution) {
            Experiment e = small();
            e.network.weight = {scheme.name, {}};
            o.w().document().replace(with_completed_parameters(e), {});
            QTRY_VERIFY2(shownWhole(), scheme.name.c_str());
        }
    o.w().findChild<QAction*>("defaultLayout")->trigger();
    const auto height = [&](const char* kind) { return o.w().board()->dock(kind)->height(); };
    QTRY_VERIFY(std::abs(height("signal") - height("activations")) <= 2
        && std::abs(height("activations") - height("phase")) <= 2);
    // The tab has the title, so the figure does not repeat it.
    for (FigureDock* dock : visibleDocks(o.w().board()))
        QVERIFY(!dock->figure()->titleShown());
}

void TestWindow::keysForFullScreenAndBack()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    o.w().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&o.w()));
    QTest::keyClick(&o.w(), Qt::Key_F11);
    QTRY_VERIFY(o.w().isFullScreen());
    QTest::keyClick(&o.w(), Qt::Key_F11);
    QTRY_VERIFY(!o.w().isFullScreen());
    // Esc restores the board, also from within an editor, and is available when nothing is enlarged.
    Board* board = o.w().board();
    const auto before = visibleDocks(board);
    QTest::mouseClick(board->view()->cellOf(before[2])->enlargeButton(), Qt::LeftButton);
    QCOMPARE(visibleDocks(board), QVector<FigureDock*> {before[2]});
    o.w().layerBox()->setFocus();
    QTest::keyClick(o.w().layerBox(), Qt::Key_Escape);
    QTRY_COMPARE(visibleDocks(board), before);
    QVERIFY(!board->maximised());
    QTest::keyClick(&o.w(), Qt::Key_Escape);
    QCOMPARE(visibleDocks(board), before);
}

void TestWindow::recentFiles()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QStringList paths;
    for (int i = 0; i < 10; ++i) {
        Experiment e = small();
        e.seed = std::uint64_t(100 + i);
        paths << dir.filePath(QStringLiteral("e%1.stepzero.json").arg(i));
        QVERIFY(written(paths.last(), QByteArray::fromStdString(format_experiment(e))));
        QVERIFY(o.w().open(paths.last()));
    }
    QVERIFY(o.w().open(paths[5]));   // moves to the front instead of appearing twice
    QMenu* recent = nullptr;
    for (QMenu* menu : o.w().findChildren<QMenu*>())
        if (!recent && menu->title() == "Open &recent")   // lessons have such a menu too
            recent = menu;
    QVERIFY(recent);
    QFile::remove(paths[9]);
    emit recent->aboutToShow();
    QStringList names;
    for (const QAction* entry : recent->actions())
        names << entry->text();
    QCOMPARE(names.size(), 8);
    QCOMPARE(names.mid(0, 3), QStringList({"e5.stepzero.json", "e9.stepzero.json", "e8.stepzero.json"}));
    QVERIFY(!recent->actions()[1]->isEnabled());   // deleted since
    recent->actions()[2]->trigger();
    QCOMPARE(o.w().document().experiment().seed, std::uint64_t(108));
    QCOMPARE(o.w().document().path(), paths[8]);
}

void TestWindow::longRunShowsProgressAndCancels()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    auto* progress = o.w().statusBar()->findChild<QProgressBar*>();
    auto* cancel = o.w().statusBar()->findChild<QToolButton*>();
    QVERIFY(progress && cancel && !progress->isVisible() && !cancel->isVisible());
    Experiment heavy = small();
    heavy.network.depth = 200;
    heavy.network.width = 2048;
    heavy.input.samples = 4096;   // takes minutes
    o.w().document().edit(heavy, {"Width", {}, false});
    QTRY_VERIFY_WITH_TIMEOUT(progress->isVisible() && cancel->isVisible(), 120000);
    QElapsedTimer watch;
    watch.start();
    QTest::mouseClick(cancel, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(o.w().runner().state() == StudyRunner::State::idle, 10000);
    QVERIFY2(watch.elapsed() < 5000, qPrintable(QString::number(watch.elapsed())));
    QTRY_VERIFY(!progress->isVisible() && !cancel->isVisible());
    QVERIFY(o.delivered.last()->stage != Stage::full || !(o.delivered.last()->experiment == heavy));
    // The window continues to work.
    o.w().document().undoStack()->undo();
    QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.delivered.last()->experiment == small(), 120000);
    QVERIFY(o.w().board()->notice().isEmpty());
}

void TestWindow::hoverIsLinked()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    Board* board = o.w().board();
    Figure* under = board->dock("signal")->figure();
    const Canvas c = dynamic_cast<AxesFigure*>(under)->canvas(under->size());
    QVector<QImage> before;
    const QStringList others {"activations", "fractions", "summary"};
    for (const QString& other : others)
        before << board->dock(other)->figure()->grab().toImage();
    QSignalSpy said(under, &Figure::readout);
    const int studies = int(o.delivered.size());
    const auto moveTo = [&](const QPoint& at) {
        QMouseEvent move(QEvent::MouseMove, at, under->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(under, &move);
    };
    moveTo(QPoint(int(c.px(4)), c.plot.center().y()));
    for (int i = 0; i < others.size(); ++i)
        QVERIFY2(board->dock(others[i])->figure()->grab().toImage() != before[i], qPrintable(others[i]));
    QVERIFY(said.last().first().toString().startsWith("layer 4 "));
    moveTo(QPoint(2, 2));
    for (int i = 0; i < others.size(); ++i)
        QVERIFY2(board->dock(others[i])->figure()->grab().toImage() == before[i], qPrintable(others[i]));
    // Hovering computes nothing and chooses nothing.
    QCOMPARE(int(o.delivered.size()), studies);
    QCOMPARE(o.w().workspace().focus().layer, 1);
}

void TestWindow::dialogWritesEveryFormat()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    o.w().document().replace(small(), {});
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
    for (const auto& [ending, start] :
        {std::pair<const char*, const char*>("png", "\x89PNG"), {"svg", "<?xml"}, {"pdf", "%PDF"}})
        for (FigureDock* dock : {o.w().board()->docks().first(), static_cast<FigureDock*>(nullptr)}) {
            const QString path = dir.filePath(QString(dock ? "figure." : "board.") + ending);
            QTimer::singleShot(50, qApp, [=] {
                auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
                QVERIFY(dialog);
                dialog->setPath(path);
                dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
            });
            if (dock)
                emit dock->exportRequested();
            else
                o.w().findChild<QAction*>("exportBoard")->trigger();
            QFile file(path);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
            const QByteArray bytes = file.readAll();
            QVERIFY(bytes.startsWith(start));
            QVERIFY2(bytes.size() > 5000, qPrintable(QString::number(bytes.size())));
            if (path.endsWith("svg"))
                QVERIFY(
                    bytes.contains("Signal and gradient by layer"));   // the description, in addition to the outlines
        }
}

void TestWindow::memoryWhenIdle()
{
    const QTemporaryDir dir;
    {
        Opened o(dir.path());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QVERIFY(o.w().findChild<QAction*>("memory-256")->isChecked());
        const QList<QLabel*> labels = o.w().statusBar()->findChildren<QLabel*>();
        const auto state
            = std::find_if(labels.begin(), labels.end(), [](QLabel* l) { return l->text().startsWith("full"); });
        QVERIFY(state != labels.end());
        QHelpEvent hover(QEvent::ToolTip, {}, {});
        QApplication::sendEvent(*state, &hover);
        QVERIFY2((*state)->toolTip().contains("256 MB when idle"), qPrintable((*state)->toolTip()));
        o.w().findChild<QAction*>("memory-64")->trigger();
        QCOMPARE(o.w().runner().kept().idle, std::size_t(64'000'000));
    }
    Opened again(dir.path());
    QCOMPARE(again.w().runner().kept().idle, std::size_t(64'000'000));
    QVERIFY(again.w().findChild<QAction*>("memory-64")->isChecked());
}

void TestWindow::experimentsAreCopiedAsText()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    MainWindow window(settings);
    window.start({});
    Experiment e = with_completed_parameters(window.document().experiment());
    e.network.depth = 3;
    e.seed = 77;
    window.document().edit(e, {QStringLiteral("three"), {}, false});
    window.findChild<QAction*>(QStringLiteral("copyText"))->trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("stepzero:")));
    window.document().undoStack()->undo();
    window.document().undoStack()->setClean();
    QVERIFY(!(window.document().experiment() == e));
    window.findChild<QAction*>(QStringLiteral("pasteText"))->trigger();
    QVERIFY(window.document().experiment() == e);
    QApplication::clipboard()->setText(QStringLiteral("nothing"));
    window.findChild<QAction*>(QStringLiteral("pasteText"))->trigger();
    QVERIFY(window.document().experiment() == e);
    QVERIFY(window.statusBar()->currentMessage().startsWith(QStringLiteral("There is no experiment")));
}

STEPZERO_TEST(TestWindow, QApplication)

}   // namespace tst_window
#include "tst_window.moc"
