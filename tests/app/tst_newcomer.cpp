// SPDX-License-Identifier: GPL-3.0-or-later
// Ordinary tasks of a newcomer, by the shortest way that the visible window offers, with real events at the places of
// the pointer. Clicks and keys are counted, and seconds are estimated by the keystroke-level model (Card, Moran and
// Newell 1980), which knows no clock. The bounds keep the ways from growing.
#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QWindow>
#include <cstdio>

#include "app/application.h"
#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/checkpoint_window.h"
#include "app/export_dialog.h"
#include "app/file_names.h"
#include "app/find_bar.h"
#include "app/lesson_bar.h"
#include "app/pins.h"
#include "app/present_window.h"
#include "app/verdict_bar.h"
#include "core/exchange/code.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/number_box.h"

namespace tst_newcomer {

using namespace stepzero;

namespace {

constexpr int patience = 20000;

/// Seconds of an operation of the keystroke-level model.
namespace klm {
constexpr double key = 0.28, point = 1.1, button = 0.1, home = 0.4, think = 1.35;
}

/// A hand that moves the pointer, clicks and types, and keeps count. It thinks before each click; what it types next is
/// then decided already. It begins at the mouse.
class Hand {
public:
    int clicks() const { return clicks_; }
    int keys() const { return keys_; }
    double seconds() const { return seconds_; }

    /// Clicks a place of a widget, which must be visible there; `times` is 2 for a double click.
    void click(QWidget* on, const QPoint& at, int times = 1)
    {
        QWidget* top = on->window();
        QWindow* window = top->windowHandle();
        QVERIFY2(on->isVisible() && on->isEnabled() && window, qPrintable(on->accessibleName()));
        const QPoint place = on->mapTo(top, at);
        const QWidget* there = top->childAt(place);
        QVERIFY2(!there || there == on || on->isAncestorOf(there), qPrintable(on->accessibleName() + " is covered"));
        home(false);
        clicks_ += times;
        seconds_ += klm::think + klm::point + 2 * times * klm::button;
        QTest::mouseMove(window, place);
        if (times == 2)
            QTest::mouseDClick(window, Qt::LeftButton, {}, place);
        else
            QTest::mouseClick(window, Qt::LeftButton, {}, place);
    }
    void click(QWidget* on, int times = 1) { click(on, on->rect().center(), times); }

    void type(QWidget* into, const QString& text)
    {
        for (const QChar letter : text)
            press(into, letter == u'\n' ? Qt::Key_Return : Qt::Key_unknown, letter);
    }

    /// Chooses from the menu bar, by the shown titles.
    void choose(const QMenuBar* bar, const QStringList& titles)
    {
        QAction* found = named(bar->actions(), titles.first());
        QVERIFY2(found, qPrintable(titles.first()));
        click(const_cast<QMenuBar*>(bar), bar->actionGeometry(found).center());
        chooseBelow(found->menu(), titles.sliced(1));
    }
    void chooseBelow(QMenu* menu, const QStringList& titles)
    {
        QVERIFY(menu && menu->isVisible());
        QAction* found = named(menu->actions(), titles.first());
        QVERIFY2(found && found->isEnabled(), qPrintable(titles.first()));
        const QRect entry = menu->actionGeometry(found);
        QVERIFY2(menu->rect().contains(entry), qPrintable(titles.first() + " must be scrolled to"));
        click(menu, entry.center());
        if (titles.size() > 1)
            chooseBelow(found->menu(), titles.sliced(1));
    }

    /// Chooses an entry of a box, which must be visible in its list.
    void choose(QComboBox* box, const QString& title)
    {
        const int interval = QApplication::doubleClickInterval();
        QApplication::setDoubleClickInterval(0);   // a box ignores a release that follows too soon
        click(box);
        QApplication::setDoubleClickInterval(interval);
        QAbstractItemView* list = box->view();
        QVERIFY(QTest::qWaitForWindowExposed(list->window()));
        const int row = box->findText(title);
        QVERIFY2(row >= 0, qPrintable(title));
        const QRect entry = list->visualRect(box->model()->index(row, box->modelColumn()));
        QVERIFY2(list->viewport()->rect().contains(entry.center()), qPrintable(title + " must be scrolled to"));
        click(list->viewport(), entry.center());
        QTRY_COMPARE(box->currentText(), title);
    }

