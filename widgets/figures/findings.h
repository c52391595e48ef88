// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the network, in plain words: each finding with its numbers, its cause, its formula, and fixes to
// click.
#pragma once

#include "widgets/figures/figure.h"

class QScrollBar;

namespace stepzero {

class FindingsFigure : public Figure {
    Q_OBJECT
public:
    explicit FindingsFigure(QWidget* parent);

    QSize minimumSizeHint() const override { return {260, 120}; }
    QSize sizeHint() const override { return {480, 300}; }
    void paint(QPainter& painter, const QSizeF& size) override;
    FigureTable table() const override;

    struct Place {
        QRectF area;   ///< in the widget
        int finding = 0, fix = 0;   ///< of the shown study
    };
    /// Where the fixes are drawn now: for the mouse, the keyboard and tests.
    QVector<Place> fixPlaces() const;

signals:
    void fixChosen(const stepzero::StudyPtr& study, int finding, int fix);

protected:
    void rebuild() override;
    void restyle() override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Item {   // a piece of the list, from top to bottom
        enum class Kind { heading, text, faint, formula, fix } kind;
        QString words;
        QRectF area;   // from the list's top
        int finding = 0, fix = 0;
        QColor color;
    };
    QVector<Item> layOut(double width) const;
    double listHeight(const QVector<Item>& items) const;
    double listTop() const;
    int bodyWidth() const;
    int placeAt(const QPointF& at) const;
    void placeBar();

    QScrollBar* bar_;
    StudyPtr known_;   // the last study that was diagnosed
    int hovered_ = -1, focused_ = -1;   // of fixPlaces()
};

}   // namespace stepzero
