// SPDX-License-Identifier: GPL-3.0-or-later
// Files and session of the window: opening, saving, recent files, and restoring after a start.
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStatusBar>

#include "app/board.h"
#include "app/checkpoint_window.h"
#include "app/commands/short_text.h"
#include "app/file_names.h"
#include "app/grid_window.h"
#include "app/lesson_bar.h"
#include "app/main_window.h"
#include "app/manual.h"
#include "app/open_file.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "app/worker.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/files/title.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/input_section.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

constexpr int stateVersion = 2;   // must be increased when toolbars of a stored state would no longer fit
constexpr int mostRecent = 8;

/// Returns nothing for a damaged text, which is ignored silently.
std::optional<Experiment> experimentIn(const QString& text)
{
    auto parsed = parse_experiment(text.toStdString());
    const auto* experiment = std::get_if<Experiment>(&parsed);
    return experiment ? std::optional(*experiment) : std::nullopt;
}

std::optional<Document::Own> ownIn(const KeptDocument& document)
{
    const auto experiment = document.own.isEmpty() ? std::nullopt : experimentIn(document.own);
    return experiment ? std::optional(Document::Own {*experiment, document.replacedBy}) : std::nullopt;
}

/// Returns whether the file still has this experiment.
bool isSaved(const KeptDocument& document, const Experiment& experiment)
{
    bool same = document.saved;
    if (same && !document.path.isEmpty()) {
        const auto failure = failureOf([&] {
            const auto stored = load_experiment(pathOf(document.path));
            const auto* known = std::get_if<Experiment>(&stored);
            same = known && *known == experiment;
        });
        same = same && !failure;
    }
    return same;
}

}   // namespace

void MainWindow::start(const QString& fileOrPreset)
{
    QStringList problems;
    std::optional<OpenedExperiment> opened;
    std::optional<OpenedGrid> study;
    std::optional<OpenedLesson> lesson;
    std::optional<KeptDocument> last = kept(settings_.place().experiment());
    bool saved = true;
    std::optional<Document::Own> own;
    const auto take = [&](const QString& name, QStringList* wrong) {
        const std::optional<Opened> found = openFile(name, wrong);
        if (const auto* experiment = found ? std::get_if<OpenedExperiment>(&*found) : nullptr)
            opened = *experiment;
        else if (const auto* many = found ? std::get_if<OpenedGrid>(&*found) : nullptr)
            study = *many;
        else if (const auto* steps = found ? std::get_if<OpenedLesson>(&*found) : nullptr)
            lesson = *steps;
    };
    if (!fileOrPreset.isEmpty())
        take(fileOrPreset, &problems);
    if (opened && last && !last->saved)
        session_.putAside();
    else if (last)
        focus_.layer = last->layer;
    if (!opened && last) {
        if (const std::optional<Experiment> experiment = experimentIn(last->text)) {
            opened = {*experiment, last->path};
            runner_.setRestored(*experiment);
            saved = isSaved(*last, *experiment);
            own = ownIn(*last);
        }
    } else if (opened && !opened->path.isEmpty()) {
        remember(opened->path);
    }
    // The computation starts first, and runs while the window is being shown.
    if (opened)
        document_.replace(opened->experiment, opened->path, saved, own);
    else
        document_.replace({}, {});

    // First the geometry, then show(), then the layout, whose default depends on the room.
    if (!restoreGeometry(settings_.value("window/geometry").toByteArray())) {
        // The window fills an ordinary screen, because six figures need the room.
        const QRect screen = this->screen()->availableGeometry();
        const QSize wanted = QSize(1920, 1080) * scale();
        if (screen.width() <= wanted.width() || screen.height() <= wanted.height()) {
            setGeometry(screen);
            setWindowState(Qt::WindowMaximized);
        } else {
            resize(wanted);
        }
    }
    show();
    restoreLayout();
    pins_.load(settings_.place().pins());
    offerLost();
    if (study)
        openStudy(*study);
    if (lesson)
        openLesson(*lesson);
    if (!problems.isEmpty())
        QTimer::singleShot(0, this, [this, fileOrPreset, problems] {
            showProblems(this, tr("%1 could not be opened").arg(QFileInfo(fileOrPreset).fileName()), problems);
        });
}

