// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/memory_menu.h"

#include <QActionGroup>
#include <QMenu>
#include <algorithm>

#include "app/settings.h"
#include "app/study_runner.h"
#include "core/base/words/shown_text.h"

namespace stepzero {

void fillMemoryMenu(QMenu* menu, Settings& settings, StudyRunner& runner)
{
    auto* choices = new QActionGroup(menu);
    const auto keep = [&runner](int megabytes) { runner.keepIdle(std::size_t(std::max(megabytes, 0)) * 1'000'000); };
    const int chosen = settings.value("memory/idle").toInt();
    keep(chosen);
    for (const int megabytes : {0, 64, 256, 1000, 2000}) {
        const QString text = megabytes == 0
            ? QMenu::tr("Off")
            : QMenu::tr("Up to %1").arg(QString::fromStdString(bytes_text(megabytes * 1e6)));
        QAction* choice = choices->addAction(menu->addAction(text, menu, [keep, &settings, megabytes] {
            settings.set("memory/idle", megabytes);
            keep(megabytes);
        }));
        choice->setCheckable(true);
        choice->setChecked(megabytes == chosen);
        choice->setObjectName("memory-" + QString::number(megabytes));
    }
}

}   // namespace stepzero
