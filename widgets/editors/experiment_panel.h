// SPDX-License-Identifier: GPL-3.0-or-later
// Edits an Experiment: shows one, and says at each edit what it has become. Rows of schemes and activations
// come from the registries.
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QVector>

#include "widgets/editors/experiment_edits.h"

namespace stepzero {

class ChoiceEditor;
class Combo;
class Fold;
class InitializationSection;
class InputSection;
class LabeledSlider;
class OverrideChips;
class RunSection;
class Sketch;

/// An experiment that can be chosen by name.
struct PresetChoice {
    QString name, title;
    Experiment experiment;
    QString group {};   ///< those of one group follow each other, under its name
};

class ExperimentPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit ExperimentPanel(QVector<PresetChoice> presets, QWidget* parent = nullptr);

    /// Shows an experiment, telling nobody.
    void setExperiment(const Experiment& experiment);
    const Experiment& experiment() const { return edits_.experiment(); }
    /// The layer or block whose laws are shown. Tells nobody.
    void setLayer(int layer);
    /// Of a network made of blocks: the role whose initialization is edited. Tells nobody.
    void setMatrix(const QString& role);
    const QVector<PresetChoice>& presets() const { return presets_; }
    void choosePreset(const QString& name);
    /// Trains the network by its kind's defaults, or not at all.
    void setTrained(bool trained);
    /// Another seed, never seen before in all likelihood.
    void rerollSeed();

    /// Names of the folds that are open.
    QStringList opened() const;
    void setOpened(const QStringList& names);
    QVector<Fold*> folds() const;

    Combo* preset() const { return preset_; }
    Combo* kind() const { return kind_; }
    LabeledSlider* depth() const { return depth_; }
    LabeledSlider* width() const { return width_; }
    ChoiceEditor* activation() const { return activation_; }
    Sketch* activationSketch() const { return activationSketch_; }
    ChoiceEditor* options() const { return options_; }
    /// Of an option of a network made of blocks, folded or not.
    QWidget* optionEditor(const std::string& name) const;
    InitializationSection* initialization() const { return initialization_; }
    ChoiceEditor* weight() const;
    ChoiceEditor* bias() const;
    InputSection* input() const { return input_; }
    RunSection* run() const { return run_; }

    QSize sizeHint() const override;

signals:
    void edited(const Experiment& experiment, const EditInfo& info);
    void dragStarted();
    void dragEnded();
    /// Of a network made of blocks: the role of the matrix whose initialization is being edited.
    void matrixChosen(const QString& role);

protected:
    void changeEvent(QEvent* event) override;

private:
    ChoiceEditor* addOptions(bool advanced);
    void showKind();
    void showDetails();
    void keepWidth();

    ExperimentEdits edits_;
    QVector<PresetChoice> presets_;
    Combo *preset_, *kind_;
    LabeledSlider *depth_, *width_;
    ChoiceEditor *activation_, *options_, *advanced_;
    Sketch* activationSketch_;
    Fold* details_;
    InitializationSection* initialization_;
    InputSection* input_;
    RunSection* run_;
    OverrideChips* chips_;
    std::string shownKind_;
    QLabel* heading_ = nullptr;   // of the options
};

}   // namespace stepzero
