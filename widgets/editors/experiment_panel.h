// SPDX-License-Identifier: GPL-3.0-or-later
// Edits an Experiment: shows one, and says at each edit what it has become. Rows of schemes and activations
// come from the registries.
#pragma once

#include <QElapsedTimer>
#include <QScrollArea>
#include <QVector>

#include "core/experiment/experiment.h"
#include "core/init/scheme.h"
#include "widgets/editors/edit_info.h"

class QCheckBox;
class QToolButton;
class QVBoxLayout;

namespace stepzero {

class ChoiceEditor;
class Combo;
class LabeledSlider;
class NumberBox;

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
    const Experiment& experiment() const { return experiment_; }
    /// Of a network made of blocks: the role whose initialization is edited. Tells nobody.
    void setMatrix(const QString& role);
    const QVector<PresetChoice>& presets() const { return presets_; }
    void choosePreset(const QString& name);
    /// Another seed, never seen before in all likelihood.
    void rerollSeed();

    Combo* preset() const { return preset_; }
    Combo* kind() const { return kind_; }
    ChoiceEditor* options() const { return options_; }
    Combo* role() const { return role_; }
    ChoiceEditor* roleScheme() const { return roleScheme_; }
    LabeledSlider* tokens() const { return tokens_; }
    LabeledSlider* depth() const { return depth_; }
    LabeledSlider* width() const { return width_; }
    LabeledSlider* samples() const { return samples_; }
    ChoiceEditor* activation() const { return activation_; }
    ChoiceEditor* weight() const { return weight_; }
    ChoiceEditor* bias() const { return bias_; }
    Combo* distribution() const { return distribution_; }
    NumberBox* inputMean() const { return mean_; }
    NumberBox* inputStd() const { return std_; }
    NumberBox* seed() const { return seed_; }
    QToolButton* reroll() const { return reroll_; }
    NumberBox* replicas() const { return replicas_; }
    QCheckBox* gradient() const { return gradient_; }
    QCheckBox* weightSpectra() const { return weightSpectra_; }
    QCheckBox* jacobian() const { return jacobian_; }
    QCheckBox* correlation() const { return correlation_; }
    LabeledSlider* angle() const { return angle_; }

    QSize sizeHint() const override;

signals:
    void edited(const Experiment& experiment, const EditInfo& info);
    void dragStarted();
    void dragEnded();
    /// Of a network made of blocks: the role of the matrix whose initialization is being edited.
    void matrixChosen(const QString& role);

private:
    void showKind();
    void showRole();
    QWidget* addSection(const QString& title);
    QWidget* addRow(const QString& label, QWidget* editor, QWidget* second = nullptr);
    LabeledSlider* addSlider(const QString& text, LabeledSlider* slider, const QString& hint, double byDefault,
        const std::function<void(Experiment&, double)>& store);
    void addChoice(const QString& text, ChoiceEditor* editor, const std::function<void(Experiment&)>& store);
    /// A chip that says how many layers or matrices do not follow an editor; a click clears them.
    void addChip(ChoiceEditor* editor, const QString& text, std::function<int(const Network&)> count,
        const std::function<void(Network&)>& clear);
    void showChips();
    QCheckBox* addCheck(const QString& text, bool Measure::*flag, QWidget* parent);
    void beginDrag();
    void endDrag();
    /// Tells of a new value. `key` names what was edited; edits of one drag, or in quick succession by keys,
    /// share a merge key.
    void commit(const Experiment& experiment, const QString& text, const QString& key, bool dragging);

    Experiment experiment_;
    QVector<PresetChoice> presets_;
    QVBoxLayout* rows_;
    Combo *preset_, *kind_, *distribution_, *role_;
    LabeledSlider *depth_, *width_, *samples_, *tokens_, *angle_;
    ChoiceEditor *options_, *activation_, *weight_, *bias_, *roleScheme_;
    QString shownKind_;
    std::vector<std::string> shownRoles_;
    std::optional<Role> shownRoleKind_;   // whose schemes the role may choose from
    QVector<QPair<ChoiceEditor*, std::function<int(const Network&)>>> chips_;
    ChoiceEditor* keeping_ = nullptr;   // edited last: its chip says what that left alone
    QVector<QWidget*> ofBlocks_, ofDense_, ofNumbers_;   // rows that other kinds of network have no use for
    NumberBox *mean_, *std_, *seed_, *replicas_;
    QToolButton* reroll_;
    QCheckBox *gradient_, *weightSpectra_, *jacobian_, *correlation_;
    QString lastKey_;
    QElapsedTimer sinceEdit_;
    int burst_ = 0;   // counts drags and bursts of key presses
};

}   // namespace stepzero
