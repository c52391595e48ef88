// SPDX-License-Identifier: GPL-3.0-or-later
// The list of pinned experiments, which are shown next to the present one. Each has an experiment, a name and a look. A
// pin takes the study of the window. Pins from files, or those pinned before their study was computed, are computed in
// another thread, one after the other.
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
    int id = 0;   ///< above 0; never reused
    Experiment experiment;
    Focus focus;
    Pin pin;
    QString problem;   ///< the reason why there is no study
    bool restored = false;   ///< true after a restart: StudyRunner::setRestored()
};

class PinList : public QObject {
    Q_OBJECT
public:
    explicit PinList(QObject* parent = nullptr);
    ~PinList() override;

    const QVector<PinnedExperiment>& entries() const { return entries_; }
    const PinnedExperiment* find(int id) const;   ///< null when there is none
    /// Returns the pins to draw. If one is shown alone, the others are hidden.
    QVector<Pin> pins() const;
    int soloed() const { return soloed_; }   ///< the id of the pin that is shown alone; 0: all visible ones are shown
    bool isComputing() const { return computing_ > 0; }

    /// `study` may be null, or is the complete study of this experiment. An empty name becomes an unused one. Returns
    /// the id.
    int add(const Experiment& experiment, const Focus& focus, const StudyPtr& study, const QString& name = {});
    void remove(int id);
    void rename(int id, const QString& name);
    void setVisible(int id, bool visible);
    void setSolo(int id, bool alone);
    /// Replaces experiment, study and name of a pin, which keeps its look.
    void put(int id, const PinnedExperiment& content);
    /// Returns a name for an experiment that no pin has.
    QString freeName(const Experiment& experiment, int step = 0) const;

    /// Offers a study of the window: pins of the same experiment that wait for a study take it.
    void offer(const StudyPtr& study);
    /// While the window computes, no pin starts computing.
    void setWindowBusy(bool busy);

    /// Adds the pins that writePins() wrote; unreadable ones are left out.
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
    int computing_ = 0;   // id of the pin that is computed; 0: none
    std::unique_ptr<StudyRunner> runner_;   // exists only while something is computed, because it caches noise
};

/// Writes every pin as an experiment file in a separate folder, and a list of names and looks. May run on any thread.
/// Throws FileError.
void writePins(const QString& folder, const QVector<PinnedExperiment>& pins);

/// The pin's half of a swap, in which the pin takes the present experiment and the document that of the pin. Both are
/// undone together.
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
