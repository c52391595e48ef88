// SPDX-License-Identifier: GPL-3.0-or-later
// Exports of the window: code, numbers, tensors, pictures, saved files; and controls that keys must reach.
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QThread>
#include <QTimer>

#include "app/application.h"
#include "app/board.h"
#include "app/board_pictures.h"
#include "app/checkpoint_window.h"
#include "app/commands/run_texts.h"
#include "app/export_dialog.h"
#include "app/file_controller.h"
#include "core/exchange/code.h"
#include "core/exchange/result.h"
#include "core/files/experiment_file.h"
#include "core/kinds/kinds.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/fold.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"

namespace tst_window_home {

using namespace stepzero;

namespace {

struct Opened : OpenedWindow {
    Opened() { window.document().replace(smallNetwork(), {}); }
};

/// Waits for the next dialogs of this kind, one after the other, and calls a function with each.
template <class Dialog>
void answer(QVector<std::function<void(Dialog*)>> answers)
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [=]() mutable {
        auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
        // A dialog is modal before it has the focus, without which a file dialog keeps its selection.
        if (!dialog || !dialog->isAncestorOf(QApplication::focusWidget()))
            return;
        const auto act = answers.takeFirst();
        if (answers.isEmpty()) {
            timer->stop();
            timer->deleteLater();
        }
        act(dialog);
    });
    timer->start(15);
}

/// Types a name as a user does, replacing the selected name of an existing file.
void typeAndAccept(QFileDialog* dialog, const QString& path)
{
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    name->setText(path);
    emit name->textEdited(path);
    QMetaObject::invokeMethod(dialog, "accept");
}

void saveAs(const QString& path)
{
    answer<QFileDialog>({[path](QFileDialog* dialog) { typeAndAccept(dialog, path); }});
}

/// Returns the widgets that Tab reaches from the first row of the panel in a full round.
QSet<const QWidget*> tabStops(MainWindow& window)
{
    QSet<const QWidget*> seen;
    window.panel()->preset()->setFocus();
    const QWidget* first = window.focusWidget();
    [&] {
        int steps = 0;
        for (; steps < 300 && (steps == 0 || window.focusWidget() != first); ++steps) {
            QTest::keyClick(window.focusWidget(), Qt::Key_Tab);
            const QWidget* now = window.focusWidget();
            QVERIFY(now);
            const auto* area = qobject_cast<const QAbstractScrollArea*>(now);   // its viewport covers it
            QVERIFY2(now->isVisible() && !(area ? area->viewport() : now)->visibleRegion().isEmpty(),
                qPrintable(QStringLiteral("%1 %2").arg(now->metaObject()->className(), now->accessibleName())));
            seen << now;
        }
        QVERIFY2(steps < 300, qPrintable(window.focusWidget()->metaObject()->className()));
    }();
    return seen;
}

QByteArray bytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}   // namespace

