// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/field_row.h"

#include <QHBoxLayout>

namespace stepzero {

int labelColumnWidth(const QWidget* widget)
{
    return widget->fontMetrics().horizontalAdvance(QStringLiteral("negative slope")) + 6;
}

int boxColumnWidth(const QWidget* widget)
{
    return widget->fontMetrics().horizontalAdvance(QStringLiteral("0.0000000")) + 30;
}

QLabel* heading(const QString& text)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(0, 6, 0, 0);
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
