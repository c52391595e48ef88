// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the messages of a Qt Linguist translation file, and renders Texts with them.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include "core/base/words/text.h"

namespace stepzero {

class Catalog {
public:
    /// Unfinished messages are left out. An invalid file has no messages.
    explicit Catalog(const QByteArray& linguist);

    /// Returns the translation of a source message; the window's messages precede those of the core. Null when there is
    /// none.
    QString translation(const QString& source) const { return window_.value(source, core_.value(source)); }
    /// Returns a source message with this translation. Null when there is none.
    QString source(const QString& translation) const { return sources_.value(translation); }
    /// Returns the translation of a Text's format with its arguments inserted. Untranslated parts stay English.
    /// Thread-safe.
    QString rendered(const Text& text) const;

private:
    QHash<QString, QString> window_, core_;   // messages by context
    QHash<QString, QString> sources_;   // source messages by translation
};

}   // namespace stepzero
