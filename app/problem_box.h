// SPDX-License-Identifier: GPL-3.0-or-later
// Tells what went wrong, a sentence a line.
#pragma once

#include <QStringList>

class QWidget;

namespace stepzero {

/// Waits until it was read.
void showProblems(QWidget* parent, const QString& title, const QStringList& problems);

}   // namespace stepzero