    /// Clicks something that opens a modal dialog, which `then` uses and closes.
    template <class Dialog>
    void open(const std::function<void()>& click, const std::function<void(Dialog*)>& then)
    {
        bool answered = false;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isAncestorOf(QApplication::focusWidget()))
                return;
            timer.stop();
            then(dialog);
            answered = !dialog->isVisible();
            dialog->hide();   // also where the hand failed, since the dialog would wait forever
        });
        timer.start(5);
        click();
        QVERIFY(answered);
    }

private:
    static QAction* named(const QList<QAction*>& actions, const QString& title)
    {
        for (QAction* action : actions)
            if (action->isVisible() && plainWords(action->text()).contains(title))
                return action;
        return nullptr;
    }
    void press(QWidget* into, int key, QChar letter)
    {
        home(true);
        ++keys_;
        seconds_ += klm::key;
        key == Qt::Key_Return ? QTest::keyClick(into, Qt::Key_Return) : QTest::keyClick(into, letter.toLatin1());
    }
    void home(bool onKeys)
    {
        seconds_ += onKeys == onKeys_ ? 0 : klm::home;
        onKeys_ = onKeys;
    }

    int clicks_ = 0, keys_ = 0;
    double seconds_ = 0;
    bool onKeys_ = false;
};

/// A network whose signal dies.
Experiment deadNetwork()
{
    Experiment e = networks::of_kind("dense", 12, 16, {}, 8);
    e.network.activation = {"relu", {}};
    e.network.weight = {"normal", {{"std", 0.01}}};
    return networks::valid(with_completed_parameters(e));
}

struct Opened : OpenedWindow {
    QMenuBar* menus() { return window.menuBar(); }
    void show(const Experiment& e)
    {
        window.document().replace(e, {});
        QVERIFY(QTest::qWaitFor([this] { return settled(); }, patience));
    }
    /// Returns the button of an action in the tool bar.
    QWidget* button(const char* action)
    {
        auto* bar = window.findChild<QToolBar*>("tools");
        return bar->widgetForAction(window.findChild<QAction*>(QLatin1String(action)));
    }
    BoardCell* cell(const QString& figure)
    {
        for (BoardCell* cell : window.board()->view()->cells())
            if (cell->front() == window.board()->dock(figure))
                return cell;
        return nullptr;
    }
};

}   // namespace

