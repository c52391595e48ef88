// SPDX-License-Identifier: GPL-3.0-or-later
// A figure that is drawn under its title and, where it is longer than its place, scrolls: a table, a list.
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
    /// Whether all of it is seen at its size, without scrolling.
    virtual bool fits();

protected:
    /// What is below the title. The study is there, and was rebuilt.
    virtual void drawBody(QPainter& painter, const QSizeF& size) = 0;
    virtual double top() const = 0;   ///< where what scrolls begins
    /// How long all of it is, and how much of that a body of this height shows, in the bar's units.
    virtual int length() const = 0;
    virtual int shownLength(double height) const = 0;
    virtual double perNotch() const = 0;   ///< units of the bar for one of the wheel's

    double edge() const { return style().px(10); }
    int bodyWidth() const;   ///< without the bar
    QScrollBar& bar() const { return *bar_; }
    /// Where the body begins. An export has no bar: it begins at the row that comes with the view.
    int firstShown(double height) const;
    /// Scrolls as little as shows a part.
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
