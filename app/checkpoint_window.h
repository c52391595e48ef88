// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a checkpoint. It shows whether the weights follow their recipe, as a verdict, a map, the chosen tensor,
// findings and a table. Files are read in another thread, so the window never waits.
#pragma once

#include <memory>

#include "app/checkpoint_runner.h"
#include "app/inspection_window.h"

namespace stepzero {

class CheckpointPanel;

/// Returns whether the main window opens a file in this window: by its extension, or if it is a folder with such files.
bool isCheckpoint(const QString& path);

class CheckpointWindow : public InspectionWindow {
    Q_OBJECT
public:
    /// `before` is the window in another language that this one replaces.
    explicit CheckpointWindow(Settings& settings, QWidget* parent = nullptr, CheckpointWindow* before = nullptr);

    /// Replaces the present checkpoint after the new one has been read, with the recipe chosen for it. If that fails,
    /// the present one stays, and the reason is shown.
    void openPath(const QString& path) override;
    /// Shows what has changed since another checkpoint.
    void compareWith(const QString& path) override;
    void endComparison() override;
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
    QString verdict() const override;
    QString fileName() const override;

signals:
    /// Emitted with the checkpoint as an experiment.
    void runRequested(const stepzero::Experiment& experiment);

protected:
    void buildMenus() override;
    bool takes(const QString& path) const override { return isCheckpoint(path); }
    FolderFor folder() const override { return FolderFor::checkpoints; }
    QString openTitle() const override { return tr("Open checkpoint"); }
    QString compareTitle() const override { return tr("Compare with an earlier checkpoint"); }
    QString filePatterns() const override;
    bool hasStudy() const override { return study_ != nullptr; }
    bool isCompared() const override { return study_ && study_->change; }
    bool isGrave() const override;
    QString emptyText() const override { return tr("no checkpoint is open"); }
    QString sizeText() const override;
    void showState() override;

private:
    void connectParts();
    void fillFamilies(QMenu* menu);
    void askForFolder();
    void openAgain();
    void showStudy(const AuditStudyPtr& study);
    void readChosen();

    AuditStudyPtr study_;
    std::unique_ptr<CheckpointRunner> ownRunner_;
    CheckpointRunner& runner_;
    CheckpointPanel* panel_;
    QString path_;   // path that was requested last
    UnderstandingRequest request_;
    QAction* run_ = nullptr;
};

}   // namespace stepzero
