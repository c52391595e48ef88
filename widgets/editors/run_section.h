// SPDX-License-Identifier: GPL-3.0-or-later
// Edits the seed, how many networks are run, and what is measured.
#pragma once

#include "widgets/editors/fold.h"

class QCheckBox;
class QComboBox;
class QToolButton;

namespace stepzero {

class ExperimentEdits;
class LabeledSlider;
class NumberBox;
class TrainingRows;

class RunSection : public Fold {
    Q_OBJECT
public:
    /// `edits` outlives the section.
    explicit RunSection(ExperimentEdits& edits, QWidget* parent = nullptr);

    /// Shows the experiment of `edits`.
    void showExperiment();
    /// Replaces the seed by a random one.
    void rerollSeed();

    NumberBox* seed() const { return seed_; }
    QToolButton* reroll() const { return reroll_; }
    NumberBox* replicas() const { return replicas_; }
    QCheckBox* gradient() const { return gradient_; }
    QCheckBox* weightSpectra() const { return weightSpectra_; }
    QCheckBox* jacobian() const { return jacobian_; }
    QCheckBox* correlation() const { return correlation_; }
    LabeledSlider* angle() const { return angle_; }
    QComboBox* precision() const { return precision_; }
    QComboBox* lossScale() const { return lossScale_; }
    TrainingRows* training() const { return training_; }

private:
    void showLossScale(double present);

    ExperimentEdits& edits_;
    NumberBox *seed_, *replicas_;
    QToolButton* reroll_;
    QCheckBox *gradient_, *weightSpectra_, *jacobian_, *correlation_;
    QWidget* pair_;   // the row of the correlation
    LabeledSlider* angle_;
    QComboBox *precision_, *lossScale_;
    QWidget* scaleRow_;
    TrainingRows* training_;
};

}   // namespace stepzero
