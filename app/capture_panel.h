// SPDX-License-Identifier: GPL-3.0-or-later
// The panel next to the board of a capture, with the pass and the numbers of the chosen module or parameter.
#pragma once

#include "app/inspection_panel.h"
#include "core/study/capture_study.h"

namespace stepzero {

class CapturePanel : public InspectionPanel {
    Q_OBJECT
public:
    explicit CapturePanel(QWidget* parent = nullptr);

    /// Shows a study; null: no capture is open.
    void setStudy(const CaptureStudyPtr& study);
};

}   // namespace stepzero
