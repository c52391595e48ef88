// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/grid_window.h"

#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>
#include <algorithm>

#include "app/appearance.h"
#include "app/board.h"
#include "app/board_pictures.h"
#include "app/document.h"
#include "app/file_names.h"
#include "app/open_file.h"
#include "app/problem_box.h"
#include "app/report_dialog.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "app/value_command.h"
#include "core/files/experiment_file.h"
#include "core/formats/file.h"
#include "core/grid/grid_json.h"
#include "core/grid/grid_result.h"
#include "core/grid/proposed_grid.h"
#include "core/files/presets.h"
#include "core/study/grid_study.h"
#include "widgets/editors/grid_panel.h"
#include "widgets/figures/figures.h"

namespace stepzero {

namespace {

constexpr double scaleStep = 1.1;
const QString fileFilter = QStringLiteral("Studies (*.stepzero-study.json);;All files (*)");

}   // namespace

GridWindow::GridWindow(Settings& settings, Document& document, QWidget* parent)
    : QMainWindow(parent, Qt::Window), settings_(settings), document_(document), panel_(new GridPanel),
      board_(new Board({manyExperiments}, this)), halves_(new PanelAndBoard(panel_, board_, this))
{
    undo_.setUndoLimit(1000);
    setCentralWidget(halves_);
    buildMenus();
    buildStatusBar();
    connectParts();
    autosaveTimer_.setSingleShot(true);
    autosaveTimer_.setInterval(1000);
    connect(&autosaveTimer_, &QTimer::timeout, this, &GridWindow::autosave);
    scale_ = settings_.value("look/scale").toDouble();
    updateLook();

    if (!restoreGeometry(settings_.value("study/geometry").toByteArray()))
        resize(1280, 800);
    const auto stored
        = [this](const char* name) { return QJsonDocument::fromJson(settings_.value(name).toByteArray()).object(); };
    halves_->setPanelWidth(settings_.value("study/panel").toInt());
    board_->restoreLayout(stored("study/layout"));
    board_->setViews(stored("study/views"));

    QStringList ignored;   // a damaged autosave is no reason to bother anybody
    const auto opened
        = QFileInfo::exists(settings_.studyPath()) ? openFile(settings_.studyPath(), &ignored) : std::nullopt;
    if (const auto* last = opened ? std::get_if<OpenedGrid>(&*opened) : nullptr)
        replace(last->grid, settings_.value("study/path").toString(), settings_.value("study/saved").toBool());
    else
        replace(proposed_grid(document_.experiment()), {}, true);
}

GridWindow::~GridWindow() { storeSettings(); }

void GridWindow::buildMenus()
{
    const auto action = [this](QMenu* menu, const QString& text, const QKeySequence& keys, auto&& slot) {
        QAction* made = menu->addAction(text);
        made->setShortcut(keys);
        connect(made, &QAction::triggered, this, slot);
        return made;
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    action(file, tr("&New from the window's experiment"), QKeySequence::New, [this] { propose(); });
    action(file, tr("&Open…"), QKeySequence::Open, [this] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("Open study"), settings_.value("document/folder").toString(), fileFilter);
        if (!path.isEmpty())
            emit openRequested(path);
    });
    QMenu* presets = file->addMenu(tr("&Presets"));
    for (const Preset& preset : study_presets())
        action(presets, QString::fromStdString(preset.title), {},
            [this, name = QString::fromStdString(preset.name)] { emit openRequested(name); });
    file->addSeparator();
    action(file, tr("&Save"), QKeySequence::Save, [this] { save(); });
    action(file, tr("Save &as…"), QKeySequence::SaveAs, [this] { saveAs(); });
    action(file, tr("Save &results…"), {}, [this] { exportResult(); })->setObjectName("saveResults");
    file->addSeparator();
    const auto name = [this] { return fileNameOf(path_, grid_.title); };
    action(file, tr("&Export board…"), QKeySequence("Ctrl+E"),
        [this, name] { exportPicture(this, settings_, *board_, nullptr, name()); });
    action(file, tr("&Report…"), {}, [this, name] {
        askForReport(this, settings_, study_, name());
    })->setObjectName("report");
    QMenu* exportFigure = file->addMenu(tr("Export &figure"));
    action(file, tr("&Copy board"), QKeySequence("Ctrl+Shift+C"),
        [this] { copyPicture(this, settings_, *board_, nullptr, scale_); });
    QMenu* copyFigure = file->addMenu(tr("Co&py figure"));
    for (FigureDock* dock : board_->docks()) {
        action(exportFigure, dock->kind().title + "…", {},
            [this, dock, name] { exportPicture(this, settings_, *board_, dock, name()); });
        action(
            copyFigure, dock->kind().title, {}, [this, dock] { copyPicture(this, settings_, *board_, dock, scale_); });
    }
    file->addSeparator();
    action(file, tr("C&lose"), QKeySequence::Close, [this] { close(); });

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = undo_.createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = undo_.createRedoAction(this, tr("&Redo"));
    redo->setShortcuts({QKeySequence(QKeySequence::Redo), QKeySequence("Ctrl+Y")});
    edit->addActions({undo, redo});
    edit->addSeparator();
    action(
        edit, tr("&Compute again"), QKeySequence::Refresh, [this] { runner_.request(grid_, folderOf(path_), true); });

