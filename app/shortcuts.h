// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of keys and the pointer: the shortcuts in a window's menus, and those that are the same in every window. `?`
// and the manual show this one table.
#pragma once

#include <QString>
#include <QVector>

class QMenuBar;

namespace stepzero {

struct ShortcutGroup {
    struct Row {
        QString keys, words;
    };
    QString title;
    QVector<Row> rows;
};

QVector<ShortcutGroup> shortcuts(const QMenuBar* menus);

/// Returns tables, each under a heading of this level.
QString shortcutsMarkdown(const QVector<ShortcutGroup>& groups, int level);
QString shortcutsHtml(const QVector<ShortcutGroup>& groups);

}   // namespace stepzero