/// Must be called after show(), because the default layout depends on the room.
void MainWindow::restoreLayout()
{
    restoreState(settings_.value("window/state").toByteArray(), stateVersion);
    side_->restore(settings_.object("window/side"));
    panel_->setOpened(settings_.value("window/opened").toStringList());
    restoreBoard();
}

/// Offers a lost session once. One that ends the program again is not offered again, but can be restored by the menu.
void MainWindow::offerLost()
{
    if (session_.crashes() == 0 || session_.lost().isEmpty())
        return;
    if (session_.crashes() > 1)
        return statusBar()->showMessage(
            tr("Stepzero crashed %1 times in a row, so it started empty. Use File › Restore lost session to recover.")
                .arg(session_.crashes()));
    auto* box = new QMessageBox(QMessageBox::Question, tr("Restore the last session?"),
        tr("Stepzero did not shut down properly."), QMessageBox::NoButton, this);
    box->setObjectName("lostSession");
    const QString several = tr(" %1 windows were open; the same menu entry restores the other windows.");
    const auto lost = session_.lost().size();
    box->setInformativeText(tr("Your last experiment, study and pins were saved. You can also restore them later with "
                               "File › Restore lost session.")
        + (lost > 1 ? several.arg(lost) : QString()));
    QPushButton* restore = box->addButton(tr("Restore"), QMessageBox::AcceptRole);
    box->addButton(tr("Start fresh"), QMessageBox::RejectRole);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(restore, &QPushButton::clicked, this, &MainWindow::restoreLost);
    box->open();
}

void MainWindow::restoreLost()
{
    const QVector<Place> all = session_.lost();
    if (all.isEmpty())
        return;
    const Place& lost = all.constFirst();
    const auto document = kept(lost.experiment());
    if (const auto experiment = document ? experimentIn(document->text) : std::nullopt) {
        if (!mayReplaceDocument())
            return;
        focus_.layer = document->layer;
        runner_.setRestored(*experiment);
        document_.replace(*experiment, document->path, isSaved(*document, *experiment), ownIn(*document));
        autosave();
    }
    pins_.load(lost.pins());
    if (const auto study = kept(lost.study()); study && (studyWindow_ || !study->saved)) {
        if (!studyWindow()->restore(*study))
            return;
        showStudyWindow();
    } else if (study) {   // shown when the window of studies is opened
        QFile::remove(settings_.place().study());
        QFile::rename(lost.study(), settings_.place().study());
    }
    session_.forget(lost);
    writer_.start([lost] {   // runs after its replacements were written
        QFile::remove(lost.experiment());
        QFile::remove(lost.study());
        QDir(lost.pins()).removeRecursively();
    });
}

bool MainWindow::open(const QString& fileOrPreset)
{
    QStringList problems;
    const std::optional<Opened> found = openFile(fileOrPreset, &problems);
    if (!found) {
        const QString name
            = is_short_text(fileOrPreset.toStdString()) ? tr("The text") : QFileInfo(fileOrPreset).fileName();
        showProblems(this, tr("%1 could not be opened").arg(name), problems);
        return false;
    }
    if (const auto* study = std::get_if<OpenedGrid>(&*found))
        return openStudy(*study);
    if (const auto* lesson = std::get_if<OpenedLesson>(&*found)) {
        openLesson(*lesson);
        return true;
    }
    const auto* opened = std::get_if<OpenedExperiment>(&*found);
    if (!mayReplaceDocument())
        return false;
    document_.replace(opened->experiment, opened->path);
    if (!opened->path.isEmpty())
        remember(document_.path());
    return true;
}

