// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_controller.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>
#include <QTimer>

#include "app/board_window.h"
#include "app/capture_runner.h"
#include "app/checkpoint_window.h"
#include "app/child_windows.h"
#include "app/commands/short_text.h"
#include "app/file_names.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/worker.h"
#include "app/workspace.h"
#include "core/files/experiment_file.h"
#include "core/files/title.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"

namespace stepzero {

FileController::FileController(BoardWindow& window, Workspace& workspace, ChildWindows& windows)
    : QObject(&window), window_(window), workspace_(workspace), windows_(windows)
{
    window_.installEventFilter(this);
    connect(&window_, &BoardWindow::openRequested, this, qOverload<const QString&>(&FileController::open));
    connect(&windows_, &ChildWindows::openRequested, this, qOverload<const QString&>(&FileController::open));
    connect(&windows_, &ChildWindows::remembered, this, &FileController::remember);
    connect(&workspace_.document(), &Document::pathChanged, this, &FileController::showTitle);
    connect(&workspace_.document(), &Document::dirtyChanged, this, &FileController::showTitle);
    connect(&workspace_, &Workspace::experimentChanged, this, [this](bool dragging) {
        if (!dragging)
            showTitle();
    });
}

void FileController::showTitle()
{
    const QString path = workspace_.document().path();
    window_.setWindowTitle((path.isEmpty() ? titleOf(workspace_.experiment()) : QFileInfo(path).fileName()) + "[*]");
    window_.setWindowModified(workspace_.document().isDirty());
    window_.setWindowFilePath(path);
}

QString FileController::fileName() const
{
    const Document& document = workspace_.document();
    return fileNameOf(document.hidesOwn() ? QString() : document.path(), title_of(workspace_.experiment()).english());
}

// Opening

bool FileController::mayReplace() { return window_.mayReplace(tr("This experiment has unsaved changes.")); }

void FileController::openNew()
{
    if (mayReplace())
        workspace_.document().replace({}, {});
}

bool FileController::open(const QString& fileOrPreset)
{
    QStringList problems;
    if (const std::optional<Opened> found = openFile(fileOrPreset, &problems))
        return open(*found);
    showFailure(fileOrPreset, problems);
    return false;
}

bool FileController::open(const Opened& opened)
{
    if (const auto* grid = std::get_if<OpenedGrid>(&opened))
        return windows_.openGrid(*grid);
    if (const auto* capture = std::get_if<OpenedCapture>(&opened)) {
        windows_.openCapture(capture->path);
        return true;
    }
    if (const auto* lesson = std::get_if<OpenedLesson>(&opened)) {
        if (!lesson->path.isEmpty())
            remember(lesson->path);
        emit lessonOpened(*lesson);
        return true;
    }
    const auto& experiment = std::get<OpenedExperiment>(opened);
    if (!mayReplace())
        return false;
    workspace_.document().replace(experiment.experiment, experiment.path);
    if (!experiment.path.isEmpty())
        remember(workspace_.document().path());
    return true;
}

void FileController::showFailure(const QString& fileOrPreset, const QStringList& problems)
{
    const QString name
        = is_short_text(fileOrPreset.toStdString()) ? tr("The text") : QFileInfo(fileOrPreset).fileName();
    showProblems(&window_, tr("%1 could not be opened").arg(name), problems);
}

/// Accepts a single file that is dropped on the window.
bool FileController::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != &window_ || (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop))
        return false;
    auto* drop = static_cast<QDropEvent*>(event);   // QDragEnterEvent is a subclass
    const QList<QUrl> urls = drop->mimeData()->urls();
    if (urls.size() != 1 || !urls.first().isLocalFile())
        return false;
    drop->acceptProposedAction();
    // A dialog may follow, and the program that the file came from must not wait for it.
    if (event->type() == QEvent::Drop)
        QTimer::singleShot(0, this, [this, path = urls.first().toLocalFile()] { openDropped(path); });
    return true;
}

void FileController::openDropped(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (isCheckpoint(path))
        windows_.openCheckpoint(path);
    else if (QFileInfo(path).isDir() || ending == QLatin1String("csv") || ending == QLatin1String("npy"))
        emit inputDropped(path);
    else
        open(path);
}

void FileController::copyText()
{
    QApplication::clipboard()->setText(QString::fromStdString(short_text(workspace_.experiment())));
    window_.statusBar()->showMessage(tr("Copied the experiment to the clipboard as text"), 5000);
}

void FileController::pasteText()
{
    const QString text = QApplication::clipboard()->text().trimmed();
    if (is_short_text(text.toStdString()))
        open(text);
    else
        window_.statusBar()->showMessage(tr("There is no experiment on the clipboard"), 5000);
}

// Saving

/// Asks for another file while a step of a lesson is shown, which must not replace the content of the user's file.
bool FileController::save()
{
    const Document& document = workspace_.document();
    return document.path().isEmpty() || document.hidesOwn() ? saveAs() : write(document.path());
}

bool FileController::saveAs()
{
    const QString suggested = workspace_.document().hidesOwn() ? QString() : workspace_.document().path();
    const QString path = window_.askFor(
        tr("Save experiment"), suggested, fileName() + experimentEnding, {experimentEnding, ".json"}, experimentFilter);
    return !path.isEmpty() && write(path);
}

bool FileController::write(const QString& path)
{
    QString error;
    if (!workspace_.document().save(path, &error)) {
        showProblems(&window_, tr("Could not save the experiment"), {error});
        return false;
    }
    remember(workspace_.document().path());
    emit saved();
    return true;
}

void FileController::savePin(int id)
{
    const PinnedExperiment* pinned = workspace_.pins().find(id);
    if (!pinned)
        return;
    const Experiment experiment = pinned->experiment;   // a copy, because the pin may vanish while the dialog is open
    const QString path = window_.askFor(tr("Save pinned experiment"), {},
        fileNameOf({}, pinned->pin.name.toStdString()) + experimentEnding, {experimentEnding, ".json"},
        experimentFilter);
    if (path.isEmpty())
        return;
    if (const auto failure = failureOf([&] { save_experiment(pathOf(path), experiment); }))
        showProblems(&window_, tr("Could not save the experiment"), {*failure});
    else
        remember(path);
}

// Recent files

void FileController::remember(const QString& path)
{
    constexpr int most = 8;
    Settings& settings = window_.settings();
    const QFileInfo file(path);
    QStringList recent = settings.value("document/recent").toStringList();
    recent.removeAll(file.absoluteFilePath());
    recent.prepend(file.absoluteFilePath());
    settings.set("document/recent", QStringList(recent.mid(0, most)));
    settings.setLastFolder(isCheckpoint(path) ? FolderFor::checkpoints
            : isCapture(path)                 ? FolderFor::captures
                                              : FolderFor::documents,
        path);
}

void FileController::openRecent(const QString& path)
{
    if (isCheckpoint(path))
        windows_.openCheckpoint(path);
    else
        open(path);
}

QMenu* FileController::recentMenu(QWidget* parent)
{
    auto* menu = new QMenu(tr("Open &recent"), parent);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillRecent(menu); });
    return menu;
}

void FileController::fillRecent(QMenu* menu)
{
    menu->clear();
    for (const QString& path : window_.settings().value("document/recent").toStringList()) {
        QAction* entry = menu->addAction(QFileInfo(path).fileName().replace('&', "&&"));
        entry->setToolTip(path);
        entry->setEnabled(QFileInfo::exists(path));
        connect(entry, &QAction::triggered, this, [this, path] { openRecent(path); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("None yet"))->setEnabled(false);
}

}   // namespace stepzero
