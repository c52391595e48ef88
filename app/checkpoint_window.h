// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a checkpoint: whether its weights follow their recipe, as a verdict, a map, the chosen tensor, findings
// and a table. What is read is read beside it; the window never waits.
#pragma once

#include <memory>

#include "app/board_window.h"
#include "app/checkpoint_runner.h"

class QLabel;

namespace stepzero {

class CheckpointPanel;

/// Whether the main window opens it here: by its ending, or a folder with such files.
bool isCheckpoint(const QString& path);

class CheckpointWindow : public BoardWindow {
    Q_OBJECT
public:
    /// `before`: whose place it takes, in another language.
    explicit CheckpointWindow(Settings& settings, QWidget* parent = nullptr, CheckpointWindow* before = nullptr);
    ~CheckpointWindow() override;

    /// In place of the present one, once it is read, and understood by what was chosen for it. One that cannot be
    /// leaves what there is, and says why.
    void openCheckpoint(const QString& path);
    /// What has changed since another.
    void compareWith(const QString& path);
    /// Asks for a file, or a folder, and opens it.
    void askToOpen(bool folder = false);
    void endComparison();
    /// The open one again, by this config.json (or experiment file), or this family: a name or a family file; empty: as
    /// it is found.
    void chooseConfig(const QString& path);
    void chooseFamily(const QString& family);
    /// Asks for runRequested() of the open one, or says why not.
    void runIt();
    void chooseTensor(int place);   ///< by index; −1: none

    AuditStudyPtr study() const { return study_; }   ///< on the board; null: none is there yet
    CheckpointRunner& runner() { return runner_; }
    CheckpointPanel* panel() const { return panel_; }
    QString verdict() const;   ///< the line above the board
    bool save() override { return true; }   ///< nothing is edited here
    QString fileName() const override;
    void storeSettings();

signals:
    void opened(const QString& path);
    /// The checkpoint as an experiment.
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
    /// Asks for a file, or a folder; empty: none.
    QString askForCheckpoint(const QString& title, bool folder);

    AuditStudyPtr study_;
    std::unique_ptr<CheckpointRunner> ownRunner_;
    CheckpointRunner& runner_;
    CheckpointPanel* panel_;
    QLabel* verdict_;
    QString path_;   // that was asked for last
    UnderstandingRequest request_;
    QAction *compare_ = nullptr, *endComparison_ = nullptr, *run_ = nullptr;
};

}   // namespace stepzero
