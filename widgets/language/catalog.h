// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences and what they are in another language, from a translation file of Qt Linguist.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QMutex>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/words/text.h"

namespace stepzero {

class Catalog {
public:
    /// Unfinished messages are left out. A file that is none has no messages.
    explicit Catalog(const QByteArray& linguist);

    /// Of a message as it stands in the sources, the window's before the core's; null when there is none.
    QString translation(const QString& source) const { return window_.value(source, exact_.value(source)); }
    /// Returns the translation of a Text's format with its arguments in their places. Thread-safe.
    QString rendered(const Text& text) const;
    /// Of a sentence that was put together from messages: as a whole, or by the template ("%1 of layer %2") with the
    /// most letters that fits, its parts in turn, or clause by clause. What has no message stays. Thread-safe.
    QString sentence(const QString& english) const;

private:
    struct Template {
        QStringList pieces;   ///< between places
        std::vector<int> places;   ///< the number of each
        QString translation;
        qsizetype letters = 0;
        qsizetype enough = 0;   ///< letters, for an end of several clauses
        int typed = 0;   ///< a place with words that somebody types, which are the same in each language; 0: none
        bool hasSubject = false;   ///< the first place is what a sentence is about, and no sentence
    };
    static Template templateOf(const QString& source, const QString& translation);
    QString whole(const QString& english, int depth) const;
    QString message(const QString& english, int depth, bool strict, const QString& mark = {}) const;
    QString by(const Template& pattern, const QString& english, int depth, bool strict, const QString& mark) const;
    QString clauses(const QString& english, int depth) const;
    QString behindPlace(const QString& english, int depth) const;
    QString named(const QString& english) const;
    QString joined(const QString& english, const QString& mark, const QString& said, int depth) const;

    QHash<QString, QString> exact_, window_;   // all, the core's before the window's; and the window's
    std::vector<Template> templates_;   // of the core; the longest first
    mutable QMutex lock_;
    mutable QHash<QString, QString> said_;
};

}   // namespace stepzero
