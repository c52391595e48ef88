// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the work of a window while it is open, so that a crash loses only seconds, and detects how previous sessions
// ended.
#pragma once

#include <QLockFile>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

#include "app/settings.h"

namespace stepzero {

/// A recently saved state of a document. It is one file, so that a path never belongs to another document's text.
struct KeptDocument {
    QString text;   ///< text of an experiment or study file
    QString path;   ///< path of the file that it was opened from or saved to; empty: none
    bool saved = true;   ///< true when that file has this text, or the document was never edited
    int layer = 1;
    QString own {}, replacedBy {};   ///< the experiment before a lesson, and the edit's text (Document::Own)
};

/// Throws FileError.
void keep(const QString& file, const KeptDocument& document);
/// Returns what keep() wrote; nothing when it does not exist or is damaged.
std::optional<KeptDocument> kept(const QString& file);

/// A session lasts from a window's start to its end. Several windows with the same settings have separate places. The
/// files of a session without a proper end are put aside.
class Session {
public:
    explicit Session(Settings& settings);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Returns how many of the latest sessions in a row did not end properly.
    int crashes() const { return crashes_; }
    /// Moves kept documents that were edited away from the place of the next document.
    void putAside();
    /// Returns the places where an experiment, a study or pins were put aside, this window's first.
    QVector<Place> lost() const;
    /// Removes a place from lost().
    void forget(const Place& lost);

private:
    Settings& settings_;
    std::unique_ptr<QLockFile> mark_;   // lock file that exists while the window does; null when none can be created
    QVector<Place> lost_;   // places of this window and of those that are gone
    int crashes_ = 0;
};

}   // namespace stepzero
