// SPDX-License-Identifier: GPL-3.0-or-later
// A figure under its title that scrolls when it is longer than its place: a table or a list.
#pragma once

#include "widgets/figures/frame/view_figure.h"

class QScrollBar;

namespace stepzero {

class ScrolledFigure : public ViewFigure {
    Q_OBJECT
public:
    explicit ScrolledFigure(QWidget* parent);

    QSize minimumSizeHint() const override { return {300, 120}; }
    QSize sizeHint() const override { return {620, 300}; }
    void paint(QPainter& painter, const QSizeF& size) override;
    /// Returns whether the whole figure is visible at its size, without scrolling.
    virtual bool fits();

protected:
    /// Draws the part below the title. The study is present and was rebuilt.
    virtual void drawBody(QPainter& painter, const QSizeF& size) = 0;
    virtual double top() const = 0;   ///< position where the scrolled part begins
    /// The total length, and how much of it a body of this height shows, both in units of the scroll bar.
    virtual int length() const = 0;
    virtual int shownLength(double height) const = 0;
    virtual double perNotch() const = 0;   ///< units of the scroll bar per notch of the wheel

    double edge() const { return style().px(10); }
    int bodyWidth() const;   ///< without the scroll bar
    QScrollBar& bar() const { return *bar_; }
    /// Returns where the body begins. An export has no scroll bar and begins at the row stored in the view.
    int firstShown(double height) const;
    /// Scrolls as little as needed to show a part.
    void reveal(int from, int to);
    void placeBar();

    QJsonObject viewState() const override;
    void setViewState(const QJsonObject& state) override;
    void goHome() override;
    void restyle() override { placeBar(); }
    void resizeEvent(QResizeEvent*) override { placeBar(); }
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QScrollBar* bar_;
    int first_ = 0;
};

}   // namespace stepzero
