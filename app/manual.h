// SPDX-License-Identifier: GPL-3.0-or-later
// The manual: the pages of resources/manual, in the order of contents.md, and which of their places tells of a control.
// A place is "page.md" or "page.md#heading-in-small-letters", as in links between pages, by the English heading in
// every language: a page and its translation have the same headings in the same order.
#pragma once

#include <QString>
#include <QVector>

class QWidget;

namespace stepzero {

/// A heading, and the Markdown below it until the next.
struct ManualSection {
    QString title, place, text;
};

struct ManualPage {
    QString name;   ///< "networks.md"
    QString text;   ///< Markdown
    QVector<ManualSection> sections;   ///< the first is the page's own title

    const QString& title() const { return sections.first().title; }
};

/// In the language that is spoken; a page that is not translated is English.
const QVector<ManualPage>& manualPages();
/// Headings have the places of the original's, one by one; those that it has no more of have their own.
ManualPage pageOf(const QString& name, const QString& markdown, const QVector<ManualSection>& original = {});

/// What a link calls a heading: "Signal and gradient by layer" is "signal-and-gradient-by-layer".
QString anchorOf(const QString& heading);
/// The place of a figure, which has a heading of its own, by its title in the language; empty when there is none.
QString placeOfFigure(const QString& title);
bool isPlace(const QString& place);

/// Says where the manual tells of a control and of all that is in it.
void setManualPlace(QWidget* widget, const QString& place);
bool hasManualPlace(const QWidget* widget);
/// The place of the control that has the focus, or of what it is in; else the first page.
QString manualPlaceOf(const QWidget* focus);

}   // namespace stepzero
