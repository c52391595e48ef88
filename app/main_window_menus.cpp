// SPDX-License-Identifier: GPL-3.0-or-later
// The menus and the tool bar of the window.
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenuBar>
#include <QSpinBox>
#include <QStatusBar>
#include <QToolBar>

#include "app/board.h"
#include "app/checkpoint_window.h"
#include "app/commands/short_text.h"
#include "app/file_names.h"
#include "app/gain_window.h"
#include "app/main_window.h"
#include "app/manual.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "app/sizes_window.h"
#include "app/time_bar.h"
#include "core/base/words/shown_text.h"
#include "widgets/editors/experiment_panel.h"

namespace stepzero {

/// Returns the only window of its kind for this document. `place` is the place in the manual.
template <class Window>
static Window* onlyWindow(MainWindow* main, const char* place, Window* before)
{
    if (auto* there = main->findChild<Window*>())
        return there;
    auto* window = new Window(main->document(), main, before);
    setManualPlace(window, place);
    // makes their keys work in the window
    window->addActions({main->findChild<QAction*>("undo"), main->findChild<QAction*>("redo")});
    return window;
}

GainWindow* MainWindow::gainWindow(GainWindow* before)
{
    return onlyWindow(this, "activations.md#gain-calculator", before);
}

SizesWindow* MainWindow::sizesWindow(SizesWindow* before)
{
    return onlyWindow(this, "training.md#does-it-transfer-to-other-widths", before);
}

static void bringForward(QWidget* window)
{
    window->show();
    window->raise();
    window->activateWindow();
}

void MainWindow::buildMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New"), QKeySequence::New, this, [this] {
        if (mayReplaceDocument())
            document_.replace({}, {});
    });
    addOpen(file, tr("Open experiment"), experimentFilter);
    file->addAction(tr("Open chec&kpoint…"), QKeySequence("Ctrl+K"), this,
            [this] {
                showCheckpointWindow();
                checkpointWindow()->askToOpen();
            })
        ->setObjectName("checkpointWindow");
    recentMenu_ = file->addMenu(tr("Open &recent"));
    connect(recentMenu_, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    // The same presets as in the panel, with the same history.
    QMenu *presets = file->addMenu(tr("&Presets")), *group = presets;
    for (const PresetChoice& choice : panel_->presets()) {
        if (group->title() != choice.group)
            group = presets->addMenu(choice.group);
        group->addAction(choice.title, this, [this, name = choice.name] { panel_->choosePreset(name); });
    }
    QAction* lost = file->addAction(tr("Restore &lost session"), this, &MainWindow::restoreLost);
    lost->setObjectName("restoreLost");
    connect(file, &QMenu::aboutToShow, lost, [this, lost] { lost->setVisible(!session_.lost().isEmpty()); });
    file->addSeparator();
    file->addAction(tr("&Save"), QKeySequence::Save, this, &MainWindow::save);
    file->addAction(tr("Save &as…"), QKeySequence::SaveAs, this, &MainWindow::saveAs);
    file->addSeparator();
    addHomeActions(file);
    addPictureActions(file);
    file->addAction(tr("Export an&imation…"), this, &MainWindow::exportAnimation)->setObjectName("exportAnimation");
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &MainWindow::close);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    addUndoActions(edit, document_.undoStack());
    QAction* reroll
        = edit->addAction(tr("New random &seed"), QKeySequence("Ctrl+R"), panel_, &ExperimentPanel::rerollSeed);
    reroll->setObjectName("reroll");
    QAction* pin
        = edit->addAction(tr("&Pin this experiment"), QKeySequence("Ctrl+P"), this, &MainWindow::pinExperiment);
    pin->setObjectName("pin");
    icons_ << qMakePair(reroll, "dice") << qMakePair(pin, "pin");
    edit->addSeparator();
    edit->addAction(tr("Copy e&xperiment"), QKeySequence("Ctrl+Shift+X"), this,
            [this] {
                QApplication::clipboard()->setText(QString::fromStdString(short_text(document_.experiment())));
                statusBar()->showMessage(tr("Copied the experiment to the clipboard as text"), 5000);
            })
        ->setObjectName("copyText");
    edit->addAction(tr("Paste experimen&t"), QKeySequence("Ctrl+Shift+V"), this,
            [this] {
                const QString text = QApplication::clipboard()->text().trimmed();
                if (is_short_text(text.toStdString()))
                    open(text);
                else
                    statusBar()->showMessage(tr("There is no experiment on the clipboard"), 5000);
            })
        ->setObjectName("pasteText");
    edit->addSeparator();
    edit->addAction(tr("Re&compute"), QKeySequence::Refresh, this, [this] {
        runner_.setRestored({});   // an explicit request overrides the restored state
        ask();
    });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    addViewActions(view, {side_->experimentAction(), side_->layersAction(), side_->pinsAction()});
    view->addSeparator();
    auto* themes = new QActionGroup(this);
    const QVector<QPair<QString, QString>> looks {{"light", tr("L&ight")}, {"dark", tr("&Dark")},
        {"contrast", tr("High &contrast")}, {"system", tr("Follow s&ystem")}};
    for (const auto& [name, text] : looks) {
        QAction* look = view->addAction(text, this, [this, choice = name] { setAppearance(choice); });
        look->setCheckable(true);
        look->setObjectName("look-" + name);
        themes->addAction(look);
    }
    view->addSeparator();
    addLanguages(view->addMenu(tr("Lan&guage")));

    QMenu* training = menuBar()->addMenu(tr("T&raining"));
    training->setToolTipsVisible(true);
    QAction* train = training->addAction(tr("&Train this network"), panel_, &ExperimentPanel::setTrained);
    train->setObjectName("train");
    train->setCheckable(true);
    train->setToolTip(tr("Train from step 0; progress appears in the Training figure, and settings are under Run"));
    connect(training, &QMenu::aboutToShow, train,
        [this, train] { train->setChecked(document_.experiment().train.has_value()); });
    for (const auto& [action, icon] : {std::pair(time_->play(), "play"), std::pair(time_->forward(), "step-on"),
             std::pair(time_->back(), "step-back"), std::pair(time_->toStart(), "to-start")}) {
        training->addAction(action);
        icons_ << qMakePair(action, icon);
    }
    training->addSeparator();
    QAction* sizes = training->addAction(
        tr("&Coordinate check and learning-rate transfer (μP)…"), this, [this] { bringForward(sizesWindow()); });
    sizes->setObjectName("sizesWindow");
    sizes->setToolTip(tr("Check whether activations and the best learning rate stay the same at other widths and "
                         "depths (μP, CompleteP)"));

    addPlayMenu();

    QMenu* tools = menuBar()->addMenu(tr("&Tools"));
    tools->addAction(tr("&Gain calculator…"), QKeySequence("Ctrl+G"), this, [this] { bringForward(gainWindow()); })
        ->setObjectName("gainCalculator");
    tools->addAction(tr("&Parameter study…"), QKeySequence("Ctrl+T"), this, &MainWindow::showStudyWindow)
        ->setObjectName("studyWindow");
    addStudyPresets(tools->addMenu(tr("Exa&mple studies")));
    tools->addSeparator();
    addMemoryMenu(tools->addMenu(tr("&Random-number cache")));
}

