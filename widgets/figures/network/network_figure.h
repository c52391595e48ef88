// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of one experiment, in any frame.
#pragma once

#include "core/study/study.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// `Base` is a Figure.
template <class Base>
class NetworkFigure : public Base {
public:
    using Base::Base;

    StudyPtr study() const { return std::static_pointer_cast<const Study>(this->exhibit()); }
    /// The study that is on the screen now: behind study() while hidden.
    StudyPtr shownStudy() const { return std::static_pointer_cast<const Study>(this->shownExhibit()); }

protected:
    /// Its x axis is that of the study's layers, or blocks.
    void putLayersOnX(Frame& frame) const
    {
        frame.layers = study()->measurement->depth();
        frame.layer = study()->layer;
    }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const Study*>(&exhibit); }
};

}   // namespace stepzero
