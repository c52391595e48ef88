// SPDX-License-Identifier: GPL-3.0-or-later
// Tells what went wrong, a sentence a line.
#pragma once

#include <QStringList>

class QWidget;

namespace stepzero {

/// Waits until it was read. `place`: of the manual.
void showProblems(QWidget* parent, const QString& title, const QStringList& problems, const QString& place = QString());

}   // namespace stepzero
