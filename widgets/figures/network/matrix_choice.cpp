// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/matrix_choice.h"

#include <algorithm>
#include <map>

#include "core/study/study.h"
#include "widgets/language/language.h"

namespace stepzero {

QString matrixName(const Study& study)
{
    const auto role = std::find_if(study.plan->roles.begin(), study.plan->roles.end(),
        [&](const RoleInfo& info) { return info.name == study.matrix.role; });
    const QString name = translated(role == study.plan->roles.end() ? Text::name(study.matrix.role) : role->label);
    const QString owner = study.one_expert ? Figure::tr("%1, expert %2").arg(name).arg(study.matrix.expert) : name;
    return study.matrix.block == 0 ? name : Figure::tr("%1 of block %2").arg(owner).arg(study.matrix.block);
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

void MatrixChoice::add(QMenu* menu, const QString& text, const QString& matrix)
{
    QAction* action = group_->addAction(text);
    action->setData(matrix);
    action->setCheckable(true);
    menu->addAction(action);
}

void MatrixChoice::follow(const Study& study)
{
    const NetworkPlan& plan = *study.plan;
    std::map<std::string, int> experts;   // the number of experts by role
    for (const ParameterPlan& parameter : plan.blocks.front().parameters)
        if (parameter.expert > 0)
            experts[parameter.role] = parameter.expert;
    QStringList roles;
    for (const RoleInfo& role : plan.roles)
        if (role.kind == Role::weight)
            roles << QStringLiteral("%1 %2").arg(QString::fromStdString(role.name)).arg(experts[role.name]);
    if (roles != roles_) {
        roles_ = roles;
        qDeleteAll(group_->actions());
        qDeleteAll(menu_->findChildren<QMenu*>());
        menu_->clear();
        for (const RoleInfo& role : plan.roles) {
            if (role.kind != Role::weight)
                continue;
            const QString label = translated(role.label), name = QString::fromStdString(role.name);
            add(menu_.get(), label, name);
            QMenu* ofOne = experts[role.name] > 0 ? menu_->addMenu(tr("%1 of one expert").arg(label)) : nullptr;
            for (int expert = 1; expert <= experts[role.name]; ++expert)
                add(ofOne, tr("expert %1").arg(expert), QStringLiteral("%1.%2").arg(name).arg(expert));
        }
    }
    QString chosen = QString::fromStdString(study.matrix.role);
    if (study.one_expert)
        chosen += QStringLiteral(".%1").arg(study.matrix.expert);
    for (QAction* action : group_->actions())
        action->setChecked(action->data() == chosen);
}

QList<QAction*> MatrixChoice::actions() const
{
    return roles_.isEmpty() ? QList<QAction*>() : QList<QAction*> {menu_->menuAction()};
}

}   // namespace stepzero
