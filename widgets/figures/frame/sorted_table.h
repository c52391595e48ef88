// SPDX-License-Identifier: GPL-3.0-or-later
// A table with one row per place of an exhibit. A click on a column sorts the rows, a typed text filters them, and a
// click or the arrow keys choose one. A subclass gives the columns.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "widgets/figures/frame/table_frame.h"

namespace stepzero {

struct PlaceColumn {
    QString id, over, name;
    int rank = 0;
    bool words = false;
    std::function<QString(std::size_t place)> text;   ///< empty: no text
    /// Sort key, exact in files; empty: sorted by the text.
    std::function<double(std::size_t place)> number;
};

PlaceColumn wordColumn(const QString& id, const QString& name, int rank, std::function<QString(std::size_t)> text);
PlaceColumn numberColumn(const QString& id, const QString& over, const QString& name, int rank,
    std::function<std::optional<double>(std::size_t)> value);
/// A column of whole numbers.
PlaceColumn countColumn(
    const QString& id, const QString& name, int rank, std::function<std::optional<double>(std::size_t)> count);

class SortedTable : public TableFrame {
    Q_OBJECT
public:
    explicit SortedTable(QWidget* parent) : TableFrame(parent) { setFocusPolicy(Qt::StrongFocus); }

    QJsonObject viewState() const override;
    void setViewState(const QJsonObject& state) override;
    void goHome() override;
    /// Returns the shown rows, with every digit.
    FigureTable table() const override;

protected:
    // These functions describe exhibit(), which is never null when they are called.
    virtual QVector<PlaceColumn> columnsOf() const = 0;
    virtual std::vector<std::size_t> allPlaces() const = 0;
    virtual QString filterText() const = 0;   ///< empty: all rows
    virtual std::optional<std::size_t> chosenPlace() const = 0;
    virtual QString allText(int rows) const = 0;   ///< "148 tensors"
    virtual QStringList remarks() const { return {}; }   ///< on the shown rows
    virtual QString readoutOf(std::size_t place) const = 0;
    /// Returns whether a cell is in the colour of warnings.
    virtual bool isMarked(std::size_t place, const QString& column) const = 0;
    virtual QString emptyText() const = 0;   ///< why the table has no rows

    const std::vector<std::size_t>& shownPlaces() const { return places_; }

    void rebuild() override;
    void restyle() override;
    QString nothing() const override { return places_.empty() ? emptyText() : QString(); }
    int rows() const override { return int(places_.size()); }
    QVector<TableHead> heads() const override;
    double gap() const override { return style().px(14); }
    QString headline(const QFontMetricsF& metrics, double width) const override;
    void drawHead(QPainter& painter, const Placed& place, const TableHead& head) const override;
    void drawRow(QPainter& painter, int row, const QRectF& area, const QVector<Placed>& placed) const override;
    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::vector<std::size_t> placesOf(const QVector<PlaceColumn>& columns) const;
    void sortBy(const QString& column);
    const PlaceColumn* headerAt(const QPointF& at) const;
    int rowOf(const std::optional<std::size_t>& place) const;
    void choose(int row) { emit cellChosen(int(places_[std::size_t(row)])); }

    QString sort_;   // id of the sorted column; empty: the order of the file
    bool descending_ = false;
    QVector<PlaceColumn> columns_;
    QVector<double> least_;   // widths of the columns
    std::vector<std::size_t> places_;   // places of the rows
    std::optional<std::size_t> chosen_;
    int hovered_ = -1;
};

}   // namespace stepzero
