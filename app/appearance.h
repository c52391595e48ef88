// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark, or as the system has it; how large everything is; and the icons, in the colour of the text.
#pragma once

#include <QIcon>
#include <QPalette>
#include <QSize>
#include <QString>

namespace stepzero {

/// Gives the application a palette: "light", "dark", "contrast", or "system" for the platform's own.
void applyAppearance(const QString& choice);

inline constexpr double leastScale = 0.6, mostScale = 3;

/// How large everything is on a screen of so many logical pixels unless somebody chose: large screens hang in halls.
double automaticScale(const QSize& screen);
/// Gives all windows' fonts, icons and controls a size: 1 on a desk. Figures follow by Style::scale.
void applyScale(double scale);
double appliedScale();

/// An icon of resources/icons by its file's name, drawn in `palette`'s text colours.
QIcon lineIcon(const QString& name, const QPalette& palette);

}   // namespace stepzero
