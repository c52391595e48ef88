// SPDX-License-Identifier: GPL-3.0-or-later
// Axes in which every point is a cell of a study. The pointer shows its values, a click chooses it (a second click
// chooses none), and a double click opens it.
#pragma once

#include <QMouseEvent>
#include <optional>

#include "widgets/figures/grid/grid_figure.h"
#include "widgets/figures/grid/series.h"

namespace stepzero {

/// `Axes` is an AxesFigure.
template <class Axes>
class CellAxes : public GridFigure<Axes> {
public:
    using GridFigure<Axes>::GridFigure;

protected:
    /// Returns the cell at a position in the picture; −1 where there is none.
    virtual int cellAt(const QPointF& place, const Canvas& canvas) const = 0;
    virtual QString cellReadout(int cell) const = 0;

    QString readoutAt(const QPointF& value) const override
    {
        const Canvas canvas = this->canvas(this->size());
        const int cell = this->shownGridStudy() ? cellAt(canvas.at(value.x(), value.y()), canvas) : -1;
        return cell < 0 ? QString() : cellReadout(cell);
    }

    void mousePressEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton)
            pressed_ = event->pos();
        Axes::mousePressEvent(event);
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        constexpr int still = 4;   // pixels
        const bool clicked
            = event->button() == Qt::LeftButton && pressed_ && (event->pos() - *pressed_).manhattanLength() < still;
        if (event->button() == Qt::LeftButton)
            pressed_.reset();
        Axes::mouseReleaseEvent(event);
        if (const int cell = clicked ? under(event->pos()) : -1; cell >= 0)
            emit this->cellChosen(cell == chosenCell(*this->shownGridStudy()) ? -1 : cell);
    }

    void mouseDoubleClickEvent(QMouseEvent* event) override
    {
        if (const int cell = event->button() == Qt::LeftButton ? under(event->pos()) : -1; cell >= 0)
            emit this->cellOpened(cell);
        else
            Axes::mouseDoubleClickEvent(event);
    }

private:
    int under(const QPoint& place) const
    {
        const Canvas canvas = this->canvas(this->size());
        return this->shownGridStudy() && canvas.plot.contains(place) ? cellAt(place, canvas) : -1;
    }

    std::optional<QPoint> pressed_;
};

}   // namespace stepzero
