// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the main window: opens what a path, a preset's name or a text on the clipboard leads to, saves the document
// and pins, and remembers recent files. The window's title names the file.
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

    /// Opens a file or preset in place of the document. False when it cannot be read (the problems are
    /// shown) or the user keeps what there is.
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
    /// Proposed for what is written: no folder, no ending.
    QString fileName() const;
    /// Whether unsaved changes may go; asks.
    bool mayReplace();

    /// A path becomes the first of the recent ones, and its folder is where the next dialog begins.
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
