// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in rows and columns under a headline. Where not all columns fit, those of the highest ranks are left out, and
// the table shows how many. Shift and the wheel, the arrow keys, or a click on that number bring them into view.
#pragma once

#include "widgets/figures/frame/scrolled_figure.h"

namespace stepzero {

struct TableHead {
    QString over, name;   ///< two lines of the head
    int rank = 0;
    double least = 0;   ///< minimum width, which the contents of the column need
    bool words = false;   ///< contains words instead of numbers: left-aligned
    bool stays = false;   ///< stays visible, whichever other columns are shown
};

class TableFrame : public ScrolledFigure {
    Q_OBJECT
public:
    using ScrolledFigure::ScrolledFigure;

    QJsonObject viewState() const override;
    void setViewState(const QJsonObject& state) override;
    void goHome() override;
    bool fits() override { return ScrolledFigure::fits() && placedColumns(width()).size() == heads().size(); }

protected:
    struct Placed {
        int column;   ///< index into heads()
        double from, to;
    };

    virtual int rows() const = 0;
    virtual QVector<TableHead> heads() const = 0;
    virtual double gap() const { return style().px(8); }   ///< space between columns
    /// Returns the line above the table, as much of it as fits the width.
    virtual QString headline(const QFontMetricsF& metrics, double width) const = 0;
    virtual void drawHead(QPainter& painter, const Placed& place, const TableHead& head) const;
    virtual void drawRow(QPainter& painter, int row, const QRectF& area, const QVector<Placed>& placed) const = 0;

    double top() const override { return style().px(titleShown() ? 78 : 60); }
    double rowHeight() const { return style().px(18); }
    int length() const override { return rows(); }
    int shownLength(double height) const override { return std::max(1, int((height - top()) / rowHeight())); }
    double perNotch() const override { return 3; }

    void drawBody(QPainter& painter, const QSizeF& size) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    /// Draws a line of a head. Its text ends, or begins, where the contents of the column do.
    void drawHeadLine(
        QPainter& painter, double y, const QString& text, double from, double to, const TableHead& head) const;
    /// Distributes the remaining width among the columns that fit.
    QVector<Placed> placedColumns(double width) const;
    int rowAt(const QPointF& at) const;   ///< −1: no row
    QString labelAt(const QPoint& place) const override;

private:
    /// The columns in the order in which they are shown: some stay, some were scrolled past, and some are to come.
    struct Choice {
        QVector<int> shown;
        int passed = 0, coming = 0;
    };
    Choice chosenColumns(double width) const;
    /// Returns "◂ 2 · 4 more columns ▸"; empty when all columns are shown.
    QString moreText(double width) const;
    /// Returns the position of that text.
    QRectF morePlace(double width) const;
    void pass(int columns);

    int passed_ = 0;
};

}   // namespace stepzero