GridWindow* MainWindow::studyWindow(GridWindow* before)
{
    if (studyWindow_)
        return studyWindow_;
    studyWindow_ = new GridWindow(settings_, document_, this, before);
    connect(studyWindow_, &GridWindow::openRequested, this, &MainWindow::open);
    connect(studyWindow_, &GridWindow::remembered, this, &MainWindow::remember);
    connect(studyWindow_, &GridWindow::experimentRequested, this, [this](const Experiment& experiment) {
        document_.edit(experiment, {tr("Cell of a study"), {}, false});
        raise();
        activateWindow();
    });
    connect(studyWindow_, &GridWindow::pinRequested, this,
        [this](const Experiment& experiment) { pins_.add(experiment, focus_, nullptr); });
    connect(studyWindow_->board(), &Board::manualRequested, this, &MainWindow::showManual);
    studyWindow_->menuBar()->addMenu(help_);
    setManualPlace(studyWindow_, "studies.md");
    return studyWindow_;
}

bool MainWindow::openStudy(const OpenedGrid& study)
{
    if (!studyWindow()->open(study.grid, study.path))
        return false;
    if (!study.path.isEmpty())
        remember(study.path);
    showStudyWindow();
    return true;
}

void MainWindow::showStudyWindow()
{
    studyWindow()->show();
    studyWindow()->raise();
    studyWindow()->activateWindow();
}

CheckpointWindow* MainWindow::checkpointWindow(CheckpointWindow* before)
{
    if (checkpointWindow_)
        return checkpointWindow_;
    checkpointWindow_ = new CheckpointWindow(settings_, this, before);
    connect(checkpointWindow_, &CheckpointWindow::opened, this, &MainWindow::remember);
    connect(checkpointWindow_, &CheckpointWindow::runRequested, this, &MainWindow::runCheckpoint);
    connect(checkpointWindow_->board(), &Board::manualRequested, this, &MainWindow::showManual);
    checkpointWindow_->menuBar()->addMenu(help_);
    setManualPlace(checkpointWindow_, "audit.md");
    return checkpointWindow_;
}

/// Runs the checkpoint next to a pin of the same network, initialized by the recipe.
void MainWindow::runCheckpoint(const Experiment& experiment)
{
    document_.edit(experiment, {tr("Run a checkpoint"), {}, false});
    Experiment drawn = experiment;
    drawn.weights = {};
    pins_.add(drawn, focus_, nullptr, tr("freshly initialized by its recipe"));
    raise();
    activateWindow();
}

void MainWindow::showCheckpointWindow()
{
    checkpointWindow()->show();
    checkpointWindow()->raise();
    checkpointWindow()->activateWindow();
}

void MainWindow::openCheckpoint(const QString& path)
{
    showCheckpointWindow();
    checkpointWindow()->openCheckpoint(path);
}

/// A step of a lesson must not replace the user's own experiment in the file.
bool MainWindow::save()
{
    return document_.path().isEmpty() || document_.hidesOwn() ? saveAs() : write(document_.path());
}

bool MainWindow::saveAs()
{
    const QString suggested = document_.hidesOwn() ? QString() : document_.path();
    const QString path = askFor(
        tr("Save experiment"), suggested, fileName() + experimentEnding, {experimentEnding, ".json"}, experimentFilter);
    return !path.isEmpty() && write(path);
}

bool MainWindow::write(const QString& path)
{
    QString error;
    if (!document_.save(path, &error)) {
        showProblems(this, tr("Could not save the experiment"), {error});
        return false;
    }
    remember(document_.path());
    autosave();
    return true;
}

void MainWindow::savePin(int id)
{
    const PinnedExperiment* pinned = pins_.find(id);
    if (!pinned)
        return;
    const Experiment experiment = pinned->experiment;   // a dialog follows, so `pinned` may become invalid
    const QString path
        = askFor(tr("Save pinned experiment"), {}, fileNameOf({}, pinned->pin.name.toStdString()) + experimentEnding,
            {experimentEnding, ".json"}, experimentFilter);
    if (path.isEmpty())
        return;
    if (const auto failure = failureOf([&] { save_experiment(pathOf(path), experiment); }))
        showProblems(this, tr("Could not save the experiment"), {*failure});
    else
        remember(path);
}