/// Adds limits for cached noise. It speeds up the next study of the same weights, and takes most of the window's
/// memory.
void MainWindow::addMemoryMenu(QMenu* menu)
{
    auto* choices = new QActionGroup(this);
    const auto keep = [this](int megabytes) { runner_.keepIdle(std::size_t(std::max(megabytes, 0)) * 1'000'000); };
    const int chosen = settings_.value("memory/idle").toInt();
    keep(chosen);
    for (const int megabytes : {0, 64, 256, 1000, 2000}) {
        const QString text
            = megabytes == 0 ? tr("Off") : tr("Up to %1").arg(QString::fromStdString(bytes_text(megabytes * 1e6)));
        QAction* choice = choices->addAction(menu->addAction(text, this, [this, keep, megabytes] {
            settings_.set("memory/idle", megabytes);
            keep(megabytes);
        }));
        choice->setCheckable(true);
        choice->setChecked(megabytes == chosen);
        choice->setObjectName("memory-" + QString::number(megabytes));
    }
}

QString MainWindow::keptWords() const
{
    const StudyRunner::Kept kept = runner_.kept();
    const auto text = [](std::size_t bytes) { return QString::fromStdString(bytes_text(double(bytes))); };
    return tr("Random-number cache: %1, at most %2, and %3 when idle (Tools › Random-number cache)")
        .arg(text(kept.now), text(kept.most), text(kept.idle));
}

void MainWindow::buildToolBar()
{
    QToolBar* bar = tools_ = addToolBar(tr("Tools"));
    bar->setObjectName("tools");
    bar->setMovable(false);
    bar->addAction(findChild<QAction*>("undo"));
    bar->addAction(findChild<QAction*>("redo"));
    bar->addSeparator();
    bar->addAction(findChild<QAction*>("reroll"));
    bar->addAction(findChild<QAction*>("pin"));
    bar->addSeparator();
    layerLabel_ = new QLabel(bar);
    layerLabel_->setContentsMargins(6, 0, 6, 0);
    bar->addWidget(layerLabel_);
    layerBox_ = new QSpinBox(bar);
    layerBox_->setAccessibleName(tr("selected layer"));
    layerBox_->setToolTip(tr("Layer or block shown by all figures (← and →)"));
    layerBox_->setKeyboardTracking(false);
    bar->addWidget(layerBox_);
    layerCount_ = new QLabel(bar);
    layerCount_->setContentsMargins(6, 0, 6, 0);
    bar->addWidget(layerCount_);
    connect(layerBox_, &QSpinBox::valueChanged, this, &MainWindow::chooseLayer);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    bar->addAction(findChild<QAction*>("copyBoard"));
    bar->addAction(findChild<QAction*>("exportBoard"));
}

void MainWindow::resetLayout()
{
    BoardWindow::resetLayout();
    side_->reset();
}

}   // namespace stepzero
