// SPDX-License-Identifier: GPL-3.0-or-later
// A panel of typeset equations under a heading, as many lines as fit.
#pragma once

#include "widgets/figures/frame/figure.h"
#include "widgets/style/latex.h"
#include "widgets/style/math.h"

namespace stepzero {

/// Colours that mean the same as in the figures.
enum class FormulaInk { text, faint, forward, gradient, weights };

/// An unbreakable part of a line: "= 2 × 0.5", "measured 0.993 · 0.2 σ".
struct FormulaPiece {
    QString formula;
    FormulaInk ink = FormulaInk::text;
};

struct FormulaLine {
    int rank;   ///< lines of the highest rank are left out first when not all fit
    QString subject;   ///< the subject of the line in a word: "length"
    QString left;   ///< left side of the equals sign
    QVector<FormulaPiece> right;
};

class FormulaPanel : public Figure, public ShowsFormulas {
    Q_OBJECT
public:
    explicit FormulaPanel(QWidget* parent);

    QSize minimumSizeHint() const override { return {220, 140}; }
    QSize sizeHint() const override { return {480, 300}; }
    void paint(QPainter& painter, const QSizeF& size) override;
    /// Returns every line, also those that do not fit.
    QString latex() override;

protected:
    /// Must be called in rebuild(). `remark` is a warning, and may be empty.
    void setLines(const QString& heading, const QString& remark, const QVector<FormulaLine>& lines);

    void restyle() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    /// A typeset line; each row holds the pieces that stand next to each other.
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

    /// Returns the font size, which grows with the panel: large enough for a lecture, and never so small that scripts
    /// become illegible.
    double pixelsFor(const QSizeF& size) const;
    QColor colorOf(FormulaInk ink) const;
    void set(double pixels);
    /// Returns the rows of a line whose right sides begin at `from` and end at `to`. Parts that are wider than that are
    /// left out; the result is empty when no part fits.
    QVector<Row> rowsOf(int i, double from, double to, double pixels) const;
    void drawLines(QPainter& painter, const QRectF& body, double pixels);

    QString heading_, remark_;
    QVector<FormulaLine> lines_;
    QVector<SetLine> boxes_;
    double setAt_ = 0;
};

}   // namespace stepzero
