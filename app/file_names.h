// SPDX-License-Identifier: GPL-3.0-or-later
// Names, extensions and folders of the files that the windows write.
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace stepzero {

inline const QString experimentEnding = QStringLiteral(".stepzero.json");
inline const QString studyEnding = QStringLiteral(".stepzero-study.json");
inline const QString captureEnding = QStringLiteral(".stepzero-capture.json");
inline const QString lessonEnding = QStringLiteral(".stepzero-lesson.json");
inline const QString experimentFilter = QStringLiteral("Experiments (*.stepzero.json *.json);;All files (*)");
inline const QString lessonFilter = QStringLiteral("Lessons (*.stepzero-lesson.json);;All files (*)");
inline const QString studyFilter = QStringLiteral("Studies (*.stepzero-study.json);;All files (*)");

/// Returns the text of a menu entry or button without its mnemonic ("(&S)" in Chinese) and its dots.
QString plainWords(QString text);

/// Returns a name of lower-case letters, digits and hyphens: "xavier-relu-10x256" for "Xavier, ReLU, 10 × 256". Empty
/// when nothing is left.
QString hyphenated(const QString& title);

/// Returns a name without an extension: that of the file, or one made from the title, or "experiment".
QString fileNameOf(const QString& path, const std::string& title);

/// Returns the first of these folders that exists, otherwise the user's home.
QString folderFrom(const QStringList& folders);

/// Asks for a file to write, starting with `proposal`; returns an empty text for none. A name with none of `endings`
/// gets the extension of the chosen filter. An existing file is replaced only after a question. `place` is the place in
/// the manual.
QString askForFile(QWidget* window, const QString& title, const QString& proposal, const QStringList& endings,
    const QString& filter, const QString& place = QString());

}   // namespace stepzero
