// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in rows and columns under a line of words. Where there is no room for all columns, those of the highest ranks
// wait, and the table says how many: Shift and the wheel, the arrows or a click on that bring them.
#pragma once

#include "widgets/figures/frame/scrolled_figure.h"

namespace stepzero {

struct TableHead {
    QString over, name;   ///< two lines
    int rank = 0;
    double least = 0;   ///< width that what stands in the column needs
    bool words = false;   ///< and not numbers: to the left
    bool stays = false;   ///< whichever columns are shown beside it
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
        int column;   ///< of heads()
        double from, to;
    };

    virtual int rows() const = 0;
    virtual QVector<TableHead> heads() const = 0;
    virtual double gap() const { return style().px(8); }   ///< between columns
    /// The line above: what of it fits the width.
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
    /// A line of a head: its words end, or begin, where the column's do.
    void drawHeadLine(
        QPainter& painter, double y, const QString& text, double from, double to, const TableHead& head) const;
    /// What is left of the width is shared out between the columns that fit.
    QVector<Placed> placedColumns(double width) const;
    int rowAt(const QPointF& at) const;   ///< −1: none
    QString labelAt(const QPoint& place) const override;

private:
    /// Columns in the order in which they are shown, of which some stay, some were passed, and some are to come.
    struct Choice {
        QVector<int> shown;
        int passed = 0, coming = 0;
    };
    Choice chosenColumns(double width) const;
    /// "◂ 2 · 4 more columns ▸"; empty where all are shown.
    QString moreText(double width) const;
    /// The place of that.
    QRectF morePlace(double width) const;
    void pass(int columns);

    int passed_ = 0;
};

}   // namespace stepzero
