// SPDX-License-Identifier: GPL-3.0-or-later
// The panel next to the board of a checkpoint, with the chosen tensor's numbers.
#pragma once

#include "app/inspection_panel.h"
#include "core/study/audit_study.h"

namespace stepzero {

class CheckpointPanel : public InspectionPanel {
    Q_OBJECT
public:
    explicit CheckpointPanel(QWidget* parent = nullptr);

    /// Shows a study; null: no checkpoint is open.
    void setStudy(const AuditStudyPtr& study);
    QPushButton* runButton() const { return run_; }

signals:
    void runRequested();

private:
    QPushButton* run_;
};

}   // namespace stepzero
