// SPDX-License-Identifier: GPL-3.0-or-later
// Edits how weights and biases are initialized, and shows the resulting distributions of the chosen layer or matrix.
#pragma once

#include <QVector>
#include <QWidget>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/network/plan.h"

class QLabel;

namespace stepzero {

class ChoiceEditor;
class Combo;
class ExperimentEdits;
class Fold;
class LawFold;
class Sketch;

class InitializationSection : public QWidget {
    Q_OBJECT
public:
    /// `edits` outlives the section.
    explicit InitializationSection(ExperimentEdits& edits, QWidget* parent = nullptr);

    /// Shows the experiment of `edits`.
    void showExperiment();
    /// Sets the layer or block whose distributions are shown. Emits nothing.
    void setLayer(int layer);
    /// Sets the role whose initialization is edited, in a network made of blocks. Emits nothing.
    void setMatrix(const QString& role);

    ChoiceEditor* weight() const { return weight_; }
    ChoiceEditor* bias() const { return bias_; }
    /// The fold of the biases, for networks made of blocks, which have enough rows already. Closed, it summarizes how
    /// biases are initialized.
    Fold* biasFold() const { return biasFold_; }
    Fold* matrix() const { return matrix_; }
    LawFold* laws() const { return laws_; }
    /// The name of the file that the weights come from. Its row is hidden where the weights are sampled.
    QLabel* file() const { return file_; }
    Combo* role() const { return role_; }
    ChoiceEditor* roleScheme() const { return roleScheme_; }
    Sketch* weightLaw() const { return weightLaw_; }
    Sketch* biasLaw() const { return biasLaw_; }
    Sketch* roleLaw() const { return roleLaw_; }

signals:
    /// Emitted with the role of the matrix whose initialization is being edited, in a network made of blocks.
    void matrixChosen(const QString& role);
    /// Emitted when a layer or block is chosen in the list of expressions.
    void layerChosen(int layer);

private:
    using Store = std::function<void(Experiment&, const Initializer&)>;
    void follow(ChoiceEditor* editor, const QString& text, const Store& store);
    void makeFileRow();
    void makeWeight();
    void makeBias();
    void makeRole();
    void showBias();
    void showRoles();
    void showRole();
    void showMatrix();
    void showLaws();
    void showPlan(const NetworkPlan& plan);
    void showNoPlan(const QString& words);
    void showCritical();
    void showFile();
    void chooseFile();

    ExperimentEdits& edits_;
    bool kernels_ = false;   // true when the weights are those of convolutions
    ChoiceEditor *weight_, *bias_, *roleScheme_;
    QLabel* file_;   // name of the file that weights come from
    QWidget* fileRow_;   // its row, with a button that returns to sampled weights
    Sketch *weightLaw_, *biasLaw_, *roleLaw_;
    Fold *biasFold_, *matrix_;
    LawFold* laws_;
    Combo* role_;
    int layer_ = 1;
    std::vector<std::string> shownRoles_;
    std::string shownRole_;   // the role whose schemes can be chosen
    std::optional<Network> shownNetwork_;   // the network whose distributions are shown
    std::string shownFile_;
    Activation critical_;   // the activation that determines the mark on the slider of σ_w
};

}   // namespace stepzero
