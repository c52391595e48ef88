// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a study's lists a figure goes by: a menu of them, and what its view keeps of that.
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

    /// The study's lists in the menu. Returns which of them is chosen, `otherwise` where none of them was.
    std::size_t follow(const Grid& grid, std::size_t otherwise);
    /// Where there is a choice, the menu before others.
    QList<QAction*> before(QList<QAction*> others) const;
    QJsonObject in(QJsonObject view) const;
    void from(const QJsonObject& view);

private:
    QString path_;   // empty: none was chosen
    QActionGroup* lists_;
    std::unique_ptr<QMenu> menu_;
};

}   // namespace stepzero
