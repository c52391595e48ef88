// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the user choose which list of a study a figure uses: a menu of the lists, and its part of the view state.
#pragma once

#include <QActionGroup>
#include <QJsonObject>
#include <QMenu>
#include <functional>
#include <memory>

#include "core/study/grid/grid.h"

namespace stepzero {

class ListChoice {
public:
    ListChoice(const QString& title, QObject* owner, std::function<void()> chosen);

    /// Updates the menu to the lists of a study. Returns the index of the chosen list, or `otherwise` when none was
    /// chosen.
    std::size_t follow(const Grid& grid, std::size_t otherwise);
    /// Returns the menu followed by `others`, if there is a choice.
    QList<QAction*> before(QList<QAction*> others) const;
    QJsonObject in(QJsonObject view) const;
    void from(const QJsonObject& view);

private:
    QString path_;   // path of the chosen list; empty: none was chosen
    QActionGroup* lists_;
    std::unique_ptr<QMenu> menu_;
};

}   // namespace stepzero
