// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_controller.h"

#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <QTimer>
#include <utility>

#include "app/board_window.h"
#include "app/child_windows.h"
#include "app/file_controller.h"
#include "app/history_file.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/slides.h"
#include "app/worker.h"
#include "app/workspace.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/study/lesson/lesson_json.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

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

/// Returns whether the document's file still has this experiment.
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

void putBack(Workspace& workspace, const KeptDocument& kept, const Experiment& experiment)
{
    workspace.setNextLayer(kept.layer);
    workspace.runner().setRestored(experiment);
    workspace.document().replace(experiment, kept.path, isSaved(kept, experiment), ownIn(kept));
}

}   // namespace

SessionController::SessionController(Session& session, BoardWindow& window, Workspace& workspace, Slides& slides,
    FileController& files, ChildWindows& windows)
    : QObject(&window), session_(session), window_(window), workspace_(workspace), slides_(slides), files_(files),
      windows_(windows)
{
    writer_.setMaxThreadCount(1);
    connect(&workspace_, &Workspace::experimentChanged, &window_, &BoardWindow::autosaveSoon);
    connect(&workspace_.pins(), &PinList::changed, this, &SessionController::storePins);
    connect(&workspace_.history(), &History::changed, &window_, &BoardWindow::autosaveSoon);
    connect(&slides_, &Slides::changed, this, &SessionController::storeSlides);
    connect(&files_, &FileController::saved, this, &SessionController::autosave);
}

SessionController::~SessionController() { writer_.waitForDone(); }

void SessionController::begin(const QString& fileOrPreset)
{
    asked_ = fileOrPreset;
    std::optional<Opened> found;
    if (!fileOrPreset.isEmpty())
        found = openFile(fileOrPreset, &problems_);
    const auto* opened = found ? std::get_if<OpenedExperiment>(&*found) : nullptr;
    const std::optional<KeptDocument> last = kept(window_.settings().place().experiment());
    if (opened && last && !last->saved)
        session_.putAside();
    else if (last)
        workspace_.setNextLayer(last->layer);
    if (opened) {
        if (!opened->path.isEmpty())
            files_.remember(opened->path);
        workspace_.document().replace(opened->experiment, opened->path);
    } else if (const auto experiment = last ? experimentIn(last->text) : std::nullopt) {
        putBack(workspace_, *last, *experiment);
    } else {
        workspace_.document().replace({}, {});
    }
    if (!opened)
        later_ = found;
}

void SessionController::finish()
{
    workspace_.pins().load(window_.settings().place().pins());
    loadHistory();
    loadSlides(window_.settings().place());
    offerLost();
    if (const auto opened = std::exchange(later_, std::nullopt))
        files_.open(*opened);
    if (!problems_.isEmpty())
        QTimer::singleShot(0, this, [this] { files_.showFailure(asked_, problems_); });
}

bool SessionController::hasLost() const { return !session_.lost().isEmpty(); }

/// Offers to restore a lost session, after a single crash only. If the program crashes repeatedly, the session itself
/// may be the cause, so a message only names the menu entry that restores it.
void SessionController::offerLost()
{
    if (session_.crashes() == 0 || !hasLost())
        return;
    if (session_.crashes() > 1)
        return window_.statusBar()->showMessage(
            tr("Stepzero crashed %1 times in a row, so it started empty. Use File › Restore lost session to recover.")
                .arg(session_.crashes()));
    auto* box = new QMessageBox(QMessageBox::Question, tr("Restore the last session?"),
        tr("Stepzero did not shut down properly."), QMessageBox::NoButton, &window_);
    box->setObjectName("lostSession");
    const QString several = tr(" %1 windows were open; the same menu entry restores the other windows.");
    const auto lost = session_.lost().size();
    box->setInformativeText(
        tr("Your last experiment, study, pins and slides were saved. You can also restore them later with "
           "File › Restore lost session.")
        + (lost > 1 ? several.arg(lost) : QString()));
    QPushButton* restore = box->addButton(tr("Restore"), QMessageBox::AcceptRole);
    box->addButton(tr("Start fresh"), QMessageBox::RejectRole);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(restore, &QPushButton::clicked, this, &SessionController::restoreLost);
    box->open();
}

