// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in a table, a row a layer (or block), under a line of words: the chosen row is marked, hovering and clicking
// choose one.
#pragma once

#include <functional>

#include "widgets/figures/frame/figure.h"
#include "widgets/figures/network/network_figure.h"

class QScrollBar;

namespace stepzero {

struct TableColumn {
    enum Kind { count, number, signedNumber, percent, sigma };
    QString over, name;   ///< two lines of the header
    int rank;   ///< where there is no room for all columns, the highest rank goes first
    Kind kind;
    /// The cell of row `layer` (from 0); with all digits for a file if `exact`. Empty: nothing to say.
    std::function<QString(const Study& study, std::size_t layer, bool exact)> cell;
    QString csv {};   ///< its name in files, unless empty
};

/// Three digits; fewer where the exponent needs their room.
QString tableNumber(const Distribution& d, double value, bool exact);
/// The same of a number of which log10 is known.
QString tableLog10(std::optional<double> log10, bool exact);

/// A column for the ratio to a pinned network, behind the last column of its group.
struct RatioColumn {
    QString group;   ///< the upper line of that group's headers
    QString csv;
    int rank;
    /// log10 of the ratio in row `row` of both; NaN where one of them has nothing there.
    std::function<double(const Study& study, const Study& pinned, std::size_t row)> log10;
};
/// log10 RMS of `a` relative to `b`; NaN unless both are there and `b` is not zero.
double log10Ratio(const Distribution* a, const Distribution* b);
/// "×0.500"
QString ratioText(double log10);

/// A part of the line above the columns; what finds no room goes, the highest ranks first.
struct HeadlinePart {
    int rank;
    QString text;
};

class TableFigure : public NetworkFigure<Figure> {
    Q_OBJECT
public:
    explicit TableFigure(QWidget* parent);

    QSize minimumSizeHint() const override { return {300, 120}; }
    QSize sizeHint() const override { return {620, 300}; }
    void paint(QPainter& painter, const QSizeF& size) override;
    FigureTable table() const override;
    QJsonObject viewState() const override;
    void setViewState(const QJsonObject& state) override;
    void goHome() override;

protected:
    /// Why there is no table of a study: "the network has no blocks". Empty when there is one.
    virtual QString obstacle(const Study&) const { return {}; }
    virtual const QVector<TableColumn>& columns(const Study& study) const = 0;
    virtual QVector<HeadlinePart> headline(const Study& study) const = 0;
    /// Whether numbers are written with powers of ten, and need the room.
    virtual bool needsExponents(const Study& study) const = 0;

    bool showsPins() const override { return true; }
    /// The first pin that is, or is not, a network made of blocks; null when there is none.
    const Pin* firstPin(bool blocks) const;
    /// With the columns of the ratios to `pin`, which may be null. The reference is good until the next call.
    const QVector<TableColumn>& withPin(
        const QVector<TableColumn>& columns, const Pin* pin, const QVector<RatioColumn>& ratios) const;

    void rebuild() override;
    void restyle() override { placeBar(); }
    void hoverChanged(int layer) override;
    void resizeEvent(QResizeEvent*) override { placeBar(); }
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Placed {
        const TableColumn* column;
        double from, to;
    };
    double top() const { return style().px(titleShown() ? 78 : 60); }
    double rowHeight() const { return style().px(18); }
    int visibleRows(double height) const { return std::max(1, int((height - top()) / rowHeight())); }
    int bodyWidth() const;
    /// An export has no scroll bar, so the row it starts from comes with the view.
    int firstRow(int rows) const;
    int layerAt(const QPointF& at) const;
    double leastWidth(const TableColumn& column) const;
    /// The columns that fit, by their rank; what is left of the width is shared out.
    QVector<Placed> placedColumns(double width) const;
    QString headlineText(const Study& study, const QFontMetricsF& metrics, double width) const;
    void placeBar();

    QScrollBar* bar_;
    int row_ = 0, layer_ = 0, hovered_ = 0;
    bool exponents_ = false;
    mutable Pin beside_;   // that withPin_ is for
    mutable const void* plain_ = nullptr;
    mutable QVector<TableColumn> withPin_;
};

}   // namespace stepzero
