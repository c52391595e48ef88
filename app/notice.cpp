// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/notice.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <algorithm>

namespace stepzero {

Notice::Notice(QWidget* parent) : QWidget(parent), text_(new QLabel(this))
{
    constexpr int air = 14;
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(air, air, air, air);
    row->setSpacing(air);
    row->addWidget(text_);
    parent->installEventFilter(this);
    hide();
}

QString Notice::text() const { return text_->text(); }

void Notice::setText(const QString& text, QAbstractButton* answer)
{
    if (text == this->text() && answer == answer_)
        return;
    if (answer_ && answer_ != answer)
        answer_->hide();
    answer_ = answer;
    text_->setText(text);
    if (answer_ && answer_->parentWidget() != this)
        layout()->addWidget(answer_);
    if (answer_)
        answer_->show();
    place();
    setVisible(!text.isEmpty());
    raise();
}

/// Centres the notice. It is as wide as the sentence, up to a comfortable reading width.
void Notice::place()
{
    constexpr int edge = 24, widest = 620;
    const QMargins air = layout()->contentsMargins();
    const int beside = air.left() + air.right() + (answer_ ? answer_->sizeHint().width() + layout()->spacing() : 0);
    const int room = std::clamp(std::min(parentWidget()->width() - 2 * edge, widest) - beside, 20, widest);
    text_->setFixedSize(
        text_->fontMetrics().boundingRect(QRect(0, 0, room, 10000), Qt::TextWordWrap | Qt::AlignLeft, text()).size());
    resize(layout()->totalSizeHint());
    move((parentWidget()->width() - width()) / 2, parentWidget()->height() - edge - height());
}

bool Notice::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

void Notice::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        place();
}

void Notice::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}   // namespace stepzero
