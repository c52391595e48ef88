// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/matrix_choice.h"

#include <algorithm>

#include "core/study/study.h"

namespace stepzero {

QString matrixName(const Study& study)
{
    const auto role = std::find_if(study.plan->roles.begin(), study.plan->roles.end(),
        [&](const RoleInfo& info) { return info.name == study.matrix.role; });
    const QString name = QString::fromStdString(role == study.plan->roles.end() ? study.matrix.role : role->label);
    return study.matrix.block == 0 ? name : Figure::tr("%1 of block %2").arg(name).arg(study.matrix.block);
}

QString matrixText(const Study& study)
{
    const Shape& shape = study.matrix.shape;
    return matrixName(study) + QStringLiteral(" · %1 × %2").arg(shape.rows()).arg(shape.columns());
}

MatrixChoice::MatrixChoice(Figure* figure)
    : QObject(figure), figure_(figure), menu_(std::make_unique<QMenu>(tr("Matrix"))), group_(new QActionGroup(this))
{
    connect(group_, &QActionGroup::triggered, this,
        [this](QAction* action) { emit figure_->matrixChosen(action->data().toString()); });
}

void MatrixChoice::follow(const Study& study)
{
    QStringList roles;
    for (const RoleInfo& role : study.plan->roles)
        if (role.kind == Role::weight)
            roles << QString::fromStdString(role.name);
    if (roles != roles_) {
        roles_ = roles;
        menu_->clear();
        qDeleteAll(group_->actions());
        for (const RoleInfo& role : study.plan->roles) {
            if (role.kind != Role::weight)
                continue;
            QAction* action = group_->addAction(QString::fromStdString(role.label));
            action->setData(QString::fromStdString(role.name));
            action->setCheckable(true);
            menu_->addAction(action);
        }
    }
    for (QAction* action : group_->actions())
        action->setChecked(action->data() == QString::fromStdString(study.matrix.role));
}

QList<QAction*> MatrixChoice::actions() const
{
    return roles_.isEmpty() ? QList<QAction*>() : QList<QAction*> {menu_->menuAction()};
}

}   // namespace stepzero
