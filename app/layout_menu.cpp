// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/layout_menu.h"

#include <QInputDialog>
#include <QJsonObject>

#include "app/board.h"
#include "app/layout_json.h"
#include "app/settings.h"

namespace stepzero {

static QString asTitle(QString name) { return name.replace('&', "&&"); }

LayoutMenu::LayoutMenu(Board& board, Settings& settings, const QByteArray& setting, QWidget* parent)
    : QMenu(tr("Lay&outs"), parent), board_(board), settings_(settings), setting_(setting),
      rename_(new QMenu(tr("Re&name"), this)), remove_(new QMenu(tr("&Remove"), this))
{
    setObjectName("layouts");
    connect(this, &QMenu::aboutToShow, this, &LayoutMenu::fill);
}

QJsonObject LayoutMenu::layouts() const { return settings_.object(setting_)[board_.subject()].toObject(); }

void LayoutMenu::setLayouts(const QJsonObject& layouts)
{
    QJsonObject all = settings_.object(setting_);
    all[board_.subject()] = layouts;
    settings_.setObject(setting_, all);
}

QStringList LayoutMenu::names() const { return layouts().keys(); }

void LayoutMenu::save(const QString& name)
{
    QJsonObject all = layouts();
    all[name] = toJson(board_.arrangement());
    setLayouts(all);
}

/// Applies an arrangement. A damaged setting changes nothing.
void LayoutMenu::choose(const QString& name)
{
    const auto stored = layoutFromJson(layouts()[name].toObject());
    if (const auto* layout = std::get_if<BoardLayout>(&stored))
        board_.arrange(*layout);
}

void LayoutMenu::rename(const QString& name, const QString& next)
{
    QJsonObject all = layouts();
    all[next] = all.take(name);
    setLayouts(all);
}

void LayoutMenu::remove(const QString& name)
{
    QJsonObject all = layouts();
    all.remove(name);
    setLayouts(all);
}

void LayoutMenu::fill()
{
    for (QMenu* menu : {static_cast<QMenu*>(this), rename_, remove_})
        menu->clear();
    for (const QString& name : names()) {
        addAction(asTitle(name), this, [this, name] { choose(name); });
        rename_->addAction(asTitle(name), this, [this, name] {
            if (const QString next = askForName(tr("Rename layout"), name); !next.isEmpty())
                rename(name, next);
        });
        remove_->addAction(asTitle(name), this, [this, name] { remove(name); });
    }
    addSeparator();
    addAction(tr("&Save this layout…"), this, [this] {
        if (const QString name = askForName(tr("Save layout")); !name.isEmpty())
            save(name);
    })->setObjectName("saveLayout");
    for (QMenu* menu : {rename_, remove_})
        addMenu(menu)->setEnabled(!menu->isEmpty());
}

QString LayoutMenu::askForName(const QString& title, const QString& name)
{
    bool accepted = false;
    const QString given = QInputDialog::getItem(parentWidget(), title, tr("Name (an existing layout is replaced):"),
        names(), int(names().indexOf(name)), true, &accepted);
    return accepted ? given.trimmed() : QString();
}

}   // namespace stepzero
