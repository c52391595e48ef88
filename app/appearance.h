// SPDX-License-Identifier: GPL-3.0-or-later
// The appearance of all windows: light, dark or the system's colours, the size of everything, headings, and icons in
// the text colour.
#pragma once

#include <QIcon>
#include <QPalette>
#include <QSize>
#include <QString>

class QLabel;
class QWidget;

namespace stepzero {

/// Sets the application's palette: "light", "dark", "contrast", or "system" for that of the platform.
void applyAppearance(const QString& choice);

inline constexpr double leastScale = 0.6, mostScale = 3;

/// Returns the default scale for a screen of this size in logical pixels: large screens are often seen from afar.
double automaticScale(const QSize& screen);
/// Scales fonts, icons and controls of all windows: 1 on a desk. Figures follow by Style::scale.
void applyScale(double scale);
double appliedScale();

/// Returns a heading within a window.
QLabel* boldLabel(const QString& text, QWidget* parent);

/// Returns an icon of resources/icons by its file name, drawn in the text colours of `palette`.
QIcon lineIcon(const QString& name, const QPalette& palette);

}   // namespace stepzero
