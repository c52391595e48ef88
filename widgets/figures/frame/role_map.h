// SPDX-License-Identifier: GPL-3.0-or-later
// A map of blocks and roles whose cells are coloured by a number. A cell is chosen by the pointer or the arrow keys. A
// subclass gives the numbers and the texts.
#pragma once

#include <optional>

#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/role_cells.h"

namespace stepzero {

class RoleMap : public AxesFigure {
    Q_OBJECT
public:
    explicit RoleMap(QWidget* parent);

protected:
    enum class Sign { none, cross, equals, differs };
    struct Colors {
        ColorStops stops;
        Range range;   ///< numbers at the ends of the scale
        QVector<Tick> ticks;   ///< in those numbers
        bool dark = false;   ///< some colours are too dark for text in the theme's colour
    };

    /// Returns the number that the colour of a place shows; NaN: none.
    virtual double valueOf(std::size_t place) const = 0;
    /// Returns whether a place without a number is hatched.
    virtual bool isHatched(std::size_t) const { return true; }
    virtual Sign signOf(const RoleCell&) const { return Sign::none; }
    virtual QString nameOf(std::size_t place) const = 0;   ///< written in a cell outside the blocks
    virtual QString textOf(std::size_t place) const = 0;   ///< for the pointer
    /// Returns the chosen place of the exhibit that is on the screen.
    virtual std::optional<std::size_t> chosenPlace() const = 0;

    /// Must be called once in rebuild(). It completes the frame, which has labels and notes already, and sets it.
    void showCells(RoleCells cells, Colors colors, Frame frame);
    const RoleCells& cells() const { return cells_; }
    /// Returns a logarithmic scale, viridis, over whole decades around the values of these places.
    Colors decadesOf(const std::vector<std::size_t>& places) const;
    /// Returns a scale of factors from 1/8 to 8, whose numbers are octaves.
    Colors octaves() const;

    void drawContent(QPainter& painter, const QSize& size, const Canvas& canvas) override;
    void drawUnder(QPainter&, const Canvas&) override { }
    void drawBeside(QPainter& painter, const Canvas& canvas) override;
    void drawLive(QPainter& painter, const Canvas& canvas) override;
    QString readoutAt(const QPointF& value) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent*) override { changed(); }
    void focusOutEvent(QFocusEvent*) override { changed(); }

private:
    QColor colorOf(double value) const;
    QRectF placeOf(const Canvas& canvas, const RoleCell& cell) const;
    void drawCell(QPainter& painter, const RoleCell& cell, const QRectF& place, bool named) const;
    void hatch(QPainter& painter, const QRectF& place) const;
    void drawCross(QPainter& painter, const QRectF& place, const QColor& ink) const;
    void drawEquals(QPainter& painter, const QRectF& place, bool equal) const;
    void outline(QPainter& painter, const QRectF& place, double width) const;
    void setRowTicks(Frame& frame) const;
    const RoleCell* cellAt(const QPointF& at) const;
    void choose(const RoleCell& cell) { emit cellChosen(int(cell.places.front())); }

    RoleCells cells_;
    Colors colors_;
    std::optional<std::size_t> hovered_;
    QPoint pressed_;
};

}   // namespace stepzero
