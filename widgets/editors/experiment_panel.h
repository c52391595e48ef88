// SPDX-License-Identifier: GPL-3.0-or-later
// Edits an Experiment: shows one, and emits the changed experiment after each edit. Rows of schemes and activations are
// made from the registries.
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QVector>
#include <vector>

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
    QString group {};   ///< presets of one group are adjacent, under its name
    QString about {}, source {};   ///< a sentence; "Devlin et al., BERT (2018-10)", empty: nothing published
    QString figure {};   ///< name of the figure that shows most
    int welcome = 0;   ///< place on the welcome page from 1; 0: not on it
};

class ExperimentPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit ExperimentPanel(QVector<PresetChoice> presets, QWidget* parent = nullptr);

    /// Shows an experiment without emitting edited().
    void setExperiment(const Experiment& experiment);
    const Experiment& experiment() const { return edits_.experiment(); }
    /// Sets the layer or block whose distributions are shown. Emits nothing.
    void setLayer(int layer);
    /// Sets the role whose initialization is edited, in a network made of blocks. Emits nothing.
    void setMatrix(const QString& role);
    const QVector<PresetChoice>& presets() const { return presets_; }
    void choosePreset(const QString& name);
    /// Trains the network with the defaults of its kind, or not at all.
    void setTrained(bool trained);
    /// Replaces the seed by a random one.
    void rerollSeed();

    /// Returns the names of the open folds.
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
    /// Returns the editor of an option of a network made of blocks, also when it is folded.
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
    /// Emitted with the role of the matrix whose initialization is being edited, in a network made of blocks.
    void matrixChosen(const QString& role);
    /// Emitted with the layer or block that is chosen in the list of expressions.
    void layerChosen(int layer);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* presetRow();
    QWidget* kindRow();
    void makeSizes();
    void makeActivation();
    ChoiceEditor* addOptions(bool main);
    void showKind();
    void showDetails();
    void keepWidth();

    ExperimentEdits edits_;
    QVector<PresetChoice> presets_;
    std::vector<Experiment> comparablePresets_;   // their experiments, for comparison with the shown one
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
    QLabel* heading_ = nullptr;   // heading of the options
};

}   // namespace stepzero
