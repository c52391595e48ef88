// SPDX-License-Identifier: GPL-3.0-or-later
// The messages of a translation file of Qt Linguist, and Texts rendered by them.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include "core/base/words/text.h"

namespace stepzero {

class Catalog {
public:
    /// Unfinished messages are left out. A file that is none has no messages.
    explicit Catalog(const QByteArray& linguist);

    /// Returns the translation of a message of the sources, the window's before the core's; null when there is none.
    QString translation(const QString& source) const { return window_.value(source, core_.value(source)); }
    /// Returns the translation of a Text's format with its arguments in their places. What has no translation stays
    /// English. Thread-safe.
    QString rendered(const Text& text) const;

private:
    QHash<QString, QString> window_, core_;   // by context
};

}   // namespace stepzero