class TestNewcomer : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareApplication();
        opened_ = std::make_unique<Opened>();
        QVERIFY(opened_->good);
        std::printf("%-40s %-58s clicks  keys  seconds\n", "task", "way");
    }
    void init()
    {
        hand_ = Hand();
        opened_->show(smallNetwork());
    }
    void cleanupTestCase() { opened_.reset(); }

    void openAPreset()
    {
        hand_.choose(panel()->preset(), QStringLiteral("GPT-2 small"));
        QCOMPARE(experiment(), networks::preset("gpt2-small"));
        done("open the preset GPT-2 small", "preset, entry", 2, 0);
    }

    void setTheDepth()
    {
        hand_.click(panel()->depth()->box(), {8, 8}, 2);
        hand_.type(QApplication::focusWidget(), "50\n");
        QCOMPARE(experiment().network.depth, 50);
        done("set the depth to 50", "depth, type", 2, 3);
    }

    void changeTheScheme()
    {
        chooseScheme("kaiming_normal");
        done("initialize with He", "weights, entry", 2, 0);
    }

    void fixADeadNetwork()
    {
        opened_->show(deadNetwork());
        QVERIFY(window().verdictBar()->words().contains("ignal"));   // the cause is visible without a click
        hand_.click(window().verdictBar()->fixButton());
        QTRY_VERIFY_WITH_TIMEOUT(opened_->settled() && experiment() != deadNetwork(), patience);
        done("find why it is dead, and fix it", "the verdict's fix", 1, 0);
    }

    void compareWithXavier()
    {
        hand_.click(opened_->button("pin"));
        QCOMPARE(window().pins().entries().size(), 1);
        chooseScheme("xavier_normal");
        done("pin, and compare with Xavier", "Pin; weights, entry", 3, 0);
        window().pins().remove(window().pins().entries().first().id);
    }

    void singularValuesOfALayer()
    {
        hand_.click(window().layerBox(), {8, 8}, 2);
        hand_.type(QApplication::focusWidget(), "3\n");
        QTRY_COMPARE_WITH_TIMEOUT(window().study()->layer, 3, patience);
        QVERIFY(opened_->cell("spectrum"));   // visible
        done("see the singular values of layer 3", "layer, type", 2, 2);
    }

    void exportAFigure()
    {
        const QString path = opened_->folder.filePath("figure.png");
        hand_.click(menuButton("signal"));
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        hand_.open<ExportDialog>([&] { hand_.chooseBelow(menu, {"Export this figure"}); },
            [&](ExportDialog* dialog) {
                dialog->setPath(path);   // in the folder of the test, instead of the user's pictures
                hand_.click(dialog->saveButton());
            });
        QVERIFY(QFile::exists(path));
        done("export the signal figure as PNG", "figure's menu, Export this figure, Save", 3, 0);
    }

    void copyPyTorchCode()
    {
        hand_.choose(opened_->menus(), {"Edit", "Copy PyTorch code"});
        QCOMPARE(QApplication::clipboard()->text().toStdString(), framework_code(experiment(), Framework::pytorch));
        done("copy PyTorch code", "Edit, Copy PyTorch code", 2, 0);
    }

    void startALesson()
    {
        hand_.choose(opened_->menus(), {"Lessons", "The edge of chaos"});
        QVERIFY(window().lessonBar()->isRunning());
        done("start the lesson on the edge of chaos", "Lessons, entry", 2, 0);
        window().lessonBar()->end();
    }

    void findAnything()
    {
        hand_.click(opened_->button("find"));
        auto* bar = window().findChild<FindBar*>();
        hand_.type(bar->line(), "gain c\n");
        QVERIFY(window().board()->dock("gain_numbers")->isVisible());
        done("find the gain calculator", "Find, type", 1, 7);
        opened_->trigger("defaultLayout");
    }

    void exportAPage()
    {
        const QString path = opened_->folder.filePath("page.html");
        hand_.open<ExportDialog>(
            [&] {
                hand_.choose(opened_->menus(), {"File", "Export page"});
            },
            [&](ExportDialog* dialog) {
                dialog->setPath(path);
                QVERIFY(dialog->saveButton()->isEnabled());
                hand_.click(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel));
            });
        done("export a page for students", "File, Export page, Save", 3, 0);
    }

    void auditACheckpoint()
    {
        const QString path = opened_->folder.filePath("model.safetensors");
        writeCheckpoint(path, true);
        window().settings().setLastFolder(FolderFor::checkpoints, path);
        hand_.open<QFileDialog>(
            [&] {
                hand_.choose(opened_->menus(), {"File", "Open checkpoint"});
            },
            [&](QFileDialog* dialog) {
                hand_.type(dialog->findChild<QLineEdit*>("fileNameEdit"), "model.safetensors\n");
            });
        QTRY_VERIFY_WITH_TIMEOUT(window().checkpointWindow()->windowTitle().startsWith("model.safetensors"), patience);
        done("audit a checkpoint", "File, Open checkpoint, type the name", 2, 18);
        window().checkpointWindow()->close();
    }

    void presentFullScreen()
    {
        hand_.choose(opened_->menus(), {"Present", "Present full screen"});
        QVERIFY(window().presentation()->isVisible());
        done("present full screen", "Present, Present full screen", 2, 0);
        window().presentation()->close();
    }

private:
    MainWindow& window() { return opened_->window; }
    ExperimentPanel* panel() { return window().panel(); }
    const Experiment& experiment() { return window().document().experiment(); }
    QWidget* menuButton(const QString& figure)
    {
        for (QToolButton* button : opened_->cell(figure)->findChildren<QToolButton*>())
            if (button->accessibleName().startsWith("options of"))
                return button;
        return nullptr;
    }
    void chooseScheme(const char* scheme)
    {
        QComboBox* box = panel()->weight()->box();
        hand_.choose(box, box->itemText(box->findData(QString::fromLatin1(scheme))));
        QCOMPARE(experiment().network.weight.scheme, scheme);
    }

    /// Prints a row of the table, and holds the way to its bounds. The seconds follow from them.
    void done(const char* task, const char* way, int mostClicks, int mostKeys)
    {
        std::printf("%-40s %-58s %6d %5d %8.1f\n", task, way, hand_.clicks(), hand_.keys(), hand_.seconds());
        QVERIFY2(hand_.clicks() <= mostClicks, task);
        QVERIFY2(hand_.keys() <= mostKeys, task);
        QVERIFY2(hand_.clicks() > 0, task);
    }

    std::unique_ptr<Opened> opened_;
    Hand hand_;
};

STEPZERO_TEST(TestNewcomer, QApplication)

}   // namespace tst_newcomer
#include "tst_newcomer.moc"
