// SPDX-License-Identifier: GPL-3.0-or-later
// Handles the files of the main window. It opens paths, presets and texts from the clipboard, saves the document and
// pins, and remembers recent files. The window's title names the file.
#pragma once

#include <QObject>

#include "app/open_file.h"

class QMenu;

namespace stepzero {

class BoardWindow;
class ChildWindows;
class Workspace;

class FileController : public QObject {
    Q_OBJECT
public:
    FileController(BoardWindow& window, Workspace& workspace, ChildWindows& windows);

    /// Opens a file or preset in place of the document. Returns false when it cannot be read (the problems are shown)
    /// or the user keeps the present document.
    bool open(const QString& fileOrPreset);
    bool open(const Opened& opened);
    /// Shows why a file could not be opened.
    void showFailure(const QString& fileOrPreset, const QStringList& problems);
    void openNew();
    bool save();
    bool saveAs();
    void savePin(int id);
    void copyText();
    void pasteText();
    /// Returns the proposal for exported files, without folder and extension.
    QString fileName() const;
    /// Returns whether the document may be replaced. Asks the user when it has unsaved changes.
    bool mayReplace();

    /// Makes a path the first of the recent files, and its folder the initial one of the next dialog.
    void remember(const QString& path);
    void openRecent(const QString& path);
    QMenu* recentMenu(QWidget* parent);

signals:
    void lessonOpened(const stepzero::OpenedLesson& lesson);
    void inputDropped(const QString& path);
    void saved();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void openDropped(const QString& path);
    bool write(const QString& path);
    void fillRecent(QMenu* menu);
    void showTitle();

    BoardWindow& window_;
    Workspace& workspace_;
    ChildWindows& windows_;
};

}   // namespace stepzero
