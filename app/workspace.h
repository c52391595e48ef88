// SPDX-License-Identifier: GPL-3.0-or-later
// The model of the main window: the experiment with its undo steps, the focus of the figures, the study on the board,
// the pins, and the history of experiments. To change an experiment or a choice, call a function here. The workspace
// requests the new study from the runner, and its signals notify everything that is shown. Panels, figures and windows
// need not know each other.
#pragma once

#include <QObject>
#include <QVector>
#include <optional>

#include "app/document.h"
#include "app/fix_preview.h"
#include "app/history.h"
#include "app/pins.h"
#include "app/study_runner.h"

namespace stepzero {

class Workspace : public QObject {
    Q_OBJECT
public:
    Workspace();

    Document& document() { return document_; }
    const Experiment& experiment() const { return document_.experiment(); }
    StudyRunner& runner() { return runner_; }
    PinList& pins() { return pins_; }
    FixPreview& fixes() { return fixes_; }
    History& history() { return history_; }
    /// Returns the focus of the figures. Its layer exists in the experiment.
    const Focus& focus() const { return focus_; }
    StudyPtr study() const { return study_; }   ///< the last delivered study; null: none yet
    /// Returns whether the study belongs to the experiment and step, or did a moment ago (StudyRunner::isCurrent()).
    bool isCurrent() const { return study_ && runner_.isCurrent(*study_); }
    /// Returns whether the study belongs to exactly the experiment of the document.
    bool showsExperiment() const { return study_ && study_->experiment == document_.experiment(); }
    /// Returns the pins to draw, including the fix that is being previewed.
    QVector<Pin> shownPins() const;
    /// Returns the id of the last visible pin; 0: there is none.
    int lastShownPin() const;
    /// Returns the path of the parameter that was edited last; empty: none yet.
    const QString& lastControl() const { return lastControl_; }

    /// Makes an undoable edit and moves the focus, and requests one study for both.
    void edit(const Experiment& experiment, const EditInfo& info, const Focus& focus);
    /// Sets the layer for the next experiment. Requests nothing.
    void setNextLayer(int layer) { focus_.layer = layer; }
    /// Requests the full study again, even where a restored experiment would be too costly (setRestored()).
    void recompute();
    /// Reports everything again and requests the study once more, for listeners in another language.
    void refresh();
    /// Disconnects a window that another one replaces, and all its parts.
    void disconnectWindow(QObject* window);

public slots:
    void chooseLayer(int layer);   ///< clamped to the network's depth
    void chooseMatrix(const QString& role);
    void chooseComparison(const QString& name);
    void chooseVariance(double q);
    /// Chooses a training step. Steps that are chosen while one is computed are skipped, except for the last.
    void chooseStep(int step);
    /// Pins the experiment, together with its study if that is the one shown.
    void pinExperiment();
    /// Exchanges the document's experiment and the pin's, as one undo step.
    void swapPin(int id);
    /// These take indices of a finding of the study and of one of its fixes. Fixes of an outdated study are ignored.
    void takeFix(const stepzero::StudyPtr& study, int finding, int fix);
    void previewFix(const stepzero::StudyPtr& study, int finding, int fix);

signals:
    /// Emitted when the document has another experiment, whose study has been requested. `dragging`: more edits follow
    /// soon.
    void experimentChanged(bool dragging);
    void focusChanged(const stepzero::Focus& before);
    void studyChanged(const stepzero::StudyPtr& study);
    void currencyChanged(bool current);   ///< isCurrent() may have changed; `current` is its value
    void pinsChanged();   ///< shownPins() have changed
    void fixFailed(const QString& sentence);

private:
    void ask(bool dragging = false);
    void askForStep();
    void moveFocus(const Focus& focus);
    void reportFocus();
    void takeExperiment(bool dragging);
    void takeStudy(const StudyPtr& study);
    StudyPtr studyToPin() const;

    Document document_;
    StudyRunner runner_;
    PinList pins_;
    FixPreview fixes_;
    Focus focus_, reported_;   // reported_: the value at the last focusChanged()
    StudyPtr study_;
    std::optional<int> stepping_;   // the step, while a study is computed that differs only in its step
    QPair<Experiment, QString> swapped_;   // experiment and name that the last swap took from a pin
    Experiment settled_;   // the last experiment that was not being dragged
    QString lastControl_;   // path of the parameter in which it differs from the one before
    History history_ {document_};
};

}   // namespace stepzero
