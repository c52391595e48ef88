// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/palette.h"

namespace stepzero {

QString themeFor(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5 ? QStringLiteral("dark") : QStringLiteral("light");
}

}   // namespace stepzero
