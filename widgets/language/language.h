// SPDX-License-Identifier: GPL-3.0-or-later
// The language of everything that is said to people. Files, results, tables and names are English in each.
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
    QString name;   ///< in itself
};
/// Every language that there is, English first.
const QVector<Language>& languages();

/// The language for a wish: "zh", "zh_CN.UTF-8", "zh-Hans", "en"; the first that is known of several with colons
/// between them. Empty: none is known.
QString knownLanguage(const QString& wish);
/// By $LANGUAGE, $LC_ALL, $LC_MESSAGES and $LANG, in this order; English where none is known.
QString systemLanguage();

/// Of all that is said from now on. Windows that are there keep what they have said. Precondition: a code of
/// languages(); the main thread.
void setLanguage(const QString& code);
QString language();

/// In the present language. May run on any thread.
QString translated(const Text& text);

/// Words one after another with a separator of the present language for ", ", "; " or ": ".
QString joinedText(const QStringList& words, const char* separator);

/// The language of tr(), which speaks English where there is no application.
QString tableLanguage();

/// A table with words in it, as `make` makes it in the present language: once for each, and where it is for good.
template <class Make>
const auto& inEachLanguage(const Make& make)
{
    static std::mutex lock;
    static std::map<QString, decltype(make())> tables;   // of this `make`
    const std::scoped_lock locked(lock);
    const QString key = tableLanguage();
    const auto found = tables.find(key);
    return found != tables.end() ? found->second : tables.emplace(key, make()).first->second;
}

}   // namespace stepzero
