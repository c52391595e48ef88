// SPDX-License-Identifier: GPL-3.0-or-later
// Base of every figure of a capture, whichever frame it uses.
#pragma once

#include "core/study/capture_study.h"

namespace stepzero {

/// `Base` is a Figure.
template <class Base>
class CaptureFigure : public Base {
public:
    using Base::Base;

    CaptureStudyPtr captureStudy() const { return std::static_pointer_cast<const CaptureStudy>(this->exhibit()); }
    /// Returns the exhibit that is on the screen now. While the figure is hidden, it is older than captureStudy().
    CaptureStudyPtr shownCapture() const { return std::static_pointer_cast<const CaptureStudy>(this->shownExhibit()); }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const CaptureStudy*>(&exhibit); }
};

}   // namespace stepzero
