// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pace_box.h"

namespace stepzero {

PaceBox::PaceBox(const QString& hint, QWidget* parent) : Combo(parent)
{
    for (const int pace : {1, 2, 5, 10, 20})
        addItem(tr("%1 per second").arg(pace), pace);
    setCurrentIndex(3);
    setAccessibleName(tr("speed"));
    setToolTip(hint);
}

}   // namespace stepzero