    QMenu* cell = menuBar()->addMenu(tr("&Cell"));
    openCell_ = action(cell, tr("&Open in the window"), QKeySequence("Ctrl+Return"), [this] {
        if (const auto experiment = chosenExperiment())
            emit experimentRequested(*experiment);
    });
    openCell_->setObjectName("openCell");
    pinCell_ = action(cell, tr("&Pin beside the window's experiment"), QKeySequence("Ctrl+P"), [this] {
        if (const auto experiment = chosenExperiment())
            emit pinRequested(*experiment);
    });
    pinCell_->setObjectName("pinCell");

    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (FigureDock* dock : board_->docks())
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    action(view, tr("Default &layout"), {}, [this] { board_->resetLayout(); });
    restore_ = action(view, tr("&Back to the board"), QKeySequence("Esc"), [this] { board_->restoreMaximised(); });
    restore_->setEnabled(false);
    view->addSeparator();
    QAction* larger = action(view, tr("Larger &plots"), {}, [this] { setScale(scale_ * scaleStep); });
    larger->setShortcuts({QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")});
    action(view, tr("S&maller plots"), QKeySequence("Ctrl+-"), [this] { setScale(scale_ / scaleStep); });
    action(view, tr("&Usual size"), QKeySequence("Ctrl+0"), [this] { setScale(1); });
}

void GridWindow::buildStatusBar()
{
    readout_ = new QLabel(this);
    readout_->setTextFormat(Qt::PlainText);
    readout_->setMinimumWidth(1);   // a long readout must not widen the window
    progress_ = new QProgressBar(this);
    progress_->setRange(0, 1000);
    progress_->setFixedWidth(200);
    cancel_ = new QToolButton(this);
    cancel_->setText(tr("Cancel"));
    cancel_->setAccessibleName(tr("stop running cells"));
    state_ = new QLabel(this);
    state_->setContentsMargins(0, 0, 8, 0);
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    state_->setFixedWidth(state_->fontMetrics().horizontalAdvance("stopped: 10000 of 10000 cells") + 16);
    statusBar()->addWidget(readout_, 1);
    statusBar()->addPermanentWidget(progress_);
    statusBar()->addPermanentWidget(cancel_);
    statusBar()->addPermanentWidget(state_);
    statusBar()->setSizeGripEnabled(false);
    progress_->hide();
    cancel_->hide();
}

void GridWindow::connectParts()
{
    connect(panel_, &GridPanel::edited, this, &GridWindow::edit);
    connect(panel_, &GridPanel::baseRequested, this, &GridWindow::useExperiment);
    connect(&undo_, &QUndoStack::cleanChanged, this, &GridWindow::updateTitle);
    connect(&runner_, &GridRunner::delivered, this, &GridWindow::showStudy);
    connect(&runner_, &GridRunner::runningChanged, this, &GridWindow::showState);
    connect(&runner_, &GridRunner::failed, this, [this](const QString& sentence) {
        board_->setNotCurrent(sentence.left(1).toUpper() + sentence.mid(1) + (sentence.endsWith('.') ? "" : "."));
    });
    connect(&runner_, &GridRunner::progress, this, [this](double fraction, const QString& words) {
        progress_->setValue(qRound(fraction * 1000));
        progress_->setFormat(words);
        progress_->show();
        cancel_->show();
    });
    connect(cancel_, &QToolButton::clicked, &runner_, &GridRunner::cancel);
    connect(board_, &Board::readout, readout_, &QLabel::setText);
    connect(board_, &Board::cellChosen, this, &GridWindow::chooseCell);
    connect(board_, &Board::cellOpened, this, [this](int cell) {
        chooseCell(cell);
        openCell_->trigger();
    });
    connect(board_, &Board::layerHovered, board_, &Board::setHoveredLayer);
    connect(board_, &Board::exportRequested, this,
        [this](FigureDock* dock) { exportPicture(this, settings_, *board_, dock, fileNameOf(path_, grid_.title)); });
    connect(board_, &Board::copyRequested, this,
        [this](FigureDock* dock) { copyPicture(this, settings_, *board_, dock, scale_); });
    connect(board_, &Board::maximisedChanged, this, [this] { restore_->setEnabled(board_->maximised() != nullptr); });
}

bool GridWindow::open(const Grid& grid, const QString& path)
{
    if (!mayReplace())
        return false;
    replace(grid, path, true);
    return true;
}

bool GridWindow::propose()
{
    if (!mayReplace())
        return false;
    replace(proposed_grid(document_.experiment()), {}, true);
    return true;
}

void GridWindow::replace(const Grid& grid, const QString& path, bool saved)
{
    undo_.clear();
    if (!saved)
        undo_.resetClean();
    path_ = path;
    put(grid);
}

void GridWindow::edit(const Grid& grid, const EditInfo& info)
{
    const std::string before = format_grid(grid_), after = format_grid(grid);
    if (before == after)
        return;
    undo_.push(new ValueCommand<std::string>(before, after, info, [this](const std::string& text, bool) {
        auto parsed = parse_grid(text);
        if (const auto* good = std::get_if<Grid>(&parsed))
            put(*good);
    }));
}

/// Makes a study the present one.
void GridWindow::put(const Grid& grid)
{
    grid_ = grid;
    panel_->setGrid(grid);
    if (cell_ && *cell_ >= cell_count(grid))
        cell_.reset();
    runner_.request(grid, folderOf(path_));
    autosaveTimer_.start();
    updateTitle();
}

void GridWindow::showStudy(const GridStudyPtr& study)
{
    board_->setNotCurrent({});
    study_ = cell_ ? with_cell(*study, cell_) : study;
    board_->setExhibit(study_);
    showState();
}

void GridWindow::showState()
{
    if (!runner_.isRunning()) {
        progress_->hide();
        cancel_->hide();
    }
    const std::size_t all = cell_count(grid_), done = study_ ? study_->result->cells.size() : 0;
    state_->setText(runner_.isRunning() ? tr("%1 of %2 cells").arg(done).arg(all)
            : done < all                ? tr("stopped: %1 of %2 cells").arg(done).arg(all)
                                        : tr("%1 cells").arg(all));
    openCell_->setEnabled(cell_.has_value());
    pinCell_->setEnabled(cell_.has_value());
}

void GridWindow::chooseCell(int cell)
{
    cell_ = cell >= 0 && std::size_t(cell) < cell_count(grid_) ? std::optional(std::size_t(cell)) : std::nullopt;
    if (study_) {
        study_ = with_cell(*study_, cell_);
        board_->setExhibit(study_);
    }
    showState();
}

std::optional<Experiment> GridWindow::chosenExperiment() const
{
    if (!cell_)
        return std::nullopt;
    return with_input_from(folderOf(path_), cell_experiment(grid_, *cell_));
}

/// The lists stay, as far as they go with the other experiment.
void GridWindow::useExperiment()
{
    Grid next = grid_of(document_.experiment(), grid_.axes);
    next.title = grid_.title;
    auto good = checked(next);
    if (!std::holds_alternative<Grid>(good)) {
        next = proposed_grid(document_.experiment());
        next.title = grid_.title;
        good = checked(next);
    }
    if (const auto* grid = std::get_if<Grid>(&good))
        edit(*grid, {tr("Shared experiment"), {}, false});
}

bool GridWindow::mayReplace()
{
    if (!isDirty())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Stepzero"), tr("The study has changes that were not saved."),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setDefaultButton(QMessageBox::Save);
    const int answer = box.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

bool GridWindow::save() { return path_.isEmpty() ? saveAs() : write(path_); }

bool GridWindow::saveAs()
{
    const QString folder = path_.isEmpty() ? settings_.value("document/folder").toString() : QFileInfo(path_).path();
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save study"), QDir(folder).filePath(fileNameOf(path_, grid_.title) + studyEnding), fileFilter);
    return !path.isEmpty() && write(path);
}

bool GridWindow::write(const QString& path)
{
    try {
        write_file(std::filesystem::path(path.toStdU16String()), format_grid(grid_));
    } catch (const FileError& failure) {
        showProblems(this, tr("The study was not saved"), {QString::fromUtf8(failure.what())});
        return false;
    }
    path_ = QFileInfo(path).absoluteFilePath();
    undo_.setClean();
    updateTitle();
    autosave();
    emit remembered(path_);
    return true;
}

void GridWindow::exportResult()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save results"),
        QDir(settings_.value("document/folder").toString()).filePath(fileNameOf(path_, grid_.title) + "-results.csv"),
        tr("Table of cells (*.csv);;All numbers (*.json)"));
    QString error;
    if (!path.isEmpty() && !writeResult(path, &error))
        showProblems(this, tr("The results were not saved"), {error});
}

bool GridWindow::writeResult(const QString& path, QString* error)
{
    if (!study_) {
        *error = tr("There are no results yet.");
        return false;
    }
    try {
        write_file(std::filesystem::path(path.toStdU16String()),
            path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? format_grid_csv(*study_->result)
                                                                      : format_grid_result(*study_->result));
    } catch (const FileError& failure) {
        *error = QString::fromUtf8(failure.what());
        return false;
    }
    return true;
}

void GridWindow::updateTitle()
{
    const QString name = !path_.isEmpty() ? QFileInfo(path_).fileName()
        : grid_.title.empty()             ? tr("study")
                                          : QString::fromStdString(grid_.title);
    setWindowTitle(tr("%1[*] – Stepzero study").arg(name));
    setWindowModified(isDirty());
}

void GridWindow::setScale(double scale)
{
    constexpr double least = 0.6, most = 3;
    scale_ = std::clamp(scale, least, most);
    updateLook();
}

void GridWindow::updateLook()
{
    const Style style {theme(themeFor(palette())), scale_};
    board_->setStyle(style);
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, style.theme.warning);
    panel_->problem()->setPalette(warning);
}

void GridWindow::autosave()
{
    settings_.set("study/path", path_);
    settings_.set("study/saved", !isDirty());
    try {
        write_file(std::filesystem::path(settings_.studyPath().toStdU16String()), format_grid(grid_));
    } catch (const FileError&) {
        // A full disk: the next edit tries again, and saving to a file says why it fails.
    }
}

void GridWindow::storeSettings()
{
    autosave();
    settings_.set("study/geometry", saveGeometry());
    settings_.set("study/panel", halves_->panelWidth());
    settings_.set("study/layout", QJsonDocument(board_->layoutState()).toJson(QJsonDocument::Compact));
    settings_.set("study/views", QJsonDocument(board_->views()).toJson(QJsonDocument::Compact));
}

void GridWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && state_)
        updateLook();
}

/// Nothing is lost: the study is there when the window is opened again.
void GridWindow::closeEvent(QCloseEvent* event)
{
    runner_.cancel();
    storeSettings();
    event->accept();
}

}   // namespace stepzero
