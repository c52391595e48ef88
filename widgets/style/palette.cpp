// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/palette.h"

#include "widgets/style/style.h"

namespace stepzero {

QString themeFor(const QPalette& palette)
{
    if (palette.color(QPalette::Window) == theme(QStringLiteral("contrast")).background)
        return QStringLiteral("contrast");
    return palette.color(QPalette::Window).lightnessF() < 0.5 ? QStringLiteral("dark") : QStringLiteral("light");
}

}   // namespace stepzero
