// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the history as an item view shows them: entries under the days on which they were recorded. Their words
// are made when a row is shown or searched, because comparing all experiments at once would take long.
#pragma once

#include <QAbstractListModel>
#include <QStyledItemDelegate>
#include <optional>
#include <vector>

#include "app/history.h"

namespace stepzero {

/// Returns "Today", "Yesterday", or the date.
QString dayText(const QDate& day, const QDate& today);

class HistoryModel : public QAbstractListModel {
    Q_OBJECT
public:
    struct Words {
        QString title, change, verdict, time;
    };
    using QAbstractListModel::QAbstractListModel;

    /// Shows the entries that contain every word of `typed`, in any case.
    void show(const HistoryEntries& entries, const QString& typed, const QDate& today);
    HistoryEntryPtr entryAt(const QModelIndex& index) const;   ///< null: a day, or not a row
    const Words& wordsAt(const QModelIndex& index) const;   ///< precondition: a row with an entry
    QModelIndex indexOf(const HistoryEntryPtr& entry) const;   ///< not valid when it is not shown

    int rowCount(const QModelIndex& parent = {}) const override;
    /// Days have their text as Qt::DisplayRole; entries have everything that is drawn of them.
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Item {
        HistoryEntryPtr entry, before;   // `before` is recorded before it; null: there is none
        mutable std::optional<Words> words {};
    };
    struct Row {
        int item;   // index of the item; −1: a day
        QString day;
    };
    const Words& wordsOf(const Item& item) const;
    bool matches(const Item& item, const QStringList& words) const;

    std::vector<Item> items_;   // all entries
    std::vector<Row> rows_;
};

/// Draws a day as a heading, and an entry as a picture of its curves with three lines of text.
class HistoryDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit HistoryDelegate(const HistoryModel& model, QObject* parent)
        : QStyledItemDelegate(parent), model_(model) { }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintEntry(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    const HistoryModel& model_;
};

}   // namespace stepzero
