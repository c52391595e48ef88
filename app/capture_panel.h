// SPDX-License-Identifier: GPL-3.0-or-later
// The panel next to the board of a capture, with the pass and the numbers of the chosen module or parameter. Of a file
// with several widths, it chooses the capture that the figures show.
#pragma once

#include "app/inspection_panel.h"
#include "core/study/capture_study.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace stepzero {

class CapturePanel : public InspectionPanel {
    Q_OBJECT
public:
    explicit CapturePanel(QWidget* parent = nullptr);

    /// Shows a study; null: no capture is open.
    void setStudy(const CaptureStudyPtr& study);
    /// Sets whether the weights are being audited.
    void setAuditing(bool auditing);
    QComboBox* widthBox() const { return width_; }
    QComboBox* stepBox() const { return step_; }
    QPushButton* weightsButton() const { return openWeights_; }
    QPushButton* auditButton() const { return audit_; }
    QString weightsText() const;   ///< what is known of the weights; empty: none were saved

signals:
    void captureChosen(std::size_t index);   ///< of a file with several widths
    void weightsRequested();   ///< to open the checkpoint
    void auditRequested();

private:
    void addWidths();
    void showWidths(const CaptureStudy& study);
    void addWeights();
    void showWeights();
    void choose(int width, int step);

    std::shared_ptr<const CapturedWidths> captures_;   // null: a file with one capture
    QWidget* widths_;   // the row with both boxes
    QComboBox *width_, *step_;
    SavedWeights saved_;
    bool auditing_ = false;
    QLabel* judgement_;   // about the weights
    QWidget* weights_;   // the row with both buttons
    QPushButton *openWeights_, *audit_;
};

}   // namespace stepzero
