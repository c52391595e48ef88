// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_window.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QScreen>
#include <QStatusBar>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>
#include <QWindow>
#include <algorithm>

#include "app/appearance.h"
#include "app/board.h"
#include "app/board_pictures.h"
#include "app/file_names.h"
#include "app/find_bar.h"
#include "app/find_entries.h"
#include "app/layout_menu.h"
#include "app/report_dialog.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "core/files/presets.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {
constexpr double scaleStep = 1.125;
}

BoardWindow::BoardWindow(Settings& settings, const char* group, const QStringList& subjects, const QString& widest,
    QWidget* parent, Qt::WindowFlags flags)
    : QMainWindow(parent, flags), settings_(settings), board_(new Board(subjects, this)), readout_(new QLabel(this)),
      state_(new QLabel(this)), progress_(new QProgressBar(this)), cancel_(new QToolButton(this)), group_(group),
      widest_(widest)
{
    followScreen();
    shownScale_ = scale();
    autosaveTimer_.setParent(this);
    autosaveTimer_.setObjectName("autosave");
    autosaveTimer_.setSingleShot(true);
    autosaveTimer_.setInterval(1000);
    connect(&autosaveTimer_, &QTimer::timeout, this, [this] { autosave(); });

    readout_->setTextFormat(Qt::PlainText);
    readout_->setMinimumWidth(1);   // a long readout must not widen the window
    progress_->setRange(0, 1000);
    cancel_->setText(tr("Cancel"));
    cancel_->setAccessibleName(tr("cancel the computation"));
    cancel_->setToolTip(tr("Stop (F5 to recompute)"));
    state_->setContentsMargins(0, 0, 8, 0);
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    statusBar()->addWidget(readout_, 1);
    for (QWidget* part : std::initializer_list<QWidget*> {progress_, cancel_, state_})
        statusBar()->addPermanentWidget(part);
    statusBar()->setSizeGripEnabled(false);
    endProgress();

    connect(board_, &Board::readout, readout_, &QLabel::setText);
    connect(board_, &Board::exportRequested, this, &BoardWindow::exportBoard);
    connect(board_, &Board::copyRequested, this, &BoardWindow::copyBoard);
    connect(board_, &Board::subjectChanged, this, &BoardWindow::showFigureActions);
}

void BoardWindow::autosaveSoon()
{
    if (!autosaveTimer_.isActive())
        autosaveTimer_.start();
}

void BoardWindow::setPanel(QWidget* panel, const QVector<QWidget*>& above)
{
    auto* right = new QWidget(this);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget* line : above)
        column->addWidget(line);
    column->addWidget(board_, 1);
    halves_ = new PanelAndBoard(panel, right, this);
    setCentralWidget(halves_);
}

void BoardWindow::addFind(QMenu* menu)
{
    auto* bar = new FindBar(this);
    QAction* find = menu->addAction(
        tr("Find…"), bar, [this, bar] { bar->open(findableFigures(*board_) + findableActions(*menuBar(), *board_)); });
    find->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence("Ctrl+K")});
    find->setObjectName("find");
    menu->addSeparator();
}

void BoardWindow::addPictureActions(QMenu* file, bool report)
{
    QAction* exportAll
        = file->addAction(tr("&Export all figures…"), QKeySequence("Ctrl+E"), this, [this] { exportBoard(nullptr); });
    exportAll->setObjectName("exportBoard");
    if (report)
        file->addAction(tr("Repor&t…"), QKeySequence("Ctrl+Shift+E"), this,
                [this] { askForReport(this, settings_, board_->exhibit(), fileName()); })
            ->setObjectName("report");
    QMenu* exportFigure = file->addMenu(tr("Export fi&gure"));
    QAction* copyAll
        = file->addAction(tr("Cop&y all figures"), QKeySequence("Ctrl+Shift+C"), this, [this] { copyBoard(nullptr); });
    copyAll->setObjectName("copyBoard");
    QMenu* copyFigure = file->addMenu(tr("Copy fig&ure"));
    icons_ << qMakePair(exportAll, "export") << qMakePair(copyAll, "copy");
    for (FigureDock* dock : board_->docks()) {
        const QString title = dock->kind().title;
        figureActions_ << qMakePair(exportFigure->addAction(title + "…", this, [this, dock] { exportBoard(dock); }),
            dock) << qMakePair(copyFigure->addAction(title, this, [this, dock] { copyBoard(dock); }), dock);
    }
}

