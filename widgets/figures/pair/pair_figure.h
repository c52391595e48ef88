// SPDX-License-Identifier: GPL-3.0-or-later
// The same figure of two experiments, side by side. Both halves share axes, zoom, legend and choices, and read out the
// same place. It is a figure itself, so that boards, exports and the clipboard treat it like any other.
#pragma once

#include <array>

#include "core/study/pair_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

class PairFigure : public Figure {
    Q_OBJECT
public:
    /// `kind` is a figure of one experiment.
    PairFigure(const FigureKind& kind, QWidget* parent);

    Figure* half(std::size_t side) const { return halves_[side]; }   ///< 0 is the left one

    void paint(QPainter& painter, const QSizeF& size) override;
    QJsonObject viewState() const override { return halves_.front()->viewState(); }
    void setViewState(const QJsonObject& state) override;
    void goHome() override;
    void setAxesHeld(bool held) override;
    bool axesHeld() const override { return halves_.front()->axesHeld(); }
    /// Returns the rows of both experiments, whose names are in the first column.
    FigureTable table() const override;
    /// Returns the choices of one half, which the other follows.
    QList<QAction*> choices() const override { return halves_[shows(0) ? 0 : 1]->choices(); }
    QRect readoutRow() const override;
    QSize minimumSizeHint() const override { return {300, 120}; }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const PairStudy*>(&exhibit); }
    QString nothing() const override;
    void rebuild() override;
    void restyle() override;
    void hoverChanged(int layer) override;
    void draggingChanged(bool dragging) override;
    void resizeEvent(QResizeEvent*) override { placeHalves(); }
    void paintEvent(QPaintEvent* event) override;

private:
    const PairStudy& pair() const { return static_cast<const PairStudy&>(*exhibit()); }
    void connectHalf(std::size_t side);
    /// Returns why a half shows nothing, because its study is missing or has no such figure; empty: it shows something.
    QString whyMissing(std::size_t side) const;
    bool shows(std::size_t side) const { return exhibit() && whyMissing(side).isEmpty(); }
    QRectF place(std::size_t side, const QSizeF& size) const;
    void placeHalves();
    void follow(Figure* changed);
    void drawMissing(QPainter& painter, std::size_t side, const QRectF& place) const;

    const FigureKind& kind_;
    std::array<Figure*, 2> halves_;
    bool following_ = false;
};

/// Returns the figures of one type in a figure: itself, or its halves.
template <class Kind>
QList<Kind*> figuresIn(Figure* figure)
{
    auto* self = qobject_cast<Kind*>(figure);
    return self ? QList<Kind*> {self} : figure->findChildren<Kind*>(QString(), Qt::FindDirectChildrenOnly);
}

}   // namespace stepzero