void MainWindow::remember(const QString& path)
{
    const QFileInfo file(path);
    QStringList recent = settings_.value("document/recent").toStringList();
    recent.removeAll(file.absoluteFilePath());
    recent.prepend(file.absoluteFilePath());
    settings_.set("document/recent", QStringList(recent.mid(0, mostRecent)));
    settings_.setLastFolder(isCheckpoint(path) ? FolderFor::checkpoints : FolderFor::documents, path);
}

void MainWindow::openRecent(const QString& path) { isCheckpoint(path) ? openCheckpoint(path) : (void)open(path); }

void MainWindow::fillRecent()
{
    recentMenu_->clear();
    for (const QString& path : settings_.value("document/recent").toStringList()) {
        QAction* entry = recentMenu_->addAction(QFileInfo(path).fileName().replace('&', "&&"));
        entry->setToolTip(path);
        entry->setEnabled(QFileInfo::exists(path));
        connect(entry, &QAction::triggered, this, [this, path] { openRecent(path); });
    }
    if (recentMenu_->isEmpty())
        recentMenu_->addAction(tr("None yet"))->setEnabled(false);
}

void MainWindow::autosave()
{
    KeptDocument document {{}, document_.path(), !document_.isDirty(), focus_.layer};
    writer_.start([this, file = settings_.place().experiment(), document, experiment = document_.experiment(),
                      own = document_.own()]() mutable {
        // Fails when the disk is full. The next edit tries again, and the first failure is reported.
        const auto failure = failureOf([&] {
            document.text = QString::fromStdString(format_experiment(experiment));
            if (own) {
                document.own = QString::fromStdString(format_experiment(own->experiment));
                document.replacedBy = own->text;
            }
            keep(file, document);
        });
        if (failure && !unkeptIsSaid_.exchange(true))
            QMetaObject::invokeMethod(this, [this, failure] {
                constexpr int time = 30000;   // in milliseconds
                statusBar()->showMessage(
                    tr("Edits and settings cannot be saved for the next start: %1").arg(*failure), time);
            });
    });
}

void MainWindow::storeSettings()
{
    autosave();
    storeBoard();
    settings_.set("window/state", saveState(stateVersion));
    settings_.setObject("window/side", side_->state());
    settings_.set("window/opened", panel_->opened());
    settings_.sync();
}

void MainWindow::updateTitle()
{
    setWindowTitle(
        (document_.path().isEmpty() ? titleOf(document_.experiment()) : QFileInfo(document_.path()).fileName())
        + "[*]");
    setWindowModified(document_.isDirty());
    setWindowFilePath(document_.path());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    lesson_->end();   // so that the board is stored as it was before the lesson
    storeSettings();
    if (studyWindow_)
        studyWindow_->close();
    if (checkpointWindow_)
        checkpointWindow_->close();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    // Deferred, because a dialog may follow, and the program that the file was dragged from must not wait for it.
    const QString path = event->mimeData()->urls().first().toLocalFile();
    const QString ending = QFileInfo(path).suffix().toLower();
    const bool checkpoint = isCheckpoint(path),
               input = QFileInfo(path).isDir() || ending == QLatin1String("csv") || ending == QLatin1String("npy");
    QTimer::singleShot(0, this, [this, path, checkpoint, input] {
        if (checkpoint)
            openCheckpoint(path);
        else if (input)
            panel_->input()->readFrom(path);
        else
            open(path);
    });
}

QString MainWindow::fileName() const
{
    return fileNameOf(document_.hidesOwn() ? QString() : document_.path(), title_of(document_.experiment()).english());
}

bool MainWindow::mayReplaceDocument() { return mayReplace(tr("This experiment has unsaved changes.")); }

}   // namespace stepzero
