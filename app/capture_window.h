// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a capture, a pass through somebody's own model. It shows signal and gradient by module, a map of blocks
// and roles, the chosen module, findings and a table, also compared with another capture.
#pragma once

#include <functional>
#include <memory>

#include "app/capture_runner.h"
#include "app/inspection_window.h"

namespace stepzero {

class CapturePanel;

/// Adds a menu of the example captures; `open` gets the name of the chosen one.
void addExampleCaptures(QMenu* file, QObject* owner, const std::function<void(const QString&)>& open);

class CaptureWindow : public InspectionWindow {
    Q_OBJECT
public:
    /// `before` is the window in another language that this one replaces.
    explicit CaptureWindow(Settings& settings, QWidget* parent = nullptr, CaptureWindow* before = nullptr);

    /// Replaces the present capture after the new one has been read. If that fails, the present one stays, and the
    /// reason is shown.
    void openPath(const QString& path) override;
    void openExample(const QString& name);   ///< one of example_captures()
    void compareWith(const QString& path) override;
    void endComparison() override;
    void choosePlace(int place);   ///< by index; −1: none

    CaptureStudyPtr study() const { return study_; }   ///< study on the board; null: none yet
    CaptureRunner& runner() { return runner_; }
    CapturePanel* panel() const { return panel_; }
    QString verdict() const override;
    QString fileName() const override;

signals:
    void checkpointRequested(const QString& path);   ///< emitted to open the weights of the capture

protected:
    void buildMenus() override;
    bool takes(const QString& path) const override { return isCapture(path); }
    FolderFor folder() const override { return FolderFor::captures; }
    QString openTitle() const override { return tr("Open capture"); }
    QString compareTitle() const override { return tr("Compare with another capture"); }
    QString filePatterns() const override;
    bool hasStudy() const override { return study_ != nullptr; }
    bool isCompared() const override { return study_ && study_->before; }
    bool isGrave() const override { return study_ && has_problem(study_->findings); }
    QString emptyText() const override { return tr("no capture is open"); }
    QString sizeText() const override;
    void showState() override;

private:
    void connectParts();
    void showStudy(const CaptureStudyPtr& study);
    void bringForward();

    CaptureStudyPtr study_;
    std::unique_ptr<CaptureRunner> ownRunner_;
    CaptureRunner& runner_;
    CapturePanel* panel_;
};

}   // namespace stepzero
