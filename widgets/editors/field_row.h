// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that the rows of a panel have in common: a column of names, and headings.
#pragma once

#include <QLabel>

namespace stepzero {

/// Widths of the name column and of the box column, which are the same for every row of a panel.
int labelColumnWidth(const QWidget* widget);
int boxColumnWidth(const QWidget* widget);

/// Space between the parts of a row.
inline constexpr int fieldSpacing = 6;

/// A label whose tooltip shows the given help and, below it, the definition of the term that the label names.
class TermLabel : public QLabel {
public:
    using QLabel::QLabel;

protected:
    bool event(QEvent* event) override;
};

/// The name of a row. It is as wide as the column, whatever the font; outside the column, as wide as its text.
class FieldName : public TermLabel {
public:
    using TermLabel::TermLabel;
    void setInColumn(bool in)
    {
        inColumn_ = in;
        updateGeometry();
    }
    QSize sizeHint() const override
    {
        const QSize text = QLabel::sizeHint();
        return inColumn_ ? QSize(labelColumnWidth(this), text.height()) : text;
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    bool inColumn_ = true;
};

/// Returns the heading of a group of rows.
QLabel* heading(const QString& text);

/// Returns a row of a name, its editor, and optionally a second widget at the end.
QWidget* fieldRow(const QString& name, QWidget* editor, QWidget* second = nullptr);

}   // namespace stepzero
