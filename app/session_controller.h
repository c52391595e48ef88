// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window has survives its end: the document and the pins are written as they change, are there again at
// the next start, and can be restored after a crash (session.h).
#pragma once

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <atomic>
#include <optional>

#include "app/open_file.h"

namespace stepzero {

class BoardWindow;
class ChildWindows;
class FileController;
class Session;
class Workspace;

class SessionController : public QObject {
    Q_OBJECT
public:
    SessionController(
        Session& session, BoardWindow& window, Workspace& workspace, FileController& files, ChildWindows& windows);
    ~SessionController() override;

    /// Fills the document: from a file or preset, or as it was left. Its computation begins while the window is shown.
    void begin(const QString& fileOrPreset);
    /// Does the rest once the window is shown: pins, other documents, what was lost, problems of the file.
    void finish();
    bool hasLost() const;
    void restoreLost();
    /// Writes the document as it is now, beside the window.
    void autosave();

private:
    void storePins();
    void offerLost();

    Session& session_;
    BoardWindow& window_;
    Workspace& workspace_;
    FileController& files_;
    ChildWindows& windows_;
    // From begin() to finish():
    QString asked_;
    QStringList problems_;
    std::optional<Opened> later_;

    std::atomic<bool> failureIsShown_ = false;   // of the autosave
    QThreadPool writer_;   // one thread: files are written in order, and never by the window
};

}   // namespace stepzero