void BoardWindow::addOpen(QMenu* file, const QString& title, const QString& filter)
{
    file->addAction(tr("&Open…"), QKeySequence::Open, this, [this, title, filter] {
        const QString path
            = QFileDialog::getOpenFileName(this, title, settings_.lastFolder(FolderFor::documents), filter);
        if (!path.isEmpty())
            emit openRequested(path);
    });
}

void BoardWindow::addStudyPresets(QMenu* menu)
{
    for (const Preset& preset : study_presets())
        menu->addAction(translated(preset.title), this,
            [this, name = QString::fromStdString(preset.name)] { emit studyPresetRequested(name); });
}

void BoardWindow::addUndoActions(QMenu* edit, QUndoStack* stack)
{
    QAction* undo = stack->createUndoAction(this, tr("&Undo"));
    undo->setObjectName("undo");
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = stack->createRedoAction(this, tr("&Redo"));
    redo->setObjectName("redo");
    QList<QKeySequence> again {QKeySequence(QKeySequence::Redo)};
    if (const QKeySequence also("Ctrl+Y"); !again.contains(also))   // Qt warns when the same key is set twice
        again << also;
    redo->setShortcuts(again);
    edit->addActions({undo, redo});
    edit->addSeparator();
    icons_ << qMakePair(undo, "undo") << qMakePair(redo, "redo");
}

