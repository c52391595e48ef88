// SPDX-License-Identifier: GPL-3.0-or-later
// A typeset formula in a window, among its texts.
#pragma once

#include <QLabel>

#include "widgets/style/math.h"

namespace stepzero {

/// Shows a text of the core in a label, with typeset symbols.
void setSentence(QLabel* label, const QString& words);

class FormulaLabel : public QWidget {
public:
    explicit FormulaLabel(QWidget* parent = nullptr);

    /// Sets a formula in the notation of typeset(). A formula wider than the label is set smaller.
    void setFormula(const QString& formula);
    /// Copies the formula as LaTeX, as the context menu does.
    void copyLatex() const;

    /// Returns the height that a label with this font needs for a formula.
    static int heightOf(const QString& formula, const QFont& font);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void set();

    QString formula_;
    MathBox box_;
};

}   // namespace stepzero