class TestWindowHome : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void codeNumbersTensors()
    {
        Opened o;
        const QDir dir(o.folder.path());
        const auto written = [&](const char* action, const QString& name, const QString& ending) {
            saveAs(dir.filePath(name));
            o.trigger(action);
            return bytes(dir.filePath(name + ending));   // the extension is added
        };
        const Experiment e = o.window.document().experiment();
        NoiseCache cache(1 << 24);
        const NetworkPlan plan = plan_of(e.network);
        const RunTexts expected = run_texts(e, plan, cache, {});
        const std::string rows = format_csv(plan, expected.measurement);
        QCOMPARE(written("home-results", "numbers", ".json").toStdString(), expected.result);
        QCOMPARE(written("home-table", "layers", ".csv").toStdString(), rows);
        QCOMPARE(rows.substr(0, 5), std::string("layer"));
        for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras}) {
            const std::string& name = framework_names()[std::size_t(framework)];
            QCOMPARE(written(("home-" + name).c_str(), QString::fromStdString(name), ".py").toStdString(),
                framework_code(e, framework));
        }
        const QByteArray tensors = written("home-tensors", "net", ".safetensors");
        QVERIFY2(tensors.contains("layers.1.weight") && tensors.size() > 4 * 32 * 32 * 4, qPrintable(tensors.left(60)));
        // For a folder that does not exist, there is a sentence and no file.
        QString said;
        answer<QMessageBox>({[&](QMessageBox* box) {
            said = box->text() + box->informativeText();
            box->accept();
        }});
        written("home-results", "none/such", ".json");
        QVERIFY2(said.contains("Could not write"), qPrintable(said));
    }

    void codeOnlyWhereThereIsSome()
    {
        Opened o;
        o.window.document().replace(smallNetwork("transformer"), {});
        auto* jax = o.window.findChild<QAction*>("home-jax");
        emit qobject_cast<QMenu*>(jax->parent())->aboutToShow();
        QVERIFY(!jax->isEnabled() && !jax->toolTip().isEmpty());
        QVERIFY(o.window.findChild<QAction*>("home-pytorch")->isEnabled());
    }

    void savingAddsTheEndingAndAsks()
    {
        Opened o;
        const QString plain = o.folder.filePath("mine"), whole = plain + ".stepzero.json";
        saveAs(plain);
        QVERIFY(o.window.files().saveAs());
        QCOMPARE(o.window.document().path(), whole);
        Experiment next = o.window.document().experiment();
        next.seed = 7;
        o.window.document().edit(next, {"Seed", {}, false});
        // The file exists now: answer no, then yes.
        const QByteArray before = bytes(whole);
        bool asked = false;
        answer<QFileDialog>({[&](QFileDialog* dialog) {
            answer<QMessageBox>({[&](QMessageBox* box) {
                asked = true;
                answer<QFileDialog>({[](QFileDialog* again) { again->reject(); }});
                box->button(QMessageBox::No)->click();
            }});
            typeAndAccept(dialog, plain);
        }});
        QVERIFY(!o.window.files().saveAs());
        QVERIFY(asked);
        QCOMPARE(bytes(whole), before);
        // An extension of the user that experiments may have stays.
        saveAs(o.folder.filePath("other.json"));
        QVERIFY(o.window.files().saveAs());
        QCOMPARE(o.window.document().path(), o.folder.filePath("other.json"));
    }

    // A deleted folder is not proposed. After an error, all input stays.
    void exportsAfterAnError()
    {
        Opened o;
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        o.settings.set("document/folder", o.folder.filePath("gone"));
        const QString bad = o.folder.filePath("no/such/board.png"), good = o.folder.filePath("board.png");
        QString proposed, again, said;
        answer<ExportDialog>({[&](ExportDialog* dialog) {
            proposed = QFileInfo(dialog->path()).path();
            dialog->setPath(bad);
            answer<QMessageBox>({[&](QMessageBox* box) {
                said = box->text();
                answer<ExportDialog>({[&](ExportDialog* second) {
                    again = second->path();
                    second->setPath(good);
                    second->accept();
                }});
                box->accept();
            }});
            dialog->accept();
        }});
        o.trigger("exportBoard");
        QVERIFY2(QFileInfo(proposed).isDir(), qPrintable(proposed));
        QVERIFY2(said.contains("Could not save"), qPrintable(said));
        QCOMPARE(again, bad);
        QVERIFY(QFileInfo::exists(good));
        QCOMPARE(o.settings.value("export/folder").toString(), QFileInfo(good).path());
        // the folder of another purpose
        QCOMPARE(o.settings.value("document/folder").toString(), o.folder.filePath("gone"));
    }

    // If the home folder has no folder for pictures, the home folder is proposed.
    void exportsWithoutPictures()
    {
        Opened o;
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const QTemporaryDir home;
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", home.path().toUtf8());
        QString proposed, written;
        answer<ExportDialog>({[&](ExportDialog* dialog) {
            proposed = QFileInfo(dialog->path()).path();
            dialog->setPath(dialog->path().chopped(4));   // without an extension
            dialog->accept();
            written = dialog->path();
        }});
        o.trigger("exportBoard");
        qputenv("HOME", before);
        QCOMPARE(proposed, home.path());
        QVERIFY2(written.endsWith(".png") && QFileInfo::exists(written), qPrintable(written));
    }

    // An empty figure is listed with its reason, and is in the picture only if it was checked.
    void nothingEmptyUnasked()
    {
        Opened o;
        o.window.document().replace(smallNetwork("residual"), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        FigureDock* compare = o.window.board()->dock("compare");
        if (!compare->toggleViewAction()->isChecked())
            compare->toggleViewAction()->trigger();
        const QString path = o.folder.filePath("compare.png");
        QString reason;
        bool without = true, with = false, allowed = false, inOrder = false;
        const auto answerWith = [&](bool asFigure) {
            answer<ExportDialog>({[&, asFigure](ExportDialog* dialog) {
                dialog->setPath(path);
                const auto boxes = dialog->emptyBoxes();
                auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
                reason.clear();
                const auto stops = [dialog](const QWidget* to) {   // number of presses of Tab before a widget
                    int count = 0;
                    for (QWidget* at = dialog; at != to; at = at->nextInFocusChain())
                        ++count;
                    return count;
                };
                inOrder = boxes.isEmpty() || stops(boxes.last()) < stops(save);
                for (QCheckBox* box : boxes)
                    if (box->text().contains("choose a comparison")) {
                        reason = box->text();
                        without = box->isChecked();
                        allowed = save->isEnabled();
                        box->setChecked(asFigure);
                        with = save->isEnabled();
                    }
                asFigure ? dialog->accept() : dialog->reject();
            }});
        };
        answerWith(true);
        o.window.exportBoard(compare);
        QVERIFY2(reason.startsWith("Comparison"), qPrintable(reason));
        QVERIFY(inOrder);
        QVERIFY(!without && !allowed && with);   // the picture of one figure has nothing else
        QVERIFY(QFileInfo::exists(path));
        compare->toggleViewAction()->trigger();
        // A board without an empty figure does not mention any.
        answerWith(false);
        o.trigger("exportBoard");
        QVERIFY2(reason.isEmpty(), qPrintable(reason));
    }

    // The room of a figure that is left out goes to those that share its edge.
    void roomOfWhatIsLeftOut()
    {
        const auto part = [](double x, double y, double wide, double high) {
            return PicturePart {"signal", {}, {x, y, wide, high}};
        };
        // One large on the left, two next to it, a row below, with splitters between them.
        const QVector<PicturePart> all {
            part(0, 0, 0.6, 0.69), part(0.61, 0, 0.39, 0.34), part(0.61, 0.36, 0.39, 0.33), part(0, 0.71, 1, 0.29)};
        const auto place = [&](qsizetype gone, qsizetype of) { return without(all, gone)[of].place; };
        QCOMPARE(without(all, 3).size(), 3);
        QCOMPARE(place(0, 0), QRectF(0, 0, 1, 0.34));   // the two to its right
        QCOMPARE(place(0, 1), QRectF(0, 0.36, 1, 0.33));
        QCOMPARE(place(1, 1), QRectF(0.61, 0, 0.39, 0.69));   // the one below
        QCOMPARE(place(3, 0), QRectF(0, 0, 0.6, 1));   // all above
        QCOMPARE(place(3, 2), QRectF(0.61, 0.36, 0.39, 0.64));
        QCOMPARE(place(3, 1), all[1].place);
        QVERIFY(without({part(0, 0, 1, 1)}, 0).isEmpty());
    }

    // Menu and panel offer the same groups, and both make one undoable edit.
    void presetsInMenuAndPanel()
    {
        Opened o;
        QMenu* menu = nullptr;
        for (QMenu* candidate : o.window.findChildren<QMenu*>())
            if (candidate->title() == "&Presets" && candidate->parent()->parent() == o.window.menuBar())
                menu = candidate;
        QVERIFY(menu);
        QStringList inMenu, inPanel;
        const QList<QAction*> groups = menu->actions();
        QVERIFY(!groups[0]->menu() && groups[1]->isSeparator());   // all presets as pictures
        for (const QAction* group : groups.mid(2)) {
            QVERIFY(group->menu());
            inMenu << group->text();
            for (const QAction* preset : group->menu()->actions())
                inMenu << preset->text();
        }
        const Combo* box = o.window.panel()->preset();
        for (int i = 0; i < box->count(); ++i)
            inPanel << box->itemText(i);
        QCOMPARE(inMenu, inPanel);
        QVERIFY(menu->actions().size() >= 3);
        const Experiment before = o.window.document().experiment();
        QUndoStack* undo = o.window.document().undoStack();
        const int steps = undo->count();
        menu->actions().last()->menu()->actions().last()->trigger();
        QVERIFY(!(o.window.document().experiment() == before));
        QCOMPARE(undo->count(), steps + 1);
        undo->undo();
        QVERIFY(o.window.document().experiment() == before);
    }

    // Tab reaches everything visible in a round. Folded rows are not visible. With everything unfolded the round is
    // long, so a short one would not have reached the whole window.
    void tabEntersNothingHidden()
    {
        Opened o;
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        for (const bool open : {true, false}) {
            for (Fold* fold : o.window.panel()->folds())
                fold->setOpen(open);
            for (const QSize size : {QSize(1280, 800), QSize(800, 500)}) {
                o.window.resize(size);
                QTest::qWait(20);
                const QSet<const QWidget*> seen = tabStops(o.window);
                if (QTest::currentTestFailed())
                    return;
                int folded = 0;
                for (const Fold* fold : o.window.panel()->folds())
                    folded += int(std::count_if(seen.begin(), seen.end(), [fold](const QWidget* widget) {
                        return fold->isAncestorOf(widget) && widget != fold->line();
                    }));
                if (open)
                    QVERIFY2(seen.size() > 25, qPrintable(QString::number(seen.size())));
                QCOMPARE(folded > 0, open);
            }
        }
    }

    /// Every dialog that a menu opens has a title without the mnemonic of its entry.
    void titlesArePlainWords()
    {
        for (const Language& language : languages()) {
            setLanguage(language.code);
            Opened o;
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
            QStringList wrong;
            int dialogs = 0;
            QTimer closing;
            connect(&closing, &QTimer::timeout, this, [&] {
                // The dialog is modal before its event loop runs, which then would not end.
                QWidget* modal = QApplication::activeModalWidget();
                if (modal && QThread::currentThread()->loopLevel() > 0) {
                    ++dialogs;
                    if (modal->windowTitle().isEmpty() || modal->windowTitle().contains('&'))
                        wrong << modal->metaObject()->className() + QStringLiteral(" “%1”").arg(modal->windowTitle());
                    modal->close();
                }
            });
            closing.start(2);
            o.window.checkpointWindow()->show();
            for (QMainWindow* window : std::initializer_list<QMainWindow*> {&o.window, o.window.checkpointWindow()})
                for (const QPointer<QAction> action : window->findChildren<QAction*>())
                    if (action && action->text().contains(QStringLiteral("…")) && action->isEnabled())
                        action->trigger();
            wrong.removeDuplicates();
            QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
            QVERIFY(dialogs > 20);
        }
        setLanguage("en");
    }

    void questionMarkShowsShortcuts()
    {
        Opened o;
        QString said;
        answer<QDialog>({[&](QDialog* dialog) {
            auto* text = dialog->findChild<QTextBrowser*>();
            said = text->toPlainText();
            QVERIFY(dialog->frameGeometry().height() <= dialog->screen()->availableGeometry().height());
            QVERIFY(text->viewport()->width() >= text->fontMetrics().horizontalAdvance(QString(60, 'x')));
            text->verticalScrollBar()->setValue(text->verticalScrollBar()->maximum());
            const QPoint end = text->cursorRect(QTextCursor(text->document()->lastBlock())).center();
            QVERIFY(text->viewport()->rect().contains(end));
            dialog->reject();
        }});
        o.trigger("shortcuts");
        for (const char* words : {"Ctrl+E", "Export all figures", "F11", "New random seed", "Enlarge", "Shift-drag",
                 "Shift-click", "Spotlight"})
            QVERIFY2(said.contains(words), words);
        QCOMPARE(o.window.findChild<QAction*>("shortcuts")->shortcut(), QKeySequence("?"));
    }
};

STEPZERO_TEST(TestWindowHome, QApplication)

}   // namespace tst_window_home
#include "tst_window_home.moc"
