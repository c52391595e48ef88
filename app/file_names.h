// SPDX-License-Identifier: GPL-3.0-or-later
// Endings of the files that the windows write, and names for them.
#pragma once

#include <QString>

namespace stepzero {

inline const QString experimentEnding = QStringLiteral(".stepzero.json");
inline const QString studyEnding = QStringLiteral(".stepzero-study.json");
inline const QString experimentFilter = QStringLiteral("Experiments (*.stepzero.json *.json);;All files (*)");
inline const QString studyFilter = QStringLiteral("Studies (*.stepzero-study.json);;All files (*)");

/// A name without an ending: the file's own, or one made from a title, or "experiment".
QString fileNameOf(const QString& path, const std::string& title);

}   // namespace stepzero
