// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how an animation is to be written: file and kind, figures, what moves over which values, how fast, and how it
// looks. What cannot be is said while it is filled in.
#pragma once

#include <optional>

#include "app/animation.h"
#include "app/export_dialog.h"

class QListWidget;

namespace stepzero {

class NumberBox;

/// What there is to animate.
struct AnimationOffer {
    Experiment experiment;   ///< passed validate()
    QVector<PicturePart> board;   ///< as it is seen
    QVector<PicturePart> others;   ///< figures that are not seen there
    std::string dial;   ///< to begin with; what there is not counts as none
    QString values;   ///< of it, as sweep_of() reads them; empty: as proposed
    int fps = 10;
};

class AnimationDialog : public ExportDialog {
    Q_OBJECT
public:
    /// fileName: proposed, without folder and ending.
    AnimationDialog(
        Settings& settings, const AnimationOffer& offer, const QString& fileName, QWidget* parent = nullptr);

    /// Precondition: there is no problem().
    Animation animation() const;
    QString problem() const override;

    QComboBox* kindBox() const { return kind_; }
    QListWidget* figureList() const { return figures_; }
    QComboBox* dialBox() const { return dial_; }
    QLineEdit* valuesEdit() const { return values_; }
    NumberBox* fromBox() const { return from_; }
    NumberBox* toBox() const { return to_; }
    QSpinBox* framesBox() const { return frames_; }
    QCheckBox* ratiosBox() const { return ratios_; }
    QSpinBox* fpsBox() const { return fps_; }
    QSpinBox* loopsBox() const { return loops_; }
    QString words() const;   ///< how long it becomes, or what is wrong

protected:
    QString chosenFile() override;
    QString ending() const override;
    QString question() const override;
    void remember() override;

private:
    void addRows();
    void fillFigures();
    void takeKind();
    void takePath();
    void takeDial();
    void takeValues();
    void takeRange();
    void showState();
    QVector<PicturePart> parts() const;

    AnimationOffer offer_;
    std::vector<Dial> dials_;
    std::optional<Sweep> sweep_;
    QString wrongValues_;
    QComboBox *kind_, *dial_;
    QListWidget* figures_;
    QLineEdit* values_;
    NumberBox *from_, *to_;
    QSpinBox *frames_, *fps_, *loops_;
    QCheckBox* ratios_;
    QWidget* range_;   // from, to and how many
    QLabel* words_;
};

}   // namespace stepzero
