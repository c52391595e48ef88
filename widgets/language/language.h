// SPDX-License-Identifier: GPL-3.0-or-later
// The language of all texts for people. Files, results, tables and names are English in every language.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <map>
#include <mutex>
#include <string>

#include "core/base/words/text.h"

namespace stepzero {

struct Language {
    QString code;   ///< "en", "zh_CN"
    QString name;   ///< the name of the language, written in that language
};
/// Returns every language, English first.
const QVector<Language>& languages();

/// Returns the language for a wish: "zh", "zh_CN.UTF-8", "zh-Hans", "en". Among several, separated by colons, the first
/// known one counts. Empty when none is known.
QString knownLanguage(const QString& wish);
/// Evaluates $LANGUAGE, $LC_ALL, $LC_MESSAGES and $LANG, in this order; English when none is known.
QString systemLanguage();

/// Sets the language of all texts from now on. Existing windows keep their texts. Preconditions: `code` is one of
/// languages(); called in the main thread.
void setLanguage(const QString& code);
QString language();
bool isEnglish();

/// Returns a text in the present language. May run on any thread.
QString translated(const Text& text);

/// Returns the translations into the other languages of a text that tr() or translated() returned, as far as they are
/// known. A text that is made of several has none.
QStringList otherLanguages(const QString& shown);

/// Joins words with the present language's form of the separator ", ", "; " or ": ".
QString joinedText(const QStringList& words, const char* separator);

/// Returns the language of tr(), which is English when there is no application.
QString tableLanguage();

/// Returns a table with words in it, which `make` makes in the present language. It is made once per language, and
/// stays at its address forever.
template <class Make>
const auto& inEachLanguage(const Make& make)
{
    static std::mutex lock;
    static std::map<QString, decltype(make())> tables;   // one map per `make`
    const std::scoped_lock locked(lock);
    const QString key = tableLanguage();
    const auto found = tables.find(key);
    return found != tables.end() ? found->second : tables.emplace(key, make()).first->second;
}

}   // namespace stepzero
