// SPDX-License-Identifier: GPL-3.0-or-later
// The three curves of the gain calculator, drawn and zoomed like the figures of the board.
#pragma once

#include <memory>

#include "core/theory/gains.h"
#include "widgets/figures/frame/plot_figure.h"

namespace stepzero {

using GainsPtr = std::shared_ptr<const Gains>;

class GainFigure : public PlotFigure {
    Q_OBJECT
public:
    enum class Kind {
        function,   ///< φ and φ'
        gains,   ///< forward, variance and backward gain over √q
        length_map,   ///< V(q)/q at the critical point and at the forward gain
    };
    GainFigure(Kind kind, QWidget* parent);

    /// Shows gains; null: bare axes with the text `word`.
    void setGains(GainsPtr gains, const QString& word = {});
    FigureTable table() const override;

protected:
    void rebuild() override;
    void drawOver(QPainter& painter, const Canvas& canvas) override;
    QString readoutAt(const QPointF& value) const override;

private:
    struct Line {
        QString key, words;
        const std::vector<double>*x, *y;
        QColor color;
        LegendEntry::Mark mark;
    };
    QVector<Line> lines() const;

    Kind kind_;
    GainsPtr gains_;
    QString word_;
};

}   // namespace stepzero
