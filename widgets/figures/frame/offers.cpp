// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/offers.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "widgets/style/style.h"

namespace stepzero {

Offers::Offers(QWidget* parent)
    : QWidget(parent), words_(new QLabel(this)), grid_(new QGridLayout(this)),
      more_(new QPushButton(tr("Choose"), this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    words_->setTextFormat(Qt::PlainText);
    words_->setAlignment(Qt::AlignCenter);
    more_->setAutoDefault(false);
    more_->setMenu(new QMenu(more_));
    hide();
}

void Offers::set(const QString& words, const QList<QAction*>& actions)
{
    QList<QAction*> offered = actions;
    offered.removeIf([](const QAction* action) { return !action->isVisible(); });
    if (words_->text() == words && offered == offered_)
        return;
    offered_ = offered;
    words_->setText(words);
    words_->setVisible(!words.isEmpty());
    // A clicked button may be among these, so they are deleted later.
    for (QPushButton* button : std::exchange(buttons_, {})) {
        button->hide();
        button->deleteLater();
    }
    more_->menu()->clear();
    for (QAction* action : offered) {
        auto* button = new QPushButton(action->text(), this);
        button->setToolTip(action->toolTip());
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        buttons_ << button;
        more_->menu()->addAction(action);
    }
    setVisible(!buttons_.isEmpty());
}

void Offers::arrange(int columns)
{
    while (QLayoutItem* item = grid_->takeAt(0))
        delete item;
    const bool each = columns > 0;
    if (!words_->text().isEmpty())
        grid_->addWidget(words_, 0, 0, 1, std::max(1, columns));
    for (int i = 0; i < buttons_.size(); ++i) {
        buttons_[i]->setVisible(each);
        if (each)
            grid_->addWidget(buttons_[i], 1 + i / columns, i % columns);
    }
    more_->setVisible(!each);
    if (!each)
        grid_->addWidget(more_, 1, 0);
}

void Offers::place(const QRect& room, const Style& style)
{
    if (buttons_.isEmpty())
        return;
    setFont(style.font());
    grid_->setSpacing(int(style.px(6)));
    constexpr int mostColumns = 3;
    for (int columns = 1; columns <= mostColumns + 1; ++columns) {
        arrange(columns <= mostColumns ? columns : 0);
        const QSize wanted = grid_->totalSizeHint();
        if (wanted.height() <= room.height() && wanted.width() <= room.width())
            break;
    }
    resize(grid_->totalSizeHint());
    move(room.center() - rect().center());
}

}   // namespace stepzero
