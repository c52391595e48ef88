// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/history_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/appearance.h"
#include "app/manual.h"
#include "app/settings.h"
#include "app/workspace.h"

namespace stepzero {

HistoryPanel::HistoryPanel(Workspace& workspace, Settings& settings, QWidget* parent)
    : QWidget(parent), workspace_(workspace), restore_(tr("Restore")), pin_(tr("Pin")), remove_(tr("Remove")),
      keep_(tr("Keep a history")), clear_(tr("Clear history…")), filter_(new QLineEdit(this)),
      list_(new QListView(this)), nothing_(new QLabel(this)), menu_(new QToolButton(this))
{
    restore_.setToolTip(tr("Make the experiment of the selected entry the current one; Undo takes it back"));
    pin_.setToolTip(tr("Pin the experiment of the selected entry"));
    remove_.setToolTip(tr("Remove the selected entry from the history"));
    keep_.setCheckable(true);
    keep_.setChecked(settings.value("history/kept").toBool());
    filter_->setPlaceholderText(tr("Filter by words"));
    filter_->setAccessibleName(tr("filter of the history"));
    filter_->setToolTip(tr("Show only the entries that have every word"));
    filter_->setClearButtonEnabled(true);
    list_->setAccessibleName(tr("history of experiments"));
    list_->setModel(&model_);
    list_->setItemDelegate(new HistoryDelegate(model_, list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setResizeMode(QListView::Adjust);
    list_->setVerticalScrollMode(QListView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* separator = new QAction(list_);
    separator->setSeparator(true);
    list_->addActions({&restore_, &pin_, &remove_, separator, &keep_, &clear_});
    list_->installEventFilter(this);
    nothing_->setWordWrap(true);
    nothing_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    nothing_->setMargin(12);
    setFocusProxy(list_);
    setManualPlace(this, "first-steps.md#history");
    layOut();
    connectActions(settings);
    connect(&workspace.history(), &History::changed, this, [this] {
        if (isVisible())
            follow();
    });
    follow();
}

void HistoryPanel::layOut()
{
    menu_->setAutoRaise(true);
    menu_->setIcon(lineIcon("menu", palette()));
    menu_->setPopupMode(QToolButton::InstantPopup);
    menu_->setAccessibleName(tr("history options"));
    menu_->setToolTip(tr("Keep or clear the history"));
    menu_->addActions({&keep_, &clear_});
    auto* above = new QHBoxLayout;
    above->setContentsMargins(4, 4, 4, 2);
    above->addWidget(filter_, 1);
    above->addWidget(menu_);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(4, 2, 4, 4);
    for (QAction* action : {&restore_, &pin_, &remove_}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        below->addWidget(button);
    }
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(above);
    all->addWidget(list_, 1);
    all->addWidget(nothing_, 1);
    all->addLayout(below);
}

void HistoryPanel::connectActions(Settings& settings)
{
    connect(&restore_, &QAction::triggered, this, &HistoryPanel::restoreChosen);
    connect(&pin_, &QAction::triggered, this, &HistoryPanel::pinChosen);
    connect(&remove_, &QAction::triggered, this, &HistoryPanel::removeChosen);
    connect(&clear_, &QAction::triggered, this, &HistoryPanel::askToClear);
    workspace_.history().setKept(keep_.isChecked());
    connect(&keep_, &QAction::toggled, this, [this, &settings](bool kept) {
        settings.set("history/kept", kept);
        workspace_.history().setKept(kept);
        follow();
    });
    connect(filter_, &QLineEdit::textChanged, this, &HistoryPanel::follow);
    connect(list_, &QListView::doubleClicked, this, &HistoryPanel::restoreChosen);
    connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryPanel::updateActions);
}

HistoryEntryPtr HistoryPanel::chosen() const
{
    const QModelIndexList selected = list_->selectionModel()->selectedIndexes();
    return selected.isEmpty() ? nullptr : model_.entryAt(selected.first());
}

void HistoryPanel::follow()
{
    const HistoryEntryPtr before = chosen();
    const HistoryEntries& entries = workspace_.history().entries();
    model_.show(entries, filter_->text(), QDate::currentDate());
    if (const QModelIndex same = model_.indexOf(before); same.isValid())
        list_->setCurrentIndex(same);
    const bool any = model_.rowCount() > 0;
    list_->setVisible(any);
    nothing_->setVisible(!any);
    nothing_->setText(!entries.isEmpty() ? tr("No entry has these words.")
            : keep_.isChecked()          ? tr("Experiments appear here when they have been computed.")
                                         : tr("No history is kept. The menu above switches it on."));
    clear_.setEnabled(!entries.isEmpty());
    updateActions();
}

void HistoryPanel::updateActions()
{
    for (QAction* action : {&restore_, &pin_, &remove_})
        action->setEnabled(chosen() != nullptr);
}

void HistoryPanel::restoreChosen()
{
    if (const HistoryEntryPtr entry = chosen())
        workspace_.document().edit(entry->experiment, {tr("Restore from history"), {}, false});
}

void HistoryPanel::pinChosen()
{
    const HistoryEntryPtr entry = chosen();
    if (!entry)
        return;
    if (entry->experiment == workspace_.experiment())
        workspace_.pinExperiment();   // with its study
    else
        workspace_.pins().add(entry->experiment, workspace_.focus(), nullptr);
}

/// Selects the next entry, so that several can be removed one after the other.
void HistoryPanel::removeChosen()
{
    const HistoryEntryPtr entry = chosen();
    if (!entry)
        return;
    const int row = model_.indexOf(entry).row();
    workspace_.history().remove(entry);
    for (const int next : {row, row + 1, row - 1})
        if (const QModelIndex index = model_.index(next); model_.entryAt(index))
            return list_->setCurrentIndex(index);
}

void HistoryPanel::askToClear()
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Clear history?"),
        tr("%n experiment(s) will be removed from the history.", nullptr, int(workspace_.history().entries().size())),
        QMessageBox::Cancel, this);
    box->setObjectName("clearHistory");
    box->setInformativeText(tr("This cannot be undone. Pins and files stay."));
    QPushButton* clear = box->addButton(tr("Clear"), QMessageBox::DestructiveRole);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(clear, &QPushButton::clicked, this, [this] { workspace_.history().clear(); });
    box->open();
}

void HistoryPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();   // changes while it was hidden, and perhaps another day
}

void HistoryPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        menu_->setIcon(lineIcon("menu", palette()));
}

bool HistoryPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != list_ || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        restoreChosen();
        return true;
    case Qt::Key_Delete:
        removeChosen();
        return true;
    default:
        return false;
    }
}

}   // namespace stepzero
