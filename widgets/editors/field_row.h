// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of a panel have in common: a column of names, headings.
#pragma once

#include <QLabel>

namespace stepzero {

/// Width of the name column and of the box column, the same for every row of a panel.
int labelColumnWidth(const QWidget* widget);
int boxColumnWidth(const QWidget* widget);

/// Space between the parts of a row.
inline constexpr int fieldSpacing = 6;

/// A label whose tooltip has the definition of the term that it names, below the help that it is given.
class TermLabel : public QLabel {
public:
    using QLabel::QLabel;

protected:
    bool event(QEvent* event) override;
};

/// The name of a row: as wide as the column, whatever the font is.
class FieldName : public TermLabel {
public:
    using TermLabel::TermLabel;
    QSize sizeHint() const override { return {labelColumnWidth(this), QLabel::sizeHint().height()}; }
    QSize minimumSizeHint() const override { return sizeHint(); }
};

/// The heading of a group of rows.
QLabel* heading(const QString& text);

/// A row of a name, its editor, and perhaps something more at the end.
QWidget* fieldRow(const QString& name, QWidget* editor, QWidget* second = nullptr);

}   // namespace stepzero