void SessionController::restoreLost()
{
    const QVector<Place> all = session_.lost();
    if (all.isEmpty())
        return;
    const Place& lost = all.constFirst();
    const auto document = kept(lost.experiment());
    if (const auto experiment = document ? experimentIn(document->text) : std::nullopt) {
        if (!files_.mayReplace())
            return;
        putBack(workspace_, *document, *experiment);
        autosave();
    }
    workspace_.pins().load(lost.pins());
    if (QFileInfo::exists(lost.slides()))
        loadSlides(lost);
    if (const auto study = kept(lost.study()); study && (windows_.hasGrid() || !study->saved)) {
        if (!windows_.restoreGrid(*study))
            return;
    } else if (study) {   // will be loaded when the window of studies is opened
        const QString place = window_.settings().place().study();
        QFile::remove(place);
        QFile::rename(lost.study(), place);
    }
    session_.forget(lost);
    writer_.start([lost] {   // runs after their replacements are written
        QFile::remove(lost.experiment());
        QFile::remove(lost.study());
        QFile::remove(lost.slides());
        QDir(lost.pins()).removeRecursively();
    });
}

void SessionController::storePins()
{
    writer_.start([folder = window_.settings().place().pins(), pins = workspace_.pins().entries()] {
        // Failures are ignored, because the next change tries again.
        (void)failureOf([&] { writePins(folder, pins); });
    });
}

/// Reads the history in the other thread, because checking its experiments takes a while.
void SessionController::loadHistory()
{
    // The history survives this object, which a change of the language replaces.
    writer_.start([history = &workspace_.history(), file = window_.settings().place().history()] {
        const HistoryEntries earlier = readHistory(file);
        QMetaObject::invokeMethod(history, [history, earlier] { history->load(earlier); });
    });
}

void SessionController::storeHistory()
{
    const History& history = workspace_.history();
    if (!history.isLoaded() || history.entries() == storedHistory_)
        return;
    storedHistory_ = history.entries();
    writer_.start([file = window_.settings().place().history(), entries = storedHistory_] {
        // Failures are ignored, because saving the document in the same folder reports them.
        (void)failureOf([&] { writeHistory(file, entries); });
    });
}

/// Ignores a damaged file.
void SessionController::loadSlides(const Place& place)
{
    if (!QFileInfo::exists(place.slides()))
        return;
    (void)failureOf([&] {
        auto loaded = load_lesson(pathOf(place.slides()));
        if (const auto* lesson = std::get_if<Lesson>(&loaded))
            slides_.restore(lesson->steps);
    });
}

void SessionController::storeSlides()
{
    writer_.start([file = window_.settings().place().slides(), lesson = slides_.lesson()] {
        // Failures are ignored, because the next change tries again. A lesson without steps has no file.
        if (lesson.steps.empty())
            QFile::remove(file);
        else
            (void)failureOf([&] { save_lesson(pathOf(file), lesson); });
    });
}

void SessionController::autosave()
{
    storeHistory();
    const Document& edited = workspace_.document();
    KeptDocument document {{}, edited.path(), !edited.isDirty(), workspace_.focus().layer};
    writer_.start([this, file = window_.settings().place().experiment(), document, experiment = edited.experiment(),
                      own = edited.own()]() mutable {
        // Fails when the disk is full, for example. The next edit tries again, and only the first failure is shown.
        const auto failure = failureOf([&] {
            document.text = QString::fromStdString(format_experiment(experiment));
            if (own) {
                document.own = QString::fromStdString(format_experiment(own->experiment));
                document.replacedBy = own->text;
            }
            keep(file, document);
        });
        if (failure && !failureIsShown_.exchange(true))
            QMetaObject::invokeMethod(this, [this, failure] {
                constexpr int time = 30000;   // ms
                window_.statusBar()->showMessage(
                    tr("Edits and settings cannot be saved for the next start: %1").arg(*failure), time);
            });
    });
}

}   // namespace stepzero
