// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_cell.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/appearance.h"
#include "app/figure_dock.h"

namespace stepzero {

BoardCell::BoardCell(const QVector<FigureDock*>& docks, FigureDock* front, bool enlarged)
    : docks_(docks), enlarged_(enlarged), row_(new QWidget(this)), tabs_(new BoardTabs(row_)),
      stack_(new QStackedWidget(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(row_);
    column->addWidget(stack_, 1);
    auto* row = new QHBoxLayout(row_);
    row->setContentsMargins(0, 0, 2, 0);
    row->setSpacing(0);
    row->addWidget(tabs_, 1);
    const auto button = [&] {
        auto* made = new QToolButton(row_);
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::NoFocus);   // the tabs have keys for all these actions
        row->addWidget(made);
        return made;
    };
    close_ = button();
    menu_ = button();
    enlarge_ = button();
    QSizePolicy keeps = close_->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);   // keeps the row still when the pointer enters
    close_->setSizePolicy(keeps);
    close_->hide();
    row_->setAttribute(Qt::WA_Hover);
    row_->installEventFilter(this);

    for (FigureDock* dock : docks_) {
        const int tab = tabs_->addTab(docks_.size() == 1 ? dock->kind().title : dock->tabTitle());
        tabs_->setAccessibleTabName(tab, dock->kind().title);
        tabs_->setTabToolTip(
            tab, tr("%1\nDrag to move; double-click or press Return to enlarge").arg(dock->kind().title));
        stack_->addWidget(dock);
    }
    setFront(front);
    showFront(tabs_->currentIndex());
    setIcons();

    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
        showFront(tab);
        emit frontChanged(docks_[tab]);
    });
    connect(tabs_, &BoardTabs::enlargeRequested, this, [this](int tab) { emit enlargeRequested(docks_[tab]); });
    connect(tabs_, &BoardTabs::closeRequested, this, [this](int tab) { emit closeRequested(docks_[tab]); });
    connect(tabs_, &BoardTabs::dragStarted, this, [this](int tab) { emit dragStarted(docks_[tab]); });
    connect(tabs_, &BoardTabs::menuRequested, this,
        [this](int tab, const QPoint& global) { emit menuRequested(docks_[tab], global); });
    connect(enlarge_, &QToolButton::clicked, this, [this] { emit enlargeRequested(this->front()); });
    connect(close_, &QToolButton::clicked, this, [this] { emit closeRequested(this->front()); });
    connect(menu_, &QToolButton::clicked, this,
        [this] { emit menuRequested(this->front(), menu_->mapToGlobal(QPoint(0, menu_->height()))); });
}

FigureDock* BoardCell::front() const { return docks_[tabs_->currentIndex()]; }

void BoardCell::setFront(FigureDock* dock) { tabs_->setCurrentIndex(int(docks_.indexOf(dock))); }

void BoardCell::showFront(int tab)
{
    stack_->setCurrentIndex(tab);
    const QString title = docks_[tab]->kind().title;
    const auto name = [](QToolButton* button, const QString& words, const QString& tip) {
        button->setAccessibleName(words);
        button->setToolTip(tip);
    };
    name(menu_, tr("options of %1").arg(title), tr("Figure options (menu key)"));
    name(enlarge_, enlarged_ ? tr("show all figures") : tr("enlarge %1").arg(title),
        enlarged_ ? tr("Show all figures (Esc)") : tr("Enlarge (double-click the title)"));
    name(close_, tr("hide %1").arg(title), tr("Hide (Delete); the View menu shows it again"));
}

void BoardCell::setIcons()
{
    menu_->setIcon(lineIcon("menu", palette()));
    enlarge_->setIcon(lineIcon(enlarged_ ? "restore" : "maximise", palette()));
    close_->setIcon(lineIcon("close", palette()));
}

QRect BoardCell::row() const { return row_->geometry(); }

QSize BoardCell::minimumSizeHint() const
{
    const QSize least = docks_.first()->minimumSizeHint();
    return {std::max(least.width(), 3 * menu_->sizeHint().width() + 40), least.height() + row_->sizeHint().height()};
}

void BoardCell::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setIcons();
}

bool BoardCell::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == row_ && (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave))
        close_->setVisible(event->type() == QEvent::HoverEnter);
    return QWidget::eventFilter(watched, event);
}

}   // namespace stepzero
