// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/grid_window.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QToolButton>

#include "app/board.h"
#include "app/document.h"
#include "app/file_names.h"
#include "app/open_file.h"
#include "app/problem_box.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/value_command.h"
#include "app/worker.h"
#include "core/base/formats/file.h"
#include "core/files/experiment_file.h"
#include "core/files/presets.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/grid_result.h"
#include "core/study/grid/proposed_grid.h"
#include "core/study/grid_study.h"
#include "widgets/editors/grid_panel.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

/// A checked study with its text. Checking ten thousand cells again at every undo would take a second.
struct Checked {
    std::string text;
    std::shared_ptr<const Grid> grid;
    bool operator==(const Checked& other) const { return text == other.text; }
};

}   // namespace

GridWindow::GridWindow(Settings& settings, Document& document, QWidget* parent, GridWindow* before)
    : BoardWindow(settings, "study", {manyExperiments}, tr("stopped: %1 of %n cell(s)", nullptr, 10000).arg(10000),
        parent, Qt::Window),
      document_(document), desk_(before ? std::move(before->desk_) : std::make_unique<Desk>()), undo_(desk_->undo),
      runner_(desk_->runner), panel_(new GridPanel)
{
    desk_->window = this;
    if (before) {
        QObject::disconnect(&undo_, nullptr, before, nullptr);
        QObject::disconnect(&runner_, nullptr, before, nullptr);
        before->storeBoard();
    } else {
        undo_.setUndoLimit(1000);
    }
    setPanel(panel_);
    buildMenus();
    connectParts();
    updateLook();

    restoreAdditionalPlace();
    restoreBoard();
    if (before) {
        takePlace(*before);
    } else if (const auto last = kept(settings_.place().study()); !last || !take(*last)) {
        replace(proposed_grid(document_.experiment()), {}, true);
    }
}

void GridWindow::takePlace(const GridWindow& before)
{
    grid_ = before.grid_;
    path_ = before.path_;
    cell_ = before.cell_;
    panel_->setGrid(grid_);
    if (before.study_)
        showStudy(before.study_);
    showState();
    updateTitle();
    appearLike(before);
}

/// Returns false for a damaged document, which is ignored silently.
bool GridWindow::take(const KeptDocument& last)
{
    const auto parsed = parse_grid(last.text.toStdString());
    const auto* grid = std::get_if<Grid>(&parsed);
    if (!grid)
        return false;
    QStringList ignored;
    const auto stored = last.path.isEmpty() ? std::nullopt : openFile(last.path, &ignored);
    const auto* file = stored ? std::get_if<OpenedGrid>(&*stored) : nullptr;
    const bool same = last.path.isEmpty() || (file && format_grid(file->grid) == format_grid(*grid));
    replace(*grid, last.path, last.saved && same);
    return true;
}

bool GridWindow::restore(const KeptDocument& last)
{
    if (!mayReplace(tr("This study has unsaved changes.")))
        return false;
    (void)take(last);
    autosave();
    return true;
}

GridWindow::~GridWindow()
{
    if (desk_)
        storeSettings();
}

void GridWindow::buildMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New from the main window's experiment"), QKeySequence::New, this, &GridWindow::propose);
    addOpen(file, tr("Open study"), studyFilter);
    addStudyPresets(file->addMenu(tr("Exa&mple studies")));
    file->addSeparator();
    file->addAction(tr("&Save"), QKeySequence::Save, this, &GridWindow::save);
    file->addAction(tr("Save &as…"), QKeySequence::SaveAs, this, &GridWindow::saveAs);
    file->addAction(tr("Save &results…"), this, &GridWindow::exportResult)->setObjectName("saveResults");
    file->addSeparator();
    addPictureActions(file);
    file->addSeparator();
    file->addAction(tr("C&lose"), QKeySequence::Close, this, &GridWindow::close);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    addUndoActions(edit, &undo_);
    edit->addAction(
        tr("Re&compute"), QKeySequence::Refresh, this, [this] { runner_.request(grid_, folderOf(path_), true); });

    QMenu* cell = menuBar()->addMenu(tr("&Cell"));
    openCell_ = cell->addAction(tr("&Open in the main window"), QKeySequence("Ctrl+Return"), this, [this] {
        if (const auto experiment = chosenExperiment())
            emit experimentRequested(*experiment);
    });
    openCell_->setObjectName("openCell");
    pinCell_ = cell->addAction(tr("&Pin in the main window"), QKeySequence("Ctrl+P"), this, [this] {
        if (const auto experiment = chosenExperiment())
            emit pinRequested(*experiment);
    });
    pinCell_->setObjectName("pinCell");

    addViewActions(menuBar()->addMenu(tr("&View")));
}

