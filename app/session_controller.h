// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the content of the main window survive its end. The document, the pins, the history and the slides are saved as
// they change and reappear at the next start. All but the history can be restored after a crash (session.h).
#pragma once

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <atomic>
#include <optional>

#include "app/history.h"
#include "app/open_file.h"

namespace stepzero {

class BoardWindow;
class ChildWindows;
class FileController;
class Session;
class Slides;
class Workspace;
struct Place;

class SessionController : public QObject {
    Q_OBJECT
public:
    SessionController(Session& session, BoardWindow& window, Workspace& workspace, Slides& slides,
        FileController& files, ChildWindows& windows);
    ~SessionController() override;

    /// Fills the document from a file or preset, or with its last state. Its computation begins before the window is
    /// shown.
    void begin(const QString& fileOrPreset);
    /// Completes the start when the window is shown: loads pins and other documents, offers lost sessions, and shows
    /// problems of the file.
    void finish();
    bool hasLost() const;
    void restoreLost();
    /// Saves the present document in another thread.
    void autosave();

private:
    void storePins();
    void loadHistory();
    void storeHistory();
    void loadSlides(const Place& place);
    void storeSlides();
    void offerLost();

    Session& session_;
    BoardWindow& window_;
    Workspace& workspace_;
    Slides& slides_;
    FileController& files_;
    ChildWindows& windows_;
    // Used between begin() and finish():
    QString asked_;
    QStringList problems_;
    std::optional<Opened> later_;

    HistoryEntries storedHistory_;   // written last
    std::atomic<bool> failureIsShown_ = false;   // a failed autosave was reported
    QThreadPool writer_;   // one thread: files are written in order, and never by the window
};

}   // namespace stepzero
