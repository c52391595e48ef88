// SPDX-License-Identifier: GPL-3.0-or-later
// What a window keeps while it is open, so that a crash loses seconds; and how the sessions before this one ended.
#pragma once

#include <QLockFile>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

#include "app/settings.h"

namespace stepzero {

/// A document as it was a moment ago. One file: a path must not meet another document's text.
struct KeptDocument {
    QString text;   ///< of an experiment or study file
    QString path;   ///< of the file that it was opened from or saved to; empty: none
    bool saved = true;   ///< whether that file has it, or it never was edited
    int layer = 1;
    QString own {}, replacedBy {};   ///< the experiment before a lesson, and the edit's text (Document::Own)
};

/// Throws FileError.
void keep(const QString& file, const KeptDocument& document);
/// What keep() wrote; nothing if it is not there or damaged.
std::optional<KeptDocument> kept(const QString& file);

/// From a window's start to its end. Of several windows with the same settings each has a place of its own. What a
/// session kept that had no end is put aside.
class Session {
public:
    explicit Session(Settings& settings);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// How many sessions in a row, the last ones, had no end.
    int crashes() const { return crashes_; }
    /// Takes what is kept, as far as somebody worked on it, from where the next document will be.
    void putAside();
    /// Where an experiment, a study or pins were put aside, this window's place first.
    QVector<Place> lost() const;
    /// It is not lost any more.
    void forget(const Place& lost);

private:
    Settings& settings_;
    std::unique_ptr<QLockFile> mark_;   // there while the window is; null where none can be
    QVector<Place> lost_;   // of this window and of those that are gone
    int crashes_ = 0;
};

}   // namespace stepzero