void BoardWindow::addViewActions(QMenu* view, const QList<QAction*>& panels)
{
    for (FigureDock* dock : board_->docks()) {
        view->addAction(dock->toggleViewAction());
        figureActions_ << qMakePair(dock->toggleViewAction(), dock);
    }
    view->addSeparator();
    view->addActions(panels);
    view->addSeparator();
    view->addAction(tr("Default &layout"), this, [this] { resetLayout(); })->setObjectName("defaultLayout");
    view->addMenu(new LayoutMenu(*board_, settings_, setting("layouts"), this));
    QAction* restore = view->addAction(tr("S&how all figures"), QKeySequence("Esc"), board_, &Board::restoreMaximised);
    restore->setEnabled(false);
    connect(board_, &Board::maximisedChanged, restore,
        [this, restore] { restore->setEnabled(board_->maximised() != nullptr); });
    view->addAction(tr("Fit &all axes to data"), QKeySequence("0"), board_, &Board::goHome)->setObjectName("fitAll");
    view->addAction(tr("&Full screen"), QKeySequence("F11"), this,
            [this](bool on) {
                setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
            })
        ->setCheckable(true);
    view->addSeparator();
    view->addAction(tr("Zoom i&n"), this, [this] { setScale(scale() * scaleStep); })
        ->setShortcuts({QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")});
    view->addAction(tr("&Zoom out"), QKeySequence("Ctrl+-"), this, [this] { setScale(scale() / scaleStep); });
    view->addAction(tr("Auto&matic size"), QKeySequence("Ctrl+0"), this, [this] { setScale(byScreen); })
        ->setObjectName("scaleByScreen");
    showFigureActions();
}

void BoardWindow::showFigureActions()
{
    for (const auto& [action, dock] : figureActions_)
        action->setVisible(board_->applies(dock));
}

void BoardWindow::exportBoard(FigureDock* dock) { exportPicture(this, settings_, *board_, dock, fileName()); }

void BoardWindow::copyBoard(FigureDock* dock) { copyPicture(this, settings_, *board_, dock, scale()); }

void BoardWindow::showProgress(double fraction, const QString& words)
{
    progress_->setValue(qRound(fraction * progress_->maximum()));
    progress_->setFormat(words);
    progress_->show();
    cancel_->show();
}

void BoardWindow::endProgress()
{
    progress_->hide();
    progress_->setValue(0);
    cancel_->hide();
}

bool BoardWindow::mayReplace(const QString& question)
{
    if (!isDirty())
        return true;
    const auto answer = QMessageBox::question(this, tr("Save changes?"), question,
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

QString BoardWindow::askFor(
    const QString& title, const QString& path, const QString& name, const QStringList& endings, const QString& filter)
{
    const QString folder
        = folderFrom({path.isEmpty() ? QString() : QFileInfo(path).path(), settings_.lastFolder(FolderFor::documents)});
    return askForFile(this, title, QDir(folder).filePath(name), endings, filter);
}

QString BoardWindow::askForExport(const QString& title, const QString& path, const QString& name,
    const QStringList& endings, const QString& filter, const QString& place)
{
    const QString folder = folderFrom({settings_.value("export/folder").toString(),
        path.isEmpty() ? QString() : QFileInfo(path).path(), settings_.lastFolder(FolderFor::exports)});
    const QString chosen = askForFile(this, title, QDir(folder).filePath(name), endings, filter, place);
    if (!chosen.isEmpty())
        settings_.setLastFolder(FolderFor::exports, chosen);
    return chosen;
}

double BoardWindow::scale() const { return appliedScale(); }

void BoardWindow::setScale(double scale)
{
    settings_.set("look/scale", scale == byScreen ? byScreen : std::clamp(scale, leastScale, mostScale));
    followScreen();
    updateLook();   // fonts change only when events are processed
}

/// Follows the screen, unless the user chose a scale.
void BoardWindow::followScreen()
{
    const double chosen = settings_.value("look/scale").toDouble();
    applyScale(chosen > 0 ? std::clamp(chosen, leastScale, mostScale) : automaticScale(screen()->size()));
}

/// Updates parts with fixed sizes.
void BoardWindow::followScale()
{
    state_->setFixedWidth(state_->fontMetrics().horizontalAdvance(widest_) + 16);
    progress_->setFixedWidth(qRound(180 * scale()));
    halves_->setPanelWidth(qRound(halves_->panelWidth() * scale() / shownScale_));
    shownScale_ = scale();
}

void BoardWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    connect(windowHandle(), &QWindow::screenChanged, this, &BoardWindow::followScreen, Qt::UniqueConnection);
}

void BoardWindow::resetLayout() { board_->resetLayout(); }

void BoardWindow::updateLook()
{
    const QPalette palette = QApplication::palette();
    board_->setStyle({theme(themeFor(palette)), scale()});
    followScale();
    drawIcons();
}

void BoardWindow::setIcon(QAction* action, const QString& icon)
{
    icons_.removeIf([action](const auto& known) { return known.first == action; });
    icons_ << qMakePair(action, icon);
    action->setIcon(lineIcon(icon, QApplication::palette()));
}

void BoardWindow::drawIcons()
{
    for (const auto& [action, icon] : icons_)
        action->setIcon(lineIcon(icon, QApplication::palette()));
}

void BoardWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && halves_)
        updateLook();
}

void BoardWindow::restorePlace(const QSize& wanted)
{
    if (restoreGeometry(settings_.value(setting("geometry")).toByteArray()))
        return;
    const QRect screen = this->screen()->availableGeometry();
    if (screen.width() <= wanted.width() || screen.height() <= wanted.height()) {
        setGeometry(screen);
        setWindowState(Qt::WindowMaximized);
    } else {
        resize(wanted);
    }
}

void BoardWindow::restoreAdditionalPlace()
{
    if (!restoreGeometry(settings_.value(setting("geometry")).toByteArray()))
        resize((QSize(1280, 800) * scale()).boundedTo(screen()->availableSize()));
}

void BoardWindow::appearLike(const BoardWindow& before)
{
    restoreGeometry(before.saveGeometry());
    setVisible(before.isVisible());
}

void BoardWindow::restoreBoard()
{
    halves_->setPanelWidth(qRound(settings_.value(setting("panel")).toInt() * scale()));
    board_->restoreLayout(settings_.object(setting("layout")));
    board_->setViews(settings_.object(setting("views")));
}

void BoardWindow::storeBoard()
{
    settings_.set(setting("geometry"), saveGeometry());
    settings_.set(setting("panel"), qRound(halves_->panelWidth() / scale()));
    settings_.setObject(setting("layout"), board_->layoutState());
    settings_.setObject(setting("views"), board_->views());
}

}   // namespace stepzero
