// SPDX-License-Identifier: GPL-3.0-or-later
// The manual: the pages of resources/manual in the order of contents.md, and which place of them describes a control. A
// place is "page.md" or "page.md#heading-in-small-letters", as in links between pages. It is the English heading in
// every language, because a page and its translation have the same headings in the same order.
#pragma once

#include <QString>
#include <QVector>

class QWidget;

namespace stepzero {

/// A heading with the Markdown up to the next heading.
struct ManualSection {
    QString title, place, text;
};

struct ManualPage {
    QString name;   ///< "networks.md"
    QString text;   ///< Markdown
    QVector<ManualSection> sections;   ///< the first section has the title of the page

    const QString& title() const { return sections.first().title; }
};

/// Returns the pages in the present language; untranslated pages are English.
const QVector<ManualPage>& manualPages();
/// Splits a page. Its headings have the places of the headings of `original`, one by one. Additional headings have
/// their own places.
ManualPage pageOf(const QString& name, const QString& markdown, const QVector<ManualSection>& original = {});

/// Returns the anchor of a heading: "signal-and-gradient-by-layer" for "Signal and gradient by layer".
QString anchorOf(const QString& heading);
/// Returns the place of the heading of a figure, by its title in the present language; empty when there is none.
QString placeOfFigure(const QString& title);
bool isPlace(const QString& place);

/// Sets the place in the manual that describes a control and its children.
void setManualPlace(QWidget* widget, const QString& place);
bool hasManualPlace(const QWidget* widget);
/// Returns the place of the control with the focus, or of its nearest parent with one; otherwise, the first page.
QString manualPlaceOf(const QWidget* focus);

}   // namespace stepzero
