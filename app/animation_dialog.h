// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how to write an animation or a page: file and format, figures, which parameter moves over which values, how
// fast, and its appearance. Invalid input is reported while it is entered.
#pragma once

#include <optional>

#include "app/animation.h"
#include "app/export_dialog.h"

class QListWidget;

namespace stepzero {

class NumberBox;

/// The experiment and the figures that the dialog can animate.
struct AnimationOffer {
    Experiment experiment;   ///< passed validate()
    QVector<PicturePart> board;   ///< the board as shown
    QVector<PicturePart> others;   ///< figures that are not visible on the board
    std::string dial;   ///< initial parameter; one that does not exist counts as none
    QString values;   ///< its values in the syntax of sweep_of(); empty: the proposed ones
    int fps = 10;
    bool page = false;   ///< a page is wanted, with the first figure alone; else the kind that was written last
};

class AnimationDialog : public ExportDialog {
    Q_OBJECT
public:
    /// `fileName` is the proposal, without folder and extension.
    AnimationDialog(
        Settings& settings, const AnimationOffer& offer, const QString& fileName, QWidget* parent = nullptr);

    /// Precondition: problem() is empty.
    Animation animation() const;
    QString problem() const override;
    QVector<PicturePart> parts() const;   ///< the chosen figures

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
    QString words() const;   ///< the resulting length, or what is wrong

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
    QWidget* range_;   // widgets of first value, last value and count
    QLabel* words_;
};

}   // namespace stepzero
