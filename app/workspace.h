// SPDX-License-Identifier: GPL-3.0-or-later
// What a window works on: the experiment with its history, what the figures look at, the study that is shown, and the
// pins beside it. Whatever changes an experiment or a choice calls a slot here; the workspace asks the runner for the
// study that follows, and its signals reach everything that shows something. Panels, figures and windows need not know
// each other.
#pragma once

#include <QObject>
#include <QVector>
#include <optional>

#include "app/document.h"
#include "app/fix_preview.h"
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
    /// What the figures look at. The layer is one of the experiment's.
    const Focus& focus() const { return focus_; }
    StudyPtr study() const { return study_; }   ///< the last one that was delivered; null: none yet
    /// Whether the study belongs to the experiment and the step, or did a moment ago (StudyRunner::isCurrent()).
    bool isCurrent() const { return study_ && runner_.isCurrent(*study_); }
    /// Whether the study is of the very experiment that the document holds.
    bool showsExperiment() const { return study_ && study_->experiment == document_.experiment(); }
    /// For figures: the pins, and the fix that is being previewed as one more.
    QVector<Pin> shownPins() const;
    /// The last pin that is shown, by its id; 0: there is none.
    int lastShownPin() const;
    /// The path of the parameter that was edited last; empty: none yet.
    const QString& lastControl() const { return lastControl_; }

    /// Makes an undoable edit and moves the focus with it, for which one study is requested.
    void edit(const Experiment& experiment, const EditInfo& info, const Focus& focus);
    /// Sets the layer for the experiment that comes next. Requests nothing.
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
    /// Chooses a training step. Steps that are chosen while one is computed are skipped, except for the last.
    void chooseStep(int step);
    /// Pins the experiment, together with its study if that is the one shown.
    void pinExperiment();
    /// Exchanges the document's experiment and the pin's: one undo step.
    void swapPin(int id);
    /// Fixes by their place in the study's findings. Those of an outdated study are ignored.
    void takeFix(const stepzero::StudyPtr& study, int finding, int fix);
    void previewFix(const stepzero::StudyPtr& study, int finding, int fix);

signals:
    /// The document holds another experiment, for which a study has been requested. `dragging`: more edits follow soon.
    void experimentChanged(bool dragging);
    void focusChanged(const stepzero::Focus& before);
    void studyChanged(const stepzero::StudyPtr& study);
    void currencyChanged();   ///< isCurrent() may be another
    void pinsChanged();   ///< shownPins() are others
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
    Focus focus_, reported_;   // reported: by the last focusChanged()
    StudyPtr study_;
    std::optional<int> stepping_;   // a study of only another step is being computed: this step
    QPair<Experiment, QString> swapped_;   // what the last swap took from a pin, and the name that it had there
    Experiment settled_;   // the last experiment that was not being dragged
    QString lastControl_;   // how it differs from the one before
};

}   // namespace stepzero
