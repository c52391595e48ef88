// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a checkpoint. It shows whether the weights follow their recipe, as a verdict, a map, the chosen tensor,
// findings and a table. Files are read in another thread, so the window never waits.
#pragma once

#include <memory>

#include "app/board_window.h"
#include "app/checkpoint_runner.h"

class QLabel;

namespace stepzero {

class CheckpointPanel;

/// Returns whether the main window opens a file in this window: by its extension, or if it is a folder with such files.
bool isCheckpoint(const QString& path);

class CheckpointWindow : public BoardWindow {
    Q_OBJECT
public:
    /// `before` is the window in another language that this one replaces.
    explicit CheckpointWindow(Settings& settings, QWidget* parent = nullptr, CheckpointWindow* before = nullptr);
    ~CheckpointWindow() override;

    /// Replaces the present checkpoint after the new one has been read, with the recipe chosen for it. If that fails,
    /// the present one stays, and the reason is shown.
    void openCheckpoint(const QString& path);
    /// Shows what has changed since another checkpoint.
    void compareWith(const QString& path);
    /// Asks for a file, or a folder, and opens it.
    void askToOpen(bool folder = false);
    void endComparison();
    /// Reads the open checkpoint again with this config.json or experiment file, or with this family, which is a name
    /// or a family file. Empty: with the recipe that is recognized.
    void chooseConfig(const QString& path);
    void chooseFamily(const QString& family);
    /// Emits runRequested() for the open checkpoint, or shows why it cannot be run.
    void runIt();
    void chooseTensor(int place);   ///< by index; −1: none

    AuditStudyPtr study() const { return study_; }   ///< study on the board; null: none yet
    CheckpointRunner& runner() { return runner_; }
    CheckpointPanel* panel() const { return panel_; }
    QString verdict() const;   ///< the line above the board
    bool save() override { return true; }   ///< nothing is edited here
    QString fileName() const override;
    void storeSettings();

signals:
    void opened(const QString& path);
    /// Emitted with the checkpoint as an experiment.
    void runRequested(const stepzero::Experiment& experiment);

protected:
    bool isDirty() const override { return false; }
    void autosave() override { }
    void updateLook() override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildMenus();
    void connectParts();
    void fillFamilies(QMenu* menu);
    void openAgain();
    void showStudy(const AuditStudyPtr& study);
    void readChosen();
    void showState();
    /// Asks for a file, or a folder; returns an empty text for none.
    QString askForCheckpoint(const QString& title, bool folder);

    AuditStudyPtr study_;
    std::unique_ptr<CheckpointRunner> ownRunner_;
    CheckpointRunner& runner_;
    CheckpointPanel* panel_;
    QLabel* verdict_;
    QString path_;   // path that was requested last
    UnderstandingRequest request_;
    QAction *compare_ = nullptr, *endComparison_ = nullptr, *run_ = nullptr;
};

}   // namespace stepzero
