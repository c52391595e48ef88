// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark, or as the system has it; and the icons, in the colour of the text.
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace stepzero {

/// Gives the application a palette: "light", "dark", or "system" for the platform's own.
void applyAppearance(const QString& choice);

/// An icon of resources/icons by its file's name, drawn in `palette`'s text colours.
QIcon lineIcon(const QString& name, const QPalette& palette);

}   // namespace stepzero
