// SPDX-License-Identifier: GPL-3.0-or-later
// The manual: the pages of resources/manual, in the order of contents.md, and which of their places tells of a control.
// A place is "page.md" or "page.md#heading-in-small-letters", as in links between pages.
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

const QVector<ManualPage>& manualPages();
ManualPage pageOf(const QString& name, const QString& markdown);

/// What a link calls a heading: "Signal and gradient by layer" is "signal-and-gradient-by-layer".
QString anchorOf(const QString& heading);
/// The place of a heading, on whichever page it is; empty when there is none.
QString placeOfHeading(const QString& heading);
bool isPlace(const QString& place);

/// Says where the manual tells of a control and of all that is in it.
void setManualPlace(QWidget* widget, const QString& place);
bool hasManualPlace(const QWidget* widget);
/// The place of the control that has the focus, or of what it is in; else the first page.
QString manualPlaceOf(const QWidget* focus);

}   // namespace stepzero
