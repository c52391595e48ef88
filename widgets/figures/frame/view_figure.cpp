// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/view_figure.h"

#include <QJsonArray>

namespace stepzero {

QActionGroup* ViewFigure::addChoice(const QString& key, const Options& options)
{
    auto* group = new QActionGroup(this);
    if (!actions_.isEmpty()) {
        auto* separator = new QAction(this);
        separator->setSeparator(true);
        actions_ << separator;
    }
    for (const auto& [value, words] : options) {
        QAction* action = group->addAction(words);
        action->setData(value);
        action->setCheckable(true);
        action->setChecked(group->actions().size() == 1);
        actions_ << action;
    }
    groups_[key] = group;
    connect(group, &QActionGroup::triggered, this, [this] {
        chosenAnew();
        changed();
    });
    return group;
}

void ViewFigure::addToggle(const QString& key, const QString& words, bool on)
{
    auto* action = new QAction(words, this);
    action->setCheckable(true);
    action->setChecked(on);
    toggles_[key] = action;
    actions_ << action;
    connect(action, &QAction::triggered, this, [this] { changed(); });
}

void ViewFigure::offer(const QString& key, bool applies)
{
    if (QActionGroup* group = groups_.value(key))
        group->setVisible(applies);
    else
        toggles_.value(key)->setVisible(applies);
}

QString ViewFigure::choice(const QString& key) const
{
    const QAction* action = groups_.value(key)->checkedAction();
    return action ? action->data().toString() : QString();
}

bool ViewFigure::toggled(const QString& key) const { return toggles_.value(key)->isChecked(); }

void ViewFigure::clickName(const QString& legendKey)
{
    if (!off_.removeOne(legendKey))
        off_ << legendKey;
    changed();
}

void ViewFigure::changed()
{
    rebuildView();
    emit viewStateChanged();
}

QJsonObject ViewFigure::viewState() const
{
    QJsonObject state;
    for (auto it = groups_.begin(); it != groups_.end(); ++it)
        state[it.key()] = choice(it.key());
    for (auto it = toggles_.begin(); it != toggles_.end(); ++it)
        state[it.key()] = it.value()->isChecked();
    if (!off_.isEmpty())
        state[QStringLiteral("off")] = QJsonArray::fromStringList(off_);
    return state;
}

void ViewFigure::setViewState(const QJsonObject& state)
{
    for (auto it = groups_.begin(); it != groups_.end(); ++it)
        for (QAction* action : it.value()->actions())
            if (state.value(it.key()) == action->data().toString())
                action->setChecked(true);
    for (auto it = toggles_.begin(); it != toggles_.end(); ++it)
        if (state.contains(it.key()))
            it.value()->setChecked(state.value(it.key()).toBool());
    off_.clear();
    for (const QJsonValue value : state.value(QStringLiteral("off")).toArray())
        off_ << value.toString();
    rebuildView();
}

}   // namespace stepzero
