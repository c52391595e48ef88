// SPDX-License-Identifier: GPL-3.0-or-later
// Endings of the files that the windows write, names for them, and where they go.
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace stepzero {

inline const QString experimentEnding = QStringLiteral(".stepzero.json");
inline const QString studyEnding = QStringLiteral(".stepzero-study.json");
inline const QString lessonEnding = QStringLiteral(".stepzero-lesson.json");
inline const QString experimentFilter = QStringLiteral("Experiments (*.stepzero.json *.json);;All files (*)");
inline const QString lessonFilter = QStringLiteral("Lessons (*.stepzero-lesson.json);;All files (*)");
inline const QString studyFilter = QStringLiteral("Studies (*.stepzero-study.json);;All files (*)");

/// Text of a menu entry or button as plain words: without its mnemonic ("(&S)" in Chinese) and its dots.
QString plainWords(QString text);

/// A name of lower-case letters, digits and hyphens: "xavier-relu-10x256" of "Xavier, ReLU, 10 × 256"; empty: none.
QString hyphenated(const QString& title);

/// A name without an ending: the file's own, or one made from a title, or "experiment".
QString fileNameOf(const QString& path, const std::string& title);

/// The first of these folders that is there, or else the user's own.
QString folderFrom(const QStringList& folders);

/// Asks for a file to write, beginning with `proposal`; empty: none. One that ends in none of `endings` gets that of
/// the chosen filter, and one that is there is replaced only after a question. `place`: of the manual.
QString askForFile(QWidget* window, const QString& title, const QString& proposal, const QStringList& endings,
    const QString& filter, const QString& place = QString());

}   // namespace stepzero
