// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of typeset equations, as many as there is room for, under a heading.
#pragma once

#include "widgets/figures/frame/figure.h"
#include "widgets/style/math.h"

namespace stepzero {

/// Colour that means the same as in the figures.
enum class FormulaInk { text, faint, forward, gradient, weights };

/// A part of a line, not broken: "= 2 × 0.5", "measured 0.993 · 0.2 σ".
struct FormulaPiece {
    QString formula;
    FormulaInk ink = FormulaInk::text;
};

struct FormulaLine {
    int rank;   ///< where there is no room for all, the highest goes first
    QString subject;   ///< what the line is about, in a word: "length"
    QString left;   ///< of the equals sign
    QVector<FormulaPiece> right;
};

class FormulaPanel : public Figure {
    Q_OBJECT
public:
    explicit FormulaPanel(QWidget* parent);

    QSize minimumSizeHint() const override { return {220, 140}; }
    QSize sizeHint() const override { return {480, 300}; }
    void paint(QPainter& painter, const QSizeF& size) override;

protected:
    /// To be called in rebuild(). The remark is a warning, and may be empty.
    void setLines(const QString& heading, const QString& remark, const QVector<FormulaLine>& lines);

    void restyle() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    /// A line of formulas, set; each row is what stands beside each other.
    struct SetLine {
        MathBox left;
        QVector<MathBox> right;
    };
    struct PlacedBox {
        int line, piece;
        double x;
    };
    struct Row {
        QVector<PlacedBox> boxes;
        double ascent = 0, descent = 0;
    };

    /// Formulas grow with the panel: as large as a lecture needs, never so small that scripts are lost.
    double pixelsFor(const QSizeF& size) const;
    QColor colorOf(FormulaInk ink) const;
    void set(double pixels);
    /// The rows of a line whose right sides begin at `from` and end at `to`. What is wider than that is left out;
    /// empty when no part has room.
    QVector<Row> rowsOf(int i, double from, double to, double pixels) const;
    void drawLines(QPainter& painter, const QRectF& body, double pixels);

    QString heading_, remark_;
    QVector<FormulaLine> lines_;
    QVector<SetLine> boxes_;
    double setAt_ = 0;
};

}   // namespace stepzero
