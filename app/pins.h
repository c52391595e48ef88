// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that are pinned beside the present one: an experiment, a name and a look each. A pin takes the study
// that the window has; those that come back from files, or were pinned before their study was there, are computed
// beside the window, one after the other.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoCommand>
#include <QVector>
#include <memory>

#include "app/study_runner.h"
#include "widgets/figures/frame/pins.h"

namespace stepzero {

struct PinnedExperiment {
    int id = 0;   ///< above 0; never used twice
    Experiment experiment;
    Focus focus;
    Pin pin;
    QString problem;   ///< why there is no study
    bool restored = false;   ///< there again after a start: StudyRunner::setRestored()
};

class PinList : public QObject {
    Q_OBJECT
public:
    explicit PinList(QObject* parent = nullptr);
    ~PinList() override;

    const QVector<PinnedExperiment>& entries() const { return entries_; }
    const PinnedExperiment* find(int id) const;   ///< null when there is none
    /// For figures: a pin alone hides the others.
    QVector<Pin> pins() const;
    int soloed() const { return soloed_; }   ///< the id of the pin that is shown alone; 0: all that are visible
    bool isComputing() const { return computing_ > 0; }

    /// `study` may be null, or is the full one of this experiment. An empty name becomes one that is not taken.
    /// Returns the id.
    int add(const Experiment& experiment, const Focus& focus, const StudyPtr& study, const QString& name = {});
    void remove(int id);
    void rename(int id, const QString& name);
    void setVisible(int id, bool visible);
    void setSolo(int id, bool alone);
    /// Another experiment, study and name under the same look.
    void put(int id, const PinnedExperiment& content);
    /// A name for an experiment that no pin has.
    QString freeName(const Experiment& experiment, int step = 0) const;

    /// The window has a study: pins of the same experiment that wait for theirs take it.
    void offer(const StudyPtr& study);
    /// While the window computes, no pin is begun.
    void setWindowBusy(bool busy);

    /// Adds what writePins() wrote; what cannot be read is left out.
    void load(const QString& folder);

signals:
    void changed();

private:
    PinnedExperiment* entry(int id);
    void giveStudy(int id, const StudyPtr& study, const QString& problem);
    void forgetComputation(int id);
    void computeNext();

    QVector<PinnedExperiment> entries_;
    int lastId_ = 0, soloed_ = 0;
    bool busy_ = false;
    int computing_ = 0;   // id
    std::unique_ptr<StudyRunner> runner_;   // while there is something to compute: it keeps base noise
};

/// Every pin as an experiment file in a folder of their own, and a list of names and looks. May run on any thread.
/// Throws FileError.
void writePins(const QString& folder, const QVector<PinnedExperiment>& pins);

/// A pin that takes the present experiment, while the document takes the pin's: the pin's half, to be undone with it.
class PinSwapCommand : public QUndoCommand {
public:
    PinSwapCommand(PinList& pins, const PinnedExperiment& before, const PinnedExperiment& after)
        : pins_(pins), before_(before), after_(after)
    {
    }
    void undo() override { pins_.put(before_.id, before_); }
    void redo() override { pins_.put(after_.id, after_); }

private:
    PinList& pins_;
    PinnedExperiment before_, after_;
};

}   // namespace stepzero
