// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/find_bar.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/appearance.h"

namespace stepzero {

namespace {

constexpr int mostFound = 60, visibleRows = 12;
constexpr int barWidth = 640;   // in pixels at scale 1

}   // namespace

FindBar::FindBar(QWidget* window) : QFrame(window, Qt::Popup), line_(new QLineEdit(this)), list_(new QTreeWidget(this))
{
    setFrameShape(QFrame::StyledPanel);
    line_->setPlaceholderText(tr("Find an action, figure, setting, preset, lesson or finding"));
    line_->setAccessibleName(tr("Find"));
    line_->setClearButtonEnabled(true);
    line_->installEventFilter(this);
    list_->setAccessibleName(tr("found"));
    list_->setColumnCount(3);   // title, place, keys
    list_->header()->hide();
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFocusPolicy(Qt::NoFocus);   // the line keeps the focus and passes arrows on
    list_->setFrameShape(QFrame::NoFrame);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 6, 6, 6);
    rows->addWidget(line_);
    rows->addWidget(list_);
    connect(line_, &QLineEdit::textChanged, this, &FindBar::search);
    connect(line_, &QLineEdit::returnPressed, this, &FindBar::choose);
    connect(list_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        list_->setCurrentItem(item);
        choose();
    });
}

void FindBar::open(QVector<Findable> entries)
{
    entries_ = std::move(entries);
    line_->clear();
    search({});
    const QWidget* window = parentWidget();
    const int width = std::min(qRound(barWidth * appliedScale()), window->width());
    const int height = visibleRows * list_->sizeHintForRow(0);
    list_->setFixedHeight(height + 2 * list_->frameWidth());
    setFixedWidth(width);
    adjustSize();
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, window->height() / 8)));
    show();
    line_->setFocus();
}

void FindBar::search(const QString& typed)
{
    list_->clear();
    for (const int index : matches(typed, entries_, mostFound)) {
        const Findable& entry = entries_[index];
        auto* item = new QTreeWidgetItem(list_, {entry.title, entry.place, entry.keys});
        item->setData(0, Qt::UserRole, index);
        item->setToolTip(0, entry.title);
        item->setForeground(1, palette().color(QPalette::PlaceholderText));
    }
    if (list_->topLevelItemCount() > 0)
        list_->setCurrentItem(list_->topLevelItem(0));
    else
        (new QTreeWidgetItem(list_, {tr("Nothing has these words."), {}, {}}))->setDisabled(true);
}

void FindBar::choose()
{
    const QTreeWidgetItem* item = list_->currentItem();
    if (!item || item->isDisabled())   // disabled: the notice that nothing was found, which can be clicked
        return;
    const auto chosen = entries_[item->data(0, Qt::UserRole).toInt()].choose;
    close();   // before the choice, which may open a window
    chosen();
}

/// The arrow keys move in the list, and Tab is not a way out of the line.
bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (const auto* key = static_cast<QKeyEvent*>(event); key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        QKeyEvent copy(QEvent::KeyPress, key->key(), Qt::NoModifier);
        QCoreApplication::sendEvent(list_, &copy);
        return true;
    }
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true;
    default:
        return false;
    }
}

}   // namespace stepzero
