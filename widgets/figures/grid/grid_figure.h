// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of many experiments, in any frame.
#pragma once

#include "core/study/grid_study.h"

namespace stepzero {

/// `Base` is a Figure.
template <class Base>
class GridFigure : public Base {
public:
    using Base::Base;

    GridStudyPtr gridStudy() const { return std::static_pointer_cast<const GridStudy>(this->exhibit()); }
    /// The one that is on the screen now: behind gridStudy() while hidden.
    GridStudyPtr shownGridStudy() const { return std::static_pointer_cast<const GridStudy>(this->shownExhibit()); }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const GridStudy*>(&exhibit); }
};

}   // namespace stepzero
