// SPDX-License-Identifier: GPL-3.0-or-later
// Base of every figure of many experiments, whichever frame it uses.
#pragma once

#include "core/study/grid_study.h"

namespace stepzero {

/// `Base` is a Figure.
template <class Base>
class GridFigure : public Base {
public:
    using Base::Base;

    GridStudyPtr gridStudy() const { return std::static_pointer_cast<const GridStudy>(this->exhibit()); }
    /// Returns the study that is on the screen now. While the figure is hidden, it is older than gridStudy().
    GridStudyPtr shownGridStudy() const { return std::static_pointer_cast<const GridStudy>(this->shownExhibit()); }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const GridStudy*>(&exhibit); }
};

}   // namespace stepzero
