// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspection_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "app/control_frame.h"
#include "widgets/style/style.h"

namespace stepzero {

void NumberRows::add(const QString& name, const QString& value)
{
    if (!value.isEmpty())
        html_ += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>").arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

void NumberRows::add(const QString& name, const std::optional<double>& value)
{
    if (value)
        add(name, *value == 0 ? QStringLiteral("0") : pretty(*value));
}

void NumberRows::addHeading(const QString& words)
{
    html_ += QStringLiteral("<tr><td colspan=\"2\"><span style=\"font-weight:600\">%1</span></td></tr>")
                 .arg(words.toHtmlEscaped());
}

InspectionPanel::InspectionPanel(const Tips& tips, QWidget* parent)
    : QWidget(parent), name_(new QLabel(this)), against_(new QLabel(this)), numbers_(new QLabel),
      filter_(new QLineEdit(this)), open_(new QPushButton(tr("&Open…"), this)),
      compare_(new QPushButton(tr("&Compare with…"), this)), end_(new QPushButton(tr("E&nd comparison"), this)),
      buttons_(new QHBoxLayout), rows_(new QVBoxLayout)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    QFont bold = name_->font();
    bold.setWeight(QFont::DemiBold);
    name_->setFont(bold);
    for (QLabel* label : {name_, against_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMinimumWidth(1);
        column->addWidget(label);
    }
    buttons_->addWidget(open_);
    buttons_->addWidget(compare_);
    buttons_->addStretch(1);
    column->addLayout(buttons_);
    column->addWidget(end_, 0, Qt::AlignLeft);
    column->addLayout(rows_);
    open_->setToolTip(tips.open);
    compare_->setToolTip(tips.compare);
    end_->setToolTip(tips.end);
    auto* label = new QLabel(tr("F&ilter"), this);
    label->setBuddy(filter_);
    filter_->setClearButtonEnabled(true);
    filter_->setPlaceholderText(tr("all"));
    filter_->setAccessibleName(tr("filter"));
    filter_->setToolTip(tips.filter);
    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(filter_, 1);
    column->addLayout(row);

    auto* scroll = new QScrollArea(this);
    frameFocus(scroll);
    scroll->setAccessibleName(tips.numbers);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    numbers_->setTextFormat(Qt::RichText);
    numbers_->setWordWrap(true);
    numbers_->setMinimumWidth(1);
    numbers_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    numbers_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    scroll->setWidget(numbers_);
    column->addWidget(scroll, 1);

    connect(open_, &QPushButton::clicked, this, &InspectionPanel::openRequested);
    connect(compare_, &QPushButton::clicked, this, &InspectionPanel::compareRequested);
    connect(end_, &QPushButton::clicked, this, &InspectionPanel::comparisonEnded);
    connect(filter_, &QLineEdit::textEdited, this, &InspectionPanel::filterEdited);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())   // also by its clear button
            emit filterEdited(text);
    });
}

void InspectionPanel::addRow(QWidget* row) { rows_->addWidget(row); }

void InspectionPanel::show(const Shown& shown)
{
    name_->setText(shown.name);
    against_->setText(shown.against.isEmpty() ? QString() : tr("compared with %1").arg(shown.against));
    against_->setVisible(!shown.against.isEmpty());
    end_->setVisible(!shown.against.isEmpty());
    compare_->setEnabled(shown.open);
    filter_->setEnabled(shown.open);
    if (shown.filter != filter_->text())
        filter_->setText(shown.filter);
    numbers_->setText(shown.numbers);
}

QString InspectionPanel::numbersText() const { return QTextDocumentFragment::fromHtml(numbers_->text()).toPlainText(); }

}   // namespace stepzero