void GridWindow::connectParts()
{
    connect(panel_, &GridPanel::edited, this, &GridWindow::edit);
    connect(this, &GridWindow::studyPresetRequested, this, &GridWindow::choosePreset);
    connect(panel_, &GridPanel::baseRequested, this, &GridWindow::useExperiment);
    connect(&undo_, &QUndoStack::cleanChanged, this, &GridWindow::updateTitle);
    connect(&runner_, &GridRunner::delivered, this, &GridWindow::showStudy);
    connect(&runner_, &GridRunner::runningChanged, this, &GridWindow::showState);
    connect(&runner_, &GridRunner::failed, this,
        [this](const QString& sentence) { board_->setNotice(asSentence(sentence)); });
    connect(&runner_, &GridRunner::progress, this, &GridWindow::showProgress);
    connect(cancel_, &QToolButton::clicked, &runner_, &GridRunner::cancel);
    connect(board_, &Board::cellChosen, this, &GridWindow::chooseCell);
    connect(board_, &Board::cellOpened, this, [this](int cell) {
        chooseCell(cell);
        openCell_->trigger();
    });
    connect(board_, &Board::layerHovered, board_, &Board::setHoveredLayer);
}

bool GridWindow::open(const Grid& grid, const QString& path)
{
    if (!mayReplace(tr("This study has unsaved changes.")))
        return false;
    replace(grid, path, true);
    return true;
}

void GridWindow::choosePreset(const QString& name)
{
    const Preset* preset = find_study_preset(name.toStdString());
    const auto parsed = parse_grid(preset->text);
    edit(std::get<Grid>(parsed), {tr("Preset “%1”").arg(translated(preset->title)), {}, false});
}

bool GridWindow::propose()
{
    if (!mayReplace(tr("This study has unsaved changes.")))
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
    const Checked before {format_grid(grid_), std::make_shared<const Grid>(grid_)},
        after {format_grid(grid), std::make_shared<const Grid>(grid)};
    if (before != after)
        undo_.push(new ValueCommand<Checked>(
            before, after, info, [desk = desk_.get()](const Checked& study, bool) { desk->window->put(*study.grid); }));
}

/// Makes a study the present one.
void GridWindow::put(const Grid& grid)
{
    grid_ = grid;
    panel_->setGrid(grid);
    if (cell_ && *cell_ >= cell_count(grid))
        cell_.reset();
    runner_.request(grid, folderOf(path_));
    autosaveSoon();
    updateTitle();
}

void GridWindow::showStudy(const GridStudyPtr& study)
{
    board_->setNotice({});
    study_ = cell_ ? with_cell(*study, cell_) : study;
    board_->setExhibit(study_);
    showState();
}

void GridWindow::showState()
{
    if (!runner_.isRunning())
        endProgress();
    const std::size_t all = cell_count(grid_), done = study_ ? study_->result->cells.size() : 0;
    state_->setText(runner_.isRunning() ? tr("%1 of %n cell(s)", nullptr, int(all)).arg(done)
            : done < all                ? tr("stopped: %1 of %n cell(s)", nullptr, int(all)).arg(done)
                                        : tr("%n cell(s)", nullptr, int(all)));
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

/// Uses the experiment of the main window, and keeps the lists that apply to it.
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

bool GridWindow::save() { return path_.isEmpty() ? saveAs() : write(path_); }

bool GridWindow::saveAs()
{
    const QString path = askFor(tr("Save study"), path_, fileName() + studyEnding, {studyEnding, ".json"}, studyFilter);
    return !path.isEmpty() && write(path);
}

bool GridWindow::write(const QString& path)
{
    if (const auto failure = failureOf([&] { write_file(pathOf(path), format_grid(grid_)); })) {
        showProblems(this, tr("Could not save the study"), {*failure});
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
    const QString path = askForExport(tr("Save results"), path_, fileName() + "-results.csv", {".csv", ".json"},
        tr("Table of cells (*.csv);;All numbers (*.json)"));
    QString error;
    if (!path.isEmpty() && !writeResult(path, &error))
        showProblems(this, tr("Could not save the results"), {error});
}

bool GridWindow::writeResult(const QString& path, QString* error)
{
    if (!study_) {
        *error = tr("There are no results yet.");
        return false;
    }
    const auto failure = failureOf([&] {
        write_file(pathOf(path),
            path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? format_grid_csv(*study_->result)
                                                                      : format_grid_result(*study_->result));
    });
    *error = failure.value_or(QString());
    return !failure;
}

QString GridWindow::fileName() const { return fileNameOf(path_, title_of(grid_).english()); }

void GridWindow::updateTitle()
{
    const Text title = title_of(grid_);
    const QString name = !path_.isEmpty() ? QFileInfo(path_).fileName()
        : title.empty()                   ? tr("study")
                                          : translated(title);
    setWindowTitle(tr("%1[*] – Stepzero study").arg(name));
    setWindowModified(isDirty());
}

void GridWindow::updateLook()
{
    BoardWindow::updateLook();
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, theme(themeFor(palette())).warning);
    panel_->problem()->setPalette(warning);
}

void GridWindow::autosave()
{
    // Fails when the disk is full. The next edit tries again, and saving to a file reports the reason.
    (void)failureOf([&] {
        keep(settings_.place().study(), {QString::fromStdString(format_grid(grid_)), path_, !isDirty()});
    });
}

void GridWindow::storeSettings()
{
    autosave();
    storeBoard();
}

/// Closing loses nothing: the study is present when the window is opened again.
void GridWindow::closeEvent(QCloseEvent* event)
{
    runner_.cancel();
    storeSettings();
    event->accept();
}

}   // namespace stepzero
