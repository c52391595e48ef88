// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/field_row.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QToolTip>

#include "widgets/language/glossary.h"

namespace stepzero {

namespace {

constexpr int aboveHeading = 6;

/// A heading as high as one line of the font, whatever its letters, so that a panel has the same height in every
/// language.
class Heading : public QLabel {
public:
    using QLabel::QLabel;
    QSize sizeHint() const override { return {QLabel::sizeHint().width(), fontMetrics().height() + aboveHeading}; }
    QSize minimumSizeHint() const override
    {
        return {QLabel::minimumSizeHint().width(), fontMetrics().height() + aboveHeading};
    }
};

}   // namespace

int labelColumnWidth(const QWidget* widget)
{
    return widget->fontMetrics().horizontalAdvance(QStringLiteral("negative slope")) + 6;
}

int boxColumnWidth(const QWidget* widget)
{
    return widget->fontMetrics().horizontalAdvance(QStringLiteral("0.0000000")) + 30;
}

bool TermLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), withDefinition(text(), toolTip()), this);
    return true;
}

QLabel* heading(const QString& text)
{
    auto* label = new Heading(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(0, aboveHeading, 0, 0);
    return label;
}

QWidget* fieldRow(const QString& name, QWidget* editor, QWidget* second)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fieldSpacing);
    auto* label = new FieldName(name);
    label->setBuddy(editor);
    if (editor->accessibleName().isEmpty())
        editor->setAccessibleName(name);
    layout->addWidget(label);
    layout->addWidget(editor, 1);
    if (second)
        layout->addWidget(second);
    return row;
}

}   // namespace stepzero
