// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the windows about one file that is read and not edited: a checkpoint or a capture. It has a verdict above the
// board, a panel next to it, and takes files that are dropped. Files are read in another thread.
#pragma once

#include "app/board_window.h"
#include "app/settings.h"

class QLabel;

namespace stepzero {

class InspectionPanel;
class LatestJob;

class InspectionWindow : public BoardWindow {
    Q_OBJECT
public:
    ~InspectionWindow() override;

    virtual QString verdict() const = 0;   ///< the line above the board
    virtual void openPath(const QString& path) = 0;
    /// Asks for a file and opens it.
    void askToOpen();
    virtual void compareWith(const QString& path) = 0;
    virtual void endComparison() = 0;
    bool save() override { return true; }   ///< nothing is edited here

signals:
    void opened(const QString& path);

protected:
    /// `group` is the group of its settings, and `widest` the longest text of the status bar.
    InspectionWindow(
        Settings& settings, const char* group, const QString& subject, const QString& widest, QWidget* parent);
    /// Sets up the window in the constructor of a subclass. `job` reads its files, and `before` is the window in
    /// another language that this one replaces, or null.
    void begin(InspectionPanel* panel, LatestJob& job, InspectionWindow* before);

    virtual void buildMenus() = 0;
    virtual bool takes(const QString& path) const = 0;   ///< returns whether a dropped file can be opened
    virtual FolderFor folder() const = 0;
    virtual QString openTitle() const = 0;   ///< titles of the dialogs
    virtual QString compareTitle() const = 0;
    virtual QString filePatterns() const = 0;   ///< as in QFileDialog
    virtual bool hasStudy() const = 0;
    virtual bool isCompared() const = 0;
    virtual bool isGrave() const = 0;   ///< true: the verdict is in the colour of warnings
    virtual QString emptyText() const = 0;   ///< shown in figures while no file is open
    virtual QString sizeText() const = 0;   ///< size of the open file, for the status bar

    /// Adds actions to compare with another file, and to end that.
    void addCompareActions(QMenu* file, const QString& compareName);
    /// Updates texts and actions after a change of the job or the study.
    virtual void showState();

    bool isDirty() const override { return false; }
    void autosave() override { }
    void updateLook() override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    InspectionPanel* sidePanel_ = nullptr;
    LatestJob* job_ = nullptr;
    QLabel* verdict_;
    QAction *compare_ = nullptr, *endComparison_ = nullptr;
    bool replaced_ = false;   // by a window in another language
};

}   // namespace stepzero
