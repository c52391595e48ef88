// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that were tried in a window, also in earlier sessions. An entry is recorded when the complete study
// of the document's experiment arrives. Edits that one undo step takes back leave one entry, so the values on the way
// of a slider or an animation do not stay. Everything shown of an entry is stored, and nothing is computed again.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QVector>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/diagnose/verdict.h"
#include "core/network/experiment/experiment.h"

class QUndoCommand;

namespace stepzero {

class Document;
struct Study;

struct HistoryEntry {
    Experiment experiment;
    QDateTime time;   ///< when its study was complete
    std::size_t fingerprint = 0;   ///< see fingerprintOf()
    Verdict verdict;   ///< only its state, word and severity
    /// log10 of the RMS at evenly spaced places, at most History::mostPoints; NaN where it is not a positive number.
    std::vector<double> signal, gradient;
};
using HistoryEntryPtr = std::shared_ptr<const HistoryEntry>;
using HistoryEntries = QVector<HistoryEntryPtr>;   ///< newest first

/// Returns a number that is the same for experiments with the same numbers, because comparing each with 200 others
/// takes milliseconds.
std::size_t fingerprintOf(Experiment experiment);

class History : public QObject {
    Q_OBJECT
public:
    static constexpr int mostEntries = 200, mostPoints = 64;

    /// `document` is the one whose undo steps separate the entries.
    explicit History(Document& document);

    const HistoryEntries& entries() const { return entries_; }
    /// Records a complete study at the top. An older entry with the same numbers goes, and so does the oldest entry
    /// beyond mostEntries. The experiment that was recorded last is not recorded again until another one was.
    void record(const Study& study);
    void remove(const HistoryEntryPtr& entry);
    void clear();
    /// Sets whether studies are recorded.
    void setKept(bool kept) { kept_ = kept; }
    /// Adds the entries of earlier sessions below the present ones.
    void load(const HistoryEntries& earlier);
    bool isLoaded() const { return loaded_; }   ///< false: a file of entries must not be replaced yet

signals:
    void changed();

private:
    void take(HistoryEntries entries);

    HistoryEntries entries_;
    HistoryEntryPtr newest_;   // recorded last, and perhaps removed since
    bool continues_ = false;   // the next entry replaces the newest, because it belongs to the same undo step
    bool kept_ = true, loaded_ = false;
    int index_ = 0;   // position in the undo stack, and the command before it
    const QUndoCommand* command_ = nullptr;
};

}   // namespace stepzero
