// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/list_choice.h"

#include "widgets/figures/grid/series.h"

namespace stepzero {

ListChoice::ListChoice(const QString& title, QObject* owner, std::function<void()> chosen)
    : lists_(new QActionGroup(owner)), menu_(std::make_unique<QMenu>(title))
{
    QObject::connect(lists_, &QActionGroup::triggered, owner, [this, chosen = std::move(chosen)](QAction* action) {
        path_ = action->data().toString();
        chosen();
    });
}

std::size_t ListChoice::follow(const Grid& grid, std::size_t otherwise)
{
    QStringList paths, present;
    for (const GridAxis& axis : grid.axes)
        paths << QString::fromStdString(axis.path);
    for (const QAction* action : lists_->actions())
        present << action->data().toString();
    if (paths != present) {
        menu_->clear();
        qDeleteAll(lists_->actions());
        for (const GridAxis& axis : grid.axes) {
            QAction* action = lists_->addAction(listName(axis));
            action->setData(QString::fromStdString(axis.path));
            action->setCheckable(true);
            menu_->addAction(action);
        }
    }
    const std::size_t list = paths.contains(path_) ? std::size_t(paths.indexOf(path_)) : otherwise;
    lists_->actions().at(int(list))->setChecked(true);
    return list;
}

QList<QAction*> ListChoice::before(QList<QAction*> others) const
{
    if (lists_->actions().size() > 1)
        others.prepend(menu_->menuAction());
    return others;
}

QJsonObject ListChoice::in(QJsonObject view) const
{
    if (!path_.isEmpty())
        view[QStringLiteral("list")] = path_;
    return view;
}

void ListChoice::from(const QJsonObject& view) { path_ = view.value(QStringLiteral("list")).toString(); }

}   // namespace stepzero
