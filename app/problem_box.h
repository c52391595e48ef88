// SPDX-License-Identifier: GPL-3.0-or-later
// Reports problems, one sentence per line.
#pragma once

#include <QStringList>

class QWidget;

namespace stepzero {

/// Waits until the user closes it. `place` is the place in the manual.
void showProblems(QWidget* parent, const QString& title, const QStringList& problems, const QString& place = QString());

}   // namespace stepzero
