// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/matrix_choice.h"

#include <algorithm>

namespace stepzero {

QString matrixName(const BlockView& blocks)
{
    const auto role = std::find_if(blocks.roles.begin(), blocks.roles.end(),
        [&](const RoleInfo& info) { return info.name == blocks.matrix.role; });
    const QString name = QString::fromStdString(role == blocks.roles.end() ? blocks.matrix.role : role->label);
    return blocks.matrix.block == 0 ? name : Figure::tr("%1 of block %2").arg(name).arg(blocks.matrix.block);
}

QString matrixText(const BlockView& blocks)
{
    const Shape& shape = blocks.matrix.shape;
    return matrixName(blocks) + QStringLiteral(" · %1 × %2").arg(shape.fan_out).arg(shape.fan_in);
}

MatrixChoice::MatrixChoice(Figure* figure)
    : QObject(figure), figure_(figure), menu_(std::make_unique<QMenu>(tr("Matrix"))), group_(new QActionGroup(this))
{
    connect(group_, &QActionGroup::triggered, this,
        [this](QAction* action) { emit figure_->matrixChosen(action->data().toString()); });
}

void MatrixChoice::follow(const BlockView* blocks)
{
    QStringList roles;
    if (blocks)
        for (const RoleInfo& role : blocks->roles)
            if (role.kind == Role::weight)
                roles << QString::fromStdString(role.name);
    if (roles != roles_) {
        roles_ = roles;
        menu_->clear();
        qDeleteAll(group_->actions());
        for (const RoleInfo& role : blocks ? blocks->roles : std::vector<RoleInfo>()) {
            if (role.kind != Role::weight)
                continue;
            QAction* action = group_->addAction(QString::fromStdString(role.label));
            action->setData(QString::fromStdString(role.name));
            action->setCheckable(true);
            menu_->addAction(action);
        }
    }
    for (QAction* action : group_->actions())
        action->setChecked(blocks && action->data() == QString::fromStdString(blocks->matrix.role));
}

QList<QAction*> MatrixChoice::actions() const
{
    return roles_.isEmpty() ? QList<QAction*>() : QList<QAction*> {menu_->menuAction()};
}

}   // namespace stepzero
