// SPDX-License-Identifier: GPL-3.0-or-later
// How weights and biases are drawn, with the laws that follow for the chosen layer or matrix.
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
class Sketch;

class InitializationSection : public QWidget {
    Q_OBJECT
public:
    /// `edits` outlives it.
    explicit InitializationSection(ExperimentEdits& edits, QWidget* parent = nullptr);

    /// Shows the edits' experiment.
    void showExperiment();
    /// The layer or block whose laws are shown. Tells nobody.
    void setLayer(int layer);
    /// Of a network made of blocks: the role whose initialization is edited. Tells nobody.
    void setMatrix(const QString& role);

    ChoiceEditor* weight() const { return weight_; }
    ChoiceEditor* bias() const { return bias_; }
    /// Of networks made of blocks, which have rows enough without; closed, it says how biases are drawn.
    Fold* biasFold() const { return biasFold_; }
    Fold* matrix() const { return matrix_; }
    /// The name of the file that the weights come from; its row is hidden where they are drawn.
    QLabel* file() const { return file_; }
    Combo* role() const { return role_; }
    ChoiceEditor* roleScheme() const { return roleScheme_; }
    Sketch* weightLaw() const { return weightLaw_; }
    Sketch* biasLaw() const { return biasLaw_; }
    Sketch* roleLaw() const { return roleLaw_; }

signals:
    /// Of a network made of blocks: the role of the matrix whose initialization is being edited.
    void matrixChosen(const QString& role);

private:
    void showBias();
    void showRoles();
    void showRole();
    void showMatrix();
    void showLaws();
    void showCritical();
    void showFile();
    void chooseFile();

    ExperimentEdits& edits_;
    bool kernels_ = false;   // whether the weights are those of convolutions
    ChoiceEditor *weight_, *bias_, *roleScheme_;
    QLabel* file_;   // of weights that are not drawn …
    QWidget* fileRow_;   // … with the way back
    Sketch *weightLaw_, *biasLaw_, *roleLaw_;
    Fold *biasFold_, *matrix_;
    Combo* role_;
    int layer_ = 1;
    std::vector<std::string> shownRoles_;
    std::string shownRole_;   // whose schemes are to choose from
    std::optional<Network> shownNetwork_;   // whose laws are shown
    std::string shownFile_;
    Activation critical_;   // that the slider of σ_w has its mark from
};

}   // namespace stepzero
